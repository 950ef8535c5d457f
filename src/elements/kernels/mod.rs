//! The kernels of contractions: they run a [`Plan`](crate::plan::Plan) on elements.
//!
//! `typed` (of `operands`) and `machine` are the two faces: they check extents, find the loops, and hand over
//! pointers. Results go to memory that may not have been written before.
//!
//! | what is contracted | where |
//! |---|---|
//! | small, or many small products, with a plan that the compiler knows | `small`, as `arranged` says |
//! | small, with labels that it knows | `tiny` |
//! | all else, of one operand or two | `general`; for common numbers as `compiled` here. `choose` finds one of the next four |
//! | nothing is summed, or one term | `elementwise` |
//! | one large operand that is read once | `stream`, on rows by `lanes` or `few_rows`, or along rows by `dots` |
//! | like matrices, and small | `unpacked` |
//! | like matrices: each element is used many times | `tiles`, of blocks that `boxes` cuts and `panels` copies or leaves where they lie, one `tile` of `vectors` at a time; with the feature `gemm` `lowered`, which calls a crate in `gemm` |
//! | large, with `par` | `parallel` shares it out |
//! | sums that may not be taken in another order; the definition | `in_order` |
//! | more than two operands | two at a time, each `step` by the above: `chain` for types, `machine` along a path; or `direct` |
//!
//! `tile` and `stream` do their innermost work with the widest vectors of the `processor` that runs them. Without optimization
//! there is `in_order` instead of `choose` and what it chooses from, none of which is compiled (see `build.rs`).

#![cfg_attr(plain_kernels, allow(dead_code, reason = "for kernels that are not compiled"))]

/// Runs code with `$W` a constant: that of the numbers that `$width` is, which must be one of them.
#[cfg(not(plain_kernels))]
macro_rules! with_width {
    ($width:expr, [$($number:literal)*], |$W:ident| $body:expr) => {{
        const { assert!(false $(|| $width == $number)*, "there is code for each width") };
        $(
            if const { $width == $number } {
                const $W: usize = $number;
                $body
            }
        )*
    }};
}

/// Runs `body` for each of `R` rows, without a loop: then each row is known, and kept in registers. What is not optimized keeps nothing there,
/// and would only hold the body several times.
macro_rules! each_row {
    ($R:ident, |$row:ident| $body:block) => {
        if cfg!(unoptimized) {
            for $row in 0..$R.cast_signed() $body
        } else {
            each_row!(@ $R $row $body 0 1 2 3 4 5 6 7);
        }
    };
    (@ $R:ident $row:ident $body:block $($number:literal)*) => {$(
        if const { $number < $R } {
            let $row: isize = $number;
            $body
        }
    )*};
}

mod arranged;
mod axes;
#[cfg(not(plain_kernels))]
mod boxes;
mod chain;
#[cfg(not(plain_kernels))]
mod choose;
mod compiled;
mod direct;
#[cfg(not(plain_kernels))]
mod dots;
mod element_types;
#[cfg(not(plain_kernels))]
mod elementwise;
#[cfg(not(plain_kernels))]
mod few_rows;
mod gemm;
mod general;
mod how;
mod in_order;
mod known_modes;
#[cfg(not(plain_kernels))]
mod lanes;
#[cfg(all(feature = "gemm", not(plain_kernels)))]
mod lowered;
#[cfg(feature = "alloc")]
mod machine;
#[cfg(feature = "alloc")]
mod on_backend;
#[cfg(feature = "device")]
mod on_device;
mod operands;
#[cfg(test)]
mod panel_tests;
#[cfg(not(plain_kernels))]
mod panels;
#[cfg(feature = "rayon")]
mod parallel;
mod plans;
#[cfg(not(plain_kernels))]
mod processor;
#[cfg(feature = "device")]
mod programs;
#[cfg(test)]
mod size_tests;
mod small;
#[cfg(test)]
mod small_tests;
mod step;
#[cfg(not(plain_kernels))]
mod stream;
#[cfg(test)]
mod tests;
#[cfg(not(plain_kernels))]
mod tile;
#[cfg(not(plain_kernels))]
mod tiles;
mod tiny;
mod typed;
#[cfg(not(plain_kernels))]
mod unpacked;
#[cfg(test)]
mod unpacked_tests;
#[cfg(not(plain_kernels))]
mod vectors;

