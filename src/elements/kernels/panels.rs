//! The panels of a block of an operand, in which a tile of a product finds what it needs: entries are copied, so that they lie one
//! after the other, or stay where they lie.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a kernel: panels are as long as their entries and their depth ask for"
)]

use core::convert::identity;
use core::mem::MaybeUninit;
use core::ops::Range;

use super::Offsets;
use super::axes::Axis;
use super::element_types::ToSum;
use super::processor::prefetch;
use super::vectors::turned;
use crate::Scalar;

/// The most entries of a block, and its greatest depth.
pub(super) const MOST_ENTRIES: usize = 1024;
pub(super) const DEEPEST: usize = 512;

/// So many entries are copied at a time, and at so many depths at once where one of the two goes along memory.
const SQUARE: usize = 4;

/// Panels that are used so often are few enough to be read where they lie, far from each other.
const FEW_USES: usize = 12;

/// Lines so many bytes apart share places in the nearest cache, of which there are so many or more.
const PAGE: usize = 4096;
const WAYS: usize = 8;

/// So deep are entries copied before the next ones: lines of the cache that are written to are still there.
const NEAR: usize = 8;

/// Lines of the cache are asked for so many depths before.
const AHEAD: usize = 32;

/// What a tile reads of an operand: where the first entry lies at the first depth, how far it is from an entry to the next, and from
/// a depth to the next.
#[derive(Clone, Copy)]
pub(super) struct Lines<T> {
    pub(super) start: *const T,
    pub(super) entry: isize,
    pub(super) depth: isize,
}

impl<T> Lines<T> {
    fn moved(self, offset: isize) -> Self {
        Lines { start: self.start.wrapping_offset(offset), ..self }
    }
}

/// How far it is, in the left operand (0) or the right one (1), from an entry to the next and from a depth to the next, where tiles
/// are to read it as it lies, and it is not copied. Each panel meets so many other ones.
pub(super) fn in_place(
    operand: usize,
    entries: &[Axis],
    depth: &[Axis],
    uses: usize,
) -> Option<[isize; 2]> {
    let ([entries], [depth]) = (entries, depth) else { return None };
    let steps = [entries, depth].map(|axis| axis.steps[operand]);
    let lies_well = match steps {
        [1, _] => uses <= FEW_USES,
        // Columns must lie one after the other.
        [_, 1] => operand == 0,
        _ => false,
    };
    lies_well.then_some(steps)
}

/// The most rows of a tile that reads them where they lie, of elements of so many bytes: lines of the cache that lie whole pages from
/// each other have the same few places there.
pub(super) fn most_in_place(rows: &[Axis], bytes: usize) -> usize {
    let is_crowded =
        |axis: &Axis| axis.length(0).wrapping_mul(bytes).is_multiple_of(PAGE) && axis.extent > 1;
    if rows.iter().any(is_crowded) { WAYS } else { MOST_ENTRIES }
}

/// Where the panels of a block lie: the first ones in the operand, the others in memory of their own.
pub(super) struct Panels<T> {
    /// How many lie in the operand.
    in_place: usize,
    operand: Lines<T>,
    copied: Lines<T>,
    /// How far it is from a panel to the next one: in the operand, and in memory of their own.
    steps: [isize; 2],
}

impl<T: Copy> Panels<T> {
    /// The `n`-th panel.
    pub(super) fn at(&self, n: usize) -> Lines<T> {
        let [in_operand, in_copies] = self.steps;
        match n.checked_sub(self.in_place) {
            None => self.operand.moved(in_operand.wrapping_mul(n.cast_signed())),
            Some(n) => self.copied.moved(in_copies.wrapping_mul(n.cast_signed())),
        }
    }
}

/// A depth of a block: where it lies in the operand, and at which depth of the panels it stands.
#[derive(Clone, Copy)]
pub(super) struct Deep {
    pub(super) offset: isize,
    pub(super) place: usize,
}

impl Deep {
    /// Writes the depths of a block as they follow each other in the left operand (0) or the right one (1), whose places stand in
    /// `order`, if that is not their own order. Gives them.
    pub(super) fn of<'t>(
        operand: usize,
        depth: &[Offsets],
        order: Option<&[u16]>,
        table: &'t mut [MaybeUninit<Self>],
    ) -> &'t [Self] {
        let table = &mut table[..depth.len()];
        for (place, (slot, at)) in table.iter_mut().zip(depth).enumerate() {
            slot.write(Deep { offset: at[operand], place });
        }
        for (slot, &place) in table.iter_mut().zip(order.unwrap_or_default()) {
            let place = usize::from(place);
            slot.write(Deep { offset: depth[place][operand], place });
        }
        // SAFETY: all were written.
        unsafe { table.assume_init_ref() }
    }
}

