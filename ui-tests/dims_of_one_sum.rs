// Two tensors of the same extents today, which mean different things.
use extents::prelude::*;

dims! { Batch, Time }

fn add(
    left: &TensorOf<StaticExtents![dyn Batch, 3], f32>,
    right: &TensorOf<StaticExtents![dyn Time, 3], f32>,
) {
    let _ = (left + right).eval();
}

fn main() {}
