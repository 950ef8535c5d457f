//! Eager methods and lazy expressions run in one loop nest: consistency of both, and sums against exact ones.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::cast_precision_loss,
    clippy::cast_possible_wrap,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use extents::layout::{Canonical, ColMajor, Layout};
use extents::{Const, DynExtents, DynRankExtents, Extents, Tensor, View, modes};

/// Numbers whose sum rounds: of many sizes and both signs.
fn number(n: usize) -> f64 {
    let sign = if n.is_multiple_of(3) { -1.0 } else { 1.0 };
    sign * (n as f64 + 0.1) * 10.0_f64.powi((n % 13) as i32 - 6)
}

/// The eager sum and the lazy one are the same bits; both are as near to the exact sum as any order allows.
fn check<E: Extents, L: Layout<E>>(name: &str, view: &View<'_, f64, E, L>) {
    let Ok(lazy) = view.lazy().sum().map_err(|_| ()) else { unreachable!("one operand agrees") };
    let eager = view.sum();
    assert_eq!(eager.to_bits(), lazy.to_bits(), "{name}: {eager} {lazy}");
    // Each of the roundings is at most half a unit of the sum of the absolute values.
    let (mut sum, mut absolute, mut count) = (0.0, 0.0, 0.0);
    for x in view.iter() {
        (sum, absolute, count) = (sum + x, absolute + x.abs(), count + 1.0);
    }
    assert!((eager - sum).abs() <= count * f64::EPSILON * absolute, "{name}: {eager} {sum}");
}

#[test]
fn eager_and_lazy_sums_are_the_same_bits() {
    for [rows, columns] in [[1, 1], [3, 5], [7, 16], [20, 33], [100, 100], [300, 256], [1, 999]] {
        let shape = DynExtents::new([rows, columns]).unwrap();
        let a = Tensor::from_fn(shape, |[i, j]| number(i * columns + j)).unwrap();
        let b = Tensor::from_fn(ColMajor.of(shape), |[i, j]| number(i + rows * j)).unwrap();
        check("row-major", &a.view());
        check("column-major", &b.view());
        check("transposed", &a.view().transpose());
        check("reversed", &b.view().reverse(Const::<1>));
        check("both reversed", &a.view().reverse(Const::<0>).reverse(Const::<1>));
        let dynamic = DynRankExtents::new(&[rows, columns]).unwrap();
        check("dynamic rank", &View::from_slice(dynamic, a.as_slice()).unwrap());
    }
    let shape = DynExtents::new([6, 9, 17]).unwrap();
    let a = Tensor::from_fn(shape, |[i, j, k]| number(i * 153 + j * 17 + k)).unwrap();
    check("three modes", &a.view());
    check("permuted", &a.view().permute(modes![1, 0, 2]));
    check("permuted and reversed", &a.view().permute(modes![2, 0, 1]).reverse(Const::<0>));
}

#[test]
fn elements_that_are_not_copied_are_given_by_reference() {
    let shape = DynExtents::new([140, 256]).unwrap();
    let text = |[i, j]: [usize; 2]| format!("{i},{j}");
    let a = Tensor::from_fn(shape, text).unwrap();
    let across = Tensor::from_fn(ColMajor.of(shape), text).unwrap();
    let joined = a.zip_with(&across, |x, y| format!("{x};{y}")).unwrap();
    let mut target = Tensor::from_fn(ColMajor.of(shape), |_| String::new()).unwrap();
    target.assign(&joined).unwrap();
    for (i, j) in (0..140).flat_map(|i| (0..256).map(move |j| (i, j))) {
        assert_eq!(target[[i, j]], format!("{i},{j};{i},{j}"));
    }
    let lengths = a.view().fold(0, |sum, x| sum + x.len());
    let digits = |n: usize| n.to_string().len();
    let expected: usize =
        (0..140).flat_map(|i| (0..256).map(move |j| digits(i) + 1 + digits(j))).sum();
    assert_eq!(lengths, expected);
}
