// A slice keeps the indices of what it is cut from: this one begins at 5.
use extents::shape::Shape;
use extents::{extents, slice};

fn main() {
    let Ok(part) = Shape::new(extents![10, 20]).slice_typed(slice![5..8, ..]);
    let Ok(_) = part.slice_typed(slice![4..6, ..]);
}
