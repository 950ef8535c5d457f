// Written by `tests/dims/write_refused.py`, which computes what is expected. Do not edit.
// Pairs of functions: names that are equal, and names of which one differs.
#![allow(unused, clippy::type_complexity)]
use extents::arrange::{concat, stack};
use extents::label::{i, j, k, l};
use extents::rearrange::Named;
use extents::prelude::*;

dims! { Batch, Time, Past, Rows ..= 4, Heads = 2 }

fn p0_equal(x: &TensorOf<StaticExtents![3], f32>, z: &TensorOf<StaticExtents![(3 + 3)], f32>) {
    let x = concat::<Named, _, _>(Const::<0>, (&x, &x)).unwrap();
    let _ = z.view().weaken::<StaticExtents![(3 + 3)]>();
}

// mode 0: extent `Sym<Join<Const<4>, Const<3>>>` does not weaken to `Sym<Join<Const<3>, Const<3>>>`
fn p0_differing(x: &TensorOf<StaticExtents![3], f32>, z: &TensorOf<StaticExtents![(4 + 3)], f32>) {
    let x = concat::<Named, _, _>(Const::<0>, (&x, &x)).unwrap();
    let _ = z.view().weaken::<StaticExtents![(3 + 3)]>();
}

fn p1_equal(x: &TensorOf<StaticExtents![dyn Rows, dyn Batch], f32>, z: &TensorOf<StaticExtents![dyn Rows, dyn Batch], f32>) {
    let _ = x.view() + z.view();
}

// mode 0: extent `Sym<Rows>` does not match `Sym<Time>`
fn p1_differing(x: &TensorOf<StaticExtents![dyn Rows, dyn Batch], f32>, z: &TensorOf<StaticExtents![dyn Time, dyn Batch], f32>) {
    let _ = x.view() + z.view();
}

fn p2_equal(x: &TensorOf<StaticExtents![dyn Rows], f32>, z: &TensorOf<StaticExtents![dyn Rows], f32>) {
    let _ = x.view() + z.view();
}

// mode 0: extent `Sym<Rows>` does not match `Sym<Batch>`
fn p2_differing(x: &TensorOf<StaticExtents![dyn Rows], f32>, z: &TensorOf<StaticExtents![dyn Batch], f32>) {
    let _ = x.view() + z.view();
}

fn p3_equal(x: &TensorOf<StaticExtents![dyn Rows, (Heads)], f32>, z: &TensorOf<StaticExtents![dyn Rows, (Heads)], f32>) {
    let _ = z.lazy().assign_to(&mut x.map(|x| *x).unwrap());
}

// mode 1: extent `Sym<Heads>` does not match `Sym<Past>`
fn p3_differing(x: &TensorOf<StaticExtents![dyn Rows, (Heads)], f32>, z: &TensorOf<StaticExtents![dyn Rows, dyn Past], f32>) {
    let _ = z.lazy().assign_to(&mut x.map(|x| *x).unwrap());
}

fn p4_equal(x: &TensorOf<StaticExtents![dyn Past, (Heads)], f32>, z: &TensorOf<StaticExtents![dyn Past, (Heads)], f32>) {
    let _ = z.view().weaken::<StaticExtents![dyn Past, (Heads)]>();
}

// mode 1: extent `Sym<Time>` does not weaken to `Sym<Heads>`
fn p4_differing(x: &TensorOf<StaticExtents![dyn Past, (Heads)], f32>, z: &TensorOf<StaticExtents![dyn Past, dyn Time], f32>) {
    let _ = z.view().weaken::<StaticExtents![dyn Past, (Heads)]>();
}

fn p5_equal(x: &TensorOf<StaticExtents![(Heads), dyn Time, dyn], f32>, z: &TensorOf<StaticExtents![(Heads + Heads), dyn], f32>) {
    let x = concat::<Named, _, _>(Const::<0>, (&x, &x)).unwrap();
    let x = x.merge::<Named, _>(Const::<1>).unwrap();
    let _ = z.lazy().assign_to(&mut x.map(|x| *x).unwrap());
}

