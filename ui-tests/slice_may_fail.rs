// The index is a run-time value, so the slice may be out of bounds.
use extents::{View, extents, slice};


fn main() {
    let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6]).unwrap();
    let row = std::env::args().count();
    let Ok(_) = view.chip(slice![row, ..]);
}
