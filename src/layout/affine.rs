//! The arithmetic of strided mappings, in const functions over slices of extents and strides.
//!
//! The offsets are those of the distances `|stride|`, counted from the smallest: a negative stride only
//! turns a mode around. Modes of extent 1 have one entry, so their strides move nothing.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const functions have no iterators; each loop counts below the lengths it indexes, and \
              what could overflow is checked or wraps"
)]

use crate::ShapeError;

/// At most this many modes have more than one entry: the number of elements fits `isize`.
pub(super) const MOST_MOVING: usize = 63;

/// How far the last entry along a mode is from the first.
#[inline]
const fn reach(extent: usize, stride: isize) -> usize {
    extent.saturating_sub(1).wrapping_mul(stride.unsigned_abs())
}

/// Whether there is no element.
#[inline]
pub(crate) const fn is_empty(extents: &[usize]) -> bool {
    let mut mode = 0;
    while mode < extents.len() {
        if extents[mode] == 0 {
            return true;
        }
        mode += 1;
    }
    false
}

/// The offset of the index of zeros, if the smallest offset is 0.
#[inline]
pub(crate) const fn base_offset(extents: &[usize], strides: &[isize]) -> usize {
    let mut base: usize = 0;
    let mut mode = 0;
    while mode < extents.len() && mode < strides.len() {
        if strides[mode] < 0 {
            base = base.wrapping_add(reach(extents[mode], strides[mode]));
        }
        mode += 1;
    }
    base
}

/// One more than the largest offset; 0 without elements. The mapping must have passed [`check_span`].
#[inline]
pub(crate) const fn span(extents: &[usize], strides: &[isize]) -> usize {
    if is_empty(extents) {
        return 0;
    }
    let mut span: usize = 1;
    let mut mode = 0;
    while mode < extents.len() && mode < strides.len() {
        span = span.wrapping_add(reach(extents[mode], strides[mode]));
        mode += 1;
    }
    span
}

/// Passes where there is one stride a mode, and the span is at most `isize::MAX`.
#[inline]
pub(crate) const fn check_span(extents: &[usize], strides: &[isize]) -> Result<(), ShapeError> {
    if extents.len() != strides.len() {
        return Err(ShapeError::RankMismatch { expected: extents.len(), found: strides.len() });
    }
    if is_empty(extents) {
        return Ok(());
    }
    let mut span: usize = 1;
    let mut mode = 0;
    while mode < extents.len() {
        let (extent, stride) = (extents[mode], strides[mode]);
        let error = ShapeError::SpanOverflow { mode, extent, stride };
        span = match (extent - 1).checked_mul(stride.unsigned_abs()) {
            Some(reach) => match span.checked_add(reach) {
                Some(span) if span <= isize::MAX.cast_unsigned() => span,
                _ => return Err(error),
            },
            None => return Err(error),
        };
        mode += 1;
    }
    Ok(())
}

/// The offset of an index that is in bounds; any number for one that is not.
#[inline]
pub(crate) const fn offset(extents: &[usize], strides: &[isize], index: &[usize]) -> usize {
    let mut offset = base_offset(extents, strides);
    let mut mode = 0;
    while mode < index.len() && mode < strides.len() {
        offset = offset.wrapping_add_signed(index[mode].cast_signed().wrapping_mul(strides[mode]));
        mode += 1;
    }
    offset
}

/// Whether each stride passes over everything that the smaller ones reach. Then no offset is shared.
/// Enough, but not necessary, for uniqueness.
#[inline]
pub(crate) const fn is_nested(extents: &[usize], strides: &[isize]) -> bool {
    is_nested_above(extents, strides, None)
}

/// As [`is_nested`], of the strides other than 0: then the index of an offset is found digit by digit.
#[inline]
pub(crate) const fn is_nested_but_broadcast(extents: &[usize], strides: &[isize]) -> bool {
    is_nested_above(extents, strides, Some(0))
}

