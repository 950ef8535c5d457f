//! The loops over an expression: rows in an order that suits the memory of its leaves.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a kernel: loops count below the rank, which is at most 12; offsets that may pass the end wrap"
)]

use super::steps::{Steps, pace};
use crate::Extents;
use crate::elements::walk::Way;

/// The most loops of a nest; an expression with more of them goes index by index.
const MOST: usize = 12;

/// The edge of a tile, in elements, and from how long a loop on tiles are worth it.
const TILE: usize = 32;
const TILED_FROM: usize = 128;

/// Elements a multiple of so many apart meet in few lines of the cache, where one drives out the other. At other
/// strides the lines of a column stay until the next column, and long rows are faster than tiles.
const CROWDED: usize = 256;

/// Whether shapes of type `E` can be large enough for tiles. For small static ones there is no code for tiles, which
/// would keep the compiler from folding the nest.
const fn can_be_tiled<E: Extents>() -> bool {
    match E::STATIC_SIZE {
        Some(size) => size >= TILED_FROM * TILED_FROM,
        None => true,
    }
}

/// What is done along a row: with elements that are one step apart.
pub(super) trait Body<S: Steps, A> {
    /// # Safety
    /// There are `count` elements from the place on, so many steps apart, of the [pace](pace) that is said.
    unsafe fn row<const PACE: u8>(
        &mut self,
        all: A,
        place: &S::Place,
        step: S::Step,
        count: usize,
    ) -> A;

    /// Whether the rows that are left change nothing.
    #[inline(always)]
    fn is_done(&self, _: &A) -> bool {
        false
    }
}

/// A loop of a nest. The step of each leaf is its stride along `mode`, which is the innermost one where
/// several modes are one loop.
#[derive(Clone, Copy)]
struct Loop {
    extent: usize,
    mode: usize,
    is_reversed: bool,
}

/// Loops over all elements, the last one innermost, as few as can be.
#[derive(Clone, Copy)]
struct Nest {
    rank: usize,
    loops: [Loop; MOST],
    /// Whether the two innermost loops go tile by tile.
    is_tiled: bool,
}

/// Gives `body` all rows of an expression, and what it made of them; nothing where there are too many loops. The
/// extents are of type `E`.
///
/// An expression that `counts` has leaves that are computed from the index, so that no two modes become one.
///
/// # Safety
/// Each leaf has the extents, which are not null and none of which is 0; `place` is at their index of zeros.
#[inline(always)]
pub(super) unsafe fn run<E: Extents, S: Steps, A>(
    extents: &[usize],
    steps: &S,
    mut place: S::Place,
    (way, counts): (Way, bool),
    init: A,
    body: &mut impl Body<S, A>,
) -> Result<A, A> {
    let Some(nest) = Nest::new::<E, S>(extents, steps, &mut place, way, counts) else {
        return Err(init);
    };
    if nest.rank == 0 {
        // SAFETY: the one element is at the index of zeros.
        return Ok(unsafe { body.row::<{ pace::NEXT }>(init, &place, S::UNIT, 1) });
    }
    let mut all = init;
    if const { !can_be_tiled::<E>() } {
        // SAFETY: the caller's promise.
        return Ok(unsafe { rows(&nest, steps, place, all, body) });
    }
    let (mut tile, mut at) = nest.first_tile();
    loop {
        // SAFETY: a tile is some turns of each loop of a nest of these extents, and `place` is where it begins; all
        // leaves have the extents, as the caller promises.
        all = unsafe { rows(&tile, steps, place.clone(), all, body) };
        let is_last = !nest.is_tiled || body.is_done(&all);
        if is_last || !nest.next_tile(&mut tile, &mut at, steps, &mut place) {
            return Ok(all);
        }
    }
}

/// The rows of one nest, from `place` on.
///
/// # Safety
/// As [`run`], of the loops of a nest that it made, or some turns of each of them.
#[inline(always)]
unsafe fn rows<S: Steps, A>(
    &Nest { rank, ref loops, .. }: &Nest,
    steps: &S,
    mut place: S::Place,
    init: A,
    body: &mut impl Body<S, A>,
) -> A {
    let inner = loops[rank - 1];
    let step = steps.step(inner.mode, inner.is_reversed);
    let (is_next, is_next_or_stays) = S::is_next(step);
    let mut index = [0; MOST];
    let mut all = init;
    loop {
        // SAFETY: the loops run over the extents of the leaves, with their strides.
        all = unsafe {
            if is_next {
                body.row::<{ pace::NEXT }>(all, &place, step, inner.extent)
            } else if is_next_or_stays {
                body.row::<{ pace::NEXT_OR_STAY }>(all, &place, step, inner.extent)
            } else {
                body.row::<{ pace::ANY }>(all, &place, step, inner.extent)
            }
        };
        if body.is_done(&all) {
            return all;
        }
        let mut at = rank - 1;
        loop {
            if at == 0 {
                return all;
            }
            at -= 1;
            let Loop { extent, mode, is_reversed } = loops[at];
            let step = steps.step(mode, is_reversed);
            index[at] += 1;
            if index[at] < extent {
                S::advance(&mut place, step, 1);
                break;
            }
            S::advance(&mut place, step, 1_isize.wrapping_sub_unsigned(extent));
            index[at] = 0;
        }
    }
}

