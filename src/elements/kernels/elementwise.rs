//! Contractions that sum nothing: permutes, diagonals, products element by element, outer products. So do sums of one term, but for
//! the zero that they begin with.
//!
//! They are walks over all elements, which are put in the order of memory and go tile by tile where the
//! operands lie crosswise.

use core::marker::PhantomData;

use super::axes::{Axis, each_index, sort};
use super::{Numbers, Places, moved};
use crate::Scalar;
use crate::elements::walk::{self, Body, pace, plan};
use crate::nest::{MOST, Nest, Steps, Strided, Way};

/// Shorter rows are left to a walk.
const LEAST_ROW: usize = 8;

/// How a product is written.
#[derive(Clone, Copy)]
pub(super) struct Write {
    /// To what the result is, or in its place.
    pub(super) adds: bool,
    /// Whether it is the only term of a sum, which begins at zero: of floats that is not -0.
    pub(super) is_sum: bool,
}

impl Write {
    /// # Safety
    /// *writes* and *alone*, as [`general::run`](super::general::run), of the element of the result.
    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn product<N: Numbers>(self, at: Places<N>, left: N::Sum, right: N::Sum) {
        let product = N::product(left, right);
        let is_sum = self.is_sum && const { !N::Sum::ADDS_IN_ANY_ORDER };
        // SAFETY: *writes* and *alone* are the caller's.
        unsafe { at.write(if is_sum { N::Sum::ZERO.plus(product) } else { product }, self.adds) };
    }
}

/// # Safety
/// As [`general::run`](super::general::run), of loops of the result, which each have an entry.
pub(super) unsafe fn run<N: Numbers>(axes: &mut [Axis], places: Places<N>, write: Write) {
    sort(axes, &|axis| [!axis.length(2), 0, 0]);
    if let [around @ .., row] = &*axes
        && row.extent >= LEAST_ROW
    {
        // SAFETY: the last loop is the row, of these steps, and the others are around it: together they are the
        // caller's loops.
        unsafe {
            match row.steps {
                [1, 0, 1] => return rows::<N, 1, 0>(around, row.extent, places, write),
                // What is alone has no right operand that moves.
                [0, 1, 1] if const { !N::IS_ALONE } => {
                    return rows::<N, 0, 1>(around, row.extent, places, write);
                }
                [1, 1, 1] if const { !N::IS_ALONE } => {
                    return rows::<N, 1, 1>(around, row.extent, places, write);
                }
                _ => {}
            }
        }
    }
    let (around, axes) = axes.split_at(axes.len().saturating_sub(MOST));
    let (extents, steps) = columns_of(axes);
    let extents = extents.split_at(axes.len()).0;
    let [left, right, result] = &steps;
    let left = left.split_at(axes.len()).0;
    let right = right.split_at(axes.len()).0;
    let result = result.split_at(axes.len()).0;
    // An operand alone has no right one beside it, whose elements have no size: it may move along.
    let right = if N::IS_ALONE { left } else { right };
    let steps = (Strided::new(result), (Strided::new(left), Strided::new(right)));
    let mut nest = Nest::EMPTY;
    if !plan(&mut nest, extents, &steps, Way::Free, true) {
        return;
    }
    each_index(around, [0; 3], &mut |at| {
        let Places { left, right, result } = places.moved(at);
        let mut from = (result, (left.cast_mut(), right.cast_mut()));
        nest.start(extents, &steps, &mut from);
        // SAFETY: the loops around and those of the nest, of which there are no more than it can have, are the caller's:
        // they lead to what the four promises are about, and each has an entry, so there is an element.
        unsafe {
            walk::run(&nest, &steps, from, (), &mut Each::<N> { write, numbers: PhantomData });
        }
    });
}

/// The extents of at most [`MOST`] loops, and their steps in the left operand, the right one and the result.
fn columns_of(axes: &[Axis]) -> ([usize; MOST], [[isize; MOST]; 3]) {
    let (mut extents, mut steps) = ([1; MOST], [[0; MOST]; 3]);
    let [lefts, rights, results] = &mut steps;
    for (n, axis) in axes.iter().enumerate() {
        let all = (extents.get_mut(n), lefts.get_mut(n), rights.get_mut(n), results.get_mut(n));
        if let (Some(extent), Some(left), Some(right), Some(result)) = all {
            (*extent, [*left, *right, *result]) = (axis.extent, axis.steps);
        }
    }
    (extents, steps)
}

/// Rows along the memory of all: then a walk has nothing to arrange.
///
/// # Safety
/// As [`run`], of loops around a row of these steps, which has an element.
unsafe fn rows<N: Numbers, const LEFT: isize, const RIGHT: isize>(
    around: &[Axis],
    extent: usize,
    places: Places<N>,
    write: Write,
) {
    each_index(around, [0; 3], &mut |at| {
        let from = places.moved(at);
        let extent = extent.cast_signed();
        // What all of a row share is read once. A row has an element.
        // SAFETY: *reads* of the first index of the row; of an operand alone the right one is `()`.
        let (first_left, first_right) = unsafe { (N::left(*from.left), N::right(*from.right)) };
        let each = |n: isize, write: Write| {
            let at = from.moved([LEFT.wrapping_mul(n), RIGHT.wrapping_mul(n), n]);
            // SAFETY: `n` is below the extent of the row: *reads*, *writes* and *alone* of its index.
            unsafe {
                let left = if LEFT == 0 { first_left } else { N::left(*at.left) };
                let right = if RIGHT == 0 { first_right } else { N::right(*at.right) };
                write.product(at, left, right);
            }
        };
        // Each with constants.
        let is_sum = write.is_sum;
        match write.adds {
            true if is_sum => (0..extent).for_each(|n| each(n, Write { adds: true, is_sum: true })),
            true => (0..extent).for_each(|n| each(n, Write { adds: true, is_sum: false })),
            false if is_sum => {
                (0..extent).for_each(|n| each(n, Write { adds: false, is_sum: true }))
            }
            false => (0..extent).for_each(|n| each(n, Write { adds: false, is_sum: false })),
        }
    });
}

/// How the result and the operands move, and where they are.
type Rows<'a, N> = (
    Strided<<N as Numbers>::Result, &'a [isize]>,
    (Strided<<N as Numbers>::Left, &'a [isize]>, Strided<<N as Numbers>::Right, &'a [isize]>),
);

/// Writes the product to each element of the result, which stands first among the operands of the walk.
struct Each<N> {
    write: Write,
    numbers: PhantomData<N>,
}

impl<'a, N: Numbers> Body<Rows<'a, N>, ()> for Each<N> {
    // Long ones are not walked.
    const HAS_STAYS: bool = false;

    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn row<const PACE: u8>(
        &mut self,
        (): (),
        &(result, (left, right)): &<Rows<'a, N> as Steps>::Place,
        (to, (step, other)): <Rows<'a, N> as Steps>::Step,
        count: usize,
    ) {
        let from = Places::<N> { left, right, result };
        let known = pace::known::<PACE>;
        let steps = [known(step), known(other), known(to)];
        for n in 0..count {
            let at = from.moved(moved([0; 3], steps, n));
            // SAFETY: the walk comes to indices of its loops alone: *reads*, *writes* and *alone* of that index.
            unsafe { self.write.product(at, N::left(*at.left), N::right(*at.right)) };
        }
    }
}
