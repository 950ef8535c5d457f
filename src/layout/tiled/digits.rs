//! [`Digits`]: what tiles make of the coordinates of an index, as numbers that depend on types alone.
//!
//! Each tile turns a coordinate into a quotient and a remainder, and the next one may do so again. What is left at the
//! end are the digits of the offset, each of which comes from one coordinate by a chain of divisions.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const functions have no iterators; there are at most as many digits as `MOST`, and no tile is 0"
)]

/// 12 modes, and up to 12 more for each of 4 tiles.
const MOST: usize = 60;

/// How many tiles there are at most.
pub(super) const LEVELS: usize = 4;

/// The places of a buffer; or the mode that makes it too large, the places before it, and its number.
pub(in crate::layout) type Span = Result<usize, (usize, usize, usize)>;

/// A digit of the offset.
#[derive(Clone, Copy, Debug)]
struct Digit {
    /// The mode whose coordinate it comes from; none for a digit that is always 0, of 1.
    mode: Option<usize>,
    /// What each tile does to it, the first one first.
    steps: [Step; LEVELS],
}

/// What a tile does to a number.
#[derive(Clone, Copy, Debug)]
struct Step {
    tile: usize,
    /// Takes the remainder, not the quotient.
    within: bool,
}

/// The digits of an offset, the most major first.
#[derive(Clone, Copy, Debug)]
pub struct Digits {
    all: [Digit; MOST],
    count: usize,
}

/// The quotient of a division by 1 leaves a number as it is.
const KEEP: Step = Step { tile: 1, within: false };

impl Digits {
    /// The digits that tiles make of modes in this order, the most major first.
    pub(super) const fn new(major_to_minor: &[usize], tiles: &[&[usize]]) -> Self {
        let one = Digit { mode: None, steps: [KEEP; LEVELS] };
        let mut digits = Digits { all: [one; MOST], count: major_to_minor.len() };
        let mut k = 0;
        while k < major_to_minor.len() {
            digits.all[k].mode = Some(major_to_minor[k]);
            k += 1;
        }
        let mut level = 0;
        while level < tiles.len() {
            digits = digits.cut(level, tiles[level]);
            level += 1;
        }
        digits
    }

    const fn cut(mut self, level: usize, tile: &[usize]) -> Self {
        // A tile of a higher rank cuts dimensions of 1 before the others.
        while self.count < tile.len() {
            let mut k = self.count;
            while k > 0 {
                self.all[k] = self.all[k - 1];
                k -= 1;
            }
            self.all[0] = Digit { mode: None, steps: [KEEP; LEVELS] };
            self.count += 1;
        }
        let mut k = 0;
        while k < tile.len() {
            let quotient = self.count - tile.len() + k;
            let remainder = self.count + k;
            self.all[remainder] = self.all[quotient];
            self.all[quotient].steps[level] = Step { tile: tile[k], within: false };
            self.all[remainder].steps[level] = Step { tile: tile[k], within: true };
            k += 1;
        }
        self.count += tile.len();
        self
    }

    /// The offset of an index in bounds.
    #[inline(always)]
    pub(in crate::layout) const fn offset(
        &self,
        levels: usize,
        extents: &[usize],
        index: &[usize],
    ) -> usize {
        let (mut offset, mut behind) = (0_usize, 1_usize);
        let mut k = self.count;
        while k > 0 {
            k -= 1;
            let digit = &self.all[k];
            if let Some(mode) = digit.mode {
                let (mut at, mut size) = (index[mode], extents[mode]);
                let mut level = 0;
                while level < levels {
                    let Step { tile, within } = digit.steps[level];
                    (at, size) =
                        if within { (at % tile, tile) } else { (at / tile, size.div_ceil(tile)) };
                    level += 1;
                }
                offset = offset.wrapping_add(at.wrapping_mul(behind));
                behind = behind.wrapping_mul(size);
            } else {
                behind = behind.wrapping_mul(digit.size(levels, 1));
            }
        }
        offset
    }

    /// Writes the index of an offset. Where there is padding it is any index, out of bounds or that of an element
    /// elsewhere.
    #[inline(always)]
    pub(in crate::layout) const fn write_index(
        &self,
        levels: usize,
        extents: &[usize],
        offset: usize,
        index: &mut [usize],
    ) {
        let mut mode = 0;
        while mode < index.len() {
            index[mode] = 0;
            mode += 1;
        }
        let mut rest = offset;
        let mut k = self.count;
        while k > 0 {
            k -= 1;
            let digit = &self.all[k];
            let extent = match digit.mode {
                Some(mode) => extents[mode],
                None => 1,
            };
            // Not 0, or the span would be 0.
            let size = digit.size(levels, extent);
            // What is left for the first digit is all its own: beyond the span it takes its mode out of bounds.
            let at = if k == 0 { Some(rest) } else { rest.checked_rem(size) };
            if let (Some(mode), Some(at)) = (digit.mode, at) {
                index[mode] = index[mode].wrapping_add(at.wrapping_mul(digit.place(levels)));
            }
            rest = match rest.checked_div(size) {
                Some(rest) => rest,
                None => 0,
            };
        }
    }

    /// Whether the index of each place of padding, and of each beyond the span, is out of bounds: remainders are cut into
    /// whole tiles only.
    pub(super) const fn is_exact(&self, levels: usize) -> bool {
        let mut k = 0;
        while k < self.count {
            if self.all[k].mode.is_none() {
                return false;
            }
            let (mut remainder, mut level) = (None, 0);
            while level < levels {
                let Step { tile, within } = self.all[k].steps[level];
                remainder = match remainder {
                    Some(size) if size % tile > 0 => return false,
                    _ if within => Some(tile),
                    Some(size) => Some(size / tile),
                    None => None,
                };
                level += 1;
            }
            k += 1;
        }
        true
    }

    /// The number of places, padding included, if it is at most `isize::MAX`; else the mode that is too much, the
    /// places so far, and its number. Zeros are left out of the product, and make it 0.
    pub(in crate::layout) const fn span(&self, levels: usize, extents: &[usize]) -> Span {
        let (mut span, mut has_none) = (1_usize, false);
        let mut k = 0;
        while k < self.count {
            let digit = &self.all[k];
            let (mode, extent) = match digit.mode {
                Some(mode) => (mode, extents[mode]),
                None => (0, 1),
            };
            let size = digit.size(levels, extent);
            if size == 0 {
                has_none = true;
            } else {
                match span.checked_mul(size) {
                    Some(all) if all <= isize::MAX.unsigned_abs() => span = all,
                    _ => return Err((mode, span, size)),
                }
            }
            k += 1;
        }
        Ok(if has_none { 0 } else { span })
    }
}

impl Digit {
    /// How many values it has, where the mode has so many.
    #[inline(always)]
    const fn size(&self, levels: usize, extent: usize) -> usize {
        let (mut size, mut level) = (extent, 0);
        while level < levels {
            let Step { tile, within } = self.steps[level];
            size = if within { tile } else { size.div_ceil(tile) };
            level += 1;
        }
        size
    }

    /// How far one more moves the coordinate.
    #[inline(always)]
    const fn place(&self, levels: usize) -> usize {
        let (mut place, mut level) = (1_usize, 0);
        while level < levels {
            let Step { tile, within } = self.steps[level];
            if !within {
                place = place.wrapping_mul(tile);
            }
            level += 1;
        }
        place
    }
}
