// The target has the same extents in another order of the names.
use extents::{Const, Tensor, dims, extents};

dims! { Batch, Time }

fn main() {
    let x = Tensor::full(extents![dyn Batch = 3, dyn Time = 3].unwrap(), 1).unwrap();
    let mut turned = Tensor::full(extents![dyn Time = 3, dyn Batch = 3].unwrap(), 0).unwrap();
    let _ = x.roll_into(Const::<0>, 1, &mut turned);
}