// mode 0: extent `Sym<Join<Heads, Heads>>` does not match `Sym<Join<Rows, Heads>>`
fn p5_differing(x: &TensorOf<StaticExtents![(Heads), dyn Time, dyn], f32>, z: &TensorOf<StaticExtents![(Rows + Heads), dyn], f32>) {
    let x = concat::<Named, _, _>(Const::<0>, (&x, &x)).unwrap();
    let x = x.merge::<Named, _>(Const::<1>).unwrap();
    let _ = z.lazy().assign_to(&mut x.map(|x| *x).unwrap());
}

fn p6_equal(x: &TensorOf<StaticExtents![dyn Time, dyn Time, dyn Batch], f32>, z: &TensorOf<StaticExtents![dyn Time, dyn Time, (Batch / 2)], f32>) {
    let x = x.permute(modes![0, 1, 2]);
    let x = x.slice(slice![.., .., (..; 2)]).unwrap();
    let _ = x.view() + z.view();
}

// mode 1: extent `Sym<Time>` does not match `Sym<Batch>`
fn p6_differing(x: &TensorOf<StaticExtents![dyn Time, dyn Time, dyn Batch], f32>, z: &TensorOf<StaticExtents![dyn Time, dyn Batch, (Batch / 2)], f32>) {
    let x = x.permute(modes![0, 1, 2]);
    let x = x.slice(slice![.., .., (..; 2)]).unwrap();
    let _ = x.view() + z.view();
}

fn p7_equal(x: &TensorOf<StaticExtents![(Heads), dyn Rows, dyn Batch], f32>, z: &TensorOf<StaticExtents![(Heads), dyn Rows, dyn Batch], f32>) {
    let _ = z.view().weaken::<StaticExtents![(Heads), dyn Rows, dyn Batch]>();
}

// mode 1: extent `Sym<Batch>` does not weaken to `Sym<Rows>`
fn p7_differing(x: &TensorOf<StaticExtents![(Heads), dyn Rows, dyn Batch], f32>, z: &TensorOf<StaticExtents![(Heads), dyn Batch, dyn Batch], f32>) {
    let _ = z.view().weaken::<StaticExtents![(Heads), dyn Rows, dyn Batch]>();
}

fn p8_equal(x: &TensorOf<StaticExtents![3], f32>, z: &TensorOf<StaticExtents![3], f32>) {
    let _ = x.view() + z.view();
}

// mode 0: extent `Const<3>` does not match `Const<4>`
fn p8_differing(x: &TensorOf<StaticExtents![3], f32>, z: &TensorOf<StaticExtents![4], f32>) {
    let _ = x.view() + z.view();
}

fn p9_equal(x: &TensorOf<StaticExtents![(Heads), dyn Rows, 3], f32>, z: &TensorOf<StaticExtents![(Heads), dyn Rows, 3], f32>) {
    let _ = z.view().weaken::<StaticExtents![(Heads), dyn Rows, 3]>();
}

// mode 1: extent `Sym<Time>` does not weaken to `Sym<Rows>`
fn p9_differing(x: &TensorOf<StaticExtents![(Heads), dyn Rows, 3], f32>, z: &TensorOf<StaticExtents![(Heads), dyn Time, 3], f32>) {
    let _ = z.view().weaken::<StaticExtents![(Heads), dyn Rows, 3]>();
}

fn p10_equal(x: &TensorOf<StaticExtents![dyn Rows], f32>, z: &TensorOf<StaticExtents![dyn Rows], f32>) {
    let _ = z.view().weaken::<StaticExtents![dyn Rows]>();
}

// mode 0: extent `Sym<Past>` does not weaken to `Sym<Rows>`
fn p10_differing(x: &TensorOf<StaticExtents![dyn Rows], f32>, z: &TensorOf<StaticExtents![dyn Past], f32>) {
    let _ = z.view().weaken::<StaticExtents![dyn Rows]>();
}

