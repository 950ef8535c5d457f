//! The arithmetic of the two canonical orders, in const functions over slices.
//!
//! Both orders go through [`Order::mode`], which lists the modes from the fastest to the slowest:
//! the column-major formulas are the row-major ones with the modes reversed, not a copy of them.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const functions have no iterators; each loop counts below the lengths it indexes, and \
              what could overflow is multiplied checked or wrapping"
)]

/// The order of the modes in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The last mode.
    RowMajor,
    /// The first mode.
    ColMajor,
}

impl Order {
    /// The `k`-th mode, counted from the fastest.
    #[inline(always)]
    const fn mode(self, k: usize, rank: usize) -> usize {
        match self {
            Order::RowMajor => rank - 1 - k,
            Order::ColMajor => k,
        }
    }

    /// Returns the mode that varies fastest, if there is one.
    #[inline]
    pub const fn fastest(self, rank: usize) -> Option<usize> {
        if rank == 0 { None } else { Some(self.mode(0, rank)) }
    }

    /// Returns the modes from the fastest to the slowest, of a rank of at most 12.
    #[inline]
    pub const fn fastest_first(self, rank: usize) -> [usize; 12] {
        let mut modes = [0; 12];
        let mut k = 0;
        while k < rank && k < modes.len() {
            modes[k] = self.mode(k, rank);
            k += 1;
        }
        modes
    }

    /// Writes the strides, in elements, of `extents` to `strides`, which must be as long.
    ///
    /// The strides of one-element and one-mode shapes follow the same rule as all others. The
    /// extents must have passed [`check_size`](crate::check_size).
    #[inline]
    pub const fn write_strides(self, extents: &[usize], strides: &mut [isize]) {
        self.write_padded_strides(extents, None, strides);
    }

    /// As [`write_strides`](Self::write_strides), with `room` in the place of the fastest extent.
    #[inline]
    pub const fn write_padded_strides(
        self,
        extents: &[usize],
        room: Option<usize>,
        strides: &mut [isize],
    ) {
        let rank = extents.len();
        let mut stride: isize = 1;
        let mut k = 0;
        while k < rank {
            let mode = self.mode(k, rank);
            strides[mode] = stride;
            stride = stride.wrapping_mul(allocated(k, extents[mode], room).cast_signed());
            k += 1;
        }
    }

    /// Returns the offset of an index that is in bounds; any number for one that is not.
    #[inline(always)]
    pub const fn offset(self, extents: &[usize], index: &[usize]) -> usize {
        self.padded_offset(extents, None, index)
    }

    /// As [`offset`](Self::offset), with `room` in the place of the fastest extent.
    #[inline]
    pub const fn padded_offset(
        self,
        extents: &[usize],
        room: Option<usize>,
        index: &[usize],
    ) -> usize {
        let rank = extents.len();
        let mut offset: usize = 0;
        let mut k = rank;
        while k > 0 {
            k -= 1;
            let mode = self.mode(k, rank);
            let extent = allocated(k, extents[mode], room);
            // Of an index that is too short, any number will do.
            let at = if mode < index.len() { index[mode] } else { 0 };
            offset = offset.wrapping_mul(extent).wrapping_add(at);
        }
        offset
    }

    /// Writes the index that has `offset`, which must be below the size, to `index`.
    #[inline]
    pub const fn write_index(self, extents: &[usize], offset: usize, index: &mut [usize]) {
        self.write_padded_index(extents, None, offset, index);
    }

    /// As [`write_index`](Self::write_index), with `room` in the place of the fastest extent: the fastest
    /// coordinate is out of bounds where the offset has no index.
    #[inline]
    pub const fn write_padded_index(
        self,
        extents: &[usize],
        room: Option<usize>,
        offset: usize,
        index: &mut [usize],
    ) {
        let rank = extents.len();
        let mut rest = offset;
        let mut k = 0;
        while k < rank {
            let mode = self.mode(k, rank);
            // No offset is below the size of a shape with a zero extent; `max` keeps that total.
            let extent = match allocated(k, extents[mode], room) {
                0 => 1,
                extent => extent,
            };
            index[mode] = rest % extent;
            rest /= extent;
            k += 1;
        }
    }
}

/// The extent of the `k`-th mode, counted from the fastest, which may have more room.
#[inline(always)]
const fn allocated(k: usize, extent: usize, room: Option<usize>) -> usize {
    match room {
        Some(room) if k == 0 => room,
        _ => extent,
    }
}

/// Returns whether each coordinate is below the extent of its mode, and there is one for each.
#[inline]
pub const fn contains(extents: &[usize], index: &[usize]) -> bool {
    if extents.len() != index.len() {
        return false;
    }
    let mut mode = 0;
    while mode < extents.len() {
        if index[mode] >= extents[mode] {
            return false;
        }
        mode += 1;
    }
    true
}

/// Whether two shapes have the same extents. A loop, which folds where both are constants; comparing
/// slices would not.
#[inline]
pub(crate) const fn equal(left: &[usize], right: &[usize]) -> bool {
    if left.len() != right.len() {
        return false;
    }
    let mut mode = 0;
    while mode < left.len() {
        if left[mode] != right[mode] {
            return false;
        }
        mode += 1;
    }
    true
}

/// Moves to the next index in row-major order; behind the last one goes back to the first and gives
/// false.
#[inline]
pub const fn next_index(extents: &[usize], index: &mut [usize]) -> bool {
    let mut mode = extents.len();
    while mode > 0 {
        mode -= 1;
        index[mode] += 1;
        if index[mode] < extents[mode] {
            return true;
        }
        index[mode] = 0;
    }
    false
}
