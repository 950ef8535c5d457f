// Two modes, a window of one.
use extents::{StaticExtents, View, extents};


fn main() {
    let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6]).unwrap();
    let Ok(_) = view.windows::<StaticExtents![2], _>(extents![2]);
}
