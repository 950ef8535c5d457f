// The parts have a batch where the target has time, beside the mode along which they are stacked.
use extents::arrange::stack_into;
use extents::{Const, Tensor, dims, extents};

dims! { Batch, Time }

fn main() {
    let part = Tensor::full(extents![dyn Batch = 3].unwrap(), 1).unwrap();
    let mut rows = Tensor::full(extents![2, dyn Time = 3].unwrap(), 0).unwrap();
    let _ = stack_into(Const::<0>, (&part, &part), &mut rows);
}
