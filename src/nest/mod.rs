//! The loop nest: how all elements of operands of equal extents are visited.
//!
//! A [`Nest`] is planned from extents and the strides of any number of operands, by one function that is compiled once
//! and also runs in constants. Modes of extent 1 are dropped, and neighboring modes that continue each other in all
//! operands become one loop. Where the order is free, loops with longer strides go around those with shorter ones, negative
//! strides are reversed, and the two innermost loops go tile by tile where the columns of an operand crowd the cache.
//!
//! [`Steps`] moves the operands along the loops; `elements::walk` runs a body over the rows.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const functions have no iterators; loops count below the rank, modes are those of the extents"
)]

mod known;
mod merge;
mod steps;
#[cfg(test)]
mod tests;

pub(crate) use known::{Dense, KnownOperands};
pub(crate) use merge::{Merged, merged, spans};
pub(crate) use steps::{Counted, Operands, Steps, Still, Strided, TurnSteps};

/// The most loops of a nest; operands that need more are visited index by index.
pub(crate) const MOST: usize = 12;

/// The edge of a tile, in elements, and from how long a loop on tiles are worth it.
const TILE: usize = 32;
const TILED_FROM: usize = 128;

/// Elements a multiple of so many apart meet in few lines of the cache, where one drives out the other. At other
/// strides the lines of a column stay until the next column, and long rows are faster than tiles.
const CROWDED: usize = 256;

/// In what order the elements are visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Row-major order.
    Kept,
    /// Any order: that of memory for the first operand, then for the others.
    Free,
}

/// A loop of a nest. The step of each operand is its stride along `mode`, which is the innermost one where several modes
/// are one loop, or the negative of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Loop {
    pub(crate) extent: usize,
    // Short, because a nest is copied.
    mode: u32,
    pub(crate) is_reversed: bool,
}

impl Loop {
    const ONCE: Self = Loop { extent: 1, mode: 0, is_reversed: false };

    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn mode(self) -> usize {
        self.mode as usize
    }
}

/// Loops over all elements, the last one innermost, as few as can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Nest {
    /// The first `rank` of these; the others are zeros, which take one instruction to write.
    pub(crate) loops: [Loop; MOST],
    pub(crate) rank: usize,
    /// Which modes are visited backwards: bit `n` stands for the `n`-th mode of an extent above 1, of which there are
    /// fewer than the bits of a size.
    reversed: u64,
    /// Whether the two innermost loops go tile by tile.
    pub(crate) is_tiled: bool,
}

impl Nest {
    /// The nest of one element.
    pub(crate) const EMPTY: Self = Nest {
        loops: [Loop { extent: 0, mode: 0, is_reversed: false }; MOST],
        rank: 0,
        reversed: 0,
        is_tiled: false,
    };

    /// Makes an [empty](Nest::EMPTY) nest the shortest one over operands of these extents, none of which is 0. Returns false
    /// where that has too many loops.
    ///
    /// No modes become one unless it `merges`: operands that are computed from their index need each coordinate.
    pub(crate) const fn plan(
        &mut self,
        extents: &[usize],
        operands: &Operands<'_>,
        way: Way,
        merges: bool,
    ) -> bool {
        let is_free = matches!(way, Way::Free);
        let (mut mode, mut bit) = (0, 1_u64);
        while mode < extents.len() {
            let extent = extents[mode];
            if extent != 1 {
                let is_reversed = is_free && operands.goes_down(mode);
                if is_reversed {
                    self.reversed |= bit;
                }
                bit = bit.wrapping_shl(1);
                let inner = Loop { extent, mode: mode as u32, is_reversed };
                if inner.mode() != mode || !self.push(inner, operands, merges) {
                    return false;
                }
            }
            mode += 1;
        }
        if is_free && self.rank > 1 {
            if self.sort(operands) {
                self.merge(operands, merges);
            }
            self.tile(operands);
        }
        true
    }

    /// Adds a loop inside the others, or makes the innermost one longer. Returns whether there is room.
    #[cfg_attr(not(unoptimized), inline(always))]
    const fn push(&mut self, inner: Loop, operands: &Operands<'_>, merges: bool) -> bool {
        if merges && self.rank > 0 {
            let outer = self.loops[self.rank - 1];
            if operands.continue_each_other(outer, inner) {
                let extent = outer.extent * inner.extent;
                self.loops[self.rank - 1] = Loop { extent, ..inner };
                return true;
            }
        }
        if self.rank == MOST {
            return false;
        }
        self.loops[self.rank] = inner;
        self.rank += 1;
        true
    }

