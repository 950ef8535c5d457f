// Written by `tests/dims/write_refused.py`, which computes what is expected. Do not edit.
// Pairs of functions: names, numbers and labels that are equal, and such of which one differs.
#![allow(unused, clippy::type_complexity)]
use extents::arrange::{concat, stack};
use extents::label::{i, j, k, l};
use extents::rearrange::Named;
use extents::prelude::*;

dims! { Batch, Time, Past, Rows ..= 4, Heads = 2 }

fn p0_equal(x: &TensorOf<StaticExtents![dyn Past, dyn Rows], f32>, z: &TensorOf<StaticExtents![(Past - 1), dyn Rows], f32>) {
    let x = x.slice(slice![(1..), ..]).unwrap();
    let _ = x.view() == z.view();
}

// mode 1 of operand 1 should be `Rows`, but is `Batch`
fn p0_differing(x: &TensorOf<StaticExtents![dyn Past, dyn Rows], f32>, z: &TensorOf<StaticExtents![(Past - 1), dyn Batch], f32>) {
    let x = x.slice(slice![(1..), ..]).unwrap();
    let _ = x.view() == z.view();
}

fn p1_equal(x: &TensorOf<StaticExtents![dyn Time, dyn Rows, dyn Past], f32>, z: &TensorOf<StaticExtents![dyn Past, (Time - 1), dyn Rows], f32>) {
    let x = x.slice(slice![(1..), .., ..]).unwrap();
    let x = x.permute(modes![2, 0, 1]);
    let _ = stack(Const::<0>, (&x.view(), z));
}

// mode 0 of operand 1 should be `Past`, but is `Time`
fn p1_differing(x: &TensorOf<StaticExtents![dyn Time, dyn Rows, dyn Past], f32>, z: &TensorOf<StaticExtents![dyn Time, (Time - 1), dyn Rows], f32>) {
    let x = x.slice(slice![(1..), .., ..]).unwrap();
    let x = x.permute(modes![2, 0, 1]);
    let _ = stack(Const::<0>, (&x.view(), z));
}

fn p2_equal(x: &TensorOf<StaticExtents![dyn Batch, dyn Rows, dyn Batch], f32>, z: &TensorOf<StaticExtents![dyn Batch, dyn Rows, dyn Batch], f32>) {
    let _ = stack(Const::<0>, (&x.view(), z));
}

// mode 2 of operand 1 should be `Batch`, but is `Past`
fn p2_differing(x: &TensorOf<StaticExtents![dyn Batch, dyn Rows, dyn Batch], f32>, z: &TensorOf<StaticExtents![dyn Batch, dyn Rows, dyn Past], f32>) {
    let _ = stack(Const::<0>, (&x.view(), z));
}

fn p3_equal(x: &TensorOf<StaticExtents![(Heads), dyn Rows, dyn Batch], f32>, z: &TensorOf<StaticExtents![(Heads), dyn Rows, dyn Batch], f32>) {
    let _ = concat::<Named, _, _>(Const::<2>, (&x.view(), z));
}

// mode 1 of operand 1 should be `Rows`, but is `Batch`
fn p3_differing(x: &TensorOf<StaticExtents![(Heads), dyn Rows, dyn Batch], f32>, z: &TensorOf<StaticExtents![(Heads), dyn Batch, dyn Batch], f32>) {
    let _ = concat::<Named, _, _>(Const::<2>, (&x.view(), z));
}

fn p4_equal(x: &TensorOf<StaticExtents![dyn Past, dyn Past], f32>, z: &TensorOf<StaticExtents![dyn Past, dyn Past], f32>) {
    let _ = concat::<Named, _, _>(Const::<0>, (&x.view(), z));
}

// mode 1 of operand 1 should be `Past`, but is `Batch`
fn p4_differing(x: &TensorOf<StaticExtents![dyn Past, dyn Past], f32>, z: &TensorOf<StaticExtents![dyn Past, dyn Batch], f32>) {
    let _ = concat::<Named, _, _>(Const::<0>, (&x.view(), z));
}

fn p5_equal(x: &TensorOf<StaticExtents![dyn Time, dyn Rows, dyn Past], f32>, z: &TensorOf<StaticExtents![(Time - 1), (Rows + Rows), dyn Past], f32>) {
    let x = concat::<Named, _, _>(Const::<1>, (&x, &x)).unwrap();
    let x = x.slice(slice![(1..), .., ..]).unwrap();
    let _ = stack(Const::<0>, (&x.view(), z));
}

