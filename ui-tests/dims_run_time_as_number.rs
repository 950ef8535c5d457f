// The extent of a dim that is no number is said where the value is made.
use extents::{dims, extents};

dims! { Batch }

fn main() {
    let _ = extents![(Batch), 3];
}
