//! Norms, whole and along modes, and the indices where a predicate holds, against their definition.
#![allow(
    clippy::unwrap_used,
    clippy::float_cmp,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers that are compared are exact"
)]

use super::{groups, shape};
use crate::elements::models::{in_all_layouts, shapes};
use extents::{
    Const, DynExtents, DynRankExtents, Extents, StaticExtents, Tensor, TensorOf, extents, modes,
    slice,
};

#[test]
fn norms_of_elements_in_all_layouts() {
    shapes(43, |random, of, mode| {
        let values: Vec<i64> = of.elements.iter().map(|x| i64::from(x % 100) - 50).collect();
        let mut list = vec![mode];
        let other = random.below(of.extents.len());
        if other != mode {
            list.push(other);
        }
        let groups = groups(&of.extents, &list, &values);
        // By definition; the sums of squares are small integers, which floats add exactly.
        let all = |norm: fn(&[i64]) -> i64| groups.iter().map(|all| norm(all)).collect::<Vec<_>>();
        let l1 = |all: &[i64]| all.iter().map(|x| x.abs()).sum::<i64>();
        let largest = |all: &[i64]| all.iter().map(|x| x.abs()).max().unwrap_or(0);
        let squares = |all: &[i64]| all.iter().map(|x| x * x).sum::<i64>();
        let roots: Vec<f64> = all(squares).iter().map(|sum| (*sum as f64).sqrt()).collect();
        in_all_layouts(of, |view| {
            let integers = || view.lazy().map(|x| i64::from(x % 100) - 50);
            let floats = || integers().map(|x| x as f64);
            let along = integers().over(&list).norm_l1().unwrap();
            assert_eq!(along.extents().extents().as_ref(), shape(&of.extents, &list, false));
            assert_eq!(along.as_slice(), all(l1));
            assert_eq!(integers().over(&list[..]).norm_max().unwrap().as_slice(), all(largest));
            let kept = floats().over(&list[..]).keep().norm_l2().unwrap();
            assert_eq!(kept.extents().extents().as_ref(), shape(&of.extents, &list, true));
            assert_eq!(kept.as_slice(), roots);
            assert_eq!(integers().norm_l1().unwrap(), l1(&values));
            assert_eq!(integers().norm_max().unwrap(), largest(&values));
            assert_eq!(floats().norm_l2().unwrap(), (squares(&values) as f64).sqrt());
        });
    });
}

#[test]
fn norms_of_floats_and_in_types() {
    let a = Tensor::from_vec(extents![2, dyn 2].unwrap(), vec![3.0, -4.0, f64::NAN, 1.0]).unwrap();
    let rows: TensorOf<StaticExtents![2], f64> = a.over(modes![1]).norm_l2().unwrap();
    assert!(rows[[0]] == 5.0 && rows[[1]].is_nan());
    // NaN first and last.
    let largest = a.over(Const::<1>).norm_max().unwrap();
    assert!(largest[[0]] == 4.0 && largest[[1]].is_nan());
    let Ok(turned) = a.reverse(Const::<1>).over(modes![1]).inline().norm_max();
    assert!(turned[[0]] == 4.0 && turned[[1]].is_nan());
    assert!(a.norm_max().is_nan() && a.view().norm_l1().is_nan() && a.norm_l2().is_nan());
    let first = a.slice(slice![0, ..]).unwrap();
    assert_eq!((first.norm_l1(), first.norm_l2(), first.norm_max()), (7.0, 5.0, 4.0));
    let mut into = Tensor::full(extents![2], 9_f32).unwrap();
    let b = Tensor::from_vec(extents![2, 2], vec![0.0_f32, -0.0, 6.0, -8.0]).unwrap();
    let Ok(()) = b.over(modes![1]).norm_l2_into(&mut into);
    assert_eq!(into.as_slice(), [0.0, 10.0]);
    // Nothing at all.
    let empty = Tensor::<f64, _>::zeros(extents![dyn 2, dyn 0].unwrap()).unwrap();
    assert_eq!(empty.over(1).norm_l2().unwrap().as_slice(), [0.0, 0.0]);
    assert_eq!(empty.over(1).norm_max().unwrap().as_slice(), [0.0, 0.0]);
    assert_eq!((empty.norm_l1(), empty.norm_max(), empty.norm_l2()), (0.0, 0.0, 0.0));
    // The smallest integer has no absolute value, and stays.
    let least = Tensor::from_vec(extents![2, 1], vec![i8::MIN, -3]).unwrap();
    assert_eq!(least.over(modes![1]).norm_max().unwrap().as_slice(), [i8::MIN, 3]);
    assert_eq!((least.norm_max(), least.chip(slice![0, ..]).unwrap().norm_max()), (3, i8::MIN));
    assert_eq!(
        a.over(2).norm_l2().unwrap_err().to_string(),
        "there is no mode 2 in a shape of rank 2"
    );
}

