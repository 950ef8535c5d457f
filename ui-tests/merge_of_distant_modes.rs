// Columns were cut off, so that rows no longer follow each other.
use extents::{Const, View, extents, slice};


fn main() {
    let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6]).unwrap();
    let Ok(part) = view.slice(slice![.., 0..2]);
    let Ok(_) = part.merge::<Const<4>, _>(Const::<0>);
}
