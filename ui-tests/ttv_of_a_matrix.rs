// A vector has one mode.
use extents::multilinear::ttv;
use extents::{Const, extents};

fn main() {
    let Ok(_) = ttv(&extents![2, 3], &extents![3, 1], Const::<1>);
}
