//! What elements must be able to do for products, `-`, `/`, means and the functions of floats.

use core::num::{Saturating, Wrapping};
#[cfg(feature = "std")]
use core::{
    iter::{Product, Sum},
    ops::{Add, Div, Mul, Neg, Sub},
};

use crate::Scalar;

/// A [`Scalar`] with a difference and a one: what `-` between expressions and products need. Integers wrap around; the product
/// of nothing is 1.
///
/// ```
/// use extents::expression::Number;
/// assert_eq!((2.5_f32.minus(2.0), 100_u8.minus(200)), (0.5, 156));
/// assert_eq!((f32::ONE, u8::ONE), (1.0, 1));
/// ```
#[diagnostic::on_unimplemented(
    message = "elements of type `{Self}` have neither differences nor a product of all: `{Self}` does not implement `Number`",
    label = "needs a difference and a one"
)]
pub trait Number: Scalar {
    /// The empty product.
    const ONE: Self;
    /// The difference.
    #[must_use]
    fn minus(self, other: Self) -> Self;
}

/// A number that has a negative: what unary `-` and [`abs`](crate::expression::Expression::abs) need. The smallest integer stays
/// as it is.
///
/// ```
/// use extents::expression::Signed;
/// assert_eq!((2.5_f32.negative(), (-128_i8).negative()), (-2.5, -128));
/// assert_eq!(((-7_i8).absolute(), (-128_i8).absolute()), (7, -128));
/// ```
#[diagnostic::on_unimplemented(
    message = "elements of type `{Self}` have no negative: `{Self}` does not implement `Signed`",
    label = "needs a negative"
)]
pub trait Signed: Number {
    /// The number with the other sign.
    #[must_use]
    fn negative(self) -> Self;
    /// The number without its sign.
    #[must_use]
    fn absolute(self) -> Self
    where
        Self: PartialOrd,
    {
        if self < Self::ZERO { self.negative() } else { self }
    }
}

/// A number whose division by zero has a value: what `/` and means need. Floats and complex numbers; no integers, whose mean
/// may be none of them.
///
/// ```
/// use extents::expression::Divide;
/// assert_eq!(1.0_f32.over(0.0), f32::INFINITY);
/// assert_eq!(10.0_f32.over_count(4), 2.5);
/// ```
#[diagnostic::on_unimplemented(
    message = "elements of type `{Self}` cannot be divided or averaged: `{Self}` does not implement `Divide`",
    label = "floats and complex numbers can be",
    note = "for integers say with `map` or `zip` what a division by zero gives",
    note = "`a.lazy().map(f64::from)` converts the elements of `a`, and `.over(..).mean()` of that takes the mean"
)]
pub trait Divide: Number {
    /// The quotient.
    #[must_use]
    fn over(self, other: Self) -> Self;
    /// The sum of `count` numbers over their number.
    #[must_use]
    fn over_count(self, count: usize) -> Self;
}

