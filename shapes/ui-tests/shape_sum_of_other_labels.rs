// A sum whose terms have different labels.
use extents::extents;
use extents::label::{i, j, k};
use extents_shapes::Shape;

fn main() {
    let shape = Shape::new(extents![3, 3]);
    let _ = (shape.labelled::<(i, j)>() + shape.labelled::<(i, k)>()).to::<(i, j)>();
}
