//! Jagged shapes with far more entries than memory, or with hardly any; and how shapes print.

use std::iter::repeat_n;

use extents::{DynRankExtents, Extents, ShapeError};
use extents_shapes::error::Pieces;
use extents_shapes::{JaggedShape, ModeTiling, ShapeBase, StructureError, TiledShape, jagged};

const MOST: usize = isize::MAX as usize;
const HUGE: usize = 1 << 40;

fn smooth(extents: &[usize]) -> JaggedShape {
    JaggedShape::from_extents(&DynRankExtents::new(extents).unwrap())
}

fn is_allocation<T: std::fmt::Debug>(result: Result<T, StructureError>) -> bool {
    matches!(result, Err(StructureError::Shape(ShapeError::Allocation { .. })))
}

#[test]
fn huge_smooth_shapes() {
    let shape = smooth(&[HUGE, 3, 1 << 20]);
    assert_eq!(shape.size(), 3 << 60);
    assert_eq!(shape.offset(&[HUGE - 1, 2, 5]), Ok((3 << 60) - (1 << 20) + 5));
    assert_eq!(shape.index((3 << 60) - 1).unwrap().as_ref(), [HUGE - 1, 2, (1 << 20) - 1]);
    assert_eq!(shape.rows().get(HUGE - 1), Some((3 << 60) - (3 << 20)..3 << 60));
    assert_eq!(shape.indices_of::<3>().unwrap().nth(1 << 20), Some([0, 1, 0]));
    assert_eq!(shape.indices_of::<3>().unwrap().len(), 3 << 60);
    assert_eq!(shape.flatten(0), Ok(smooth(&[3 * HUGE, 1 << 20])));
    assert_eq!(shape.flatten(1), Ok(smooth(&[HUGE, 3 << 20])));
    assert_eq!(shape.padded().unwrap().size(), 3 << 60);
    let part = shape.slice(([5, 0, 0], [HUGE, 3, 9])).unwrap();
    assert_eq!(part.size(), (HUGE - 5) * 27);
    assert_eq!(shape.slice_rows(7..HUGE).unwrap().size(), (HUGE - 7) * (3 << 20));
    assert_eq!(shape.element(&[HUGE - 1]), Ok(smooth(&[3, 1 << 20])));
    assert_eq!(format!("{shape}"), format!("[{HUGE}, 3, {}]", 1 << 20));
    assert_eq!((shape.bytes(), shape == shape.clone()), (0, true));
}

#[test]
fn huge_extents_beside_zero() {
    for extents in [[0, 1 << 62, 1], [1 << 62, 0, 1], [1 << 31, 0, 1 << 31], [0, MOST, 0]] {
        let shape = smooth(&extents);
        assert_eq!((shape.size(), shape.indices().count()), (0, 0));
        assert_eq!(shape.flatten(0), Ok(smooth(&[extents[0] * extents[1], extents[2]])));
        assert_eq!(shape.flatten(1), Ok(smooth(&[extents[0], extents[1] * extents[2]])));
        let pair = jagged![&shape, &shape].unwrap_or_default();
        assert!(pair.is_null() || pair.smooth_extents().unwrap().as_ref()[1..] == extents);
        assert!(!shape.contains(&[0, 0, 0]));
        let empty = shape.slice(([0; 3], [0; 3])).unwrap();
        assert_eq!((empty.size(), empty.rank()), (0, 3));
    }
    let shape = jagged![[HUGE, 0, 1], [HUGE, 0, 2]].unwrap();
    assert_eq!((shape.size(), shape.indices().next()), (0, None));
    assert_eq!(shape.flatten(1).unwrap(), jagged![[0, 1], [0, 2]].unwrap());
    assert_eq!(shape.flatten(2).unwrap(), smooth(&[2, HUGE, 0]));
    assert!(is_allocation(shape.flatten(0)));
}

