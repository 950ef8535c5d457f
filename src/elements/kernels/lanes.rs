//! Adds rows to a row of sums: each entry of the row is a lane, and lanes lie one after the other in memory.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a kernel: rows and lanes count below the extents of their loops"
)]

use super::axes::Axis;
use super::processor::{WIDE, Work};
use super::{Numbers, Places, moved};
use crate::Scalar;

/// So many rows are added in one pass over the sums.
const ROWS: usize = 4;

/// Adds to each sum, of which there is one for each entry of `lanes`, the products of all `rows`.
///
/// To run it is to promise *reads*: at all indices of both loops, each of which has an entry, the operands have
/// elements that are initialised, and that nothing writes meanwhile.
pub(super) struct AddLanes<'a, N: Numbers> {
    pub(super) places: Places<N>,
    pub(super) lanes: &'a Axis,
    pub(super) rows: &'a Axis,
}

impl<N: Numbers> Work for AddLanes<'_, N> {
    type Sum = N::Sum;
    type Output = [N::Sum];
    const WIDEST: usize = WIDE;

    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn run<const VECTOR: usize>(self, sums: &mut [N::Sum]) {
        let Self { places, lanes, rows } = self;
        // SAFETY: *reads*, which whoever runs this work promises.
        unsafe { add_lanes(sums, places, lanes, rows) };
    }
}

/// # Safety
/// *reads*, as [`AddLanes`].
#[cfg_attr(not(unoptimized), inline(always))]
unsafe fn add_lanes<N: Numbers>(sums: &mut [N::Sum], places: Places<N>, lanes: &Axis, rows: &Axis) {
    let by_row = [rows.steps[0], rows.steps[1], 0];
    // Versions for the steps that are common let the compiler vectorise; others are taken row by row.
    let is_common = matches!(lanes.steps, [1, 0 | 1, _]);
    let mut row = 0;
    while row < rows.extent {
        let from = places.moved(moved([0; 3], by_row, row));
        // SAFETY: *reads*: `ROWS` rows from `row` on are there, or one, and these are the steps of the lanes.
        unsafe {
            if is_common && row + ROWS <= rows.extent {
                let mut all = [from; ROWS];
                for (k, from) in all.iter_mut().enumerate() {
                    *from = from.moved(moved([0; 3], by_row, k));
                }
                // Of what is alone nothing moves along.
                if N::IS_ALONE || lanes.steps[1] == 0 {
                    add::<N, ROWS>(sums, all, [1, 0]);
                } else {
                    add::<N, ROWS>(sums, all, [1, 1]);
                }
                row += ROWS;
            } else {
                add::<N, 1>(sums, [from], [lanes.steps[0], lanes.steps[1]]);
                row += 1;
            }
        }
    }
}

/// # Safety
/// *reads*, as [`AddLanes`], of `K` rows that begin at `from`, each of as many lanes as there are sums, one or more.
#[cfg_attr(not(unoptimized), inline(always))]
unsafe fn add<N: Numbers, const K: usize>(
    sums: &mut [N::Sum],
    from: [Places<N>; K],
    [left, right]: [isize; 2],
) {
    // What all lanes share is read once. A row has a lane.
    let mut shared = [N::Sum::ZERO; K];
    for k in 0..K {
        // SAFETY: *reads*, of the first lane of row `k`.
        shared[k] = unsafe { N::right(*from[k].right) };
    }
    for (n, sum) in sums.iter_mut().enumerate() {
        let n = n.cast_signed();
        let (at_left, at_right) = (left.wrapping_mul(n), right.wrapping_mul(n));
        for k in 0..K {
            let row = from[k];
            // SAFETY: *reads*, of a lane below the number of sums.
            let product = unsafe {
                let factor = match right {
                    0 => shared[k],
                    _ => N::right(*row.right.wrapping_offset(at_right)),
                };
                N::product(N::left(*row.left.wrapping_offset(at_left)), factor)
            };
            *sum = sum.plus(product);
        }
    }
}
