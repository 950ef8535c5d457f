//! Types of elements, with an arithmetic that is not the library's.

use std::fmt::Debug;
use std::num::{Saturating, Wrapping};

#[cfg(feature = "num-complex")]
use num_complex::Complex;

use extents::Scalar;

use super::chance::Chance;

/// A type that random contractions are checked with.
///
/// In all of them each order of sums and products gives the same result, if no sum passes `EXACT`.
pub(crate) trait Number: Scalar + PartialEq + Debug + 'static {
    /// The sum of nothing.
    const NOTHING: Self;
    /// Up to here each whole number is one of the type; without end where sums wrap around.
    const EXACT: usize = usize::MAX;
    /// The absolute value of what is drawn, where `EXACT` has an end.
    const LARGEST: usize = 1;
    fn and(self, other: Self) -> Self;
    fn by(self, other: Self) -> Self;
    /// An element.
    fn draw(chance: &mut Chance) -> Self;
    /// What fills the gaps of a buffer, which nobody must read.
    fn poison(chance: &mut Chance) -> Self;

    /// How many products of so many elements may be added.
    fn most_terms(operands: usize) -> usize {
        Self::EXACT / 2 / Self::LARGEST.pow(operands as u32)
    }
}

/// Whole numbers of all sizes: what sums wrap around to does not depend on their order.
macro_rules! integers {
    ($($t:ty)*) => {$(
        impl Number for $t {
            const NOTHING: Self = 0;
            fn and(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            fn by(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }
            fn draw(chance: &mut Chance) -> Self {
                match chance.below(4) {
                    0 => chance.below(4) as $t,
                    _ => (u128::from(chance.next()) << 64 | u128::from(chance.next())) as $t,
                }
            }
            fn poison(chance: &mut Chance) -> Self {
                chance.next() as $t
            }
        }
    )*};
}

/// Types whose operators do not panic, a line each: what is drawn is a small whole number. A further type
/// needs a line here, and one in the list of `random_einsums.rs`, or of `random_options.rs` where a feature adds it.
macro_rules! by_operators {
    ($($t:ty: $zero:expr, $draw:expr, $poison:expr, exact $exact:expr, values up to $largest:expr;)*) => {$(
        impl Number for $t {
            const NOTHING: Self = $zero;
            const EXACT: usize = $exact;
            const LARGEST: usize = $largest;
            fn and(self, other: Self) -> Self {
                self + other
            }
            fn by(self, other: Self) -> Self {
                self * other
            }
            fn draw(chance: &mut Chance) -> Self {
                let draw: fn(&mut Chance) -> $t = $draw;
                draw(chance)
            }
            fn poison(_: &mut Chance) -> Self {
                $poison
            }
        }
    )*};
}

integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

by_operators! {
    Wrapping<u8>: Wrapping(0), |c| Wrapping(c.next() as u8), Wrapping(77), exact usize::MAX, values up to 1;
    Wrapping<i64>: Wrapping(0), |c| Wrapping(c.next() as i64), Wrapping(77), exact usize::MAX, values up to 1;
    // Of numbers that are not negative, what is cut off is the same in each order.
    Saturating<u8>: Saturating(0), |c| Saturating(c.below(5) as u8), Saturating(77), exact usize::MAX, values up to 1;
    Saturating<i32>: Saturating(0), |c| Saturating(c.around_zero(5) as i32), Saturating(77), exact 1 << 31, values up to 5;
    f32: 0.0, |c| c.around_zero(3) as f32, f32::NAN, exact 1 << 24, values up to 3;
    f64: 0.0, |c| c.around_zero(9) as f64, f64::NAN, exact 1 << 53, values up to 9;
}

#[cfg(feature = "half")]
by_operators! {
    half::f16: half::f16::ZERO, |c| half::f16::from_f32(c.around_zero(2) as f32), half::f16::NAN, exact 1 << 11, values up to 2;
    half::bf16: half::bf16::ZERO, |c| half::bf16::from_f32(c.around_zero(1) as f32), half::bf16::NAN, exact 1 << 8, values up to 1;
}

#[cfg(feature = "float8")]
by_operators! {
    float8::F8E4M3: float8::F8E4M3::ZERO, |c| float8::F8E4M3::from_f32(c.around_zero(1) as f32), float8::F8E4M3::NAN, exact 1 << 4, values up to 1;
    float8::F8E5M2: float8::F8E5M2::ZERO, |c| float8::F8E5M2::from_f32(c.around_zero(1) as f32), float8::F8E5M2::NAN, exact 1 << 3, values up to 1;
}

#[cfg(feature = "num-complex")]
by_operators! {
    Complex<f32>: Complex::new(0.0, 0.0), |c| Complex::new(c.around_zero(2) as f32, c.around_zero(2) as f32), Complex::new(f32::NAN, f32::NAN), exact 1 << 24, values up to 3;
    Complex<f64>: Complex::new(0.0, 0.0), |c| Complex::new(c.around_zero(2) as f64, c.around_zero(2) as f64), Complex::new(f64::NAN, f64::NAN), exact 1 << 53, values up to 3;
}

/// A type of a user: whole complex numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Gauss(i32, i32);

impl Number for Gauss {
    const NOTHING: Self = Gauss(0, 0);
    fn and(self, other: Self) -> Self {
        Gauss(self.0.wrapping_add(other.0), self.1.wrapping_add(other.1))
    }
    fn by(self, other: Self) -> Self {
        let (Gauss(a, b), Gauss(c, d)) = (self, other);
        let real = a.wrapping_mul(c).wrapping_sub(b.wrapping_mul(d));
        Gauss(real, a.wrapping_mul(d).wrapping_add(b.wrapping_mul(c)))
    }
    fn draw(chance: &mut Chance) -> Self {
        Gauss(chance.next() as i32, chance.next() as i32)
    }
    fn poison(_: &mut Chance) -> Self {
        Gauss(77, 77)
    }
}

impl Scalar for Gauss {
    const ZERO: Self = Gauss(0, 0);
    fn plus(self, other: Self) -> Self {
        self.and(other)
    }
    fn times(self, other: Self) -> Self {
        self.by(other)
    }
}

/// A type of a user whose zero is no zero in memory, and whose products are no products: the shortest
/// of several ways, each of several steps. Where there is no way, its length is `u32::MAX`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Way(u32);

impl Number for Way {
    const NOTHING: Self = Way(u32::MAX);
    fn and(self, other: Self) -> Self {
        Way(self.0.min(other.0))
    }
    fn by(self, other: Self) -> Self {
        Way(self.0.saturating_add(other.0))
    }
    fn draw(chance: &mut Chance) -> Self {
        Way(if chance.one_in(8) { u32::MAX } else { 1 + chance.below(100) as u32 })
    }
    fn poison(_: &mut Chance) -> Self {
        Way(0)
    }
}

impl Scalar for Way {
    const ZERO: Self = Way(u32::MAX);
    fn plus(self, other: Self) -> Self {
        self.and(other)
    }
    fn times(self, other: Self) -> Self {
        self.by(other)
    }
}
