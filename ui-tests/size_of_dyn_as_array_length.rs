// The length of an array is a constant, and the size of these extents is none.
use extents::StaticExtents;

fn main() {
    let _ = [0.0; <StaticExtents![dyn, 3]>::SIZE];
}
