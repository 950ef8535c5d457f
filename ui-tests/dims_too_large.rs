// The largest extents together are too large.
use extents::{dims, extents};

dims! { Wide ..= 0x1_0000_0000, Tall ..= 0x1_0000_0000 }

fn main() {
    let _ = extents![dyn Wide = 3, dyn Tall = 4];
}
