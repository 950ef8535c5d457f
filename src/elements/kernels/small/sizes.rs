//! How the lanes and rows of a small contraction are cut into tiles: at compile time.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const functions have no iterators; each loop counts below the lengths it indexes"
)]

use super::KnownPlan;
use crate::Scalar;
use crate::elements::kernels::Numbers;
use crate::elements::kernels::arranged::{Group, Line, Small};
#[cfg(not(plain_kernels))]
use crate::elements::kernels::{processor, vectors};

/// The most elements that are copied for a tile, to be read in order.
pub(super) const MOST_PACKED: usize = 512;

/// The most products of straight code.
const MOST_STRAIGHT: usize = 128;

/// The widest tile where so many elements fill a vector: as wide as fits, but a power of two from 4 to 16.
const fn widest(vector: usize) -> usize {
    match vector {
        0..8 => 4,
        8..16 => 8,
        16.. => 16,
    }
}

/// Tiles of one width that lie side by side. Where there are none, the width is 0: then none is compiled.
#[derive(Clone, Copy)]
pub(super) struct Tiles {
    pub(super) first_lane: usize,
    pub(super) width: usize,
    pub(super) count: usize,
}

/// So many lanes cut into tiles, as many as can be of the widest.
const fn cut(lanes: usize, widest: usize) -> [Tiles; 4] {
    let rest = lanes % widest;
    let mut all = [
        Tiles { first_lane: 0, width: widest, count: lanes / widest },
        Tiles { first_lane: lanes - rest, width: 8, count: rest / 8 },
        Tiles { first_lane: lanes - rest % 8, width: 4, count: rest % 8 / 4 },
        Tiles { first_lane: lanes - rest % 4, width: rest % 4, count: 1 },
    ];
    let (mut covered, mut n) = (0, 0);
    while n < all.len() {
        if all[n].width * all[n].count == 0 {
            (all[n].width, all[n].count) = (0, 0);
        } else {
            assert!(all[n].first_lane == covered, "tiles lie side by side");
            covered += all[n].width * all[n].count;
        }
        n += 1;
    }
    assert!(covered == lanes, "each lane is in a tile");
    all
}

/// So many lanes cut into tiles of at most so many vectors side by side, the last of which may have fewer lanes.
const fn cut_by(lanes: usize, vector: usize, beside: usize) -> [Tiles; 4] {
    let vectors = lanes.div_ceil(vector);
    let width = vectors.div_ceil(vectors.div_ceil(beside)) * vector;
    let (count, rest) = (lanes / width, lanes % width);
    let none = Tiles { first_lane: 0, width: 0, count: 0 };
    let whole = if count == 0 { none } else { Tiles { first_lane: 0, width, count } };
    let last =
        if rest == 0 { none } else { Tiles { first_lane: lanes - rest, width: rest, count: 1 } };
    [whole, last, none, none]
}

// In tiles of each width that is the widest for some vector.
const _: () = {
    let (widths, mut n) = ([widest(1), widest(8), widest(16)], 0);
    while n < widths.len() {
        let mut lanes = 1;
        while lanes <= 40 {
            let _ = cut(lanes, widths[n]);
            lanes += 1;
        }
        n += 1;
    }
};

/// What a contraction of such plans and numbers needs, all of it const.
pub(super) struct Sizes<N, P>(core::marker::PhantomData<(N, P)>);

impl<N: Numbers, P: KnownPlan> Sizes<N, P> {
    pub(super) const SMALL: Small = match P::SMALL {
        Some(small) => small,
        None => Small {
            outer: Group::NONE,
            rows: Line::NONE,
            lanes: Line::NONE,
            depth: Group::NONE,
            terms: Line::NONE,
            sums: false,
            operands: 1,
            packs: [false; 2],
        },
    };
    /// Elements in a vector register: any number, as elements have any size.
    const VECTOR: usize = match P::VECTOR.checked_div(size_of::<N::Sum>()) {
        None | Some(0) => 1,
        Some(elements) => elements,
    };
    /// Registers for sums.
    const SUMS: usize = match (Self::ACROSS, P::VECTOR) {
        (None, _) => 8,
        (Some(_), 64) => 24,
        (Some(_), _) => 12,
    };
    /// The most rows of a tile.
    const MOST_ROWS: usize = if Self::ACROSS.is_some() { 12 } else { 8 };
    const TERMS: usize = Self::SMALL.terms.extent * Self::SMALL.depth.size;
    const PACKS: bool = {
        let [left, right] = Self::SMALL.packs;
        // Lanes that move far in both operands fit worse than a loop that moves in neither.
        assert!(!(left && right), "there is room for the terms of one operand");
        left || right
    };

    /// The lanes of a tile: one vector, or more where there are no rows to fill the registers.
    const WIDEST: usize = if Self::SMALL.rows.extent <= 2 && Self::SMALL.sums {
        widest(16)
    } else {
        widest(Self::VECTOR)
    };
    /// The tiles that lanes are cut into.
    pub(super) const TILES: [Tiles; 4] = {
        let lanes = Self::SMALL.lanes.extent;
        if Self::ACROSS.is_some() {
            cut_by(lanes, Self::VECTOR, Self::BESIDE)
        } else {
            cut(lanes, Self::WIDEST)
        }
    };

