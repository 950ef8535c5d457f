// Two entries at the front and two at the back are more than there are.
use extents::{View, extents, slice};

fn main() {
    let view = View::from_slice(extents![3], &[1, 2, 3]).unwrap();
    let Ok(_) = view.slice(slice![(2..-2)]);
}
