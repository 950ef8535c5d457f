// Chunks have entries.
use extents::{View, extents};

fn main() {
    let view = View::from_slice(extents![2, 6], &[0; 12]).unwrap();
    let Ok(_) = view.chunks_typed::<1, 0>();
}
