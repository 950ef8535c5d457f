//! Labels of shapes take time in proportion to their number, or little more.

use extents::DynRankExtents;
use extents_shapes::{JaggedShape, ModeTiling, Nested, Shape, ShapeBase, TiledShape, jagged};

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

/// Slice 1 has no slices of its own, so that each mode before the last one is divided row by row.
#[test]
fn modes_before_one_without_rows() {
    let none = JaggedShape::from_slices_of_rank(1, []).unwrap();
    let gap = jagged![{ [2] }, none, { [1] }].unwrap();
    let compose = |names: &str, ones: &Shape| {
        (gap.ix("i,j,k") * ones.ix(names)).to(&format!("i,{names},k")).unwrap()
    };
    let ones = |n: usize| Shape::from_list(&vec![1; n]).unwrap();
    let shape = compose("a,b", &ones(2));
    assert_eq!(
        (shape.outer_rank(), shape.to_string()),
        (3, "{[1, 1, 2], [1, 1, 0], [1, 1, 1]}".into())
    );
    let many = |n| (labels(n).join(","), ones(n));
    is_nearly_linear("modes before one without rows", 500, many, |(names, ones)| {
        compose(names, ones)
    });
}

/// Two slices at each level, of which the second one is empty: as many modes as levels, each of two rows.
#[test]
fn levels_that_are_taken_apart() {
    let comb = |n: usize| JaggedShape::from_offset_levels(vec![vec![0, 2, 2]; n]).unwrap();
    let prepare = |n: usize| (labels(n + 1).join(","), comb(n));
    let first = |(names, shape): &(String, JaggedShape)| {
        let name = names.split(',').next().unwrap();
        shape.ix(names).to(name).unwrap()
    };
    assert_eq!(first(&prepare(3)).smooth_extents().unwrap().as_ref(), [2]);
    is_nearly_linear("levels that are summed", 250, prepare, first);
    let scalar = JaggedShape::scalar();
    let all = |(names, shape): &(String, JaggedShape)| {
        (shape.ix(names) * scalar.ix("")).to(names).unwrap()
    };
    let deep = prepare(10_000);
    assert_eq!(all(&deep), deep.1);
    is_nearly_linear("levels that are kept", 250, prepare, all);
}

/// The smooth slice is divided row by row as the other one is.
#[test]
fn slices_of_very_many_levels() {
    let slices = |n: usize| {
        let comb = JaggedShape::from_offset_levels(vec![vec![0, 2, 2]; n]).unwrap();
        [comb, JaggedShape::from_extents(&DynRankExtents::new(&vec![1; n + 1]).unwrap())]
    };
    let shape = JaggedShape::from_slices(&slices(3)).unwrap();
    assert_eq!(shape.to_string(), "{{{{[2], [0]}, {}}, {}}, {{{[1]}}}}");
    is_nearly_linear("slices of very many levels", 1_000, slices, |slices| {
        JaggedShape::from_slices(slices).unwrap()
    });
}

/// All sizes between that of the grid of tiles and that of what is tiled are products of all modes.
#[test]
fn modes_that_are_tiled() {
    let tilings = |n: usize| vec![ModeTiling::uniform(1, 1).unwrap(); n];
    is_nearly_linear("modes that are tiled", 2_000, tilings, |tilings: &Vec<ModeTiling>| {
        TiledShape::from_tilings(tilings.iter().cloned()).unwrap()
    });
}

#[test]
fn labels_in_layers() {
    let nested = |n: usize| {
        let shape = Shape::from_list(&vec![1; n]).unwrap();
        (labels(n).join(","), Nested::new(vec![1; n], shape).unwrap())
    };
    is_nearly_linear("labels in layers", 8_000, nested, |(names, nested)| {
        nested.ix(names).to(names).unwrap()
    });
}

/// Each factor before all others.
#[test]
fn products_from_the_right() {
    let one = jagged![[1], [2]].unwrap();
    let factor = one.ix("i,j");
    let product = |n: usize| (1..n).fold(factor.clone(), |all, _| factor.clone() * all);
    assert_eq!(product(100).to("i,j").unwrap(), one);
    is_nearly_linear("products from the right", 4_000, |n| n, |&n| product(n));
}
