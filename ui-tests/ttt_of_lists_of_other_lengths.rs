// Each mode of one list is summed against one of the other.
use extents::multilinear::ttt;
use extents::{extents, modes};

fn main() {
    let Ok(_) = ttt(&extents![2, 3], &extents![2, 3], modes![0, 1], modes![0]);
}