fn p11_equal(x: &TensorOf<StaticExtents![dyn Past, dyn Past, dyn Past], f32>, z: &TensorOf<StaticExtents![dyn Past, dyn Past, (Past - 1)], f32>) {
    let x = x.slice(slice![.., .., (1..)]).unwrap();
    let _ = x.view() + z.view();
}

// mode 1: extent `Sym<Past>` does not match `Sym<Time>`
fn p11_differing(x: &TensorOf<StaticExtents![dyn Past, dyn Past, dyn Past], f32>, z: &TensorOf<StaticExtents![dyn Past, dyn Time, (Past - 1)], f32>) {
    let x = x.slice(slice![.., .., (1..)]).unwrap();
    let _ = x.view() + z.view();
}

fn p12_equal(x: &TensorOf<StaticExtents![dyn Rows], f32>, z: &TensorOf<StaticExtents![(Rows / 2)], f32>) {
    let x = x.slice(slice![(..; 2)]).unwrap();
    let _ = z.view().weaken::<StaticExtents![(Rows / 2)]>();
}

// mode 0: extent `Sym<Every<Rows, Const<3>>>` does not weaken to `Sym<Every<Rows, Const<2>>>`
fn p12_differing(x: &TensorOf<StaticExtents![dyn Rows], f32>, z: &TensorOf<StaticExtents![(Rows / 3)], f32>) {
    let x = x.slice(slice![(..; 2)]).unwrap();
    let _ = z.view().weaken::<StaticExtents![(Rows / 2)]>();
}

fn p13_equal(x: &TensorOf<StaticExtents![dyn Time, dyn Rows, dyn Past], f32>, z: &TensorOf<StaticExtents![(Time - 1), (Rows + Rows), dyn Past], f32>) {
    let x = concat::<Named, _, _>(Const::<1>, (&x, &x)).unwrap();
    let x = x.slice(slice![(1..), .., ..]).unwrap();
    let _ = contract!((x.view())[i, j, k] * z[i, j, k] => []);
}

// label `k` names modes of different extents: `Past` and `Rows`
fn p13_differing(x: &TensorOf<StaticExtents![dyn Time, dyn Rows, dyn Past], f32>, z: &TensorOf<StaticExtents![(Time - 1), (Rows + Rows), dyn Rows], f32>) {
    let x = concat::<Named, _, _>(Const::<1>, (&x, &x)).unwrap();
    let x = x.slice(slice![(1..), .., ..]).unwrap();
    let _ = contract!((x.view())[i, j, k] * z[i, j, k] => []);
}

fn p14_equal(x: &TensorOf<StaticExtents![(Heads), (Heads)], f32>, z: &TensorOf<StaticExtents![(Heads)], f32>) {
    let x = x.over(modes![1]).sum().unwrap();
    let _ = x.lazy().equals(z);
}

// mode 0: extent `Sym<Heads>` does not match `Sym<Time>`
fn p14_differing(x: &TensorOf<StaticExtents![(Heads), (Heads)], f32>, z: &TensorOf<StaticExtents![dyn Time], f32>) {
    let x = x.over(modes![1]).sum().unwrap();
    let _ = x.lazy().equals(z);
}

fn p15_equal(x: &TensorOf<StaticExtents![dyn Past], f32>, z: &TensorOf<StaticExtents![dyn Past], f32>) {
    let _ = x.lazy().equals(z);
}

// mode 0: extent `Sym<Past>` does not match `Sym<Batch>`
fn p15_differing(x: &TensorOf<StaticExtents![dyn Past], f32>, z: &TensorOf<StaticExtents![dyn Batch], f32>) {
    let _ = x.lazy().equals(z);
}

fn p16_equal(x: &TensorOf<StaticExtents![dyn Rows, dyn Past], f32>, z: &TensorOf<StaticExtents![dyn Rows, (Past + Past)], f32>) {
    let x = concat::<Named, _, _>(Const::<1>, (&x, &x)).unwrap();
    let _ = z.lazy().assign_to(&mut x.map(|x| *x).unwrap());
}

