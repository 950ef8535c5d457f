// A text in the place of pins.
use extents::jagged;
use extents::shape::ShapeBase;

fn main() {
    let _ = jagged![[10], [20]].unwrap().chip("0");
}
