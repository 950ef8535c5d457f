// A nested shape and one without layers, added.
use extents_shapes::{ShapeBase, Nested, jagged};

fn main() {
    let plain = jagged![[10], [20]].unwrap();
    let nested = Nested::new([1, 1], plain.clone()).unwrap();
    let _ = nested.ix("i,j") + plain.ix("i,j");
}
