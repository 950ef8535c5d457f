// Layers of three modes in all, for a matrix.
use extents::shape::{Nested, Shape};
use extents::{extents, modes};

fn main() {
    let _ = Nested::typed(modes![1, 2], Shape::new(extents![10, 20]));
}
