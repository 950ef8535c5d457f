//! Ragged tensors as columns of Arrow, made and taken apart as `arrow-data` has them. `tests/conformance/tests/arrow` has those of
//! other libraries.

use std::sync::Arc;

use arrow_buffer::{Buffer, NullBuffer};
use arrow_data::ArrayData;
use arrow_schema::extension::ExtensionType;
use arrow_schema::{DataType, Field, Metadata};
use extents_shapes::arrow::{self, VariableShapeTensor};
use extents_shapes::{JaggedShape, RaggedTensor, ShapeBase, jagged};

use crate::jagged::model::{Draw, Model, Zeros};

fn list_of(values: DataType) -> DataType {
    DataType::List(Arc::new(Field::new_list_field(values, true)))
}

fn struct_of(values: DataType, rank: i32) -> DataType {
    let extent = Arc::new(Field::new_list_field(DataType::Int32, true));
    let shape = DataType::FixedSizeList(extent, rank);
    let fields = vec![Field::new("data", list_of(values), true), Field::new("shape", shape, true)];
    DataType::Struct(fields.into())
}

fn field(storage: DataType, metadata: &str) -> Field {
    let entries = Metadata::new()
        .with("ARROW:extension:name", "arrow.variable_shape_tensor")
        .with("ARROW:extension:metadata", metadata);
    Field::new("column", storage, true).with_metadata(entries)
}

/// The parts of an array of matrices, each as it should not be.
#[derive(Clone)]
struct Parts {
    values: Vec<f32>,
    offsets: Vec<i32>,
    extents: Vec<i32>,
    rank: i32,
    nulls: [Option<NullBuffer>; 4],
    rows: usize,
}

impl Parts {
    /// Of 2 x 2 and 1 x 3.
    fn new() -> Self {
        let values = (0..7_u8).map(f32::from).collect();
        let (offsets, extents) = (vec![0, 4, 7], vec![2, 2, 1, 3]);
        Parts { values, offsets, extents, rank: 2, nulls: [None, None, None, None], rows: 2 }
    }

    fn array(self) -> ArrayData {
        let [of_rows, of_data, of_shape, of_values] = self.nulls;
        let numbers = |data_type, buffer, count, nulls| {
            let array = ArrayData::builder(data_type).len(count).add_buffer(buffer).nulls(nulls);
            array.build().unwrap()
        };
        let count = self.values.len();
        let values = numbers(DataType::Float32, Buffer::from_vec(self.values), count, of_values);
        let count = self.extents.len();
        let extents = numbers(DataType::Int32, Buffer::from_vec(self.extents), count, None);
        let whole = struct_of(DataType::Float32, self.rank);
        let DataType::Struct(fields) = &whole else { panic!("a struct") };
        let data = ArrayData::builder(fields[0].data_type().clone()).len(self.rows).nulls(of_data);
        let data = data.add_buffer(Buffer::from_vec(self.offsets)).add_child_data(values);
        let shape =
            ArrayData::builder(fields[1].data_type().clone()).len(self.rows).nulls(of_shape);
        let shape = shape.add_child_data(extents);
        let array = ArrayData::builder(whole.clone()).len(self.rows).nulls(of_rows);
        // SAFETY: what is tested looks at all offsets and lengths before it reads; nothing else reads these arrays.
        unsafe {
            let children = vec![data.build_unchecked(), shape.build_unchecked()];
            array.child_data(children).build_unchecked()
        }
    }
}

#[track_caller]
fn refuses(metadata: &str, array: &ArrayData, words: &str) {
    let error = arrow::view::<f32>(&field(array.data_type().clone(), metadata), array);
    let error = error.map(|tensor| tensor.into_parts()).unwrap_err().to_string();
    assert!(error.contains(words), "{metadata}: {error}");
}

