// Modes 0 and 1 are there.
use extents::multilinear::ttv_typed;
use extents::{extents, modes};

fn main() {
    let Ok(_) = ttv_typed(&extents![2, 3], &extents![3], modes![2]);
}
