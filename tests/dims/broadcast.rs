//! Operands that repeat to extents with names: each mode at the place of its name, element by element.

use super::*;
use extents::{Const, View, names};

/// A tensor whose element says at which batch and time it is.
fn weights(batch: usize, time: usize) -> TensorOf<StaticExtents![dyn Batch, dyn Time], usize> {
    Tensor::from_fn(extents![dyn Batch = batch, dyn Time = time].unwrap(), |[b, t]| 10 * b + t)
        .unwrap()
}

#[test]
fn a_name_goes_to_its_name() {
    let extents = extents![dyn Batch = 3, dyn Time = 3, dyn Past = 3].unwrap();
    let w = weights(3, 3);
    let to = w.broadcast_like(&extents).unwrap();
    assert_eq!(to.extents(), &extents);
    for [b, t, p] in extents.indices() {
        assert_eq!(to[[b, t, p]], 10 * b + t);
    }
    // In another order, and with a mode between.
    let extents = extents![dyn Time = 3, dyn Past = 2, dyn Batch = 3].unwrap();
    let to = w.broadcast_to(extents).unwrap();
    for [t, p, b] in extents.indices() {
        assert_eq!(to[[t, p, b]], 10 * b + t);
    }
    let one = w.over(names![Time]).max().unwrap();
    let to = one.broadcast_to(extents).unwrap();
    for [t, p, b] in extents.indices() {
        assert_eq!(to[[t, p, b]], 10 * b + 2);
    }
    // A mode without a name at the place where this one would be.
    let extents = extents![dyn Batch = 3, dyn 3].unwrap();
    let to = one.broadcast_like(&extents).unwrap();
    for [b, n] in extents.indices() {
        assert_eq!(to[[b, n]], 10 * b + 2);
    }
}

#[test]
fn modes_that_a_fold_keeps_repeat_in_any_order() {
    let w = weights(2, 3);
    let turned = w.permute(names![Time, Batch]);
    let kept = w.over(names![Time]).keep().sum().unwrap();
    let to = kept.broadcast_like(&turned).unwrap();
    for [t, b] in turned.extents().indices() {
        assert_eq!(to[[t, b]], 30 * b + 3);
    }
    let shares = (turned - to).eval().unwrap();
    assert_eq!(shares[[2, 1]], 12_usize.wrapping_sub(33));
}

#[test]
fn names_that_are_numbers_go_too() {
    dims! { Heads = 2, Width = 2 }
    let gains = View::from_slice(extents![(Heads)], &[1, 2]).unwrap();
    let Ok(to) = gains.broadcast_to(extents![(Heads), (Width)]);
    assert!(to.iter().eq(&[1, 1, 2, 2]));
    let Ok(last) = gains.broadcast_to(extents![(Width), (Heads)]);
    assert!(last.iter().eq(&[1, 2, 1, 2]));
    // Numbers without names stand at their places.
    let Ok(plain) = gains.broadcast_to(extents![2, 2]);
    assert!(plain.iter().eq(&[1, 2, 1, 2]));
}

#[test]
fn what_has_no_name_stands_at_its_place() {
    let extents = extents![dyn Batch = 2, dyn Time = 3].unwrap();
    let row = Tensor::from_vec(extents![dyn 3].unwrap(), vec![1, 2, 3]).unwrap();
    assert!(row.broadcast_like(&extents).unwrap().iter().eq(&[1, 2, 3, 1, 2, 3]));
    let column = Tensor::from_vec(extents![dyn Batch = 2, 1].unwrap(), vec![1, 2]).unwrap();
    assert!(column.broadcast_like(&extents).unwrap().iter().eq(&[1, 1, 1, 2, 2, 2]));
    let list = DynRankExtents::new(&[2, 2]).unwrap();
    let names = Tensor::from_vec(extents![dyn Batch = 2].unwrap(), vec![1, 2]).unwrap();
    assert!(names.broadcast_like(&list).unwrap().iter().eq(&[1, 2, 1, 2]));
    // An extent of another number is an error that names the mode of the result.
    let short = Tensor::from_vec(extents![dyn Batch = 3].unwrap(), vec![1, 2, 3]).unwrap();
    let error = short.broadcast_like(&extents).unwrap_err().to_string();
    assert_eq!(
        error,
        "mode 0 of extent 3 does not repeat to mode 0 of extent 2: only extent 1 repeats"
    );
    let single = Tensor::from_vec(extents![dyn Batch = 1].unwrap(), vec![7]).unwrap();
    assert!(single.broadcast_like(&extents).unwrap().iter().eq(&[7; 6]));
}

/// As the chapter on generic code writes it: over any dims, which may be one.
#[test]
fn generic_code_repeats_rows() {
    fn shifted<N: Dim, I: Dim>(
        x: &TensorOf<StaticExtents![dyn N, dyn I], i32>,
        row: &TensorOf<StaticExtents![dyn I], i32>,
    ) -> Result<TensorOf<StaticExtents![dyn N, dyn I], i32>, ShapeError> {
        (x + row.broadcast_like(x)?).eval()
    }
    let row = Tensor::from_vec(extents![dyn Time = 2].unwrap(), vec![1, 2]).unwrap();
    let x = Tensor::full(extents![dyn Batch = 2, dyn Time = 2].unwrap(), 10).unwrap();
    assert_eq!(shifted(&x, &row).unwrap().as_slice(), [11, 12, 11, 12]);
    let square = Tensor::full(extents![dyn Time = 2, dyn Time = 2].unwrap(), 10).unwrap();
    assert_eq!(shifted(&square, &row).unwrap().as_slice(), [11, 12, 11, 12]);
    let column = x.over(Const::<1>).keep().sum().unwrap();
    assert_eq!((&x - column.broadcast_like(&x).unwrap()).eval().unwrap().as_slice(), [-10; 4]);
}
