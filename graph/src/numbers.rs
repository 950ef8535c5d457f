//! The numbers of layouts: strides from sizes, alignment, modes that merge and split.

use alloc::vec::Vec;

use extents::check_size;

use super::error::DescriptionError;
use extents::ShapeError;

const STRIDE: DescriptionError = DescriptionError::TooLarge { what: "a stride" };
const OFFSET: DescriptionError = DescriptionError::TooLarge { what: "an offset" };

/// The strides of a row-major layout with these sizes: products from the right.
///
/// # Errors
/// [`ShapeError::SizeOverflow`].
///
/// ```
/// assert_eq!(extents_graph::row_major_strides(&[5, 3, 2])?, [6, 2, 1]);
/// # Ok::<(), extents_graph::DescriptionError>(())
/// ```
pub fn row_major_strides(sizes: &[usize]) -> Result<Vec<isize>, DescriptionError> {
    let minor_to_major: Vec<usize> = (0..sizes.len()).rev().collect();
    strides_in_order(sizes, &minor_to_major)
}

/// The strides of a column-major layout with these sizes: products from the left.
///
/// # Errors
/// [`ShapeError::SizeOverflow`].
///
/// ```
/// assert_eq!(extents_graph::column_major_strides(&[5, 3, 2])?, [1, 5, 15]);
/// # Ok::<(), extents_graph::DescriptionError>(())
/// ```
pub fn column_major_strides(sizes: &[usize]) -> Result<Vec<isize>, DescriptionError> {
    let minor_to_major: Vec<usize> = (0..sizes.len()).collect();
    strides_in_order(sizes, &minor_to_major)
}

/// The strides of a layout with these sizes, the modes in any order, the fastest first.
///
/// # Errors
/// [`ShapeError::SizeOverflow`]; [`ShapeError::RankMismatch`], [`ShapeError::ModeOutOfRange`] or
/// [`ShapeError::RepeatedMode`] where the order does not name each mode once.
///
/// ```
/// assert_eq!(extents_graph::strides_in_order(&[5, 3, 2], &[1, 2, 0])?, [6, 1, 3]);
/// # Ok::<(), extents_graph::DescriptionError>(())
/// ```
pub fn strides_in_order(
    sizes: &[usize],
    minor_to_major: &[usize],
) -> Result<Vec<isize>, DescriptionError> {
    check_size(sizes)?;
    check_permutation(sizes.len(), minor_to_major)?;
    let mut strides: Vec<isize> = sizes.iter().map(|_| 0).collect();
    let mut below: isize = 1;
    for mode in minor_to_major {
        if let (Some(stride), Some(size)) = (strides.get_mut(*mode), sizes.get(*mode)) {
            *stride = below;
            // The product of all sizes fits, so those of some do.
            below = below.wrapping_mul(size.cast_signed());
        }
    }
    Ok(strides)
}

pub(super) fn check_permutation(rank: usize, order: &[usize]) -> Result<(), DescriptionError> {
    if order.len() != rank {
        return Err(ShapeError::RankMismatch { expected: rank, found: order.len() }.into());
    }
    let mut seen: Vec<bool> = order.iter().map(|_| false).collect();
    for mode in order {
        match seen.get_mut(*mode) {
            None => return Err(ShapeError::ModeOutOfRange { mode: *mode, rank }.into()),
            Some(true) => return Err(ShapeError::RepeatedMode { mode: *mode }.into()),
            Some(new) => *new = true,
        }
    }
    Ok(())
}

/// A size, rounded up to a multiple.
///
/// # Errors
/// [`DescriptionError::ZeroAlignment`], [`DescriptionError::TooLarge`].
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
    let aligned = size.checked_next_multiple_of(alignment);
    aligned.ok_or(DescriptionError::TooLarge { what: "an aligned size" })
}

/// The offset of an index without a look at any bounds: the offset of zeros, plus each coordinate times its stride.
///
/// It is negative where a stride leads it there. [`TensorDescription::offset_of`](super::TensorDescription::offset_of)
/// checks bounds.
///
/// # Errors
/// [`ShapeError::RankMismatch`]; [`DescriptionError::TooLarge`] where the result is no `isize`.
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
    let start = isize::try_from(offset).map_err(|_| OFFSET)?;
    strides.iter().zip(index).try_fold(start, |sum, (stride, coordinate)| {
        let coordinate = isize::try_from(*coordinate).map_err(|_| OFFSET)?;
        stride.checked_mul(coordinate).and_then(|step| sum.checked_add(step)).ok_or(OFFSET)
    })
}

