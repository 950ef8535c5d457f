//! What the types of extents and a layout know of a mapping, in const functions: strides one by one, and where
//! they know all, every answer of the mapping.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const functions have no iterators; each loop counts below the lengths it indexes, and \
              what could overflow wraps"
)]

use core::marker::PhantomData;

use extents_static::__private::{
    FixedStrides, KnownExtents, Order, assert_ranks, assert_tile_extents, next_index, product_of,
    refuse, refuse_open_stride,
};

use super::blocking::uniform_block_of;
use super::tiled::Digits;
use super::{Layout, Trust, affine};
use crate::{Extents, ModeTuple, ShapeError, StaticExtents};

/// How the types of a layout say where elements are.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default)]
pub enum StaticPlaces {
    /// They do not.
    #[default]
    Unknown,
    /// By its strides, which may be known or not.
    Strided,
    /// By the digits that tiles make.
    Tiled(&'static Digits),
    /// Tile after tile of these extents, which may be known or not.
    Blocked(&'static [Option<usize>]),
}

/// What is known of dense strides: each is the product of the extents of the faster modes, with `room` in the place of
/// the fastest extent. The list names each mode once; of another one, and beyond 12 modes, nothing is known, nor of a stride that is
/// too large for any.
pub(super) const fn dense_strides(
    extents: &[Option<usize>],
    fastest_first: &[usize],
    room: Option<usize>,
) -> [Option<isize>; 12] {
    let mut strides = [None; 12];
    let mut stride = Some(1_isize);
    let mut k = 0;
    while k < fastest_first.len() && extents.len() <= 12 {
        let mode = fastest_first[k];
        strides[mode] = stride;
        let extent = if k == 0 { room } else { extents[mode] };
        stride = match (stride, extent) {
            (Some(stride), Some(extent)) if extent <= isize::MAX.cast_unsigned() => {
                stride.checked_mul(extent.cast_signed())
            }
            _ => None,
        };
        k += 1;
    }
    strides
}

/// The extent of the fastest mode, if there is one and it is known.
pub(super) const fn fastest_of(extents: &[Option<usize>], order: Order) -> Option<usize> {
    match order.fastest(extents.len()) {
        Some(fastest) => extents[fastest],
        None => None,
    }
}

/// The first of a buffer, one a mode; none where the type does not know how many modes there are, or there are more.
pub(super) const fn one_a_mode<E: Extents>(strides: &[Option<isize>; 12]) -> &[Option<isize>] {
    match E::STATIC_RANK {
        Some(rank @ 0..=12) => strides.split_at(rank).0,
        _ => &[],
    }
}

/// What the types know of the strides of a layout whose word is taken: one a mode, or none.
pub(crate) const fn static_strides<E: Extents, L: Layout<E>>() -> &'static [Option<isize>] {
    let is_one_a_mode = match E::STATIC_RANK {
        Some(rank) => rank == L::STATIC_STRIDES.len(),
        None => false,
    };
    if is_one_a_mode && <L::Trust as Trust<E, L>>::IS_PROVEN { L::STATIC_STRIDES } else { &[] }
}

/// The order of a layout whose word is taken, where it is always dense.
pub(crate) const fn static_order<E: Extents, L: Layout<E>>() -> Option<Order> {
    if <L::Trust as Trust<E, L>>::IS_PROVEN { L::DENSE } else { None }
}

/// Whether a layout whose word is taken always gives strides.
pub(crate) const fn is_by_strides<E: Extents, L: Layout<E>>() -> bool {
    <L::Trust as Trust<E, L>>::IS_PROVEN && matches!(L::STATIC_PLACES, StaticPlaces::Strided)
}

/// What the types know of strides, for extents that may be found out elsewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownStrides {
    strides: &'static [Option<isize>],
    order: Option<Order>,
    is_strided: bool,
}

impl KnownStrides {
    pub(crate) const NONE: Self = KnownStrides { strides: &[], order: None, is_strided: false };

    pub(crate) const fn of<E: Extents, L: Layout<E>>() -> Self {
        // Too large extents are refused first.
        let _ = E::STATIC_SIZE;
        KnownStrides {
            strides: static_strides::<E, L>(),
            order: static_order::<E, L>(),
            is_strided: L::IS_ALWAYS_STRIDED,
        }
    }

    /// All strides for these extents, if they are known: dense ones follow from the extents.
    pub(crate) const fn all(&self, extents: &[usize]) -> Option<[isize; 12]> {
        match self.order {
            Some(order) if extents.len() <= 12 => {
                let mut strides = [0; 12];
                order.write_strides(extents, strides.split_at_mut(extents.len()).0);
                Some(strides)
            }
            None if self.is_strided => all_strides(extents.len(), self.strides),
            _ => None,
        }
    }
}