#[test]
fn huge_slices_beside_others() {
    let shape = jagged![[HUGE, 2], [1, 3]].unwrap();
    assert_eq!(shape.size(), 2 * HUGE + 3);
    assert_eq!(shape.offset(&[1, 0, 2]), Ok(2 * HUGE + 2));
    assert_eq!(shape.index(2 * HUGE - 1).unwrap().as_ref(), [0, HUGE - 1, 1]);
    assert_eq!(shape.flatten(1), jagged![[2 * HUGE], [3]]);
    assert_eq!(shape.padded().unwrap(), DynRankExtents::new(&[2, HUGE, 3]).unwrap());
    // The rows of both as one list would be one number for each.
    assert!(is_allocation(shape.flatten(0)));
    let alike = jagged![[HUGE, 2], [1, 2]].unwrap();
    assert_eq!(alike.flatten(0), Ok(smooth(&[HUGE + 1, 2])));
    assert_eq!(alike.flatten(1), jagged![[2 * HUGE], [2]]);
    assert_eq!(alike.sampled(1 << 30).unwrap().index_of::<3>(2 * HUGE + 1), Ok([1, 0, 1]));
    assert!(is_allocation(jagged![[HUGE << 20], [5]].unwrap().sampled(1)));
    let sampled = jagged![[HUGE << 20], [5]].unwrap().sampled(usize::MAX).unwrap();
    assert_eq!(sampled.index_of::<2>((HUGE << 20) + 3), Ok([1, 3]));
    // A part that is huge itself, and one of its columns.
    let wide = jagged![[HUGE, 3], [2 * HUGE, 3]].unwrap();
    let part = wide.slice(([0, 5, 1], [2, HUGE, 2])).unwrap();
    assert_eq!(part.size(), 2 * (HUGE - 5));
    assert_eq!(part.offset(&[1, HUGE - 1, 1]), Ok(2 * (HUGE - 5) - 1));
    let clipped = wide.clip(([0, HUGE - 1, 0], [2, MOST, 3])).unwrap();
    assert_eq!(clipped.size(), 3 * (HUGE + 2));
    let error = wide.slice(([1, 5, 1], [2, 9, 4])).unwrap_err();
    assert_eq!(
        error,
        StructureError::SliceOutOfBounds {
            mode: 2,
            row: HUGE + 5,
            first: 1,
            last: 4,
            begin: 0,
            end: 3
        }
    );
    // Beside a ragged slice all rows are listed, if there is room for them.
    let ragged = jagged![[1], [2]].unwrap();
    let huge = [HUGE, HUGE];
    assert_eq!(
        jagged![huge].unwrap_err().to_string(),
        "the extents other than 0 make more than 9223372036854775807 elements: 1099511627776 before mode 1, times its extent 1099511627776"
    );
    assert!(is_allocation(JaggedShape::from_slices([&smooth(&[HUGE, 2]), &ragged])));
    assert!(is_allocation(JaggedShape::from_slices([&smooth(&[HUGE, 0]), &ragged])));
    let long = JaggedShape::from_slices([&smooth(&[2, HUGE]), &ragged]).unwrap();
    assert_eq!(long.size(), 2 * HUGE + 3);
    // Padding may be too much where the shape is not.
    let spread = jagged![[HUGE, 1, 1], [1, HUGE, 1], [1, 1, HUGE]].unwrap();
    assert_eq!(spread.size(), 3 * HUGE);
    assert!(matches!(
        spread.padded(),
        Err(StructureError::Shape(ShapeError::SizeOverflow { mode: 2, .. }))
    ));
    assert_eq!(
        spread.padding().unwrap_err().to_string(),
        "the extents other than 0 make more than 9223372036854775807 elements: 3298534883328 before mode 2, times its extent 1099511627776"
    );
}

/// Rows without elements take no time of their own for each row with some.
#[test]
fn many_empty_rows() {
    let count = 300_000;
    let lengths = || (0..count).map(|row| usize::from(row % 1000 == 999));
    let matrix = JaggedShape::from_lengths(lengths()).unwrap();
    let compact = JaggedShape::compact_from_lengths(lengths()).unwrap();
    for shape in [&matrix, &compact] {
        let expected = (0..count / 1000).map(|at| [at * 1000 + 999, 0]);
        assert!(shape.indices_of::<2>().unwrap().eq(expected));
        assert_eq!(shape.index(17).unwrap().as_ref(), [17_999, 0]);
        assert!(!shape.contains(&[0, 0]) && shape.contains(&[999, 0]));
    }
    // Empty rows of matrices, and matrices without rows, in front and behind as well.
    let matrices = JaggedShape::from_offset_levels([
        repeat_n(0, count).chain([5]).chain(repeat_n(5, count)).collect(),
        vec![0, 0, 0, 2, 2, 2],
    ])
    .unwrap();
    assert!(matrices.indices_of::<3>().unwrap().eq([[count - 1, 2, 0], [count - 1, 2, 1]]));
    let folded = matrices.indices_of::<3>().unwrap().fold(0, |count, _| count + 1);
    assert_eq!((folded, matrices.index(1).unwrap().as_ref()), (2, &[count - 1, 2, 1][..]));
    let none = JaggedShape::from_lengths(repeat_n(0, 5)).unwrap();
    assert_eq!((none.size(), none.indices().count()), (0, 0));
    assert_eq!(none, smooth(&[5, 0]));
}

