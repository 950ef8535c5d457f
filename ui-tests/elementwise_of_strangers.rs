// Names in another order are put in order; but `b` has a mode `Past`, and no `Time`.
use extents::{StaticExtents, TensorOf, dims};

dims! { Batch, Time, Past }

fn difference(
    a: &TensorOf<StaticExtents![dyn Batch, dyn Time], f32>,
    b: &TensorOf<StaticExtents![dyn Past, dyn Batch], f32>,
) {
    let _ = (a - b).eval();
}

fn main() {
    let _ = difference;
}
