// 2 times 2 entries are not 3.
use extents::{View, extents};


fn main() {
    let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6]).unwrap();
    let Ok(_) = view.split::<1, _>(extents![2, 2]);
}
