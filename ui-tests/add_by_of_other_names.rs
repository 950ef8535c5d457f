// The source stands in another order than the entries.
use extents::{Const, Tensor, dims, extents};

dims! { Batch, Time }

fn main() {
    let mut sums = Tensor::full(extents![4, dyn Batch = 3].unwrap(), 0).unwrap();
    let at = Tensor::full(extents![dyn Time = 3].unwrap(), 0).unwrap();
    let new = Tensor::full(extents![dyn Batch = 3, dyn Time = 3].unwrap(), 1).unwrap();
    let _ = sums.add_by(Const::<0>, &at, &new);
}
