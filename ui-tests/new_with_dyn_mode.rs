// `new` is for static extents; here one extent is missing.
use extents::StaticExtents;

fn main() {
    let _ = <StaticExtents![dyn, 3]>::new();
}
