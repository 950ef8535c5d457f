// An extent with a name is known at run time: `dyn Batch = 2`.
use extents::{dims, extents};

dims! { Batch }

fn main() {
    let _ = extents![Batch = 2, 3];
}