#[test]
fn indices_where_a_predicate_holds() {
    shapes(44, |_, of, _| {
        let mut wanted = Vec::new();
        for (number, element) in of.elements.iter().enumerate() {
            if element % 3 == 0 {
                let mut rest = number;
                let mut index = vec![0; of.extents.len()];
                for mode in (0..of.extents.len()).rev() {
                    index[mode] = rest % of.extents[mode];
                    rest /= of.extents[mode];
                }
                wanted.push(index);
            }
        }
        in_all_layouts(of, |view| {
            let found = view.argwhere(|x| x % 3 == 0).unwrap();
            let found: Vec<&[usize]> = found.iter().map(AsRef::as_ref).collect();
            assert_eq!(found, wanted);
            let lazy = view.lazy().map(|x| x % 3).argwhere(|x| x == 0).unwrap();
            let lazy: Vec<&[usize]> = lazy.iter().map(AsRef::as_ref).collect();
            assert_eq!(lazy, wanted);
        });
    });
}

#[test]
fn indices_of_scalars_and_of_nothing() {
    let one = Tensor::full(extents![], 7).unwrap();
    assert_eq!(one.argwhere(|x| *x == 7).unwrap(), [[0_usize; 0]]);
    assert!(one.argwhere(|x| *x == 8).unwrap().is_empty());
    let none = Tensor::<i32, _>::zeros(DynExtents::new([3, 0]).unwrap()).unwrap();
    assert!(none.argwhere(|_| true).unwrap().is_empty());
    assert!(
        Tensor::<i32, DynRankExtents>::default().argwhere(|_| true).is_ok_and(|all| all.is_empty())
    );
    let (a, b) = (
        Tensor::full(extents![dyn 3].unwrap(), 1).unwrap(),
        Tensor::full(extents![dyn 4].unwrap(), 1).unwrap(),
    );
    assert!((&a + &b).argwhere(|_| true).is_err());
    // Elements that are not `Copy`.
    let words = Tensor::from_vec(extents![2, 2], ["a", "b", "a", "c"].map(String::from).to_vec());
    assert_eq!(words.unwrap().argwhere(|word| word == "a").unwrap(), [[0, 0], [1, 0]]);
}

#[test]
fn functions_of_the_standard_library() {
    let values = [-2.0, -1.0, -0.5, -0.0, 0.0, 1e-12, 0.25, 1.0, 10.0, f64::INFINITY, f64::NAN];
    let a = Tensor::from_vec(extents![11], values.to_vec()).unwrap();
    let same = |found: &[f64], of: fn(f64) -> f64| {
        let wanted = values.map(of);
        let is_same = |(x, y): (&f64, &f64)| x == y || (x.is_nan() && y.is_nan());
        assert!(found.iter().zip(&wanted).all(is_same), "{found:?} is not {wanted:?}");
    };
    macro_rules! all {
        ($($name:ident)*) => {$( same(a.lazy().$name().eval().unwrap().as_slice(), f64::$name); )*};
    }
    all!(sqrt cbrt exp exp_m1 ln ln_1p log2 log10 sin cos tan asin acos atan sinh cosh tanh floor ceil round trunc);
    for other in values {
        let b = Tensor::full(extents![11], other).unwrap();
        let pairs = [
            (a.lazy().atan2(&b).eval().unwrap(), values.map(|x| x.atan2(other))),
            (a.lazy().hypot(other).eval().unwrap(), values.map(|x| x.hypot(other))),
        ];
        for (found, wanted) in pairs {
            let mut both = found.iter().zip(&wanted);
            assert!(both.all(|(x, y)| x == y || (x.is_nan() && y.is_nan())), "{found} {wanted:?}");
        }
    }
    let single = Tensor::full(extents![2], 8_f32).unwrap();
    assert_eq!(single.lazy().log2().eval().unwrap().as_slice(), [3.0; 2]);
    assert_eq!(single.lazy().cbrt().hypot(1.5).eval().unwrap().as_slice(), [2.5; 2]);
}
