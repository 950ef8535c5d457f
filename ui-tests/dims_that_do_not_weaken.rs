// A name is forgotten, but not exchanged.
use extents::prelude::*;

dims! { Batch, Time }

fn main() {
    let shape = extents![dyn Batch = 2, 3].unwrap();
    let _ = shape.weaken::<StaticExtents![dyn Time, 3]>();
}
