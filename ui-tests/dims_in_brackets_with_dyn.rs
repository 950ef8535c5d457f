// What is made of dims is no mode of its own.
use extents::{dims, extents};

dims! { Past, Time }

fn main() {
    let _ = extents![dyn (Past + Time) = 7];
}
