// A mode is summed once.
use extents::multilinear::ttt;
use extents::{extents, modes};

fn main() {
    let Ok(_) = ttt(&extents![3, 2], &extents![3, 3], modes![0, 0], modes![0, 1]);
}
