// Two rows of three are given, three rows of two are declared.
use extents::{InlineTensor, StaticExtents};

fn main() {
    let _ = InlineTensor::<i32, StaticExtents![3, 2]>::from_array([[1, 2, 3], [4, 5, 6]]);
}
