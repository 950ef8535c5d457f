//! Copies entries of an operand into panels, in which a tile of a product finds what it needs one after the other.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a kernel: panels are as long as their entries and their depth ask for"
)]

use core::mem::MaybeUninit;

use super::Offsets;
use super::processor::prefetch;
use crate::Scalar;

/// The most entries of a block, and its greatest depth.
pub(super) const MOST_ENTRIES: usize = 512;
pub(super) const DEEPEST: usize = 256;

/// So many entries are copied at so many depths at once, where one of the two goes along memory.
const SQUARE: usize = 4;

/// So deep are entries copied before the next ones: lines of the cache that are written to are still there.
const NEAR: usize = 8;

/// What a block of an operand is copied from: the offsets of its entries in the operand, and those of its depth.
pub(super) struct Block<'a> {
    pub(super) entries: &'a [Offsets],
    pub(super) depth: &'a [Offsets],
    /// In which order the entries lie in memory, if that is another one, and how many at a time go along it.
    pub(super) order: Option<(&'a [u16], usize)>,
    /// How many entries a panel has.
    pub(super) width: usize,
}

impl Block<'_> {
    /// Writes panels: for each depth `width` entries, one after the other. What a panel has beyond the last entry is zero. `P`
    /// at a time are copied, which divides the width. `OPERAND` is the left one (0) or the right one (1); `from` is where its
    /// offsets begin, and `value` what the panels have of an element.
    ///
    /// # Safety
    /// *reads*: at the offset of each entry and of each depth, together, an element lies that can be read.
    #[inline(never)]
    pub(super) unsafe fn pack<E: Copy, T: Scalar, const P: usize, const OPERAND: usize>(
        &self,
        panels: &mut [MaybeUninit<T>],
        from: *const E,
        value: impl Fn(E) -> T,
    ) {
        let Block { entries, depth, width, .. } = *self;
        // SAFETY: *reads*; it is called for an entry and a depth.
        let load = |at| value(unsafe { from.wrapping_offset(at).read() });
        let ask = |at| prefetch(from.wrapping_offset(at));
        let panels = &mut panels[..entries.len().next_multiple_of(width) * depth.len()];
        match self.order {
            Some((order, along)) if !are_run::<OPERAND>(&depth[..depth.len().min(2)]) => {
                self.scatter::<T, OPERAND>(panels, order, along, &load, &ask);
            }
            _ => {
                let panels = panels.chunks_exact_mut(width * depth.len());
                for (panel, entries) in panels.zip(entries.chunks(width)) {
                    fill::<T, P, OPERAND>(panel, width, entries, depth, &load);
                }
            }
        }
    }

    /// In the order of memory: what is read of a line of the cache is read at once, whichever panels it goes to.
    #[inline(always)]
    fn scatter<T: Scalar, const OPERAND: usize>(
        &self,
        panels: &mut [MaybeUninit<T>],
        order: &[u16],
        along: usize,
        load: &impl Fn(isize) -> T,
        ask: &impl Fn(isize),
    ) {
        let Block { entries, depth, width, .. } = *self;
        let last = entries.len() / width * width;
        if last < entries.len() {
            panels[last * depth.len()..].fill(MaybeUninit::new(T::ZERO));
        }
        let place = |n: usize| usize::from(order[n]);
        let slot = |n: usize| n / width * (width * depth.len()) + n % width;
        // Whether `SQUARE` neighbours in a panel each have as many after them in memory.
        let is_square = |n: usize| {
            width.is_multiple_of(SQUARE)
                && n + SQUARE * along <= order.len()
                && place(n).is_multiple_of(SQUARE)
                && (1..SQUARE).all(|m| place(n + m * along) == place(n) + m)
                && (1..along.min(SQUARE)).all(|m| {
                    let step =
                        entries[place(n + m)][OPERAND].wrapping_sub(entries[place(n)][OPERAND]);
                    step == m.cast_signed() && (place(n + m) - place(n)).is_multiple_of(SQUARE)
                })
        };
        for (near, depth) in depth.chunks(NEAR).enumerate() {
            let mut n = 0;
            while n < order.len() {
                let lines = if is_square(n) { SQUARE } else { 1 };
                // The lines after these lie anywhere: no processor guesses where.
                let next = (n + lines * along..order.len()).step_by(along).take(lines);
                for entry in next.map(|n| entries[place(n)][OPERAND]) {
                    depth.iter().for_each(|at| ask(entry.wrapping_add(at[OPERAND])));
                }
                let mut m = 0;
                while m < along {
                    let is_square = lines == SQUARE && m + SQUARE <= along;
                    if is_square {
                        let first = place(n + m);
                        let starts = core::array::from_fn(|k| entries[first + k][OPERAND]);
                        let slots: [usize; SQUARE] =
                            core::array::from_fn(|k| slot(place(n + m + k)));
                        for (d, at) in depth.iter().enumerate() {
                            let deep = (near * NEAR + d) * width;
                            transpose(
                                starts,
                                at[OPERAND],
                                panels,
                                slots.map(|slot| slot + deep),
                                load,
                            );
                        }
                    } else {
                        for n in (0..lines).map(|line| place(n + line * along + m)) {
                            for (d, at) in depth.iter().enumerate() {
                                let from = entries[n][OPERAND].wrapping_add(at[OPERAND]);
                                panels[slot(n) + (near * NEAR + d) * width].write(load(from));
                            }
                        }
                    }
                    m += if is_square { SQUARE } else { 1 };
                }
                n += lines * along;
            }
        }
    }
}

