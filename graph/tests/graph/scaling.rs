//! Work on many axes, and on many pieces, takes time in proportion to them, or little more.

#[path = "../../../tests/scaling/linear.rs"]
mod linear;

use extents::DType;
use extents_graph::{Axes, ComplexView, IndexMap, TensorDescription, strides_in_order};
use linear::is_nearly_linear;

fn ones(n: usize) -> TensorDescription {
    <TensorDescription>::of_shape(DType::F32, &vec![1; n]).unwrap().row_major().unwrap()
}

fn fallen(n: usize) -> Vec<usize> {
    (0..n).rev().collect()
}

#[test]
fn views_of_many_axes() {
    let n = 1_000;
    let turned = |n: usize| (ones(n), fallen(n), ones(n).permute(&fallen(n)).unwrap());
    is_nearly_linear("a permutation", n, turned, |(x, order, _)| x.permute(order).unwrap());
    is_nearly_linear("a broadcast", n, turned, |(x, _, to)| x.broadcast(to.axes()).unwrap());
    let named = |n: usize| (ones(n), fallen(n).iter().map(usize::to_string).collect::<Vec<_>>());
    is_nearly_linear("names in an order", n, named, |(x, names)| x.reorder(names).unwrap());
}

#[test]
fn sets_of_many_axes() {
    let n = 2_000;
    let sets = |n: usize| {
        let axes = ones(n).axes().clone();
        (axes.reduce_axes(&Axes::of_shape(&[1])).unwrap(), axes)
    };
    is_nearly_linear("what is in one only", n, sets, |(some, all)| all - some);
    is_nearly_linear("what is in either", n, sets, |(some, all)| some | all);
    is_nearly_linear("what is in both", n, sets, |(some, all)| some & all);
    is_nearly_linear("whether all are in both", n, sets, |(some, all)| some.is_subset(all));
    is_nearly_linear("the axes of a sum", n, sets, |(some, all)| all.reduce_axes(some).unwrap());
    is_nearly_linear("the axes of a product", n, sets, |(some, all)| all.dot_axes(some).unwrap());
    is_nearly_linear("the axes of elementwise work", n, sets, |(some, all)| {
        some.binary_axes_order(all).unwrap()
    });
}

#[test]
fn index_functions_of_many_modes() {
    let n = 4_000;
    let modes = |n: usize| (vec![1; n], fallen(n));
    is_nearly_linear("strides in an order", n, modes, |(shape, order)| {
        strides_in_order(shape, order).unwrap()
    });
    is_nearly_linear("the map of a permutation", n, modes, |(shape, order)| {
        IndexMap::permute(shape, order).unwrap()
    });
    is_nearly_linear("the map of a broadcast", n, modes, |(shape, order)| {
        IndexMap::broadcast(shape, shape, order).unwrap()
    });
}

#[test]
fn concatenations_of_many_tensors() {
    let tensors = |n: usize| vec![ones(2); n];
    is_nearly_linear("a concatenation", 500, tensors, |tensors| {
        ComplexView::concat(tensors, "1").unwrap()
    });
    let view = |n: usize| ComplexView::concat(&tensors(n), "1").unwrap();
    is_nearly_linear("its elements", 500, view, |view| view.values(|source, _| source).unwrap());
}