#[test]
fn ragged_tensors_go_out_and_in() {
    for (shape, rank) in [
        (JaggedShape::from_lengths([2, 0, 3]).unwrap(), 1),
        (JaggedShape::compact_from_lengths([2, 0, 3]).unwrap(), 1),
        (jagged![[2, 3], [1, 4], [0, 9]].unwrap(), 2),
        (jagged![[2, 3, 2], [2, 1, 2]].unwrap(), 3),
        (jagged![[2], [2]].unwrap(), 1),
        (jagged![[2, 3]].unwrap(), 2),
        (JaggedShape::from_extents(&extents::extents![3, 2, 2]), 2),
        (JaggedShape::from_extents(&extents::extents![4]), 0),
    ] {
        let elements: Vec<i64> = (0..shape.size() as i64).collect();
        let address = elements.as_ptr();
        let kind = VariableShapeTensor::new(rank).unwrap();
        let data =
            arrow::array(&kind, RaggedTensor::new(shape.clone(), elements).unwrap()).unwrap();
        // What Arrow itself checks of arrays, by definition.
        data.validate_full().unwrap();
        let field = kind.field::<i64>("column").unwrap();
        assert_eq!((field.data_type(), data.len()), (data.data_type(), shape.rows().len()));
        assert_eq!(data.data_type(), &struct_of(DataType::Int64, rank as i32));
        let tensor = arrow::view::<i64>(&field, &data).unwrap();
        assert_eq!(tensor.shape(), &shape);
        // No element moved.
        assert_eq!(tensor.as_slice().as_ptr(), address);
        assert!(tensor.as_slice().iter().copied().eq(0..shape.size() as i64));
    }
    // Without a tensor, a shape keeps what the type states.
    let empty = JaggedShape::from_extents(&extents::extents![0, 2, 3]);
    let kind = VariableShapeTensor::new(2).unwrap().with_uniform_shape([Some(2), Some(3)]).unwrap();
    let data = arrow::array(&kind, RaggedTensor::full(empty.clone(), 0_u8).unwrap()).unwrap();
    data.validate_full().unwrap();
    assert_eq!(
        arrow::view::<u8>(&kind.field::<u8>("column").unwrap(), &data).unwrap().shape(),
        &empty
    );
}

