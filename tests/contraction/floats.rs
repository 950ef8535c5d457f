//! Contractions of infinities, and of what is no number: they pass through as IEEE 754 says, in small
//! products and in large ones. No product is left out because a factor is 0.
//!
//! Sums start from `+0.0`: where all products are `-0.0`, or there is one alone, the sum is `+0.0`. A
//! product that is not summed keeps its sign.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use crate::einsums::chance::Chance;
use extents::composition::DynOperand;
use extents::label::{i, j, k};
use extents::layout::{Canonical, ColMajor, Strided};
use extents::{
    Composition, Const, ContractBy, DynExtents, InlineTensor, Mapping, Scalar, StaticExtents,
    Tensor, TensorOf, View, contract, einsum, extents,
};

/// Floats of both sizes.
trait Float: Scalar + PartialEq + std::fmt::Debug + 'static {
    fn of(value: f64) -> Self;
}

impl Float for f32 {
    fn of(value: f64) -> Self {
        value as f32
    }
}

impl Float for f64 {
    fn of(value: f64) -> Self {
        value
    }
}

/// Small whole numbers, many of them 0, whose products with the others are added exactly.
fn numbers<T: Float>(count: usize, seed: u64) -> Vec<T> {
    let mut chance = Chance(seed);
    (0..count).map(|_| T::of(chance.around_zero(2) as f64)).collect()
}

/// Two matrices with rows of zeros, infinities and NaN, at places that fall into the first and the last
/// blocks, and somewhere between.
fn strange<T: Float>(n: usize) -> [Vec<T>; 2] {
    let [mut x, mut y] = [1, 2].map(|seed| numbers::<T>(n * n, seed));
    let at = |row: usize, column: usize| (row % n) * n + column % n;
    x[at(n - 1, 0)] = T::of(f64::NAN);
    x[at(n / 2, n - 1)] = T::of(f64::INFINITY);
    x[at(1, n / 3)] = T::of(f64::NEG_INFINITY);
    y[at(0, n - 1)] = T::of(f64::INFINITY);
    y[at(n / 2, n / 2)] = T::of(f64::NEG_INFINITY);
    // 0 times infinity, in a sum of zeros.
    x[n * (n / 4)..n * (n / 4 + 1)].fill(T::ZERO);
    (0..n).for_each(|row| y[at(row, n / 5)] = T::ZERO);
    [x, y]
}

/// The product by its definition, row-major. Plain loops: without optimisation others take long.
fn product<T: Float>(x: &[T], y: &[T], n: usize) -> Vec<T> {
    let mut result = Vec::with_capacity(n * n);
    for row in 0..n {
        for column in 0..n {
            let (mut sum, mut middle) = (T::ZERO, 0);
            while middle < n {
                sum = sum.plus(x[row * n + middle].times(y[middle * n + column]));
                middle += 1;
            }
            result.push(sum);
        }
    }
    result
}

/// Equal, or both no number.
fn assert_same<T: Float>(found: &[T], expected: &[T], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    let is_nan = |x: &T| x.ne(x);
    for (place, (found, expected)) in found.iter().zip(expected).enumerate() {
        let same = found == expected || is_nan(found) && is_nan(expected);
        assert!(same, "{what}: {found:?} is not {expected:?}, at {place}");
    }
}

fn square<T: Float>(n: usize, elements: &[T]) -> TensorOf<DynExtents<2>, T> {
    Tensor::from_vec(DynExtents::new([n, n]).unwrap(), elements.to_vec()).unwrap()
}

