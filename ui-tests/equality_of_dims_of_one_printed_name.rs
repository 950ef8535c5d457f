// Two dims are the same if they are one type, whatever their names.
use extents::{Tensor, dims, extents};

mod library {
    extents::dims! { pub Batch }
}
dims! { Batch }

fn main() {
    let a = Tensor::full(extents![dyn library::Batch = 2].unwrap(), 1).unwrap();
    let b = Tensor::full(extents![dyn Batch = 2].unwrap(), 1).unwrap();
    assert!(a == b);
}
