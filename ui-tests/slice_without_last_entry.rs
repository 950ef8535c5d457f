// The last entry after `..=` is missing.
use extents::{Extents, View, extents, slice};


fn main() {
    let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6]).unwrap();
    let first = view.extents().rank();
    let _ = view.slice(slice![.., first..=]);
}
