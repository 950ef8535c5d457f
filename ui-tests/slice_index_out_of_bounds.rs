// Mode 0 has entries 0 and 1.
use extents::{View, extents, slice};


fn main() {
    let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6]).unwrap();
    let Ok(_) = view.chip(slice![2, ..]);
}
