// Two modes, three coordinates.
use extents::{InlineTensor, StaticExtents};

fn main() {
    let mut a = InlineTensor::<f32, StaticExtents![2, 3]>::inline_zeros();
    a[[1, 2, 0]] = 1.0;
}
