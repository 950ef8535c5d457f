//! Several operands as plans of two: which labels each temporary has, and in what order.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const functions have no iterators; positions and labels count below the lengths"
)]

use extents_static::__private::{Tag, refuse};

use super::carriers::{Carried, Carriers};
use super::remaining::{Remaining, resolve_path};
use super::slots::Slots;
use super::{Modes, Plan, Source, order};

/// The most operands: tuples have at most 12 elements.
const MOST_OPERANDS: usize = 12;

/// The most pairs: two operands become one.
const MOST_PAIRS: usize = MOST_OPERANDS - 1;

/// The most steps: a sum within each operand, and all pairs.
const MOST_STEPS: usize = MOST_OPERANDS + MOST_PAIRS;

/// The most temporaries: what each step makes but the last one.
pub(crate) const MOST_TEMPORARIES: usize = MOST_STEPS - 1;

/// The most labels that are not left out: as many as a set of labels has bits.
const MOST_LABELS: usize = 128;

/// The order in which at least two operands contract, and what becomes of their labels. Labels of one entry
/// that the result does not have are left out. Those that one operand alone has are summed there by a step of
/// its own, before it meets another: else each label that it meets would repeat that sum.
#[derive(Clone, Copy)]
pub(crate) struct Chain {
    labels: [(Tag, usize); MOST_LABELS],
    label_count: usize,
    /// What pairs take: the operands, those of which labels are summed as what is left of them, and behind them what each pair
    /// makes but the last one.
    parts: [Part; MOST_OPERANDS + MOST_PAIRS],
    count: usize,
    kept: Part,
    /// Positions of parts.
    pairs: [(usize, usize); MOST_PAIRS],
    steps: [Made; MOST_STEPS],
    step_count: usize,
    slots: Slots,
}

/// What a step makes.
#[derive(Clone, Copy)]
enum Made {
    /// The operand with this position, without the labels that it alone has.
    Sum(usize),
    /// What the pair with this number contracts to.
    Pair(usize),
}

/// The labels of an operand, or of what a step makes: that is dense, and row-major in the order of its labels.
#[derive(Clone, Copy)]
struct Part {
    labels: [usize; Plan::MOST_LOOPS],
    rank: usize,
    /// The step that makes it; nothing of an operand as it is given.
    step: Option<usize>,
    /// The place of a temporary.
    // INVARIANT: a place is another one's than that of each temporary that is read later than this one is written, or by
    // the step that writes it.
    slot: usize,
}

impl Part {
    const NONE: Self = Part { labels: [0; Plan::MOST_LOOPS], rank: 0, step: None, slot: 0 };

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
    /// What is contracted. Of a sum within one operand, both are that operand.
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
    if let Err(mistake) = resolve_path(path, count, &mut room, &mut [(0, 0); MOST_PAIRS]) {
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
        self.step_count
    }

    /// The number of elements of the places of all temporaries.
    pub(crate) const fn scratch(&self) -> usize {
        self.slots.all()
    }

    /// The place that a step writes, and its number of elements, which is that of the largest temporary there.
    pub(crate) const fn slot(&self, step: usize) -> (usize, usize) {
        let slot = self.parts[self.made(step)].slot;
        (slot, self.slots.size(slot))
    }

    /// Whether no step behind this one writes to the place of what it takes, left and right: operands have no place.
    pub(crate) const fn ends(&self, step: usize) -> [bool; 2] {
        match self.steps[step] {
            Made::Sum(_) => [false; 2],
            Made::Pair(pair) => {
                let (left, right) = self.pairs[pair];
                [self.is_end(left, step), self.is_end(right, step)]
            }
        }
    }

    const fn is_end(&self, position: usize, step: usize) -> bool {
        if !self.is_temporary(position) {
            return false;
        }
        let mut later = step + 1;
        while later + 1 < self.step_count {
            if self.parts[self.made(later)].slot == self.parts[position].slot {
                return false;
            }
            later += 1;
        }
        true
    }

    /// The position of what a step makes.
    const fn made(&self, step: usize) -> usize {
        match self.steps[step] {
            Made::Sum(operand) => operand,
            Made::Pair(pair) => self.count + pair,
        }
    }

