//! Columns of Arrow whose rows are tensors of one shape, by its extension type `arrow.fixed_shape_tensor`: as views, and tensors
//! as columns, without a copy.
//!
//! A column of `N` tensors is one tensor of one mode more, which is mode 0 and has extent `N`. A permutation of the column
//! becomes strides. The names of its modes are compared with those of the type, where both have some; else they are
//! labels as text, [`FixedShapeTensor::names`].
//!
//! Arrays are `arrow_data::ArrayData`, which each array of the crates `arrow` and `arrow-array` gives, `array.to_data()`, and is made
//! of, `arrow_array::make_array(data)`. Views are of arrays that are slices of other ones, too; arrays with nulls are refused.
//!
//! ```
//! use extents::storage::arrow;
//! use extents::{StaticExtents, Tensor, dims, extents};
//! dims! { Y, X }
//! // Two tensors of 2 x 3.
//! let tensor = Tensor::from_vec(extents![dyn 2, 2, 3]?, (0..12).map(f64::from).collect())?;
//! let (kind, data) = arrow::array(tensor)?;
//! let field = kind.with_names(["Y", "X"])?.field::<f64>("matrix")?;
//!
//! let view = arrow::view::<f64, StaticExtents![dyn, 2, 3]>(&field, &data)?;
//! assert_eq!(view[[1, 0, 2]], 8.0);
//! assert!(arrow::view::<f64, StaticExtents![dyn, dyn Y, dyn X]>(&field, &data).is_ok());
//!
//! let error = arrow::view::<f64, StaticExtents![dyn, 2, 4]>(&field, &data).unwrap_err();
//! assert_eq!(error.to_string(), "mode 2 should have extent 4, but has 3");
//! let error = arrow::view::<f32, StaticExtents![dyn, 2, 3]>(&field, &data).unwrap_err();
//! assert_eq!(error.to_string(), "the elements should be f32, but are Float64");
//! let error = arrow::view::<f64, StaticExtents![dyn, dyn X, dyn Y]>(&field, &data).unwrap_err();
//! assert_eq!(error.to_string(), "mode 1 should be named `X`, but is named `Y`");
//! # Ok::<(), extents::error::ColumnError>(())
//! ```

#![allow(clippy::type_complexity, reason = "an error gives back a tensor with all of its types")]

mod error;
mod fixed;
mod parameters;
mod values;
mod variable;

pub use error::ColumnError;
pub use fixed::FixedShapeTensor;
#[doc(hidden)]
pub use parameters::{Parameters, text};
#[doc(hidden)]
pub use values::{
    data_type_of, dtype_of, field_of, no_nulls, offsets_of, parameters_of, values_in,
};
#[doc(hidden)]
pub use variable::{tensors_of, type_of_tensors};

use alloc::string::String;
use alloc::vec::Vec;

use arrow_buffer::ArrowNativeType;
use arrow_data::ArrayData;
use arrow_schema::Field;
use bytemuck::checked::CheckedBitPattern;

use self::values::{array_of, values_of};
use crate::elements::{Rejected, Tensor, View};
use crate::layout::{Strided, StridedLayout, TrustedLayout};
use crate::{
    DynRankExtents, Extents, HasDType, Mapping, ModeArray, ShapeError, StrideList, label::LabelName,
};

/// The layout of the tensors of a column: a stride a mode.
pub type ColumnLayout<E> = Strided<<E as Extents>::Strides>;

/// Returns the tensors of a column as one view, whose mode 0 has an entry for each of them. No element is copied.
///
/// # Errors
/// [`ColumnError`]: a field of another extension type or with metadata that is not of this one, an array that is not of the
/// field or has nulls, elements of another type than `T`, other extents and names than `E` knows. Names of types are
/// compared up to 15 bytes, as many as are kept of them.
///
/// ```
/// use extents::storage::arrow;
/// use extents::{StaticExtents, Tensor, extents};
/// let (kind, data) = arrow::array(Tensor::from_fn(extents![3, 4], |[n, x]| (10 * n + x) as i64)?)?;
/// let field = kind.field::<i64>("rows")?;
/// // A part of the array is a part of the view.
/// let part = data.slice(1, 2);
/// let view = arrow::view::<i64, StaticExtents![2, dyn]>(&field, &part)?;
/// assert_eq!(view[[1, 3]], 23);
/// # Ok::<(), extents::error::ColumnError>(())
/// ```
pub fn view<'a, T, E>(
    field: &Field,
    array: &'a ArrayData,
) -> Result<View<'a, T, E, ColumnLayout<E>>, ColumnError>
where
    T: HasDType + CheckedBitPattern,
    E: Extents,
{
    let kind = FixedShapeTensor::of_field(field)?;
    if !field.data_type().equals_datatype(array.data_type()) {
        let (expected, found) = (text(field.data_type()), text(array.data_type()));
        return Err(ColumnError::Storage { expected, found });
    }
    check_names::<E>(&kind)?;
    let (tensors, size) = (array.len(), kind.list_size());
    let mapping = mapping_of(&kind, tensors)?;
    no_nulls(array, 0..tensors)?;
    let values = array.child_data().first();
    let missing = ColumnError::Values { expected: tensors.saturating_mul(size), found: 0 };
    let elements = values_of(values.ok_or(missing)?, array.offset(), tensors, size)?;
    Ok(View::from_slice(mapping, elements)?)
}