/// All strides, if each is known and there is one a mode.
pub(super) const fn all_strides(rank: usize, strides: &[Option<isize>]) -> Option<[isize; 12]> {
    if rank != strides.len() || rank > 12 {
        return None;
    }
    let mut all = [0; 12];
    let mut mode = 0;
    while mode < rank {
        match strides[mode] {
            Some(stride) => all[mode] = stride,
            None => return None,
        }
        mode += 1;
    }
    Some(all)
}

/// The strides of a mapping of which the types know all strides. Where they do not, it is a compile error.
#[track_caller]
#[allow(clippy::panic, reason = "in a const: a compile error")]
pub(super) const fn strides_or_refuse<E: Extents, L: Layout<E>>() -> [isize; 12] {
    // Too large extents are refused first.
    let size = E::STATIC_SIZE;
    // Of most types of extents, these are the only strides that are asked for: without a list of what is known of each.
    if size.is_some()
        && let Some(order) = static_order::<E, L>()
        && let Some(extents) = KnownExtents::all(E::STATIC_EXTENTS)
    {
        let mut strides = [0; 12];
        order.write_strides(extents.as_slice(), strides.split_at_mut(extents.as_slice().len()).0);
        return strides;
    }
    let (strides, extents) = (static_strides::<E, L>(), E::STATIC_EXTENTS);
    assert!(
        matches!(L::STATIC_PLACES, StaticPlaces::Strided) && strides.len() == extents.len(),
        "the types do not know the strides of this layout"
    );
    // The strides of a mapping that does not exist could have wrapped.
    if let Err(mistake) = L::STATIC_CHECK {
        refuse(mistake);
    }
    let mut mode = 0;
    while mode < strides.len() {
        if strides[mode].is_none() {
            refuse_open_stride(mode, extents);
        }
        mode += 1;
    }
    match all_strides(extents.len(), strides) {
        Some(strides) => strides,
        None => panic!("typed extents have at most 12 modes"),
    }
}

struct StridesOf<E, L>(PhantomData<(E, L)>);

impl<E: Extents, L: Layout<E>> FixedStrides for StridesOf<E, L> {
    const STRIDES: [isize; 12] = strides_or_refuse::<E, L>();
}

/// The strides of a mapping of which the types know all strides, in an array.
pub(crate) const fn strides_of<T: ModeTuple, L: Layout<StaticExtents<T>>>() -> T::Strides {
    <T::FirstOf<StridesOf<StaticExtents<T>, L>> as FixedStrides<T::Strides>>::STRIDES
}

/// The most indices that are tried one by one, as the compiler tries them in a moment.
const MOST_SEARCHED: usize = 1 << 16;

/// A mapping of which the types know everything. What is asked at run time is an array, so that it folds.
pub(crate) struct KnownMapping {
    extents: [usize; 12],
    rank: usize,
    places: KnownPlaces,
    span: usize,
}

/// Where its elements are.
enum KnownPlaces {
    /// By strides, from the offset of the index of zeros on; perhaps dense in an order.
    Strided([isize; 12], usize, Option<Order>),
    Tiled(&'static Digits),
    Blocked(KnownExtents),
}

impl KnownMapping {
    /// The mapping of these types; a compile error where they do not know it, or there is none.
    #[track_caller]
    #[allow(clippy::panic, reason = "in a const: a compile error")]
    pub(crate) const fn of<T: ModeTuple, L: Layout<StaticExtents<T>>>() -> Self {
        let size = StaticExtents::<T>::SIZE;
        assert!(
            <L::Trust as Trust<StaticExtents<T>, L>>::IS_PROVEN,
            "a layout whose offsets are checked has no offsets in consts"
        );
        let known = KnownExtents::static_part(T::STATIC);
        let extents = known.as_slice();
        let (places, span) = match L::STATIC_PLACES {
            StaticPlaces::Strided => {
                let all = strides_or_refuse::<StaticExtents<T>, L>();
                let (strides, _) = all.split_at(extents.len());
                if let Err(mistake) = affine::check_span(extents, strides) {
                    refuse(mistake);
                }
                let base = affine::base_offset(extents, strides);
                (KnownPlaces::Strided(all, base, L::DENSE), affine::span(extents, strides))
            }
            StaticPlaces::Tiled(digits) => match digits.span(extents) {
                Ok(span) => (KnownPlaces::Tiled(digits), span),
                Err((mode, elements, room)) => {
                    refuse(ShapeError::RoomOverflow { mode, elements, room })
                }
            },
            StaticPlaces::Blocked(tile) => {
                assert_ranks(extents.len(), tile.len());
                assert_tile_extents(tile);
                match KnownExtents::all(tile) {
                    Some(tile) => (KnownPlaces::Blocked(tile), size),
                    None => panic!("the extents of a tile are known only at run time"),
                }
            }
            StaticPlaces::Unknown => {
                panic!("the types do not know where this layout puts elements")
            }
        };
        let mut all = [1; 12];
        all.split_at_mut(extents.len()).0.copy_from_slice(extents);
        KnownMapping { extents: all, rank: extents.len(), places, span }
    }

