//! [`Processor`]: how wide the vectors of the processor are that the program runs on.
//!
//! A program for `x86-64` is compiled for vectors of 16 bytes, and most processors have wider ones. So the
//! kernels of large contractions are [`Work`], which is compiled up to three times, and the processor is asked
//! once a contraction. A program that is compiled for wide vectors asks for no narrower ones.

use super::COMPILED;
use crate::Scalar;

/// Wide enough where memory is the bound: the bytes of vectors of AVX.
pub(super) const WIDE: usize = 32;

/// The bytes of the widest vectors, those of AVX-512.
pub(super) const WIDEST: usize = 64;

/// Whether the processor can be asked.
const ASKS: bool = cfg!(all(feature = "std", target_arch = "x86_64"));

/// The vectors that work may use. INVARIANT: the processor has vectors of so many bytes, with the instructions
/// that [`run_for`] compiles for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Processor(usize);

/// What a kernel does, for vectors of any width.
pub(super) trait Work {
    /// What is added up. Of types that fill no vectors there is one version.
    type Sum: Scalar;
    /// What it writes. It is no part of the work, so that the compiler knows of nothing else that reaches it.
    type Output: ?Sized;
    /// The bytes of the widest vectors that are worth it.
    const WIDEST: usize;
    /// Does it with vectors of so many bytes. It is `#[inline(always)]`, and so is all that it calls: what is
    /// compiled apart is not compiled for wide vectors.
    ///
    /// # Safety
    /// What the work says. The processor has vectors of `VECTOR` bytes, with the instructions of [`run_for`].
    unsafe fn run<const VECTOR: usize>(self, output: &mut Self::Output);
}

impl Processor {
    /// That which runs the program. The standard library remembers what it has found out.
    #[inline]
    pub(super) fn here() -> Self {
        Processor(widest())
    }

    /// The bytes of a vector for sums of type `T`.
    #[inline]
    pub(super) fn vector<T: Scalar>(self) -> usize {
        if T::FILLS_VECTORS { self.0 } else { COMPILED }
    }

    /// The same, but using no vectors wider than [`WIDE`] that the program is not compiled for.
    #[inline]
    pub(super) fn at_most_wide(self) -> Self {
        // What has wider ones has those too: `widest` asks for both.
        Processor(self.0.min(WIDE.max(COMPILED)))
    }

    /// Whether it has vectors of [`WIDE`] that the program is not compiled for.
    #[inline]
    pub(super) fn is_wide(self) -> bool {
        COMPILED < WIDE && self.0 >= WIDE
    }

    /// Whether the processor that runs the program is so, without a question about wider ones.
    #[inline]
    pub(super) fn has_wide() -> bool {
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        return const { COMPILED < WIDE } && has_avx2();
        #[cfg(not(all(feature = "std", target_arch = "x86_64")))]
        false
    }

    /// Does work with the widest vectors that are worth it.
    ///
    /// # Safety
    /// What the work says: it is promised at the type of `work`.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) unsafe fn run<W: Work>(self, work: W, output: &mut W::Output) {
        // SAFETY: the caller promises what the work says. By its invariant this processor has vectors of `self.0`
        // bytes, and each has what is compiled for.
        unsafe {
            if const { ASKS && W::Sum::FILLS_VECTORS } {
                if const { COMPILED < 64 && W::WIDEST == 64 } && self.0 == 64 {
                    return run_for::<64, W>(work, output);
                }
                if const { COMPILED < 32 } && self.0 >= 32 {
                    return run_for::<32, W>(work, output);
                }
            }
            run_for::<COMPILED, W>(work, output);
        }
    }

    /// All that this processor could pretend to be.
    #[cfg(test)]
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let widest = widest();
        [16, 32, 64].into_iter().filter(move |&n| COMPILED <= n && n <= widest).map(Processor)
    }
}

/// Whether sums of type `T` are worth a version for [`WIDE`] vectors beside that which is compiled for.
pub(super) const fn can_be_wide<T: Scalar>() -> bool {
    ASKS && COMPILED < WIDE && T::FILLS_VECTORS
}

/// Whether products and sums are one instruction where vectors have so many bytes.
pub(super) const fn fuses(vector: usize) -> bool {
    cfg!(all(feature = "std", target_arch = "x86_64"))
        && (cfg!(target_feature = "fma") || vector > COMPILED)
}

/// Asks for a line of the cache, which is there when it is read or written some hundred instructions later. Any address will do.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn prefetch<T>(at: *const T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: nothing is read, and what is not there is not asked for; all of these processors have SSE.
    unsafe {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(at.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = at;
}

/// Does work in a function of its own, compiled for vectors of so many bytes.
///
/// # Safety
/// What the work says. The processor has vectors of `VECTOR` bytes: unless they are compiled for, AVX2 and FMA for 32,
/// and AVX-512 (F, BW, DQ, VL) too for 64.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) unsafe fn run_for<const VECTOR: usize, W: Work>(work: W, output: &mut W::Output) {
    // SAFETY: the caller promises what the work says, and that the processor has what `VECTOR` asks for.
    unsafe {
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        {
            if const { VECTOR == 64 && COMPILED < 64 } {
                return with_avx512(work, output);
            }
            if const { VECTOR == 32 && COMPILED < 32 } {
                return with_avx2(work, output);
            }
        }
        as_compiled(work, output);
    }
}

/// # Safety
/// What the work says.
#[inline(never)]
unsafe fn as_compiled<W: Work>(work: W, output: &mut W::Output) {
    // SAFETY: the caller promises what the work says. What runs the program has what it is compiled for.
    unsafe { work.run::<COMPILED>(output) }
}

/// # Safety
/// What the work says. The processor has AVX2 and FMA.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[target_feature(enable = "avx2,fma")]
#[inline(never)]
unsafe fn with_avx2<W: Work>(work: W, output: &mut W::Output) {
    // SAFETY: the caller promises what the work says, and has a processor with these instructions.
    unsafe { work.run::<32>(output) }
}

/// # Safety
/// What the work says. The processor has AVX-512 (F, BW, DQ and VL), AVX2 and FMA.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")]
#[inline(never)]
unsafe fn with_avx512<W: Work>(work: W, output: &mut W::Output) {
    // SAFETY: the caller promises what the work says, and has a processor with these instructions.
    unsafe { work.run::<64>(output) }
}

/// Whether it has vectors of [`WIDE`] with all that [`run_for`] compiles for. AVX alone, which may be what is compiled for, does not.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[inline]
fn has_avx2() -> bool {
    use std::arch::is_x86_feature_detected as has;
    has!("avx2") && has!("fma")
}

/// The bytes of the widest vectors that the processor has.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[inline]
fn widest() -> usize {
    use std::arch::is_x86_feature_detected as has;
    // What is compiled for is not asked for.
    if const { COMPILED == 64 } {
        return COMPILED;
    }
    let is_wide = has_avx2();
    let is_widest = has!("avx512f") && has!("avx512bw") && has!("avx512dq") && has!("avx512vl");
    match (is_wide, is_widest) {
        (true, true) => 64,
        (true, false) => WIDE,
        (false, _) => COMPILED,
    }
}

/// The bytes of the vectors that are compiled for.
#[cfg(not(all(feature = "std", target_arch = "x86_64")))]
#[inline]
fn widest() -> usize {
    COMPILED
}
