//! Labels of shapes take time in proportion to their number, or little more.

use extents::DynRankExtents;
use extents_shapes::{JaggedShape, Shape, ShapeBase};

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

/// Rows of one entry each, level after level: as many modes of extent 1, all of which are smooth.
#[test]
fn levels_that_are_smooth() {
    let ones = |n: usize| JaggedShape::from_offset_levels(vec![vec![0, 1]; n]).unwrap();
    assert_eq!(ones(3).smooth_extents().unwrap().as_ref(), [1; 4]);
    is_nearly_linear("levels that are smooth", 1_000, |n| n, |&n| ones(n));
}
