// The strides are in the type, but not how many planes there are.
use extents::{Mapping, StaticExtents};

const PLANE: Option<usize> = Mapping::<StaticExtents![dyn, 8, 8]>::offset_of([1, 0, 0]);

fn main() {
    let _ = PLANE;
}
