// A permutation names each mode once.
use extents::multilinear::trans;
use extents::{extents, modes};

fn main() {
    let Ok(_) = trans(&extents![2, 3], modes![1, 1]);
}
