//! The numbers of layouts: strides from sizes, alignment, offsets.

use alloc::vec::Vec;

use super::error::DescriptionError;
#[allow(unused_imports, reason = "for the documentation")]
use extents::ShapeError;
use extents::layout::MinorToMajor;
use extents::{DynRankExtents, Mapping, ModeArray};

const OFFSET: DescriptionError = DescriptionError::TooLarge { what: "an offset" };

/// The lower 64 of 128 bits.
const LOW_HALF: i128 = u64::MAX as i128;

/// Returns the strides of the row-major layout of these sizes: products from the right.
///
/// # Errors
/// Returns [`ShapeError::SizeOverflow`].
///
/// ```
/// assert_eq!(extents_graph::row_major_strides(&[5, 3, 2])?, [6, 2, 1]);
/// # Ok::<(), extents_graph::DescriptionError>(())
/// ```
pub fn row_major_strides(sizes: &[usize]) -> Result<Vec<isize>, DescriptionError> {
    let minor_to_major: Vec<usize> = (0..sizes.len()).rev().collect();
    strides_in_order(sizes, &minor_to_major)
}

/// Returns the strides of the column-major layout of these sizes: products from the left.
///
/// # Errors
/// Returns [`ShapeError::SizeOverflow`].
///
/// ```
/// assert_eq!(extents_graph::column_major_strides(&[5, 3, 2])?, [1, 5, 15]);
/// # Ok::<(), extents_graph::DescriptionError>(())
/// ```
pub fn column_major_strides(sizes: &[usize]) -> Result<Vec<isize>, DescriptionError> {
    let minor_to_major: Vec<usize> = (0..sizes.len()).collect();
    strides_in_order(sizes, &minor_to_major)
}

/// Returns the strides of the dense layout of these sizes whose modes are in this order, the fastest first.
///
/// # Errors
/// Returns [`ShapeError::SizeOverflow`]; [`ShapeError::RankMismatch`], [`ShapeError::OutOfBounds`] or
/// [`ShapeError::Repeated`] where the order does not name each mode once.
///
/// ```
/// assert_eq!(extents_graph::strides_in_order(&[5, 3, 2], &[1, 2, 0])?, [6, 1, 3]);
/// # Ok::<(), extents_graph::DescriptionError>(())
/// ```
pub fn strides_in_order(
    sizes: &[usize],
    minor_to_major: &[usize],
) -> Result<Vec<isize>, DescriptionError> {
    let layout = MinorToMajor::new(ModeArray::from(minor_to_major));
    let mapping = Mapping::with_layout(DynRankExtents::new(sizes)?, layout)?;
    Ok(mapping.strides().to_vec())
}

/// Rounds a size up to a multiple.
///
/// # Errors
/// Returns [`DescriptionError::ZeroAlignment`], [`DescriptionError::TooLarge`].
///
/// ```
/// use extents_graph::align;
/// assert_eq!((align(5, 4)?, align(8, 4)?), (8, 8));
/// assert!(align(5, 0).is_err());
/// # Ok::<(), extents_graph::DescriptionError>(())
/// ```
pub fn align(size: usize, alignment: usize) -> Result<usize, DescriptionError> {
    if alignment == 0 {
        return Err(DescriptionError::ZeroAlignment);
    }
    super::tensor::fits(size.checked_next_multiple_of(alignment), "an aligned size")
}

/// Returns the offset of an index without checking bounds: `offset` plus each coordinate times its stride.
///
/// It is negative where a stride leads it there. [`TensorDescription::offset_of`](super::TensorDescription::offset_of)
/// checks bounds.
///
/// # Errors
/// Returns [`ShapeError::RankMismatch`]; [`DescriptionError::TooLarge`] where the result does not fit `isize`.
///
/// ```
/// assert_eq!(extents_graph::linear_offset(&[1, 5, 15], 3, &[4, 2, 1])?, 32);
/// # Ok::<(), extents_graph::DescriptionError>(())
/// ```
pub fn linear_offset(
    strides: &[isize],
    offset: usize,
    index: &[usize],
) -> Result<isize, DescriptionError> {
    super::algebra::same_count(strides.len(), index.len())?;
    // Steps that are too large may cancel each other. 128 bits hold each of them, and the sums of their halves.
    let (mut high, mut low) = (0_i128, offset as i128);
    for (stride, coordinate) in strides.iter().zip(index) {
        let step = (*stride as i128).wrapping_mul(*coordinate as i128);
        high = high.wrapping_add(step >> 64);
        low = low.wrapping_add(step & LOW_HALF);
    }
    let carried = high.wrapping_add(low >> 64).checked_mul(LOW_HALF.wrapping_add(1));
    let sum = carried.and_then(|high| high.checked_add(low & LOW_HALF));
    sum.and_then(|sum| isize::try_from(sum).ok()).ok_or(OFFSET)
}
