//! [`Vector`]: numbers side by side, as a tile adds them up.
//!
//! Of a loop over lanes the compiler makes vectors, but of a width of its own choice: for most processors that have vectors of 64
//! bytes, LLVM takes those of 32 where a program is compiled for the processor by its name (`-C target-cpu=native`). So floats, where
//! products and sums are one instruction, are added by that instruction.

use super::processor::fuses;
use super::{COMPILED, Numbers};
use crate::Scalar;
use crate::elements::sum_in::Primitive;

/// Whether products and sums are one instruction of processors that have one: those of `f32` and `f64`.
pub(super) const fn is_float<T: Scalar>() -> bool {
    matches!(T::PRIMITIVE, Some(Primitive { is_float: true, .. }))
}

/// Whether vectors of so many bytes of such elements are added by instructions of their own.
pub(super) const fn has_vectors<T: Scalar>(vector: usize) -> bool {
    // Masks are of AVX2, which a processor may lack that has FMA.
    let has_masks = vector > COMPILED || cfg!(target_feature = "avx2");
    has_masks && fuses(vector) && (vector == 64 || vector == 32) && is_float::<T>()
}

/// Runs code with `$V` the vectors of so many bytes that numbers of a type fill, if they [have any](has_vectors).
#[cfg(target_arch = "x86_64")]
macro_rules! with_vectors {
    ($T:ty, $vector:expr, |$V:ident| $body:expr) => {
        with_vectors!(@ $T, $vector, $V, $body, F32x16 64 4, F64x8 64 8, F32x8 32 4, F64x4 32 8)
    };
    (@ $T:ty, $vector:expr, $V:ident, $body:expr, $($all:ident $length:literal $bytes:literal),*) => {$(
        if const {
            $crate::elements::kernels::vectors::has_vectors::<$T>($vector) && $vector == $length && size_of::<$T>() == $bytes
        } {
            type $V = $crate::elements::kernels::vectors::$all;
            $body;
        }
    )*};
}
#[cfg(target_arch = "x86_64")]
pub(super) use with_vectors;

/// Numbers side by side. All functions are for processors that have such vectors, with FMA where they are of AVX.
pub(super) trait Vector: Copy {
    type Element: Copy;
    const LANES: usize;
    /// # Safety
    /// The processor has these vectors.
    unsafe fn zero() -> Self;
    /// # Safety
    /// The processor has these vectors. [`LANES`](Self::LANES) elements can be read from there on.
    unsafe fn load(from: *const Self::Element) -> Self;
    /// # Safety
    /// The processor has these vectors. [`LANES`](Self::LANES) elements can be written from there on.
    unsafe fn store(self, to: *mut Self::Element);
    /// Adds each lane.
    ///
    /// # Safety
    /// The processor has these vectors.
    unsafe fn plus(self, other: Self) -> Self;
    /// Adds the products of one element and each lane.
    ///
    /// # Safety
    /// The processor has these vectors.
    unsafe fn plus_products(self, left: Self::Element, right: Self) -> Self;
}

/// [`Vector`]s that read and write some of their lanes alone.
#[cfg(target_arch = "x86_64")]
pub(super) trait Masked: Vector {
    /// Reads so many lanes. The others are zero.
    ///
    /// # Safety
    /// The processor has these vectors. So many elements can be read from there on.
    unsafe fn load_first(from: *const Self::Element, count: usize) -> Self;
    /// Writes so many lanes.
    ///
    /// # Safety
    /// The processor has these vectors. So many elements can be written from there on.
    unsafe fn store_first(self, to: *mut Self::Element, count: usize);
}

/// Numbers of any type. `FUSES` says whether a product and a sum are one instruction.
pub(super) struct Lanes<N: Numbers, const W: usize, const FUSES: bool>([N::Sum; W]);

impl<N: Numbers, const W: usize, const FUSES: bool> Clone for Lanes<N, W, FUSES> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn clone(&self) -> Self {
        *self
    }
}

impl<N: Numbers, const W: usize, const FUSES: bool> Copy for Lanes<N, W, FUSES> {}

impl<N: Numbers, const W: usize, const FUSES: bool> Vector for Lanes<N, W, FUSES> {
    type Element = N::Sum;
    const LANES: usize = W;
    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn zero() -> Self {
        Lanes([N::Sum::ZERO; W])
    }
    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn load(from: *const N::Sum) -> Self {
        // SAFETY: the caller promises `W` elements.
        Lanes(unsafe { from.cast::<[N::Sum; W]>().read() })
    }
    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn store(self, to: *mut N::Sum) {
        // SAFETY: the caller promises room for `W` elements.
        unsafe { to.cast::<[N::Sum; W]>().write(self.0) }
    }
    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn plus(mut self, other: Self) -> Self {
        for (sum, other) in self.0.iter_mut().zip(other.0) {
            *sum = sum.plus(other);
        }
        self
    }
    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn plus_products(mut self, left: N::Sum, right: Self) -> Self {
        add_row::<N, W>(&mut self.0, left, &right.0, FUSES);
        self
    }
}

