// Behind the first 2 of 6 entries there are 4.
use extents::{Const, View, extents};

fn main() {
    let view = View::from_slice(extents![2, 6], &[0; 12]).unwrap();
    let Ok(_) = view.split_at::<Const<3>, _, _>(Const::<1>, Const::<2>);
}
