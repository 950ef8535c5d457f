// A type of one's own is no name for extents.
use extents::prelude::*;

struct Batch;

fn main() {
    let _ = extents![dyn Batch = 2, 3];
}