impl Nest {
    /// The shortest nest; nothing where it has too many loops. `place` moves to where it starts.
    #[inline(always)]
    fn new<E: Extents, S: Steps>(
        extents: &[usize],
        steps: &S,
        place: &mut S::Place,
        way: Way,
        counts: bool,
    ) -> Option<Self> {
        let none = Loop { extent: 1, mode: 0, is_reversed: false };
        let mut nest = Nest { rank: 0, loops: [none; MOST], is_tiled: false };
        for (mode, &extent) in extents.iter().enumerate() {
            if extent == 1 {
                continue;
            }
            let is_reversed = way == Way::Free && goes_down(steps, mode);
            if is_reversed {
                let back = 1_isize.wrapping_sub_unsigned(extent);
                S::advance(place, steps.step(mode, true), back);
            }
            if !nest.push(Loop { extent, mode, is_reversed }, steps, counts) {
                return None;
            }
        }
        if way == Way::Free && nest.rank > 1 && nest.sort(steps) {
            let sorted = nest;
            nest.rank = 0;
            for at in 0..sorted.rank {
                // There is room, because there are no more loops than before.
                nest.push(sorted.loops[at], steps, counts);
            }
        }
        if const { can_be_tiled::<E>() } && way == Way::Free && nest.rank > 1 {
            nest.tile(steps);
        }
        Some(nest)
    }

    /// Where a leaf has a shorter stride in another loop than the innermost, whose elements are crowded, and both
    /// are long, puts that loop next to it, to go tile by tile: each line of the cache is then used whole.
    #[inline(always)]
    fn tile<S: Steps>(&mut self, steps: &S) {
        let inner = self.loops[self.rank - 1];
        if inner.extent < TILED_FROM {
            return;
        }
        let is_across = |outer: &Loop| {
            let along = |strides: &[isize]| {
                let (step, long) =
                    (strides[outer.mode].unsigned_abs(), strides[inner.mode].unsigned_abs());
                step == 0 || step >= long || !long.is_multiple_of(CROWDED)
            };
            outer.extent >= TILED_FROM && !steps.all(&mut { along })
        };
        if let Some(best) = self.loops[..self.rank - 1].iter().rposition(is_across) {
            self.loops[best..self.rank - 1].rotate_left(1);
            self.is_tiled = true;
        }
    }

    /// The first tile, and the turns of the two innermost loops at which it starts. The whole where there are
    /// no tiles.
    #[inline(always)]
    fn first_tile(&self) -> (Self, [usize; 2]) {
        let mut tile = *self;
        if self.is_tiled {
            for each in &mut tile.loops[self.rank - 2..self.rank] {
                each.extent = TILE;
            }
        }
        (tile, [0; 2])
    }

    /// Moves on to the next tile. Gives whether there is one.
    #[inline(always)]
    fn next_tile<S: Steps>(
        &self,
        tile: &mut Self,
        at: &mut [usize; 2],
        steps: &S,
        place: &mut S::Place,
    ) -> bool {
        for n in [1, 0] {
            let Loop { extent, mode, is_reversed } = self.loops[self.rank - 2 + n];
            let from = at[n];
            at[n] = if from + TILE < extent { from + TILE } else { 0 };
            let by = at[n].wrapping_sub(from).cast_signed();
            S::advance(place, steps.step(mode, is_reversed), by);
            tile.loops[self.rank - 2 + n].extent = TILE.min(extent - at[n]);
            if at[n] > 0 {
                return true;
            }
        }
        false
    }

    /// Adds a loop inside the others, or makes the innermost one longer. Gives whether there is room.
    #[inline(always)]
    fn push<S: Steps>(&mut self, inner: Loop, steps: &S, counts: bool) -> bool {
        if self.rank > 0 && !counts {
            let outer = self.loops[self.rank - 1];
            let extent = inner.extent.cast_signed();
            let whole = |strides: &[isize]| {
                let step = signed(strides[inner.mode], inner.is_reversed);
                signed(strides[outer.mode], outer.is_reversed) == step.wrapping_mul(extent)
            };
            if steps.all(&mut { whole }) {
                self.loops[self.rank - 1] = Loop { extent: outer.extent * inner.extent, ..inner };
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

    /// The loops with longer strides around those with shorter ones. Gives whether a loop moved.
    #[inline(always)]
    fn sort<S: Steps>(&mut self, steps: &S) -> bool {
        let mut moved = false;
        for end in 1..self.rank {
            let mut at = end;
            while at > 0 && is_longer(steps, self.loops[at].mode, self.loops[at - 1].mode) {
                self.loops.swap(at, at - 1);
                moved = true;
                at -= 1;
            }
        }
        moved
    }
}

#[inline(always)]
fn signed(stride: isize, is_reversed: bool) -> isize {
    if is_reversed { stride.wrapping_neg() } else { stride }
}

/// Whether the first leaf that moves along a mode goes backwards.
#[inline(always)]
fn goes_down<S: Steps>(steps: &S, mode: usize) -> bool {
    let mut down = false;
    steps.all(&mut |strides: &[isize]| {
        down = strides[mode] < 0;
        strides[mode] == 0
    });
    down
}

/// Whether the first leaf whose strides along two modes differ in length has a longer one along the first.
#[inline(always)]
fn is_longer<S: Steps>(steps: &S, mode: usize, other: usize) -> bool {
    let mut longer = false;
    steps.all(&mut |strides: &[isize]| {
        let (step, other) = (strides[mode].unsigned_abs(), strides[other].unsigned_abs());
        longer = step > other;
        step == other
    });
    longer
}
