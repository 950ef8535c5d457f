//! 100,000 random einsums against a loop over all indices: one to four operands of up to six labels, in
//! any layout, of all types of elements, into new tensors and into targets that have gaps.
//!
//! A failure prints the einsum with its layouts and its seed; `check(&case::<f32>(0x2a, Size::Small))`
//! runs it again.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

mod einsums;
#[path = "einsums/random.rs"]
mod random;

use std::fmt::Debug;

use einsums::draw::{Case, Size, case};
use einsums::{Placed, definition};
use random::{Real, Report, of_library, random_einsums, run, seed};

random_einsums! {
    wide_floats f64: 16_000 + 30;
    floats f32: 16_000 + 30;
}

const _: () = assert!(COUNT >= 32_000);

/// The kernels of floats ask `std` what the processor has: without it, they alone are tried again.
#[cfg(feature = "std")]
mod exact {
    use std::num::{Saturating, Wrapping};

    use super::*;
    use crate::einsums::number::{Gauss, Way};

    random_einsums! {
        bytes_with_sign i8: 5_000 + 5;
        bytes u8: 5_000 + 10;
        short_integers_with_sign i16: 5_000 + 5;
        short_integers u16: 5_000 + 5;
        integers_with_sign i32: 5_000 + 15;
        integers u32: 5_000 + 5;
        wide_integers_with_sign i64: 5_000 + 10;
        wide_integers u64: 5_000 + 5;
        huge_integers_with_sign i128: 5_000 + 5;
        huge_integers u128: 5_000 + 5;
        lengths_with_sign isize: 5_000 + 5;
        lengths usize: 5_000 + 5;
        wrapping_bytes Wrapping<u8>: 2_000 + 5;
        wrapping_integers Wrapping<i64>: 2_000 + 5;
        saturating_bytes Saturating<u8>: 2_000 + 5;
        saturating_integers Saturating<i32>: 2_000 + 5;
        complex_numbers_of_a_user Gauss: 4_000 + 10;
        ways_of_a_user Way: 4_000 + 10;
    }
    const _: () = assert!(COUNT >= 68_000);
}

// Reals: products and sums are rounded, in an order that is the library's.

/// The absolute error is at most `n * epsilon` times the sum of the absolute products, where `n` counts
/// the products of an element and the factors of a product: each order of sums and products, also of
/// pairs of operands one after the other, rounds each term at most so often. The exact sum is one of
/// whole numbers: each real is a mantissa below 2^bits, and 127 bits hold all sums of their products.
fn check_rounding<T: Real>(seed: u64, size: Size) {
    // The types are those of the mantissas here.
    let case = case::<i128>(seed, size);
    let _report = Report(&case);
    let count = case.operands.len();
    let summed = (0..case.of_labels.len()).filter(|label| !case.result.contains(label));
    let terms: usize = summed.map(|label| case.of_labels[label]).product();
    let room = 126 - terms.max(1).ilog2() - 1;
    let bits = T::BITS.min(room / count as u32);
    // The bits at the end of the drawn numbers; some have fewer.
    let mantissa = |x: &i128| ((x >> 64) % (1 << bits)) >> ((x & 0xff) as u32 % 3 * bits / 4);
    let mantissas: Vec<Placed<i128>> = case.operands.iter().map(|o| o.map(mantissa)).collect();
    let absolute: Vec<Placed<i128>> = mantissas.iter().map(|o| o.map(|x| x.abs())).collect();
    let exponent = -(bits.cast_signed());
    let reals: Vec<Placed<T>> =
        mantissas.iter().map(|o| o.map(|&mantissa| T::of(mantissa, exponent))).collect();

    let exact = definition(&case.of_labels, &mantissas, &case.result);
    let absolute = definition(&case.of_labels, &absolute, &case.result);
    let found = of_library(&case.text, &reals).unwrap();
    assert_eq!(found.as_slice().len(), exact.len());
    let scale = 2_f64.powi(exponent * count as i32);
    // One more for the rounding of the exact sum, here.
    let n = (terms + count + 1) as f64;
    for ((&found, exact), absolute) in found.as_slice().iter().zip(exact).zip(absolute) {
        let error = (found.into() - exact as f64 * scale).abs();
        let bound = n * T::EPSILON * (absolute as f64 * scale);
        assert!(error <= bound, "{found:?} is {error:e} from {exact} * {scale:e}: over {bound:e}");
    }
}

