//! Random einsums as `random_einsums` has them, of what features change: 20,000 with sums in a wider type, along random
//! paths, on all processors, 6,000 of them, those of floats, with `rayon` alone; and those of the types that features add.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

mod einsums;
#[path = "einsums/random.rs"]
mod random;

use einsums::chance::Chance;
use einsums::draw::{Size, case};
use einsums::number::Number;
use einsums::{Placed, definition, same, updated};
use extents::generic::SumIn;
use extents::plan::Path;
use extents::{Composition, ContractBy, DynRankExtents, Scalar, composition::DynOperand};
use random::{Real, Report, seed};

#[cfg(feature = "half")]
mod half_floats {
    use crate::einsums::draw::Size;
    use crate::random::{random_einsums, run};
    random_einsums! {
        halves half::f16: 4_000 + 5;
        brain_floats half::bf16: 4_000 + 5;
    }
    const _: () = assert!(COUNT >= 8_000);
}

#[cfg(feature = "float8")]
mod tiny_floats {
    use crate::einsums::draw::Size;
    use crate::random::{random_einsums, run};
    random_einsums! {
        four_bits_of_exponent float8::F8E4M3: 4_000 + 5;
        five_bits_of_exponent float8::F8E5M2: 4_000 + 5;
    }
    const _: () = assert!(COUNT >= 8_000);
}

#[cfg(feature = "num-complex")]
mod complex_numbers {
    use crate::einsums::draw::Size;
    use crate::random::{random_einsums, run};
    random_einsums! {
        complex_floats num_complex::Complex<f32>: 4_000 + 20;
        wide_complex_floats num_complex::Complex<f64>: 4_000 + 20;
    }
    const _: () = assert!(COUNT >= 8_000);
}

// Options: the type of the sums, the path, the processors.

/// One test a type of elements and one of sums: so many small contractions, and so many large ones.
macro_rules! random_options {
    ($($name:ident $t:ty, $sum:ty: $small:literal + $large:literal;)*) => {
        $(#[test]
        fn $name() {
            for (count, size) in [($small, Size::Small), ($large, Size::Large)] {
                for n in 0..count {
                    let seed = seed::<($t, $sum)>(n, size);
                    check_options::<$t, $sum>(seed, size);
                }
            }
        })*
        const COUNT_OF_OPTIONS: u64 = 0 $(+ $small + $large)*;
    };
}

random_options! {
    options_of_floats_in_wide_ones f32, f64: 4_000 + 30;
    options_of_wide_floats f64, f64: 2_000 + 30;
}

const _: () = assert!(COUNT_OF_OPTIONS >= 6_000);

/// What is no float does not ask for `gemm`, so with it and without it `rayon` runs the same code: once is enough.
#[cfg(any(not(feature = "rayon"), feature = "gemm"))]
mod exact_options {
    use std::num::Saturating;

    use super::*;
    use crate::einsums::number::Way;
    random_options! {
        options_of_bytes_in_huge_integers u8, i128: 2_000 + 5;
        options_of_integers_in_wide_ones i32, i64: 2_000 + 20;
        options_of_wide_integers i64, i64: 2_000 + 20;
        options_of_saturating_bytes Saturating<u8>, Saturating<u8>: 1_000 + 5;
        options_of_ways_of_a_user Way, Way: 1_000 + 5;
    }
    const _: () = assert!(COUNT_OF_OPTIONS >= 8_000);
}

/// Each pair of types costs as much to compile as all else of ten types: these are drawn where `par` has threads.
#[cfg(all(feature = "rayon", feature = "gemm"))]
mod more_options {
    use super::*;
    random_options! {
        options_of_bytes_in_shorts i8, i16: 2_000 + 10;
        options_of_shorts_in_integers u16, u32: 2_000 + 10;
        options_of_wide_integers_in_huge_ones u64, u128: 2_000 + 5;
    }
    const _: () = assert!(COUNT_OF_OPTIONS >= 6_000);
}

/// A path of pairs in any order.
fn drawn_path(chance: &mut Chance, composition: &Composition, shapes: &[DynRankExtents]) -> Path {
    let pairs = (2..=shapes.len()).rev().map(|left| {
        let first = chance.below(left);
        (first, (first + 1 + chance.below(left - 1)) % left)
    });
    Path::given(composition, shapes, &pairs.collect::<Vec<_>>()).unwrap()
}

