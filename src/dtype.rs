//! [`DType`]: the types of elements, by name.

use core::fmt;
use core::str::FromStr;

/// An element type as a value: XLA's list, which includes NumPy's numbers.
///
/// It gives the names and the size of a type. `Display` writes XLA's name.
///
/// ```
/// use extents::DType;
/// assert_eq!((DType::Bf16.bits(), DType::Bf16.bytes()), (16, 2));
/// assert_eq!("f8e4m3fn".parse(), Ok(DType::F8E4M3Fn));
/// assert_eq!(DType::from_numpy("<f4"), Some(DType::F32));
/// // Elements of less than a byte can be packed.
/// assert_eq!((DType::S4.bytes(), DType::S4.packed_bytes(7)), (1, Some(4)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum DType {
    /// A truth value in one byte.
    Pred,
    /// A signed integer of 1 bit.
    S1,
    /// A signed integer of 2 bits.
    S2,
    /// A signed integer of 4 bits.
    S4,
    /// A signed integer of 8 bits.
    S8,
    /// A signed integer of 16 bits.
    S16,
    /// A signed integer of 32 bits.
    S32,
    /// A signed integer of 64 bits.
    S64,
    /// An unsigned integer of 1 bit.
    U1,
    /// An unsigned integer of 2 bits.
    U2,
    /// An unsigned integer of 4 bits.
    U4,
    /// An unsigned integer of 8 bits.
    U8,
    /// An unsigned integer of 16 bits.
    U16,
    /// An unsigned integer of 32 bits.
    U32,
    /// An unsigned integer of 64 bits.
    U64,
    /// A float of 4 bits: 2 of exponent, 1 of fraction; without infinities.
    F4E2M1Fn,
    /// A float of 8 bits: 3 of exponent, 4 of fraction; with infinities and several NaN, as IEEE has them.
    F8E3M4,
    /// A float of 8 bits: 4 of exponent, 3 of fraction; with infinities and several NaN, as IEEE has them.
    F8E4M3,
    /// A float of 8 bits: 4 of exponent, 3 of fraction; with bias 11, without infinities and without a negative zero.
    F8E4M3B11Fnuz,
    /// A float of 8 bits: 4 of exponent, 3 of fraction; without infinities.
    F8E4M3Fn,
    /// A float of 8 bits: 4 of exponent, 3 of fraction; without infinities and without a negative zero.
    F8E4M3Fnuz,
    /// A float of 8 bits: 5 of exponent, 2 of fraction; with infinities and several NaN, as IEEE has them.
    F8E5M2,
    /// A float of 8 bits: 5 of exponent, 2 of fraction; without infinities and without a negative zero.
    F8E5M2Fnuz,
    /// A float of 8 bits: 8 of exponent, 0 of fraction; an unsigned power of two, without infinities.
    F8E8M0Fnu,
    /// A float of 16 bits, as IEEE has it.
    F16,
    /// A `f32` whose fraction is cut to 7 bits.
    Bf16,
    /// A float of 32 bits, as IEEE has it.
    F32,
    /// A float of 64 bits, as IEEE has it.
    F64,
    /// A complex number of two `f32`.
    C64,
    /// A complex number of two `f64`.
    C128,
}

