// A permutation names each mode once.
use extents::multilinear::trans_typed;
use extents::{extents, modes};

fn main() {
    let Ok(_) = trans_typed(&extents![2, 3], modes![1, 1]);
}
