// A mask of the batch does not say of times which to keep.
use extents::{Const, Tensor, dims, extents};

dims! { Batch, Time }

fn main() {
    let x = Tensor::full(extents![dyn Batch = 3, dyn Time = 3].unwrap(), 1).unwrap();
    let is_long = Tensor::full(extents![dyn Batch = 3].unwrap(), true).unwrap();
    let _ = x.compress(Const::<1>, &is_long);
}