/// A block of an operand: the offsets of its entries in the operand, and its depth, in the order of memory.
#[derive(Clone, Copy)]
pub(super) struct Block<'a> {
    pub(super) entries: &'a [Offsets],
    pub(super) depth: &'a [Deep],
    /// In which order the entries lie in memory, if that is another one, and how many at a time go along it.
    pub(super) order: Option<(&'a [u16], usize)>,
    /// How many entries a panel has.
    pub(super) width: usize,
    /// The steps of [`in_place`], if it is to be read where it lies, and of what the entries of a panel are a multiple there.
    pub(super) in_place: Option<[isize; 2]>,
    pub(super) unit: usize,
}

impl Block<'_> {
    /// Panels of this block of the left operand (0) or the right one (1). Those that do not lie in place are copied to `memory`, as
    /// [`pack`](Self::pack) says.
    ///
    /// # Safety
    /// As [`pack`](Self::pack). Elements are those of that operand, and what lies in place is of sums.
    pub(super) unsafe fn panels<C: ToSum<E, T>, E: Copy, T: Scalar, const OPERAND: usize>(
        &self,
        memory: &mut [MaybeUninit<T>],
        from: *const E,
    ) -> Panels<T> {
        let Block { entries, depth, width, in_place: steps, unit, .. } = *self;
        let in_place = match steps {
            None => 0,
            Some(_) if entries.len().is_multiple_of(unit) => entries.len().div_ceil(width),
            Some(_) => entries.len() / width,
        };
        let copied = match in_place {
            0 => *self,
            _ => Block {
                entries: &entries[entries.len().min(in_place * width)..],
                order: None,
                ..*self
            },
        };
        let to = memory.as_mut_ptr();
        // SAFETY: *reads*, of some of the entries. Primitive numbers are copied as integers of their size, whose zero has the same bits.
        unsafe {
            if const { are_primitive::<C, E, T>(4) } {
                let memory = core::slice::from_raw_parts_mut(to.cast(), memory.len());
                copied.pack::<i32, i32, OPERAND>(memory, from.cast(), identity);
            } else if const { are_primitive::<C, E, T>(8) } {
                let memory = core::slice::from_raw_parts_mut(to.cast(), memory.len());
                copied.pack::<i64, i64, OPERAND>(memory, from.cast(), identity);
            } else {
                copied.pack::<E, T, OPERAND>(memory, from, C::to_sum);
            }
        }
        let [entry, by_depth] = steps.unwrap_or([0; 2]);
        let first = from.wrapping_offset(entries[0][OPERAND]).wrapping_offset(depth[0].offset);
        let width = width.cast_signed();
        Panels {
            in_place,
            operand: Lines { start: first.cast(), entry, depth: by_depth },
            copied: Lines { start: to.cast(), entry: 1, depth: width },
            steps: [entry.wrapping_mul(width), width.wrapping_mul(depth.len().cast_signed())],
        }
    }

    /// Writes panels: for each depth `width` entries, one after the other. What a panel has beyond the last entry is zero. `OPERAND`
    /// is the left one (0) or the right one (1); `from` is where its offsets begin, and `value` what the panels have of an element.
    ///
    /// # Safety
    /// *reads*: at the offset of each entry and of each depth, together, an element lies that can be read.
    #[inline(never)]
    pub(super) unsafe fn pack<E: Copy, T: Scalar, const OPERAND: usize>(
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
            Some((order, along)) if !goes_along(&depth[..depth.len().min(2)]) => {
                self.scatter::<T, OPERAND>(panels, order, along, &load, &ask);
            }
            _ => {
                self.copy_runs::<T, OPERAND>(panels, &load);
                let panels = panels.chunks_exact_mut(width * depth.len());
                for (panel, entries) in panels.zip(entries.chunks(width)) {
                    if is_run_of::<OPERAND>(entries, width) {
                        continue;
                    }
                    // Many at a time, and what is left of the width by few: panels of rows are narrow.
                    if OPERAND == 0 {
                        let fours = width / 4 * 4;
                        self.fill::<T, 4, OPERAND>(panel, entries, 0..fours, &load, &ask);
                        self.fill::<T, 2, OPERAND>(panel, entries, fours..width, &load, &ask);
                    } else {
                        let eights = width / 8 * 8;
                        self.fill::<T, 8, OPERAND>(panel, entries, 0..eights, &load, &ask);
                        self.fill::<T, 4, OPERAND>(panel, entries, eights..width, &load, &ask);
                    }
                }
            }
        }
    }

    /// Of panels whose entries lie one after the other, all at a depth: so the next ones are in the lines of the cache that are read.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn copy_runs<T: Scalar, const OPERAND: usize>(
        &self,
        panels: &mut [MaybeUninit<T>],
        load: &impl Fn(isize) -> T,
    ) {
        let Block { entries, depth, width, .. } = *self;
        for depth in depth.chunks(NEAR) {
            let panels = panels.chunks_exact_mut(width * self.depth.len());
            for (panel, entries) in panels.zip(entries.chunks(width)) {
                if !is_run_of::<OPERAND>(entries, width) {
                    continue;
                }
                for at in depth {
                    let line = &mut panel[at.place * width..][..width];
                    copy_run(line, entries[0][OPERAND].wrapping_add(at.offset), load);
                }
            }
        }
    }

    /// In the order of memory: what is read of a line of the cache is read at once, whichever panels it goes to.
    #[cfg_attr(not(unoptimized), inline(always))]
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
        let splits = !width.is_multiple_of(SQUARE);
        // Whether `SQUARE` neighbours in a panel each have as many after them in memory.
        let is_square = |n: usize| {
            width.is_multiple_of(SQUARE / 2)
                && n + SQUARE * along <= order.len()
                && place(n).is_multiple_of(SQUARE)
                && (1..SQUARE).all(|m| place(n + m * along) == place(n) + m)
                && (1..along.min(SQUARE)).all(|m| {
                    let step =
                        entries[place(n + m)][OPERAND].wrapping_sub(entries[place(n)][OPERAND]);
                    step == m.cast_signed() && (place(n + m) - place(n)).is_multiple_of(SQUARE)
                })
        };
        for depth in depth.chunks(NEAR) {
            let mut n = 0;
            while n < order.len() {
                let lines = if is_square(n) { SQUARE } else { 1 };
                // The lines after these lie anywhere: no processor guesses where.
                let next = (n + lines * along..order.len()).step_by(along).take(lines);
                for entry in next.map(|n| entries[place(n)][OPERAND]) {
                    depth.iter().for_each(|at| ask(entry.wrapping_add(at.offset)));
                }
                let mut m = 0;
                while m < along {
                    let is_square = lines == SQUARE && m + SQUARE <= along;
                    if is_square {
                        let mut starts = [0; SQUARE];
                        let entries = &entries[place(n + m)..][..SQUARE];
                        for (start, entry) in starts.iter_mut().zip(entries) {
                            *start = entry[OPERAND];
                        }
                        // A panel may end in the midst of a column, between its halves.
                        let (mut slots, mut are_whole) = ([[0; 2]; SQUARE], true);
                        for (slots, n) in slots.iter_mut().zip(n + m..) {
                            let first = slot(place(n));
                            let after = first + SQUARE / 2;
                            let second = if splits { slot(place(n) + SQUARE / 2) } else { after };
                            *slots = [first, second];
                            are_whole &= second == after;
                        }
                        for at in depth {
                            let columns = square(starts, at.offset, load);
                            let deep = at.place * width;
                            if are_whole {
                                for ([first, _], column) in slots.iter().zip(&columns) {
                                    panels[first + deep..][..SQUARE].write_copy_of_slice(column);
                                }
                                continue;
                            }
                            for ([first, second], column) in slots.iter().zip(&columns) {
                                let (half, other) = column.split_at(SQUARE / 2);
                                panels[first + deep..][..SQUARE / 2].write_copy_of_slice(half);
                                panels[second + deep..][..SQUARE / 2].write_copy_of_slice(other);
                            }
                        }
                    } else {
                        for n in (0..lines).map(|line| place(n + line * along + m)) {
                            for at in depth {
                                let from = entries[n][OPERAND].wrapping_add(at.offset);
                                panels[slot(n) + at.place * width].write(load(from));
                            }
                        }
                    }
                    m += if is_square { SQUARE } else { 1 };
                }
                n += lines * along;
            }
        }
    }

    /// Fills these places of the lines of a panel of these entries, `P` at a time, which divides how many there are.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn fill<T: Scalar, const P: usize, const OPERAND: usize>(
        &self,
        panel: &mut [MaybeUninit<T>],
        entries: &[Offsets],
        places: Range<usize>,
        load: &impl Fn(isize) -> T,
        ask: &impl Fn(isize),
    ) {
        let Block { depth, width, .. } = *self;
        for first in places.step_by(P) {
            let mut starts = [0; P];
            let count = entries.len().saturating_sub(first).min(P);
            for (start, entry) in starts.iter_mut().zip(entries.iter().skip(first)) {
                *start = entry[OPERAND];
            }
            let is_whole = count == P;
            let is_run =
                is_whole && starts.windows(2).all(|pair| pair[1] == pair[0].wrapping_add(1));
            let may_go_deep = P.is_multiple_of(SQUARE) && is_whole && !is_run;
            for (n, depth) in depth.chunks(SQUARE).enumerate() {
                if may_go_deep && depth.len() == SQUARE && goes_along(depth) {
                    // Where memory goes on elsewhere, no processor guesses where.
                    let next = depth[0].offset.wrapping_add(AHEAD.cast_signed());
                    let later = self.depth.get(n * SQUARE + AHEAD).map(|at| at.offset);
                    if let Some(later) = later.filter(|&later| later != next) {
                        starts.iter().for_each(|start| ask(start.wrapping_add(later)));
                    }
                    for (m, &starts) in starts.as_chunks().0.iter().enumerate() {
                        let columns = square(starts, depth[0].offset, load);
                        for (at, column) in depth.iter().zip(columns) {
                            let slot = at.place * width + first + m * SQUARE;
                            panel[slot..][..SQUARE].write_copy_of_slice(&column);
                        }
                    }
                    continue;
                }
                for at in depth {
                    let slots = &mut panel[at.place * width + first..][..P];
                    if is_run {
                        copy_run(slots, starts[0].wrapping_add(at.offset), load);
                        continue;
                    }
                    for (n, (slot, start)) in slots.iter_mut().zip(starts).enumerate() {
                        let from = start.wrapping_add(at.offset);
                        slot.write(if n < count { load(from) } else { T::ZERO });
                    }
                }
            }
        }
    }
}

