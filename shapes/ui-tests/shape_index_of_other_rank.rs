// Three coordinates for a matrix.
use extents::extents;
use extents_shapes::Shape;

fn main() {
    let shape = Shape::new(extents![2, 3]);
    let _ = shape.offset([1, 1, 1]);
}
