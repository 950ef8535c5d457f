//! Columns of Arrow, made and taken apart as `arrow-data` has them. `tests/conformance/tests/arrow` has those of other libraries.

mod gallery;

use std::fmt::Debug;
use std::sync::Arc;

use arrow_buffer::{ArrowNativeType, Buffer};
use arrow_data::ArrayData;
use arrow_schema::extension::ExtensionType;
use arrow_schema::{DataType, Field, Metadata};
use bytemuck::checked::CheckedBitPattern;
use extents::error::ColumnError;
use extents::layout::{Canonical, ColMajor, Strided};
use extents::storage::arrow::{self, FixedShapeTensor};
use extents::{
    DynExtents, DynRankExtents, Extents, HasDType, Mapping, StaticExtents, Tensor, dims, extents,
};

use crate::counting::asked_by;

dims! { Y, X, Rgb }

/// A field as another library writes it, with this metadata.
pub(crate) fn field(storage: DataType, metadata: &str) -> Field {
    let entries = Metadata::new()
        .with("ARROW:extension:name", "arrow.fixed_shape_tensor")
        .with("ARROW:extension:metadata", metadata);
    Field::new("column", storage, true).with_metadata(entries)
}

pub(crate) fn list(values: DataType, size: i32) -> DataType {
    DataType::FixedSizeList(Arc::new(Field::new_list_field(values, true)), size)
}

/// An array of lists of this size.
pub(crate) fn lists<T: ArrowNativeType + HasDType>(
    values: Vec<T>,
    size: i32,
    data_type: DataType,
) -> ArrayData {
    let (count, tensors) = (values.len(), values.len() / usize::try_from(size).unwrap());
    let values =
        ArrayData::builder(data_type.clone()).len(count).add_buffer(Buffer::from_vec(values));
    let values = values.build().unwrap();
    let array = ArrayData::builder(list(data_type, size)).len(tensors).add_child_data(values);
    array.build().unwrap()
}

#[test]
fn each_type_goes_out_and_in() {
    fn check<T>(data_type: DataType, of: impl Fn(u8) -> T)
    where
        T: HasDType + ArrowNativeType + CheckedBitPattern + PartialEq + Debug,
    {
        let values: Vec<T> = (0..24).map(&of).collect();
        let address = values.as_ptr();
        let tensor = Tensor::from_vec(extents![dyn 2, 3, 4].unwrap(), values).unwrap();
        let (kind, data) = arrow::array(tensor).unwrap();
        // What Arrow itself checks of arrays, by definition.
        data.validate_full().unwrap();
        let field = kind.field::<T>("column").unwrap();
        assert_eq!(field.data_type(), data.data_type());
        assert_eq!(data.data_type(), &list(data_type, 12));
        let view = arrow::view::<T, StaticExtents![2, 3, dyn]>(&field, &data).unwrap();
        // No element moved.
        assert_eq!(view.as_ptr(), address);
        for n in 0..24_u8 {
            let [i, j, k] = [n / 12, n / 4 % 3, n % 4].map(usize::from);
            assert_eq!(view[[i, j, k]], of(n));
        }
    }
    check(DataType::Int8, |n| n as i8 - 9);
    check(DataType::Int16, |n| i16::from(n) - 9);
    check(DataType::Int32, |n| i32::from(n) - 9);
    check(DataType::Int64, |n| i64::from(n) - 9);
    check(DataType::UInt8, |n| n);
    check(DataType::UInt16, u16::from);
    check(DataType::UInt32, u32::from);
    check(DataType::UInt64, u64::from);
    check(DataType::Float32, |n| f32::from(n) / 2.0);
    check(DataType::Float64, |n| f64::from(n) / 2.0);
    #[cfg(feature = "half")]
    check(DataType::Float16, |n| half::f16::from_f32(f32::from(n) / 2.0));
}

