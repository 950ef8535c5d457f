// A part borrows the elements of the whole.
use extents::{View, extents, slice};


fn main() {
    let part = {
        let data = [1, 2, 3];
        let view = View::from_slice(extents![3], &data).unwrap();
        let Ok(part) = view.slice(slice![1..3]);
        part
    };
    println!("{part:?}");
}
