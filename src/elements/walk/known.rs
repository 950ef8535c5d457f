//! Walks that the types of the operands know, as consts.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const functions have no iterators; each loop counts below the lengths it indexes"
)]

use extents_static::__private::{KnownExtents, Order};

use super::{MOST, Walk, Way};
use crate::Extents;
use crate::layout::known::{all_strides, static_strides};
use crate::layout::{Layout, Trust};

/// Extents and a layout of them, as types.
pub(in crate::elements) trait Operand {
    const EXTENTS: Option<&'static [Option<usize>]>;
    const STRIDES: Option<[isize; MOST]>;
    const DENSE: Option<Order>;
}

impl<E: Extents, L: Layout<E>> Operand for (E, L) {
    const EXTENTS: Option<&'static [Option<usize>]> = match E::STATIC_SIZE {
        Some(_) => Some(E::STATIC_EXTENTS),
        None => None,
    };
    const STRIDES: Option<[isize; MOST]> = if E::STATIC_RANK.is_some() && L::IS_ALWAYS_STRIDED {
        all_strides(E::STATIC_EXTENTS.len(), static_strides::<E, L>())
    } else {
        None
    };
    const DENSE: Option<Order> = if <L::Trust as Trust<E, L>>::IS_PROVEN { L::DENSE } else { None };
}

/// The walk over operands, the extents being those of the first, where their types know it.
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
                known($First::EXTENTS, [$First::STRIDES, $($Other::STRIDES),*], Way::Kept);
            const FREE: Option<Walk<$k>> =
                known($First::EXTENTS, [$First::STRIDES, $($Other::STRIDES),*], Way::Free);
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

const fn known<const K: usize>(
    extents: Option<&'static [Option<usize>]>,
    strides: [Option<[isize; MOST]>; K],
    way: Way,
) -> Option<Walk<K>> {
    let Some(modes) = extents else { return None };
    let Some(extents) = KnownExtents::all(modes) else { return None };
    let mut all = [[0; MOST]; K];
    let mut k = 0;
    while k < K {
        match strides[k] {
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
    Walk::new(extents.as_slice(), lists, way)
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
