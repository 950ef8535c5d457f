// A value of run-time extents needs the extents.
use extents::extents;

fn main() {
    let _ = extents![dyn, 3];
}
