//! The layouts of this crate whose offsets need no check.

use crate::layout::{
    Blocked, Blocking, Canonical, MinorToMajor, ModeList, Padded, Strided, TileList, TileOrder,
    Tiled, TrustedLayout,
};
use crate::{Extents, Stride, StrideList, TypedExtents};

// SAFETY: the offset of an index in bounds is a number in the mixed radix of the extents (for
// `ColMajor` of the extents in reverse), below their product, which is the span, and different for
// different indices; the strides are the place values of that radix.
#[diagnostic::do_not_recommend]
unsafe impl<E: Extents, L: Canonical> TrustedLayout<E> for L {}

// SAFETY: `check` sees to it that there is one stride a mode and that the span fits. An offset is the sum
// of the distances of an index from the entry where each is 0, which adds up to less than the span.
unsafe impl<E: Extents, S: StrideList> TrustedLayout<E> for Strided<S> {}

// SAFETY: as for a canonical layout, with the radix of the fastest mode its room, which is at least its
// extent; `check` sees to it that the product, which all offsets are below, fits.
unsafe impl<E: Extents, L: Canonical, P: Stride> TrustedLayout<E> for Padded<L, P> {}

// SAFETY: as for a canonical layout, with the modes in another order; `check` sees to it that the list
// names each mode once.
unsafe impl<E: Extents, P: ModeList> TrustedLayout<E> for MinorToMajor<P> {}

// SAFETY: `check` sees to it that the tiles of each mode cover its extent, one after the other. Those before
// the tile of an index in bounds hold as many elements as `offset` counts before it, and its place in the tile
// is below the size of the tile; so the offset is below the size of the shape, which is the span, and no other
// index has it.
unsafe impl<E: Extents, B: Blocking> TrustedLayout<E> for Blocked<B> {}

// SAFETY: each tile turns a coordinate in bounds into a quotient below the number of tiles and a remainder below the
// size of a tile, from which it follows, and the next one does so with those. The offset is the digits that are left, in
// their radix: below the product of the numbers of their values, which is the span and which `check` found to fit, and
// different for different indices. An order that does not name each mode once, or a tile of 0, does not compile.
unsafe impl<E: TypedExtents, T: TileList, O: TileOrder> TrustedLayout<E> for Tiled<T, O> {}
