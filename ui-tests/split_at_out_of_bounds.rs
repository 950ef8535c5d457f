// There are 6 entries.
use extents::{Const, Dyn, View, extents};

fn main() {
    let view = View::from_slice(extents![2, 6], &[0; 12]).unwrap();
    let Ok(_) = view.split_at::<Dyn, _, _>(Const::<1>, Const::<7>);
}
