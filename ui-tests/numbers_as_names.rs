// Modes by number are `modes![1]`.
use extents::{StaticExtents, TensorOf, names};

fn sums(x: &TensorOf<StaticExtents![dyn, dyn], f32>) {
    let _ = x.over(names![1]).sum();
}

fn main() {
    let _ = sums;
}
