// Under the names of its modes `x` would be cut to a diagonal.
use extents::{StaticExtents, TensorOf, contract, dims};

dims! { Time }

fn scores(x: &TensorOf<StaticExtents![dyn Time, dyn Time], f32>) {
    let _ = contract!(x => [Time]);
}

fn main() {
    let _ = scores;
}
