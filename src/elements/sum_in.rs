//! [`SumIn`]: elements whose products are added up in another type.

use core::marker::PhantomData;

use super::Scalar;

/// A type of elements whose products can be summed in numbers of type `A`.
///
/// Each element is converted to `A` before it is multiplied, and each sum back to an element when it is written:
/// products of `f32` that are summed in `f64` round once. All elements can be summed in their own type. Whether
/// operands may contract in any order is decided by `A`, see [`Scalar::CONTRACTS_IN_ANY_ORDER`].
///
/// ```
/// use extents::label::{i, j};
/// use extents::{InlineTensor, StaticExtents, contract};
/// type Vector = InlineTensor<f32, StaticExtents![3]>;
/// let (a, b) = (Vector::from_array([1e8, 1.0, -1e8]), Vector::from_array([1.0; 3]));
/// let Ok(rounded) = contract!(a[i] * b[i] => []);
/// let Ok(exact) = contract!(a[i] * b[i] => []; sum in f64);
/// assert_eq!((rounded[[]], exact[[]]), (0.0, 1.0));
/// # type _Unused = (i, j);
/// ```
#[diagnostic::on_unimplemented(
    message = "products of `{Self}` cannot be summed in `{A}`",
    label = "sums are in the type of the elements, or in a wider one of its kind"
)]
pub trait SumIn<A>: Copy {
    /// Says that the two types are one.
    #[doc(hidden)]
    const SAME: Option<SameType<Self, A>> = None;
    /// Converts an element to a number that is summed.
    #[must_use]
    fn widen(self) -> A;
    /// Converts a sum to an element: rounded, or modulo 2^bits.
    #[must_use]
    fn narrow(sum: A) -> Self;
}

/// Of two types that are one, which only this crate can say.
#[doc(hidden)]
#[derive(Debug)]
pub struct SameType<T, A>(PhantomData<(T, A)>);

/// What kernels know of a primitive number. INVARIANT: `T` is one that stands below, as there is no other way to make this.
#[doc(hidden)]
#[derive(Debug)]
pub struct Primitive<T> {
    /// Whether it is a float.
    #[cfg_attr(plain_kernels, allow(dead_code, reason = "for kernels that are not compiled"))]
    pub(crate) is_float: bool,
    of: PhantomData<T>,
}

macro_rules! primitive {
    ($($t:ty: $is_float:literal;)*) => {$(
        impl Primitive<$t> {
            pub(crate) const OF: Self = Primitive { is_float: $is_float, of: PhantomData };
        }
    )*};
}

primitive! {
    f32: true;
    f64: true;
    i32: false;
    i64: false;
}

impl<T: Scalar> SumIn<T> for T {
    const SAME: Option<SameType<T, T>> = Some(SameType(PhantomData));
    #[cfg_attr(not(unoptimized), inline(always))]
    fn widen(self) -> T {
        self
    }
    #[cfg_attr(not(unoptimized), inline(always))]
    fn narrow(sum: T) -> T {
        sum
    }
}

macro_rules! sum_in {
    ($($t:ident: $($wide:ident)*;)*) => {$($(
        impl SumIn<$wide> for $t {
            #[cfg_attr(not(unoptimized), inline(always))]
            fn widen(self) -> $wide {
                self.into()
            }
            #[cfg_attr(not(unoptimized), inline(always))]
            fn narrow(sum: $wide) -> $t {
                // Floats round, integers are cut to their low bits, as all arithmetic on them is.
                sum as $t
            }
        }
    )*)*};
}
sum_in! {
    f32: f64;
    i8: i16 i32 i64 i128;
    i16: i32 i64 i128;
    i32: i64 i128;
    i64: i128;
    u8: u16 u32 u64 u128 i16 i32 i64 i128;
    u16: u32 u64 u128 i32 i64 i128;
    u32: u64 u128 i64 i128;
    u64: u128 i128;
}

#[cfg(feature = "half")]
macro_rules! small_floats {
    ($($t:ty)*) => {$(
        impl SumIn<f32> for $t {
            #[cfg_attr(not(unoptimized), inline(always))]
            fn widen(self) -> f32 {
                self.to_f32()
            }
            #[cfg_attr(not(unoptimized), inline(always))]
            fn narrow(sum: f32) -> Self {
                Self::from_f32(sum)
            }
        }
        impl SumIn<f64> for $t {
            #[cfg_attr(not(unoptimized), inline(always))]
            fn widen(self) -> f64 {
                self.to_f64()
            }
            #[cfg_attr(not(unoptimized), inline(always))]
            fn narrow(sum: f64) -> Self {
                Self::from_f64(sum)
            }
        }
    )*};
}
#[cfg(feature = "half")]
small_floats!(half::f16 half::bf16);
#[cfg(feature = "float8")]
small_floats!(float8::F8E4M3 float8::F8E5M2);

#[cfg(feature = "num-complex")]
impl SumIn<num_complex::Complex<f64>> for num_complex::Complex<f32> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn widen(self) -> num_complex::Complex<f64> {
        num_complex::Complex::new(self.re.into(), self.im.into())
    }
    #[cfg_attr(not(unoptimized), inline(always))]
    fn narrow(sum: num_complex::Complex<f64>) -> Self {
        Self::new(f32::narrow(sum.re), f32::narrow(sum.im))
    }
}