fn strange_products<T: Float>(sizes: &[usize]) {
    for &n in sizes {
        let [left, right] = strange::<T>(n);
        let expected = product(&left, &right, n);
        assert!(n < 4 || expected.iter().any(|x| x.ne(x)));
        let (x, y) = (square(n, &left), square(n, &right));
        let found = contract!(x[i, j] * y[j, k] => [i, k]).unwrap();
        assert_same(found.as_slice(), &expected, &format!("contract! of {n}"));
        if n > 100 {
            continue;
        }
        let found = einsum("ij,jk->ik", &[&x, &y]).unwrap();
        assert_same(found.as_slice(), &expected, &format!("einsum of {n}"));
        // An operand by columns, and one that is turned around.
        let by_columns = Tensor::from_fn(ColMajor.of(*x.extents()), |at| x[at]).unwrap();
        let found = einsum("ij,jk->ik", &[&by_columns, &y]).unwrap();
        assert_same(found.as_slice(), &expected, &format!("columns of {n}"));
        let turned = Mapping::with_layout(*y.extents(), Strided::new([-(n as isize), -1])).unwrap();
        let backwards: Vec<T> = right.iter().rev().copied().collect();
        let turned = View::from_slice(turned, &backwards).unwrap();
        let found = contract!(by_columns[i, j] * turned[j, k] => [i, k]).unwrap();
        assert_same(found.as_slice(), &expected, &format!("turned around, {n}"));

        // What stood in the target is of no matter.
        let mut target = square(n, &vec![T::of(f64::NAN); n * n]);
        contract!(target[i, k] = x[i, j] * y[j, k]).unwrap();
        assert_same(target.as_slice(), &expected, &format!("into NaN, {n}"));
        target.fill(T::of(f64::NEG_INFINITY));
        let composition = Composition::einsum("ij,jk->ik").unwrap();
        let assign = |to: &mut T, value: T| *to = value;
        ContractBy::new(&composition).update(&[&x, &y], target.view_mut(), assign).unwrap();
        assert_same(target.as_slice(), &expected, &format!("into infinity, {n}"));
        // But where it is added to, it stays.
        target.fill(T::ZERO);
        target[[n - 1, 0]] = T::of(f64::NAN);
        let finite = square(n, &numbers::<T>(n * n, 3));
        contract!(target[i, k] += finite[i, j] * finite[j, k]).unwrap();
        let mut expected = product(finite.as_slice(), finite.as_slice(), n);
        expected[(n - 1) * n] = T::of(f64::NAN);
        assert_same(target.as_slice(), &expected, &format!("added to NaN, {n}"));
    }
}

#[test]
fn products_of_matrices_keep_nan_and_infinity() {
    strange_products::<f64>(&[1, 2, 3, 4, 5, 8, 16, 17, 33, 64, 100, 200]);
}

#[test]
fn products_of_matrices_of_f32_keep_nan_and_infinity() {
    strange_products::<f32>(&[1, 2, 3, 4, 5, 8, 16, 17, 33, 64, 100, 200]);
}

#[test]
fn products_of_inline_matrices_keep_nan_and_infinity() {
    macro_rules! check {
        ($($n:literal)*) => {$({
            let [left, right] = strange::<f32>($n);
            let expected = product(&left, &right, $n);
            let of = |elements: &[f32]| {
                InlineTensor::<f32, StaticExtents![$n, $n]>::inline_from_fn(|[row, column]| {
                    elements[row * $n + column]
                })
            };
            let (x, y) = (of(&left), of(&right));
            let Ok(found) = contract!(x[i, j] * y[j, k] => [i, k]);
            assert_same(found.as_slice(), &expected, stringify!($n));
            let mut found = InlineTensor::<f32, StaticExtents![$n, $n]>::inline_full(f32::NAN);
            let Ok(()) = contract!(found[k, i] = x[i, j] * y[j, k]);
            let turned = |at: usize| expected[at % $n * $n + at / $n];
            let expected: Vec<f32> = (0..$n * $n).map(turned).collect();
            assert_same(found.as_slice(), &expected, stringify!($n));
        })*};
    }
    check!(2 3 4 5 8 16 17);
}

#[test]
fn sums_and_vectors_keep_nan_and_infinity() {
    let [nan, inf] = [f64::NAN, f64::INFINITY];
    for n in [2, 4, 9, 64, 1_000, 5_000] {
        for place in [0, 1, n / 2, n - 1] {
            // A zero times infinity inside of a long sum, from either side.
            let (mut x, mut y) = (vec![1.0; n], vec![1.0; n]);
            (x[place], y[place]) = (0.0, inf);
            let extents = DynExtents::new([n]).unwrap();
            let of = |elements: &[f64]| Tensor::from_slice(extents, elements).unwrap();
            let (zero, infinite) = (of(&x), of(&y));
            for (x, y) in [(&zero, &infinite), (&infinite, &zero)] {
                assert!(contract!(x[i] * y[i] => []).unwrap()[[]].is_nan());
                assert!(einsum("i,i->", &[x, y]).unwrap().as_slice()[0].is_nan());
            }
            assert_eq!(contract!(infinite[i] => []).unwrap()[[]], inf);
            assert_eq!(einsum("i->", &[&infinite]).unwrap().as_slice(), [inf]);
            // An infinity of each sign.
            let mut both = y.clone();
            both[(place + 1) % n] = -inf;
            assert!(einsum("i->", &[&of(&both)]).unwrap().as_slice()[0].is_nan());
            // No product is left out where a factor is 0.
            if n < 100 {
                let outer = contract!(zero[i] * infinite[j] => [i, j]).unwrap();
                assert!(outer[[place, place]].is_nan());
                assert_eq!(outer[[place, (place + 1) % n]], 0.0);
                assert_eq!(outer[[(place + 1) % n, place]], inf);
            }
            let times = contract!(zero[i] * infinite[i] => [i]).unwrap();
            assert!(times[[place]].is_nan());
            y[place] = nan;
            assert!(einsum("i,i->", &[&zero, &of(&y)]).unwrap().as_slice()[0].is_nan());
        }
    }
    // A matrix of zeros times a vector: only the row that meets no infinity stays 0.
    let zeros = Tensor::<f64, _>::zeros(extents![3, 40]).unwrap();
    let mut vectors = Tensor::full(extents![3, 40], 1.0).unwrap();
    vectors[[1, 39]] = inf;
    vectors[[2, 0]] = nan;
    let found = contract!(zeros[i, j] * vectors[i, j] => [i]).unwrap();
    assert_same(found.as_slice(), &[0.0, nan, nan], "batched");
}

