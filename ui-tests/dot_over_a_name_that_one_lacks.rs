// `k` has no mode named `Time`, over which the product could be summed.
use extents::{StaticExtents, TensorOf, dims, names};

dims! { Batch, Time, Past }

fn scores(
    q: &TensorOf<StaticExtents![dyn Batch, dyn Time], f32>,
    k: &TensorOf<StaticExtents![dyn Batch, dyn Past], f32>,
) {
    let _ = q.dot(names![Time], k);
}

fn main() {
    let _ = scores;
}
