// Mode 1 has extent 3, and the vector 4.
use extents::multilinear::ttv_typed;
use extents::{extents, modes};

fn main() {
    let Ok(_) = ttv_typed(&extents![2, 3], &extents![4], modes![1]);
}
