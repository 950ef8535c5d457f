// A text in the place of the extents of a row.
use extents_shapes::jagged;

fn main() {
    let _ = jagged![[10], "20"];
}
