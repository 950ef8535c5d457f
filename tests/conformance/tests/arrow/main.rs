//! Columns of Arrow that pyarrow wrote, and those that it reads; and those of the crates of Arrow in Rust, which hold them
//! between. `make.py` wrote the files in `data/`, and says by what rule the elements go.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::cast_possible_truncation,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

#[allow(dead_code, reason = "another program limits memory, too")]
#[path = "../../../no_std/counting.rs"]
mod counting;
#[allow(dead_code, reason = "the data of this program is elsewhere")]
#[path = "../../../doors/scratch.rs"]
mod scratch;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::{Array, FixedSizeListArray, RecordBatch, StructArray, make_array};
use arrow_buffer::ArrowNativeType;
use arrow_ipc::reader::StreamReader;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{Field, Schema};
use bytemuck::checked::CheckedBitPattern;
use counting::asked_by;
use extents::layout::Strided;
use extents::storage::arrow;
use extents::{DynExtents, Extents, HasDType, Mapping, StaticExtents, Tensor, dims, extents};
use extents_shapes::arrow as ragged;
use extents_shapes::arrow::VariableShapeTensor;
use extents_shapes::{JaggedShape, RaggedTensor, jagged};
use half::f16;
use scratch::{Folder, python};

dims! { Y, X }

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/arrow")
}

fn read(path: &Path) -> RecordBatch {
    StreamReader::try_new(File::open(path).unwrap(), None).unwrap().next().unwrap().unwrap()
}

/// A column with its field.
fn column(batch: &RecordBatch, name: &str) -> (Field, Arc<dyn Array>) {
    let at = batch.schema().index_of(name).unwrap();
    (batch.schema().field(at).clone(), batch.column(at).clone())
}

fn write(path: &Path, columns: Vec<(Field, Arc<dyn Array>)>) {
    let (fields, arrays): (Vec<Field>, Vec<_>) = columns.into_iter().unzip();
    let schema = Arc::new(Schema::new(fields));
    let batch = RecordBatch::try_new(schema.clone(), arrays).unwrap();
    let mut writer = StreamWriter::try_new(File::create(path).unwrap(), &schema).unwrap();
    writer.write(&batch).unwrap();
    writer.finish().unwrap();
}

/// An element as `make.py` has it.
trait Element: HasDType + ArrowNativeType + CheckedBitPattern {
    fn of(number: u16) -> Self;
}

macro_rules! element {
    ($($t:ty: |$n:ident| $value:expr;)*) => {$(
        impl Element for $t {
            fn of($n: u16) -> Self {
                $value
            }
        }
    )*};
}
element! {
    i8: |n| n as i8;
    i16: |n| n as i16;
    i32: |n| n.into();
    i64: |n| n.into();
    u8: |n| n as u8;
    u16: |n| n;
    u32: |n| n.into();
    u64: |n| n.into();
    f16: |n| f16::from_f32(f32::from(n) / 8.0);
    f32: |n| f32::from(n) / 8.0;
    f64: |n| f64::from(n) / 8.0;
}

/// Calls a function for each type of elements, with NumPy's name.
macro_rules! each_type {
    ($call:ident($($argument:expr),*)) => {
        $call::<i8>("i1", $($argument),*);
        $call::<i16>("i2", $($argument),*);
        $call::<i32>("i4", $($argument),*);
        $call::<i64>("i8", $($argument),*);
        $call::<u8>("u1", $($argument),*);
        $call::<u16>("u2", $($argument),*);
        $call::<u32>("u4", $($argument),*);
        $call::<u64>("u8", $($argument),*);
        $call::<f16>("f2", $($argument),*);
        $call::<f32>("f4", $($argument),*);
        $call::<f64>("f8", $($argument),*);
    };
}

fn number(index: &[usize]) -> u16 {
    index.iter().fold(0, |number, &at| number * 10 + at as u16)
}

#[test]
fn each_type_of_pyarrow_is_viewed() {
    fn check<T: Element>(name: &str, batch: &RecordBatch) {
        let (field, array) = column(batch, name);
        let data = array.to_data();
        let view = arrow::view::<T, StaticExtents![dyn, 2, 3]>(&field, &data).unwrap();
        assert_eq!(view.extents().extents(), [2, 2, 3]);
        for (index, &element) in view.indexed_iter() {
            assert_eq!(element, T::of(number(&index)), "{name} {index:?}");
        }
    }
    let batch = read(&folder().join("data/fixed.arrows"));
    each_type!(check(&batch));
}