/// Of the format: "{ "shape": [100, 200, 500], "permutation": [2, 0, 1]}: this is the physical layout shape and the shape of the
/// logical layout would in this case be [500, 100, 200]".
#[test]
fn a_permutation_is_that_of_the_format() {
    let kind = FixedShapeTensor::new(&[100, 200, 500]).unwrap().permuted(&[2, 0, 1]).unwrap();
    assert_eq!(kind.extents().unwrap().as_slice(), [500, 100, 200]);
    // The same of small tensors, element by element: mode `i` is mode `permutation[i]` in memory.
    let permutation = [2, 0, 1];
    let shape = [2, 3, 4];
    let metadata =
        r#"{ "shape": [2, 3, 4], "permutation": [2, 0, 1], "dim_names": ["C", "H", "W"] }"#;
    let data = lists((0..48).collect::<Vec<i32>>(), 24, DataType::Int32);
    let field = field(list(DataType::Int32, 24), metadata);
    let view = arrow::view::<i32, DynExtents<4>>(&field, &data).unwrap();
    assert_eq!(view.extents().extents(), [2, 4, 2, 3]);
    for n in 0..2 {
        for i in 0..4 {
            for j in 0..2 {
                for k in 0..3 {
                    let mut in_memory = [0; 3];
                    for (mode, coordinate) in [i, j, k].into_iter().enumerate() {
                        in_memory[permutation[mode]] = coordinate;
                    }
                    let offset =
                        in_memory.iter().zip(shape).fold(n, |at, (c, extent)| at * extent + c);
                    assert_eq!(view[[n, i, j, k]], i32::try_from(offset).unwrap());
                }
            }
        }
    }
    let kind = FixedShapeTensor::of_field(&field).unwrap();
    assert_eq!(kind.names(), Some(vec!["W", "C", "H"]));
    assert_eq!(kind.dim_names(), Some(&["C", "H", "W"].map(String::from)[..]));
}

#[test]
fn layouts_become_permutations() {
    fn permutation(strides: [isize; 4], extents: [usize; 4]) -> Option<Vec<usize>> {
        let count: usize = extents.iter().product();
        let layout = Strided::new(strides);
        let mapping = Mapping::with_layout(DynExtents::new(extents).unwrap(), layout).unwrap();
        let tensor = Tensor::from_vec(mapping, (0..count).collect::<Vec<_>>()).unwrap();
        let tensor =
            Tensor::from_vec(mapping, tensor.as_slice().iter().map(|&n| n as u64).collect());
        let tensor = tensor.unwrap();
        let expected: Vec<u64> = tensor.iter().copied().collect();
        let (kind, data) = arrow::array(tensor).unwrap();
        data.validate_full().unwrap();
        let field = kind.field::<u64>("column").unwrap();
        let view = arrow::view::<u64, DynRankExtents>(&field, &data).unwrap();
        assert_eq!(view.extents().as_slice(), extents);
        assert!(view.iter().copied().eq(expected));
        kind.permutation().map(Vec::from)
    }
    assert_eq!(permutation([24, 12, 4, 1], [2, 2, 3, 4]), None);
    assert_eq!(permutation([24, 1, 2, 6], [2, 2, 3, 4]), Some(vec![2, 1, 0]));
    assert_eq!(permutation([24, 4, 8, 1], [2, 2, 3, 4]), Some(vec![1, 0, 2]));
    assert_eq!(permutation([24, 1, 8, 2], [2, 2, 3, 4]), Some(vec![2, 0, 1]));
    // Where nothing moves, any stride does.
    assert_eq!(permutation([77, 12, 4, 1], [1, 2, 3, 4]), None);
    assert_eq!(permutation([8, 99, 4, 1], [2, 1, 2, 4]), None);
    assert_eq!(permutation([8, 99, 1, 2], [2, 1, 2, 4]), Some(vec![0, 2, 1]));
    assert_eq!(permutation([5, 3, 1, 7], [2, 0, 3, 4]), None);
    assert_eq!(permutation([5, 3, 1, 7], [0, 2, 3, 4]), None);
    // The order of the columns of a whole tensor has mode 0 as its innermost.
    let columns = Tensor::from_vec(ColMajor.of(extents![2, 3]), vec![0_u8; 6]).unwrap();
    let rejected = arrow::array(columns).unwrap_err();
    assert_eq!(rejected.to_string(), "mode 1 should have stride 1, but has 2");
    assert_eq!(rejected.value.as_slice(), [0; 6]);
}