/// Whether elements of an operand are primitive numbers of so many bytes, and so are the sums.
const fn are_primitive<C: ToSum<E, T>, E, T: Scalar>(bytes: usize) -> bool {
    C::IS_SUM && T::PRIMITIVE.is_some() && size_of::<T>() == bytes
}

/// Whether they are one element after the other.
#[cfg_attr(not(unoptimized), inline(always))]
fn are_run<const OPERAND: usize>(offsets: &[Offsets]) -> bool {
    let is_next = |pair: &[Offsets]| pair[1][OPERAND] == pair[0][OPERAND].wrapping_add(1);
    offsets.len() > 1 && offsets.windows(2).all(is_next)
}

/// Whether these depths lie one element after the other.
#[cfg_attr(not(unoptimized), inline(always))]
fn goes_along(depth: &[Deep]) -> bool {
    let is_next = |pair: &[Deep]| pair[1].offset == pair[0].offset.wrapping_add(1);
    depth.len() > 1 && depth.windows(2).all(is_next)
}

/// Whether they are so many, one element after the other.
#[cfg_attr(not(unoptimized), inline(always))]
fn is_run_of<const OPERAND: usize>(offsets: &[Offsets], width: usize) -> bool {
    offsets.len() == width && are_run::<OPERAND>(offsets)
}

