// Two labels for three modes.
use extents::extents;
use extents::label::{i, j};
use extents_shapes::Shape;

fn main() {
    let shape = Shape::new(extents![2, 3, 4]);
    let _ = shape.labelled::<(i, j)>().to::<(j, i)>();
}