/// How far the first and the last element in memory lie from that of zeros. `None` without elements.
pub(super) fn reach(
    lengths: &[usize],
    strides: &[isize],
) -> Result<Option<(isize, isize)>, DescriptionError> {
    if lengths.contains(&0) {
        return Ok(None);
    }
    let (mut low, mut high): (isize, isize) = (0, 0);
    for (length, stride) in lengths.iter().zip(strides) {
        let last = isize::try_from(length.saturating_sub(1)).map_err(|_| OFFSET)?;
        let far = stride.checked_mul(last).ok_or(OFFSET)?;
        let end = if far < 0 { &mut low } else { &mut high };
        *end = end.checked_add(far).ok_or(OFFSET)?;
    }
    Ok(Some((low, high)))
}

/// Where modes do not follow each other in memory: the mode, its stride, and the one it needs.
pub(super) type Gap = (usize, isize, isize);

/// The stride of several modes as one, the last of them fastest. Modes of one entry fit anywhere.
pub(super) fn merged(lengths: &[usize], strides: &[isize]) -> Result<isize, Gap> {
    let modes = lengths.iter().zip(strides);
    if lengths.contains(&0) {
        return Ok(strides.last().copied().unwrap_or(1));
    }
    // The stride of the fastest mode, and the one that the next slower mode needs, if any would do.
    let mut fast: Option<(isize, Option<isize>)> = None;
    for (mode, (length, stride)) in modes.enumerate().rev().filter(|(_, (length, _))| **length > 1)
    {
        let (first, expected) = fast.unwrap_or((*stride, Some(*stride)));
        if expected != Some(*stride) {
            return Err((mode, *stride, expected.unwrap_or(isize::MAX)));
        }
        let next = isize::try_from(*length).ok().and_then(|length| stride.checked_mul(length));
        fast = Some((first, next));
    }
    Ok(fast.map_or_else(|| strides.last().copied().unwrap_or(1), |(first, _)| first))
}

/// The strides of one mode as several, the last of them fastest.
pub(super) fn split(stride: isize, lengths: &[usize]) -> Result<Vec<isize>, DescriptionError> {
    let mut below = Some(stride);
    let mut strides = Vec::with_capacity(lengths.len());
    for length in lengths.iter().rev() {
        strides.push(below.ok_or(STRIDE)?);
        let length = isize::try_from(*length).ok();
        below = below.and_then(|below| below.checked_mul(length?));
    }
    strides.reverse();
    Ok(strides)
}

pub(super) fn scaled(stride: isize, step: isize) -> Result<isize, DescriptionError> {
    stride.checked_mul(step).ok_or(STRIDE)
}

pub(super) fn moved(offset: usize, stride: isize, begin: usize) -> Result<usize, DescriptionError> {
    let far =
        isize::try_from(begin).ok().and_then(|begin| stride.checked_mul(begin)).ok_or(OFFSET)?;
    offset.checked_add_signed(far).ok_or(OFFSET)
}

/// The strides of the same elements, row by row, under another shape of as many elements.
///
/// Both shapes fall into groups of modes whose lengths have the same product; each old group has to merge, and the new
/// modes are its parts.
pub(super) fn reshaped(
    old: &[usize],
    strides: &[isize],
    new: &[usize],
) -> Result<Vec<isize>, Result<Gap, DescriptionError>> {
    if old.contains(&0) || new.contains(&0) {
        return row_major_strides(new).map_err(Err);
    }
    // Modes of one entry take part in no group.
    let kept: Vec<(usize, usize, isize)> = old
        .iter()
        .zip(strides)
        .enumerate()
        .filter(|(_, (length, _))| **length > 1)
        .map(|(mode, (length, stride))| (mode, *length, *stride))
        .collect();
    let mut old_modes = kept.iter().copied().peekable();
    let mut new_modes = new.iter().copied().peekable();
    let mut result = Vec::with_capacity(new.len());
    loop {
        while new_modes.next_if_eq(&1).is_some() {
            result.push(1);
        }
        let (Some(first_old), Some(first_new)) = (old_modes.next(), new_modes.next()) else {
            return Ok(result);
        };
        let (mut from, mut to) = (alloc::vec![first_old], alloc::vec![first_new]);
        let (mut have, mut want) = (first_old.1, first_new);
        while have != want {
            // The products of all are equal and no factor is 1 on the left, so neither side ends first.
            if have < want {
                let Some(mode) = old_modes.next() else { return Ok(result) };
                have = have.wrapping_mul(mode.1);
                from.push(mode);
            } else {
                let Some(length) = new_modes.next() else { return Ok(result) };
                want = want.wrapping_mul(length);
                to.push(length);
            }
        }
        let (lengths, strides): (Vec<_>, Vec<_>) = from.iter().map(|mode| (mode.1, mode.2)).unzip();
        let stride = merged(&lengths, &strides).map_err(|(place, stride, expected)| {
            Ok((from.get(place).map_or(0, |mode| mode.0), stride, expected))
        })?;
        result.extend(split(stride, &to).map_err(Err)?);
    }
}
