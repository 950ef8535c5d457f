// The labels stand in another order than the modes that have their names.
use extents::{Tensor, contract, dims, extents};

dims! { Batch, Time }

fn main() {
    let x = Tensor::full(extents![dyn Batch = 2, dyn Time = 3].unwrap(), 1.0).unwrap();
    let _ = contract!(x[Time, Batch] => [Time]);
}
