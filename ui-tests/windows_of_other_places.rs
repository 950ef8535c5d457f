// A window of 2 has 2 places in 3 entries.
use extents::{StaticExtents, View, extents};


fn main() {
    let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6]).unwrap();
    let Ok(_) = view.windows::<StaticExtents![1, 3], _>(extents![2, 2]);
}
