// Indices 5, 6 and 7 are there.
use extents::{extents, slice};
use extents_shapes::Shape;

fn main() {
    let Ok(part) = Shape::new(extents![10, 20]).slice_typed(slice![5..8, ..]);
    let Ok(_) = part.chip_typed(slice![8, ..]);
}
