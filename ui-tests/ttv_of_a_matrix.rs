// A vector has one mode.
use extents::multilinear::ttv_typed;
use extents::{extents, modes};

fn main() {
    let Ok(_) = ttv_typed(&extents![2, 3], &extents![3, 1], modes![1]);
}
