//! Several operands as plans of two: which labels each temporary has, and in what order.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const functions have no iterators; positions and labels count below the lengths"
)]

use extents_static::__private::{Tag, refuse};

use super::carriers::{Carried, Carriers};
use super::remaining::{Remaining, resolve_path};
use super::{Modes, Plan, Source, order};

/// The most operands: tuples have at most 12 elements.
const MOST_OPERANDS: usize = 12;

/// The most steps: two operands become one.
const MOST_STEPS: usize = MOST_OPERANDS - 1;

/// The most labels that are not left out: as many as a set of labels has bits.
const MOST_LABELS: usize = 128;

/// The order in which at least two operands contract, and what becomes of their labels. Labels of one entry
/// that the result does not have are left out.
#[derive(Clone, Copy)]
pub(crate) struct Chain {
    labels: [(Tag, usize); MOST_LABELS],
    label_count: usize,
    /// The operands, and behind them what each step makes but the last one.
    parts: [Part; MOST_OPERANDS + MOST_STEPS],
    count: usize,
    kept: Part,
    pairs: [(usize, usize); MOST_STEPS],
    slots: Slots,
}

/// The places of temporaries: where one was read, a later one takes its place.
#[derive(Clone, Copy)]
struct Slots {
    /// The number of elements of each.
    sizes: [usize; MOST_STEPS],
    count: usize,
}

/// The labels of an operand, or of what a step makes: that is dense, and row-major in the order of its labels.
#[derive(Clone, Copy)]
struct Part {
    labels: [usize; Plan::MOST_LOOPS],
    rank: usize,
    /// The place of a temporary.
    // INVARIANT: a place is another one's than that of each temporary that is read later than this one is written, or by
    // the step that writes it.
    slot: usize,
}

impl Part {
    const NONE: Self = Part { labels: [0; Plan::MOST_LOOPS], rank: 0, slot: 0 };

    const fn labels(&self) -> &[usize] {
        self.labels.split_at(self.rank).0
    }

    const fn set(&self) -> u128 {
        let (mut set, mut n) = (0, 0);
        while n < self.rank {
            set |= 1 << self.labels[n];
            n += 1;
        }
        set
    }
}

/// A step of a chain.
#[derive(Clone, Copy)]
pub(crate) struct ChainStep {
    /// What is contracted.
    pub(crate) left: Place,
    pub(crate) right: Place,
    /// Where the result goes, unless this is the last step.
    pub(crate) result: usize,
    /// The fused plan.
    pub(crate) plan: Plan,
}

/// Where the elements of an operand of a step are.
#[derive(Clone, Copy)]
pub(crate) enum Place {
    Operand(usize),
    /// From this place on among the elements of all temporaries.
    Scratch(usize),
}

impl Place {
    pub(crate) const fn is_operand(self) -> bool {
        matches!(self, Place::Operand(_))
    }
}

/// Does not compile where the steps are no path of so many operands.
#[track_caller]
pub(crate) const fn assert_path(path: &[(usize, usize)], operands: usize) {
    let mut room = [0; Remaining::room(MOST_OPERANDS)];
    let count = if operands < MOST_OPERANDS { operands } else { MOST_OPERANDS };
    if let Err(mistake) = resolve_path(path, count, &mut room, &mut [(0, 0); MOST_STEPS]) {
        refuse(mistake);
    }
}

