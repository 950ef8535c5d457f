//! Tiles of small products of floats, by vectors of the processor.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a kernel of const bounds: each loop counts below the lengths it indexes, and the plan turns few times"
)]

use core::mem::{MaybeUninit, transmute_copy};

use super::sizes::{MOST_PACKED, Sizes};
use super::{KnownPlan, Tile, all_rows, pack};
use crate::elements::kernels::vectors::{Masked, has_vectors, with_vectors};
use crate::elements::kernels::{Numbers, Places};

/// The lanes of tiles of this place among [`Sizes::TILES`].
const fn width_of<N: Numbers, P: KnownPlan, const TILES: usize>() -> usize {
    Sizes::<N, P>::TILES[TILES].width
}

/// The bytes of the vectors of those tiles: half of the widest one will do for half of its lanes.
const fn vector<N: Numbers, P: KnownPlan, const TILES: usize>() -> usize {
    if width_of::<N, P, TILES>() * size_of::<N::Sum>() > 32 { P::VECTOR } else { 32 }
}

/// The code for those tiles, of which there are some, as [`super::tiles_of`].
pub(super) const fn lanes_of<N: Numbers, P: KnownPlan, const TILES: usize, const ADDS: bool>()
-> unsafe fn(Places<N>) {
    match (width_of::<N, P, TILES>() * size_of::<N::Sum>()).div_ceil(P::VECTOR) {
        1 => lanes::<N, P, TILES, 1, ADDS>,
        2 => lanes::<N, P, TILES, 2, ADDS>,
        _ => lanes::<N, P, TILES, 3, ADDS>,
    }
}

/// `C` vectors of lanes of all rows, as [`super::lanes`].
///
/// # Safety
/// As [`super::lanes`], of the lanes of such a tile.
#[cfg_attr(not(unoptimized), inline(always))]
unsafe fn lanes<N: Numbers, P: KnownPlan, const TILES: usize, const C: usize, const ADDS: bool>(
    places: Places<N>,
) {
    let width = const { width_of::<N, P, TILES>() };
    let mut room = [const { MaybeUninit::<N::Sum>::uninit() }; MOST_PACKED];
    let room = room.as_mut_ptr().cast::<N::Sum>();
    if const { Sizes::<N, P>::packs(width_of::<N, P, TILES>()) } {
        // SAFETY: there are so many lanes, and room for their terms.
        unsafe { pack::<N, P>(places, width, room) };
    }
    let height = const { Sizes::<N, P>::rows(width_of::<N, P, TILES>()) };
    const { assert!(has_vectors::<N::Sum>(vector::<N, P, TILES>()), "these tiles are of vectors") };
    with_vectors!(N::Sum, vector::<N, P, TILES>(), |V| {
        let tile = const {
            tile_of::<N, P, V, TILES, C, ADDS>(Sizes::<N, P>::rows(width_of::<N, P, TILES>()))
        };
        let last = const {
            match Sizes::<N, P>::last_rows(width_of::<N, P, TILES>()) {
                Some(rows) => Some(tile_of::<N, P, V, TILES, C, ADDS>(rows)),
                None => None,
            }
        };
        // SAFETY: if terms are packed, all of them were just written to the room. The processor has the vectors, as
        // `KnownPlan::VECTOR` says, and their elements are the sums.
        unsafe { all_rows::<N, P>(places, room, (height, tile), last) }
    });
}

/// The code for a tile of so many rows.
#[allow(clippy::panic, reason = "evaluated by the compiler alone")]
const fn tile_of<
    N: Numbers,
    P: KnownPlan,
    V: Masked,
    const TILES: usize,
    const C: usize,
    const ADDS: bool,
