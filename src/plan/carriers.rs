//! [`Carriers`]: which labels each step of a path takes, and which what it makes has. One set of rules, in const functions
//! over slices: the steps of types and those of values follow it.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const functions have no iterators; labels are below the length of the room, and parts come before they go"
)]

/// For each label, how many of the parts that are still there have it, and one for the result.
pub(super) struct Carriers<'r> {
    labels: &'r mut [Carried],
    /// The number of lists that were looked at.
    lists: usize,
}

/// How many have a label, and the list that it was last seen in: so that no list is sorted to find a label once.
#[derive(Clone, Copy)]
pub(super) struct Carried {
    carriers: usize,
    seen: usize,
}

impl Carried {
    pub(super) const NONE: Self = Carried { carriers: 0, seen: 0 };
}

impl<'r> Carriers<'r> {
    /// Of nothing yet, in a room of [`Carried::NONE`], one a label.
    pub(super) const fn new(labels: &'r mut [Carried]) -> Self {
        Carriers { labels, lists: 0 }
    }

    /// Counts an operand, or the result.
    pub(super) const fn add(&mut self, part: &[usize]) {
        self.lists += 1;
        let mut n = 0;
        while n < part.len() {
            if self.is_first(part[n]) {
                self.labels[part[n]].carriers += 1;
            }
            n += 1;
        }
    }

    /// Whether one part alone has a label.
    pub(super) const fn is_own(&self, label: usize) -> bool {
        self.labels[label].carriers == 1
    }

    /// Whether a part has a label that nothing else has.
    pub(super) const fn any_own(&self, part: &[usize]) -> bool {
        let mut n = 0;
        while n < part.len() {
            if self.is_own(part[n]) {
                return true;
            }
            n += 1;
        }
        false
    }

    /// Writes the labels of a part that something else has, each once, in order, and gives their number. The others
    /// are gone: they are summed.
    pub(super) const fn sum_own(&mut self, part: &[usize], shared: &mut [usize]) -> usize {
        self.lists += 1;
        let (mut count, mut n) = (0, 0);
        while n < part.len() {
            let label = part[n];
            if self.is_first(label) {
                if self.is_own(label) {
                    self.labels[label].carriers = 0;
                } else {
                    shared[count] = label;
                    count += 1;
                }
            }
            n += 1;
        }
        count
    }

    /// Replaces two parts by what they make. Writes its labels, and gives their number: those that something else has,
    /// first those of the left part in its order, then those that only the right one has.
    pub(super) const fn contract(
        &mut self,
        left: &[usize],
        right: &[usize],
        made: &mut [usize],
    ) -> usize {
        self.remove(left);
        self.remove(right);
        self.lists += 1;
        let count = self.write_carried(left, made, 0);
        self.write_carried(right, made, count)
    }

    const fn write_carried(&mut self, part: &[usize], made: &mut [usize], from: usize) -> usize {
        let (mut count, mut n) = (from, 0);
        while n < part.len() {
            let label = part[n];
            if self.is_first(label) && self.labels[label].carriers > 0 {
                self.labels[label].carriers += 1;
                made[count] = label;
                count += 1;
            }
            n += 1;
        }
        count
    }

    const fn remove(&mut self, part: &[usize]) {
        self.lists += 1;
        let mut n = 0;
        while n < part.len() {
            if self.is_first(part[n]) {
                self.labels[part[n]].carriers -= 1;
            }
            n += 1;
        }
    }

    /// Whether the list has not had this label so far.
    const fn is_first(&mut self, label: usize) -> bool {
        let is_first = self.labels[label].seen != self.lists;
        self.labels[label].seen = self.lists;
        is_first
    }
}
