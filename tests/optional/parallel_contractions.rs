//! Consistency tests: contractions on all processors (feature `rayon`) are those of one processor, element by element. What
//! those are is in `random_options`.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::unwrap_used,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::indexing_slicing,
    reason = "a test says what is wrong by panicking"
)]

use extents::label::{b, i, j, k, l};
use extents::layout::{Canonical, ColMajor};
use extents::{DynExtents, Tensor, TensorOf, contract, extents};

fn whole<const R: usize>(extents: [usize; R], seed: usize) -> TensorOf<DynExtents<R>, i64> {
    let mut n = seed;
    let next = |_: [usize; R]| {
        n = n.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (n >> 40) as i64
    };
    Tensor::from_fn(DynExtents::new(extents).unwrap(), next).unwrap()
}

/// Integers are the same in any order.
#[test]
fn integers_are_the_same_on_all_processors() {
    let (a, c) = (whole([100, 90], 1), whole([90, 110], 2));
    let one = contract!(a[i, j] * c[j, k] => [i, k]).unwrap();
    assert_eq!(contract!(a[i, j] * c[j, k] => [i, k]; par).unwrap(), one);
    let one = contract!(a[i, j] * c[j, k] => [k, i]).unwrap();
    assert_eq!(contract!(a[i, j] * c[j, k] => [k, i]; par).unwrap(), one);

    let long = whole([1000, 700], 3);
    assert_eq!(contract!(long[i, j] => []; par).unwrap(), contract!(long[i, j] => []).unwrap());
    assert_eq!(contract!(long[i, j] => [j]; par).unwrap(), contract!(long[i, j] => [j]).unwrap());
    assert_eq!(
        contract!(long[i, j] => [j, i]; par).unwrap(),
        contract!(long[i, j] => [j, i]).unwrap()
    );
    let dot = contract!(long[i, j] * long[i, j] => []).unwrap();
    assert_eq!(contract!(long[i, j] * long[i, j] => []; par).unwrap(), dot);

    let (x, y) = (whole([40, 20, 30], 4), whole([40, 30, 25], 5));
    let one = contract!(x[b, i, j] * y[b, j, k] => [b, i, k]).unwrap();
    assert_eq!(contract!(x[b, i, j] * y[b, j, k] => [b, i, k]; par).unwrap(), one);

    let chain = contract!(a[i, j] * c[j, k] * a[l, j] => [i, k, l]).unwrap();
    assert_eq!(contract!(a[i, j] * c[j, k] * a[l, j] => [i, k, l]; par).unwrap(), chain);
}

#[test]
fn outputs_are_written_and_added_to_on_all_processors() {
    let (a, c) = (whole([100, 90], 1), whole([90, 110], 2));
    let product = contract!(a[i, j] * c[j, k] => [i, k]).unwrap();
    let mut to = Tensor::full(ColMajor.of(extents![100, 110]), 7).unwrap();
    contract!(to[i, k] = a[i, j] * c[j, k]; par).unwrap();
    assert!(to.iter().eq(product.iter()));
    contract!(to[i, k] += a[i, j] * c[j, k]; par; path [(0, 1)]).unwrap();
    assert!(to.iter().copied().eq(product.iter().map(|x| 2 * x)));
    let mut sum = Tensor::full(extents![], 1000).unwrap();
    contract!(sum[] += a[i, j]; par).unwrap();
    assert_eq!(sum[[]], 1000 + a.iter().sum::<i64>());
}

