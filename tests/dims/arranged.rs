//! What is arranged into a target, or by indices, whose modes have names: where these agree, it is as without names.

use super::*;
use extents::arrange::{Padding, concat_into, stack_into};

type By<A, B> = TensorOf<StaticExtents![dyn A, dyn B], f64>;

fn zeros<A: Dim, B: Dim>(a: usize, b: usize) -> By<A, B> {
    Tensor::full(extents![dyn A = a, dyn B = b].unwrap(), 0.0).unwrap()
}

#[test]
fn targets_may_have_another_name_along_the_mode() {
    let x = batch_by_time(2, 3).unwrap();
    let mut taken = zeros::<Batch, Past>(2, 2);
    x.take_into(Const::<1>, [2, 0], &mut taken).unwrap();
    assert_eq!(taken.as_slice(), [2.0, 0.0, 12.0, 10.0]);
    let mut wide = zeros::<Batch, Past>(2, 4);
    x.pad_into(Const::<1>, (1, 0), Padding::Constant(7.0), &mut wide).unwrap();
    assert_eq!(wide.as_slice(), [7.0, 0.0, 1.0, 2.0, 7.0, 10.0, 11.0, 12.0]);
    let mut twice = zeros::<Past, Time>(4, 3);
    x.repeat_whole_into(Const::<0>, 2, &mut twice).unwrap();
    concat_into(Const::<0>, (&x, &x), &mut zeros::<Past, Time>(4, 3)).unwrap();
    assert_eq!(twice.as_slice()[6..], *x.as_slice());
    let mut rolled = zeros::<Batch, Time>(2, 3);
    x.roll_into(1, 1, &mut rolled).unwrap();
    assert_eq!(rolled.as_slice(), [2.0, 0.0, 1.0, 12.0, 10.0, 11.0]);
}

#[test]
fn stacks_have_the_names_around_a_further_mode() {
    let x = batch_by_time(2, 1).unwrap();
    let mut all =
        Tensor::full(extents![dyn Batch = 2, dyn Past = 2, dyn Time = 1].unwrap(), 0.0).unwrap();
    stack_into(Const::<1>, [&x, &x], &mut all).unwrap();
    assert_eq!(all.as_slice(), [0.0, 0.0, 10.0, 10.0]);
    stack_into(1, [&x, &x], &mut all).unwrap();
    assert_eq!(all.as_slice(), [0.0, 0.0, 10.0, 10.0]);
}

#[test]
fn indices_and_sources_may_have_another_name_along_the_mode() {
    let mut x = batch_by_time(2, 3).unwrap();
    let at = Tensor::from_vec(extents![dyn Batch = 2, dyn Past = 1].unwrap(), vec![2, 1]).unwrap();
    let taken = x.take_along(Const::<1>, &at).unwrap();
    let _: &StaticExtents![dyn Batch, dyn Past] = taken.extents();
    assert_eq!(taken.as_slice(), [2.0, 11.0]);
    x.put_along(Const::<1>, &at, &zeros::<Batch, Past>(2, 1)).unwrap();
    assert_eq!(x.as_slice(), [0.0, 1.0, 0.0, 10.0, 0.0, 12.0]);
    // The modes of indices stand in the place of the mode.
    let at = Tensor::from_vec(extents![dyn Past = 1].unwrap(), vec![2]).unwrap();
    let mut by = x.clone();
    by.add_by(Const::<1>, &at, &x.take_by(Const::<1>, &at).unwrap()).unwrap();
    by.put_by(Const::<1>, &at.map(|_| 0).unwrap(), &zeros::<Batch, Past>(2, 1)).unwrap();
    assert_eq!(by.as_slice(), [0.0, 1.0, 0.0, 0.0, 0.0, 24.0]);
    x.put(Const::<1>, [0], &zeros::<Batch, Past>(2, 1)).unwrap();
    assert_eq!(x.as_slice(), [0.0, 1.0, 0.0, 0.0, 0.0, 12.0]);
    let mask = Tensor::from_vec(extents![dyn Time = 3].unwrap(), vec![false, true, false]).unwrap();
    assert_eq!(x.compress(Const::<1>, &mask).unwrap().as_slice(), [1.0, 0.0]);
    let plain = Tensor::from_vec(extents![3], vec![true, false, false]).unwrap();
    assert_eq!(x.compress(Const::<1>, &plain).unwrap().as_slice(), [0.0, 0.0]);
}
