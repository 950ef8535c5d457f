// A chip without an index.
use extents::{extents, slice};
use extents_shapes::Shape;

fn main() {
    let shape = Shape::at(extents![10, 20], [5, 5]).unwrap();
    let _ = shape.chip_typed(slice![6..8, ..]);
}
