// A batch that is never so large, mode by mode too.
use extents::{Tensor, dims, extents};

dims! { Batch ..= 4096 }

fn main() {
    let a = Tensor::full(extents![dyn Batch = 3, 2].unwrap(), 1.0).unwrap();
    let b = Tensor::full(extents![5000, 2], 1.0).unwrap();
    let _ = (&a + &b).eval();
}
