// Modes count from 0: there is no mode 2.
use extents::{Const, View, extents};


fn main() {
    let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6]).unwrap();
    let _ = view.reverse(Const::<2>);
}
