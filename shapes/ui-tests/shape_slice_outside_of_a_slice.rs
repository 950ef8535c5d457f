// A slice keeps the indices of what it is cut from: this one begins at 5.
use extents::{extents, slice};
use extents_shapes::Shape;

fn main() {
    let Ok(part) = Shape::new(extents![10, 20]).slice_typed(slice![5..8, ..]);
    let Ok(_) = part.slice_typed(slice![4..6, ..]);
}
