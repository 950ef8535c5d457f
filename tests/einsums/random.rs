//! Runs random einsums against a loop over all indices.
#![allow(
    dead_code,
    unused_imports,
    unused_macros,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "each program uses a part of it; a panic fails the test, as it should; the numbers are small"
)]

use extents::{Composition, ContractBy, DynRankExtents, Tensor, composition::DynOperand, einsum};

use crate::einsums::chance::Chance;
use crate::einsums::draw::{Case, Size, case};
use crate::einsums::number::Number;
use crate::einsums::{Placed, definition, same, updated};

/// One test a type: so many small contractions, and so many large ones.
macro_rules! random_einsums {
    ($($name:ident $t:ty: $small:literal + $large:literal;)*) => {
        $(#[test]
        fn $name() {
            run::<$t>($small, Size::Small);
            run::<$t>($large, Size::Large);
        })*
        const COUNT: u64 = 0 $(+ $small + $large)*;
    };
}
pub(crate) use random_einsums;

/// The seed of the `n`th case. Types have cases of their own.
pub(crate) fn seed<T>(n: u64, size: Size) -> u64 {
    let name = std::any::type_name::<T>().bytes().map(u64::from);
    let of_type = name.fold(size as u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte));
    Chance(of_type.wrapping_add(n << 32)).next()
}

pub(crate) fn run<T: Number>(cases: u64, size: Size) {
    for n in 0..cases {
        check(&case::<T>(seed::<T>(n, size), size));
    }
}

/// Prints the case when a check of it fails, or when the library panics.
pub(crate) struct Report<'a, T>(pub(crate) &'a Case<T>);

impl<T> Drop for Report<'_, T> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{:?}", self.0);
        }
    }
}

pub(crate) fn of_library<T: Number>(
    text: &str,
    operands: &[Placed<T>],
) -> Result<Tensor<T, DynRankExtents>, extents::ShapeError> {
    let operands: Vec<Box<dyn DynOperand<T> + '_>> = operands.iter().map(Placed::operand).collect();
    let operands: Vec<&dyn DynOperand<T>> = operands.iter().map(|operand| &**operand).collect();
    einsum(text, &operands)
}

/// The library's einsum is the definition's: as a new tensor, and in a target.
pub(crate) fn check<T: Number>(case: &Case<T>) {
    let _report = Report(case);
    let expected = definition(&case.of_labels, &case.operands, &case.result);
    let found = of_library(&case.text, &case.operands).unwrap();
    let extents = DynRankExtents::new(&case.target.extents).unwrap();
    assert_eq!(found.extents(), &extents);
    assert!(same(found.as_slice(), &expected), "{:?}\nis not\n{expected:?}", found.as_slice());

    let (mut target, update) = (case.target.clone(), case.update);
    let in_target = updated(&target, &expected, |to, value| update.apply(to, value));
    let operands: Vec<Box<dyn DynOperand<T> + '_>> =
        case.operands.iter().map(Placed::operand).collect();
    let operands: Vec<&dyn DynOperand<T>> = operands.iter().map(|operand| &**operand).collect();
    let composition = Composition::einsum(&case.text).unwrap();
    let apply = |to: &mut T, value: T| update.apply(to, value);
    ContractBy::new(&composition).update(&operands, target.target(), apply).unwrap();
    let found = &target.buffer;
    assert!(same(found, &in_target), "the target's buffer\n{found:?}\nis not\n{in_target:?}");
}

/// A type of reals whose mantissas have `BITS` bits.
pub(crate) trait Real: Number + Into<f64> {
    const BITS: u32;
    const EPSILON: f64;
    /// `mantissa` times 2 to the power of `exponent`: exactly.
    fn of(mantissa: i128, exponent: i32) -> Self;
}

impl Real for f32 {
    const BITS: u32 = f32::MANTISSA_DIGITS;
    const EPSILON: f64 = f32::EPSILON as f64;
    fn of(mantissa: i128, exponent: i32) -> Self {
        mantissa as f32 * 2_f32.powi(exponent)
    }
}

impl Real for f64 {
    const BITS: u32 = f64::MANTISSA_DIGITS;
    const EPSILON: f64 = f64::EPSILON;
    fn of(mantissa: i128, exponent: i32) -> Self {
        mantissa as f64 * 2_f64.powi(exponent)
    }
}
