// Mode 1 has 3 entries: `chip` picks one.
use extents::{Const, View, extents};


fn main() {
    let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6]).unwrap();
    let Ok(_) = view.drop_mode(Const::<1>);
}
