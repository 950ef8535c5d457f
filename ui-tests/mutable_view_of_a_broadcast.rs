// Each element would be lent twice.
use extents::{Const, ViewMut, extents};


fn main() {
    let mut data = [1, 2, 3];
    let view = ViewMut::from_slice(extents![1, 3], &mut data).unwrap();
    let Ok(_) = view.broadcast(Const::<0>, Const::<2>);
}
