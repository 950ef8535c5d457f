// 2 times 3 entries are 6.
use extents::{Const, View, extents};


fn main() {
    let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6]).unwrap();
    let Ok(_) = view.merge::<Const<5>, _>(Const::<0>);
}