// mode 2 of operand 1 should be `Past`, but is `Rows`
fn p5_differing(x: &TensorOf<StaticExtents![dyn Time, dyn Rows, dyn Past], f32>, z: &TensorOf<StaticExtents![(Time - 1), (Rows + Rows), dyn Rows], f32>) {
    let x = concat::<Named, _, _>(Const::<1>, (&x, &x)).unwrap();
    let x = x.slice(slice![(1..), .., ..]).unwrap();
    let _ = stack(Const::<0>, (&x.view(), z));
}

fn p6_equal(x: &TensorOf<StaticExtents![dyn Time, dyn Rows, dyn Rows], f32>, z: &TensorOf<StaticExtents![dyn Time, ((Rows * Rows) + (Rows * Rows))], f32>) {
    let x = x.merge::<Named, _>(Const::<1>).unwrap();
    let x = concat::<Named, _, _>(Const::<1>, (&x, &x)).unwrap();
    let _ = concat::<Named, _, _>(Const::<1>, (&x.view(), z));
}

// mode 0 of operand 1 should be `Time`, but is `Batch`
fn p6_differing(x: &TensorOf<StaticExtents![dyn Time, dyn Rows, dyn Rows], f32>, z: &TensorOf<StaticExtents![dyn Batch, ((Rows * Rows) + (Rows * Rows))], f32>) {
    let x = x.merge::<Named, _>(Const::<1>).unwrap();
    let x = concat::<Named, _, _>(Const::<1>, (&x, &x)).unwrap();
    let _ = concat::<Named, _, _>(Const::<1>, (&x.view(), z));
}

fn p7_equal(x: &TensorOf<StaticExtents![dyn Past, dyn Rows], f32>, z: &TensorOf<StaticExtents![dyn Past, dyn Rows], f32>) {
    let _ = stack(Const::<0>, (&x.view(), z));
}

// mode 1 of operand 1 should be `Rows`, but is `Batch`
fn p7_differing(x: &TensorOf<StaticExtents![dyn Past, dyn Rows], f32>, z: &TensorOf<StaticExtents![dyn Past, dyn Batch], f32>) {
    let _ = stack(Const::<0>, (&x.view(), z));
}

fn p8_equal(x: &TensorOf<StaticExtents![dyn Past, (Heads)], f32>, z: &TensorOf<StaticExtents![dyn Past, (Heads)], f32>) {
    let _ = concat::<Named, _, _>(Const::<1>, (&x.view(), z));
}

// mode 0 of operand 1 should be `Past`, but is `Batch`
fn p8_differing(x: &TensorOf<StaticExtents![dyn Past, (Heads)], f32>, z: &TensorOf<StaticExtents![dyn Batch, (Heads)], f32>) {
    let _ = concat::<Named, _, _>(Const::<1>, (&x.view(), z));
}

fn p9_equal(x: &TensorOf<StaticExtents![dyn Batch, dyn Time, dyn Past], f32>, z: &TensorOf<StaticExtents![dyn Time, dyn Past, dyn Batch], f32>) {
    let x = x.permute(modes![1, 2, 0]);
    let _ = stack(Const::<0>, (&x.view(), z));
}

// mode 0 of operand 1 should be `Time`, but is `Rows`
fn p9_differing(x: &TensorOf<StaticExtents![dyn Batch, dyn Time, dyn Past], f32>, z: &TensorOf<StaticExtents![dyn Rows, dyn Past, dyn Batch], f32>) {
    let x = x.permute(modes![1, 2, 0]);
    let _ = stack(Const::<0>, (&x.view(), z));
}

fn p10_equal(x: &TensorOf<StaticExtents![dyn Rows, dyn Batch], f32>, z: &TensorOf<StaticExtents![dyn Rows, dyn Batch], f32>) {
    let _ = x.view() + z.view();
}

// dim `Rows` has at most 4 entries, but should get 5
fn p10_differing(x: &TensorOf<StaticExtents![dyn Rows, dyn Batch], f32>, z: &TensorOf<StaticExtents![5, dyn Batch], f32>) {
    let _ = x.view() + z.view();
}

fn p11_equal(x: &TensorOf<StaticExtents![dyn Rows], f32>, z: &TensorOf<StaticExtents![dyn Rows], f32>) {
    let _ = x.view() + z.view();
}