// mode 0: extent `Sym<Rows>` does not match `Sym<Batch>`
fn p16_differing(x: &TensorOf<StaticExtents![dyn Rows, dyn Past], f32>, z: &TensorOf<StaticExtents![dyn Batch, (Past + Past)], f32>) {
    let x = concat::<Named, _, _>(Const::<1>, (&x, &x)).unwrap();
    let _ = z.lazy().assign_to(&mut x.map(|x| *x).unwrap());
}

fn p17_equal(x: &TensorOf<StaticExtents![3, dyn Time, dyn Batch], f32>, z: &TensorOf<StaticExtents![3, dyn Time, dyn Batch], f32>) {
    let _ = contract!((x.view())[i, j, k] * z[i, j, k] => [j]);
}

// label `j` names modes of different extents: `Time` and `Past`
fn p17_differing(x: &TensorOf<StaticExtents![3, dyn Time, dyn Batch], f32>, z: &TensorOf<StaticExtents![3, dyn Past, dyn Batch], f32>) {
    let _ = contract!((x.view())[i, j, k] * z[i, j, k] => [j]);
}

fn p18_equal(x: &TensorOf<StaticExtents![dyn Rows, 3, dyn Past], f32>, z: &TensorOf<StaticExtents![dyn Rows, 3, dyn Past], f32>) {
    let _ = x.view() + z.view();
}

// mode 0: extent `Sym<Rows>` does not match `Sym<Batch>`
fn p18_differing(x: &TensorOf<StaticExtents![dyn Rows, 3, dyn Past], f32>, z: &TensorOf<StaticExtents![dyn Batch, 3, dyn Past], f32>) {
    let _ = x.view() + z.view();
}

fn p19_equal(x: &TensorOf<StaticExtents![3, dyn Rows], f32>, z: &TensorOf<StaticExtents![3, dyn Rows], f32>) {
    let _ = contract!((x.view())[i, j] * z[i, j] => [i]);
}

// label `i` names modes of different extents: `Const<3>` and `Const<4>`
fn p19_differing(x: &TensorOf<StaticExtents![3, dyn Rows], f32>, z: &TensorOf<StaticExtents![4, dyn Rows], f32>) {
    let _ = contract!((x.view())[i, j] * z[i, j] => [i]);
}

fn p20_equal(x: &TensorOf<StaticExtents![dyn Rows, dyn Batch], f32>, z: &TensorOf<StaticExtents![dyn Rows, dyn Batch], f32>) {
    let _ = z.view().weaken::<StaticExtents![dyn Rows, dyn Batch]>();
}

// mode 0: extent `Sym<Batch>` does not weaken to `Sym<Rows>`
fn p20_differing(x: &TensorOf<StaticExtents![dyn Rows, dyn Batch], f32>, z: &TensorOf<StaticExtents![dyn Batch, dyn Batch], f32>) {
    let _ = z.view().weaken::<StaticExtents![dyn Rows, dyn Batch]>();
}

fn p21_equal(x: &TensorOf<StaticExtents![dyn Time, 3, dyn Past], f32>, z: &TensorOf<StaticExtents![(Batch + Batch), 3, dyn Past], f32>) {
    let x = x.rename::<Time, Batch>().unwrap();
    let x = concat::<Named, _, _>(Const::<0>, (&x, &x)).unwrap();
    let _ = z.view().strengthen::<StaticExtents![(Batch + Batch), 3, dyn Past]>();
}

// mode 1: extent `Const<3>` does not match `Const<4>`
fn p21_differing(x: &TensorOf<StaticExtents![dyn Time, 3, dyn Past], f32>, z: &TensorOf<StaticExtents![(Batch + Batch), 4, dyn Past], f32>) {
    let x = x.rename::<Time, Batch>().unwrap();
    let x = concat::<Named, _, _>(Const::<0>, (&x, &x)).unwrap();
    let _ = z.view().strengthen::<StaticExtents![(Batch + Batch), 3, dyn Past]>();
}

