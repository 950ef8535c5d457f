//! `rearrange!`, `repeat!` and `reduce!`: what the types of results know, errors at run time, operands.

use extents::einops::{Rearranged, rearrange, reduce, repeat};
use extents::layout::Canonical;
use extents::layout::ColMajor;
use extents::{InlineTensor, StaticExtents, Tensor, TensorOf, View, contract, extents};

use super::message;

/// The extents of a result, whose type is asserted.
fn of<E>(extents: &E) -> &E {
    extents
}

#[test]
fn what_has_a_size_is_static() {
    let n = 2;
    let x = Tensor::full(extents![dyn n, 8, 6, 3].unwrap(), 1).unwrap();
    // Labels keep their modes; those of parentheses are what is given.
    let y = rearrange!(x[b, (h p), w, c] => [c, h, b, p, w]; p = 2).unwrap();
    let _: &StaticExtents![3, (8 / 2), dyn, 2, 6] = of(y.extents());
    let y = rearrange!(x[b, (h p), w, c] => [c, h, b, p, w]; p = 2, h = 4).unwrap();
    let _: &StaticExtents![3, 4, dyn, 2, 6] = of(y.extents());
    let p = 2;
    let y = rearrange!(x[b, (h p), w, c] => [c, h, b, p, w]; p = dyn p, b = 2).unwrap();
    let _: &StaticExtents![3, dyn, 2, dyn, 6] = of(y.extents());
    assert_eq!(y.extents().to_string(), "[3, 4, 2, 2, 6]");
    // Merged modes are static where all their modes are, and one number where all their sizes are given.
    let y = rearrange!(x[b, h, w, c] => [(b c), (w h)]).unwrap();
    let _: &StaticExtents![dyn, (6 * 8)] = of(y.extents());
    const W: usize = 6;
    let y = rearrange!(x[b, h, w, c] => [b, (w h), c]; w = W, h = { 4 + 4 }).unwrap();
    let _: &StaticExtents![dyn, 48, 3] = of(y.extents());
    let y = repeat!(x[b, h, w, c] => [7, b, h, (w 2), again, c, 1]; w = 6, again = 5).unwrap();
    let _: &StaticExtents![7, dyn, 8, 12, 5, 3, 1] = of(y.extents());
}

#[test]
fn results_are_views_or_copies() {
    let x = Tensor::from_fn(extents![2, 3], |[i, j]| 10 * i + j).unwrap();
    let turned = rearrange!(x[i, j] => [j, i]).unwrap();
    assert!(std::ptr::eq(&turned[[2, 1]], &x[[1, 2]]));
    assert!(matches!(rearrange!(x[i, j] => [(i j)]).unwrap(), Rearranged::Borrowed(_)));
    let copy = rearrange!(x[i, j] => [(j i)]).unwrap();
    assert!(matches!(copy, Rearranged::Owned(_)));
    assert_eq!(copy.view().iter().copied().collect::<Vec<_>>(), [0, 10, 1, 11, 2, 12]);
    let rows = repeat!(x[i, j] => [1000, i, j]).unwrap();
    assert!(std::ptr::eq(&rows[[999, 1, 2]], &x[[1, 2]]));
}

#[test]
fn operands_are_expressions() {
    struct Layer {
        weights: Vec<InlineTensor<i32, StaticExtents![2, 2]>>,
    }
    let layer = Layer { weights: vec![InlineTensor::from_array([[1, 2], [3, 4]])] };
    let turned = rearrange!(layer.weights[0][i, j] => [j, i]).unwrap();
    assert_eq!(turned[[0, 1]], 3);
    let data = [1, 2, 3, 4, 5, 6];
    let view = || View::from_slice(ColMajor.of(extents![2, 3]), &data).unwrap();
    let sums: TensorOf<StaticExtents![3], i32> = reduce!((view())[i, j] => [j]; sum).unwrap();
    assert_eq!(sums.as_slice(), [3, 7, 11]);
    // A variable of the name of a label is none.
    let i = extents![4];
    let x = Tensor::full(i, 2).unwrap();
    assert_eq!(reduce!(x[i] => []; sum).unwrap()[[]], 8);
}

#[test]
fn results_are_operands() {
    use extents::label::{h, k, t};
    let x = Tensor::from_fn(extents![3, 4], |[i, j]| i + j).unwrap();
    let heads = rearrange!(x[t, (h d)] => [h, t, d]; h = 2).unwrap();
    let products = contract!(heads[h, t, k] => [h, t]).unwrap();
    assert_eq!(products.as_slice(), [1, 3, 5, 5, 7, 9]);
    let flat = rearrange!(x[a, b] => [(b a)]; a = 3, b = 4).unwrap();
    let squares = contract!(flat[k] * flat[k] => []).unwrap();
    // i + j of 3 by 4: once 0, twice 1, 3 times 2 and 3, twice 4, once 5.
    assert_eq!(squares[[]], 2 + 3 * 4 + 3 * 9 + 2 * 16 + 25);
}

#[test]
fn folds_of_each_kind() {
    let x = Tensor::from_fn(extents![2, 2, 3], |[i, j, k]| (6 * i + 3 * j + k) as f64).unwrap();
    assert_eq!(reduce!(x[i, j, k] => [k, i]; sum).unwrap().as_slice(), [3., 15., 5., 17., 7., 19.]);
    assert_eq!(
        reduce!(x[i, j, k] => [(k i)]; mean).unwrap().as_slice(),
        [1.5, 7.5, 2.5, 8.5, 3.5, 9.5]
    );
    assert_eq!(reduce!(x[i, j, k] => [i, 1]; argmax).unwrap().as_slice(), [5, 5]);
    let any = reduce!(x[i, j, k] => [j]; any(|x| *x == 11.0)).unwrap();
    assert_eq!(any.as_slice(), [false, true]);
    assert_eq!(
        reduce!(x[i, j, k] => [i]; fold(1.0, |all, x| all + x)).unwrap().as_slice(),
        [16., 52.]
    );
    // Nothing is folded.
    assert_eq!(reduce!(x[i, j, k] => [(k j i)]; max).unwrap().as_slice()[..3], [0., 6., 3.]);
}

#[test]
fn errors_at_run_time() {
    let (n, p) = (7, 2);
    let x = Tensor::full(extents![3, dyn n].unwrap(), 0).unwrap();
    let error = message(rearrange!(x[a, (h p)] => [a, h, p]; p = 2));
    assert_eq!(error, "label `h` of mode 1 has no whole size: the extent 7 is not a multiple of 2");
    let error = message(rearrange!(x[a, (h p)] => [a, h, p]; p = 2, h = 3));
    assert_eq!(error, "mode 1 of extent 7 cannot split into parts whose product is 6");
    let error = message(rearrange!(x[a, b] => [b, a]; b = 8));
    assert_eq!(error, "mode 1 should have extent 8, but has 7");
    let error = message(rearrange!(x[(h p), b] => [b, h, p]; p = dyn p));
    assert_eq!(error, "label `h` of mode 0 has no whole size: the extent 3 is not a multiple of 2");
    let error = message(rearrange!(x[a, 1] => [a]));
    assert_eq!(error, "mode 1 should have extent 1, but has 7");
    let huge = usize::MAX / 2;
    let error = message(repeat!(x[a, b] => [a, b, c]; c = dyn huge));
    assert!(error.starts_with("the extents other than 0 make more than"), "{error}");
}