fn run_rounding<T: Real + Debug>() {
    for n in 0..4_000 {
        check_rounding::<T>(seed::<T>(!n, Size::Small), Size::Small);
    }
    for n in 0..30 {
        check_rounding::<T>(seed::<T>(!n, Size::Large), Size::Large);
    }
}

#[test]
fn floats_are_rounded_within_the_bound() {
    run_rounding::<f32>();
}

#[test]
fn wide_floats_are_rounded_within_the_bound() {
    run_rounding::<f64>();
}

// The draw.

/// What the cases are about: each of these stands in some, at least so many in 10,000.
#[test]
fn the_draw_covers_what_it_claims() {
    let cases: Vec<Case<u8>> =
        (0..10_000).map(|n| case(seed::<u8>(n, Size::Small), Size::Small)).collect();
    let some_operand = |question: &dyn Fn(&Placed<u8>) -> bool| {
        cases.iter().filter(|case| case.operands.iter().any(question)).count()
    };
    let some_case =
        |question: &dyn Fn(&Case<u8>) -> bool| cases.iter().filter(|case| question(case)).count();
    let repeats =
        |labels: &[usize]| (1..labels.len()).any(|mode| labels[..mode].contains(&labels[mode]));
    let carriers = |case: &Case<u8>, label: usize| {
        case.operands.iter().filter(|operand| operand.labels.contains(&label)).count()
    };
    let has = |case: &Case<u8>, kept: bool, shared: bool| {
        (0..case.of_labels.len()).any(|label| {
            case.result.contains(&label) == kept && (carriers(case, label) > 1) == shared
        })
    };
    let is_dense = |placed: &Placed<u8>| {
        placed.extents.iter().product::<usize>() == einsums::span(&placed.extents, &placed.strides)
    };
    let counts = [
        ("one operand", some_case(&|case| case.operands.len() == 1), 1_000),
        ("two operands", some_case(&|case| case.operands.len() == 2), 2_000),
        ("three operands", some_case(&|case| case.operands.len() == 3), 1_000),
        ("four operands", some_case(&|case| case.operands.len() == 4), 400),
        ("six labels", some_case(&|case| case.of_labels.len() == 6), 200),
        ("no label", some_case(&|case| case.of_labels.is_empty()), 20),
        ("batch label", some_case(&|case| has(case, true, true)), 1_000),
        ("free label", some_case(&|case| has(case, true, false)), 1_000),
        ("contracted label", some_case(&|case| has(case, false, true)), 1_000),
        ("summed label", some_case(&|case| has(case, false, false)), 1_000),
        ("scalar result", some_case(&|case| case.result.is_empty()), 1_000),
        ("empty result", some_case(&|case| case.target.extents.contains(&0)), 100),
        (
            "sum of nothing",
            some_case(&|case| case.of_labels.contains(&0) && !case.target.extents.contains(&0)),
            100,
        ),
        ("extent over 16", some_case(&|case| case.of_labels.iter().any(|&e| e > 16)), 1_000),
        ("extent 1", some_case(&|case| case.of_labels.contains(&1)), 1_000),
        ("diagonal", some_operand(&|o| repeats(&o.labels)), 1_000),
        ("scalar operand", some_operand(&|o| o.labels.is_empty()), 500),
        ("reversed", some_operand(&|o| o.strides.iter().any(|&s| s < 0)), 1_000),
        (
            "broadcast",
            some_operand(&|o| o.strides.iter().zip(&o.extents).any(|(&s, &e)| s == 0 && e > 1)),
            1_000,
        ),
        ("gaps", some_operand(&|o| !is_dense(o)), 1_000),
        ("target reversed", some_case(&|case| case.target.strides.iter().any(|&s| s < 0)), 500),
        ("target with gaps", some_case(&|case| !is_dense(&case.target)), 500),
    ];
    for (what, count, least) in counts {
        assert!(count >= least, "{what}: {count} of {} cases, not {least}", cases.len());
    }
}
