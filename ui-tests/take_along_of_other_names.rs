// Indices of what is past do not say of times which to take.
use extents::{Const, Tensor, dims, extents};

dims! { Batch, Time, Past }

fn main() {
    let x = Tensor::full(extents![dyn Batch = 3, dyn Time = 3].unwrap(), 1).unwrap();
    let at = Tensor::full(extents![dyn Past = 3, dyn Batch = 3].unwrap(), 0_usize).unwrap();
    let _ = x.take_along(Const::<1>, &at);
}
