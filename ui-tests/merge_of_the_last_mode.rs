// Behind mode 1 there is no other mode.
use extents::{Const, View, extents};


fn main() {
    let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6]).unwrap();
    let Ok(_) = view.merge::<Const<3>, _>(Const::<1>);
}
