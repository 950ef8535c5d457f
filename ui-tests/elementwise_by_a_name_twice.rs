// Which of the two batches of `a` is which of `b`, nobody said.
use extents::{StaticExtents, TensorOf, dims};

dims! { Batch, Time }

fn assign(
    a: &mut TensorOf<StaticExtents![dyn Batch, dyn Batch, dyn Time], f32>,
    b: &TensorOf<StaticExtents![dyn Batch, dyn Time, dyn Batch], f32>,
) {
    let _ = a.assign(b);
}

fn main() {
    let _ = assign;
}