/// Copies elements that lie one after the other.
#[cfg_attr(not(unoptimized), inline(always))]
fn copy_run<T: Scalar>(slots: &mut [MaybeUninit<T>], start: isize, load: &impl Fn(isize) -> T) {
    let at = |n: usize| load(start.wrapping_add(n.cast_signed()));
    let (fours, others) = slots.as_chunks_mut::<SQUARE>();
    let first = fours.len() * SQUARE;
    for (n, slots) in fours.iter_mut().enumerate() {
        // All are read before any is written, so that they may be read as vectors.
        let mut values = [T::ZERO; SQUARE];
        for (m, value) in values.iter_mut().enumerate() {
            *value = at(n * SQUARE + m);
        }
        slots.write_copy_of_slice(&values);
    }
    for (n, slot) in others.iter_mut().enumerate() {
        slot.write(at(first + n));
    }
}

/// Reads runs of elements: what is one after the other in memory is in different columns, and the other way round.
#[cfg_attr(not(unoptimized), inline(always))]
fn square<T: Scalar>(
    starts: [isize; SQUARE],
    at: isize,
    load: &impl Fn(isize) -> T,
) -> [[T; SQUARE]; SQUARE] {
    // By loops: `map` and `from_fn` would be compiled anew for each `load`.
    let mut lines = [[T::ZERO; SQUARE]; SQUARE];
    for (line, start) in lines.iter_mut().zip(starts) {
        for (n, element) in line.iter_mut().enumerate() {
            *element = load(start.wrapping_add(at).wrapping_add(n.cast_signed()));
        }
    }
    // All are turned before any is written: a fifth faster.
    turned(lines)
}
