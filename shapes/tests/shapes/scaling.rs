//! Labels of shapes take time in proportion to their number, or little more.

use extents::DynRankExtents;
use extents_shapes::{Shape, ShapeBase};

use crate::linear::is_nearly_linear;

/// That many labels, all different.
fn labels(count: usize) -> Vec<String> {
    (0..count).map(|n| format!("label{}", n * 7919 % count)).collect()
}

#[test]
fn labels_of_shapes() {
    let names = |n: usize| {
        (labels(n).join(","), Shape::at(DynRankExtents::new(&vec![1; n]).unwrap(), vec![0; n]))
    };
    is_nearly_linear("the labels of a shape", 1_000, names, |(names, shape)| {
        let shape = shape.as_ref().unwrap();
        (shape.ix(names) + shape.ix(names)).permuted(names).unwrap()
    });
    let names = |n: usize| labels(n);
    is_nearly_linear("the labels of factors", 250, names, |names: &Vec<String>| {
        let one = Shape::at(DynRankExtents::new(&[1]).unwrap(), vec![0]).unwrap();
        let product = names.iter().skip(1).fold(one.ix(&names[0]), |all, name| all * one.ix(name));
        product.to(&names[0]).unwrap()
    });
}
