//! The walk over all elements of one or several operands of equal extents.
//!
//! A [`Walk`] is a loop nest that was made as short as it can be: modes of extent 1 are left out, and
//! neighbouring modes that all operands step through evenly are one loop. Operands that are dense in the
//! same order are walked in a single loop with strides of 1. Where the types know all extents and strides
//! the walk is a const, and its nest folds.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a kernel: modes count below the rank, which is at most 12; offsets that may pass the end wrap"
)]

mod known;

pub(in crate::elements) use known::{KnownWalk, Operand, with_walk};

/// The most loops of a walk; a longer one goes index by index.
const MOST: usize = 12;

/// The edge of a tile, in elements, and from how many elements on tiles are worth it.
const TILE: usize = 32;
const TILED_FROM: usize = 64 * 64;

/// What order the elements are walked in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::elements) enum Way {
    /// Row-major order.
    Kept,
    /// Any order: that of memory for the first operand, then for the others.
    Free,
}

/// Loops over the elements of `K` operands, the last one innermost.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(test, derive(PartialEq))]
pub(in crate::elements) struct Walk<const K: usize> {
    rank: usize,
    extents: [usize; MOST],
    strides: [[isize; K]; MOST],
    /// The offset of each operand from its element at the index of zeros where the walk starts.
    start: [isize; K],
    /// Whether the two innermost loops go tile by tile.
    is_tiled: bool,
}

impl<const K: usize> Walk<K> {
    /// The walk over operands of these extents with these strides; nothing where it is too long.
    pub(in crate::elements) const fn new(
        extents: &[usize],
        strides: [&[isize]; K],
        way: Way,
    ) -> Option<Self> {
        let is_free = matches!(way, Way::Free);
        let mut walk = Walk::EMPTY;
        let mut mode = 0;
        while mode < extents.len() {
            let extent = extents[mode];
            let mut steps = [0; K];
            let mut k = 0;
            while k < K {
                steps[k] = strides[k][mode];
                k += 1;
            }
            if extent == 0 {
                return Some(Walk { rank: 1, extents: [0; MOST], ..Walk::EMPTY });
            }
            if is_free && goes_down(&steps) {
                let mut k = 0;
                while k < K {
                    let last = steps[k].wrapping_mul(extent as isize - 1);
                    walk.start[k] = walk.start[k].wrapping_add(last);
                    steps[k] = steps[k].wrapping_neg();
                    k += 1;
                }
            }
            if extent > 1 && !walk.push(extent, steps) {
                return None;
            }
            mode += 1;
        }
        if is_free {
            walk = walk.sorted().merged();
            walk.tile();
        }
        Some(walk)
    }

    /// One loop over so many elements of each operand.
    #[inline]
    const fn flat(elements: usize) -> Self {
        let mut walk = Walk { rank: 1, ..Walk::EMPTY };
        walk.extents[0] = elements;
        walk.strides[0] = [1; K];
        walk
    }

    const EMPTY: Self = Walk {
        rank: 0,
        extents: [1; MOST],
        strides: [[0; K]; MOST],
        start: [0; K],
        is_tiled: false,
    };

    /// Adds a loop inside the others, or makes the innermost one longer. Gives whether there is room.
    const fn push(&mut self, extent: usize, steps: [isize; K]) -> bool {
        if self.rank > 0 && self.continues(extent, &steps) {
            self.extents[self.rank - 1] *= extent;
            self.strides[self.rank - 1] = steps;
            return true;
        }
        if self.rank == MOST {
            return false;
        }
        self.extents[self.rank] = extent;
        self.strides[self.rank] = steps;
        self.rank += 1;
        true
    }

    /// Whether a step of the innermost loop goes, for all operands, as far as a loop inside it would.
    const fn continues(&self, extent: usize, steps: &[isize; K]) -> bool {
        let mut k = 0;
        while k < K {
            let whole = steps[k].wrapping_mul(extent as isize);
            if self.strides[self.rank - 1][k] != whole {
                return false;
            }
            k += 1;
        }
        true
    }

    /// The loops with longer strides around those with shorter ones.
    const fn sorted(mut self) -> Self {
        let mut end = 1;
        while end < self.rank {
            let mut at = end;
            while at > 0 && is_longer(&self.strides[at], &self.strides[at - 1]) {
                self.swap(at);
                at -= 1;
            }
            end += 1;
        }
        self
    }

    const fn swap(&mut self, at: usize) {
        let (extent, steps) = (self.extents[at], self.strides[at]);
        self.extents[at] = self.extents[at - 1];
        self.strides[at] = self.strides[at - 1];
        self.extents[at - 1] = extent;
        self.strides[at - 1] = steps;
    }