/// Each element against its place by definition: mode `i` of a tensor is mode `permutation[i]` in memory.
#[test]
fn a_permutation_moves_elements_both_ways() {
    let permutation = [2, 0, 1];
    let kind = VariableShapeTensor::new(3).unwrap().permuted(&permutation).unwrap();
    let kind = kind.with_names(["x", "y", "z"]).unwrap();
    // Tensors of 2 x 3 x 4 and 1 x 2 x 2 in memory.
    let in_memory = [[2, 3, 4], [1, 2, 2]];
    let shape = jagged![[4, 2, 3], [2, 1, 2]].unwrap();
    let value = |tensor: usize, at: [usize; 3]| {
        let mut place = [0; 3];
        for (mode, coordinate) in at.into_iter().enumerate() {
            place[permutation[mode]] = coordinate;
        }
        let first = 24 * tensor;
        first
            + place.iter().zip(in_memory[tensor]).fold(0, |offset, (c, extent)| offset * extent + c)
    };
    let tensor =
        RaggedTensor::from_fn(shape.clone(), |at| value(at[0], [at[1], at[2], at[3]]) as u32);
    let tensor = tensor.unwrap();
    let data = arrow::array(&kind, tensor.clone()).unwrap();
    data.validate_full().unwrap();
    let values = &data.child_data()[0].child_data()[0];
    assert!(values.buffer::<u32>(0).iter().copied().eq(0..28));
    let extents = &data.child_data()[1].child_data()[0];
    assert_eq!(extents.buffer::<i32>(0), [2, 3, 4, 1, 2, 2]);
    let field = kind.field::<u32>("column").unwrap();
    assert_eq!(
        field.extension_type_metadata(),
        Some(r#"{"dim_names":["y","z","x"],"permutation":[2,0,1]}"#)
    );
    let read = arrow::view::<u32>(&field, &data).unwrap();
    assert_eq!((read.shape(), read.as_slice()), (&shape, tensor.as_slice()));
    let part = data.slice(1, 1);
    let read = arrow::view::<u32>(&field, &part).unwrap();
    assert!(read.as_slice().iter().copied().eq(tensor.row(1).unwrap().iter().copied()));
    // The permutation that moves nothing copies nothing.
    let still = VariableShapeTensor::new(3).unwrap().permuted(&[0, 1, 2]).unwrap();
    let data = arrow::array(&still, tensor).unwrap();
    let read = arrow::view::<u32>(&still.field::<u32>("column").unwrap(), &data).unwrap();
    assert!(matches!(read.into_parts().1, std::borrow::Cow::Borrowed(_)));
}

#[test]
fn a_part_of_an_array_is_a_part_of_the_tensor() {
    let lengths = [2, 0, 3, 1, 4];
    let tensor = RaggedTensor::from_fn(JaggedShape::from_lengths(lengths).unwrap(), |at| {
        (10 * at[0] + at[1]) as i16
    });
    let kind = VariableShapeTensor::new(1).unwrap();
    let data = arrow::array(&kind, tensor.unwrap()).unwrap();
    let field = kind.field::<i16>("column").unwrap();
    for begin in 0..5 {
        for count in 0..=5 - begin {
            // A part of the whole, a struct with an offset of its own, and parts of its children.
            let moved = data.clone().into_builder().offset(begin).len(count).build().unwrap();
            for part in [data.slice(begin, count), moved] {
                let tensor = arrow::view::<i16>(&field, &part).unwrap();
                assert_eq!(tensor.shape().rows().len(), count);
                for row in 0..count {
                    let expected =
                        (0..lengths[begin + row]).map(|at| (10 * (begin + row) + at) as i16);
                    assert!(tensor.row(row).unwrap().iter().copied().eq(expected));
                }
            }
        }
    }
}

/// Random trees of slices: those of boxes go out and in, others are refused with the slice that is no box.
#[test]
fn random_ragged_tensors_go_out_and_in_or_are_refused() {
    let (mut went, mut refused) = (0, 0);
    for seed in 0..3_000 {
        let mut draw = Draw(seed);
        let rank = 1 + draw.below(3);
        let model = draw.model(rank, Zeros::Any);
        let shape = model.build();
        let rows: Vec<_> = (0..rank).flat_map(|mode| model.rows(mode)).collect();
        let has_origin = rows.iter().any(|row| row.1 != 0);
        // Smooth is what has rows of one extent in each mode.
        let is_box = |slice: &Model| {
            (0..slice.rank())
                .all(|mode| slice.rows(mode).windows(2).all(|pair| pair[0].0 == pair[1].0))
        };
        let first = model.slices().iter().position(|slice| !is_box(slice));
        let elements: Vec<usize> = (0..shape.size()).collect();
        let elements: Vec<u64> = elements.iter().map(|&n| n as u64).collect();
        let tensor = RaggedTensor::new(shape.clone(), elements).unwrap();
        let kind = VariableShapeTensor::new(rank - 1).unwrap();
        match arrow::array(&kind, tensor) {
            Ok(data) => {
                data.validate_full().unwrap();
                assert!(!has_origin && first.is_none(), "{model:?}");
                let field = kind.field::<u64>("column").unwrap();
                let read = arrow::view::<u64>(&field, &data).unwrap();
                assert!(read.shape().indices().eq(shape.indices()), "{model:?}");
                went += 1;
            }
            Err(rejected) => {
                let text = rejected.to_string();
                assert_eq!(rejected.value.shape(), &shape);
                // An origin that no row has may be dropped with the rows.
                if text.contains("but in Arrow all modes begin at 0") {
                    assert!(states_origin(&model), "{text}: {model:?}");
                } else if text.contains("has no rows") {
                    // An empty slice whose extents nothing tells.
                    let has_none =
                        |slice: &Model| (0..rank - 1).any(|mode| slice.rows(mode).is_empty());
                    assert!(model.slices().iter().any(has_none), "{text}: {model:?}");
                } else {
                    let first = first.unwrap();
                    assert!(
                        text.starts_with(&format!("slice {first} along mode 0 is not smooth")),
                        "{text}"
                    );
                }
                refused += 1;
            }
        }
    }
    assert!(went > 300 && refused > 300, "{went} {refused}");
}

/// Whether some mode begins elsewhere than at 0, also one without rows.
fn states_origin(model: &Model) -> bool {
    match model {
        Model::Box(modes) => modes.iter().any(|mode| mode.1 != 0),
        Model::List { origin, slices, .. } => *origin != 0 || slices.iter().any(states_origin),
    }
}

#[test]
fn what_cannot_go_out_comes_back() {
    let refuse = |kind: &VariableShapeTensor, shape: JaggedShape| {
        let rejected = arrow::array(kind, RaggedTensor::full(shape, 7_u8).unwrap()).unwrap_err();
        assert!(rejected.value.as_slice().iter().all(|&element| element == 7));
        rejected.to_string()
    };
    let vectors = VariableShapeTensor::new(1).unwrap();
    let matrices = VariableShapeTensor::new(2).unwrap();
    assert_eq!(
        refuse(&vectors, JaggedShape::null()),
        "the null shape has no modes and no elements to work on"
    );
    assert_eq!(refuse(&matrices, jagged![[1], [2]].unwrap()), "the rank should be 3, but is 2");
    assert_eq!(
        refuse(&matrices, jagged![{ [1] }, { [2], [1] }].unwrap()),
        "slice 1 along mode 0 is not smooth, as tensors of Arrow are: mode 1 is ragged: row 0 has extent 2, row 1 has 1"
    );
    let cut = jagged![[10], [20]].unwrap().clip(([0, 5], [2, 15])).unwrap();
    assert_eq!(
        refuse(&vectors, cut),
        "row 0 of mode 1 begins at 5, but in Arrow all modes begin at 0"
    );
    let rows = JaggedShape::from_lengths([2, 0, 3]).unwrap().slice_rows(1..3).unwrap();
    assert_eq!(
        refuse(&vectors, rows),
        "row 0 of mode 0 begins at 1, but in Arrow all modes begin at 0"
    );
    let known = matrices.clone().with_uniform_shape([None, Some(3)]).unwrap();
    assert_eq!(
        refuse(&known, jagged![[2, 3], [1, 4]].unwrap()),
        "mode 1 of tensor 1 should have extent 3, as the type states, but has 4"
    );
    // In memory, which a permutation tells.
    let known = known.permuted(&[1, 0]).unwrap();
    assert_eq!(
        refuse(&known, jagged![[3, 2], [4, 1]].unwrap()),
        "mode 1 of tensor 1 should have extent 3, as the type states, but has 4"
    );
    assert_eq!(
        refuse(&matrices, jagged![[0, 1 << 31], [0, 1]].unwrap()),
        "an extent is 2147483648, but Arrow has at most 2147483647"
    );
    let error = VariableShapeTensor::new(1 << 31).unwrap_err();
    assert_eq!(error.to_string(), "the rank is 2147483648, but Arrow has at most 2147483647");
    assert_eq!(
        vectors.field::<bool>("mask").unwrap_err().to_string(),
        "Arrow has no array of elements of pred"
    );
}

#[test]
fn wrong_metadata_is_refused_in_words() {
    let array = Parts::new().array();
    for good in [
        "{}",
        "{\"uniform_shape\":[null,null]}",
        "{\"permutation\":null}",
        "{\"uniform_shape\":null}",
    ] {
        let tensor = arrow::view::<f32>(&field(array.data_type().clone(), good), &array).unwrap();
        assert_eq!(tensor.shape(), &jagged![[2, 2], [1, 3]].unwrap());
    }
    for (metadata, words) in [
        ("", "the metadata is wrong: EOF while parsing a value"),
        ("[]", "invalid type: sequence, expected an object"),
        ("{\"shape\":[2,2]}", "there is an entry `shape`"),
        ("{\"uniform_shape\":[2,-2]}", "invalid type: integer `-2`, expected an extent"),
        ("{\"uniform_shape\":[2]}", "`uniform_shape` should have 2 entries, one a mode, but has 1"),
        (
            "{\"uniform_shape\":[null,2]}",
            "mode 1 of tensor 1 should have extent 2, as the type states, but has 3",
        ),
        (
            "{\"uniform_shape\":[1,null]}",
            "mode 0 of tensor 0 should have extent 1, as the type states, but has 2",
        ),
        (
            "{\"dim_names\":[\"a\",\"b\",\"c\"]}",
            "`dim_names` should have 2 entries, one a mode, but has 3",
        ),
        ("{\"permutation\":[0]}", "`permutation` should have 2 entries, one a mode, but has 1"),
        ("{\"permutation\":[0,0]}", "entries 0 and 1 of the permutation are both mode 0"),
        (
            "{\"permutation\":[1,2]}",
            "entry 1 of the permutation should be one of the 2 modes, but is 2",
        ),
        ("{\"permutation\":[0,1],\"permutation\":[1,0]}", "there are two entries `permutation`"),
    ] {
        refuses(metadata, &array, words);
    }
}

#[test]
fn wrong_arrays_are_refused_in_words() {
    let with = |change: fn(&mut Parts)| {
        let mut parts = Parts::new();
        change(&mut parts);
        parts.array()
    };
    let null = |place: usize, bits: &'static [bool]| {
        let mut parts = Parts::new();
        parts.nulls[place] = Some(NullBuffer::from(bits));
        parts.array()
    };
    let cases = [
        (
            with(|parts| parts.extents[3] = 2),
            "the shape of tensor 1 has 2 elements, but there are 3",
        ),
        (
            with(|parts| parts.extents[1] = 3),
            "the shape of tensor 0 has 6 elements, but there are 4",
        ),
        (
            with(|parts| parts.extents[2] = -1),
            "mode 0 of tensor 1 should have an extent of at least 0, but has -1",
        ),
        (with(|parts| parts.offsets[1] = 8), "the elements of tensor 1 begin at 8, but end at 7"),
        (with(|parts| parts.offsets[0] = -1), "the elements of tensor 0 begin at -1, but end at 4"),
        (with(|parts| parts.offsets[2] = 9), "the lists need 9 values, but the array has 7"),
        (with(|parts| parts.offsets.truncate(2)), "the lists need 3 values, but the array has 2"),
        (with(|parts| parts.extents.truncate(3)), "the lists need 4 values, but the array has 3"),
        (with(|parts| parts.rows = 3), "the lists need 6 values, but the array has 4"),
        (
            with(|parts| {
                parts.extents = vec![i32::MAX; 6];
                parts.rank = 3;
            }),
            "the extents other than 0 make more than 9223372036854775807 elements: 4611686014132420609 before mode 2, times its extent 2147483647",
        ),
        (null(0, &[true, false]), "tensor 1 is null, the first of 1"),
        (null(1, &[false, true]), "tensor 0 is null, the first of 1"),
        (null(2, &[false, false]), "tensor 0 is null, the first of 2"),
        (null(3, &[true, true, true, true, true, false, true]), "element 1 of tensor 1 is null"),
    ];
    for (array, words) in &cases {
        refuses("{}", array, words);
    }
    let array = Parts::new().array();
    let of = |storage: DataType| field(storage, "{}");
    let error =
        |field: &Field| arrow::view::<f32>(field, &array).map(|_| ()).unwrap_err().to_string();
    assert!(
        error(&of(DataType::Float32))
            .starts_with("the array should be of the type Struct of `data`")
    );
    assert!(
        error(&of(struct_of(DataType::Float64, 2)))
            .starts_with("the array should be of the type Struct")
    );
    assert!(
        error(&of(struct_of(DataType::Float32, 3)))
            .starts_with("the array should be of the type Struct")
    );
    let plain = Field::new("column", struct_of(DataType::Float32, 2), true);
    assert!(error(&plain).ends_with("but is of no extension type"));
    let other =
        arrow::view::<i32>(&of(struct_of(DataType::Float32, 2)), &array).map(|_| ()).unwrap_err();
    assert_eq!(other.to_string(), "the elements should be s32, but are Float32");
}