/// A float with roots and exponentials, as the standard library computes them: `f32` and `f64`. Generic code computes with its
/// operators.
///
/// ```
/// use extents::expression::Real;
/// assert_eq!((Real::sqrt(9.0_f32), Real::powi(2.0, 3)), (3.0, 8.0));
/// fn logistic<T: Real>(x: T) -> T {
///     T::ONE / (T::ONE + (-x).exp())
/// }
/// assert_eq!((logistic(0.0_f32), logistic(0.0_f64)), (0.5, 0.5));
/// ```
#[cfg(feature = "std")]
#[diagnostic::on_unimplemented(
    message = "elements of type `{Self}` have no roots and exponentials: `{Self}` does not implement `Real`",
    label = "`f32` and `f64` have; for others use `map`"
)]
pub trait Real:
    Signed
    + Divide
    + PartialOrd
    // Integers have no operators that wrap around, so only here.
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    // What iterators add up and multiply, and `Tensor::eye` has its one of.
    + Sum
    + Product
    + for<'a> Sum<&'a Self>
    + for<'a> Product<&'a Self>
{
    /// The nearest number to one of type `f64`: how generic code writes its constants, such as 0.5 or negative infinity.
    #[must_use]
    fn from_f64(number: f64) -> Self;
    /// The square root.
    #[must_use]
    fn sqrt(self) -> Self;
    /// The exponential.
    #[must_use]
    fn exp(self) -> Self;
    /// The natural logarithm.
    #[must_use]
    fn ln(self) -> Self;
    /// The sine.
    #[must_use]
    fn sin(self) -> Self;
    /// The cosine.
    #[must_use]
    fn cos(self) -> Self;
    /// The hyperbolic tangent.
    #[must_use]
    fn tanh(self) -> Self;
    /// The largest integer that is not greater.
    #[must_use]
    fn floor(self) -> Self;
    /// The smallest integer that is not less.
    #[must_use]
    fn ceil(self) -> Self;
    /// The nearest integer, away from zero if it is half way between two.
    #[must_use]
    fn round(self) -> Self;
    /// The nearest integer, the even one if it is half way between two.
    #[must_use]
    fn round_ties_even(self) -> Self;
    /// The integer part.
    #[must_use]
    fn trunc(self) -> Self;
    /// An integer power.
    #[must_use]
    fn powi(self, power: i32) -> Self;
    /// A power.
    #[must_use]
    fn powf(self, power: Self) -> Self;
    /// The tangent.
    #[must_use]
    fn tan(self) -> Self;
    /// The arc sine.
    #[must_use]
    fn asin(self) -> Self;
    /// The arc cosine.
    #[must_use]
    fn acos(self) -> Self;
    /// The arc tangent.
    #[must_use]
    fn atan(self) -> Self;
    /// The hyperbolic sine.
    #[must_use]
    fn sinh(self) -> Self;
    /// The hyperbolic cosine.
    #[must_use]
    fn cosh(self) -> Self;
    /// The cubic root.
    #[must_use]
    fn cbrt(self) -> Self;
    /// The exponential less 1, exact near 0.
    #[must_use]
    fn exp_m1(self) -> Self;
    /// The natural logarithm of the number plus 1, exact near 0.
    #[must_use]
    fn ln_1p(self) -> Self;
    /// The logarithm of base 2.
    #[must_use]
    fn log2(self) -> Self;
    /// The logarithm of base 10.
    #[must_use]
    fn log10(self) -> Self;
    /// The angle of the point `(x, self)`, from -π to π.
    #[must_use]
    fn atan2(self, x: Self) -> Self;
    /// The length of the vector `(self, other)`, without overflow of the squares.
    #[must_use]
    fn hypot(self, other: Self) -> Self;
}

macro_rules! number {
    ($t:ty, $one:expr, |$a:ident, $b:ident| $difference:expr) => {
        impl Number for $t {
            const ONE: Self = $one;
            #[inline]
            #[allow(
                clippy::arithmetic_side_effects,
                reason = "the operators of these types never panic"
            )]
            fn minus(self, $b: Self) -> Self {
                let $a = self;
                $difference
            }
        }
    };
}

macro_rules! unsigned {
    ($($t:ty)*) => {$(
        number!($t, 1, |a, b| a.wrapping_sub(b));
        number!(Wrapping<$t>, Wrapping(1), |a, b| a - b);
        number!(Saturating<$t>, Saturating(1), |a, b| a - b);
    )*};
}

macro_rules! signed {
    ($($t:ty)*) => {$(
        unsigned!($t);
        impl Signed for $t {
            #[inline]
            fn negative(self) -> Self {
                self.wrapping_neg()
            }
            #[inline]
            fn absolute(self) -> Self {
                self.wrapping_abs()
            }
        }
    )*};
}