fn p22_equal(x: &TensorOf<StaticExtents![dyn Rows, dyn Time, 3], f32>, z: &TensorOf<StaticExtents![dyn Rows, dyn Time, 3], f32>) {
    let _ = contract!((x.view())[i, j, k] * z[i, j, k] => [j]);
}

// label `j` names modes of different extents: `Time` and `Batch`
fn p22_differing(x: &TensorOf<StaticExtents![dyn Rows, dyn Time, 3], f32>, z: &TensorOf<StaticExtents![dyn Rows, dyn Batch, 3], f32>) {
    let _ = contract!((x.view())[i, j, k] * z[i, j, k] => [j]);
}

fn p23_equal(x: &TensorOf<StaticExtents![dyn Rows], f32>, z: &TensorOf<StaticExtents![(Time / 2)], f32>) {
    let x = x.rename::<Rows, Time>().unwrap();
    let x = x.slice(slice![(..; 2)]).unwrap();
    let _ = x.view() + z.view();
}

// mode 0: extent `Sym<Every<Time, Const<2>>>` does not match `Sym<Every<Time, Const<3>>>`
fn p23_differing(x: &TensorOf<StaticExtents![dyn Rows], f32>, z: &TensorOf<StaticExtents![(Time / 3)], f32>) {
    let x = x.rename::<Rows, Time>().unwrap();
    let x = x.slice(slice![(..; 2)]).unwrap();
    let _ = x.view() + z.view();
}

fn p24_equal(x: &TensorOf<StaticExtents![dyn Time, 3, dyn Rows], f32>, z: &TensorOf<StaticExtents![dyn Time, 3, (Rows - 1)], f32>) {
    let x = x.slice(slice![.., .., (1..)]).unwrap();
    let _ = x.lazy().equals(z);
}

// mode 2: extent `Sym<Less<Rows, Const<1>>>` does not match `Sym<Less<Rows, Const<2>>>`
fn p24_differing(x: &TensorOf<StaticExtents![dyn Time, 3, dyn Rows], f32>, z: &TensorOf<StaticExtents![dyn Time, 3, (Rows - 2)], f32>) {
    let x = x.slice(slice![.., .., (1..)]).unwrap();
    let _ = x.lazy().equals(z);
}

fn p25_equal(x: &TensorOf<StaticExtents![dyn Batch, dyn Past], f32>, z: &TensorOf<StaticExtents![dyn Batch, dyn Past], f32>) {
    let _ = z.view().strengthen::<StaticExtents![dyn Batch, dyn Past]>();
}

// mode 1: extent `Sym<Past>` does not match `Sym<Rows>`
fn p25_differing(x: &TensorOf<StaticExtents![dyn Batch, dyn Past], f32>, z: &TensorOf<StaticExtents![dyn Batch, dyn Rows], f32>) {
    let _ = z.view().strengthen::<StaticExtents![dyn Batch, dyn Past]>();
}

fn p26_equal(x: &TensorOf<StaticExtents![dyn Batch, dyn Time], f32>, z: &TensorOf<StaticExtents![dyn Batch, (Time / 2)], f32>) {
    let x = x.slice(slice![.., (..; 2)]).unwrap();
    let _ = contract!((x.view())[i, j] * z[i, j] => [i]);
}

// label `i` names modes of different extents: `Batch` and `Time`
fn p26_differing(x: &TensorOf<StaticExtents![dyn Batch, dyn Time], f32>, z: &TensorOf<StaticExtents![dyn Time, (Time / 2)], f32>) {
    let x = x.slice(slice![.., (..; 2)]).unwrap();
    let _ = contract!((x.view())[i, j] * z[i, j] => [i]);
}

fn p27_equal(x: &TensorOf<StaticExtents![dyn Time], f32>, z: &TensorOf<StaticExtents![dyn Time], f32>) {
    let _ = x.lazy().equals(z);
}

// mode 0: extent `Sym<Time>` does not match `Sym<Past>`
fn p27_differing(x: &TensorOf<StaticExtents![dyn Time], f32>, z: &TensorOf<StaticExtents![dyn Past], f32>) {
    let _ = x.lazy().equals(z);
}

