// A product added to a shape: nothing says yet what its labels are.
use extents::extents;
use extents::label::{i, j, k};
use extents_shapes::Shape;

fn main() {
    let s = Shape::new(extents![3, 3]);
    let product = s.labelled::<(i, j)>() * s.labelled::<(j, k)>();
    let _ = s.labelled::<(i, k)>() + product;
}