/// The mapping of the elements of so many tensors: row-major in memory, permuted.
fn mapping_of<E: Extents>(
    kind: &FixedShapeTensor,
    tensors: usize,
) -> Result<Mapping<E, ColumnLayout<E>>, ColumnError> {
    let with_first = |rest: &[usize]| -> ModeArray<usize> {
        core::iter::once(tensors).chain(rest.iter().copied()).collect()
    };
    let in_memory = Mapping::<_>::new(DynRankExtents::new(&with_first(kind.shape()))?);
    let strides = in_memory.strides();
    let (first, rest) = strides.as_ref().split_at_checked(1).unwrap_or_default();
    let rest = kind.parameters().permuted(rest);
    let strides: ModeArray<isize> = first.iter().chain(rest).copied().collect();
    let extents = E::from_extents(&with_first(kind.extents()?.extents().as_ref()))?;
    let strides = E::Strides::from_list(&strides)?;
    Ok(Mapping::with_layout(extents, Strided::new(strides))?)
}

/// Compares the names of the type with those of the column, where both have some.
fn check_names<E: Extents>(kind: &FixedShapeTensor) -> Result<(), ColumnError> {
    let modes = E::NAMES.iter().enumerate().skip(1);
    for ((mode, known), found) in modes.zip(kind.names().into_iter().flatten()) {
        if let Some(known) = known.filter(|&known| known != LabelName::new(found)) {
            let expected = known.as_str().into();
            return Err(ColumnError::DimName { mode, expected, found: found.into() });
        }
    }
    Ok(())
}

/// Turns a tensor into a column with a row for each entry of mode 0: its type, and the array, which is the storage of the tensor.
///
/// Row-major tensors, and those whose modes from 1 on are permuted in memory, have such a column; elements in another order are
/// put into row-major order by `assign_to` another tensor. If the modes from 1 on have names in the type, so has the column.
///
/// # Errors
/// With the tensor: [`StrideMismatch`](ShapeError::StrideMismatch) where gaps are between elements, or mode 0 is not the
/// outermost; [`RankMismatch`](ShapeError::RankMismatch) of a scalar, [`Null`](ShapeError::Null) of the null tensor;
/// [`ColumnError::TooLarge`], [`ColumnError::NoType`], [`ColumnError::LongName`].
///
/// ```
/// use extents::layout::Strided;
/// use extents::storage::arrow;
/// use extents::{Mapping, Tensor, extents};
/// // Two matrices, each in the order of its columns.
/// let columns = Mapping::with_layout(extents![2, 2, 3], Strided::new([6, 1, 2]))?;
/// let (kind, data) = arrow::array(Tensor::from_vec(columns, (0..12).collect::<Vec<i32>>())?)?;
/// assert_eq!((kind.shape(), kind.permutation()), (&[3, 2][..], Some(&[1, 0][..])));
/// assert_eq!(data.len(), 2);
///
/// let gaps = Mapping::with_layout(extents![2, 2], Strided::new([3, 1]))?;
/// let rejected = arrow::array(Tensor::from_vec(gaps, vec![1_u8; 5])?).unwrap_err();
/// assert_eq!(rejected.to_string(), "mode 0 should have stride 2, but has 3");
/// # Ok::<(), extents::error::ColumnError>(())
/// ```
pub fn array<T, E, L>(
    tensor: Tensor<T, E, L, Vec<T>>,
) -> Result<(FixedShapeTensor, ArrayData), Rejected<Tensor<T, E, L, Vec<T>>, ColumnError>>
where
    T: HasDType + ArrowNativeType,
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
{
    let described = data_type_of(T::DTYPE).and_then(|elements| {
        let (kind, tensors) = describe(tensor.mapping())?;
        Ok((kind.list_of(elements), kind, tensors))
    });
    let (list, kind, tensors) = match described {
        Ok(described) => described,
        Err(error) => return Err(Rejected { value: tensor, error }),
    };
    let mapping = tensor.mapping().clone();
    let mut storage = tensor.into_storage();
    // A storage may have more elements than its mapping spans.
    storage.truncate(tensors.saturating_mul(kind.list_size()));
    let values = match array_of(storage) {
        Ok(values) => values,
        Err(Rejected { value, error }) => {
            return Err(Rejected { value: Tensor::from_parts(value, mapping), error });
        }
    };
    let array = ArrayData::builder(list).len(tensors).add_child_data(values);
    // SAFETY: the list has one child of the type in it, with as many values as so many lists have: the layout is trusted, and its
    // strides leave no gaps, so that the mapping spans one element an index, and the storage has those it spans. There are
    // no nulls and no buffers.
    Ok((kind, unsafe { array.build_unchecked() }))
}

