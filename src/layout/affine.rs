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
            // A second stride of the same length, or of 0, reaches nowhere new.
            if extents[mode] > 1 && strides[mode].unsigned_abs() == most {
                return usize::MAX;
            }
        }
        mode += 1;
    }
    sum
}

/// How many differences of indices the search for a shared offset tries: some tenths of a second.
const MOST_TRIED: u32 = 1 << 22;

/// Whether no two indices share an offset. Where the strides are not nested, by search, which for some
/// strides takes exponential time (it solves subset sums); so it gives up at [`MOST_TRIED`], with false.
pub(crate) const fn is_unique(extents: &[usize], strides: &[isize]) -> bool {
    if is_empty(extents) || is_nested(extents, strides) {
        return true;
    }
    let size = extents_static::__private::product_of(extents);
    if size > span(extents, strides) {
        return false;
    }
    let mut left = MOST_TRIED;
    !collides(extents, strides, (usize::MAX, 0), 0, false, &mut left)
}

/// Whether some difference of two indices, not all zero, adds up to no distance.
///
/// `gap` is the distance of the modes that were chosen so far, `moved` whether their difference is not
/// all zero, `last` the stride and number of the last one: modes go from the longest stride to the
/// shortest, so that the rest soon cannot make up for the gap. Recursion is as deep as there are modes
/// of more than one entry, at most 63. True also once `left` is used up.
const fn collides(
    extents: &[usize],
    strides: &[isize],
    last: (usize, usize),
    gap: usize,
    moved: bool,
    left: &mut u32,
) -> bool {
    if *left == 0 {
        return true;
    }
    *left -= 1;
    let Some(mode) = next_shorter(extents, strides, last) else {
        return moved && gap == 0;
    };
    let stride = strides[mode].unsigned_abs();
    let next = (stride, mode);
    if stride == 0 {
        return true;
    }
    let rest = reach_after(extents, strides, next);
    let most = extents[mode] - 1;
    // The differences are symmetric: the first one that moves goes up, later ones either way. Only
    // steps after which the rest can make up for the gap are tried.
    let mut step = gap.saturating_sub(rest).div_ceil(stride);
    while step <= most && step * stride <= gap.saturating_add(rest) {
        if collides(extents, strides, next, gap.abs_diff(step * stride), moved || step > 0, left) {
            return true;
        }
        step += 1;
    }
    let mut step = 1;
    while moved && step <= most && gap.saturating_add(step * stride) <= rest {
        if collides(extents, strides, next, gap + step * stride, true, left) {
            return true;
        }
        step += 1;
    }
    false
}

/// The mode of more than one entry with the longest stride behind `last`, in order of length and number.
const fn next_shorter(extents: &[usize], strides: &[isize], last: (usize, usize)) -> Option<usize> {
    let mut found: Option<usize> = None;
    let mut mode = 0;
    while mode < extents.len() {
        let stride = strides[mode].unsigned_abs();
        let is_behind = stride < last.0 || (stride == last.0 && mode > last.1);
        let is_longer = match found {
            Some(other) => stride > strides[other].unsigned_abs(),
            None => true,
        };
        if extents[mode] > 1 && is_behind && is_longer {
            found = Some(mode);
        }
        mode += 1;
    }
    found
}

/// How far the modes behind `last` reach together.
const fn reach_after(extents: &[usize], strides: &[isize], last: (usize, usize)) -> usize {
    let mut sum: usize = 0;
    let mut mode = 0;
    while mode < extents.len() {
        let stride = strides[mode].unsigned_abs();
        if stride < last.0 || (stride == last.0 && mode > last.1) {
            sum = sum.wrapping_add(reach(extents[mode], strides[mode]));
        }
        mode += 1;
    }
    sum
}

/// Whether the strides are those of a dense shape, whose modes were only put in another order or turned
/// around: mdspan's rule for `layout_stride`. A mode of extent 1 counts with its stride. Without elements
/// there is nothing to miss.
pub(crate) const fn is_exhaustive(extents: &[usize], strides: &[isize]) -> bool {
    if is_empty(extents) {
        return true;
    }
    let mut mode = 0;
    while mode < extents.len() {
        let stride = strides[mode].unsigned_abs();
        let mut faster: usize = 1;
        let mut other = 0;
        while other < extents.len() {
            let distance = strides[other].unsigned_abs();
            let is_tied = other != mode && distance == stride;
            if is_tied && extents[other] > 1 && extents[mode] > 1 {
                return false;
            }
            if other != mode && distance < stride {
                faster = faster.saturating_mul(extents[other]);
            }
            other += 1;
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
pub(crate) fn write_nested_index(
    extents: &[usize],
    strides: &[isize],
    offset: usize,
    index: &mut [usize],
) -> bool {
    index.fill(0);
    let mut rest = offset;
    let mut last = (usize::MAX, 0);
    for (coordinate, (&extent, &stride)) in index.iter_mut().zip(extents.iter().zip(strides)) {
        // What does not move, or turns around from its end, starts where its distance is 0.
        if stride < 0 {
            *coordinate = extent - 1;
        }
    }
    while let Some(mode) = next_shorter(extents, strides, last) {
        let distance = strides[mode].unsigned_abs();
        last = (distance, mode);
        let Some(steps) = rest.checked_div(distance) else { continue };
        let steps = if steps < extents[mode] { steps } else { extents[mode] - 1 };
        rest -= steps * distance;
        index[mode] = if strides[mode] < 0 { extents[mode] - 1 - steps } else { steps };
    }
    rest == 0
}

/// Writes the first coordinates, in row-major order, that have the offset `wanted`, if there are such. Tries
/// only those after which the modes behind can make up for the rest. There must be an element.
pub(crate) fn search_index(
    extents: &[usize],
    strides: &[isize],
    wanted: usize,
    index: &mut [usize],
) -> bool {
    index.fill(0);
    search_from(0, extents, strides, wanted, index)
}

/// Recursion is as deep as there are modes of more than one entry, at most 63.
fn search_from(
    first: usize,
    extents: &[usize],
    strides: &[isize],
    rest: usize,
    index: &mut [usize],
) -> bool {
    // The first entry of a mode that does not move is as good as any.
    let moves = |mode: &usize| extents[*mode] > 1 && strides[*mode] != 0;
    let Some(mode) = (first..extents.len()).find(moves) else {
        return rest == 0;
    };
    let (stride, most) = (strides[mode].unsigned_abs(), extents[mode] - 1);
    let behind = span(&extents[mode + 1..], &strides[mode + 1..]) - 1;
    let nearest = rest.saturating_sub(behind).div_ceil(stride);
    let farthest = most.min(rest / stride);
    let mut tried = 0;
    while nearest + tried <= farthest {
        // The first coordinate of a mode that is turned around is its farthest.
        let is_reversed = strides[mode] < 0;
        let steps = if is_reversed { farthest - tried } else { nearest + tried };
        index[mode] = if is_reversed { most - steps } else { steps };
        if search_from(mode + 1, extents, strides, rest - steps * stride, index) {
            return true;
        }
        tried += 1;
    }
    false
}
