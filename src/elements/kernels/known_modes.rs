//! What types know of the modes of operands, together: an extent that one of them knows is that of its label, and
//! dense strides follow from extents.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const functions have no iterators; each loop counts below the lengths it indexes"
)]

use extents_static::__private::{Tag, Wiring};

use crate::Extents;
use crate::layout::Layout;
use crate::layout::known::KnownStrides;
use crate::plan::ModeTable;

/// What the types of an operand or a result know of its modes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    /// The extents; fewer than there are modes where they do not know the rank.
    extents: &'static [Option<usize>],
    strides: KnownStrides,
}

impl Known {
    pub(crate) const NOTHING: Self = Known { extents: &[], strides: KnownStrides::NONE };

    pub(crate) const fn of<E: Extents, L: Layout<E>>() -> Self {
        Known { extents: E::STATIC_EXTENTS, strides: KnownStrides::of::<E, L>() }
    }

    pub(super) const fn extents(&self) -> &'static [Option<usize>] {
        self.extents
    }
}

/// The same under labels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownModes {
    tags: &'static [Tag; 12],
    rank: usize,
    extents: &'static [Option<usize>],
    strides: KnownStrides,
}

impl KnownModes {
    pub(crate) const fn of(tags: &'static [Tag; 12], known: &Known) -> Self {
        let Known { extents, strides } = *known;
        KnownModes { tags, rank: Tag::count(tags), extents, strides }
    }

    /// Those of all operands.
    pub(crate) const fn of_all(wiring: &Wiring, operands: &[Known; 12]) -> [Self; 12] {
        let mut all = [Self::of(&[Tag::NONE; 12], &Known::NOTHING); 12];
        let mut n = 0;
        while n < 12 {
            all[n] = Self::of(wiring.labels(n), &operands[n]);
            n += 1;
        }
        all
    }

    const fn extent(&self, mode: usize) -> Option<usize> {
        if mode < self.extents.len() { self.extents[mode] } else { None }
    }

    /// The extent that a label has here.
    const fn extent_of(&self, label: u64) -> Option<usize> {
        let mut mode = 0;
        while mode < self.rank {
            if self.tags[mode].id == label
                && let Some(extent) = self.extent(mode)
            {
                return Some(extent);
            }
            mode += 1;
        }
        None
    }

    /// All modes, if the extents are known here or under the same labels in others, and so are the strides.
    pub(super) const fn table(&self, others: &[Self], result: &Self) -> Option<ModeTable> {
        let mut all = [0; 12];
        let mut mode = 0;
        while mode < self.rank {
            match extent_among(self.tags[mode].id, self, others, result) {
                Some(extent) => all[mode] = extent,
                None => return None,
            }
            mode += 1;
        }
        let (extents, _) = all.split_at(self.rank);
        match self.strides.all(extents) {
            Some(strides) => Some(ModeTable::new(self.tags, extents, &strides)),
            None => None,
        }
    }
}

const fn extent_among(
    label: u64,
    first: &KnownModes,
    others: &[KnownModes],
    result: &KnownModes,
) -> Option<usize> {
    if let Some(extent) = first.extent_of(label) {
        return Some(extent);
    }
    let mut n = 0;
    while n < others.len() {
        if let Some(extent) = others[n].extent_of(label) {
            return Some(extent);
        }
        n += 1;
    }
    result.extent_of(label)
}

/// The modes of so many operands, behind which there are any, if all are known.
pub(super) const fn tables(
    operands: &[KnownModes; 12],
    count: usize,
    result: &KnownModes,
) -> Option<[ModeTable; 12]> {
    let mut all = [ModeTable::NONE; 12];
    let mut n = 0;
    while n < count && n < 12 {
        match operands[n].table(operands.split_at(count).0, result) {
            Some(table) => all[n] = table,
            None => return None,
        }
        n += 1;
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::label::{i, j, k};
    use crate::layout::{ColMajor, Padded, RowMajor};
    use crate::{Const, DynExtents, StaticExtents};
    use extents_static::__private::{LabelList, Tuple};

    const fn known<Labels: Tuple<List: LabelList>, E: Extents, L: Layout<E>>() -> KnownModes {
        KnownModes::of(const { &Labels::List::TAGS }, &Known::of::<E, L>())
    }
    const RESULT: KnownModes = known::<(i, k), StaticExtents![3, 5], ColMajor>();

    #[test]
    fn the_result_tells_operands_what_they_do_not_know() {
        let left = known::<(i, j), StaticExtents![dyn, 4], RowMajor>();
        let right = known::<(j, k), DynExtents<2>, RowMajor>();
        let all = [left, right];
        let modes = |table: Option<ModeTable>| {
            let table = table.expect("all is known");
            let modes = table.modes();
            (modes.extents.to_vec(), modes.strides.to_vec())
        };
        assert_eq!(modes(left.table(&all, &RESULT)), ([3, 4].to_vec(), [4, 1].to_vec()));
        assert_eq!(modes(right.table(&all, &RESULT)), ([4, 5].to_vec(), [5, 1].to_vec()));
        assert_eq!(modes(RESULT.table(&all, &RESULT)), ([3, 5].to_vec(), [1, 3].to_vec()));
        // Nobody knows the extent of `j`.
        assert!(right.table(&[right], &RESULT).is_none());
        // The room depends on an extent that the type of the layout needs.
        let padded = known::<(j, k), StaticExtents![4, dyn], Padded<RowMajor, Const<8>>>();
        assert!(padded.table(&[padded], &RESULT).is_none());
        let padded = known::<(k, j), StaticExtents![dyn, 4], Padded<RowMajor, Const<8>>>();
        assert_eq!(modes(padded.table(&[padded], &RESULT)), ([5, 4].to_vec(), [8, 1].to_vec()));
    }
}
