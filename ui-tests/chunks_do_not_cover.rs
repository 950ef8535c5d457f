// 6 entries are no multiple of 4.
use extents::{View, extents};

fn main() {
    let view = View::from_slice(extents![2, 6], &[0; 12]).unwrap();
    let Ok(_) = view.chunks_typed::<1, 4>();
}
