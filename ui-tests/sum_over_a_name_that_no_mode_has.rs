// No mode of `x` is named `Past`.
use extents::{StaticExtents, TensorOf, dims, names};

dims! { Batch, Time, Past }

fn sums(x: &TensorOf<StaticExtents![dyn Batch, dyn Time], f32>) {
    let _ = x.over(names![Past]).sum();
}

fn main() {
    let _ = sums;
}
