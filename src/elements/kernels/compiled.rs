//! The kernels of the numbers that most programs contract, compiled in this crate: a program that contracts them compiles a
//! call, and does not wait for kernels at each build.

use super::Places;
use super::element_types::{Same, Threads};
use super::general::{self, Loops};

/// Runs a contraction of elements and sums of one type: loops, the elements of the operands and of the result at the index
/// of zeros, whether it adds to the result, and whether all processors may work. To be called as
/// [`general::run`](super::general::run) says.
pub(crate) type Compiled<T> = unsafe fn(Loops<'_>, [*const T; 2], *mut T, bool, bool);

macro_rules! compiled {
    ($($(#[$when:meta])? $t:ty: $name:ident)*) => {$(
        /// # Safety
        /// As [`general::run`].
        $(#[$when])?
        #[inline(never)]
        pub(crate) unsafe fn $name(
            loops: Loops<'_>,
            [left, right]: [*const $t; 2],
            result: *mut $t,
            adds: bool,
            in_parallel: bool,
        ) {
            let threads = if in_parallel { Some(Threads::<Same<$t>>::PROOF) } else { None };
            // SAFETY: the promises are the caller's.
            unsafe { general::run_here(loops, Places { left, right, result }, adds, threads) }
        }
    )*};
}

compiled! {
    f32: run_f32
    f64: run_f64
    i32: run_i32
    i64: run_i64
    #[cfg(feature = "num-complex")]
    num_complex::Complex<f32>: run_complex_f32
    #[cfg(feature = "num-complex")]
    num_complex::Complex<f64>: run_complex_f64
}