/// Passes where there is no element, or the strides are nested.
#[cfg(feature = "ndarray")]
pub(crate) fn check_nested(extents: &[usize], strides: &[isize]) -> Result<(), ShapeError> {
    let modes = || extents.iter().zip(strides).enumerate();
    let crossing = modes().find_map(|(mode, (&extent, stride))| {
        let stride = stride.unsigned_abs();
        let reach = reach_within(extents, strides, mode, stride);
        (extent > 1 && reach >= stride).then_some((mode, stride))
    });
    let Some((mode, stride)) = crossing.filter(|_| !is_empty(extents)) else { return Ok(()) };
    let shorter = modes().filter(|&(other, (_, s))| other != mode && s.unsigned_abs() <= stride);
    let reach = shorter.map(|(_, (&extent, &stride))| reach(extent, stride)).sum();
    Err(ShapeError::InterleavedStrides { mode, stride, reach })
}

const fn is_nested_above(extents: &[usize], strides: &[isize], except: Option<usize>) -> bool {
    let mut mode = 0;
    while mode < extents.len() {
        let stride = strides[mode].unsigned_abs();
        let is_excepted = matches!(except, Some(excepted) if excepted == stride);
        if extents[mode] > 1
            && !is_excepted
            && reach_within(extents, strides, mode, stride) >= stride
        {
            return false;
        }
        mode += 1;
    }
    true
}

/// How far the other modes of at most this stride reach together.
const fn reach_within(extents: &[usize], strides: &[isize], except: usize, most: usize) -> usize {
    let mut sum: usize = 0;
    let mut mode = 0;
    while mode < extents.len() {
        if mode != except && strides[mode].unsigned_abs() <= most {
            sum = sum.wrapping_add(reach(extents[mode], strides[mode]));
        }
        mode += 1;
    }
    sum
}

/// The mode of more than one entry with the longest stride below `last`. Nested strides have different lengths, but for 0.
const fn next_shorter(extents: &[usize], strides: &[isize], last: usize) -> Option<usize> {
    let mut found: Option<usize> = None;
    let mut mode = 0;
    while mode < extents.len() {
        let stride = strides[mode].unsigned_abs();
        let is_longer = match found {
            Some(other) => stride > strides[other].unsigned_abs(),
            None => true,
        };
        if extents[mode] > 1 && stride < last && is_longer {
            found = Some(mode);
        }
        mode += 1;
    }
    found
}

/// Whether the strides are those of a dense shape, whose modes were only put in another order or turned
/// around: mdspan's rule for `layout_stride`. A mode of extent 1 counts with its stride. Without elements
/// there is nothing to miss.
pub(crate) const fn is_exhaustive(extents: &[usize], strides: &[isize]) -> bool {
    if is_empty(extents) {
        return true;
    }
    // Modes of extent 1 make no other slower.
    let mut moving = [0; MOST_MOVING];
    let mut count = 0;
    let mut mode = 0;
    while mode < extents.len() {
        if extents[mode] > 1 {
            if count == MOST_MOVING {
                return false;
            }
            moving[count] = mode;
            count += 1;
        }
        mode += 1;
    }
    let mut mode = 0;
    while mode < extents.len() {
        let stride = strides[mode].unsigned_abs();
        let mut faster: usize = 1;
        let mut place = 0;
        while place < count {
            let other = moving[place];
            let distance = strides[other].unsigned_abs();
            if other != mode && distance == stride && extents[mode] > 1 {
                return false;
            }
            if distance < stride {
                faster = faster.saturating_mul(extents[other]);
            }
            place += 1;
        }
        if faster != stride {
            return false;
        }
        mode += 1;
    }
    true
}

/// Writes the coordinates that have `offset`, if the strides are nested and there are such. Gives
/// whether there are.
pub(crate) const fn write_nested_index(
    extents: &[usize],
    strides: &[isize],
    offset: usize,
    index: &mut [usize],
) -> bool {
    let mut rest = offset;
    let mut last = usize::MAX;
    let mut mode = 0;
    while mode < index.len() {
        // What does not move stays there.
        index[mode] = 0;
        mode += 1;
    }
    while let Some(mode) = next_shorter(extents, strides, last) {
        let distance = strides[mode].unsigned_abs();
        last = distance;
        let Some(steps) = rest.checked_div(distance) else { continue };
        let steps = if steps < extents[mode] { steps } else { extents[mode] - 1 };
        rest -= steps * distance;
        index[mode] = if strides[mode] < 0 { extents[mode] - 1 - steps } else { steps };
    }
    rest == 0
}
