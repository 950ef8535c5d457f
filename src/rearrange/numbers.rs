//! The numbers of a rearrangement: one set of functions for typed and for run-time operations.

use extents_static::__private::Spread;
use extents_static::slice::Kept;

use crate::{
    ShapeError,
    error::{Bounded, Part, Place},
};

/// Takes the modes of a result one by one.
pub(crate) trait ModeSink {
    fn push(&mut self, extent: usize, stride: isize);
    /// Returns the extents that were taken.
    fn extents(&self) -> &[usize];
    /// Returns the strides that were taken.
    fn strides(&self) -> &[isize];
}

/// The modes of a result whose rank is in its type, and how far its index of zeros is from that of the
/// source.
pub(super) struct Numbers {
    extents: [usize; 12],
    strides: [isize; 12],
    rank: usize,
    distance: isize,
}

impl Numbers {
    /// The numbers that `compute` gives.
    #[inline]
    pub(super) fn of(
        compute: impl FnOnce(&mut Numbers) -> Result<isize, ShapeError>,
    ) -> Result<Self, ShapeError> {
        let mut numbers = Numbers::none();
        numbers.distance = compute(&mut numbers)?;
        if numbers.rank > numbers.extents.len() {
            let (expected, found) = (numbers.extents.len(), numbers.rank);
            return Err(ShapeError::RankMismatch { expected, found });
        }
        Ok(numbers)
    }

    /// No modes yet.
    #[inline]
    pub(super) fn none() -> Self {
        Numbers { extents: [0; 12], strides: [0; 12], rank: 0, distance: 0 }
    }

    #[inline]
    pub(super) fn distance(&self) -> isize {
        self.distance
    }
}

impl ModeSink for Numbers {
    /// Those after the twelfth are counted, and [`Numbers::of`] refuses them.
    #[inline]
    fn push(&mut self, extent: usize, stride: isize) {
        if let (Some(to_extent), Some(to_stride)) =
            (self.extents.get_mut(self.rank), self.strides.get_mut(self.rank))
        {
            (*to_extent, *to_stride) = (extent, stride);
        }
        self.rank = self.rank.wrapping_add(1);
    }

    #[inline]
    fn extents(&self) -> &[usize] {
        self.extents.get(..self.rank).unwrap_or(&self.extents)
    }

    #[inline]
    fn strides(&self) -> &[isize] {
        self.strides.get(..self.rank).unwrap_or(&self.strides)
    }
}

/// The distance of so many entries. In bounds it fits; elsewhere it may wrap.
#[inline]
fn steps(stride: isize, entries: usize) -> isize {
    stride.wrapping_mul(entries.cast_signed())
}

#[inline]
pub(super) fn modes<'s>(
    extents: &'s [usize],
    strides: &'s [isize],
) -> impl DoubleEndedIterator<Item = (usize, isize)> + ExactSizeIterator + 's {
    extents.iter().copied().zip(strides.iter().copied())
}

/// The extent and stride of one mode.
///
/// # Errors
/// Returns [`ShapeError::OutOfBounds`].
#[inline]
pub(super) fn nth(
    extents: &[usize],
    strides: &[isize],
    mode: usize,
) -> Result<(usize, isize), ShapeError> {
    match (extents.get(mode), strides.get(mode)) {
        (Some(extent), Some(stride)) => Ok((*extent, *stride)),
        _ => Err(ShapeError::OutOfBounds { of: Bounded::Mode, number: mode, limit: extents.len() }),
    }
}

/// A slice; without the modes of an index if `drops`.
#[inline]
pub(super) fn slice(
    (extents, strides): (&[usize], &[isize]),
    kept: &[Kept],
    drops: bool,
    to: &mut impl ModeSink,
) -> isize {
    let mut distance: isize = 0;
    for ((_, stride), kept) in modes(extents, strides).zip(kept) {
        distance = distance.wrapping_add(steps(stride, kept.begin));
        if !(drops && kept.is_index) {
            to.push(kept.count, steps(stride, kept.step));
        }
    }
    distance
}

/// Whether a slice begins at the end of a mode, and so has no element: mdspan puts it behind all elements.
#[inline]
pub(super) fn is_past_the_end(extents: &[usize], kept: &[Kept]) -> bool {
    extents.iter().zip(kept).any(|(extent, kept)| kept.begin == *extent)
}

/// The modes in another order, which names each once.
#[inline]
pub(super) fn permute(
    (extents, strides): (&[usize], &[isize]),
    order: &[usize],
    to: &mut impl ModeSink,
) -> Result<isize, ShapeError> {
    for mode in order {
        let (extent, stride) = nth(extents, strides, *mode)?;
        to.push(extent, stride);
    }
    Ok(0)
}

/// The modes in reverse.
#[inline]
pub(super) fn transpose((extents, strides): (&[usize], &[isize]), to: &mut impl ModeSink) -> isize {
    for (extent, stride) in modes(extents, strides).rev() {
        to.push(extent, stride);
    }
    0
}

