// `dyn` may turn out to be the time, but a batch does not.
use extents::prelude::*;

dims! { Batch, Time }

fn main() {
    let shape = extents![dyn Batch = 2, 3].unwrap();
    let _ = shape.strengthen::<StaticExtents![dyn Time, 3]>();
}
