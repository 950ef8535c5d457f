// Two modes: the new one is mode 0, 1 or 2.
use extents::{Const, View, extents};


fn main() {
    let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6]).unwrap();
    let _ = view.insert_mode(Const::<3>);
}