/// With each set of options the library's result is the definition's, where each order gives the same and wide
/// sums are cut to what narrow ones are.
fn check_options<T, A>(seed: u64, size: Size)
where
    T: Number + SumIn<A> + Send + Sync,
    A: Scalar + Send + Sync,
{
    let case = case::<T>(seed, size);
    let _report = Report(&case);
    let operands: Vec<Box<dyn DynOperand<T> + '_>> =
        case.operands.iter().map(Placed::operand).collect();
    let operands: Vec<&dyn DynOperand<T>> = operands.iter().map(|operand| &**operand).collect();
    let shapes: Vec<_> = operands.iter().map(|each| each.source().extents().clone()).collect();
    let composition = Composition::einsum(&case.text).unwrap();
    let path = drawn_path(&mut Chance(!seed), &composition, &shapes);
    let expected = definition(&case.of_labels, &case.operands, &case.result);
    let assigned = updated(&case.target, &expected, |to, value| *to = value);
    let added = updated(&case.target, &expected, |to, value| *to = to.and(value));
    macro_rules! check {
        ($by:expr) => {{
            let found = $by.eval(&operands).unwrap();
            let found = found.as_slice();
            assert!(same(found, &expected), "{path}\n{found:?}\nis not\n{expected:?}");
            for (adds, expected) in [(false, &assigned), (true, &added)] {
                let mut target = case.target.clone();
                if adds {
                    $by.add_to(&operands, target.target()).unwrap();
                } else {
                    $by.assign_to(&operands, target.target()).unwrap();
                }
                let found = &target.buffer;
                assert!(same(found, expected), "{path}\n{found:?}\nis not\n{expected:?}");
            }
        }};
    }
    check!(ContractBy::new(&composition).sum_in::<A>());
    check!(ContractBy::new(&composition).sum_in::<A>().par());
    // Temporaries may be larger than all operands: products of all with all.
    if path.cost().temporary <= 1 << 16 {
        check!(ContractBy::along(&path).sum_in::<A>());
        check!(ContractBy::along(&path).par().sum_in::<A>());
    }
}

/// Sums of `f32` in `f64` are rounded to the nearest `f32`, along each path; what `f64` loses is the bound of the
/// test above, which is far less.
#[test]
fn options_of_floats_are_rounded_once() {
    let mut rounds_more = 0;
    for n in 0..4_000 {
        rounds_more += u32::from(check_rounding_once(seed::<(f32, f64)>(!n, Size::Small)));
    }
    // Else the bound would hold of sums in `f32` as well.
    assert!(rounds_more > 400, "{rounds_more}");
}

/// Gives whether sums in `f32` miss the bound.
fn check_rounding_once(seed: u64) -> bool {
    let case = case::<i128>(seed, Size::Small);
    let _report = Report(&case);
    let count = case.operands.len();
    let summed = (0..case.of_labels.len()).filter(|label| !case.result.contains(label));
    let terms: usize = summed.map(|label| case.of_labels[label]).product();
    let mantissas: Vec<Placed<i128>> =
        case.operands.iter().map(|o| o.map(|x| (x >> 64) % (1 << 24))).collect();
    let absolute: Vec<Placed<i128>> = mantissas.iter().map(|o| o.map(|x| x.abs())).collect();
    let reals: Vec<Placed<f32>> =
        mantissas.iter().map(|o| o.map(|&mantissa| f32::of(mantissa, -24))).collect();
    let exact = definition(&case.of_labels, &mantissas, &case.result);
    let absolute = definition(&case.of_labels, &absolute, &case.result);
    let operands: Vec<Box<dyn DynOperand<f32> + '_>> = reals.iter().map(Placed::operand).collect();
    let operands: Vec<&dyn DynOperand<f32>> = operands.iter().map(|operand| &**operand).collect();
    let shapes: Vec<_> = operands.iter().map(|each| each.source().extents().clone()).collect();
    let composition = Composition::einsum(&case.text).unwrap();
    let path = drawn_path(&mut Chance(!seed), &composition, &shapes);
    let scale = 2_f64.powi(-24 * count as i32);
    let is_near = |found: &[f32]| {
        found.iter().zip(&exact).zip(&absolute).all(|((&found, &exact), &absolute)| {
            let error = (f64::from(found) - exact as f64 * scale).abs();
            let n = (terms + count + 1) as f64;
            let in_sums = n * f64::EPSILON * (absolute as f64 * scale);
            // Subnormal results are rounded to a multiple of 2^-149.
            let half = f64::from(f32::EPSILON) / 2.0 * (exact as f64 * scale).abs();
            error <= half + in_sums + 2_f64.powi(-150)
        })
    };
    for by in [ContractBy::new(&composition), ContractBy::along(&path)] {
        let found = by.sum_in::<f64>().par().eval(&operands).unwrap();
        assert!(is_near(found.as_slice()), "{path}\n{found:?}");
    }
    !is_near(ContractBy::along(&path).eval(&operands).unwrap().as_slice())
}
