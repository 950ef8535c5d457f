// The programs of docs/names.md that constants refuse, each a function of its number.
use extents::prelude::*;

fn p06_an_odd_number_in_chunks_of_two(x: &TensorOf<StaticExtents![dyn, 85], f32>) {
    let _ = x.tiles::<StaticExtents![dyn, 42], _>(extents![1, 2]);
}

fn main() {
    p06_an_odd_number_in_chunks_of_two(&Tensor::full(extents![dyn 1, 85].unwrap(), 0.0).unwrap());
}
