// Which of the two is `Time`?
use extents::{StaticExtents, TensorOf, dims, names};

dims! { Batch, Time }

fn sums(x: &TensorOf<StaticExtents![dyn Time, dyn Batch, dyn Time], f32>) {
    let _ = x.over(names![Time]).sum();
}

fn main() {
    let _ = sums;
}
