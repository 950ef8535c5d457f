// Equal numbers, of other extents: `b.aligned_to(&a)` has the modes in the order of `a`.
use extents::{Tensor, dims, extents};

dims! { Batch, Time }

fn main() {
    let a = Tensor::full(extents![dyn Batch = 2, dyn Time = 2].unwrap(), 1).unwrap();
    let b = a.transpose();
    assert!(a == b);
}
