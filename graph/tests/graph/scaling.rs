//! Work on many axes, and on many pieces, takes time in proportion to them, or little more.

#[path = "../../../tests/scaling/linear.rs"]
mod linear;

use extents::DType;
use extents_graph::{ComplexView, TensorDescription};
use linear::is_nearly_linear;

fn ones(n: usize) -> TensorDescription {
    <TensorDescription>::of_shape(DType::F32, &vec![1; n]).unwrap().row_major().unwrap()
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