/// One mode turned around.
#[inline]
pub(super) fn reverse(
    extents: &[usize],
    strides: &mut [isize],
    mode: usize,
) -> Result<isize, ShapeError> {
    let (extent, stride) = nth(extents, strides, mode)?;
    if let Some(reversed) = strides.get_mut(mode) {
        *reversed = stride.wrapping_neg();
    }
    Ok(steps(stride, extent.saturating_sub(1)))
}

/// One mode as several, the last of them fastest.
#[inline]
pub(super) fn split(
    (extents, strides): (&[usize], &[isize]),
    mode: usize,
    parts: &[usize],
    to: &mut impl ModeSink,
) -> Result<isize, ShapeError> {
    let (extent, stride) = nth(extents, strides, mode)?;
    let product = parts.iter().fold(1_usize, |product, part| product.saturating_mul(*part));
    if product != extent {
        return Err(ShapeError::PartMismatch { part: Part::Split, mode, size: product, extent });
    }
    for (k, whole) in modes(extents, strides).enumerate() {
        if k != mode {
            to.push(whole.0, whole.1);
            continue;
        }
        for (part, extent) in parts.iter().enumerate() {
            let faster = parts.iter().skip(part.wrapping_add(1));
            let below = faster.fold(1_usize, |below, extent| below.wrapping_mul(*extent));
            to.push(*extent, steps(stride, below));
        }
    }
    Ok(0)
}

/// A mode and the next one as one, at the stride of the next one.
#[inline]
pub(super) fn merge(
    (extents, strides): (&[usize], &[isize]),
    mode: usize,
    to: &mut impl ModeSink,
) -> Result<isize, ShapeError> {
    let next = mode.wrapping_add(1);
    let (slow, fast) = (nth(extents, strides, mode)?, nth(extents, strides, next)?);
    merge_at(fast.1, (extents, strides), mode, (slow, fast), to)
}

/// A mode and the next one as one, at the stride of the first one if the next one has one entry.
#[cfg(feature = "alloc")]
pub(super) fn merge_by_value(
    (extents, strides): (&[usize], &[isize]),
    mode: usize,
    to: &mut impl ModeSink,
) -> Result<isize, ShapeError> {
    let next = mode.wrapping_add(1);
    let (slow, fast) = (nth(extents, strides, mode)?, nth(extents, strides, next)?);
    let stride = if fast.0 == 1 { slow.1 } else { fast.1 };
    merge_at(stride, (extents, strides), mode, (slow, fast), to)
}

#[inline]
fn merge_at(
    merged: isize,
    (extents, strides): (&[usize], &[isize]),
    mode: usize,
    (slow, fast): ((usize, isize), (usize, isize)),
    to: &mut impl ModeSink,
) -> Result<isize, ShapeError> {
    let next = mode.wrapping_add(1);
    // An extent fits, and a product that does not is the stride of no mode.
    let expected = merged.checked_mul(fast.0.cast_signed());
    if expected != Some(slow.1) && slow.0 > 1 && fast.0 > 0 {
        return Err(ShapeError::NotMergeable { mode, stride: slow.1, expected });
    }
    for (k, (extent, stride)) in modes(extents, strides).enumerate() {
        if k == mode {
            to.push(slow.0.wrapping_mul(fast.0), merged);
        } else if k != next {
            to.push(extent, stride);
        }
    }
    Ok(0)
}

/// A further mode of one entry, which will be mode `mode`.
#[inline]
pub(super) fn insert(
    (extents, strides): (&[usize], &[isize]),
    mode: usize,
    to: &mut impl ModeSink,
) -> Result<isize, ShapeError> {
    let rank = extents.len();
    if mode > rank {
        return Err(ShapeError::OutOfBounds {
            of: Bounded::Mode,
            number: mode,
            limit: rank.wrapping_add(1),
        });
    }
    for (k, (extent, stride)) in modes(extents, strides).enumerate() {
        if k == mode {
            to.push(1, 1);
        }
        to.push(extent, stride);
    }
    if mode == rank {
        to.push(1, 1);
    }
    Ok(0)
}

/// Without a mode of one entry.
#[inline]
pub(super) fn drop_mode(
    (extents, strides): (&[usize], &[isize]),
    mode: usize,
    to: &mut impl ModeSink,
) -> Result<isize, ShapeError> {
    let (extent, _) = nth(extents, strides, mode)?;
    if extent != 1 {
        return Err(ShapeError::ExtentMismatch {
            place: Place::Mode(mode),
            expected: 1,
            found: extent,
        });
    }
    for (k, (extent, stride)) in modes(extents, strides).enumerate() {
        if k != mode {
            to.push(extent, stride);
        }
    }
    Ok(0)
}

/// A mode of one entry as a mode of `entries`, all the same.
#[inline]
pub(super) fn broadcast(
    (extents, strides): (&[usize], &[isize]),
    mode: usize,
    entries: usize,
    to: &mut impl ModeSink,
) -> Result<isize, ShapeError> {
    let (extent, _) = nth(extents, strides, mode)?;
    if extent != 1 {
        return Err(ShapeError::ExtentMismatch {
            place: Place::Mode(mode),
            expected: 1,
            found: extent,
        });
    }
    for (k, (extent, stride)) in modes(extents, strides).enumerate() {
        if k == mode { to.push(entries, 0) } else { to.push(extent, stride) }
    }
    Ok(0)
}

