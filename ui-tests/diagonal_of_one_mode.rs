// Which two modes?
use extents::{View, extents};


fn main() {
    let view = View::from_slice(extents![2, 2], &[1, 2, 3, 4]).unwrap();
    let Ok(_) = view.diagonal::<1, 1>();
}
