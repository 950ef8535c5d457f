// A part takes the mutable view: `view_mut` lends it for one part at a time.
use extents::{ViewMut, extents, slice};


fn main() {
    let mut data = [1, 2, 3];
    let view = ViewMut::from_slice(extents![3], &mut data).unwrap();
    let Ok(mut first) = view.slice(slice![0..2]);
    let Ok(second) = view.slice(slice![1..3]);
    first[[1]] = second[[0]];
}
