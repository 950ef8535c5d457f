// Mode 1 has 3 entries.
use extents::{Const, View, extents};


fn main() {
    let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6]).unwrap();
    let Ok(_) = view.windows_along::<Const<1>, _, _>(Const::<1>, Const::<4>);
}
