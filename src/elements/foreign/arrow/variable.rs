//! Arrays of the extension type `arrow.variable_shape_tensor`, for the package of ragged tensors.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use arrow_buffer::{ArrowNativeType, Buffer};
use arrow_data::ArrayData;
use arrow_schema::{DataType, Field};

use super::ColumnError;
use super::values::{array_of, data_type_of};
use crate::HasDType;
use crate::elements::Rejected;

/// The types of the two fields: a list of elements, and a list of extents.
fn types_of(elements: DataType, rank: i32) -> (DataType, DataType) {
    let extent = Arc::new(Field::new_list_field(DataType::Int32, true));
    let data = DataType::List(Arc::new(Field::new_list_field(elements, true)));
    (data, DataType::FixedSizeList(extent, rank))
}

/// The type of the array: both for each tensor.
#[doc(hidden)]
pub fn type_of_tensors(elements: DataType, rank: i32) -> DataType {
    let (data, shape) = types_of(elements, rank);
    let fields = vec![Field::new("data", data, true), Field::new("shape", shape, true)];
    DataType::Struct(fields.into())
}

/// The array of tensors whose elements end at these offsets, with so many extents each. It takes over the storage of the
/// elements.
///
/// # Errors
/// With the elements: [`ColumnError::Values`] for offsets that fall, begin after the first element or end before the last, and for
/// another number of extents; those of [`data_type_of`].
#[doc(hidden)]
pub fn tensors_of<T: HasDType + ArrowNativeType>(
    elements: Vec<T>,
    offsets: Vec<i32>,
    extents: Vec<i32>,
    rank: i32,
) -> Result<ArrayData, Rejected<Vec<T>, ColumnError>> {
    let tensors = offsets.len().saturating_sub(1);
    let number = |number: i32| usize::try_from(number).ok();
    let is_rising = offsets.is_sorted() && offsets.first() == Some(&0);
    let end = offsets.last().copied().and_then(number).filter(|_| is_rising);
    let needed = number(rank).and_then(|rank| rank.checked_mul(tensors));
    for (expected, found) in [(end, elements.len()), (needed, extents.len())] {
        if expected != Some(found) {
            let error = ColumnError::Values { expected: expected.unwrap_or(usize::MAX), found };
            return Err(Rejected { value: elements, error });
        }
    }
    let parts = data_type_of(T::DTYPE).and_then(|of| Ok((of, array_of(extents)?)));
    let (of, extents) = match parts {
        Ok(parts) => parts,
        Err(error) => return Err(Rejected { value: elements, error }),
    };
    let (list, shape) = types_of(of.clone(), rank);
    let data = ArrayData::builder(list).len(tensors).add_buffer(Buffer::from_vec(offsets));
    let data = data.add_child_data(array_of(elements)?);
    let shape = ArrayData::builder(shape).len(tensors).add_child_data(extents);
    // SAFETY: a list has one buffer of 32-bit offsets, one more than there are lists, which begin with 0, never fall, and end
    // with the number of values of its one child, whose type is that of the list.
    let data = unsafe { data.build_unchecked() };
    // SAFETY: a list of fixed size has one child of the type in it, with as many values as so many lists have.
    let shape = unsafe { shape.build_unchecked() };
    let array =
        ArrayData::builder(type_of_tensors(of, rank)).len(tensors).child_data(vec![data, shape]);
    // SAFETY: a struct has no buffers, and here a child of the type of each of its two fields, as long as it is.
    Ok(unsafe { array.build_unchecked() })
}
