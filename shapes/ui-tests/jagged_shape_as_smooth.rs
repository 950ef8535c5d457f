// A jagged shape, given to what needs extents.
use extents::Extents;
use extents_shapes::{JaggedShape, SmoothShape};

fn rows(shape: &impl SmoothShape) -> usize {
    shape.extents().extent(0).unwrap_or(1)
}

fn main() {
    let _ = rows(&JaggedShape::null());
}
