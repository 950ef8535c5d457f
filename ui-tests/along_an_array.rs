// A mode is a type or a number, not a list of them.
use extents::{View, extents};

fn main() {
    let view = View::from_slice(extents![2, 6], &[0; 12]).unwrap();
    let _ = view.along([1]);
}