#[test]
fn slices_of_rank_0() {
    assert_eq!(jagged![[], []].unwrap(), smooth(&[2]));
    assert_eq!(jagged![[]].unwrap().indices_of::<1>().unwrap().collect::<Vec<_>>(), [[0]]);
    assert_eq!(jagged![].unwrap(), smooth(&[0]));
    let scalar = JaggedShape::scalar();
    assert_eq!(JaggedShape::from_slices(vec![&scalar; 3]).unwrap(), smooth(&[3]));
    assert_eq!((scalar.offset(&[]), scalar.index(0).unwrap().len()), (Ok(0), 0));
    assert_eq!(scalar.indices_of::<0>().unwrap().collect::<Vec<_>>(), [[0_usize; 0]]);
    assert_eq!(scalar.slice([0; 0]), Ok(scalar.clone()));
    assert_eq!(scalar.chip([0; 0]), Err(ShapeError::NothingToChip.into()));
    assert_eq!(scalar.element(&[]), Ok(scalar.clone()));
    let pins = StructureError::TooManyPins { pins: 1, rank: 0 };
    assert_eq!((scalar.element(&[0]), scalar.clip([0])), (Err(pins), Err(pins)));
    assert_ne!(scalar, JaggedShape::null());
}

#[test]
fn slices_of_more_modes_than_memory() {
    for rank in [usize::MAX, MOST] {
        assert!(is_allocation(JaggedShape::from_slices_of_rank(rank, [])));
    }
    let deep = JaggedShape::from_slices_of_rank(1000, []).unwrap();
    assert_eq!((deep.rank(), deep.size()), (1001, 0));
}

#[test]
fn shapes_print() {
    let print = |shape: Result<JaggedShape, StructureError>| shape.unwrap().to_string();
    assert_eq!(print(Ok(JaggedShape::null())), "null");
    assert_eq!(print(Ok(JaggedShape::scalar())), "[]");
    assert_eq!(print(jagged![]), "[0]");
    assert_eq!(print(jagged![[2, 3]]), "[1, 2, 3]");
    assert_eq!(print(jagged![[2, 3], [2, 3]]), "[2, 2, 3]");
    assert_eq!(print(jagged![[2, 3], [2, 4]]), "{[2, 3], [2, 4]}");
    assert_eq!(print(jagged![[2, 3], [4, 3]]), "{[2, 3], [4, 3]}");
    assert_eq!(print(jagged![{ [1], [2] }, { [3], [3] }]), "{{[1], [2]}, {[3], [3]}}");
    assert_eq!(print(jagged![{ [1], [1] }, { [1] }]), "{[2, 1], [1, 1]}");
    assert_eq!(
        print(jagged![{ [1], [] }].or(jagged![{ [0] }, { [0], [2] }])),
        "{{[0]}, {[0], [2]}}"
    );
    let shape = jagged![[1, 3], [2, 3]].unwrap();
    assert_eq!(print(shape.with_origin(&[4])), "{[1, 3], [2, 3]} at [4]");
    assert_eq!(print(shape.with_origin(&[4, 5])), "{[1, 3] at [5, 0], [2, 3] at [5, 0]} at [4]");
    assert_eq!(print(smooth(&[2, 3]).with_origin(&[0, 1])), "[2, 3] at [0, 1]");
    let many = print(JaggedShape::from_lengths(0..20));
    assert!(many.starts_with("{[0], [1], ") && many.ends_with(", [15], and 4 more}"), "{many}");
    assert_eq!(format!("{:?}", jagged![[1], [2]].unwrap()), "JaggedShape(rank 2, {[1], [2]})");
    let unknown = JaggedShape::from_slices_of_rank(2, []).unwrap();
    assert_eq!((unknown.rank(), unknown.smooth_extents()), (3, None));
    assert_eq!(unknown.to_string(), "{}");
}