// dim `Rows` has at most 4 entries, but should get 5
fn p11_differing(x: &TensorOf<StaticExtents![dyn Rows], f32>, z: &TensorOf<StaticExtents![5], f32>) {
    let _ = x.view() + z.view();
}

fn p12_equal(x: &TensorOf<StaticExtents![dyn Rows, 3, (Heads)], f32>, z: &TensorOf<StaticExtents![dyn Rows, (Heads)], f32>) {
    let x = x.permute(modes![0, 2, 1]);
    let x = x.over(modes![2]).sum().unwrap();
    let _ = x.view() + z.view();
}

// dim `Rows` has at most 4 entries, but should get 5
fn p12_differing(x: &TensorOf<StaticExtents![dyn Rows, 3, (Heads)], f32>, z: &TensorOf<StaticExtents![5, (Heads)], f32>) {
    let x = x.permute(modes![0, 2, 1]);
    let x = x.over(modes![2]).sum().unwrap();
    let _ = x.view() + z.view();
}

fn p13_equal(x: &TensorOf<StaticExtents![dyn Rows, dyn Past], f32>, z: &TensorOf<StaticExtents![dyn Rows, dyn Past], f32>) {
    let _ = z.view().strengthen::<StaticExtents![dyn Rows, dyn Past]>();
}

// dim `Rows` has at most 4 entries, but should get 5
fn p13_differing(x: &TensorOf<StaticExtents![dyn Rows, dyn Past], f32>, z: &TensorOf<StaticExtents![5, dyn Past], f32>) {
    let _ = z.view().strengthen::<StaticExtents![dyn Rows, dyn Past]>();
}

fn p14_equal(x: &TensorOf<StaticExtents![dyn Past, (Heads), dyn Batch], f32>, z: &TensorOf<StaticExtents![dyn Past, dyn Batch, (Heads)], f32>) {
    let x = x.permute(modes![0, 2, 1]);
    let _ = z.view().strengthen::<StaticExtents![dyn Past, dyn Batch, (Heads)]>();
}

// mode 2 should have extent 2, but has 5
fn p14_differing(x: &TensorOf<StaticExtents![dyn Past, (Heads), dyn Batch], f32>, z: &TensorOf<StaticExtents![dyn Past, dyn Batch, 5], f32>) {
    let x = x.permute(modes![0, 2, 1]);
    let _ = z.view().strengthen::<StaticExtents![dyn Past, dyn Batch, (Heads)]>();
}

fn p15_equal(x: &TensorOf<StaticExtents![(Heads), dyn Rows], f32>, z: &TensorOf<StaticExtents![dyn Batch, dyn Rows], f32>) {
    let x = x.rename::<Heads, Batch>().unwrap();
    let x = x.permute(modes![0, 1]);
    let _ = contract!(z[i, Rows] => []);
}

// label `Rows` names a mode of another name: `Past`
fn p15_differing(x: &TensorOf<StaticExtents![(Heads), dyn Rows], f32>, z: &TensorOf<StaticExtents![dyn Batch, dyn Past], f32>) {
    let x = x.rename::<Heads, Batch>().unwrap();
    let x = x.permute(modes![0, 1]);
    let _ = contract!(z[i, Rows] => []);
}

fn p16_equal(x: &TensorOf<StaticExtents![dyn Past, 3], f32>, z: &TensorOf<StaticExtents![dyn Past, 3], f32>) {
    let _ = contract!(z[Past, j] => []);
}

// label `Past` names a mode of another name: `Batch`
fn p16_differing(x: &TensorOf<StaticExtents![dyn Past, 3], f32>, z: &TensorOf<StaticExtents![dyn Batch, 3], f32>) {
    let _ = contract!(z[Past, j] => []);
}

fn p17_equal(x: &TensorOf<StaticExtents![dyn Rows, dyn Batch, dyn Rows], f32>, z: &TensorOf<StaticExtents![(Rows * Batch), dyn Rows], f32>) {
    let x = x.merge::<Named, _>(Const::<0>).unwrap();
    let _ = contract!(z[i, Rows] => []);
}

// label `Rows` names a mode of another name: `Past`
fn p17_differing(x: &TensorOf<StaticExtents![dyn Rows, dyn Batch, dyn Rows], f32>, z: &TensorOf<StaticExtents![(Rows * Batch), dyn Past], f32>) {
    let x = x.merge::<Named, _>(Const::<0>).unwrap();
    let _ = contract!(z[i, Rows] => []);
}

