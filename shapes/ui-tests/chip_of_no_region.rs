// A text in the place of pins.
use extents_shapes::{ShapeBase, jagged};

fn main() {
    let _ = jagged![[10], [20]].unwrap().chip("0");
}
