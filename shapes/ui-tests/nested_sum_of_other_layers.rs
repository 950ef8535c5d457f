// In a sum a label is in the same layer on both sides.
use extents::label::{i, j, k};
use extents::{extents, modes};
use extents_shapes::{Nested, Shape};

fn main() {
    let s = Shape::new(extents![10, 20, 30]);
    let (left, right) = (Nested::typed(modes![1, 2], s), Nested::typed(modes![2, 1], s));
    let sum = left.labelled::<(i, j, k)>() + right.labelled::<(i, j, k)>();
    let Ok(_) = sum.to::<(i, j, k), _>(modes![1, 2]);
}