#[cfg(feature = "num-complex")]
pub(crate) use compiled::{COMPLEX_F32, COMPLEX_F64};
pub(crate) use compiled::{Compiled, F32, F64, I32, I64};
pub(crate) use gemm::MatrixProduct;
#[cfg(feature = "gemm")]
pub(crate) use gemm::product;
pub(crate) use how::{AddsUp, How};
pub use how::{Along, Parallel, Plain, Sums, check_path};
#[cfg(feature = "alloc")]
pub use machine::DynSource;
#[cfg(feature = "alloc")]
pub(crate) use machine::{JobParts, Kernels, Part, update_each};
#[cfg(feature = "alloc")]
pub use on_backend::Native;
#[cfg(feature = "device")]
pub use on_device::NativeError;
pub(crate) use operands::TensorTuple;
pub(super) use operands::origin;
pub(crate) use plans::{path_of, plan_of, static_path, static_plan};
#[cfg(feature = "alloc")]
pub(crate) use typed::contract_to_vec;
pub(crate) use typed::{
    TargetAgreement, assert_ends_in, assert_inline, contract_inline, contract_views,
};
#[cfg(feature = "device")]
pub(crate) use {
    how::assert_of_arrays,
    known_modes::{Known, KnownModes},
    operands::modes_of,
    plans::{output, path_of_known, plan_of_known},
    typed::check_target,
};

use core::ptr;

use element_types::Numbers;

use crate::Scalar;
use crate::plan::ModeTable;

/// The bytes of a vector register in what the program is compiled for. (More are used side by side, so that a
/// wrong guess costs little.)
///
/// With `cfg(as_for_avx512)` they are those of AVX-512, without its instructions: what is written for these is tested where no processor has
/// them.
pub(super) const COMPILED: usize = if cfg!(any(target_feature = "avx512f", as_for_avx512)) {
    64
} else if cfg!(target_feature = "avx") {
    32
} else {
    16
};

/// An operand: its element at the index of zeros, and its modes.
#[derive(Clone, Copy, Debug)]
pub struct Input<T> {
    start: *const T,
    modes: ModeTable,
}

/// Where the elements are: for each operand and the result the element at the index of zeros.
///
/// The right one is never looked at under a plan of one operand.
struct Places<N: Numbers> {
    left: *const N::Left,
    right: *const N::Right,
    result: *mut N::Result,
}

impl<N: Numbers> Clone for Places<N> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<N: Numbers> Copy for Places<N> {}

impl<N: Numbers> Places<N> {
    /// The places so many elements further on.
    #[inline(always)]
    fn moved(self, [left, right, result]: [isize; 3]) -> Self {
        Places {
            left: self.left.wrapping_offset(left),
            right: self.right.wrapping_offset(right),
            result: self.result.wrapping_offset(result),
        }
    }

    /// Those of the operands, whose sums go elsewhere: one type, and so one code, for results of many types.
    #[inline(always)]
    fn operands(self) -> Places<N::Summed> {
        Places { left: self.left, right: self.right, result: ptr::null_mut() }
    }

    /// Writes a sum to the result, or adds it to what is there.
    ///
    /// # Safety
    /// The result there is aligned, valid for writes, reached by nothing else, and where this `adds` initialised.
    #[inline(always)]
    unsafe fn write(self, sum: N::Sum, adds: bool) {
        // SAFETY: as the caller promises.
        unsafe { write::<N>(self.result, sum, adds) };
    }
}

/// Writes a sum to an element of the result, or adds it to what is there.
///
/// # Safety
/// As [`Places::write`].
#[inline(always)]
unsafe fn write<N: Numbers>(result: *mut N::Result, sum: N::Sum, adds: bool) {
    // SAFETY: the caller promises that the result is valid for writes, and where this `adds` initialised.
    unsafe {
        let sum = if adds { N::so_far(*result).plus(sum) } else { sum };
        result.write(N::result(sum));
    }
}

/// Offsets in the left operand, in the right one and in the result.
type Offsets = [isize; 3];

#[inline(always)]
fn moved(at: Offsets, steps: Offsets, n: usize) -> Offsets {
    let n = n.cast_signed();
    let [left, right, result] = at;
    let [by_left, by_right, by_result] = steps;
    [
        left.wrapping_add(by_left.wrapping_mul(n)),
        right.wrapping_add(by_right.wrapping_mul(n)),
        result.wrapping_add(by_result.wrapping_mul(n)),
    ]
}
