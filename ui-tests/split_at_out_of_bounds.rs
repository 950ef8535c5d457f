// There are 6 entries.
use extents::{Dyn, View, extents};

fn main() {
    let view = View::from_slice(extents![2, 6], &[0; 12]).unwrap();
    let Ok(_) = view.split_at_typed::<1, 7, Dyn>();
}
