//! What elements must be able to do to be multiplied up and averaged.

use core::num::{Saturating, Wrapping};

use crate::Scalar;

/// A [`Scalar`] with a one: what products need, since the product of nothing is 1.
///
/// ```
/// use extents::over::One;
/// assert_eq!((f32::ONE, u8::ONE), (1.0, 1));
/// ```
#[diagnostic::on_unimplemented(
    message = "elements of type `{Self}` have no product: `{Self}` does not implement `One`",
    label = "the product of no elements is 1, which this type does not state"
)]
pub trait One: Scalar {
    /// The empty product.
    const ONE: Self;
}

/// A number that has a mean: floats and complex numbers, no integers, whose mean may be none of them.
///
/// ```
/// use extents::over::Average;
/// assert_eq!(10.0_f32.over_count(4), 2.5);
/// ```
#[diagnostic::on_unimplemented(
    message = "elements of type `{Self}` have no mean: `{Self}` does not implement `Average`",
    label = "floats and complex numbers have one; that of integers may be no integer",
    note = "`a.lazy().map(f64::from)` converts the elements of `a`, and `.over(..).mean()` of that takes the mean"
)]
pub trait Average: Scalar {
    /// Returns the sum of `count` numbers over their number.
    #[must_use]
    fn over_count(self, count: usize) -> Self;
}

macro_rules! ones {
    ($($t:ty)*) => {$(
        impl One for $t {
            const ONE: Self = 1;
        }
        impl One for Wrapping<$t> {
            const ONE: Self = Wrapping(1);
        }
        impl One for Saturating<$t> {
            const ONE: Self = Saturating(1);
        }
    )*};
}
ones!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

macro_rules! averages {
    ($($t:ty, $one:expr, |$sum:ident, $count:ident| $mean:expr;)*) => {$(
        impl One for $t {
            const ONE: Self = $one;
        }
        impl Average for $t {
            #[inline]
            #[allow(clippy::arithmetic_side_effects, reason = "these types never panic")]
            fn over_count(self, $count: usize) -> Self {
                let $sum = self;
                $mean
            }
        }
    )*};
}
averages! {
    f32, 1.0, |sum, count| sum / count as f32;
    f64, 1.0, |sum, count| sum / count as f64;
}
#[cfg(feature = "num-complex")]
averages! {
    num_complex::Complex<f32>, num_complex::Complex::new(1.0, 0.0), |sum, count| sum / count as f32;
    num_complex::Complex<f64>, num_complex::Complex::new(1.0, 0.0), |sum, count| sum / count as f64;
}
// The number of elements may exceed what these types hold.
#[cfg(feature = "half")]
averages! {
    half::f16, half::f16::ONE, |sum, count| half::f16::from_f32(sum.to_f32() / count as f32);
    half::bf16, half::bf16::ONE, |sum, count| half::bf16::from_f32(sum.to_f32() / count as f32);
}
#[cfg(feature = "float8")]
averages! {
    float8::F8E4M3, float8::F8E4M3::from_bits(0x38), |sum, count| {
        float8::F8E4M3::from_f32(sum.to_f32() / count as f32)
    };
    float8::F8E5M2, float8::F8E5M2::from_bits(0x3c), |sum, count| {
        float8::F8E5M2::from_f32(sum.to_f32() / count as f32)
    };
}
