// 2 rows and 3 columns.
use extents::{Const, View, extents};


fn main() {
    let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6]).unwrap();
    let Ok(_) = view.diagonal(Const::<0>, Const::<1>);
}
