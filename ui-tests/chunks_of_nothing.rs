// Chunks have entries.
use extents::{Const, View, extents};

fn main() {
    let view = View::from_slice(extents![2, 6], &[0; 12]).unwrap();
    let Ok(_) = view.chunks(Const::<1>, Const::<0>);
}