fn p18_equal(x: &TensorOf<StaticExtents![dyn Batch, dyn Rows, (Heads)], f32>, z: &TensorOf<StaticExtents![(Heads), dyn Rows, dyn Batch], f32>) {
    let x = x.permute(modes![2, 1, 0]);
    let _ = contract!(z[i, j, Batch] => []);
}

// label `Batch` names a mode of another name: `Past`
fn p18_differing(x: &TensorOf<StaticExtents![dyn Batch, dyn Rows, (Heads)], f32>, z: &TensorOf<StaticExtents![(Heads), dyn Rows, dyn Past], f32>) {
    let x = x.permute(modes![2, 1, 0]);
    let _ = contract!(z[i, j, Batch] => []);
}

fn p19_equal(x: &TensorOf<StaticExtents![dyn Time, dyn Batch, dyn Rows], f32>, z: &TensorOf<StaticExtents![dyn Rows], f32>) {
    let x = x.merge::<Named, _>(Const::<0>).unwrap();
    let x = x.over(modes![0]).sum().unwrap();
    let _ = contract!(z[Rows] => []);
}

// label `Rows` names a mode of another name: `Batch`
fn p19_differing(x: &TensorOf<StaticExtents![dyn Time, dyn Batch, dyn Rows], f32>, z: &TensorOf<StaticExtents![dyn Batch], f32>) {
    let x = x.merge::<Named, _>(Const::<0>).unwrap();
    let x = x.over(modes![0]).sum().unwrap();
    let _ = contract!(z[Rows] => []);
}

fn main() {
    let _: [fn(&_, &_); 1] = [p0_equal];
    let _: [fn(&_, &_); 1] = [p0_differing];
    let _: [fn(&_, &_); 1] = [p1_equal];
    let _: [fn(&_, &_); 1] = [p1_differing];
    let _: [fn(&_, &_); 1] = [p2_equal];
    let _: [fn(&_, &_); 1] = [p2_differing];
    let _: [fn(&_, &_); 1] = [p3_equal];
    let _: [fn(&_, &_); 1] = [p3_differing];
    let _: [fn(&_, &_); 1] = [p4_equal];
    let _: [fn(&_, &_); 1] = [p4_differing];
    let _: [fn(&_, &_); 1] = [p5_equal];
    let _: [fn(&_, &_); 1] = [p5_differing];
    let _: [fn(&_, &_); 1] = [p6_equal];
    let _: [fn(&_, &_); 1] = [p6_differing];
    let _: [fn(&_, &_); 1] = [p7_equal];
    let _: [fn(&_, &_); 1] = [p7_differing];
    let _: [fn(&_, &_); 1] = [p8_equal];
    let _: [fn(&_, &_); 1] = [p8_differing];
    let _: [fn(&_, &_); 1] = [p9_equal];
    let _: [fn(&_, &_); 1] = [p9_differing];
    let _: [fn(&_, &_); 1] = [p10_equal];
    let _: [fn(&_, &_); 1] = [p10_differing];
    let _: [fn(&_, &_); 1] = [p11_equal];
    let _: [fn(&_, &_); 1] = [p11_differing];
    let _: [fn(&_, &_); 1] = [p12_equal];
    let _: [fn(&_, &_); 1] = [p12_differing];
    let _: [fn(&_, &_); 1] = [p13_equal];
    let _: [fn(&_, &_); 1] = [p13_differing];
    let _: [fn(&_, &_); 1] = [p14_equal];
    let _: [fn(&_, &_); 1] = [p14_differing];
    let _: [fn(&_, &_); 1] = [p15_equal];
    let _: [fn(&_, &_); 1] = [p15_differing];
    let _: [fn(&_, &_); 1] = [p16_equal];
    let _: [fn(&_, &_); 1] = [p16_differing];
    let _: [fn(&_, &_); 1] = [p17_equal];
    let _: [fn(&_, &_); 1] = [p17_differing];
    let _: [fn(&_, &_); 1] = [p18_equal];
    let _: [fn(&_, &_); 1] = [p18_differing];
    let _: [fn(&_, &_); 1] = [p19_equal];
    let _: [fn(&_, &_); 1] = [p19_differing];
}
