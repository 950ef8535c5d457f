// A range that is not up to the end has no name.
use extents::{View, extents, slice};

fn main() {
    let view = View::from_slice(extents![5], &[1, 2, 3, 4, 5]).unwrap();
    let _ = view.slice(slice![(1..3)]);
}