#[test]
fn permutations_and_names_of_pyarrow_are_strides_and_labels() {
    let batch = read(&folder().join("data/fixed.arrows"));
    let (field, array) = column(&batch, "swapped");
    let data = array.to_data();
    let view = arrow::view::<i32, StaticExtents![dyn, 2, 3]>(&field, &data).unwrap();
    assert_eq!(view.mapping().strides(), [6, 1, 2]);
    assert!(view.indexed_iter().all(|(index, &element)| element == i32::of(number(&index))));

    let (field, array) = column(&batch, "turned");
    let data = array.to_data();
    let view = arrow::view::<i32, DynExtents<4>>(&field, &data).unwrap();
    assert_eq!(view.extents().extents(), [2, 4, 2, 3]);
    assert!(view.indexed_iter().all(|(index, &element)| element == i32::of(number(&index))));
    let kind = arrow::FixedShapeTensor::of_field(&field).unwrap();
    assert_eq!(kind.names(), Some(vec!["W", "C", "H"]));

    let (field, array) = column(&batch, "named");
    let data = array.to_data();
    assert!(arrow::view::<i32, StaticExtents![dyn, dyn Y, dyn X]>(&field, &data).is_ok());
    let error = arrow::view::<i32, StaticExtents![dyn, dyn X, dyn Y]>(&field, &data).unwrap_err();
    assert_eq!(error.to_string(), "mode 1 should be named `X`, but is named `Y`");

    let (field, array) = column(&batch, "nulls");
    let error = arrow::view::<i32, DynExtents<3>>(&field, &array.to_data()).unwrap_err();
    assert_eq!(error.to_string(), "tensor 1 is null, the first of 1");
    // The tensor that is not null, of a part that the crate of arrays makes.
    let part = array.slice(0, 1).to_data();
    assert_eq!(arrow::view::<i32, DynExtents<3>>(&field, &part).unwrap()[[0, 1, 2]], 5);
}

/// Parts of arrays, whose offsets `arrow-array` puts into the children.
#[test]
fn parts_of_arrays_are_parts_of_tensors() {
    let (kind, data) =
        arrow::array(Tensor::from_fn(extents![5, 2, 3], |index| number(&index)).unwrap()).unwrap();
    let field = kind.field::<u16>("column").unwrap();
    let lists = FixedSizeListArray::from(data);
    let rows =
        RaggedTensor::from_fn(JaggedShape::from_lengths([2, 0, 3, 1, 4]).unwrap(), |index| {
            number(index)
        });
    let vectors = VariableShapeTensor::new(1).unwrap();
    let structs = StructArray::from(ragged::array(&vectors, rows.unwrap()).unwrap());
    let vectors = vectors.field::<u16>("column").unwrap();
    for begin in 0..5 {
        for count in 0..=5 - begin {
            let part = lists.slice(begin, count).to_data();
            let view = arrow::view::<u16, StaticExtents![dyn, 2, 3]>(&field, &part).unwrap();
            assert_eq!(view.extents().extents(), [count, 2, 3]);
            assert!(
                view.indexed_iter()
                    .all(|([n, i, j], &element)| element == number(&[begin + n, i, j]))
            );
            let part = structs.slice(begin, count).to_data();
            let tensor = ragged::view::<u16>(&vectors, &part).unwrap();
            assert_eq!(tensor.shape().rows().len(), count);
            assert!(
                tensor
                    .indexed_iter()
                    .all(|(index, &element)| element == number(&[begin + index[0], index[1]]))
            );
        }
    }
}