#[test]
fn sums_start_from_positive_zero() {
    for n in [1, 2, 4, 7, 8, 16, 17, 64] {
        let minus = square(n, &vec![-0.0_f64; n * n]);
        let ones = square(n, &vec![1.0_f64; n * n]);
        let plus = |found: &[f64], what: &str| {
            assert!(found.iter().all(|x| x.to_bits() == 0), "{what} of {n}: {found:?}");
        };
        plus(contract!(minus[i, j] * ones[j, k] => [i, k]).unwrap().as_slice(), "contract!");
        for text in ["ij,jk->ik", "ij,kj->ki", "ij,ij->i", "ij,ij->", "ij,jk->i"] {
            plus(einsum(text, &[&minus, &ones]).unwrap().as_slice(), text);
        }
        for text in ["ij->i", "ij->j", "ij->", "ii->"] {
            plus(einsum(text, &[&minus]).unwrap().as_slice(), text);
        }
        let mut target = minus.clone();
        contract!(target[i, k] += minus[i, j] * ones[j, k]).unwrap();
        plus(target.as_slice(), "added to -0.0");
        // What is not summed is -0.0 still.
        let kept = |found: &[f64]| found.iter().all(|x| x.to_bits() == (-0.0_f64).to_bits());
        assert!(kept(contract!(minus[i, j] * ones[i, j] => [j, i]).unwrap().as_slice()));
        for text in ["ij,ij->ij", "ij,ij->ji", "ii,jj->ij"] {
            assert!(kept(einsum(text, &[&minus, &ones]).unwrap().as_slice()), "{text} of {n}");
        }
    }
    // One term of each sum, in rows of each length and in columns, written and added.
    for n in [1, 5, 8, 30, 300] {
        let minus = Tensor::full(extents![dyn n, dyn 1].unwrap(), -0.0_f64).unwrap();
        let ones = Tensor::full(extents![dyn 1, dyn n].unwrap(), 1.0_f64).unwrap();
        let mut target = Tensor::full(extents![dyn n, dyn n].unwrap(), -0.0_f64).unwrap();
        let (batch, other) = (minus.insert_mode(Const::<0>), ones.insert_mode(Const::<0>));
        let cases: [(&str, [&dyn DynOperand<f64>; 2]); 4] = [
            ("ij,jk->ik", [&minus, &ones]),
            ("ij,jk->ki", [&minus, &ones]),
            ("ji,kj->ik", [&ones, &minus]),
            ("lij,ljk->lik", [&batch, &other]),
        ];
        for (text, operands) in cases {
            let found = einsum(text, &operands).unwrap();
            assert!(found.iter().all(|x| x.to_bits() == 0), "{text} of {n}");
        }
        contract!(target[i, k] += minus[i, j] * ones[j, k]).unwrap();
        assert!(target.iter().all(|x| x.to_bits() == 0), "added to -0.0 of {n}");
    }
    let minus = InlineTensor::<f32, StaticExtents![4, 4]>::inline_full(-0.0);
    let ones = InlineTensor::<f32, StaticExtents![4, 4]>::inline_full(1.0);
    let Ok(sums) = contract!(minus[i, j] * ones[j, k] => [i, k]);
    assert!(sums.iter().all(|x| x.to_bits() == 0));
}