impl Chain {
    /// The chain along a path in NumPy's notation, which has been checked, or of least cost. Nothing where
    /// there are too many labels, elements or operands, or a label has no entry: then there is nothing to
    /// multiply.
    pub(crate) const fn new(
        operands: &[Modes<'_>],
        kept: &Modes<'_>,
        path: Option<&[(usize, usize)]>,
    ) -> Option<Self> {
        let Some(mut chain) = Chain::of_labels(operands, kept) else { return None };
        let is_path = match path {
            Some(path) => chain.follow(path),
            None => chain.find_path(),
        };
        if is_path && chain.lay_out() { Some(chain) } else { None }
    }

    const fn find_path(&mut self) -> bool {
        let mut extents = [1; MOST_LABELS];
        let mut n = 0;
        while n < self.label_count {
            extents[n] = self.labels[n].1;
            n += 1;
        }
        let mut sets = [0; MOST_OPERANDS];
        n = 0;
        while n < self.count {
            sets[n] = self.parts[n].set();
            n += 1;
        }
        let sets = sets.split_at(self.count).0;
        order::cheapest(sets, self.kept.set(), &extents, &mut self.pairs) > 0
    }

    /// Takes over a path in NumPy's notation. What is no path has been refused, but the compiler may come here all
    /// the same.
    const fn follow(&mut self, path: &[(usize, usize)]) -> bool {
        let mut room = [0; Remaining::room(MOST_OPERANDS)];
        let pairs = self.pairs.split_at_mut(self.count - 1).0;
        resolve_path(path, self.count, &mut room, pairs).is_ok()
    }

    /// The number of steps.
    pub(crate) const fn steps(&self) -> usize {
        self.count - 1
    }

    /// The number of elements of the places of all temporaries.
    pub(crate) const fn scratch(&self) -> usize {
        self.slots.offset(self.slots.count)
    }

    /// The place that a step writes, and its number of elements, which is that of the largest temporary there.
    pub(crate) const fn slot(&self, step: usize) -> (usize, usize) {
        let slot = self.parts[self.count + step].slot;
        (slot, self.slots.sizes[slot])
    }

    /// Whether no step behind this one writes to the place of what it takes, left and right: operands have no place.
    pub(crate) const fn ends(&self, step: usize) -> [bool; 2] {
        let (left, right) = self.pairs[step];
        [self.is_end(left, step), self.is_end(right, step)]
    }

    const fn is_end(&self, position: usize, step: usize) -> bool {
        if position < self.count {
            return false;
        }
        let mut later = step + 1;
        while later + 1 < self.steps() {
            if self.parts[self.count + later].slot == self.parts[position].slot {
                return false;
            }
            later += 1;
        }
        true
    }

    const fn of_labels(operands: &[Modes<'_>], kept: &Modes<'_>) -> Option<Self> {
        if operands.len() > MOST_OPERANDS || operands.len() < 2 {
            return None;
        }
        let mut chain = Chain {
            labels: [(Tag::NONE, 1); MOST_LABELS],
            label_count: 0,
            parts: [Part::NONE; MOST_OPERANDS + MOST_STEPS],
            count: operands.len(),
            kept: Part::NONE,
            pairs: [(0, 0); MOST_STEPS],
            slots: Slots { sizes: [0; MOST_STEPS], count: 0 },
        };
        let mut n = 0;
        while n < operands.len() {
            match chain.part_of(&operands[n], kept) {
                Some(part) => chain.parts[n] = part,
                None => return None,
            }
            n += 1;
        }
        match chain.part_of(kept, kept) {
            Some(part) => chain.kept = part,
            None => return None,
        }
        Some(chain)
    }

    /// The labels of some modes; new ones are added to the list.
    const fn part_of(&mut self, modes: &Modes<'_>, kept: &Modes<'_>) -> Option<Part> {
        let mut part = Part::NONE;
        let mut mode = 0;
        while mode < modes.tags.len() {
            let (tag, extent) = (modes.tags[mode], modes.extents[mode]);
            mode += 1;
            if extent == 0 {
                return None;
            }
            // A temporary without it would be a sum, which has no negative zero, where nothing is summed.
            if extent == 1 && !kept.has(tag.id) {
                continue;
            }
            let label = self.position(tag);
            if label == MOST_LABELS || part.rank == Plan::MOST_LOOPS {
                return None;
            }
            if label == self.label_count {
                self.labels[label] = (tag, extent);
                self.label_count += 1;
            }
            part.labels[part.rank] = label;
            part.rank += 1;
        }
        Some(part)
    }

    /// Where a label is in the list, or would be.
    const fn position(&self, tag: Tag) -> usize {
        let mut n = 0;
        while n < self.label_count && self.labels[n].0.id != tag.id {
            n += 1;
        }
        n
    }

    /// Gives each temporary its modes and its place; false where there is no room.
    const fn lay_out(&mut self) -> bool {
        let mut room = [Carried::NONE; MOST_LABELS];
        let mut carriers = Carriers::new(&mut room);
        let mut n = 0;
        while n < self.count {
            carriers.add(self.parts[n].labels());
            n += 1;
        }
        carriers.add(self.kept.labels());
        let mut is_free = [true; MOST_STEPS];
        let mut step = 0;
        while step + 1 < self.steps() {
            let (left, right) = self.pairs[step];
            let taken = [left, right];
            let mut labels = [0; 2 * Plan::MOST_LOOPS];
            let (left, right) = (self.parts[left].labels(), self.parts[right].labels());
            let mut made = Part::NONE;
            made.rank = carriers.contract(left, right, &mut labels);
            if made.rank > Plan::MOST_LOOPS {
                return false;
            }
            let mut size: usize = 1;
            let mut mode = 0;
            while mode < made.rank {
                made.labels[mode] = labels[mode];
                size = size.saturating_mul(self.labels[labels[mode]].1);
                mode += 1;
            }
            made.slot = self.slots.take(&is_free, size);
            is_free[made.slot] = false;
            // What it takes is read, but only when it is written.
            let mut n = 0;
            while n < 2 {
                if taken[n] >= self.count {
                    is_free[self.parts[taken[n]].slot] = true;
                }
                n += 1;
            }
            self.parts[self.count + step] = made;
            step += 1;
        }
        true
    }

    /// A step; nothing where its plan would have too many loops. `operands` and `kept` are those that the
    /// chain was made of.
    pub(crate) const fn step(
        &self,
        step: usize,
        operands: &[Modes<'_>],
        kept: &Modes<'_>,
    ) -> Option<ChainStep> {
        let (left, right) = self.pairs[step];
        let made = [self.dense(left), self.dense(right), self.dense(self.count + step)];
        let result = if step + 1 == self.steps() { *kept } else { made[2].modes() };
        let of_left = if left < self.count { operands[left] } else { made[0].modes() };
        let of_right = if right < self.count { operands[right] } else { made[1].modes() };
        match Plan::of_modes(of_left, Some(of_right), result) {
            Some(plan) => Some(ChainStep {
                left: self.place(left),
                right: self.place(right),
                result: self.slots.offset(self.parts[self.count + step].slot),
                plan: plan.fused(),
            }),
            None => None,
        }
    }

    /// What a step takes.
    pub(crate) const fn sources(&self, step: usize) -> [Source; 2] {
        let (left, right) = self.pairs[step];
        [self.source(left), self.source(right)]
    }

    const fn source(&self, position: usize) -> Source {
        match position.checked_sub(self.count) {
            Some(step) => Source::Temporary(step),
            None => Source::Operand(position),
        }
    }

    const fn place(&self, position: usize) -> Place {
        match position.checked_sub(self.count) {
            Some(_) => Place::Scratch(self.slots.offset(self.parts[position].slot)),
            None => Place::Operand(position),
        }
    }

    /// The modes of a temporary; none of an operand.
    const fn dense(&self, position: usize) -> Dense {
        let mut dense = Dense::NONE;
        if position < self.count {
            return dense;
        }
        let made = &self.parts[position];
        dense.rank = made.rank;
        let (mut mode, mut stride) = (made.rank, 1_isize);
        while mode > 0 {
            mode -= 1;
            let (tag, extent) = self.labels[made.labels[mode]];
            dense.tags[mode] = tag;
            dense.extents[mode] = extent;
            dense.strides[mode] = stride;
            stride = stride.wrapping_mul(extent.cast_signed());
        }
        dense
    }
}

impl Slots {
    /// A free place for so many elements: the smallest one with room, else the largest one, which grows, else a new one.
    const fn take(&mut self, is_free: &[bool; MOST_STEPS], size: usize) -> usize {
        let (mut best, mut n) = (self.count, 0);
        while n < self.count {
            if is_free[n] {
                let found = self.sizes[n];
                let is_better = if best == self.count {
                    true
                } else if self.sizes[best] < size {
                    found > self.sizes[best]
                } else {
                    found >= size && found < self.sizes[best]
                };
                if is_better {
                    best = n;
                }
            }
            n += 1;
        }
        if best == self.count {
            self.count += 1;
        }
        if self.sizes[best] < size {
            self.sizes[best] = size;
        }
        best
    }

    /// Where a place begins among the elements of all.
    const fn offset(&self, slot: usize) -> usize {
        let (mut offset, mut n) = (0_usize, 0);
        while n < slot {
            // Nobody has memory for more than can be counted.
            offset = offset.saturating_add(self.sizes[n]);
            n += 1;
        }
        offset
    }
}

/// [`Modes`] of a temporary, held by value.
struct Dense {
    tags: [Tag; Plan::MOST_LOOPS],
    extents: [usize; Plan::MOST_LOOPS],
    strides: [isize; Plan::MOST_LOOPS],
    rank: usize,
}

impl Dense {
    const NONE: Self = Dense {
        tags: [Tag::NONE; Plan::MOST_LOOPS],
        extents: [1; Plan::MOST_LOOPS],
        strides: [0; Plan::MOST_LOOPS],
        rank: 0,
    };

    const fn modes(&self) -> Modes<'_> {
        Modes {
            tags: self.tags.split_at(self.rank).0,
            extents: self.extents.split_at(self.rank).0,
            strides: self.strides.split_at(self.rank).0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Chain, MOST_LABELS};
    use crate::plan::Modes;
    use extents_static::__private::Tag;
    use std::vec::Vec;

    /// A set of labels has 128 bits.
    #[test]
    fn a_chain_of_128_labels_is_planned_and_of_129_is_not() {
        let tags: Vec<Tag> = (0..132).map(|id| Tag { id, ..Tag::NONE }).collect();
        let (extents, strides) = ([2; 12], [0; 12]);
        let chain = |labels: usize| {
            let parts = tags[..labels].chunks(12).map(|tags| {
                let rank = tags.len();
                Modes { tags, extents: &extents[..rank], strides: &strides[..rank] }
            });
            Chain::new(&parts.collect::<Vec<_>>(), &Modes::NONE, None)
        };
        assert_eq!(MOST_LABELS, 128);
        assert_eq!(chain(128).map(|chain| (chain.steps(), chain.scratch())), Some((10, 2)));
        assert!(chain(129).is_none() && chain(132).is_none());
    }
}
