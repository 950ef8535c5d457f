//! Several modes as one, one as several, and all modes under another shape: [`Reshape`] and its strides.

use super::numbers::ModeSink;
#[cfg(feature = "alloc")]
use crate::ModeArray;
use crate::{ShapeError, check_size, error::Quantity};

/// The operation that gives the elements, in row-major order, another shape with the same number of elements.
///
/// Both shapes fall into groups of modes whose extents have the same product. The modes of each group must follow each
/// other in memory as one mode would. A new mode of extent 1 has stride 1.
///
/// ```
/// use extents::rearrange::{List, Reshape};
/// use extents::{Mapping, ShapeError, extents};
/// let mapping = Mapping::new(extents![2, 6]);
/// let part = mapping.rearrange(Reshape([2, 3, 2].listed()))?;
/// assert_eq!(part.mapping().strides(), [6, 2, 1]);
/// let columns = mapping.rearrange(extents::rearrange::Transpose).unwrap().into_parts().1;
/// let error = columns.rearrange(Reshape([12].listed())).unwrap_err();
/// assert_eq!(error, ShapeError::NotMergeable { mode: 0, stride: 1, expected: Some(12) });
/// # Ok::<(), ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Reshape<A>(pub A);

/// Returns the stride of several modes as one mode, the last of them fastest.
///
/// Modes of extent 1 may have any stride. Where no mode has more than one entry, or one has none, it is that of the last.
///
/// # Errors
/// Returns [`ShapeError::RankMismatch`] unless there is one stride a mode; [`ShapeError::NotMergeable`] with the last
/// mode that is not followed by the modes after it.
///
/// ```
/// use extents::ShapeError;
/// use extents::rearrange::merged_stride;
/// assert_eq!(merged_stride(&[2, 1, 3], &[12, 7, 4]), Ok(4));
/// let error = ShapeError::NotMergeable { mode: 0, stride: 16, expected: Some(12) };
/// assert_eq!(merged_stride(&[2, 1, 3], &[16, 7, 4]), Err(error));
/// ```
pub fn merged_stride(extents: &[usize], strides: &[isize]) -> Result<isize, ShapeError> {
    let (expected, found) = (extents.len(), strides.len());
    if expected != found {
        return Err(ShapeError::RankMismatch { expected, found });
    }
    let last = strides.last().copied().unwrap_or(1);
    if extents.contains(&0) {
        return Ok(last);
    }
    // The stride of the fastest mode, and the one that the next slower mode needs, if any would do.
    let mut fast: Option<(isize, Option<isize>)> = None;
    let modes = extents.iter().copied().zip(strides.iter().copied()).enumerate().rev();
    for (mode, (extent, stride)) in modes.filter(|(_, (extent, _))| *extent > 1) {
        let (merged, expected) = fast.unwrap_or((stride, Some(stride)));
        if expected != Some(stride) {
            return Err(ShapeError::NotMergeable { mode, stride, expected });
        }
        fast = Some((merged, outer_stride(stride, extent)));
    }
    Ok(fast.map_or(last, |(merged, _)| merged))
}

/// Returns the strides of one mode as several modes, the last of them fastest.
///
/// # Errors
/// Returns [`ShapeError::SpanOverflow`] where a stride is more than `isize::MAX`.
///
/// ```
/// use extents::rearrange::split_strides;
/// assert_eq!(split_strides(4, &[2, 1, 3])?.as_ref(), [12, 12, 4]);
/// assert!(split_strides(isize::MAX, &[2, 3]).is_err());
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[cfg(feature = "alloc")]
pub fn split_strides(stride: isize, extents: &[usize]) -> Result<ModeArray<isize>, ShapeError> {
    let mut strides: ModeArray<isize> = core::iter::repeat_n(stride, extents.len()).collect();
    for (mode, to) in strides.iter_mut().enumerate() {
        *to = stride_of_part(stride, extents, mode)?;
    }
    Ok(strides)
}

/// The stride of a mode that one of this extent and stride continues.
fn outer_stride(stride: isize, extent: usize) -> Option<isize> {
    isize::try_from(extent).ok().and_then(|extent| stride.checked_mul(extent))
}

/// The stride of one of the modes that a mode of this stride becomes.
fn stride_of_part(stride: isize, extents: &[usize], part: usize) -> Result<isize, ShapeError> {
    let faster = extents.iter().copied().enumerate().skip(part.saturating_add(1)).rev();
    faster.into_iter().try_fold(stride, |stride, (mode, extent)| {
        outer_stride(stride, extent).ok_or(ShapeError::SpanOverflow { mode, extent, stride })
    })
}

/// The modes of a row-major order of the elements under other extents.
pub(super) fn reshape(
    (extents, strides): (&[usize], &[isize]),
    new: &[usize],
    to: &mut impl ModeSink,
) -> Result<isize, ShapeError> {
    check_size(new)?;
    let product =
        |extents: &[usize]| extents.iter().fold(1_usize, |n, extent| n.wrapping_mul(*extent));
    let (expected, found) = (product(new), product(extents));
    if expected != found {
        return Err(ShapeError::CountMismatch { of: Quantity::Elements, expected, found });
    }
    if found == 0 {
        // Any strides will do.
        push_parts(1, new, to)?;
        return Ok(0);
    }
    let (mut old_end, mut new_end) = (0_usize, 0_usize);
    while let Some(&first) = new.get(new_end) {
        let (old_begin, new_begin) = (old_end, new_end);
        new_end = new_end.saturating_add(1);
        if first == 1 {
            to.push(1, 1);
            continue;
        }
        // The next modes of both, until they have as many entries. All together have, so neither side ends first.
        let (mut have, mut want) = (1_usize, first);
        while have != want {
            let (end, count, from) = match have < want {
                true => (&mut old_end, &mut have, extents),
                false => (&mut new_end, &mut want, new),
            };
            *count = count.wrapping_mul(from.get(*end).copied().unwrap_or(0));
            *end = end.saturating_add(1);
        }
        let group = old_begin..old_end;
        let (old, old_strides) = (extents.get(group.clone()), strides.get(group));
        let merged = merged_stride(old.unwrap_or(&[]), old_strides.unwrap_or(&[]));
        let merged = merged.map_err(|error| match error {
            ShapeError::NotMergeable { mode, stride, expected } => {
                ShapeError::NotMergeable { mode: mode.saturating_add(old_begin), stride, expected }
            }
            other => other,
        })?;
        push_parts(merged, new.get(new_begin..new_end).unwrap_or(&[]), to)?;
    }
    Ok(0)
}

/// The modes that a mode of this stride becomes.
fn push_parts(stride: isize, extents: &[usize], to: &mut impl ModeSink) -> Result<(), ShapeError> {
    for (part, extent) in extents.iter().enumerate() {
        to.push(*extent, stride_of_part(stride, extents, part)?);
    }
    Ok(())
}
