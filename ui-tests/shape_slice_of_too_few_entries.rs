// A slice of a matrix with one entry.
use extents::shape::Shape;
use extents::{extents, slice};

fn main() {
    let shape = Shape::new(extents![2, 3]);
    let _ = shape.slice_typed(slice![1]);
}
