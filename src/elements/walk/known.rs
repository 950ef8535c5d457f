//! Walks that the types of the operands know, as consts.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const functions have no iterators; each loop counts below the lengths it indexes"
)]

use extents_static::__private::{KnownExtents, Order};

use super::{MOST, Walk, Way};
use crate::Extents;
use crate::layout::Layout;
use crate::layout::known::{KnownStrides, static_order};

/// Extents and a layout of them, as types.
pub(in crate::elements) trait Operand {
    const KNOWN: KnownOperand;
    const DENSE: Option<Order>;
}

/// What the types of an operand know.
#[derive(Clone, Copy)]
pub(in crate::elements) struct KnownOperand {
    rank: Option<usize>,
    extents: &'static [Option<usize>],
    strides: KnownStrides,
}

impl<E: Extents, L: Layout<E>> Operand for (E, L) {
    const KNOWN: KnownOperand = KnownOperand {
        rank: E::STATIC_RANK,
        extents: E::STATIC_EXTENTS,
        strides: KnownStrides::of::<E, L>(),
    };
    const DENSE: Option<Order> = static_order::<E, L>();
}

/// The extents of operands that have the same, if each is known of one of them.
const fn shared_extents(operands: &[KnownOperand]) -> Option<KnownExtents> {
    let (mut all, mut rank) = ([None; MOST], None);
    let mut k = 0;
    while k < operands.len() {
        let KnownOperand { rank: this, extents, .. } = operands[k];
        let is_other = match (rank, this) {
            (Some(rank), Some(this)) => rank != this,
            _ => false,
        };
        if is_other || extents.len() > MOST {
            return None;
        }
        if this.is_some() {
            rank = this;
        }
        let mut mode = 0;
        while mode < extents.len() {
            if all[mode].is_none() {
                all[mode] = extents[mode];
            }
            mode += 1;
        }
        k += 1;
    }
    match rank {
        Some(rank) if rank <= MOST => KnownExtents::all(all.split_at(rank).0),
        _ => None,
    }
}

/// The walk over operands of the same extents, where their types know it together.
pub(in crate::elements) trait KnownWalk<const K: usize> {
    const KEPT: Option<Walk<K>>;
    const FREE: Option<Walk<K>>;
    /// Whether all operands are dense in the same order, whatever the extents.
    const IS_FLAT: bool;
}

macro_rules! known_walk {
    ($($k:literal: $First:ident $($Other:ident)*;)*) => {$(
        impl<$First: Operand, $($Other: Operand),*> KnownWalk<$k> for ($First, $($Other,)*) {
            const KEPT: Option<Walk<$k>> =
                known([$First::KNOWN, $($Other::KNOWN),*], Way::Kept);
            const FREE: Option<Walk<$k>> =
                known([$First::KNOWN, $($Other::KNOWN),*], Way::Free);
            const IS_FLAT: bool = same_order(&[$First::DENSE, $($Other::DENSE),*]);
        }
    )*};
}
known_walk! { 1: A; 2: A B; 3: A B C; 4: A B C D; }

const fn same_order(orders: &[Option<Order>]) -> bool {
    let (mut rows, mut columns) = (true, true);
    let mut k = 0;
    while k < orders.len() {
        rows = rows && matches!(orders[k], Some(Order::RowMajor));
        columns = columns && matches!(orders[k], Some(Order::ColMajor));
        k += 1;
    }
    rows || columns
}

const fn known<const K: usize>(operands: [KnownOperand; K], way: Way) -> Option<Walk<K>> {
    let Some(extents) = shared_extents(&operands) else { return None };
    let extents = extents.as_slice();
    let mut all = [[0; MOST]; K];
    let mut k = 0;
    while k < K {
        match operands[k].strides.all(extents) {
            Some(strides) => all[k] = strides,
            None => return None,
        }
        k += 1;
    }
    let mut lists: [&[isize]; K] = [&[]; K];
    let mut k = 0;
    while k < K {
        lists[k] = &all[k];
        k += 1;
    }
    Walk::new(extents, lists, way)
}

/// Gives `read` the walk over operands of these extents, a constant where the types know it; nothing
/// where it is too long.
#[inline(always)]
pub(in crate::elements) fn with_walk<W: KnownWalk<K>, E: Extents, R, const K: usize>(
    extents: &E,
    strides: [&[isize]; K],
    way: Way,
    read: impl FnOnce(Option<&Walk<K>>) -> R,
) -> R {
    // A reference to a constant, and no copy of it: then the compiler sees through it.
    let known = match way {
        Way::Kept => const { &W::KEPT },
        Way::Free => const { &W::FREE },
    };
    match known {
        Some(_) => read(known.as_ref()),
        None if W::IS_FLAT && way == Way::Free => read(Some(&Walk::flat(extents.size()))),
        None => read(extents.with_slice(|extents| Walk::new(extents, strides, way)).as_ref()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{ColMajor, Padded, RowMajor, Strided};
    use crate::{Const, DynExtents, StaticExtents};

    type Rows = (StaticExtents![dyn, 4], RowMajor);
    type Columns = (StaticExtents![3, dyn], ColMajor);
    type Gaps = (StaticExtents![3, dyn], Padded<RowMajor, Const<4>>);
    type Open = (DynExtents<2>, RowMajor);
    type Values = (StaticExtents![3, 4], Strided<[isize; 2]>);

    #[test]
    fn operands_that_know_each_a_part_know_the_walk() {
        let by_hand = |strides: [&[isize]; 2]| Walk::new(&[3, 4], strides, Way::Free);
        // What neither knows alone: 3 rows, and 4 columns.
        assert_eq!(<(Rows, Columns)>::FREE, by_hand([&[4, 1], &[1, 3]]));
        assert_eq!(<(Columns, Rows)>::FREE, by_hand([&[1, 3], &[4, 1]]));
        assert_eq!(<(Open, (StaticExtents![3, 4], ColMajor))>::FREE, by_hand([&[4, 1], &[1, 3]]));
        assert!(<(Rows, Columns)>::FREE.is_some());
        // How far padded rows are from each other is not known from the number of columns that another knows.
        assert!(<(Rows, Gaps)>::FREE.is_none());
        assert!(<(Rows, Values)>::FREE.is_none());
        assert!(<(Rows, Open)>::FREE.is_none() && <(Rows,)>::FREE.is_none());
    }
}
