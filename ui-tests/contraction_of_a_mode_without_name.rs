// The last mode of `k` has no name, and `k` no labels.
use extents::{StaticExtents, TensorOf, contract, dims};

dims! { Batch, Time }

fn scores(
    q: &TensorOf<StaticExtents![dyn Batch, dyn Time], f32>,
    k: &TensorOf<StaticExtents![dyn Batch, 64], f32>,
) {
    let _ = contract!(q * k => [Batch, Time]);
}

fn main() {
    let _ = scores;
}