#[test]
fn names_of_types_and_columns_are_compared() {
    let values = (0..24).collect::<Vec<u8>>();
    let tensor =
        Tensor::from_vec(extents![dyn 2, dyn Y = 2, dyn X = 2, dyn Rgb = 3].unwrap(), values)
            .unwrap();
    let (kind, data) = arrow::array(tensor).unwrap();
    assert_eq!(kind.names(), Some(vec!["Y", "X", "Rgb"]));
    let field = kind.field::<u8>("image").unwrap();
    assert_eq!(
        field.extension_type_metadata(),
        Some(r#"{"dim_names":["Y","X","Rgb"],"shape":[2,2,3]}"#)
    );
    let view = arrow::view::<u8, StaticExtents![dyn, dyn Y, dyn X, 3]>(&field, &data).unwrap();
    assert_eq!(view[[1, 1, 1, 2]], 23);
    // Names that a type or a column does not have are not compared.
    assert!(arrow::view::<u8, DynExtents<4>>(&field, &data).is_ok());
    let unnamed = FixedShapeTensor::new(&[2, 2, 3]).unwrap().field::<u8>("image").unwrap();
    assert!(arrow::view::<u8, StaticExtents![dyn, dyn Y, dyn X, 3]>(&unnamed, &data).is_ok());
    let error =
        arrow::view::<u8, StaticExtents![dyn, dyn Y, dyn Rgb, 3]>(&field, &data).unwrap_err();
    assert_eq!(error.to_string(), "mode 2 should be named `Rgb`, but is named `X`");
    // With a permutation, names are those of the modes of the view.
    let kind = kind.permuted(&[1, 0, 2]).unwrap();
    assert_eq!(kind.names(), Some(vec!["X", "Y", "Rgb"]));
    let field = kind.field::<u8>("image").unwrap();
    let view =
        arrow::view::<u8, StaticExtents![dyn, dyn X, dyn Y, dyn Rgb]>(&field, &data).unwrap();
    assert_eq!(view[[0, 1, 0, 0]], 3);
    assert!(arrow::view::<u8, StaticExtents![dyn, dyn Y, dyn X, dyn Rgb]>(&field, &data).is_err());
    // Names that are set are in the order of the modes, too.
    let named = kind.with_names(["a", "b", "c"]).unwrap();
    assert_eq!(named.dim_names(), Some(&["b", "a", "c"].map(String::from)[..]));
    assert_eq!(named.names(), Some(vec!["a", "b", "c"]));
}

#[test]
fn a_part_of_an_array_is_a_part_of_the_tensor() {
    let data = lists((0..60).collect::<Vec<i64>>(), 6, DataType::Int64);
    let field = field(list(DataType::Int64, 6), r#"{"shape":[2,3],"permutation":[1,0]}"#);
    for begin in 0..10 {
        for count in 0..=10 - begin {
            let part = data.slice(begin, count);
            let view = arrow::view::<i64, StaticExtents![dyn, 3, 2]>(&field, &part).unwrap();
            assert_eq!(view.extents().extents(), [count, 3, 2]);
            for ([n, i, j], &element) in view.indexed_iter() {
                let expected = (begin + n) * 6 + j * 3 + i;
                assert_eq!(element, i64::try_from(expected).unwrap());
            }
        }
    }
    // A part of the values too, as arrays of `arrow-array` have it.
    let values = data.child_data()[0].slice(12, 24);
    let array = ArrayData::builder(list(DataType::Int64, 6)).len(4).add_child_data(values);
    let part = array.build().unwrap().slice(1, 2);
    let view = arrow::view::<i64, StaticExtents![dyn, 3, 2]>(&field, &part).unwrap();
    assert_eq!((view[[0, 0, 0]], view[[1, 2, 1]]), (18, 29));
}

#[test]
fn columns_may_be_empty() {
    for (tensor, extents) in
        [([0, 2, 3], "[0, 2, 3]"), ([4, 0, 3], "[4, 0, 3]"), ([0, 0, 0], "[0, 0, 0]")]
    {
        let tensor = Tensor::from_vec(DynExtents::new(tensor).unwrap(), Vec::<f32>::new()).unwrap();
        let (kind, data) = arrow::array(tensor).unwrap();
        data.validate_full().unwrap();
        let field = kind.field::<f32>("column").unwrap();
        let view = arrow::view::<f32, DynExtents<3>>(&field, &data).unwrap();
        assert_eq!(view.extents().to_string(), extents);
    }
    // Tensors of no modes are numbers.
    let (kind, data) =
        arrow::array(Tensor::from_vec(extents![3], vec![1_u8, 2, 3]).unwrap()).unwrap();
    let field = kind.field::<u8>("column").unwrap();
    assert_eq!(field.extension_type_metadata(), Some(r#"{"shape":[]}"#));
    assert_eq!(arrow::view::<u8, StaticExtents![3]>(&field, &data).unwrap()[[2]], 3);
}

#[test]
fn fields_take_and_give_the_type() {
    let kind = FixedShapeTensor::new(&[2, 3]).unwrap().permuted(&[1, 0]).unwrap();
    let mut field = Field::new("column", list(DataType::Float32, 6), false);
    field.try_with_extension_type(kind.clone()).unwrap();
    assert_eq!(field, kind.field::<f32>("column").unwrap());
    assert_eq!(field.try_extension_type::<FixedShapeTensor>().unwrap(), kind);
    let mut wrong = Field::new("column", list(DataType::Float32, 5), false);
    let error = wrong.try_with_extension_type(kind.clone()).unwrap_err().to_string();
    assert!(error.ends_with("a tensor of the shape has 6 elements, but a list has 5"), "{error}");
    let text = FixedShapeTensor::supports_data_type(&kind, &list(DataType::Utf8, 6)).unwrap_err();
    assert!(text.to_string().contains("FixedSizeList of numbers"), "{text}");
    // As `arrow-schema` writes it, which is not what the format says.
    let other = r#"{"shape":[2,3],"dim_names":null,"permutations":[1,0]}"#;
    assert_eq!(FixedShapeTensor::deserialize_metadata(Some(other)).unwrap(), kind);
}

#[test]
fn a_gibibyte_goes_out_and_in_with_few_allocations() {
    let tensor =
        Tensor::from_vec(extents![dyn 262_144, 1024].unwrap(), vec![0_f32; 1 << 28]).unwrap();
    let (asked, field_and_data) = asked_by(|| {
        let (kind, data) = arrow::array(tensor).unwrap();
        (kind.field::<f32>("column").unwrap(), data)
    });
    eprintln!("1 GiB out: {asked:?}");
    assert!(asked.times <= 40 && asked.bytes < 1 << 12, "{asked:?}");
    let (field, data) = field_and_data;
    let (asked, view) =
        asked_by(|| arrow::view::<f32, StaticExtents![dyn, 1024]>(&field, &data).unwrap());
    assert_eq!(view[[262_143, 1023]], 0.0);
    eprintln!("1 GiB in: {asked:?}");
    assert!(asked.times <= 40 && asked.bytes < 1 << 12, "{asked:?}");
}

#[test]
fn what_cannot_go_out_comes_back() {
    let rejected = arrow::array(Tensor::full(extents![], 1_u8).unwrap()).unwrap_err();
    assert_eq!(rejected.to_string(), "the rank should be 1, but is 0");
    let null = Tensor::<f32>::null();
    assert_eq!(
        arrow::array(null).unwrap_err().to_string(),
        "the null shape has no modes and no elements to work on"
    );
    // A mode that is reversed, one that is repeated, one with gaps.
    let refused = |strides: [isize; 2], count: usize| {
        let mapping = Mapping::with_layout(extents![2, 3], Strided::new(strides)).unwrap();
        let rejected =
            arrow::array(Tensor::from_vec(mapping, vec![7_u8; count]).unwrap()).unwrap_err();
        assert_eq!(rejected.value.as_slice().len(), count);
        rejected.to_string()
    };
    assert_eq!(refused([3, -1], 6), "mode 1 should have stride 1, but has -1");
    assert_eq!(refused([0, 1], 3), "mode 0 should have stride 3, but has 0");
    assert_eq!(refused([6, 2], 11), "mode 1 should have stride 1, but has 2");
    // Lists have at most as many elements as 32 bits count.
    let mapping = DynExtents::new([0, 1 << 16, 1 << 16]).unwrap();
    let error = arrow::array(Tensor::from_vec(mapping, Vec::<u8>::new()).unwrap()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the number of elements of a tensor is 4294967296, but Arrow has at most 2147483647"
    );
    dims! { AVeryLongNameOfAMode }
    let named = extents![2, dyn AVeryLongNameOfAMode = 3].unwrap();
    let error = arrow::array(Tensor::from_vec(named, vec![0_u8; 6]).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "the name `AVeryLongNam…` of mode 1 is not known in full");
    assert!(matches!(error.error, ColumnError::LongName { mode: 1, .. }));
}
