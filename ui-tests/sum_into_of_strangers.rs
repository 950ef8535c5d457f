// What is left of `a` is a batch and a time in any order; the target has a mode `Past`, and no `Time`.
use extents::{StaticExtents, TensorOf, dims, names};

dims! { Batch, Time, Past, Key }

fn sums(
    a: &TensorOf<StaticExtents![dyn Batch, dyn Time, dyn Key], f32>,
    target: &mut TensorOf<StaticExtents![dyn Past, dyn Batch], f32>,
) {
    let _ = a.over(names![Key]).sum_into(target);
}

fn main() {
    let _ = sums;
}
