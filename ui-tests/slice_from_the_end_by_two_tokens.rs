// A number from the end that is an expression, without brackets.
use extents::{View, extents, slice};

fn main() {
    let back = [1];
    let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6]).unwrap();
    let _ = view.slice(slice![.., -back[0]]);
}
