// A sum whose result lacks a label: only products sum over labels.
use extents::extents;
use extents::label::{i, j};
use extents_shapes::Shape;

fn main() {
    let shape = Shape::new(extents![2, 3]);
    let _ = (shape.labelled::<(i, j)>() - shape.labelled::<(i, j)>()).to::<(i,)>();
}
