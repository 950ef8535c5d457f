//! What types know of the modes of operands, together: an extent that one of them knows is that of its label, and
//! dense strides follow from extents.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const functions have no iterators; each loop counts below the lengths it indexes"
)]

use extents_static::__private::{LabelList, Order, Tag};

use crate::Extents;
use crate::layout::known::{all_strides, static_strides};
use crate::layout::{Layout, Trust};
use crate::plan::ModeTable;

/// What the types of an operand or a result know of its modes: one a label.
#[derive(Clone, Copy, Debug)]
pub struct KnownModes {
    tags: &'static [Tag; 12],
    rank: usize,
    /// What they know; shorter than the rank where they do not know that.
    extents: &'static [Option<usize>],
    strides: &'static [Option<isize>],
    /// The order, where it is always dense.
    order: Option<Order>,
}

impl KnownModes {
    pub(super) const NONE: Self =
        KnownModes { tags: &[Tag::NONE; 12], rank: 0, extents: &[], strides: &[], order: None };

    /// What is known of extents `E` and layout `L`, whose modes these labels name.
    pub(super) const fn of<Labels: LabelList, E: Extents, L: Layout<E>>() -> Self {
        // Too large extents are refused first.
        let _ = E::STATIC_SIZE;
        KnownModes {
            tags: const { &Labels::TAGS },
            rank: Labels::LEN,
            extents: E::STATIC_EXTENTS,
            strides: static_strides::<E, L>(),
            order: if <L::Trust as Trust<E, L>>::IS_PROVEN { L::DENSE } else { None },
        }
    }

    const fn extent(&self, mode: usize) -> Option<usize> {
        if mode < self.extents.len() { self.extents[mode] } else { None }
    }

    /// The extent that a label has here.
    const fn extent_of(&self, label: usize) -> Option<usize> {
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
        let strides = match self.order {
            Some(order) => {
                let mut strides = [0; 12];
                order.write_strides(extents, strides.split_at_mut(self.rank).0);
                Some(strides)
            }
            None => all_strides(self.rank, self.strides),
        };
        match strides {
            Some(strides) => Some(ModeTable::new(self.tags, extents, &strides)),
            None => None,
        }
    }
}

const fn extent_among(
    label: usize,
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