    const fn of_labels(operands: &[Modes<'_>], kept: &Modes<'_>) -> Option<Self> {
        if operands.len() > MOST_OPERANDS || operands.len() < 2 {
            return None;
        }
        let mut chain = Chain {
            labels: [(Tag::NONE, 1); MOST_LABELS],
            label_count: 0,
            parts: [Part::NONE; MOST_OPERANDS + MOST_PAIRS],
            count: operands.len(),
            kept: Part::NONE,
            pairs: [(0, 0); MOST_PAIRS],
            steps: [Made::Pair(0); MOST_STEPS],
            step_count: 0,
            slots: Slots::NONE,
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

    /// Lists the steps, and gives each temporary its modes and its place; false where there is no room.
    const fn lay_out(&mut self) -> bool {
        let mut room = [Carried::NONE; MOST_LABELS];
        let mut carriers = Carriers::new(&mut room);
        let mut n = 0;
        while n < self.count {
            carriers.add(self.parts[n].labels());
            n += 1;
        }
        carriers.add(self.kept.labels());
        let mut pair = 0;
        while pair + 1 < self.count {
            let (left, right) = self.pairs[pair];
            self.sum_own(left, &mut carriers);
            self.sum_own(right, &mut carriers);
            if pair + 2 < self.count && !self.contract(pair, &mut carriers) {
                return false;
            }
            self.steps[self.step_count] = Made::Pair(pair);
            self.step_count += 1;
            pair += 1;
        }
        true
    }

    /// Puts a sum in the place of an operand with labels that nothing else has. What a pair makes has none.
    const fn sum_own(&mut self, operand: usize, carriers: &mut Carriers<'_>) {
        if operand >= self.count || !carriers.any_own(self.parts[operand].labels()) {
            return;
        }
        let mut labels = [0; Plan::MOST_LOOPS];
        let rank = carriers.sum_own(self.parts[operand].labels(), &mut labels);
        self.parts[operand] = self.temporary(labels.split_at(rank).0);
        self.steps[self.step_count] = Made::Sum(operand);
        self.step_count += 1;
    }

    /// Makes the temporary of a pair; false where it has too many labels.
    const fn contract(&mut self, pair: usize, carriers: &mut Carriers<'_>) -> bool {
        let (left, right) = self.pairs[pair];
        let mut labels = [0; 2 * Plan::MOST_LOOPS];
        let (of_left, of_right) = (self.parts[left].labels(), self.parts[right].labels());
        let rank = carriers.contract(of_left, of_right, &mut labels);
        if rank > Plan::MOST_LOOPS {
            return false;
        }
        self.parts[self.count + pair] = self.temporary(labels.split_at(rank).0);
        // What it takes is read, but only when it is written.
        self.free(left);
        self.free(right);
        true
    }

    /// What the next step makes, of at most [`Plan::MOST_LOOPS`] labels.
    const fn temporary(&mut self, labels: &[usize]) -> Part {
        let mut made = Part::NONE;
        let mut size: usize = 1;
        while made.rank < labels.len() {
            made.labels[made.rank] = labels[made.rank];
            size = size.saturating_mul(self.labels[labels[made.rank]].1);
            made.rank += 1;
        }
        made.slot = self.slots.take(size);
        made.step = Some(self.step_count);
        made
    }

    const fn free(&mut self, position: usize) {
        if self.is_temporary(position) {
            self.slots.free(self.parts[position].slot);
        }
    }

    /// A step; nothing where its plan would have too many loops. `operands` and `kept` are those that the
    /// chain was made of.
    pub(crate) const fn step(
        &self,
        step: usize,
        operands: &[Modes<'_>],
        kept: &Modes<'_>,
    ) -> Option<ChainStep> {
        // A table of modes takes longer to fill than a small step to run, so that only those of temporaries are.
        let (of_left, of_right, of_made);
        let made = if step + 1 == self.step_count {
            *kept
        } else {
            of_made = self.dense(self.made(step));
            of_made.modes()
        };
        let (left, right, plan) = match self.steps[step] {
            Made::Sum(operand) => {
                let place = Place::Operand(operand);
                (place, place, Plan::of_modes(operands[operand], None, made))
            }
            Made::Pair(pair) => {
                let (left, right) = self.pairs[pair];
                let left_modes = if self.is_temporary(left) {
                    of_left = self.dense(left);
                    of_left.modes()
                } else {
                    operands[left]
                };
                let right_modes = if self.is_temporary(right) {
                    of_right = self.dense(right);
                    of_right.modes()
                } else {
                    operands[right]
                };
                let plan = Plan::of_modes(left_modes, Some(right_modes), made);
                (self.place(left), self.place(right), plan)
            }
        };
        let result = self.slots.offset(self.parts[self.made(step)].slot);
        match plan {
            Some(plan) => Some(ChainStep { left, right, result, plan: plan.fused() }),
            None => None,
        }
    }

    /// Whether a step makes what is at a position.
    const fn is_temporary(&self, position: usize) -> bool {
        self.parts[position].step.is_some()
    }

    /// What a step takes; of a sum within one operand, that operand twice.
    pub(crate) const fn sources(&self, step: usize) -> [Source; 2] {
        match self.steps[step] {
            Made::Sum(operand) => [Source::Operand(operand); 2],
            Made::Pair(pair) => {
                let (left, right) = self.pairs[pair];
                [self.source(left), self.source(right)]
            }
        }
    }

    const fn source(&self, position: usize) -> Source {
        match self.parts[position].step {
            Some(step) => Source::Temporary(step),
            None => Source::Operand(position),
        }
    }

    const fn place(&self, position: usize) -> Place {
        let part = &self.parts[position];
        match part.step {
            Some(_) => Place::Scratch(self.slots.offset(part.slot)),
            None => Place::Operand(position),
        }
    }

    /// The modes of a temporary.
    const fn dense(&self, position: usize) -> Dense {
        let mut dense = Dense::NONE;
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

    /// A set of labels has 128 bits. Each of the eleven operands is summed to a number, of which there are three at a time.
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
        assert_eq!(chain(128).map(|chain| (chain.steps(), chain.scratch())), Some((11 + 10, 3)));
        assert!(chain(129).is_none() && chain(132).is_none());
    }
}
