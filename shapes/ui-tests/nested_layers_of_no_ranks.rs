// Layers in the type, as a list of values.
use extents::extents;
use extents_shapes::{Nested, Shape};

fn main() {
    let _ = Nested::typed([1, 1], Shape::new(extents![10, 20]));
}