    /// Whether a product and its sum are one instruction, which rounds once.
    pub(super) const FUSES: bool =
        Self::SMALL.sums && Self::SMALL.operands == 2 && fuses::<N::Sum>(P::VECTOR);

    /// The operand whose lanes are read as vectors of the processor, by which tiles are then added up: where all rows share them, and
    /// they are more than a vector of 16 bytes. Of fewer the compiler finds vectors across the rows.
    pub(super) const ACROSS: Option<usize> = {
        let Small { rows, lanes, .. } = Self::SMALL;
        let is_wide = lanes.extent * size_of::<N::Sum>() > 16 && rows.extent > 2;
        let all = Self::FUSES && N::RESULT_IS_SUM && has_vectors::<N::Sum>(P::VECTOR);
        if !all || !is_wide || lanes.steps[2] != 1 {
            None
        } else if Self::lie_side_by_side(0) && lanes.steps[1] == 0 {
            Some(0)
        } else if Self::lie_side_by_side(1) && lanes.steps[0] == 0 {
            Some(1)
        } else {
            None
        }
    };

    /// The vectors that stand side by side in a tile of them, at most, so that there are rows enough for each that is read.
    const BESIDE: usize = {
        let mut beside = if P::VECTOR == 64 { 3 } else { 2 };
        while Self::PACKS && beside > 1 && !Self::packs(beside * Self::VECTOR) {
            beside -= 1;
        }
        beside
    };

    /// Whether the lanes of an operand are the same for all rows, and lie side by side, there or where they are packed.
    const fn lie_side_by_side(operand: usize) -> bool {
        let Small { rows, lanes, .. } = Self::SMALL;
        let is_packed = Self::SMALL.packs[operand] && Self::packs(Self::VECTOR);
        rows.steps[operand] == 0 && (is_packed || lanes.steps[operand] == 1 && N::ARE_SUMS[operand])
    }

    /// Whether the terms of so many lanes are packed.
    pub(super) const fn packs(lanes: usize) -> bool {
        Self::PACKS && Self::TERMS * lanes <= MOST_PACKED
    }

    /// Whether all of it is straight code where it is called.
    pub(super) const STRAIGHT: bool =
        (Self::SMALL.outer.size * Self::SMALL.rows.extent * Self::SMALL.lanes.extent)
            .saturating_mul(Self::TERMS)
            <= MOST_STRAIGHT;

    /// Whether each turn of the outer loops is taken by itself. Of small products in straight code the compiler would make vectors
    /// across the turns, each lane of which it gathers from another product: up to seven times as slow. Products of two lanes fill no
    /// vector of their own, and gain by it.
    pub(super) const APART: bool = {
        let Small { outer, rows, lanes, .. } = Self::SMALL;
        let turn = (rows.extent * lanes.extent).saturating_mul(Self::TERMS);
        let is_product = Self::SMALL.sums && Self::SMALL.operands == 2;
        is_product && outer.size > 1 && lanes.extent > 2 && turn <= MOST_STRAIGHT
    };

    /// The rows of tiles of so many lanes.
    pub(super) const fn rows(lanes: usize) -> usize {
        let rows = Self::SMALL.rows.extent;
        let most = match Self::SUMS / lanes.div_ceil(Self::VECTOR) {
            0 => 1,
            // Less than a vector: straight code, in which the compiler finds vectors across rows.
            _ if lanes < Self::VECTOR && Self::ACROSS.is_none() => 4,
            most if most < Self::MOST_ROWS => most,
            _ => Self::MOST_ROWS,
        };
        rows.div_ceil(rows.div_ceil(most))
    }

    /// Those of the last tile, if it is lower than the others.
    pub(super) const fn last_rows(lanes: usize) -> Option<usize> {
        match Self::SMALL.rows.extent % Self::rows(lanes) {
            0 => None,
            rows => Some(rows),
        }
    }
}

/// Whether products of such numbers and their sums are one instruction where vectors have so many bytes.
#[cfg_attr(
    plain_kernels,
    allow(
        clippy::extra_unused_type_parameters,
        unused_variables,
        reason = "for kernels that are not compiled"
    )
)]
const fn fuses<T: Scalar>(vector: usize) -> bool {
    #[cfg(not(plain_kernels))]
    return vectors::is_float::<T>() && processor::fuses(vector);
    #[cfg(plain_kernels)]
    false
}

/// Whether there are instructions for vectors of so many bytes of such numbers.
#[cfg_attr(
    plain_kernels,
    allow(
        clippy::extra_unused_type_parameters,
        unused_variables,
        reason = "for kernels that are not compiled"
    )
)]
const fn has_vectors<T: Scalar>(vector: usize) -> bool {
    #[cfg(not(plain_kernels))]
    return vectors::has_vectors::<T>(vector);
    #[cfg(plain_kernels)]
    false
}