fn p28_equal(x: &TensorOf<StaticExtents![dyn Batch, dyn Past], f32>, z: &TensorOf<StaticExtents![dyn Batch, dyn Past], f32>) {
    let _ = z.lazy().assign_to(&mut x.map(|x| *x).unwrap());
}

// mode 0: extent `Sym<Batch>` does not match `Sym<Rows>`
fn p28_differing(x: &TensorOf<StaticExtents![dyn Batch, dyn Past], f32>, z: &TensorOf<StaticExtents![dyn Rows, dyn Past], f32>) {
    let _ = z.lazy().assign_to(&mut x.map(|x| *x).unwrap());
}

fn p29_equal(x: &TensorOf<StaticExtents![dyn Batch], f32>, z: &TensorOf<StaticExtents![(Batch - 1)], f32>) {
    let x = x.slice(slice![(1..)]).unwrap();
    let _ = x.lazy().equals(z);
}

// mode 0: extent `Sym<Less<Batch, Const<1>>>` does not match `Sym<Less<Batch, Const<2>>>`
fn p29_differing(x: &TensorOf<StaticExtents![dyn Batch], f32>, z: &TensorOf<StaticExtents![(Batch - 2)], f32>) {
    let x = x.slice(slice![(1..)]).unwrap();
    let _ = x.lazy().equals(z);
}

fn p30_equal(x: &TensorOf<StaticExtents![dyn Time], f32>, z: &TensorOf<StaticExtents![dyn Time], f32>) {
    let _ = z.view().strengthen::<StaticExtents![dyn Time]>();
}

// mode 0: extent `Sym<Time>` does not match `Sym<Past>`
fn p30_differing(x: &TensorOf<StaticExtents![dyn Time], f32>, z: &TensorOf<StaticExtents![dyn Past], f32>) {
    let _ = z.view().strengthen::<StaticExtents![dyn Time]>();
}

fn p31_equal(x: &TensorOf<StaticExtents![dyn Past, dyn Rows], f32>, z: &TensorOf<StaticExtents![dyn Batch], f32>) {
    let x = x.rename::<Rows, Batch>().unwrap();
    let x = x.over(modes![0]).sum().unwrap();
    let _ = z.view().strengthen::<StaticExtents![dyn Batch]>();
}

// mode 0: extent `Sym<Batch>` does not match `Sym<Time>`
fn p31_differing(x: &TensorOf<StaticExtents![dyn Past, dyn Rows], f32>, z: &TensorOf<StaticExtents![dyn Time], f32>) {
    let x = x.rename::<Rows, Batch>().unwrap();
    let x = x.over(modes![0]).sum().unwrap();
    let _ = z.view().strengthen::<StaticExtents![dyn Batch]>();
}

fn p32_equal(x: &TensorOf<StaticExtents![dyn Time, dyn Rows, dyn Time], f32>, z: &TensorOf<StaticExtents![(Time * (Rows - 1)), dyn Time], f32>) {
    let x = x.slice(slice![.., (1..), ..]).unwrap();
    let x = x.merge::<Named, _>(Const::<0>).unwrap();
    let _ = x.view() + z.view();
}

// mode 0: extent `Sym<Product<Time, Less<Rows, Const<1>>>>` does not match `Sym<Product<Rows, Less<Rows, Const<1>>>>`
fn p32_differing(x: &TensorOf<StaticExtents![dyn Time, dyn Rows, dyn Time], f32>, z: &TensorOf<StaticExtents![(Rows * (Rows - 1)), dyn Time], f32>) {
    let x = x.slice(slice![.., (1..), ..]).unwrap();
    let x = x.merge::<Named, _>(Const::<0>).unwrap();
    let _ = x.view() + z.view();
}

fn p33_equal(x: &TensorOf<StaticExtents![3, (Heads)], f32>, z: &TensorOf<StaticExtents![3, (Heads)], f32>) {
    let _ = x.lazy().equals(z);
}