    const fn merged(self) -> Self {
        let mut merged = Walk { start: self.start, ..Walk::EMPTY };
        let mut mode = 0;
        while mode < self.rank {
            // There is room, because there are no more loops than before.
            merged.push(self.extents[mode], self.strides[mode]);
            mode += 1;
        }
        merged
    }

    /// Where an operand has its shortest stride in another loop than the innermost, and both are long,
    /// puts that loop next to it, to go tile by tile: each line of the cache is then used whole.
    const fn tile(&mut self) {
        let mut k = 1;
        while k < K && self.rank > 1 {
            let last = self.rank - 1;
            let mut best = last;
            let mut mode = 0;
            while mode < last {
                let step = self.strides[mode][k].unsigned_abs();
                if step > 0 && step < self.strides[best][k].unsigned_abs() {
                    best = mode;
                }
                mode += 1;
            }
            let (inner, outer) = (self.extents[last], self.extents[best]);
            let is_long =
                inner >= TILE && outer >= TILE && inner.saturating_mul(outer) >= TILED_FROM;
            if best != last && is_long && self.strides[last][k].unsigned_abs() >= 8 {
                while best + 1 < last {
                    best += 1;
                    self.swap(best);
                }
                self.is_tiled = true;
                return;
            }
            k += 1;
        }
    }

    /// Whether each operand is walked in one loop with strides of 1.
    #[inline]
    pub(in crate::elements) const fn is_flat(&self) -> bool {
        self.rank == 0 || (self.rank == 1 && all_one(&self.strides[0]))
    }

    /// The offset of each operand, from its element at the index of zeros, where the walk starts.
    #[inline]
    pub(in crate::elements) const fn start(&self) -> [isize; K] {
        self.start
    }

    /// The loop that is the `k`-th from inside; one that turns once where there is none.
    #[inline]
    fn inner(&self, k: usize) -> (usize, [isize; K]) {
        if k < self.rank {
            (self.extents[self.rank - 1 - k], self.strides[self.rank - 1 - k])
        } else {
            (1, [0; K])
        }
    }

    /// The number of places.
    #[cfg(feature = "rayon")]
    pub(in crate::elements) fn size(&self) -> usize {
        self.extents[..self.rank].iter().product()
    }

    /// Two walks that together reach each place once: the outermost loop that turns more than once, in
    /// halves. Nothing where there is at most one place.
    #[cfg(feature = "rayon")]
    pub(in crate::elements) fn halves(&self) -> Option<(Self, Self)> {
        let mode = self.extents[..self.rank].iter().position(|&extent| extent > 1)?;
        let (mut front, mut back) = (*self, *self);
        let half = self.extents[mode] / 2;
        front.extents[mode] = half;
        back.extents[mode] -= half;
        back.start = moved(back.start, self.strides[mode], half);
        Some((front, back))
    }

    /// Gives `body` the offsets of the operands, from their elements at the index of zeros, everywhere.
    ///
    /// # Safety
    /// *elements*: from where the places of `body` begin, the extents and strides that the walk was made of lead to
    /// elements of all operands, as [`Body::at`] asks of them; there may be a zero extent, and then to none.
    #[inline(always)]
    pub(in crate::elements) unsafe fn run<A, B: Body<A, K>>(&self, init: A, body: &mut B) -> A {
        let ((first, steps), (second, seconds), (third, thirds)) =
            (self.inner(0), self.inner(1), self.inner(2));
        let around = if self.is_tiled { 2 } else { 3 };
        let modes = self.rank.saturating_sub(around);
        let mut index = [0; MOST];
        let (mut all, mut at) = (init, self.start);
        loop {
            if self.is_tiled {
                // SAFETY: *elements*: `at` is at an index of the loops around the two innermost ones.
                all = unsafe { self.tiles(all, body, at) };
            } else {
                let mut outermost = at;
                for _ in 0..third {
                    let mut middle = outermost;
                    for _ in 0..second {
                        // SAFETY: *elements*: the loops run over the extents of the operands, with their strides.
                        all = unsafe { turn(all, body, middle, steps, first) };
                        middle = moved(middle, seconds, 1);
                    }
                    outermost = moved(outermost, thirds, 1);
                }
            }
            // Asked here, so that nothing of the counting is left where the rank is a small constant.
            if modes == 0 || !self.advance(modes, &mut index, &mut at) {
                return all;
            }
        }
    }

    /// Moves on along the outermost `modes`, which have no loop of their own in the code; gives false, back
    /// at the start, behind the last place.
    #[inline]
    fn advance(&self, modes: usize, index: &mut [usize; MOST], at: &mut [isize; K]) -> bool {
        let mut mode = modes;
        while mode > 0 {
            mode -= 1;
            index[mode] += 1;
            if index[mode] < self.extents[mode] {
                *at = moved(*at, self.strides[mode], 1);
                return true;
            }
            *at = moved(*at, self.strides[mode], 1_usize.wrapping_sub(self.extents[mode]));
            index[mode] = 0;
        }
        false
    }