/// The type of the column of such a tensor, and how many rows it has.
fn describe<E: Extents, L: StridedLayout<E>>(
    mapping: &Mapping<E, L>,
) -> Result<(FixedShapeTensor, usize), ColumnError> {
    if mapping.extents().is_null() {
        return Err(ShapeError::Null.into());
    }
    let strides = mapping.strides();
    let strides = strides.as_ref();
    let extents: ModeArray<usize> =
        mapping.extents().with_slice(|all| all.iter().copied().collect());
    let Some((&tensors, rest)) = extents.split_first() else {
        return Err(ShapeError::RankMismatch { expected: 1, found: 0 }.into());
    };
    // The modes from the longest stride to the shortest, numbered from 0 without mode 0.
    let mut order: ModeArray<usize> = (0..rest.len()).collect();
    let stride = |mode: usize| strides.get(mode.wrapping_add(1)).copied().unwrap_or_default();
    let extent = |mode: usize| rest.get(mode).copied().unwrap_or_default();
    if !is_dense(&extents, strides, order.iter().copied()) {
        order.sort_by_key(|&mode| core::cmp::Reverse(stride(mode)));
        check_dense(&extents, strides, order.iter().copied())?;
    }
    let shape: Vec<usize> = order.iter().map(|&mode| extent(mode)).collect();
    let mut kind = FixedShapeTensor::new(&shape)?;
    if !order.iter().copied().eq(0..rest.len()) {
        let mut permutation = order.clone();
        for (place, &mode) in order.iter().enumerate() {
            if let Some(slot) = permutation.get_mut(mode) {
                *slot = place;
            }
        }
        kind = kind.permuted(&permutation)?;
    }
    let names = E::NAMES.iter().skip(1).copied().collect::<Option<Vec<LabelName>>>();
    if let Some(names) = names.filter(|names| !names.is_empty()) {
        for (mode, name) in (1..).zip(&names) {
            if name.as_str().ends_with('…') {
                return Err(ColumnError::LongName { mode, name: name.as_str().into() });
            }
        }
        kind = kind.with_names(names.iter().map(|name| String::from(name.as_str())))?;
    }
    Ok((kind, tensors))
}

fn is_dense(
    extents: &[usize],
    strides: &[isize],
    order: impl DoubleEndedIterator<Item = usize>,
) -> bool {
    check_dense(extents, strides, order).is_ok()
}

/// Checks that elements follow each other where the modes from 1 on are in this order, numbered from 0. Where nothing moves, any
/// stride does.
fn check_dense(
    extents: &[usize],
    strides: &[isize],
    order: impl DoubleEndedIterator<Item = usize>,
) -> Result<(), ShapeError> {
    if extents.contains(&0) {
        return Ok(());
    }
    let mut expected = 1_isize;
    for mode in order.rev().map(|mode| mode.wrapping_add(1)).chain([0]) {
        let extent = extents.get(mode).copied().unwrap_or(1);
        let found = strides.get(mode).copied().unwrap_or_default();
        if extent != 1 && found != expected {
            return Err(ShapeError::StrideMismatch { mode, expected, found });
        }
        // The size of extents that exist fits.
        expected = expected.wrapping_mul(extent.cast_signed());
    }
    Ok(())
}