>(
    rows: usize,
) -> Tile<N> {
    match rows {
        1 => tile::<N, P, V, TILES, 1, C, ADDS>,
        2 => tile::<N, P, V, TILES, 2, C, ADDS>,
        3 => tile::<N, P, V, TILES, 3, C, ADDS>,
        4 => tile::<N, P, V, TILES, 4, C, ADDS>,
        5 => tile::<N, P, V, TILES, 5, C, ADDS>,
        6 => tile::<N, P, V, TILES, 6, C, ADDS>,
        7 => tile::<N, P, V, TILES, 7, C, ADDS>,
        8 => tile::<N, P, V, TILES, 8, C, ADDS>,
        9 => tile::<N, P, V, TILES, 9, C, ADDS>,
        10 => tile::<N, P, V, TILES, 10, C, ADDS>,
        11 => tile::<N, P, V, TILES, 11, C, ADDS>,
        12 => tile::<N, P, V, TILES, 12, C, ADDS>,
        _ => panic!("there is code for each tile"),
    }
}

/// `R` rows of `C` vectors, summed in registers.
///
/// # Safety
/// As [`super::tile`], of the lanes of such a tile. The processor has the vectors, whose elements are the sums; `C` of them have the lanes of the tile, or more.
#[cfg_attr(not(unoptimized), inline(always))]
unsafe fn tile<
    N: Numbers,
    P: KnownPlan,
    V: Masked,
    const TILES: usize,
    const R: usize,
    const C: usize,
    const ADDS: bool,
>(
    places: Places<N>,
    packed: *const N::Sum,
) {
    let small = const { &Sizes::<N, P>::SMALL };
    let is_left = const { matches!(Sizes::<N, P>::ACROSS, Some(0)) };
    // What is packed are these lanes: the other operand does not move along them.
    let is_packed = const { Sizes::<N, P>::packs(width_of::<N, P, TILES>()) };
    let width = const { width_of::<N, P, TILES>() };
    // How many lanes of a vector are those of the tile.
    let count = |column: usize| if column + 1 < C { V::LANES } else { width - column * V::LANES };
    let load = |from: *const V::Element, column: usize| {
        let (from, count) = (from.wrapping_add(column * V::LANES), count(column));
        // SAFETY: below it is called where there are the lanes of the tile.
        unsafe { if count == V::LANES { V::load(from) } else { V::load_first(from, count) } }
    };
    // SAFETY: the processor has the vectors. *reads* of `R` rows, the lanes of the tile and each term; packed terms have been written;
    // *writes* and *alone* of these rows and lanes. Elements of vectors are the sums, and so are the lanes of that operand.
    unsafe {
        let mut sums = [[V::zero(); C]; R];
        for n in 0..small.depth.size {
            let from = places.moved(small.depth.at(n));
            for k in 0..small.terms.extent {
                let left = from.left.wrapping_offset(small.terms.steps[0] * k.cast_signed());
                let right = from.right.wrapping_offset(small.terms.steps[1] * k.cast_signed());
                let start = if is_packed {
                    packed.wrapping_add((n * small.terms.extent + k) * width).cast()
                } else if is_left {
                    left.cast()
                } else {
                    right.cast()
                };
                let mut lanes = [V::zero(); C];
                let mut column = 0;
                while column < C {
                    lanes[column] = load(start, column);
                    column += 1;
                }
                let mut row = 0;
                while row < R {
                    let r = row.cast_signed();
                    let one = if is_left {
                        N::right(*right.wrapping_offset(small.rows.steps[1] * r))
                    } else {
                        N::left(*left.wrapping_offset(small.rows.steps[0] * r))
                    };
                    let mut column = 0;
                    while column < C {
                        let sum = sums[row][column];
                        sums[row][column] = sum.plus_products(transmute_copy(&one), lanes[column]);
                        column += 1;
                    }
                    row += 1;
                }
            }
        }
        let mut row = 0;
        while row < R {
            let to = places.result.wrapping_offset(small.rows.steps[2] * row.cast_signed());
            let to = to.cast::<V::Element>();
            let mut column = 0;
            while column < C {
                let sum = sums[row][column];
                let sum = if ADDS { load(to, column).plus(sum) } else { sum };
                let (to, count) = (to.wrapping_add(column * V::LANES), count(column));
                if count == V::LANES {
                    sum.store(to);
                } else {
                    sum.store_first(to, count);
                }
                column += 1;
            }
            row += 1;
        }
    }
}
