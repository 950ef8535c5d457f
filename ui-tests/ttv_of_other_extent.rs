// Mode 1 has extent 3, and the vector 4.
use extents::multilinear::ttv;
use extents::{Const, extents};

fn main() {
    let Ok(_) = ttv(&extents![2, 3], &extents![4], Const::<1>);
}