#[test]
fn ragged_tensors_of_pyarrow_are_viewed() {
    let batch = read(&folder().join("data/variable.arrows"));
    let shape = jagged![[2, 3], [0, 4], [1, 1], [3, 2]].unwrap();
    fn check<T: HasDType + CheckedBitPattern + Into<f64>>(
        batch: &RecordBatch,
        name: &str,
        shape: &JaggedShape,
    ) {
        let (field, array) = column(batch, name);
        let data = array.to_data();
        let tensor = ragged::view::<T>(&field, &data).unwrap();
        assert_eq!(tensor.shape(), shape);
        for (index, &element) in tensor.indexed_iter() {
            // As `u8`, the last numbers wrap around.
            let expected = f64::from(number(&index));
            let expected = if size_of::<T>() == 1 { expected % 256.0 } else { expected };
            assert_eq!(element.into(), expected, "{name} {index:?}");
        }
    }
    check::<u8>(&batch, "u1", &shape);
    check::<f32>(&batch, "f4", &shape);
    let (field, array) = column(&batch, "swapped");
    let data = array.to_data();
    let tensor = ragged::view::<i64>(&field, &data).unwrap();
    assert_eq!(tensor.shape(), &shape);
    assert!(tensor.indexed_iter().all(|(index, &element)| element == i64::from(number(&index))));
    assert_eq!(VariableShapeTensor::of_field(&field).unwrap().names(), Some(vec!["y", "x"]));
}

#[test]
fn pyarrow_reads_what_is_written() {
    fn push<T: Element>(name: &str, columns: &mut Vec<(Field, Arc<dyn Array>)>) {
        let tensor = Tensor::from_fn(extents![2, 2, 3], |index| T::of(number(&index))).unwrap();
        let (kind, data) = arrow::array(tensor).unwrap();
        columns.push((kind.field::<T>(name).unwrap(), make_array(data)));
    }
    let mut columns = Vec::new();
    each_type!(push(&mut columns));
    let named = extents![dyn 2, dyn Y = 2, dyn X = 3].unwrap();
    let swapped = Mapping::with_layout(named, Strided::new([6, 1, 2])).unwrap();
    let swapped = Tensor::from_fn(swapped, |index| i32::of(number(&index))).unwrap();
    let (kind, data) = arrow::array(swapped).unwrap();
    columns.push((kind.field::<i32>("swapped").unwrap(), make_array(data)));
    let folder_written = Folder::new("arrow-written");
    write(&folder_written.file("fixed.arrows"), columns);

    let shape = jagged![[2, 3], [0, 4], [1, 1], [3, 2]].unwrap();
    let tensor = RaggedTensor::from_fn(shape.clone(), |index| i32::of(number(index))).unwrap();
    let kind = VariableShapeTensor::new(2).unwrap().with_names(["y", "x"]).unwrap();
    let data = ragged::array(&kind, tensor.clone()).unwrap();
    let field = kind.field::<i32>("ragged").unwrap();
    write(&folder_written.file("variable.arrows"), vec![(field, make_array(data))]);

    // This side reads them too.
    let (field, array) = column(&read(&folder_written.file("variable.arrows")), "ragged");
    let data = array.to_data();
    let found = ragged::view::<i32>(&field, &data).unwrap();
    assert_eq!((found.shape(), found.as_slice()), (&shape, tensor.as_slice()));
    if let Some(text) = python(
        &folder().join("make.py"),
        "pyarrow, numpy",
        &[Path::new("--check"), folder_written.path()],
    ) {
        assert_eq!(text, "checked");
    }
}

#[test]
fn a_gibibyte_of_rows_goes_out_and_in_without_a_copy() {
    let lengths = (0..262_144).map(|row| if row % 2 == 0 { 1000 } else { 1048 });
    let shape = JaggedShape::from_lengths(lengths).unwrap();
    let tensor = RaggedTensor::new(shape, vec![0_f32; 1 << 28]).unwrap();
    let kind = VariableShapeTensor::new(1).unwrap();
    let (asked, data) = asked_by(|| ragged::array(&kind, tensor).unwrap());
    eprintln!("1 GiB out: {asked:?}");
    // An offset and an extent a row, of 32 bits.
    assert!(asked.times <= 40 && asked.bytes < (1 << 21) + (1 << 12), "{asked:?}");
    let field = kind.field::<f32>("rows").unwrap();
    let (asked, tensor) = asked_by(|| ragged::view::<f32>(&field, &data).unwrap());
    eprintln!("1 GiB in: {asked:?}");
    // The lengths, and an offset a row, of 64 bits.
    assert!(asked.times <= 40 && asked.bytes < (1 << 22) + (1 << 12), "{asked:?}");
    assert_eq!((tensor.row(1).unwrap().len(), tensor.as_slice().len()), (1048, 1 << 28));
}
