// No mode of `x` is named `Past`.
use extents::{StaticExtents, TensorOf, dims, names};

dims! { Batch, Time, Past }

fn steps(x: &TensorOf<StaticExtents![dyn Batch, dyn Time], f32>) -> usize {
    x.extents().extent_of(names![Past])
}

fn main() {
    let _ = steps;
}