/// Adds products to the sums of a row; each with its sum is one instruction where the processor `fuses` them.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn add_row<N: Numbers, const W: usize>(
    sums: &mut [N::Sum; W],
    left: N::Sum,
    right: &[N::Sum; W],
    fuses: bool,
) {
    for (sum, &right) in sums.iter_mut().zip(right) {
        *sum = if fuses {
            N::plus_product(*sum, left, right)
        } else {
            sum.plus(N::product(left, right))
        };
    }
}

/// The columns of four rows of four, as rows.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn turned<T: Scalar>(rows: [[T; 4]; 4]) -> [[T; 4]; 4] {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a primitive number of 4 bytes is an `f32`, or has the bits of one; two of 8 bytes are vectors of two. All of these
    // processors have SSE2.
    unsafe {
        use core::arch::x86_64::{
            __m128, __m128d, _mm_movehl_ps, _mm_movelh_ps, _mm_unpackhi_pd, _mm_unpackhi_ps,
            _mm_unpacklo_pd, _mm_unpacklo_ps,
        };
        use core::mem::transmute_copy;
        if const { T::PRIMITIVE.is_some() && size_of::<T>() == 4 } {
            let [a, b, c, d]: [__m128; 4] = transmute_copy(&rows);
            let [low, high] = [_mm_unpacklo_ps(a, b), _mm_unpacklo_ps(c, d)];
            let [low_2, high_2] = [_mm_unpackhi_ps(a, b), _mm_unpackhi_ps(c, d)];
            return transmute_copy(&[
                _mm_movelh_ps(low, high),
                _mm_movehl_ps(high, low),
                _mm_movelh_ps(low_2, high_2),
                _mm_movehl_ps(high_2, low_2),
            ]);
        }
        if const { T::PRIMITIVE.is_some() && size_of::<T>() == 8 } {
            let [[a, e], [b, f], [c, g], [d, h]]: [[__m128d; 2]; 4] = transmute_copy(&rows);
            return transmute_copy(&[
                [_mm_unpacklo_pd(a, b), _mm_unpacklo_pd(c, d)],
                [_mm_unpackhi_pd(a, b), _mm_unpackhi_pd(c, d)],
                [_mm_unpacklo_pd(e, f), _mm_unpacklo_pd(g, h)],
                [_mm_unpackhi_pd(e, f), _mm_unpackhi_pd(g, h)],
            ]);
        }
    }
    #[allow(clippy::indexing_slicing, reason = "rows have four elements")]
    {
        // By loops: `map` and `from_fn` would be compiled anew for each `T`.
        let mut columns = rows;
        for (n, column) in columns.iter_mut().enumerate() {
            for (element, row) in column.iter_mut().zip(&rows) {
                *element = row[n];
            }
        }
        columns
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) use core::arch::x86_64::{
    __m256 as F32x8, __m256d as F64x4, __m512 as F32x16, __m512d as F64x8,
};
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::{
    __m256i, __mmask8, __mmask16, _mm256_cmpgt_epi32, _mm256_cmpgt_epi64, _mm256_maskload_pd,
    _mm256_maskload_ps, _mm256_maskstore_pd, _mm256_maskstore_ps, _mm256_set1_epi32,
    _mm256_set1_epi64x, _mm256_setr_epi32, _mm256_setr_epi64x, _mm512_mask_storeu_pd,
    _mm512_mask_storeu_ps, _mm512_maskz_loadu_pd, _mm512_maskz_loadu_ps,
};

/// The bits of so many lanes, of which there are at most 16, for vectors of 64 bytes.
#[cfg(target_arch = "x86_64")]
#[cfg_attr(not(unoptimized), inline(always))]
#[allow(clippy::arithmetic_side_effects, reason = "at most 16")]
fn bits(count: usize) -> u32 {
    (1 << count) - 1
}

/// So many of eight lanes of 4 bytes, for vectors of 32 bytes.
///
/// # Safety
/// The processor has AVX2.
#[cfg(target_arch = "x86_64")]
#[cfg_attr(not(unoptimized), inline(always))]
#[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "at most 8")]
unsafe fn eight(count: usize) -> __m256i {
    // SAFETY: as the caller promises.
    unsafe {
        let lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
        _mm256_cmpgt_epi32(_mm256_set1_epi32(count as i32), lanes)
    }
}

