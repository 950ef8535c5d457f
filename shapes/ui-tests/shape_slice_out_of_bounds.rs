// A slice of a shape whose type knows that it is too short.
use extents::{extents, slice};
use extents_shapes::Shape;

fn main() {
    let shape = Shape::new(extents![10, 20]);
    let _ = shape.slice_typed(slice![8..11, ..]);
}
