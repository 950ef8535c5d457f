// The programs of docs/names.md that constants refuse, each a function of its number.
use extents::prelude::*;
use extents::rearrange::Named;

dims! { Batch, Rows, Halved }

fn p06_an_odd_number_in_chunks_of_two(x: &TensorOf<StaticExtents![dyn, 85], f32>) {
    let _ = x.tiles::<StaticExtents![dyn, 42], _>(extents![1, 2]);
}

fn p21_channels_of_images_of_two_heights(
    skip: &TensorOf<StaticExtents![dyn Batch, 2, dyn Rows], f32>,
    deep: &TensorOf<StaticExtents![dyn Batch, 3, dyn Halved], f32>,
) {
    let _ = concat::<Named, _, _>(Const::<1>, (skip, deep));
}

fn main() {
    p06_an_odd_number_in_chunks_of_two(&Tensor::full(extents![dyn 1, 85].unwrap(), 0.0).unwrap());
    let skip = Tensor::full(extents![dyn Batch = 1, 2, dyn Rows = 10].unwrap(), 0.0).unwrap();
    let deep = Tensor::full(extents![dyn Batch = 1, 3, dyn Halved = 10].unwrap(), 0.0).unwrap();
    p21_channels_of_images_of_two_heights(&skip, &deep);
}
