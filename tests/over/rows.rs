//! Folds of rows of any length, whose values are an element of the result in one loop or in several, and the loops that run
//! over few entries without a plan, and over more with one.
#![allow(clippy::unwrap_used, reason = "a panic fails the test, as it should")]

use extents::expression::computed;
use extents::prelude::*;

/// The largest of some values by definition: NaN where one is that.
fn largest(values: &[f64]) -> f64 {
    if values.iter().any(|x| x.is_nan()) {
        return f64::NAN;
    }
    values.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

fn same(a: f64, b: f64) -> bool {
    a == b || (a.is_nan() && b.is_nan())
}

#[test]
fn extremes_of_rows_of_any_length() {
    let value = |n: usize| ((n * 37) % 101) as f64 - 50.0;
    for columns in 1..=35 {
        for nan in (0..=columns).step_by(if columns < 20 { 1 } else { 5 }) {
            // NaN stands in the second row, or nowhere.
            let element = |[i, j]: [usize; 2]| {
                if i == 1 && j == nan { f64::NAN } else { value(columns * i + j) }
            };
            let a = Tensor::from_fn(extents![dyn 3, dyn columns].unwrap(), element).unwrap();
            let transposed =
                Tensor::from_fn(extents![dyn columns, dyn 3].unwrap(), |[j, i]| element([i, j]));
            let transposed = transposed.unwrap();
            let mut into = Tensor::full(extents![dyn 3].unwrap(), 7.0).unwrap();
            a.over(modes![1]).max_into(&mut into).unwrap();
            let kept = a.over(modes![1]).keep().max().unwrap();
            let along_columns = transposed.over(modes![0]).max().unwrap();
            let smallest = (-&a).over(modes![1]).min().unwrap();
            for i in 0..3 {
                let row: Vec<f64> = (0..columns).map(|j| element([i, j])).collect();
                let expected = largest(&row);
                let lane = a.slice(slice![i, ..]).unwrap();
                let found = [
                    into[[i]],
                    kept[[i, 0]],
                    along_columns[[i]],
                    -smallest[[i]],
                    lane.lazy().max().unwrap().unwrap(),
                    -(-lane).min().unwrap().unwrap(),
                ];
                assert!(found.iter().all(|x| same(*x, expected)), "{row:?}: {found:?}");
            }
            let all: Vec<f64> = a.iter().copied().collect();
            assert!(same(a.lazy().max().unwrap().unwrap(), largest(&all)));
        }
    }
}

/// Sums, means, words and last values of `a` along `mode`, by the definition.
#[track_caller]
fn check_folds<E, L>(a: &View<'_, f64, E, L>, mode: usize)
where
    E: Rank<3>,
    L: extents::layout::TrustedLayout<E>,
{
    let shape = a.extents().extents();
    let sums = a.over([mode]).sum().unwrap();
    let means = a.over([mode]).mean().unwrap();
    let lasts = a.over([mode]).fold(0.0, |_, x| *x).unwrap();
    let lines = a.over([mode]).fold(String::new(), |line, x| format!("{line}{x},")).unwrap();
    let words = a.map(|x| format!("{x:03}")).unwrap();
    let greatest = words.over([mode]).max().unwrap();
    let places = a.over([mode]).argmin().unwrap();
    let mut results = sums.indexed_iter();
    let mut outer = shape;
    outer[mode] = 1;
    for i in 0..outer[0] {
        for j in 0..outer[1] {
            for k in 0..outer[2] {
                let at = |n: usize| {
                    let mut index = [i, j, k];
                    index[mode] = n;
                    a[index]
                };
                let line: Vec<f64> = (0..shape[mode]).map(at).collect();
                let (to, sum) = results.next().unwrap();
                let expected: f64 = line.iter().sum();
                assert_eq!(*sum, expected);
                assert_eq!(means[&to], expected / line.len() as f64);
                assert_eq!(lasts[&to], *line.last().unwrap());
                let text: String = line.iter().map(|x| format!("{x},")).collect();
                assert_eq!(lines[&to], text);
                let word = line.iter().map(|x| format!("{x:03}")).max().unwrap();
                assert_eq!(greatest[&to], word);
                let least = line.iter().copied().fold(f64::INFINITY, f64::min);
                assert_eq!(places[&to], line.iter().position(|x| *x == least).unwrap());
            }
        }
    }
}

/// Of parts in any order: few entries, and more than are walked without a plan.
#[test]
fn loops_over_parts_in_any_order() {
    let value = |[i, j, k]: [usize; 3]| (100 * i + 10 * j + k) as f64;
    for shape in [[2, 3, 4], [4, 4, 4], [4, 4, 5], [1, 9, 8], [9, 1, 8], [8, 9, 1], [5, 6, 9]] {
        let a = Tensor::from_fn(DynExtents::new(shape).unwrap(), value).unwrap();
        let [x, y, z] = shape;
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            for reversed in 0..8 {
                let all = a.slice(slice![0..x, 0..y, 0..z]).unwrap();
                // Turned around twice: its type is that of any number of times.
                let twice = all.permute(order).unwrap().reverse(0).unwrap();
                let mut view = twice.reverse(0).unwrap();
                for mode in (0..3).filter(|mode| reversed >> mode & 1 == 1) {
                    view = view.reverse(mode).unwrap();
                }
                let view = view.strengthen::<DynExtents<3>>().unwrap();
                let at = |index: [usize; 3]| {
                    let mut of = [0; 3];
                    for mode in 0..3 {
                        let last = shape[order[mode]] - 1;
                        let n = index[mode];
                        of[order[mode]] = if reversed >> mode & 1 == 1 { last - n } else { n };
                    }
                    value(of)
                };
                let expected: Vec<f64> = view.extents().indices().map(at).collect();
                assert!(view.iter().eq(&expected), "{shape:?} {order:?} {reversed}");
                let in_order = view.fold(Vec::new(), |mut all, x| {
                    all.push(*x);
                    all
                });
                assert_eq!(in_order, expected);
                assert_eq!(view.sum(), expected.iter().sum::<f64>());
                assert_eq!((&view + 1.0).eval().unwrap().as_slice(), {
                    let more: Vec<f64> = expected.iter().map(|x| x + 1.0).collect();
                    more
                });
                let distance = (view - computed(*view.extents(), at)).abs();
                assert_eq!(distance.sum(), Ok(0.0));
                let mut twice = Tensor::full(*view.extents(), 1.0).unwrap();
                twice.zip_apply(&view, |to, x| *to += 2.0 * x).unwrap();
                assert!(twice.iter().zip(&expected).all(|(to, x)| *to == 1.0 + 2.0 * x));
                if reversed % 3 == 0 {
                    (0..3).for_each(|mode| check_folds(&view, mode));
                }
            }
        }
    }
}
