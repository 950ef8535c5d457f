// Modes 0 and 1 are there.
use extents::{Const, View, extents};

fn main() {
    let view = View::from_slice(extents![2, 6], &[0; 12]).unwrap();
    let Ok(_) = view.chunks(Const::<2>, Const::<1>);
}