/// Products large enough to be shared out, against loops; whole numbers, of which each order gives the same.
#[test]
fn large_products_are_the_same_on_all_processors() {
    let of =
        |extents: [usize; 2], seed| whole(extents, seed).view().map(|x| (*x % 50) as f64).unwrap();
    let (a, c) = (of([150, 160], 9), of([160, 130], 10));
    let mut expected = vec![0.0; 150 * 130];
    for row in 0..150 {
        for n in 0..160 {
            for column in 0..130 {
                expected[row * 130 + column] += a[[row, n]] * c[[n, column]];
            }
        }
    }
    assert_eq!(contract!(a[i, j] * c[j, k] => [i, k]; par).unwrap().as_slice(), expected);
    let mut to = Tensor::full(ColMajor.of(extents![150, 130]), 7.0).unwrap();
    contract!(to[i, k] += a[i, j] * c[j, k]; par).unwrap();
    assert!(to.iter().zip(&expected).all(|(found, sum)| *found == sum + 7.0));

    let of =
        |extents: [usize; 3], seed| whole(extents, seed).view().map(|x| (*x % 50) as f64).unwrap();
    let (x, y) = (of([30, 50, 40], 11), of([30, 40, 45], 12));
    let mut expected = vec![0.0; 30 * 50 * 45];
    for batch in 0..30 {
        for row in 0..50 {
            for n in 0..40 {
                for column in 0..45 {
                    expected[(batch * 50 + row) * 45 + column] +=
                        x[[batch, row, n]] * y[[batch, n, column]];
                }
            }
        }
    }
    let found = contract!(x[b, i, j] * y[b, j, k] => [b, i, k]; par).unwrap();
    assert_eq!(found.as_slice(), expected);

    // Of few elements, so that each processor has sums of its own.
    let rows = whole([50_000, 8], 13).view().map(|x| (*x % 50) as f64).unwrap();
    let mut expected = [[1.0; 8]; 8];
    for row in 0..50_000 {
        for left in 0..8 {
            for right in 0..8 {
                expected[left][right] += rows[[row, left]] * rows[[row, right]];
            }
        }
    }
    let mut to = Tensor::full(extents![8, 8], 1.0).unwrap();
    contract!(to[j, k] += rows[i, j] * rows[i, k]; par).unwrap();
    assert_eq!(to.as_slice(), expected.as_flattened());
}

/// Few sums of many terms: each processor has sums of its own, which are added.
#[test]
fn few_long_sums_are_the_same_on_all_processors() {
    let rows = whole([60_000, 5], 8);
    let mut columns = [0_i64; 5];
    let mut products = [[0_i64; 5]; 5];
    for row in 0..60_000 {
        for left in 0..5 {
            columns[left] += rows[[row, left]];
            for right in 0..5 {
                let product = rows[[row, left]].wrapping_mul(rows[[row, right]]);
                products[left][right] = products[left][right].wrapping_add(product);
            }
        }
    }
    assert_eq!(contract!(rows[i, j] => [j]; par).unwrap().as_slice(), columns);
    let found = contract!(rows[i, j] * rows[i, k] => [j, k]; par).unwrap();
    assert_eq!(found.as_slice(), products.as_flattened());
    // Added to what is there, into a target of another order.
    let mut to = Tensor::full(ColMajor.of(extents![5, 5]), 7_i64).unwrap();
    contract!(to[k, j] += rows[i, j] * rows[i, k]; par).unwrap();
    assert!(
        to.iter().zip(products.as_flattened()).all(|(found, sum)| *found == sum.wrapping_add(7))
    );
    // From the last row to the first.
    let turned = rows.view().reverse(0).unwrap();
    let found = contract!(turned[i, j] * rows[i, k] => [j, k]; par).unwrap();
    let mut crossed = [[0_i64; 5]; 5];
    for row in 0..60_000 {
        for left in 0..5 {
            for right in 0..5 {
                let product = rows[[59_999 - row, left]].wrapping_mul(rows[[row, right]]);
                crossed[left][right] = crossed[left][right].wrapping_add(product);
            }
        }
    }
    assert_eq!(found.as_slice(), crossed.as_flattened());
    // Bytes are cut once, after all parts were added.
    let bytes = rows.view().map(|x| *x as i8).unwrap();
    let found = contract!(bytes[i, j] => [j]; sum in i64; par).unwrap();
    assert_eq!(found.as_slice(), columns.map(|sum| sum as i8));
}

/// The bound that the guide states: the roundings of as many terms, of the sum of absolute values.
#[test]
fn floats_stay_within_the_bound() {
    let a = whole([120, 400], 6).view().map(|x| *x as f32 / 1e6).unwrap();
    let c = whole([400, 90], 7).view().map(|x| *x as f32 / 1e6).unwrap();
    let found = contract!(a[i, j] * c[j, k] => [i, k]; par).unwrap();
    let exact = contract!(a[i, j] * c[j, k] => [i, k]; sum in f64; par).unwrap();
    for row in 0..120 {
        for column in 0..90 {
            let terms = (0..400).map(|n| f64::from(a[[row, n]]) * f64::from(c[[n, column]]));
            let (sum, size) = terms.fold((0.0, 0.0), |(sum, size), x| (sum + x, size + x.abs()));
            let error = (f64::from(found[[row, column]]) - sum).abs();
            assert!(error <= 402.0 * f64::from(f32::EPSILON) * size, "{row} {column}: {error}");
            let error = (f64::from(exact[[row, column]]) - sum).abs();
            assert!(error <= f64::from(f32::EPSILON) * size, "{row} {column}: {error}");
        }
    }
}
