// A slice of a matrix with one entry.
use extents::{extents, slice};
use extents_shapes::Shape;

fn main() {
    let shape = Shape::new(extents![2, 3]);
    let _ = shape.slice_typed(slice![1]);
}