/// All modes, at the end, with those of extent 1 repeated, so that the extents become `new`.
#[inline]
pub(super) fn broadcast_to(
    (extents, strides): (&[usize], &[isize]),
    new: &[usize],
    order: Option<&Spread>,
    to: &mut impl ModeSink,
) -> Result<isize, ShapeError> {
    let (expected, found) = (new.len(), extents.len());
    let Some(further) = expected.checked_sub(found) else {
        return Err(ShapeError::RankMismatch { expected, found });
    };
    for (place, &expected) in new.iter().enumerate() {
        let mode = match order {
            Some(order) => order.get(place).map(|mode| usize::from(*mode)),
            None => place.checked_sub(further),
        };
        // `REPEATED` is no mode.
        let source = mode.and_then(|mode| Some((mode, *extents.get(mode)?, *strides.get(mode)?)));
        match source {
            Some((_, found, stride)) if found == expected => to.push(expected, stride),
            None | Some((_, 1, _)) => to.push(expected, 0),
            Some((mode, found, _)) => {
                let place = Place::Repeated { mode, to: place };
                return Err(ShapeError::ExtentMismatch { place, expected, found });
            }
        }
    }
    Ok(0)
}

/// The entries at which two modes have the same coordinate, in the place of the first.
#[inline]
pub(super) fn diagonal(
    (extents, strides): (&[usize], &[isize]),
    first: usize,
    second: usize,
    to: &mut impl ModeSink,
) -> Result<isize, ShapeError> {
    let (one, other) = (nth(extents, strides, first)?, nth(extents, strides, second)?);
    if first == second {
        return Err(ShapeError::Repeated { place: Place::Diagonal(first, second) });
    }
    if one.0 != other.0 {
        return Err(ShapeError::ExtentMismatch {
            place: Place::Diagonal(first, second),
            expected: one.0,
            found: other.0,
        });
    }
    for (k, (extent, stride)) in modes(extents, strides).enumerate() {
        if k == first {
            to.push(extent, one.1.wrapping_add(other.1));
        } else if k != second {
            to.push(extent, stride);
        }
    }
    Ok(0)
}

/// All places of a window of these extents, then the modes of the window.
#[inline]
pub(super) fn windows(
    (extents, strides): (&[usize], &[isize]),
    window: &[usize],
    to: &mut impl ModeSink,
) -> Result<isize, ShapeError> {
    check_rank(extents, window)?;
    for (mode, ((extent, stride), &window)) in modes(extents, strides).zip(window).enumerate() {
        to.push(places(mode, extent, window)?, stride);
    }
    for (stride, window) in strides.iter().zip(window) {
        to.push(*window, *stride);
    }
    Ok(0)
}

/// The number of places of a window.
#[inline]
fn places(mode: usize, extent: usize, window: usize) -> Result<usize, ShapeError> {
    match extent.checked_sub(window) {
        Some(rest) if window > 0 => Ok(rest.wrapping_add(1)),
        _ => Err(ShapeError::PartMismatch { part: Part::Window, mode, size: window, extent }),
    }
}

/// All modes, one of them with the places of a window, then the mode of the window.
#[inline]
pub(super) fn windows_along(
    (extents, strides): (&[usize], &[isize]),
    mode: usize,
    window: usize,
    to: &mut impl ModeSink,
) -> Result<isize, ShapeError> {
    let (extent, along) = nth(extents, strides, mode)?;
    let places = places(mode, extent, window)?;
    for (k, (extent, stride)) in modes(extents, strides).enumerate() {
        to.push(if k == mode { places } else { extent }, stride);
    }
    to.push(window, along);
    Ok(0)
}

/// All tiles of these extents, then the modes of a tile.
#[inline]
pub(super) fn tiles(
    (extents, strides): (&[usize], &[isize]),
    tile: &[usize],
    to: &mut impl ModeSink,
) -> Result<isize, ShapeError> {
    check_rank(extents, tile)?;
    for (mode, ((extent, stride), &tile)) in modes(extents, strides).zip(tile).enumerate() {
        match extent.checked_div(tile) {
            Some(count) if extent.is_multiple_of(tile) => to.push(count, steps(stride, tile)),
            _ => {
                return Err(ShapeError::PartMismatch {
                    part: Part::Tile,
                    mode,
                    size: tile,
                    extent,
                });
            }
        }
    }
    for (stride, tile) in strides.iter().zip(tile) {
        to.push(*tile, *stride);
    }
    Ok(0)
}

#[inline]
fn check_rank(extents: &[usize], other: &[usize]) -> Result<(), ShapeError> {
    let (expected, found) = (extents.len(), other.len());
    if expected == found { Ok(()) } else { Err(ShapeError::RankMismatch { expected, found }) }
}
