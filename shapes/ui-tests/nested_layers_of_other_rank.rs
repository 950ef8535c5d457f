// Layers of three modes in all, for a matrix.
use extents::{extents, modes};
use extents_shapes::{Nested, Shape};

fn main() {
    let _ = Nested::typed(modes![1, 2], Shape::new(extents![10, 20]));
}
