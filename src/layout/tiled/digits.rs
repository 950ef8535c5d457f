//! The arithmetic of tiles on lists of numbers, and [`Digits`]: what the types of a layout say of it.
//!
//! The coordinates of an index stand in order, the most major first. Each tile divides the last ones: the quotients stay
//! where they are, the remainders follow them, and the next tile may divide both again. What is left at the end are the
//! digits of the offset, in the radix of their sizes. XLA's layouts at run time use the same functions.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const functions have no iterators; a list has room for what its tiles make of it, and no tile is 0"
)]

/// 12 modes, and up to 12 more for each of 4 tiles.
const MOST: usize = 60;

/// How many tiles there are at most.
pub(super) const LEVELS: usize = 4;

/// The places of a buffer; or the mode that makes it too large, the places before it, and its number.
pub(in crate::layout) type Span = Result<usize, (usize, usize, usize)>;

/// Divides the numbers after the first `kept` by a tile: quotients, then remainders. The list has room for both.
#[cfg_attr(not(unoptimized), inline(always))]
pub const fn cut(numbers: &mut [usize], kept: usize, tile: &[usize]) {
    let mut k = 0;
    while k < tile.len() {
        let number = numbers[kept + k];
        numbers[kept + k] = number / tile[k];
        numbers[kept + tile.len() + k] = number % tile[k];
        k += 1;
    }
}

/// The inverse of [`cut`], for numbers below these sizes. Returns false where a number is not, which is padding.
#[cfg_attr(not(unoptimized), inline(always))]
pub const fn join(numbers: &mut [usize], kept: usize, tile: &[usize], sizes: &[usize]) -> bool {
    let (mut is_element, mut k) = (true, 0);
    while k < tile.len() {
        let remainder = numbers[kept + tile.len() + k];
        let number = numbers[kept + k].wrapping_mul(tile[k]).wrapping_add(remainder);
        numbers[kept + k] = number;
        is_element &= number < sizes[k];
        k += 1;
    }
    is_element
}

/// Returns the number that has these digits in the radix of these sizes, the most major first.
#[cfg_attr(not(unoptimized), inline(always))]
pub const fn number_of(digits: &[usize], sizes: &[usize]) -> usize {
    let (mut number, mut behind) = (0_usize, 1_usize);
    let mut k = sizes.len();
    while k > 0 {
        k -= 1;
        number = number.wrapping_add(digits[k].wrapping_mul(behind));
        behind = behind.wrapping_mul(sizes[k]);
    }
    number
}

/// Writes the digits of a number. Returns false for one that is at least the product of the sizes.
#[cfg_attr(not(unoptimized), inline(always))]
pub const fn write_digits(number: usize, sizes: &[usize], digits: &mut [usize]) -> bool {
    let (mut rest, mut k) = (number, sizes.len());
    while k > 1 {
        k -= 1;
        let size = sizes[k];
        if size == 0 {
            return false;
        }
        digits[k] = rest % size;
        rest /= size;
    }
    // What is left for the first digit is all its own.
    if k == 0 {
        return rest == 0;
    }
    digits[0] = rest;
    rest < sizes[0]
}

/// What tiles in the type make of an index, where the order of the modes is in the type too.
#[derive(Clone, Copy, Debug)]
pub struct Digits {
    major_to_minor: [usize; 12],
    rank: usize,
    /// So many numbers of size 1 stand before the coordinates, for tiles of a higher rank.
    ones: usize,
    tiles: &'static [&'static [usize]],
}

