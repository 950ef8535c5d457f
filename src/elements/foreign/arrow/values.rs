//! What both extension types ask of arrays: elements of a type, one after the other, none of them null.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use arrow_buffer::{ArrowNativeType, Buffer};
use arrow_data::ArrayData;
use arrow_schema::extension::{EXTENSION_TYPE_METADATA_KEY, EXTENSION_TYPE_NAME_KEY};
use arrow_schema::{DataType, Field, Metadata};
use bytemuck::checked::CheckedBitPattern;

use super::ColumnError;
use super::parameters::{Parameters, text};
use crate::elements::Rejected;
use crate::elements::foreign::bytemuck::cast;
use crate::{DType, HasDType};

/// The types of elements, and how Arrow calls them. It packs truth values, and has no complex numbers.
const TYPES: [(DType, DataType); 11] = [
    (DType::S8, DataType::Int8),
    (DType::S16, DataType::Int16),
    (DType::S32, DataType::Int32),
    (DType::S64, DataType::Int64),
    (DType::U8, DataType::UInt8),
    (DType::U16, DataType::UInt16),
    (DType::U32, DataType::UInt32),
    (DType::U64, DataType::UInt64),
    (DType::F16, DataType::Float16),
    (DType::F32, DataType::Float32),
    (DType::F64, DataType::Float64),
];

/// How Arrow calls a type of elements.
#[doc(hidden)]
pub fn data_type_of(dtype: DType) -> Result<DataType, ColumnError> {
    let found = TYPES.into_iter().find(|known| known.0 == dtype);
    found.map(|known| known.1).ok_or(ColumnError::NoType(dtype))
}

/// The type of elements that Arrow calls so.
#[doc(hidden)]
pub fn dtype_of(found: &DataType) -> Option<DType> {
    TYPES.into_iter().find(|known| known.1 == *found).map(|known| known.0)
}

/// The metadata of a field of this extension type.
#[doc(hidden)]
pub fn parameters_of(
    field: &Field,
    name: &'static str,
    shape: &'static str,
) -> Result<Parameters, ColumnError> {
    match field.extension_type_name() {
        Some(found) if found == name => {
            Parameters::parse(shape, field.extension_type_metadata().unwrap_or("{}"))
        }
        found => Err(ColumnError::ExtensionType { expected: name, found: found.map(Into::into) }),
    }
}

/// A field of this extension type. Its rows are not null.
#[doc(hidden)]
pub fn field_of(
    field: impl Into<String>,
    storage: DataType,
    name: &'static str,
    metadata: String,
) -> Field {
    let entries = Metadata::new().with(EXTENSION_TYPE_NAME_KEY, name);
    let entries = entries.with(EXTENSION_TYPE_METADATA_KEY, metadata);
    Field::new(field, storage, false).with_metadata(entries)
}

/// Checks that none of these rows is null, which are as many as there are or fewer.
#[doc(hidden)]
pub fn no_nulls(array: &ArrayData, rows: Range<usize>) -> Result<(), ColumnError> {
    let count = rows.end.saturating_sub(rows.start);
    if rows.end > array.len() {
        return Err(ColumnError::Values { expected: rows.end, found: array.len() });
    }
    if let Some(nulls) = array.nulls().filter(|_| count > 0) {
        let nulls = nulls.slice(rows.start, count);
        let count = nulls.null_count();
        if count > 0 {
            let tensor = nulls.iter().position(|is_valid| !is_valid).unwrap_or(0);
            return Err(ColumnError::NullTensor { tensor, count });
        }
    }
    Ok(())
}

/// Where these lists begin, and the last one ends.
#[doc(hidden)]
pub fn offsets_of(lists: &ArrayData, rows: Range<usize>) -> Result<&[i32], ColumnError> {
    let count = rows.end.saturating_sub(rows.start);
    if count == 0 {
        // Then there may be no offsets at all.
        return Ok(&[]);
    }
    numbers_in(lists, rows.start..rows.end.saturating_add(1))
}

/// The numbers of the first buffer of an array.
fn numbers_in<T: CheckedBitPattern>(
    array: &ArrayData,
    range: Range<usize>,
) -> Result<&[T], ColumnError> {
    let bytes = array.buffers().first().map(|buffer| buffer.as_slice()).unwrap_or_default();
    let at = |place: usize| place.checked_add(array.offset())?.checked_mul(size_of::<T>());
    let found = at(range.start).zip(at(range.end)).and_then(|(from, to)| bytes.get(from..to));
    match found {
        Some(bytes) => Ok(cast(range.end.saturating_sub(range.start), bytes)?),
        None => Err(ColumnError::Values {
            expected: range.end,
            found: bytes.len().checked_div(size_of::<T>()).unwrap_or(0),
        }),
    }
}

/// The array of these values, whose storage it takes over.
///
/// # Errors
/// With the values, those of [`data_type_of`].
pub(super) fn array_of<T: HasDType + ArrowNativeType>(
    values: Vec<T>,
) -> Result<ArrayData, Rejected<Vec<T>, ColumnError>> {
    let data_type = match data_type_of(T::DTYPE) {
        Ok(data_type) => data_type,
        Err(error) => return Err(Rejected { value: values, error }),
    };
    if data_type.primitive_width() != Some(size_of::<T>()) {
        let error = ColumnError::Width { dtype: T::DTYPE, found: size_of::<T>() };
        return Err(Rejected { value: values, error });
    }
    let count = values.len();
    let array = ArrayData::builder(data_type).len(count).add_buffer(Buffer::from_vec(values));
    // SAFETY: a type of numbers has one buffer, here of as many numbers as the array has elements, each as wide as the
    // type is, aligned by its `Vec`, and all bits are values of it; there are no nulls and no children.
    Ok(unsafe { array.build_unchecked() })
}

/// The values of `count` lists of `size` each, from list `first` on; none of them null.
pub(super) fn values_of<T: HasDType + CheckedBitPattern>(
    values: &ArrayData,
    first: usize,
    count: usize,
    size: usize,
) -> Result<&[T], ColumnError> {
    let end = first.saturating_add(count).saturating_mul(size);
    // No lists ask for no values, however large they would be.
    let begin = first.saturating_mul(size).min(end);
    values_in(values, begin..end, |value| {
        (value.checked_div(size).unwrap_or(0), value.checked_rem(size).unwrap_or(0))
    })
}

/// The values of a range, none of them null; else `place` says which element of which tensor the first null is, counted from the
/// beginning of the range.
#[doc(hidden)]
pub fn values_in<T: HasDType + CheckedBitPattern>(
    values: &ArrayData,
    range: Range<usize>,
    place: impl FnOnce(usize) -> (usize, usize),
) -> Result<&[T], ColumnError> {
    let expected = T::DTYPE;
    if *values.data_type() != data_type_of(expected)? {
        let found = text(values.data_type());
        return Err(ColumnError::ElementType { expected, found });
    }
    if expected.bits() != size_of::<T>().saturating_mul(8) {
        return Err(ColumnError::Width { dtype: expected, found: size_of::<T>() });
    }
    let count = range.end.saturating_sub(range.start);
    if range.end > values.len() {
        return Err(ColumnError::Values { expected: range.end, found: values.len() });
    }
    if let Some(nulls) = values.nulls().filter(|_| count > 0) {
        let nulls = nulls.slice(range.start, count);
        if nulls.null_count() > 0 {
            let (tensor, element) = place(nulls.iter().position(|valid| !valid).unwrap_or(0));
            return Err(ColumnError::NullElement { tensor, element });
        }
    }
    numbers_in(values, range)
}
