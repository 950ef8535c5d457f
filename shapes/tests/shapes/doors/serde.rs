//! Shapes and ragged tensors, but for tiles, as text (JSON), and as bytes that do not say what they hold (`postcard`).

use std::fmt::Debug;

use extents::{Const, DynExtents, DynRankExtents, StaticExtents, extents, modes, slice};
use extents_shapes::{
    JaggedShape, ModeTiling, Nested, PlacedShape, RaggedTensor, Shape, ShapeBase, StaticOrigin,
    TiledShape, jagged,
};
use serde_core::Serialize;
use serde_core::de::DeserializeOwned;
use serde_json::Value;

use crate::jagged::model::{Draw, Model, Zeros};

/// The text of a value, which is the value again, in both forms.
pub(super) fn text<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> String {
    let bytes = postcard::to_allocvec(value).unwrap();
    assert_eq!(&postcard::from_bytes::<T>(&bytes).unwrap(), value);
    for length in 0..bytes.len() {
        assert!(postcard::from_bytes::<T>(&bytes[..length]).is_err(), "{length} of {bytes:?}");
    }
    let text = serde_json::to_string(value).unwrap();
    assert_eq!(&serde_json::from_str::<T>(&text).unwrap(), value);
    text
}

#[track_caller]
pub(super) fn refuses<T: DeserializeOwned + Debug>(text: &str, words: &str) {
    let error = serde_json::from_str::<T>(text).unwrap_err().to_string();
    assert_eq!(error.split(" at line").next(), Some(words), "{text}");
}

