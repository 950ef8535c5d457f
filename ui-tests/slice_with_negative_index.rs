// As in NumPy, where these are the last two entries.
use extents::{View, extents, slice};


fn main() {
    let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6]).unwrap();
    let Ok(_) = view.slice(slice![.., -2..]);
}
