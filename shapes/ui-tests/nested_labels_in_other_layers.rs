// `j` and `k` are both in layer 1.
use extents::label::{i, j, k};
use extents::{extents, modes};
use extents_shapes::{Nested, Shape};

fn main() {
    let s = Nested::typed(modes![1, 2], Shape::new(extents![10, 20, 30]));
    let labelled = s.labelled::<(i, j, k)>();
    let Ok(_) = (labelled * labelled).to::<(j, k), _>(modes![1, 1]);
}