impl Digits {
    /// Tiles over modes in this order.
    pub(super) const fn new(
        major_to_minor: [usize; 12],
        rank: usize,
        tiles: &'static [&'static [usize]],
    ) -> Self {
        let (mut ones, mut count, mut level) = (0, rank, 0);
        while level < tiles.len() {
            let missing = tiles[level].len().saturating_sub(count);
            ones += missing;
            count += missing + tiles[level].len();
            level += 1;
        }
        Digits { major_to_minor, rank, ones, tiles }
    }

    /// How many numbers the first `levels` tiles make.
    #[cfg_attr(not(unoptimized), inline(always))]
    const fn count(&self, levels: usize) -> usize {
        let (mut count, mut level) = (self.ones + self.rank, 0);
        while level < levels {
            count += self.tiles[level].len();
            level += 1;
        }
        count
    }

    /// The numbers of all modes in order, after those that stand before them.
    #[cfg_attr(not(unoptimized), inline(always))]
    const fn in_order(&self, of_modes: &[usize], before: usize) -> [usize; MOST] {
        let mut list = [before; MOST];
        let mut k = 0;
        while k < self.rank {
            list[self.ones + k] = of_modes[self.major_to_minor[k]];
            k += 1;
        }
        list
    }

    /// The sizes of the numbers that the first `levels` tiles make.
    #[cfg_attr(not(unoptimized), inline(always))]
    const fn sizes(&self, levels: usize, extents: &[usize]) -> [usize; MOST] {
        let mut sizes = self.in_order(extents, 1);
        let (mut count, mut level) = (self.count(0), 0);
        while level < levels {
            let tile = self.tiles[level];
            let mut k = 0;
            while k < tile.len() {
                let quotient = count - tile.len() + k;
                sizes[quotient] = sizes[quotient].div_ceil(tile[k]);
                sizes[count + k] = tile[k];
                k += 1;
            }
            count += tile.len();
            level += 1;
        }
        sizes
    }

    /// The offset of an index in bounds.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(in crate::layout) const fn offset(&self, extents: &[usize], index: &[usize]) -> usize {
        let mut digits = self.in_order(index, 0);
        let (mut count, mut level) = (self.count(0), 0);
        while level < self.tiles.len() {
            let tile = self.tiles[level];
            cut(&mut digits, count - tile.len(), tile);
            count += tile.len();
            level += 1;
        }
        let sizes = self.sizes(level, extents);
        number_of(&digits, sizes.split_at(count).0)
    }

    /// Writes the index of an offset. Returns false for padding and beyond the span; the index is then any.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(in crate::layout) const fn write_index(
        &self,
        extents: &[usize],
        offset: usize,
        index: &mut [usize],
    ) -> bool {
        let mut level = self.tiles.len();
        let mut count = self.count(level);
        let mut digits = [0; MOST];
        if !write_digits(offset, self.sizes(level, extents).split_at(count).0, &mut digits) {
            return false;
        }
        let mut is_element = true;
        while level > 0 {
            level -= 1;
            let tile = self.tiles[level];
            count -= tile.len();
            let (kept, sizes) = (count - tile.len(), self.sizes(level, extents));
            is_element &= join(&mut digits, kept, tile, sizes.split_at(kept).1);
        }
        let mut k = 0;
        while k < self.rank {
            index[self.major_to_minor[k]] = digits[self.ones + k];
            k += 1;
        }
        is_element
    }

    /// The number of places, padding included, if it is at most `isize::MAX`; else the mode that is too much, the
    /// places so far, and its number. Zeros are left out of the product, and make it 0.
    pub(in crate::layout) const fn span(&self, extents: &[usize]) -> Span {
        let sizes = self.sizes(self.tiles.len(), extents);
        let count = self.count(self.tiles.len());
        let (mut span, mut has_none) = (1_usize, false);
        let mut k = 0;
        while k < count {
            let size = sizes[k];
            if size == 0 {
                has_none = true;
            } else {
                match span.checked_mul(size) {
                    Some(all) if all <= isize::MAX.unsigned_abs() => span = all,
                    _ => return Err((self.mode_of(k), span, size)),
                }
            }
            k += 1;
        }
        Ok(if has_none { 0 } else { span })
    }

    /// The mode that a digit comes from; 0 for one of those before all modes.
    const fn mode_of(&self, digit: usize) -> usize {
        let (mut place, mut level) = (digit, self.tiles.len());
        while level > 0 {
            level -= 1;
            // A remainder stood where its quotient is.
            if place >= self.count(level) {
                place -= self.tiles[level].len();
            }
        }
        match place.checked_sub(self.ones) {
            Some(place) => self.major_to_minor[place],
            None => 0,
        }
    }
}
