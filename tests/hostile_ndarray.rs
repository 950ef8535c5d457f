//! Arrays of `ndarray` whose shapes and strides are odd.

#![cfg(feature = "ndarray")]
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test says what is wrong by panicking"
)]

use extents::backend::{NdArray, contract_on, contract_on_add};
use extents::{
    Composition, View, contract,
    label::{i, j},
};
use ndarray::{Array, Array2, ArrayD, ArrayView, ArrayView2, IxDyn, ShapeBuilder, s};

#[test]
fn arrays_without_elements_have_any_strides() {
    for strides in [(1, 1), (usize::MAX / 2, 1), (1, isize::MAX as usize), (0, 0)] {
        let Ok(array) = ArrayView2::<f64>::from_shape((3, 0).strides(strides), &[]) else {
            continue;
        };
        let view = View::from(array);
        assert_eq!(contract!(view[i, j] => [i]).unwrap().as_slice(), [0.0; 3]);
        let by_rows = Composition::einsum("ij->i").unwrap();
        let sums = contract_on(&mut NdArray::new(), &by_rows, &[&array.into_dyn()]).unwrap();
        assert_eq!(sums, ArrayD::zeros(IxDyn(&[3])));
    }
    let huge = Array2::<f64>::zeros((0, 1 << 60));
    let view = View::from(huge.view());
    assert_eq!(contract!(view[i, j] => []).unwrap()[[]], 0.0);
    let all = Composition::einsum("ij->").unwrap();
    assert_eq!(
        contract_on(&mut NdArray::new(), &all, &[&huge.clone().into_dyn()]).unwrap().sum(),
        0.0
    );
    let outer = Composition::einsum("ij,kj->ik").unwrap();
    let huge = huge.into_dyn();
    assert_eq!(contract_on(&mut NdArray::new(), &outer, &[&huge, &huge]).unwrap().len(), 0);
}

#[test]
fn broadcast_and_turned_arrays_contract() {
    let one = Array::from_elem((1, 1), 3_i64);
    let wide = one.broadcast((5, 7)).unwrap();
    let many = Array::from_shape_fn((7, 9), |(row, column)| (row * 9 + column) as i64);
    let turned = many.slice(s![..;-1, ..;-2]);
    for text in
        ["ij,jk->ik", "ij,jk->ki", "ij,jk->k", "ij,jk->", "ij,jk->ijk", "ij,jk->kj", "ij,jk->i"]
    {
        let composition = Composition::einsum(text).unwrap();
        let (a, b) = (wide.into_dyn(), turned.into_dyn());
        let found = contract_on(&mut NdArray::new(), &composition, &[&a, &b]).unwrap();
        let result = text.rsplit_once('>').unwrap().1;
        let mut expected = ArrayD::<i64>::zeros(found.raw_dim());
        for n in 0..5 * 7 * 5 {
            let index = [n / 35, n / 5 % 7, n % 5];
            let at: Vec<usize> =
                result.bytes().map(|label| index[usize::from(label - b'i')]).collect();
            expected[IxDyn(&at)] += wide[[index[0], index[1]]] * turned[[index[1], index[2]]];
        }
        assert_eq!(found, expected, "{text}");
        let mut target = Array::from_elem(expected.raw_dim(), 100);
        let mut back = target.view_mut();

        if !result.is_empty() {
            back.invert_axis(ndarray::Axis(0));
        }
        contract_on_add(&mut NdArray::new(), &composition, &[&a, &b], &mut back).unwrap();
        assert_eq!(back, expected + 100, "{text}");
    }
    // A scalar of no modes, and the diagonal.
    let scalar = ArrayView::from_shape(IxDyn(&[]), &[4]).unwrap();
    let copy = Composition::labelled(&[""], "").unwrap();
    assert_eq!(contract_on(&mut NdArray::new(), &copy, &[&scalar]).unwrap().sum(), 4);
}