    /// The three innermost loops, from inside, of one loop a mode in row-major order, as run over any strides; there are no
    /// more modes.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn in_order(extents: &[usize]) -> [Loop; 3] {
        let (mut inner, mut k) = ([Loop::ONCE; 3], 0);
        while k < inner.len() && k < extents.len() {
            let mode = extents.len() - 1 - k;
            inner[k] = Loop { extent: extents[mode], mode: mode as u32, is_reversed: false };
            k += 1;
        }
        inner
    }

    /// Puts loops with longer strides around those with shorter ones. Returns whether a loop moved.
    const fn sort(&mut self, operands: &Operands<'_>) -> bool {
        let (mut moved, mut end) = (false, 1);
        while end < self.rank {
            let mut at = end;
            while at > 0 && operands.is_longer(self.loops[at].mode(), self.loops[at - 1].mode()) {
                self.swap(at);
                moved = true;
                at -= 1;
            }
            end += 1;
        }
        moved
    }

    const fn swap(&mut self, at: usize) {
        let inner = self.loops[at];
        self.loops[at] = self.loops[at - 1];
        self.loops[at - 1] = inner;
    }

    const fn merge(&mut self, operands: &Operands<'_>, merges: bool) {
        let sorted = *self;
        self.rank = 0;
        let mut at = 0;
        while at < sorted.rank {
            // There is room, because there are no more loops than before.
            self.push(sorted.loops[at], operands, merges);
            at += 1;
        }
    }

    /// Where an operand has a shorter stride in another loop than the innermost, along which its elements are crowded, and
    /// both loops are long, puts that loop next to the innermost, to go tile by tile: each line of the cache is then
    /// used whole.
    const fn tile(&mut self, operands: &Operands<'_>) {
        let last = self.rank - 1;
        if self.loops[last].extent < TILED_FROM {
            return;
        }
        let mut best = last;
        while best > 0 {
            best -= 1;
            let outer = self.loops[best];
            let inner = self.loops[last];
            if outer.extent >= TILED_FROM && operands.are_crowded(outer.mode(), inner.mode()) {
                while best + 1 < last {
                    best += 1;
                    self.swap(best);
                }
                self.is_tiled = true;
                return;
            }
        }
    }

    /// The `k`-th loop from inside; one of a single iteration where there is none.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn inner(&self, k: usize) -> Loop {
        // Asked without a panic, for which there would be code wherever a nest is not a constant.
        match self.rank.checked_sub(k + 1) {
            Some(at) if at < MOST => self.loops[at],
            _ => Loop::ONCE,
        }
    }

    /// Whether it starts at the index of zeros.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn starts_at_zeros(&self) -> bool {
        self.reversed == 0
    }

    /// Moves from the index of zeros to where the nest starts: the last entry of each mode that is visited backwards.
    #[inline]
    pub(crate) fn start<S: Steps>(&self, extents: &[usize], steps: &S, place: &mut S::Place) {
        // Counted here: a closure would be compiled for each kind of steps.
        let mut n = 0;
        for (mode, &extent) in extents.iter().enumerate() {
            if extent == 1 {
                continue;
            }
            if self.reversed.unbounded_shr(n) & 1 == 1 {
                let last = extent.cast_signed().wrapping_sub(1);
                S::advance(place, steps.step(mode, false), last);
            }
            n += 1;
        }
    }

    /// The first tile. `None` where there are no tiles.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn first_tile(&self) -> Option<Self> {
        if !self.is_tiled {
            return None;
        }
        let mut tile = *self;
        for each in &mut tile.loops[self.rank - 2..self.rank] {
            each.extent = TILE.min(each.extent);
        }
        Some(tile)
    }

    /// Moves on to the next tile; `at` says at which iterations of the two innermost loops it starts. Returns whether
    /// there is one.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn next_tile<S: Steps>(
        &self,
        tile: &mut Self,
        at: &mut [usize; 2],
        steps: &S,
        place: &mut S::Place,
    ) -> bool {
        for n in [1, 0] {
            let each = self.loops[self.rank - 2 + n];
            let (extent, from) = (each.extent, at[n]);
            at[n] = if from + TILE < extent { from + TILE } else { 0 };
            let by = at[n].wrapping_sub(from).cast_signed();
            S::advance(place, steps.step(each.mode(), each.is_reversed), by);
            tile.loops[self.rank - 2 + n].extent = TILE.min(extent - at[n]);
            if at[n] > 0 {
                return true;
            }
        }
        false
    }

    /// The number of elements that it visits.
    #[cfg(feature = "rayon")]
    pub(crate) fn size(&self) -> usize {
        self.loops[..self.rank].iter().map(|each| each.extent).product()
    }

    /// Cuts the outermost loop of more than one iteration in halves, which together visit each element once; `place`
    /// moves from the start of the first to that of the second. `None` where there is at most one element.
    #[cfg(feature = "rayon")]
    pub(crate) fn halves<S: Steps>(&self, steps: &S, place: &mut S::Place) -> Option<(Self, Self)> {
        let at = self.loops[..self.rank].iter().position(|each| each.extent > 1)?;
        let (mut front, mut back) = (*self, *self);
        let each = self.loops[at];
        let half = each.extent / 2;
        front.loops[at].extent = half;
        back.loops[at].extent = each.extent - half;
        S::advance(place, steps.step(each.mode(), each.is_reversed), half.cast_signed());
        Some((front, back))
    }
}
