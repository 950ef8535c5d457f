// `b` has a mode `Past`, and `a` has none.
use extents::{StaticExtents, TensorOf, dims};

dims! { Batch, Time, Past }

fn sum(
    a: &TensorOf<StaticExtents![dyn Batch, dyn Time], f32>,
    b: &TensorOf<StaticExtents![dyn Past, dyn Batch], f32>,
) {
    let _ = (a + b.aligned_to(a)).eval();
}

fn main() {
    let _ = sum;
}