/// Floats, and complex numbers, whose absolute value is of another type.
macro_rules! negated {
    ($($t:ty $(, $absolute:expr)?;)*) => {$(
        impl Signed for $t {
            #[inline]
            #[allow(clippy::arithmetic_side_effects, reason = "these types never panic")]
            fn negative(self) -> Self {
                -self
            }
            $(
                #[inline]
                fn absolute(self) -> Self {
                    $absolute(self)
                }
            )?
        }
    )*};
}

macro_rules! divided {
    ($($t:ty, $one:expr, |$a:ident, $b:ident| $difference:expr, |$sum:ident, $count:ident| $mean:expr;)*) => {$(
        number!($t, $one, |$a, $b| $difference);
        impl Divide for $t {
            #[inline]
            #[allow(clippy::arithmetic_side_effects, reason = "these types never panic")]
            fn over(self, other: Self) -> Self {
                self / other
            }
            #[inline]
            #[allow(clippy::arithmetic_side_effects, reason = "these types never panic")]
            fn over_count(self, $count: usize) -> Self {
                let $sum = self;
                $mean
            }
        }
    )*};
}

unsigned!(u8 u16 u32 u64 u128 usize);
signed!(i8 i16 i32 i64 i128 isize);
negated! { f32, f32::abs; f64, f64::abs; }
divided! {
    f32, 1.0, |a, b| a - b, |sum, count| sum / count as f32;
    f64, 1.0, |a, b| a - b, |sum, count| sum / count as f64;
}
#[cfg(feature = "num-complex")]
negated! { num_complex::Complex<f32>; num_complex::Complex<f64>; }
#[cfg(feature = "num-complex")]
divided! {
    num_complex::Complex<f32>, Self::new(1.0, 0.0), |a, b| a - b, |sum, count| sum / count as f32;
    num_complex::Complex<f64>, Self::new(1.0, 0.0), |a, b| a - b, |sum, count| sum / count as f64;
}
#[cfg(feature = "half")]
negated! {
    half::f16, |x: half::f16| half::f16::from_bits(x.to_bits() & 0x7fff);
    half::bf16, |x: half::bf16| half::bf16::from_bits(x.to_bits() & 0x7fff);
}
// The number of elements may exceed what these types hold.
#[cfg(feature = "half")]
divided! {
    half::f16, half::f16::ONE, |a, b| a - b, |sum, count| half::f16::from_f32(sum.to_f32() / count as f32);
    half::bf16, half::bf16::ONE, |a, b| a - b, |sum, count| half::bf16::from_f32(sum.to_f32() / count as f32);
}
#[cfg(feature = "float8")]
divided! {
    float8::F8E4M3, float8::F8E4M3::from_bits(0x38), |a, b| a - b, |sum, count| {
        float8::F8E4M3::from_f32(sum.to_f32() / count as f32)
    };
    float8::F8E5M2, float8::F8E5M2::from_bits(0x3c), |a, b| a - b, |sum, count| {
        float8::F8E5M2::from_f32(sum.to_f32() / count as f32)
    };
}

/// The methods of the same names.
#[cfg(feature = "std")]
macro_rules! reals {
    ($t:ident: $($name:ident)* $(, $with:ident($arg:ident: $Arg:ty))*) => {
        impl Real for $t {
            #[inline]
            fn from_f64(number: f64) -> Self {
                number as $t
            }
            $(
                #[inline]
                fn $name(self) -> Self {
                    $t::$name(self)
                }
            )*
            $(
                #[inline]
                fn $with(self, $arg: $Arg) -> Self {
                    $t::$with(self, $arg)
                }
            )*
        }
    };
    ($($t:ident)*) => {$(
        reals! {
            $t:
                sqrt cbrt exp exp_m1 ln ln_1p log2 log10 sin cos tan asin acos atan sinh cosh tanh floor ceil round
                round_ties_even trunc,
                powi(power: i32), powf(power: Self), atan2(x: Self), hypot(other: Self)
        }
    )*};
}
#[cfg(feature = "std")]
reals!(f32 f64);