#[test]
fn smooth_shapes_are_extents_and_origin() {
    assert_eq!(text(&Shape::new(extents![2, 3])), r#"{"extents":[2,3],"origin":[0,0]}"#);
    assert_eq!(text(&Shape::new(extents![])), r#"{"extents":[],"origin":[]}"#);
    assert_eq!(text(&Shape::null()), r#"{"extents":null,"origin":[]}"#);
    let placed = Shape::at(DynRankExtents::new(&[2, 3]).unwrap(), [10, 0]).unwrap();
    assert_eq!(text(&placed), r#"{"extents":[2,3],"origin":[10,0]}"#);
    let Ok(part) = Shape::new(extents![10, 20]).slice_typed(slice![5..8, 2..4]);
    assert_eq!(text(&part), r#"{"extents":[3,2],"origin":[5,2]}"#);
    // One kind of shape is read as another, from bytes too.
    let bytes = postcard::to_allocvec(&part).unwrap();
    let open: PlacedShape = postcard::from_bytes(&bytes).unwrap();
    assert_eq!(open, part);
    let fixed: PlacedShape<DynExtents<2>> = postcard::from_bytes(&bytes).unwrap();
    assert_eq!(fixed, part);
    let plain: Shape<StaticExtents![dyn, 3]> =
        serde_json::from_str(r#"{"origin":[0,0],"extents":[2,3]}"#).unwrap();
    assert_eq!(plain, Shape::new(extents![2, 3]));
}

#[test]
fn wrong_smooth_shapes_are_refused_in_words() {
    type Known = Shape<StaticExtents![2, 3]>;
    type Placed = PlacedShape<StaticExtents![2, dyn]>;
    type Fixed = Shape<StaticExtents![3, 2], StaticOrigin<(Const<5>, Const<2>)>>;
    refuses::<Known>(
        r#"{"extents":[2,4],"origin":[0,0]}"#,
        "mode 1 should have extent 3, but has 4",
    );
    refuses::<Known>(
        r#"{"extents":[2,3],"origin":[0,7]}"#,
        "mode 1 should begin at 0, but begins at 7",
    );
    refuses::<Fixed>(
        r#"{"extents":[3,2],"origin":[5,3]}"#,
        "mode 1 should begin at 2, but begins at 3",
    );
    refuses::<Placed>(r#"{"extents":[2,3],"origin":[0]}"#, "the rank should be 2, but is 1");
    refuses::<Placed>(r#"{"extents":[2,3],"origin":[0,0,0]}"#, "the rank should be 2, but is 3");
    refuses::<Placed>(
        r#"{"extents":[2,3],"origin":[0,18446744073709551614]}"#,
        "mode 1 of extent 3 cannot begin at 18446744073709551614: its end would not be a `usize`",
    );
    refuses::<Placed>(r#"{"extents":[2,3]}"#, "missing field `origin`");
    refuses::<Placed>(r#"{"origin":[2,3]}"#, "missing field `extents`");
    refuses::<Placed>(
        r#"{"extents":[2,3],"origin":[0,0],"origin":[0,0]}"#,
        "duplicate field `origin`",
    );
    refuses::<Placed>(
        r#"{"extents":[2,3],"begin":[0,0]}"#,
        "unknown field `begin`, expected `extents` or `origin`",
    );
    refuses::<Placed>(
        r#"{"extents":null,"origin":[]}"#,
        "the null shape has no modes and no elements to work on",
    );
    refuses::<PlacedShape>(r#"{"extents":null,"origin":[0]}"#, "the rank should be 0, but is 1");
    refuses::<PlacedShape>(
        r#"{"extents":[4294967296,4294967296],"origin":[0,0]}"#,
        "the extents other than 0 make more than 9223372036854775807 elements: 4294967296 before mode 1, times its extent 4294967296",
    );
    refuses::<Placed>("[2,3]", "invalid type: integer `2`, expected a list of extents");
    refuses::<Placed>("7", "invalid type: integer `7`, expected a Shape");
}

#[test]
fn jagged_shapes_are_a_list_a_mode() {
    let rows = JaggedShape::from_lengths([2, 0, 3]).unwrap();
    let expected = r#"{"levels":2,"outer_rank":1,"extents":[[3],[2,0,3]],"origin":[[0],[0]]}"#;
    assert_eq!(text(&rows), expected);
    // However they are stored.
    let compact = JaggedShape::compact_from_lengths([2, 0, 3]).unwrap();
    assert_eq!(text(&compact), expected);
    let part = rows.slice_rows(1..3).unwrap();
    assert_eq!(
        text(&part),
        r#"{"levels":2,"outer_rank":1,"extents":[[2],[0,3]],"origin":[[1],[0]]}"#
    );
    let matrices = jagged![[10, 20], [30, 40], [50, 60]].unwrap();
    assert_eq!(
        text(&matrices),
        r#"{"levels":1,"outer_rank":1,"extents":[[3],[10,30,50],[20,40,60]],"origin":[[0],[0],[0]]}"#
    );
    let deep = jagged![{ [10] }, { [20], [30] }].unwrap();
    assert_eq!(
        text(&deep),
        r#"{"levels":3,"outer_rank":2,"extents":[[2],[1,2],[10,20,30]],"origin":[[0],[0],[0]]}"#
    );
    let cut = jagged![[10], [20]].unwrap().clip(([0, 5], [2, 15])).unwrap();
    assert_eq!(
        text(&cut),
        r#"{"levels":2,"outer_rank":1,"extents":[[2],[5,10]],"origin":[[0],[5]]}"#
    );
    // Rows that happen to be alike are spelled row by row, as before.
    let alike = jagged![[2], [2]].unwrap();
    assert_eq!(
        text(&alike),
        r#"{"levels":0,"outer_rank":1,"extents":[[2],[2]],"origin":[[0],[0]]}"#
    );
    let read: JaggedShape = serde_json::from_str(&text(&alike)).unwrap();
    assert_eq!((read.outer_rank(), read.smooth_rank()), (1, 1));
    assert_eq!(text(&JaggedShape::null()), "null");
    assert_eq!(
        text(&JaggedShape::scalar()),
        r#"{"levels":0,"outer_rank":0,"extents":[],"origin":[]}"#
    );
    assert_eq!(
        text(&jagged![].unwrap()),
        r#"{"levels":0,"outer_rank":1,"extents":[[0]],"origin":[[0]]}"#
    );
    // A list for each mode is read where one number would do.
    let long = r#"{"levels":1,"outer_rank":1,"extents":[[2],[7,7]],"origin":[[0],[0,0]]}"#;
    assert_eq!(serde_json::from_str::<JaggedShape>(long).unwrap(), jagged![[7], [7]].unwrap());
}

/// Each list against the slices of a tree: the number of a row is the extent at that index of the modes before.
#[test]
fn random_jagged_shapes_have_the_rows_of_their_slices() {
    for seed in 0..600 {
        let mut draw = Draw(seed);
        let rank = draw.below(5);
        let zeros = if seed % 2 == 0 { Zeros::Any } else { Zeros::Last };
        let model = draw.model(rank, zeros);
        let shape = model.build();
        let text = text(&shape);
        let read: JaggedShape = serde_json::from_str(&text).unwrap();
        assert_eq!((read.outer_rank(), read.size()), (shape.outer_rank(), shape.size()));
        let value: Value = serde_json::from_str(&text).unwrap();
        let numbers = |list: &Value| -> Vec<usize> {
            list.as_array().unwrap().iter().map(|n| n.as_u64().unwrap() as usize).collect()
        };
        let levels = value["levels"].as_u64().unwrap() as usize;
        for mode in 0..rank {
            let (extents, origins) =
                (numbers(&value["extents"][mode]), numbers(&value["origin"][mode]));
            let rows = prefixes(&model, mode.min(levels));
            for (prefix, (extent, origin)) in prefixes(&model, mode).iter().zip(model.rows(mode)) {
                let row = rows.iter().position(|row| prefix.starts_with(row)).unwrap();
                let at = |list: &[usize]| if list.len() == 1 { list[0] } else { list[row] };
                assert_eq!((at(&extents), at(&origins)), (extent, origin), "{text}: mode {mode}");
            }
        }
    }
}

/// All indices of the first modes of a shape.
fn prefixes(model: &Model, modes: usize) -> Vec<Vec<usize>> {
    if modes == 0 {
        return vec![vec![]];
    }
    let slices = model.slices().into_iter().enumerate();
    slices
        .flat_map(|(at, slice)| {
            prefixes(&slice, modes - 1).into_iter().map(move |rest| [vec![at], rest].concat())
        })
        .collect()
}

#[test]
fn wrong_jagged_shapes_are_refused_in_words() {
    let with = |levels: usize, outer: usize, extents: &str, origin: &str| {
        format!(
            r#"{{"levels":{levels},"outer_rank":{outer},"extents":{extents},"origin":{origin}}}"#
        )
    };
    let cases = [
        // Of no rows at all.
        (
            with(1, 1, "[[0],[18446744073709551615],[]]", "[[0],[0],[]]"),
            "the extents other than 0 make more than 9223372036854775807 elements: 1 before mode 1, times its extent 18446744073709551615",
        ),
        (with(2, 1, "[[3],[2,0]]", "[[0],[0]]"), "mode 1 has 3 rows, but there are 2 extents"),
        (with(2, 1, "[[3],[2,0,3,1]]", "[[0],[0]]"), "mode 1 has 3 rows, but there are 4 extents"),
        (with(2, 1, "[[3],[]]", "[[0],[0]]"), "mode 1 has 3 rows, but there are 0 extents"),
        (with(2, 1, "[[],[1]]", "[[0],[0]]"), "mode 0 has 1 rows, but there are 0 extents"),
        (with(2, 1, "[[1,1],[1]]", "[[0],[0]]"), "mode 0 has 1 rows, but there are 2 extents"),
        (
            with(2, 1, "[[2],[2,3],[1,2,3,4]]", "[[0],[0],[0]]"),
            "mode 2 has 5 rows, but there are 4 extents",
        ),
        (
            with(2, 1, "[[2],[2,3]]", "[[0],[0,0,0]]"),
            "mode 1 has 2 rows, but there are 3 coordinates of the origin",
        ),
        (with(2, 1, "[[2],[2,3]]", "[[0]]"), "the rank should be 2, but is 1"),
        (
            with(3, 1, "[[2],[2,3]]", "[[0],[0]]"),
            "3 modes should be divided row by row, but there are 2",
        ),
        (with(2, 0, "[[2],[2,3]]", "[[0],[0]]"), "the outer rank should be from 1 to 2, but is 0"),
        (with(2, 3, "[[2],[2,3]]", "[[0],[0]]"), "the outer rank should be from 1 to 2, but is 3"),
        (with(0, 1, "[]", "[]"), "the outer rank should be from 0 to 0, but is 1"),
        (
            with(2, 1, "[[2],[9223372036854775807,1]]", "[[0],[0]]"),
            "the rows of level 1 are too long: 9223372036854775807 entries before row 1, which has 1 more",
        ),
        (
            with(2, 1, "[[4294967296],[4294967296],[1]]", "[[0],[0],[0]]"),
            "the rows of level 1 are too long: 9223372032559808512 entries before row 2147483647, which has 4294967296 more",
        ),
        (
            with(0, 0, "[[4294967296],[4294967296]]", "[[0],[0]]"),
            "the extents other than 0 make more than 9223372036854775807 elements: 4294967296 before mode 1, times its extent 4294967296",
        ),
        (
            with(1, 1, "[[2],[1,4294967296],[1,4294967296]]", "[[0],[0],[0]]"),
            "the extents other than 0 make more than 9223372036854775807 elements: 4294967296 before mode 1, times its extent 4294967296",
        ),
        (
            with(2, 1, "[[2],[2,3]]", "[[0],[18446744073709551613]]"),
            "mode 1 of extent 3 cannot begin at 18446744073709551613: its end would not be a `usize`",
        ),
        // Many rows of no text: no memory is asked for them.
        (
            with(2, 1, "[[9223372036854775807],[1],[1,2]]", "[[0],[0],[0]]"),
            "mode 2 has 9223372036854775807 rows, but there are 2 extents",
        ),
        (with(2, 1, "[[2],3]", "[[0],[0]]"), "invalid type: integer `3`, expected a sequence"),
        (with(2, 1, "[[2],[2,-3]]", "[[0],[0]]"), "invalid value: integer `-3`, expected usize"),
        (r#"{"levels":2,"outer_rank":1,"extents":[[2],[2,3]]}"#.into(), "missing field `origin`"),
        (r#"{"levels":2,"levels":2}"#.into(), "duplicate field `levels`"),
        (
            r#"{"lengths":[2,3]}"#.into(),
            "unknown field `lengths`, expected one of `levels`, `outer_rank`, `extents`, `origin`",
        ),
    ];
    for (text, words) in &cases {
        refuses::<JaggedShape>(text, words);
    }
    refuses::<JaggedShape>("[[2],[3]]", "invalid type: sequence, expected usize");
    // Nested deeper than any form is.
    let deep = format!(r#"{{"levels":1,"outer_rank":1,"extents":{}"#, "[".repeat(100_000));
    assert!(serde_json::from_str::<JaggedShape>(&deep).is_err());
    // Bytes that say there are more numbers than follow.
    assert!(
        postcard::from_bytes::<JaggedShape>(&[1, 1, 1, 0xff, 0xff, 0xff, 0xff, 0x0f, 2]).is_err()
    );
}

/// Bytes with a wrong one give a shape that is written again as it is, or an error.
#[test]
fn bytes_that_are_changed_are_a_shape_or_an_error() {
    let (mut draw, mut shapes) = (Draw(7), 0);
    for seed in 0..5_000 {
        let rank = draw.below(4);
        let model = Draw(seed).model(rank, Zeros::Any);
        let mut bytes = postcard::to_allocvec(&model.build()).unwrap();
        for _ in 0..=draw.below(2) {
            let at = draw.below(bytes.len());
            bytes[at] = [0, 1, 2, 3, 5, 127, 255][draw.below(7)];
        }
        if let Ok(shape) = postcard::from_bytes::<JaggedShape>(&bytes) {
            shapes += 1;
            let again = postcard::to_allocvec(&shape).unwrap();
            assert_eq!(postcard::from_bytes::<JaggedShape>(&again).unwrap(), shape);
            assert_eq!(shape.indices().take(100).count(), shape.size().min(100));
        }
        let _ = postcard::from_bytes::<TiledShape>(&bytes);
        let _ = postcard::from_bytes::<ModeTiling>(&bytes);
        let _ = postcard::from_bytes::<Nested<JaggedShape>>(&bytes);
        let _ = postcard::from_bytes::<RaggedTensor<Vec<u8>>>(&bytes);
    }
    assert!(shapes > 500, "{shapes}");
}

#[test]
fn nested_shapes_are_layers_and_a_shape() {
    let nested = Nested::new([1, 2], Shape::new(extents![10, 20, 30])).unwrap();
    let expected = r#"{"layers":[1,2],"shape":{"extents":[10,20,30],"origin":[0,0,0]}}"#;
    assert_eq!(text(&nested), expected);
    let typed = Nested::typed(modes![1, 2], Shape::new(extents![10, 20, 30]));
    assert_eq!(text(&typed), expected);
    let rows = Nested::new([1, 1], JaggedShape::from_lengths([2, 3]).unwrap()).unwrap();
    assert_eq!(
        text(&rows),
        r#"{"layers":[1,1],"shape":{"levels":2,"outer_rank":1,"extents":[[2],[2,3]],"origin":[[0],[0]]}}"#
    );
    let tiled = Nested::new([2, 2], TiledShape::from_sizes([[1, 2], [2, 1]]).unwrap()).unwrap();
    let part = tiled.slice(([0, 0, 0, 0], [1, 2, 1, 1])).unwrap();
    assert_eq!(serde_json::from_str::<Nested<JaggedShape>>(&text(&part)).unwrap(), part);
    assert_eq!(
        text(&tiled),
        r#"{"layers":[2,2],"shape":{"extents":[3,3],"tiles":[[[1,1],[1,2]],[[1,2],[1,1]]]}}"#
    );
    assert_eq!(
        text(&Nested::new([0], Shape::scalar()).unwrap()),
        r#"{"layers":[0],"shape":{"extents":[],"origin":[]}}"#
    );
}

#[test]
fn wrong_nested_shapes_are_refused_in_words() {
    type Open = Nested<Shape<DynExtents<3>>>;
    type Known = Nested<Shape<StaticExtents![10, 20, 30]>, (Const<1>, Const<2>)>;
    let with = |layers: &str| {
        format!(r#"{{"layers":{layers},"shape":{{"extents":[10,20,30],"origin":[0,0,0]}}}}"#)
    };
    refuses::<Known>(&with("[2,1]"), "layer 0 should have rank 1, but has 2");
    refuses::<Known>(&with("[1,2,0]"), "there should be 2 layers, but there are 3");
    refuses::<Known>(&with("[3]"), "there should be 2 layers, but there are 1");
    let words = serde_json::from_str::<Open>(&with("[1,1]")).unwrap_err().to_string();
    assert!(words.contains('2') && words.contains('3'), "{words}");
    assert!(serde_json::from_str::<Open>(&with("[18446744073709551615,4]")).is_err());
    refuses::<Open>(r#"{"layers":[1,2]}"#, "missing field `shape`");
    refuses::<Nested<JaggedShape>>(
        r#"{"layers":[3],"shape":{"levels":3,"outer_rank":2,"extents":[[2],[1,2],[10,20,30]],"origin":[[0],[0],[0]]}}"#,
        "1 layers are too few for a jagged shape with 2 modes outside of its smooth slices",
    );
}

#[test]
fn ragged_tensors_are_a_shape_and_elements() {
    let rows = RaggedTensor::from_rows([vec![1, 2], vec![], vec![3]]).unwrap();
    let text = serde_json::to_string(&rows).unwrap();
    let expected = r#"{"shape":{"levels":2,"outer_rank":1,"extents":[[3],[2,0,1]],"origin":[[0],[0]]},"elements":[1,2,3]}"#;
    assert_eq!(text, expected);
    let bytes = postcard::to_allocvec(&rows).unwrap();
    for read in [
        serde_json::from_str::<RaggedTensor<Vec<i32>>>(&text).unwrap(),
        postcard::from_bytes(&bytes).unwrap(),
    ] {
        assert_eq!((read.shape(), read.as_slice()), (rows.shape(), rows.as_slice()));
        assert_eq!(read.row(0), Some(&[1, 2][..]));
    }
    // Borrowed elements are written alike.
    assert_eq!(serde_json::to_string(&rows.slice_rows(0..3).unwrap()).unwrap(), expected);
    let shape = r#"{"levels":2,"outer_rank":1,"extents":[[2],[2,1]],"origin":[[0],[0]]}"#;
    let with = |elements: &str| format!(r#"{{"shape":{shape},"elements":{elements}}}"#);
    let refuses = refuses_ragged;
    refuses(&with("[1,2]"), "the shape needs 3 elements, but 2 were given");
    refuses(&with("[1,2,3,4]"), "the shape needs 3 elements, but 4 were given");
    refuses(&with("[1,2,300]"), "invalid value: integer `300`, expected u8");
    refuses(r#"{"shape":null,"elements":[1]}"#, "the shape needs 0 elements, but 1 were given");
    refuses(r#"{"elements":[1]}"#, "missing field `shape`");
    for length in 0..bytes.len() {
        assert!(postcard::from_bytes::<RaggedTensor<Vec<i32>>>(&bytes[..length]).is_err());
    }
}

#[track_caller]
fn refuses_ragged(text: &str, words: &str) {
    let error =
        serde_json::from_str::<RaggedTensor<Vec<u8>>>(text).map(|tensor| tensor.into_parts());
    let error = error.unwrap_err().to_string();
    assert_eq!(error.split(" at line").next(), Some(words), "{text}");
}
