// 2 times 2 entries are not 3.
use extents::{Const, View, extents};


fn main() {
    let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6]).unwrap();
    let Ok(_) = view.split(Const::<1>, extents![2, 2]);
}
