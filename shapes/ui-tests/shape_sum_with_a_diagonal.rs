// A sum of which one term repeats a label.
use extents::extents;
use extents::label::i;
use extents_shapes::Shape;

fn main() {
    let (square, line) = (Shape::new(extents![3, 3]), Shape::new(extents![3]));
    let _ = (line.labelled::<(i,)>() + square.labelled::<(i, i)>()).to::<(i,)>();
}