// mode 0: extent `Const<3>` does not match `Const<4>`
fn p33_differing(x: &TensorOf<StaticExtents![3, (Heads)], f32>, z: &TensorOf<StaticExtents![4, (Heads)], f32>) {
    let _ = x.lazy().equals(z);
}

fn p34_equal(x: &TensorOf<StaticExtents![dyn Batch, dyn Rows, dyn Batch], f32>, z: &TensorOf<StaticExtents![dyn Batch, dyn Rows, dyn Batch], f32>) {
    let _ = x.lazy().equals(z);
}

// mode 0: extent `Sym<Batch>` does not match `Sym<Time>`
fn p34_differing(x: &TensorOf<StaticExtents![dyn Batch, dyn Rows, dyn Batch], f32>, z: &TensorOf<StaticExtents![dyn Time, dyn Rows, dyn Batch], f32>) {
    let _ = x.lazy().equals(z);
}

fn p35_equal(x: &TensorOf<StaticExtents![(Heads), 3], f32>, z: &TensorOf<StaticExtents![3, (Heads)], f32>) {
    let x = x.permute(modes![1, 0]);
    let _ = contract!((x.view())[i, j] * z[i, j] => [i]);
}

// label `i` names modes of different extents: `Const<3>` and `Const<4>`
fn p35_differing(x: &TensorOf<StaticExtents![(Heads), 3], f32>, z: &TensorOf<StaticExtents![4, (Heads)], f32>) {
    let x = x.permute(modes![1, 0]);
    let _ = contract!((x.view())[i, j] * z[i, j] => [i]);
}

fn p36_equal(x: &TensorOf<StaticExtents![dyn Rows], f32>, z: &TensorOf<StaticExtents![(Rows / 2)], f32>) {
    let x = x.slice(slice![(..; 2)]).unwrap();
    let _ = x.lazy().equals(z);
}

// mode 0: extent `Sym<Every<Rows, Const<2>>>` does not match `Sym<Every<Rows, Const<3>>>`
fn p36_differing(x: &TensorOf<StaticExtents![dyn Rows], f32>, z: &TensorOf<StaticExtents![(Rows / 3)], f32>) {
    let x = x.slice(slice![(..; 2)]).unwrap();
    let _ = x.lazy().equals(z);
}

fn p37_equal(x: &TensorOf<StaticExtents![dyn Rows], f32>, z: &TensorOf<StaticExtents![dyn Rows], f32>) {
    let _ = z.view().weaken::<StaticExtents![dyn Rows]>();
}

// mode 0: extent `Sym<Time>` does not weaken to `Sym<Rows>`
fn p37_differing(x: &TensorOf<StaticExtents![dyn Rows], f32>, z: &TensorOf<StaticExtents![dyn Time], f32>) {
    let _ = z.view().weaken::<StaticExtents![dyn Rows]>();
}

fn p38_equal(x: &TensorOf<StaticExtents![dyn Time, dyn Rows], f32>, z: &TensorOf<StaticExtents![dyn Time, dyn Rows], f32>) {
    let _ = x.view() + z.view();
}

// mode 0: extent `Sym<Time>` does not match `Sym<Batch>`
fn p38_differing(x: &TensorOf<StaticExtents![dyn Time, dyn Rows], f32>, z: &TensorOf<StaticExtents![dyn Batch, dyn Rows], f32>) {
    let _ = x.view() + z.view();
}

fn p39_equal(x: &TensorOf<StaticExtents![dyn Rows, dyn Time], f32>, z: &TensorOf<StaticExtents![dyn Rows], f32>) {
    let x = x.over(modes![1]).sum().unwrap();
    let _ = z.lazy().assign_to(&mut x.map(|x| *x).unwrap());
}

// mode 0: extent `Sym<Rows>` does not match `Sym<Batch>`
fn p39_differing(x: &TensorOf<StaticExtents![dyn Rows, dyn Time], f32>, z: &TensorOf<StaticExtents![dyn Batch], f32>) {
    let x = x.over(modes![1]).sum().unwrap();
    let _ = z.lazy().assign_to(&mut x.map(|x| *x).unwrap());
}

fn main() {}
