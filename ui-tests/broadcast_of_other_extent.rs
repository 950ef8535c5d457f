// Mode 0 has 2 entries: which of them should be repeated?
use extents::{Const, View, extents};


fn main() {
    let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6]).unwrap();
    let Ok(_) = view.broadcast(Const::<0>, Const::<4>);
}