/// A list in a list, and so on: two slices each, of which the second one is empty.
#[test]
fn shapes_of_very_many_levels_print() {
    let levels = 20_000;
    let shape = JaggedShape::from_offset_levels(vec![vec![0, 2, 2]; levels]).unwrap();
    let closed = ", {}}".repeat(levels - 1);
    let expected = format!("{}[2], [0]}}{closed}", "{".repeat(levels));
    assert!(shape.to_string() == expected);
    assert_eq!(format!("{shape:?}"), format!("JaggedShape(rank 20001, {expected})"));
}

/// Rows without entries, far more than could be looked at: they take neither time nor memory.
#[test]
fn very_many_rows_without_entries() {
    let none = JaggedShape::from_lengths([]).unwrap();
    let shape = (smooth(&[HUGE, 0]).ix("i,j") * none.ix("j,k")).to("i,j,k").unwrap();
    assert_eq!(shape.flatten(1).unwrap(), smooth(&[HUGE, 0]));
    assert_eq!(shape.flatten(0).unwrap(), none);
    let half = shape.slice(([0; 3], [HUGE / 2, 0, 0])).unwrap();
    assert_eq!((half.size(), half.rows().len()), (0, HUGE / 2));
    let part = shape.clip(([1; 3], [HUGE / 2, 5, 5])).unwrap();
    assert_eq!((part.size(), part.rows().len()), (0, HUGE / 2 - 1));
}

/// The row that is too much for those of one length.
#[test]
fn rows_of_one_length_that_are_too_much() {
    let over = |mode, piece, before, size| StructureError::SumOverflow {
        of: Pieces::Rows,
        mode,
        piece,
        before,
        size,
    };
    let rows = JaggedShape::from_lengths([1 << 61, 1 << 60]).unwrap();
    let error = (rows.ix("i,j") * smooth(&[8]).ix("k")).to("i,j,k").unwrap_err();
    assert_eq!(error, over(2, (1 << 60) - 1, (1 << 63) - 8, 8));
    let rows = JaggedShape::from_lengths([1, 2]).unwrap();
    let error = (smooth(&[1 << 62]).ix("k") * rows.ix("i,j")).to("i,j,k").unwrap_err();
    assert_eq!(error, over(2, 1, 1 << 62, 1 << 62));
}

/// Empty tiles that are all alike make a smooth shape, whose extents are as large as extents may be.
#[test]
fn empty_tiles_that_make_no_extents() {
    let empty = ModeTiling::in_parts(0, HUGE).unwrap();
    let whole = ModeTiling::uniform(HUGE, 1 << 20).unwrap();
    for tilings in [[empty.clone(), whole.clone()], [whole, empty.clone()]] {
        let error = TiledShape::from_tilings(tilings).unwrap_err();
        assert!(matches!(error, StructureError::Shape(ShapeError::SizeOverflow { .. })), "{error}");
    }
    let fits = ModeTiling::uniform(1 << 22, 1 << 11).unwrap();
    let tiled = TiledShape::from_tilings([empty, fits]).unwrap();
    assert_eq!(tiled.jagged().unwrap(), smooth(&[HUGE, 1 << 11, 0, 1 << 11]));
}

/// Tiles without elements, far more than could be looked at, are passed over.
#[test]
fn many_empty_tiles() {
    let in_parts = |extent| ModeTiling::in_parts(extent, 1 << 30).unwrap();
    let indices = |tilings: [ModeTiling; 2]| {
        let tiled = TiledShape::from_tilings(tilings).unwrap();
        tiled.indices().map(|index| index.to_vec()).collect::<Vec<_>>()
    };
    assert_eq!(indices([in_parts(0), in_parts(2)]), [[0; 4]; 0]);
    assert_eq!(indices([in_parts(1), in_parts(1)]), [[0; 4]]);
    assert_eq!(
        indices([in_parts(2), in_parts(2)]),
        [[0, 0, 0, 0], [0, 1, 0, 0], [1, 0, 0, 0], [1, 1, 0, 0]]
    );
    // In the middle too.
    let sizes = ModeTiling::from_sizes([0, 2, 0, 0, 1, 0]).unwrap();
    assert_eq!(indices([in_parts(1), sizes]), [[0, 1, 0, 0], [0, 1, 0, 1], [0, 4, 0, 0]]);
}
