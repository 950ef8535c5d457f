// A batch is not compared with what is past, whatever the numbers are. Of the same names the order makes no difference.
use extents::{Tensor, dims, extents};

dims! { Batch, Time, Past }

fn main() {
    let a = Tensor::full(extents![dyn Batch = 2, dyn Time = 2].unwrap(), 1).unwrap();
    assert!(a == a.transpose());
    let b = Tensor::full(extents![dyn Past = 2, dyn Time = 2].unwrap(), 1).unwrap();
    assert!(a == b);
}