    /// The two innermost loops, tile by tile.
    ///
    /// # Safety
    /// *elements*, as [`Walk::run`], of the two innermost loops from `at` on.
    #[inline]
    unsafe fn tiles<A, B: Body<A, K>>(&self, init: A, body: &mut B, at: [isize; K]) -> A {
        let ((columns, right), (rows, down)) = (self.inner(0), self.inner(1));
        let mut all = init;
        for row in (0..rows).step_by(TILE) {
            for column in (0..columns).step_by(TILE) {
                let mut place = moved(moved(at, down, row), right, column);
                for _ in row..rows.min(row + TILE) {
                    // SAFETY: *elements*: the row is below `rows`, and this part of it ends at `columns` or before.
                    all = unsafe { turn(all, body, place, right, TILE.min(columns - column)) };
                    place = moved(place, down, 1);
                }
            }
        }
        all
    }
}

/// The innermost loop. Versions for strides that are common let the compiler vectorise.
///
/// # Safety
/// *elements*: at each of `count` steps from `from` on the operands of `body` have elements.
#[inline(always)]
unsafe fn turn<A, B: Body<A, K>, const K: usize>(
    all: A,
    body: &mut B,
    from: [isize; K],
    steps: [isize; K],
    count: usize,
) -> A {
    // SAFETY: *elements*, of `count` steps; those of `run` are of one element in each operand.
    unsafe {
        if all_one(&steps) {
            body.run(all, from, count)
        } else if K > 1 && is_one_but(&steps, 1) {
            steady(all, body, from, one_but(1), count)
        } else if K > 2 && is_one_but(&steps, 2) {
            steady(all, body, from, one_but(2), count)
        } else {
            steady(all, body, from, steps, count)
        }
    }
}

/// # Safety
/// As [`turn`].
#[inline(always)]
unsafe fn steady<A, B: Body<A, K>, const K: usize>(
    init: A,
    body: &mut B,
    from: [isize; K],
    steps: [isize; K],
    count: usize,
) -> A {
    let mut all = init;
    for n in 0..count {
        // SAFETY: *elements*: `n` is below `count`.
        all = unsafe { body.at(all, moved(from, steps, n)) };
    }
    all
}

#[inline(always)]
fn moved<const K: usize>(mut at: [isize; K], steps: [isize; K], n: usize) -> [isize; K] {
    for (at, step) in at.iter_mut().zip(steps) {
        *at = at.wrapping_add(step.wrapping_mul(n.cast_signed()));
    }
    at
}

#[inline(always)]
const fn all_one<const K: usize>(steps: &[isize; K]) -> bool {
    is_one_but(steps, K)
}

/// Whether all strides are 1, but that of one operand, which is 0.
#[inline(always)]
const fn is_one_but<const K: usize>(steps: &[isize; K], broadcast: usize) -> bool {
    let wanted = one_but::<K>(broadcast);
    let mut k = 0;
    while k < K {
        if steps[k] != wanted[k] {
            return false;
        }
        k += 1;
    }
    true
}

#[inline(always)]
const fn one_but<const K: usize>(broadcast: usize) -> [isize; K] {
    let mut steps = [1; K];
    if broadcast < K {
        steps[broadcast] = 0;
    }
    steps
}

/// Whether the first operand that moves goes backwards.
const fn goes_down<const K: usize>(steps: &[isize; K]) -> bool {
    let mut k = 0;
    while k < K {
        if steps[k] != 0 {
            return steps[k] < 0;
        }
        k += 1;
    }
    false
}

/// Whether the first operand whose strides differ in length has a longer one.
const fn is_longer<const K: usize>(steps: &[isize; K], others: &[isize; K]) -> bool {
    let mut k = 0;
    while k < K {
        let (step, other) = (steps[k].unsigned_abs(), others[k].unsigned_abs());
        if step != other {
            return step > other;
        }
        k += 1;
    }
    false
}

/// What is done at each place of a walk over `K` operands.
pub(in crate::elements) trait Body<A, const K: usize> {
    /// # Safety
    /// Each operand has an element at its offset, which can be read, or if it is the target of the body written.
    unsafe fn at(&mut self, all: A, offsets: [isize; K]) -> A;

    /// # Safety
    /// As [`at`](Body::at), of `count` elements one after the other from each offset on.
    #[inline(always)]
    unsafe fn run(&mut self, all: A, from: [isize; K], count: usize) -> A
    where
        Self: Sized,
    {
        // SAFETY: each of the `count` elements from `from` on may be given to `at`.
        unsafe { steady(all, self, from, [1; K], count) }
    }
}