#[test]
fn fields_take_and_give_the_type() {
    let kind = VariableShapeTensor::new(2).unwrap().with_uniform_shape([None, Some(3)]).unwrap();
    let mut field = Field::new("column", struct_of(DataType::Float32, 2), false);
    field.try_with_extension_type(kind.clone()).unwrap();
    assert_eq!(field, kind.field::<f32>("column").unwrap());
    assert_eq!(field.try_extension_type::<VariableShapeTensor>().unwrap(), kind);
    let mut wrong = Field::new("column", struct_of(DataType::Float32, 3), false);
    let error = wrong.try_with_extension_type(kind.clone()).unwrap_err().to_string();
    assert!(error.contains('2') && error.contains('3'), "{error}");
    let texts = kind.supports_data_type(&struct_of(DataType::Utf8, 2)).unwrap_err().to_string();
    assert!(texts.contains("List of numbers"), "{texts}");
    // As `arrow-schema` writes it, which is not what the format says.
    let other = r#"{"dim_names":null,"permutations":[1,0],"uniform_shape":[null,3]}"#;
    let read = VariableShapeTensor::deserialize_metadata(Some(other)).unwrap();
    let read = VariableShapeTensor::try_new(&struct_of(DataType::Float32, 2), read).unwrap();
    assert_eq!(read, kind.permuted(&[1, 0]).unwrap());
}

