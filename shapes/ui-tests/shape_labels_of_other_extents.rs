// A product of shapes whose shared label stands for two extents.
use extents::extents;
use extents::label::{i, j, k};
use extents_shapes::Shape;

fn main() {
    let (a, b) = (Shape::new(extents![2, 3]), Shape::new(extents![8, 4]));
    let _ = (a.labelled::<(i, j)>() * b.labelled::<(j, k)>()).to::<(i, k)>();
}