/// Whether they are one element after the other.
#[inline(always)]
fn are_run<const OPERAND: usize>(offsets: &[Offsets]) -> bool {
    let is_next = |pair: &[Offsets]| pair[1][OPERAND] == pair[0][OPERAND].wrapping_add(1);
    offsets.len() > 1 && offsets.windows(2).all(is_next)
}

/// Copies runs of elements: what is one after the other in memory goes to different slots, and the other way round.
#[inline(always)]
fn transpose<T: Scalar>(
    starts: [isize; SQUARE],
    at: isize,
    panels: &mut [MaybeUninit<T>],
    slots: [usize; SQUARE],
    load: &impl Fn(isize) -> T,
) {
    let lines: [[T; SQUARE]; SQUARE] = starts.map(|start| {
        core::array::from_fn(|n| load(start.wrapping_add(at).wrapping_add(n.cast_signed())))
    });
    // All are turned before any is written: a fifth faster.
    let columns: [[T; SQUARE]; SQUARE] = core::array::from_fn(|n| lines.map(|line| line[n]));
    for (slot, column) in slots.into_iter().zip(columns) {
        panels[slot..][..SQUARE].write_copy_of_slice(&column);
    }
}

/// Fills a panel, `P` entries at a time.
#[inline(always)]
fn fill<T: Scalar, const P: usize, const OPERAND: usize>(
    panel: &mut [MaybeUninit<T>],
    width: usize,
    entries: &[Offsets],
    depth: &[Offsets],
    load: &impl Fn(isize) -> T,
) {
    for first in (0..width).step_by(P) {
        let mut offsets = [0; P];
        let count = entries.len().saturating_sub(first).min(P);
        for (offset, entry) in offsets.iter_mut().zip(entries.iter().skip(first)) {
            *offset = entry[OPERAND];
        }
        let is_run =
            count == P && offsets.windows(2).all(|pair| pair[1] == pair[0].wrapping_add(1));
        let mut deep = 0;
        while deep < depth.len() {
            let at = depth[deep][OPERAND];
            if is_run {
                // All are read before any is written, so that they may be read as vectors.
                let start = offsets[0].wrapping_add(at);
                let values: [T; P] =
                    core::array::from_fn(|lane| load(start.wrapping_add(lane.cast_signed())));
                panel[deep * width + first..][..P].write_copy_of_slice(&values);
            } else if P.is_multiple_of(SQUARE)
                && count == P
                && deep + SQUARE <= depth.len()
                && are_run::<OPERAND>(&depth[deep..deep + SQUARE])
            {
                for lane in (0..P).step_by(SQUARE) {
                    let starts = core::array::from_fn(|n| offsets[lane + n]);
                    let slots = core::array::from_fn(|n| (deep + n) * width + first + lane);
                    transpose(starts, at, panel, slots, load);
                }
                deep += SQUARE - 1;
            } else {
                let slots = panel[deep * width + first..][..P].iter_mut().zip(offsets);
                for (lane, (slot, first)) in slots.enumerate() {
                    slot.write(if lane < count { load(first.wrapping_add(at)) } else { T::ZERO });
                }
            }
            deep += 1;
        }
    }
}
