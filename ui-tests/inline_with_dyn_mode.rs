// The stack needs to know how much room to make.
use extents::{InlineTensor, StaticExtents};

fn main() {
    let _ = InlineTensor::<f32, StaticExtents![dyn, 3]>::inline_zeros();
}
