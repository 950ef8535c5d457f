// Windows overlap, so each element would be lent several times.
use extents::{StaticExtents, ViewMut, extents};


fn main() {
    let mut data = [1, 2, 3];
    let view = ViewMut::from_slice(extents![3], &mut data).unwrap();
    let Ok(_) = view.windows::<StaticExtents![2], _>(extents![2]);
}
