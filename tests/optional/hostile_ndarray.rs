//! Arrays of `ndarray` whose shapes and strides are odd.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test says what is wrong by panicking"
)]

use extents::backend::{NdArray, NdarrayDim, contract_on, contract_on_add};
use extents::layout::Strided;
use extents::{
    Composition, DynExtents, Extents, Mapping, ShapeError, View, ViewMut, contract,
    label::{i, j},
};
use ndarray::{
    Array, Array2, ArrayD, ArrayView, ArrayView2, ArrayViewMut, Dim, Dimension, IxDyn,
    ShapeBuilder, s,
};
use proptest::prelude::*;

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
        assert_eq!(sums, ArrayD::<f64>::zeros(IxDyn(&[3])));
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
    let copy = Composition::of_labels(&[""], "").unwrap();
    assert_eq!(contract_on(&mut NdArray::new(), &copy, &[&scalar]).unwrap().sum(), 4);
}

/// Where each index leads to: a view and the array of it, and back.
fn round_trip<const N: usize>(extents: [usize; N], strides: [isize; N])
where
    Dim<[usize; N]>: NdarrayDim<Extents = DynExtents<N>> + Dimension,
{
    let shape = DynExtents::new(extents).unwrap();
    let mapping = Mapping::with_layout(shape, Strided::new(strides)).unwrap();
    let mut elements: Vec<usize> = (0..mapping.required_span_size()).collect();
    let offsets: Vec<usize> = shape.indices().map(|index| mapping.offset(index).unwrap()).collect();

    let view = View::from_slice(mapping, &elements).unwrap();
    let array = ArrayView::<_, Dim<[usize; N]>>::from(view);
    assert_eq!(array.shape(), extents);
    assert!(array.iter().eq(&offsets), "{extents:?} {strides:?}");
    let back = View::from(array);
    assert_eq!(back.extents(), &shape);
    assert!(back.iter().eq(&offsets), "{extents:?} {strides:?}");

    // By definition: each stride that moves passes over all that the others of at most its length reach.
    let moving =
        || extents.into_iter().zip(strides).enumerate().filter(|(_, (extent, _))| *extent > 1);
    let is_nested = extents.contains(&0)
        || moving().all(|(mode, (_, stride))| {
            let others = moving().filter(|(other, _)| *other != mode);
            let shorter = others.filter(|(_, (_, other))| other.abs() <= stride.abs());
            let reach: isize = shorter.map(|(_, (e, s))| (e as isize - 1) * s.abs()).sum();
            reach < stride.abs()
        });
    let Ok(view) = ViewMut::from_slice(mapping, &mut elements) else {
        assert!(!is_nested, "{extents:?} {strides:?}");
        return;
    };
    match ArrayViewMut::<_, Dim<[usize; N]>>::try_from(view) {
        Ok(mut array) => {
            assert!(is_nested, "{extents:?} {strides:?}");
            assert_eq!(array.shape(), extents);
            array.iter_mut().for_each(|element| *element += 1000);
            let mut back = ViewMut::from(array);
            back.iter_mut().for_each(|element| *element += 1000);
            assert!(offsets.iter().all(|&offset| elements[offset] == offset + 2000));
        }
        Err(rejected) => {
            assert!(!is_nested, "{extents:?} {strides:?}");
            let ShapeError::InterleavedStrides { mode, stride, reach } = rejected.error else {
                panic!("{}", rejected.error)
            };
            assert!(stride == strides[mode].unsigned_abs() && reach >= stride);
            assert!(rejected.value.view().iter().eq(&offsets));
        }
    }
}

#[test]
fn arrays_without_elements_and_of_single_entries_lead_back() {
    // All of 0, 1 and 3 entries with strides that go nowhere, back, over each other, and far away.
    let strides = [0, 1, -1, 2, -3, 7];
    for first in [0, 1, 3] {
        for stride in strides {
            round_trip([first], [stride]);
            for second in [0, 1, 3] {
                for other in strides {
                    round_trip([first, second], [stride, other]);
                    for third in [0, 1, 2] {
                        round_trip([first, second, third], [stride, other, -1]);
                        round_trip([third, first, second], [9, stride, other]);
                    }
                }
            }
        }
    }
    round_trip([3, 0], [isize::MAX, isize::MIN + 1]);
    round_trip([1, 2], [isize::MAX, 1]);
    round_trip([1 << 61, 0], [1, 1]);
    round_trip([0, 1 << 61], [0, 0]);
    round_trip([2, 3], [3, 2]);
}

proptest! {
    #[test]
    fn any_strides_lead_back(
        extents in (0_usize..4, 0_usize..4, 0_usize..4, 0_usize..4),
        strides in (-9_isize..10, -9_isize..10, -9_isize..10, -30_isize..31),
    ) {
        let ((e, f, g, h), (s, t, u, v)) = (extents, strides);
        round_trip([e, f, g, h], [s, t, u, v]);
        round_trip([e, g, h], [s, u, v]);
    }
}
