// How far the planes are from each other is known only with the number of rows.
use extents::{Mapping, StaticExtents};

const PLANE: isize = Mapping::<StaticExtents![8, dyn, 8]>::STRIDES[0];

fn main() {
    let _ = PLANE;
}
