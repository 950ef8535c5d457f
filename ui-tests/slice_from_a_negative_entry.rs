// Entries are counted from the front: there is no entry -3.
use extents::{View, extents, slice};

fn main() {
    let view = View::from_slice(extents![4], &[1, 2, 3, 4]).unwrap();
    let _ = view.slice(slice![(-3..-1)]);
}