/// Each type with XLA's name, its bits, NumPy's name (`ml_dtypes`' where NumPy has none), and the code of an
/// array interface.
const TABLE: [(DType, &str, usize, &str, &str); 30] = [
    (DType::Pred, "pred", 8, "bool", "?"),
    (DType::S1, "s1", 1, "int1", ""),
    (DType::S2, "s2", 2, "int2", ""),
    (DType::S4, "s4", 4, "int4", ""),
    (DType::S8, "s8", 8, "int8", "i1"),
    (DType::S16, "s16", 16, "int16", "i2"),
    (DType::S32, "s32", 32, "int32", "i4"),
    (DType::S64, "s64", 64, "int64", "i8"),
    (DType::U1, "u1", 1, "uint1", ""),
    (DType::U2, "u2", 2, "uint2", ""),
    (DType::U4, "u4", 4, "uint4", ""),
    (DType::U8, "u8", 8, "uint8", "u1"),
    (DType::U16, "u16", 16, "uint16", "u2"),
    (DType::U32, "u32", 32, "uint32", "u4"),
    (DType::U64, "u64", 64, "uint64", "u8"),
    (DType::F4E2M1Fn, "f4e2m1fn", 4, "float4_e2m1fn", ""),
    (DType::F8E3M4, "f8e3m4", 8, "float8_e3m4", ""),
    (DType::F8E4M3, "f8e4m3", 8, "float8_e4m3", ""),
    (DType::F8E4M3B11Fnuz, "f8e4m3b11fnuz", 8, "float8_e4m3b11fnuz", ""),
    (DType::F8E4M3Fn, "f8e4m3fn", 8, "float8_e4m3fn", ""),
    (DType::F8E4M3Fnuz, "f8e4m3fnuz", 8, "float8_e4m3fnuz", ""),
    (DType::F8E5M2, "f8e5m2", 8, "float8_e5m2", ""),
    (DType::F8E5M2Fnuz, "f8e5m2fnuz", 8, "float8_e5m2fnuz", ""),
    (DType::F8E8M0Fnu, "f8e8m0fnu", 8, "float8_e8m0fnu", ""),
    (DType::F16, "f16", 16, "float16", "f2"),
    (DType::Bf16, "bf16", 16, "bfloat16", ""),
    (DType::F32, "f32", 32, "float32", "f4"),
    (DType::F64, "f64", 64, "float64", "f8"),
    (DType::C64, "c64", 64, "complex64", "c8"),
    (DType::C128, "c128", 128, "complex128", "c16"),
];

/// The error of a text that is not the name of an element type.
///
/// ```
/// assert_eq!("x32".parse::<extents::DType>().unwrap_err().to_string(), "no type of elements has this name");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownDType;

impl DType {
    /// Returns an iterator over all types, in the order of the list.
    ///
    /// ```
    /// use extents::DType;
    /// assert!(DType::all().all(|dtype| dtype.name().parse() == Ok(dtype)));
    /// ```
    pub fn all() -> impl ExactSizeIterator<Item = DType> {
        TABLE.iter().map(|row| row.0)
    }

    fn row(self) -> &'static (DType, &'static str, usize, &'static str, &'static str) {
        // The table has a row for each, in this order; a test looks.
        TABLE.get(self as usize).unwrap_or(&TABLE[0])
    }

    /// Returns XLA's name, such as `f32`, `s8` or `pred`.
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// Returns the name in NumPy or in its extension `ml_dtypes`: `float32`, `int8`, `bool`, `bfloat16`. Nervana's
    /// graph uses the same names.
    pub fn numpy_name(self) -> &'static str {
        self.row().3
    }

    /// NumPy's code of an array interface; empty where it has none.
    #[cfg(feature = "npy")]
    pub(crate) fn code(self) -> &'static str {
        self.row().4
    }

    /// Returns the type with a NumPy name, or with a code of its array interface: `float32`, `f4`, `<f4`, `|u1`.
    ///
    /// Codes of the other byte order, such as `>f4`, are other types and give `None`.
    ///
    /// ```
    /// use extents::DType;
    /// assert_eq!(DType::from_numpy("bool"), Some(DType::Pred));
    /// assert_eq!(DType::from_numpy(">f4"), None);
    /// ```
    pub fn from_numpy(name: &str) -> Option<DType> {
        let by_name = TABLE.iter().find(|row| row.3 == name).map(|row| row.0);
        let code = || name.strip_prefix(['<', '|', '=']).unwrap_or(name);
        by_name.or_else(|| DType::from_numpy_code(code()))
    }

    /// The type with a code of NumPy's array interface, without a byte order: `f4`.
    pub(crate) fn from_numpy_code(code: &str) -> Option<DType> {
        let code = if code == "b1" { "?" } else { code };
        let is_code = |row: &&(DType, &str, usize, &str, &str)| !row.4.is_empty() && row.4 == code;
        TABLE.iter().find(is_code).map(|row| row.0)
    }

    /// Returns the number of bits of an element.
    pub fn bits(self) -> usize {
        self.row().2
    }

    /// Returns the number of bytes that one element takes: its bits, rounded up.
    pub fn bytes(self) -> usize {
        self.bits().div_ceil(8)
    }

    /// Returns the number of bytes that `elements` elements take without gaps, or `None` if that overflows `usize`.
    pub fn packed_bytes(self, elements: usize) -> Option<usize> {
        Some(elements.checked_mul(self.bits())?.div_ceil(8))
    }

    /// Returns whether it is a float. Complex numbers are not.
    pub fn is_float(self) -> bool {
        self.name().starts_with(['f', 'b'])
    }

    /// Returns whether it is an integer. Truth values are not.
    pub fn is_integer(self) -> bool {
        self.name().starts_with(['s', 'u'])
    }

    /// Returns whether it is a complex number.
    pub fn is_complex(self) -> bool {
        self.name().starts_with('c')
    }
}

