// The batch goes to its name, and nothing says where the mode without one goes.
use extents::{Tensor, dims, extents};

dims! { Batch, Time }

fn main() {
    let rows = Tensor::full(extents![dyn Batch = 2, dyn 3].unwrap(), 1).unwrap();
    let _ = rows.broadcast_to(extents![dyn Time = 3, dyn Batch = 2].unwrap());
}
