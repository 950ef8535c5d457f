// A number of entries is a type or a number.
use extents::{Const, View, extents};

fn main() {
    let view = View::from_slice(extents![2, 6], &[0; 12]).unwrap();
    let _ = view.chunks(Const::<1>, 0..3);
}
