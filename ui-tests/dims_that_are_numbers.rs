// A number stands where an extent gets its name.
use extents::extents;

fn main() {
    let _ = extents![dyn 64 = 3, 4];
}
