// Weakening keeps the rank.
use extents::{Extents, StaticExtents, extents};

fn main() {
    let _ = extents![10, 64].weaken::<StaticExtents![dyn, 8, 8]>();
}