    const fn extents(&self) -> &[usize] {
        self.extents.split_at(self.rank).0
    }

    /// One more than the largest offset.
    pub(crate) const fn span(&self) -> usize {
        self.span
    }

    /// Whether an index, of one coordinate a mode, is in bounds.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn contains(&self, index: &[usize]) -> bool {
        let mut mode = 0;
        while mode < index.len() {
            if index[mode] >= self.extents[mode] {
                return false;
            }
            mode += 1;
        }
        true
    }

    /// The offset of an index in bounds; any number for another one.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn offset(&self, index: &[usize]) -> usize {
        match &self.places {
            KnownPlaces::Strided(strides, base, _) => {
                let (mut offset, mut mode) = (*base, 0);
                while mode < index.len() {
                    let steps = index[mode].cast_signed().wrapping_mul(strides[mode]);
                    offset = offset.wrapping_add_signed(steps);
                    mode += 1;
                }
                offset
            }
            KnownPlaces::Tiled(digits) => digits.offset(&self.extents, index),
            KnownPlaces::Blocked(tile) => blocked_offset(self.extents(), tile.as_slice(), index),
        }
    }

    /// Writes the first index, in row-major order, that has an offset; gives whether there is one. Without one, `index`
    /// is any.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) const fn write_index(&self, offset: usize, index: &mut [usize]) -> bool {
        let extents = self.extents();
        if offset >= self.span {
            return false;
        }
        match &self.places {
            KnownPlaces::Strided(_, _, Some(order)) => {
                order.write_index(extents, offset, index);
                true
            }
            KnownPlaces::Strided(strides, ..) => {
                let (strides, _) = strides.split_at(extents.len());
                if !affine::is_nested_but_broadcast(extents, strides) {
                    return self.search_index(offset, index);
                }
                affine::write_nested_index(extents, strides, offset, index)
            }
            KnownPlaces::Tiled(digits) => digits.write_index(extents, offset, index),
            KnownPlaces::Blocked(tile) => {
                write_blocked_index(extents, tile.as_slice(), offset, index);
                true
            }
        }
    }

    /// Whether an index is found without trying all of them, or they are few.
    pub(crate) const fn finds_indices(&self) -> bool {
        let extents = self.extents();
        match &self.places {
            KnownPlaces::Strided(strides, ..) => {
                affine::is_nested_but_broadcast(extents, strides.split_at(extents.len()).0)
                    || product_of(extents) <= MOST_SEARCHED
            }
            _ => true,
        }
    }

    /// As [`write_index`](Self::write_index), index by index. There is an element.
    const fn search_index(&self, offset: usize, index: &mut [usize]) -> bool {
        let mut mode = 0;
        while mode < index.len() {
            index[mode] = 0;
            mode += 1;
        }
        loop {
            if self.offset(index) == offset {
                return true;
            }
            if !next_index(self.extents(), index) {
                return false;
            }
        }
    }
}

/// The offset of an index in bounds, tile after tile: as `Blocked` finds it, for tiles that are alike but for the last.
const fn blocked_offset(extents: &[usize], tiles: &[usize], index: &[usize]) -> usize {
    let (mut before, mut behind) = (0_usize, 1_usize);
    let (mut within, mut tile) = (0_usize, 1_usize);
    let mut mode = extents.len();
    while mode > 0 {
        mode -= 1;
        let block = uniform_block_of(tiles[mode], extents[mode], index[mode]);
        before = before.wrapping_mul(block.size).wrapping_add(block.begin.wrapping_mul(behind));
        behind = behind.wrapping_mul(extents[mode]);
        within = index[mode].wrapping_sub(block.begin).wrapping_mul(tile).wrapping_add(within);
        tile = tile.wrapping_mul(block.size);
    }
    before.wrapping_add(within)
}

/// Writes the index of an offset below the number of elements, as `Blocked` finds it: the tile, then the place in it.
const fn write_blocked_index(
    extents: &[usize],
    tiles: &[usize],
    offset: usize,
    index: &mut [usize],
) {
    let (mut rest, mut behind, mut tile) = (offset, product_of(extents), 1_usize);
    let mut mode = 0;
    while mode < extents.len() {
        behind /= extents[mode];
        // All that lies in these tiles of the modes before, one entry of this mode after the other.
        let slab = tile.wrapping_mul(behind);
        let block = uniform_block_of(tiles[mode], extents[mode], rest / slab);
        rest = rest.wrapping_sub(block.begin.wrapping_mul(slab));
        tile = tile.wrapping_mul(block.size);
        index[mode] = block.begin;
        mode += 1;
    }
    let mut mode = 0;
    while mode < extents.len() {
        tile /= uniform_block_of(tiles[mode], extents[mode], index[mode]).size;
        index[mode] = index[mode].wrapping_add(rest / tile);
        rest %= tile;
        mode += 1;
    }
}
