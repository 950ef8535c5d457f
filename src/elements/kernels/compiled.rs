//! The kernels of the numbers that most programs contract, compiled in this crate: a program that contracts them compiles a
//! call, and does not wait for kernels at each build.

#[cfg(feature = "alloc")]
use super::Kernels;
use super::Places;
use super::element_types::{Same, Threads};
use super::general::{self, Loops};
#[cfg(feature = "alloc")]
use super::how::Shared;
#[cfg(feature = "alloc")]
use super::machine::JobParts;
#[cfg(feature = "alloc")]
use crate::ShapeError;

/// What is compiled of elements and sums of one type.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
#[allow(
    unreachable_pub,
    reason = "a hidden constant of a public trait has this type; no other crate can name it"
)]
pub struct Compiled<T> {
    /// Runs a contraction: loops, the elements of the operands and of the result at the index
    /// of zeros, whether it adds to the result, and whether all processors may work. To be called as
    /// [`general::run`](super::general::run) says.
    pub(super) step: unsafe fn(Loops<'_>, [*const T; 2], *mut T, bool, bool),
    /// Runs a job whose labels and ranks are values, step by step. The last argument says whether all processors may work.
    #[cfg(feature = "alloc")]
    pub(super) job: fn(JobParts<'_, '_, T, T>, bool) -> Result<(), ShapeError>,
}

macro_rules! compiled {
    ($($(#[$when:meta])? $t:ty: $NAME:ident)*) => {$(
        $(#[$when])?
        pub(crate) const $NAME: Compiled<$t> = {
            /// # Safety
            /// As [`general::run`].
            #[inline(never)]
            unsafe fn step(
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
            #[cfg(feature = "alloc")]
            #[inline(never)]
            fn job(parts: JobParts<'_, '_, $t, $t>, in_parallel: bool) -> Result<(), ShapeError> {
                let proofs = if in_parallel { Some((Shared::PROOF, Shared::PROOF)) } else { None };
                parts.run_by(&mut Kernels::new(proofs))
            }
            Compiled {
                step,
                #[cfg(feature = "alloc")]
                job,
            }
        };
    )*};
}

compiled! {
    f32: F32
    f64: F64
    i32: I32
    i64: I64
    #[cfg(feature = "num-complex")]
    num_complex::Complex<f32>: COMPLEX_F32
    #[cfg(feature = "num-complex")]
    num_complex::Complex<f64>: COMPLEX_F64
}
