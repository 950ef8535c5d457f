// A chip of a row that the shape does not have.
use extents::{extents, slice};
use extents_shapes::Shape;

fn main() {
    let shape = Shape::new(extents![10, 20]);
    let _ = shape.chip_typed(slice![10, ..]);
}
