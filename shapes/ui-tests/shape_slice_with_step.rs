// A slice that skips indices, which are then no shape.
use extents::{extents, slice};
use extents_shapes::Shape;

fn main() {
    let shape = Shape::new(extents![10, 20]);
    let _ = shape.slice_typed(slice![0..10; 2, ..]);
}
