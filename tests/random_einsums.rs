//! 100,000 random einsums against a loop over all indices: one to four operands of up to six labels, in
//! any layout, of all types of elements, into new tensors and into targets that have gaps. And 20,000 with
//! sums in a wider type, along random paths, on all processors: 6,000 of them with `rayon` alone.
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

use std::fmt::Debug;
use std::num::{Saturating, Wrapping};

use einsums::chance::Chance;
use einsums::draw::{Case, Size, case};
use einsums::number::{Gauss, Number, Way};
use einsums::{Placed, definition, same, updated};
use extents::plan::Path;
use extents::{Composition, ContractBy, DynOperand, DynRankExtents, Scalar, SumIn, Tensor, einsum};

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

random_einsums! {
    wide_floats f64: 16_000 + 30;
    floats f32: 16_000 + 30;
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

const _: () = assert!(COUNT >= 100_000);

#[cfg(feature = "half")]
mod half_floats {
    use super::*;
    random_einsums! {
        halves half::f16: 4_000 + 5;
        brain_floats half::bf16: 4_000 + 5;
    }
    const _: () = assert!(COUNT >= 8_000);
}

#[cfg(feature = "float8")]
mod tiny_floats {
    use super::*;
    random_einsums! {
        four_bits_of_exponent float8::F8E4M3: 4_000 + 5;
        five_bits_of_exponent float8::F8E5M2: 4_000 + 5;
    }
    const _: () = assert!(COUNT >= 8_000);
}

#[cfg(feature = "num-complex")]
mod complex_numbers {
    use super::*;
    random_einsums! {
        complex_floats num_complex::Complex<f32>: 4_000 + 20;
        wide_complex_floats num_complex::Complex<f64>: 4_000 + 20;
    }
    const _: () = assert!(COUNT >= 8_000);
}

/// The seed of the `n`th case. Types have cases of their own.
fn seed<T>(n: u64, size: Size) -> u64 {
    let name = std::any::type_name::<T>().bytes().map(u64::from);
    let of_type = name.fold(size as u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte));
    Chance(of_type.wrapping_add(n << 32)).next()
}

fn run<T: Number>(cases: u64, size: Size) {
    for n in 0..cases {
        check(&case::<T>(seed::<T>(n, size), size));
    }
}

/// Prints the case when a check of it fails, or when the library panics.
struct Report<'a, T>(&'a Case<T>);

impl<T> Drop for Report<'_, T> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{:?}", self.0);
        }
    }
}

fn of_library<T: Number>(
    text: &str,
    operands: &[Placed<T>],
) -> Result<Tensor<T, DynRankExtents>, extents::ShapeError> {
    let operands: Vec<Box<dyn DynOperand<T> + '_>> = operands.iter().map(Placed::operand).collect();
    let operands: Vec<&dyn DynOperand<T>> = operands.iter().map(|operand| &**operand).collect();
    einsum(text, &operands)
}

/// The library's einsum is the definition's: as a new tensor, and in a target.
fn check<T: Number>(case: &Case<T>) {
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

// Reals: products and sums are rounded, in an order that is the library's.

/// A type of reals whose mantissas have `BITS` bits.
trait Real: Number + Into<f64> {
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
    options_of_bytes_in_huge_integers u8, i128: 2_000 + 5;
    options_of_integers_in_wide_ones i32, i64: 2_000 + 20;
    options_of_wide_integers i64, i64: 2_000 + 20;
    options_of_floats_in_wide_ones f32, f64: 4_000 + 30;
    options_of_wide_floats f64, f64: 2_000 + 30;
    options_of_saturating_bytes Saturating<u8>, Saturating<u8>: 1_000 + 5;
    options_of_ways_of_a_user Way, Way: 1_000 + 5;
}

const _: () = assert!(COUNT_OF_OPTIONS >= 14_000);

/// Each pair of types costs as much to compile as all else of ten types: these are drawn where `par` has threads.
#[cfg(feature = "rayon")]
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
