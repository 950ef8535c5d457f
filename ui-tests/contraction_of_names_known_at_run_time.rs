// Nothing in the type of `k` names its modes.
use extents::{DynExtents, StaticExtents, TensorOf, contract, dims};

dims! { Batch, Time }

fn scores(q: &TensorOf<StaticExtents![dyn Batch, dyn Time], f32>, k: &TensorOf<DynExtents<2>, f32>) {
    let _ = contract!(q * k => [Batch, Time]);
}

fn main() {
    let _ = scores;
}