/// So many of four lanes of 8 bytes, for vectors of 32 bytes.
///
/// # Safety
/// The processor has AVX2.
#[cfg(target_arch = "x86_64")]
#[cfg_attr(not(unoptimized), inline(always))]
#[allow(clippy::cast_possible_wrap, reason = "at most 4")]
unsafe fn four(count: usize) -> __m256i {
    // SAFETY: as the caller promises.
    unsafe {
        let lanes = _mm256_setr_epi64x(0, 1, 2, 3);
        _mm256_cmpgt_epi64(_mm256_set1_epi64x(count as i64), lanes)
    }
}

/// Vectors of the processor.
macro_rules! vectors {
    ($($vector:ty = [$element:ty; $lanes:literal]: $zero:ident $load:ident $store:ident $plus:ident $all:ident $plus_product:ident;
        |$from:ident, $to:ident, $count:ident, $it:ident| $load_first:expr, $store_first:expr;)*) => {$(
        #[cfg(target_arch = "x86_64")]
        impl Vector for $vector {
            type Element = $element;
            const LANES: usize = $lanes;
            #[cfg_attr(not(unoptimized), inline(always))]
            unsafe fn zero() -> Self {
                // SAFETY: the processor has these vectors, as the caller promises here and below.
                unsafe { core::arch::x86_64::$zero() }
            }
            #[cfg_attr(not(unoptimized), inline(always))]
            unsafe fn load(from: *const $element) -> Self {
                // SAFETY: the caller promises the elements.
                unsafe { core::arch::x86_64::$load(from) }
            }
            #[cfg_attr(not(unoptimized), inline(always))]
            unsafe fn store(self, to: *mut $element) {
                // SAFETY: the caller promises room for the elements.
                unsafe { core::arch::x86_64::$store(to, self) }
            }
            #[cfg_attr(not(unoptimized), inline(always))]
            unsafe fn plus(self, other: Self) -> Self {
                // SAFETY: as `zero`.
                unsafe { core::arch::x86_64::$plus(self, other) }
            }
            #[cfg_attr(not(unoptimized), inline(always))]
            unsafe fn plus_products(self, left: $element, right: Self) -> Self {
                // SAFETY: as `zero`.
                unsafe {
                    core::arch::x86_64::$plus_product(core::arch::x86_64::$all(left), right, self)
                }
            }
        }

        #[cfg(target_arch = "x86_64")]
        impl Masked for $vector {
            #[cfg_attr(not(unoptimized), inline(always))]
            unsafe fn load_first($from: *const $element, $count: usize) -> Self {
                // SAFETY: the caller promises these lanes, and no others are read.
                unsafe { $load_first }
            }
            #[cfg_attr(not(unoptimized), inline(always))]
            unsafe fn store_first(self, $to: *mut $element, $count: usize) {
                let $it = self;
                // SAFETY: the caller promises room for these lanes, and no others are written.
                unsafe { $store_first }
            }
        }
    )*};
}

vectors! {
    F32x8 = [f32; 8]: _mm256_setzero_ps _mm256_loadu_ps _mm256_storeu_ps _mm256_add_ps _mm256_set1_ps _mm256_fmadd_ps;
        |from, to, count, it| _mm256_maskload_ps(from, eight(count)),
        if count == 8 { it.store(to) } else { _mm256_maskstore_ps(to, eight(count), it) };
    F64x4 = [f64; 4]: _mm256_setzero_pd _mm256_loadu_pd _mm256_storeu_pd _mm256_add_pd _mm256_set1_pd _mm256_fmadd_pd;
        |from, to, count, it| _mm256_maskload_pd(from, four(count)),
        if count == 4 { it.store(to) } else { _mm256_maskstore_pd(to, four(count), it) };
    F32x16 = [f32; 16]: _mm512_setzero_ps _mm512_loadu_ps _mm512_storeu_ps _mm512_add_ps _mm512_set1_ps _mm512_fmadd_ps;
        |from, to, count, it| _mm512_maskz_loadu_ps(bits(count) as __mmask16, from),
        _mm512_mask_storeu_ps(to, bits(count) as __mmask16, it);
    F64x8 = [f64; 8]: _mm512_setzero_pd _mm512_loadu_pd _mm512_storeu_pd _mm512_add_pd _mm512_set1_pd _mm512_fmadd_pd;
        |from, to, count, it| _mm512_maskz_loadu_pd(bits(count) as __mmask8, from),
        _mm512_mask_storeu_pd(to, bits(count) as __mmask8, it);
}
