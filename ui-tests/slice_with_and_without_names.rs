// The entries have places, or they have names.
use extents::prelude::*;

dims! { Batch, Time }

fn main() {
    let x = Tensor::full(extents![dyn Batch = 2, dyn Time = 3].unwrap(), 1.0).unwrap();
    let _ = x.slice(slice![Time = 1.., 0]);
}
