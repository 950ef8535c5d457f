// What is past does not repeat over time: no name says where it goes.
use extents::{Tensor, dims, extents};

dims! { Batch, Time, Past }

fn main() {
    let past = Tensor::full(extents![dyn Past = 3].unwrap(), 1).unwrap();
    let scores = Tensor::full(extents![dyn Batch = 2, dyn Time = 3].unwrap(), 1).unwrap();
    let _ = past.broadcast_like(&scores);
}