/// A field may state any number of modes, and an array without tensors has nothing for any of them.
#[test]
fn more_modes_than_memory_are_an_error() {
    for (modes, is_read) in [(1 << 16, true), ((1 << 16) + 1, false), (i32::MAX, false)] {
        let field = field(struct_of(DataType::Float32, modes), "{}");
        match arrow::view::<f32>(&field, &ArrayData::new_empty(field.data_type())) {
            Ok(tensor) => {
                assert!(is_read, "{modes} modes");
                assert_eq!(tensor.shape().smooth_extents().unwrap().as_ref().len(), (1 << 16) + 1);
            }
            Err(error) => {
                assert!(!is_read, "{modes} modes: {error}");
                let words = format!(
                    "a column without tensors states {modes} modes, but at most 65536 are read where no tensor has them"
                );
                assert_eq!(error.to_string(), words);
            }
        }
    }
    // Others are modes, in the order that the type states.
    let kind = VariableShapeTensor::new(3).unwrap().with_uniform_shape([Some(4), None, Some(5)]);
    let kind = kind.unwrap().permuted(&[2, 0, 1]).unwrap();
    let field = kind.field::<f32>("column").unwrap();
    let array = ArrayData::new_empty(field.data_type());
    let tensor = arrow::view::<f32>(&field, &array).unwrap();
    assert_eq!(tensor.shape().smooth_extents().unwrap().as_ref(), [0, 5, 4, 0]);
}
