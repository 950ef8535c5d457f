//! Elements that contract without a silent wrong answer: integers that remember overflow, `f64`.

use extents::Scalar;

use crate::npy::{Dtype, Kind, Number};

/// An element type that numbers of a file become, and that becomes numbers again.
pub(crate) trait Element: Scalar + 'static {
    fn of(number: Number) -> Result<Self, String>;
    /// The number, or why there is none.
    fn number(self) -> Result<Number, String>;
}

/// An integer of 128 bits, or nothing once a sum or product did not fit.
///
/// A user's own element type: `Scalar` is all that a contraction asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Exact(Option<i128>);

impl Scalar for Exact {
    const ZERO: Self = Exact(Some(0));
    const CONTRACTS_IN_ANY_ORDER: bool = true;

    fn plus(self, other: Self) -> Self {
        Exact(self.0.zip(other.0).and_then(|(a, b)| a.checked_add(b)))
    }

    fn times(self, other: Self) -> Self {
        Exact(self.0.zip(other.0).and_then(|(a, b)| a.checked_mul(b)))
    }
}

impl Element for Exact {
    fn of(number: Number) -> Result<Self, String> {
        match number {
            Number::Integer(value) => Ok(Exact(Some(value))),
            Number::Float(value) => Err(format!("the element {value} is no integer")),
        }
    }

    fn number(self) -> Result<Number, String> {
        let value = self.0.ok_or("leaves the range of 128-bit integers on the way")?;
        Ok(Number::Integer(value))
    }
}

impl Element for f64 {
    fn of(number: Number) -> Result<Self, String> {
        number.to_f64()
    }

    fn number(self) -> Result<Number, String> {
        Ok(Number::Float(self))
    }
}

impl Dtype {
    pub(crate) const NAMES: [&'static str; 10] =
        ["i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f32", "f64"];

    pub(crate) fn named(name: &str) -> Option<Self> {
        let kind = match name.as_bytes().first()? {
            b'i' => Kind::Signed,
            b'u' => Kind::Unsigned,
            _ => Kind::Float,
        };
        let bits: u8 = name.get(1..)?.parse().ok()?;
        Some(Dtype { kind, bytes: bits / 8 })
    }

    pub(crate) fn is_float(self) -> bool {
        self.kind == Kind::Float
    }

    /// The smallest type that NumPy would give a result of operands of these types. `None` where it
    /// would give up exactness: `u64` beside a signed type.
    pub(crate) fn common(dtypes: &[Dtype]) -> Option<Self> {
        let widest = |kind| dtypes.iter().filter(|d| d.kind == kind).map(|d| d.bytes).max();
        let (signed, unsigned) = (widest(Kind::Signed), widest(Kind::Unsigned));
        let dtype = match (widest(Kind::Float), signed, unsigned) {
            // An f32 holds each integer of up to 16 bits.
            (Some(float), ..) if signed.max(unsigned) <= Some(2) => (Kind::Float, float),
            (Some(_), ..) => (Kind::Float, 8),
            (None, Some(signed), None) => (Kind::Signed, signed),
            (None, None, unsigned) => (Kind::Unsigned, unsigned?),
            (None, Some(_), Some(8)) => return None,
            (None, Some(signed), Some(unsigned)) => (Kind::Signed, signed.max(unsigned << 1)),
        };
        Some(Dtype { kind: dtype.0, bytes: dtype.1 })
    }

    /// Whether the type has this number: an integer exactly, a float at least as a finite one.
    pub(crate) fn holds(self, number: Number) -> bool {
        match (self.kind, number) {
            (Kind::Signed, Number::Integer(value)) => {
                let lowest = i128::from(i64::MIN) >> (64 - self.bits());
                (lowest..=!lowest).contains(&value)
            }
            (Kind::Unsigned, Number::Integer(value)) => {
                (0..=i128::from(u64::MAX) >> (64 - self.bits())).contains(&value)
            }
            (Kind::Float, Number::Integer(_)) => match number.to_f64() {
                Ok(value) => self.bytes == 8 || f64::from(value as f32) == value,
                Err(_) => false,
            },
            (Kind::Float, Number::Float(value)) => {
                self.bytes == 8 || (value as f32).is_finite() || !value.is_finite()
            }
            (Kind::Signed | Kind::Unsigned, Number::Float(_)) => false,
        }
    }

    fn bits(self) -> u32 {
        u32::from(self.bytes) * 8
    }
}
