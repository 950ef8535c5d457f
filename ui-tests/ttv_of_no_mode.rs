// Modes 0 and 1 are there.
use extents::multilinear::ttv;
use extents::{Const, extents};

fn main() {
    let Ok(_) = ttv(&extents![2, 3], &extents![3], Const::<2>);
}
