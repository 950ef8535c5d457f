// 3 entries are no multiple of 2.
use extents::{StaticExtents, View, extents};


fn main() {
    let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6]).unwrap();
    let Ok(_) = view.tiles::<StaticExtents![1, 1], _>(extents![2, 2]);
}
