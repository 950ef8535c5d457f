// Ranges in the place of two corners.
use extents_shapes::{ShapeBase, jagged};

fn main() {
    let _ = jagged![[10], [20]].unwrap().slice([0..1, 5..8]);
}
