//! [`Scalar`]: what elements must be able to do to be contracted.

use core::num::{Saturating, Wrapping};

#[cfg(feature = "gemm")]
use super::kernels::product;
#[cfg(feature = "num-complex")]
use super::kernels::{COMPLEX_F32, COMPLEX_F64};
use super::kernels::{Compiled, F32, F64, I32, I64, MatrixProduct};
use super::sum_in::Primitive;

/// A type of elements that can be added and multiplied.
///
/// Implemented for the primitive numbers, and with the feature `num-complex` for `Complex<f32>` and
/// `Complex<f64>`; implement it for your own to contract tensors of them. Integers wrap around, in debug
/// builds too: a contraction is arithmetic modulo 2^bits, as in NumPy. Choose a wider element type, or
/// [`Saturating`], where that is not what you mean.
///
/// With the features `half` and `float8` it is implemented for floats of 16 and 8 bits too. Their sums and means are of the same
/// type, like all others, and each step is rounded to its few digits: in `f16`, 4096 values of 0.1 have a sum that is off by one in
/// a hundred, and a sum of more than 65504 is infinite, that of a mean too. Contract with `sum in f32`, and fold
/// `a.lazy().map(f32::from)` in place of `a`, where that matters.
///
/// ```
/// use extents::Scalar;
/// assert_eq!(2.5_f32.times(2.0).plus(f32::ZERO), 5.0);
/// assert_eq!(200_u8.plus(100), 44);
/// ```
#[diagnostic::on_unimplemented(
    message = "elements of type `{Self}` cannot be added and multiplied: `{Self}` does not implement `Scalar`",
    label = "needs zero, addition and multiplication"
)]
pub trait Scalar: Copy {
    /// The empty sum, from which each sum starts: `+0.0` for floats.
    const ZERO: Self;
    /// Whether the compiler knows that sums may be taken in another order, as it does of integers.
    #[doc(hidden)]
    const ADDS_IN_ANY_ORDER: bool = false;
    /// Whether this crate knows that products commute: then exchanged operands need no code of their own.
    #[doc(hidden)]
    const COMMUTES: bool = false;
    /// Whether vectors are made of such elements, so that kernels for wider ones are worth compiling.
    #[doc(hidden)]
    const FILLS_VECTORS: bool = false;
    /// What these numbers are to the instructions of a processor.
    #[doc(hidden)]
    const PRIMITIVE: Option<Primitive<Self>> = None;
    /// The kernels that this crate has compiled for such elements.
    #[doc(hidden)]
    const COMPILED: Option<Compiled<Self>> = None;
    /// A product of matrices that is faster than any loop here, where there is one.
    #[doc(hidden)]
    const GEMM: Option<unsafe fn(&MatrixProduct<Self>)> = None;
    /// Whether products and sums may be reordered and regrouped, up to rounding: `true` for a commutative ring.
    ///
    /// More than two operands of such a type contract two at a time, by the cheapest [`Path`](crate::plan::Path). If
    /// it is false, which is the default, they contract in one nest of loops, each product from left to right, also where
    /// a path is given. So do [`Saturating`] integers, whose result would depend on the order.
    ///
    /// ```
    /// use extents::Scalar;
    /// use std::num::Saturating;
    /// assert!(f64::CONTRACTS_IN_ANY_ORDER && !Saturating::<i8>::CONTRACTS_IN_ANY_ORDER);
    /// ```
    const CONTRACTS_IN_ANY_ORDER: bool = false;
    /// Returns the sum.
    #[must_use]
    fn plus(self, other: Self) -> Self;
    /// Returns the product.
    #[must_use]
    fn times(self, other: Self) -> Self;
    /// Returns the sum of this and a product, which floats round once. Kernels call it where that is one instruction.
    #[doc(hidden)]
    #[must_use]
    #[inline(always)]
    fn plus_product(self, left: Self, right: Self) -> Self {
        self.plus(left.times(right))
    }
}

macro_rules! integers {
    ($($t:ty $(= $compiled:ident)?),*) => {$(
        impl Scalar for $t {
            const ZERO: Self = 0;
            $(
                const COMPILED: Option<Compiled<Self>> = Some($compiled);
                const PRIMITIVE: Option<Primitive<Self>> = Some(Primitive::<$t>::OF);
            )?
            const ADDS_IN_ANY_ORDER: bool = true;
            const COMMUTES: bool = true;
            const FILLS_VECTORS: bool = size_of::<$t>() <= 8;
            const CONTRACTS_IN_ANY_ORDER: bool = true;
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn times(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }
        }
        by_operators!(Wrapping<$t>, Wrapping(0), true);
        by_operators!(Saturating<$t>, Saturating(0), false);
    )*};
}

/// For types whose operators never panic.
macro_rules! by_operators {
    ($t:ty, $zero:expr, $any_order:expr $(, $gemm:ident, $compiled:ident)? $(; $($item:tt)*)?) => {
        impl Scalar for $t {
            const ZERO: Self = $zero;
            const COMMUTES: bool = true;
            const CONTRACTS_IN_ANY_ORDER: bool = $any_order;
            $(
                #[cfg(feature = "gemm")]
                const GEMM: Option<unsafe fn(&MatrixProduct<Self>)> = Some($gemm);
                const COMPILED: Option<Compiled<Self>> = Some($compiled);
            )?
            #[inline(always)]
            #[allow(clippy::arithmetic_side_effects, reason = "these types never panic")]
            fn plus(self, other: Self) -> Self {
                self + other
            }
            #[inline(always)]
            #[allow(clippy::arithmetic_side_effects, reason = "these types never panic")]
            fn times(self, other: Self) -> Self {
                self * other
            }
            $($($item)*)?
        }
    };
}

macro_rules! floats {
    ($($t:ty = $compiled:ident),*) => {$(
        by_operators! { $t, 0.0, true, product, $compiled;
            const FILLS_VECTORS: bool = true;
            const PRIMITIVE: Option<Primitive<Self>> = Some(Primitive::<$t>::OF);
            // Without the standard library there is no way to ask for the instruction.
            #[cfg(feature = "std")]
            #[inline(always)]
            fn plus_product(self, left: Self, right: Self) -> Self {
                left.mul_add(right, self)
            }
        }
    )*};
}

integers!(u8, u16, u32, u64, u128, usize, i8, i16, i32 = I32, i64 = I64, i128, isize);
floats!(f32 = F32, f64 = F64);
#[cfg(feature = "num-complex")]
by_operators!(
    num_complex::Complex<f32>,
    num_complex::Complex::new(0.0, 0.0),
    true,
    product,
    COMPLEX_F32
);
#[cfg(feature = "num-complex")]
by_operators!(
    num_complex::Complex<f64>,
    num_complex::Complex::new(0.0, 0.0),
    true,
    product,
    COMPLEX_F64
);
// Each sum and product is rounded to its few bits.
#[cfg(feature = "half")]
by_operators!(half::f16, half::f16::ZERO, true);
#[cfg(feature = "half")]
by_operators!(half::bf16, half::bf16::ZERO, true);
#[cfg(feature = "float8")]
by_operators!(float8::F8E4M3, float8::F8E4M3::ZERO, true);
#[cfg(feature = "float8")]
by_operators!(float8::F8E5M2, float8::F8E5M2::ZERO, true);
