// Which two modes?
use extents::{Const, View, extents};


fn main() {
    let view = View::from_slice(extents![2, 2], &[1, 2, 3, 4]).unwrap();
    let Ok(_) = view.diagonal(Const::<1>, Const::<1>);
}
