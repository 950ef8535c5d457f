// A number without a name, written as a mode, beside one of a dim.
use extents::{dims, extents};

dims! { Batch }

fn main() {
    let words = 100;
    let _ = extents![dyn Batch = 2, dyn = words].unwrap();
}