/// Says that elements are of another type than is expected: the text of each door.
#[cfg(any(feature = "npy", feature = "safetensors", feature = "arrow", feature = "dlpack"))]
pub(crate) fn say_other_type(
    f: &mut fmt::Formatter<'_>,
    expected: impl fmt::Display,
    found: impl fmt::Display,
) -> fmt::Result {
    write!(f, "the elements should be {expected}, but are {found}")
}

/// Says that elements of a type take another number of bytes than those of the Rust type.
#[cfg(any(feature = "npy", feature = "safetensors", feature = "arrow"))]
pub(crate) fn say_other_width(
    f: &mut fmt::Formatter<'_>,
    dtype: DType,
    found: usize,
) -> fmt::Result {
    let expected = dtype.bytes();
    write!(f, "elements of {dtype} take {expected} bytes, but the Rust type takes {found}")
}

/// A Rust type whose values are elements of a [`DType`].
///
/// Implemented for Rust's numbers and `bool`; with the feature `half` for `half::f16` and `half::bf16`, with the
/// feature `float8` for `float8::F8E4M3` and `float8::F8E5M2`, with the feature `num-complex` for `Complex<f32>` and
/// `Complex<f64>`.
///
/// ```
/// use extents::{DType, HasDType};
/// assert_eq!((f32::DTYPE, i8::DTYPE, bool::DTYPE), (DType::F32, DType::S8, DType::Pred));
/// assert!(size_of::<u16>() == u16::DTYPE.bytes());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is the type of no element that `DType` names",
    label = "expected a number or `bool`",
    note = "the features `half` and `float8` bring floats of 16 and 8 bits, `num-complex` complex numbers"
)]
pub trait HasDType: Copy {
    /// The type of the elements.
    const DTYPE: DType;
    /// Whether each element of `DTYPE` is a value of this type, so that others may write them. Other crates cannot say so: nothing
    /// unsafe believes what they implement.
    #[doc(hidden)]
    #[allow(private_interfaces, reason = "for this crate")]
    const TAKES_ALL: TakesAll = TakesAll(false);
}

/// Whether each element of a [`DType`] is a value of a Rust type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TakesAll(
    #[cfg_attr(not(feature = "dlpack"), allow(dead_code, reason = "asked where others write"))]
    pub(crate) bool,
);

macro_rules! has_dtype {
    ($($(#[$meta:meta])* $T:ty: $dtype:ident;)*) => {$(
        $(#[$meta])*
        impl HasDType for $T {
            const DTYPE: DType = DType::$dtype;
            #[allow(private_interfaces, reason = "for this crate")]
            const TAKES_ALL: TakesAll = TakesAll(true);
        }
    )*};
}
has_dtype! {
    bool: Pred;
    i8: S8;
    i16: S16;
    i32: S32;
    i64: S64;
    u8: U8;
    u16: U16;
    u32: U32;
    u64: U64;
    f32: F32;
    f64: F64;
    #[cfg(feature = "half")]
    half::f16: F16;
    #[cfg(feature = "half")]
    half::bf16: Bf16;
    // Without infinities: the largest value is 448.
    #[cfg(feature = "float8")]
    float8::F8E4M3: F8E4M3Fn;
    #[cfg(feature = "float8")]
    float8::F8E5M2: F8E5M2;
    #[cfg(feature = "num-complex")]
    num_complex::Complex<f32>: C64;
    #[cfg(feature = "num-complex")]
    num_complex::Complex<f64>: C128;
}

impl FromStr for DType {
    type Err = UnknownDType;
    /// Parses XLA's name.
    fn from_str(name: &str) -> Result<Self, UnknownDType> {
        TABLE.iter().find(|row| row.1 == name).map(|row| row.0).ok_or(UnknownDType)
    }
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for UnknownDType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no type of elements has this name")
    }
}

impl core::error::Error for UnknownDType {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_types() {
        for (at, row) in TABLE.iter().enumerate() {
            assert_eq!(row.0 as usize, at);
        }
    }
}
