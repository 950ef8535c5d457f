//! Arrays of `ndarray`: converted, as operands and targets, and as a backend.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

mod random;

use extents::backend::{
    Backend, Native, NdArray, NdarrayDim, contract_on, contract_on_add, contract_on_assign,
};
use extents::label::{i, j, k, l};
use extents::layout::{Canonical, ColMajor, RowMajor, Strided};
use extents::multilinear::{norm, ttv};
use extents::{
    Composition, Const, DynExtents, DynRankExtents, Extents, InlineTensor, Mapping, ShapeError,
    StaticExtents, Tensor, View, ViewMut, contract, einsum,
    error::{Place, Quantity},
    extents,
};
use ndarray::linalg::general_mat_mul;
use ndarray::{
    ArcArray, Array, Array1, Array2, Array3, ArrayD, ArrayView, ArrayView1, ArrayView2,
    ArrayViewMut2, CowArray, Dimension, Ix3, IxDyn, ShapeBuilder, array, s,
};

// Conversions.

/// Each element of the array is that of the view at the same index, and at the same place.
fn assert_same<T: PartialEq + std::fmt::Debug, D: NdarrayDim>(array: ArrayView<'_, T, D>) {
    let view = View::from(array.clone()).weaken::<DynRankExtents>();
    assert_eq!(view.extents().as_slice(), array.shape());
    let array = array.into_dyn();
    let mut count = 0;
    for index in view.extents().indices() {
        let expected = &array[IxDyn(&index)];
        assert!(std::ptr::eq(&view[&index], expected), "at {index:?}");
        count += 1;
    }
    assert_eq!(count, array.len());
}

#[test]
fn arrays_of_all_kinds_are_views() {
    let a = Array3::from_shape_fn((3, 4, 5), |(i, j, k)| 100 * i + 10 * j + k);
    assert_same(a.view());
    assert_same(a.t());
    assert_same(a.view().into_dyn());
    assert_same(a.view().permuted_axes([1, 2, 0]));
    assert_same(a.slice(s![..;-1, .., 1..;2]));
    assert_same(a.slice(s![1, ..;-2, ..;-1]));
    assert_same(a.slice(s![2..;-1, 3, ..]).into_dyn());
    assert_same(a.slice(s![.., 1..1, ..;-1]));
    assert_same(a.slice(s![..;-1, 4.., ..;-1]).into_dyn());
    assert_same(a.slice(s![0, 0, ..]).broadcast((2, 3, 5)).unwrap());
    assert_same(a.slice(s![0, ..;-1, ..]).broadcast((2, 0, 4, 5)).unwrap());
    assert_same(a.broadcast((1, 1, 1, 3, 4, 5)).unwrap());
    assert_same(array![1].broadcast(1 << 40).unwrap().slice(s![..;1_isize << 38]));
    assert_same(Array::from_shape_fn((3, 4).f(), |at| at).view());
    assert_same(ndarray::arr0(7).view());
    assert_same(ndarray::arr0(7).into_dyn().view());
    assert_same(Array1::<i32>::zeros(0).view());
    assert_same(Array2::<i32>::zeros((0, 3)).view());
    assert_same(ArrayD::<i32>::zeros(IxDyn(&[2, 0, 3])).view());
    assert_same(Array2::from_elem((3, 2), ()).slice(s![..;-1, ..]));
    assert_same(a.windows((2, 2, 2)).into_iter().last().unwrap());
    assert_same(a.slice(s![.., ..3, 0]).diag());
    let one = a.slice(s![1..2, ..;-1, 2..3]);
    assert_same(one);
    assert_same(one.into_dyn());
}

#[test]
fn shared_and_borrowed_storage_lends_operands() {
    let (shared, borrowed): (ArcArray<i32, _>, Array2<i32>) =
        (array![[1, 2], [3, 4]].into_shared(), array![[5, 6], [7, 8]]);
    let cow = CowArray::from(borrowed.view());
    let c = contract!(shared[i, j] * cow[j, k] => [i, k]).unwrap();
    assert_eq!(c.as_slice(), [19, 22, 43, 50]);
    assert_eq!(einsum("ij,jk->ik", &[&shared, &cow]).unwrap().as_slice(), [19, 22, 43, 50]);
}

#[test]
fn views_are_arrays() {
    let elements: Vec<usize> = (0..60).collect();
    fn assert_is<E, L, const N: usize>(view: View<'_, usize, E, L>)
    where
        E: extents::Rank<N>,
        L: extents::layout::TrustedLayout<E> + extents::layout::StridedLayout<E>,
        ndarray::Dim<[usize; N]>: Dimension,
    {
        let array = ArrayView::<usize, ndarray::Dim<[usize; N]>>::from(view.clone()).into_dyn();
        view.extents().with_each(|index| {
            assert!(std::ptr::eq(&array[IxDyn(index.as_ref())], &view[index]), "at {index:?}");
        });
        assert_eq!(array.len(), view.extents().size());
    }
    trait WithEach: Extents {
        fn with_each(&self, mut body: impl FnMut(Self::Index)) {
            self.indices().for_each(&mut body);
        }
    }
    impl<E: Extents> WithEach for E {}

    let rows = View::from_slice(extents![3, 4, 5], &elements).unwrap();
    assert_is(rows);
    assert_is(rows.reverse(Const::<0>).reverse(Const::<2>));
    assert_is(View::from_slice(ColMajor.of(extents![3, dyn 4, 5].unwrap()), &elements).unwrap());
    assert_is(View::from_slice(DynExtents::new([60]).unwrap(), &elements).unwrap());
    // Strides that nothing moves along.
    let odd = |extents, strides| {
        Mapping::with_layout(DynExtents::<2>::new(extents).unwrap(), Strided::new(strides)).unwrap()
    };
    assert_is(View::from_slice(odd([1, 3], [-77, 2]), &elements[..5]).unwrap());
    assert_is(View::from_slice(odd([4, 3], [0, -1]), &elements[..3]).unwrap());
    assert_is(View::from_slice(odd([0, 3], [isize::MAX, -1]), &elements[..0]).unwrap());
    assert_is(View::from_slice(extents![], &elements[..1]).unwrap());

    let mut elements: Vec<usize> = (0..6).collect();
    let view = ViewMut::from_slice(odd([2, 3], [-3, -1]), &mut elements).unwrap();
    let mut array = ArrayViewMut2::try_from(view).unwrap();
    assert_eq!(array, array![[5, 4, 3], [2, 1, 0]]);
    array[[0, 1]] = 40;
    assert_eq!(elements, [0, 1, 2, 3, 40, 5]);
}

#[test]
fn mutable_views_lead_back() {
    let mut a = Array2::from_shape_fn((3, 4), |(i, j)| 10 * i + j);
    let mut view = ViewMut::from(a.slice_mut(s![..;-1, 1..;2]));
    assert_eq!((view[[0, 0]], view[[2, 1]]), (21, 3));
    view[[2, 1]] = 300;
    assert_eq!(a[[0, 3]], 300);
    let mut open = ViewMut::from(a.view_mut().into_dyn());
    open[&[1, 2]] = 120;
    assert_eq!(a[[1, 2]], 120);
    assert_eq!(ViewMut::from(Array2::<i32>::zeros((0, 3)).view_mut()).extents().size(), 0);
}

#[test]
fn the_same_vec_is_a_tensor_and_an_array() {
    let elements = vec![1, 2, 3, 4, 5, 6];
    let at = elements.as_ptr();
    let array = Array2::from(Tensor::from_vec(extents![2, dyn 3].unwrap(), elements).unwrap());
    assert_eq!((array.as_ptr(), &array), (at, &array![[1, 2, 3], [4, 5, 6]]));
    let tensor: Tensor<_, DynExtents<2>> = array.try_into().unwrap();
    assert_eq!((tensor.as_slice().as_ptr(), tensor[[1, 0]]), (at, 4));
    let columns = Tensor::from_vec(ColMajor.of(*tensor.extents()), tensor.into_storage()).unwrap();
    let array = Array2::from(columns);
    assert_eq!((array.as_ptr(), &array), (at, &array![[1, 3, 5], [2, 4, 6]]));

    let rejected = Tensor::<_, _, RowMajor>::try_from(array).unwrap_err();
    let stride = ShapeError::StrideMismatch { mode: 0, expected: 3, found: 1 };
    assert_eq!((rejected.error, rejected.value.as_ptr()), (stride, at));
    let columns: Tensor<_, _, ColMajor> = rejected.value.try_into().unwrap();
    assert_eq!((columns.as_slice().as_ptr(), columns[[0, 2]]), (at, 5));

    let open = Tensor::from_vec(DynRankExtents::new(&[2, 3]).unwrap(), vec![0; 6]).unwrap();
    assert_eq!(ArrayD::try_from(open).unwrap().shape(), [2, 3]);
    let rejected = ArrayD::try_from(Tensor::<i32>::null()).unwrap_err();
    assert_eq!(rejected.error, ShapeError::Null);
    assert_eq!(Array2::from(Tensor::<i32, _>::zeros(extents![0, 3]).unwrap()).dim(), (0, 3));
}

#[test]
fn arrays_that_were_cut_are_tensors() {
    // Each element says when it is dropped: all of them once.
    let counted = std::rc::Rc::new(());
    let all = Array2::from_shape_fn((5, 2), |at| (at, counted.clone()));
    let middle: Tensor<_, DynExtents<2>> = all.slice_move(s![1..3, ..]).try_into().unwrap();
    let at: Vec<(usize, usize)> = middle.as_slice().iter().map(|(at, _)| *at).collect();
    assert_eq!(at, [(1, 0), (1, 1), (2, 0), (2, 1)]);
    assert_eq!(std::rc::Rc::strong_count(&counted), 5);
    drop(middle);
    assert_eq!(std::rc::Rc::strong_count(&counted), 1);

    let all = Array2::from_shape_fn((5, 2), |_| counted.clone());
    let none: Tensor<_, DynExtents<2>> = all.slice_move(s![3..3, ..]).try_into().unwrap();
    assert_eq!((none.extents().extents(), none.as_slice().len()), ([0, 2], 0));
    assert_eq!(std::rc::Rc::strong_count(&counted), 1);

    let turned = array![1, 2, 3].slice_move(s![..;-1]);
    let rejected = Tensor::<_, _, RowMajor>::try_from(turned).unwrap_err();
    assert_eq!(rejected.error, ShapeError::StrideMismatch { mode: 0, expected: 1, found: -1 });
    assert_eq!(rejected.value, array![3, 2, 1]);
    let units = Array2::from_elem((4, 2), ()).slice_move(s![1.., ..]);
    let units: Tensor<_, DynExtents<2>> = units.try_into().unwrap();
    assert_eq!(units.as_slice().len(), 6);
    // An axis of one entry may have any stride.
    let one = Array2::from_shape_fn((4, 3), |at| at).slice_move(s![2..3, ..]);
    let one: Tensor<_, _, ColMajor> = one.try_into().unwrap();
    assert_eq!(one.as_slice(), [(2, 0), (2, 1), (2, 2)]);
}

/// What the conversions rest on: elements that can be written are never shared, and sizes are counted.
#[test]
fn ndarray_shares_no_element_that_can_be_written() {
    let mut elements = [1, 2, 3, 4, 5];
    let windows = (3, 3).strides((1, 1));
    assert_same(ArrayView::from_shape(windows, &elements).unwrap());
    assert!(ArrayViewMut2::from_shape(windows, &mut elements).is_err());
    assert!(Array2::from_shape_vec(windows, elements.to_vec()).is_err());
    let repeated = (5, 5).strides((0, 1));
    assert_same(ArrayView::from_shape(repeated, &elements).unwrap());
    assert!(ArrayViewMut2::from_shape(repeated, &mut elements).is_err());
    let one = array![1];
    assert!(one.broadcast((1 << 62, 2)).is_none() && one.broadcast((1 << 62, 2, 0)).is_none());
    assert_eq!(View::from(one.broadcast((1 << 61, 2)).unwrap()).extents().size(), 1 << 62);
    // What is shared is copied before it is written.
    let mut shared = array![[1, 2], [3, 4]].into_shared();
    let other = shared.clone();
    let a = array![[1, 0], [0, 1]];
    contract!(shared[i, k] = a[i, j] * a[j, k]).unwrap();
    assert_eq!((shared, other), (a.into_shared(), array![[1, 2], [3, 4]].into_shared()));
}

// Under typed labels.

#[test]
fn typed_labels_on_arrays() {
    let a = array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
    let b = InlineTensor::<f64, StaticExtents![3, 2]>::from_array([[1., 0.], [0., 1.], [1., 1.]]);
    let c = contract!(a[i, j] * b[j, k] => [i, k]).unwrap();
    assert_eq!(c.extents().extents(), [2, 2]);
    assert_eq!(Array2::from(c), array![[4., 5.], [10., 11.]]);

    let mut c = Array2::from_elem((2, 2), f64::NAN);
    contract!(c[i, k] = a[i, j] * b[j, k]).unwrap();
    contract!(c[k, i] += a.t()[j, i] * b[j, k]).unwrap();
    assert_eq!(c, array![[8., 15.], [15., 22.]]);

    // Into a part of an array, backwards.
    let mut all = Array3::<f64>::zeros((2, 4, 2));
    let mut part = all.slice_mut(s![.., ..;-2, 1]);
    contract!(part[i, k] = a[i, j] * b[j, k]).unwrap();
    assert_eq!(all.slice(s![.., 1.., 1]), array![[5., 0., 4.], [11., 0., 10.]]);
    assert_eq!(all.sum(), 30.0);

    let small = Array2::from_elem((1, 1000), 0.1_f32);
    let mut sum = Array1::<f32>::zeros(1);
    contract!(sum[i] = small[i, j]; sum in f64).unwrap();
    assert_eq!(sum, array![100.0_f32]);
    contract!(c[i, k] = a[i, j] * b[j, k] * b[l, k] * b[l, k]; path [(2, 3), (0, 1), (0, 1)])
        .unwrap();
    assert_eq!(c, array![[8., 10.], [20., 22.]]);

    let open = a.view().into_dyn();
    let mut sums = ArrayD::zeros(IxDyn(&[3]));
    contract!(sums[j] = open[i, j]).unwrap();
    assert_eq!(sums, array![5., 7., 9.].into_dyn());
    let mut scalar = ndarray::arr0(0.0);
    contract!(scalar[] = a[i, j] * a[i, j]).unwrap();
    assert_eq!(scalar.into_scalar(), 91.0);
}

#[test]
fn a_refused_operand_leaves_the_target() {
    let (a, b) = (array![[1, 2], [3, 4]], array![[1, 2, 3]]);
    let mut c = array![[-1, -2], [-3, -4]];
    let error = contract!(c[i, k] = a[i, j] * b[j, k]).unwrap_err();
    assert_eq!(error.to_string(), "label `j` names modes of different extents: 2 and 1");
    let error = contract!(c[i, k] = a[i, j] * b[k, j]).unwrap_err();
    assert_eq!(error.to_string(), "label `j` names modes of different extents: 2 and 3");
    let open = b.view().into_dyn();
    let error = contract!(c[i, k] += open[i] * a[i, k]).unwrap_err();
    assert_eq!(
        error,
        ShapeError::CountMismatch { of: Quantity::Labels { operand: 0 }, expected: 2, found: 1 }
    );

    let [a, b, c_] = [&a, &b, &c].map(|array| array.view().into_dyn());
    let composition = Composition::einsum("ij,jk->ik").unwrap();
    let mut target = c_.to_owned();
    let refused = |operands: &[&ndarray::ArrayRef<i32, IxDyn>], target: &mut ArrayD<i32>| {
        contract_on_assign(&mut NdArray::new(), &composition, operands, target).unwrap_err()
    };
    let mismatch = refused(&[&a, &b], &mut target);
    assert_eq!(mismatch.to_string(), "label `j` names modes of different extents: 2 and 1");
    assert_eq!(
        refused(&[&a], &mut target),
        ShapeError::CountMismatch { of: Quantity::Operands, expected: 2, found: 1 }
    );
    let vector = array![1, 2].into_dyn();
    let count =
        ShapeError::CountMismatch { of: Quantity::Labels { operand: 1 }, expected: 1, found: 2 };
    assert_eq!(refused(&[&a, &vector], &mut target), count);
    assert_eq!(target, c_);
    let mut narrow = array![[7], [8]].into_dyn();
    let extent = ShapeError::ExtentMismatch { place: Place::Mode(1), expected: 2, found: 1 };
    assert_eq!(refused(&[&a, &a], &mut narrow), extent);
    assert_eq!(narrow, array![[7], [8]].into_dyn());
    let mut flat = vector;
    assert_eq!(refused(&[&a, &a], &mut flat), ShapeError::RankMismatch { expected: 2, found: 1 });
    assert_eq!(flat, array![1, 2].into_dyn());
    assert_eq!(c, array![[-1, -2], [-3, -4]]);
}

#[test]
fn named_products_and_elementwise_work() {
    let a = array![[3.0, 0.0], [0.0, 4.0]];
    assert_eq!(norm(&a), 5.0);
    assert_eq!(ttv(&a, &array![1.0, 2.0], 1).unwrap().as_slice(), [3.0, 8.0]);
    let mut copy = Tensor::<f64, _>::zeros(extents![2, 2]).unwrap();
    copy.view_mut().assign(&a.t()).unwrap();
    assert_eq!(copy.as_slice(), [3.0, 0.0, 0.0, 4.0]);
}

// The backend.

#[test]
fn what_a_target_held_does_not_matter() {
    let a = array![[1.0, f64::INFINITY], [f64::NAN, 0.0]].into_dyn();
    let b = array![[1.0, 2.0], [0.0, 0.0]].into_dyn();
    let product = Composition::einsum("ij,jk->ik").unwrap();
    let mut c = ArrayD::from_elem(IxDyn(&[2, 2]), f64::NAN);
    contract_on_assign(&mut NdArray::new(), &product, &[&b, &b], &mut c).unwrap();
    assert_eq!(c, array![[1.0, 2.0], [0.0, 0.0]].into_dyn());
    // NaN and infinity pass through: infinity times zero is none.
    contract_on_assign(&mut NdArray::new(), &product, &[&b, &a], &mut c).unwrap();
    assert!(c[[0, 0]].is_nan() && c[[0, 1]].is_infinite() && c[[1, 0]].is_nan());
    let sums = Composition::einsum("ij->i").unwrap();
    let mut sum = ArrayD::from_elem(IxDyn(&[2]), f64::NAN);
    contract_on_assign(&mut NdArray::new(), &sums, &[&b], &mut sum).unwrap();
    assert_eq!(sum, array![3.0, 0.0].into_dyn());
}

/// A sum over nothing is zero, whatever else is in the product.
#[test]
fn sums_over_nothing_are_zero() {
    fn check<B: Backend<Error = ShapeError>>(
        backend: &mut B,
        make: impl Fn(&[usize], f64) -> B::Tensor,
        elements: impl Fn(&B::Tensor) -> Vec<f64>,
    ) {
        use std::borrow::{Borrow, BorrowMut};
        let (none, infinite) = (make(&[2, 0], 1.0), make(&[2], f64::INFINITY));
        let operands = [none.borrow(), infinite.borrow(), infinite.borrow()];
        for (text, count) in [("ij->i", 1), ("ij,i->i", 2), ("ij,i,k->ik", 3)] {
            let composition = Composition::einsum(text).unwrap();
            let size = if count == 3 { 4 } else { 2 };
            let shape: &[usize] = if count == 3 { &[2, 2] } else { &[2] };
            let operands = &operands[..count];
            let new = contract_on(backend, &composition, operands).unwrap();
            assert_eq!(elements(&new), vec![0.0; size], "{text}");
            let mut held = make(shape, 7.0);
            contract_on_add(backend, &composition, operands, held.borrow_mut()).unwrap();
            assert_eq!(elements(&held), vec![7.0; size], "{text}");
            contract_on_assign(backend, &composition, operands, held.borrow_mut()).unwrap();
            assert_eq!(elements(&held), vec![0.0; size], "{text}");
        }
    }
    let array = |shape: &[usize], value| ArrayD::from_elem(IxDyn(shape), value);
    check(&mut NdArray::new(), array, |array| array.iter().copied().collect());
    let tensor =
        |shape: &[usize], value| Tensor::full(DynRankExtents::new(shape).unwrap(), value).unwrap();
    check(&mut Native::new(), tensor, |tensor| tensor.as_slice().to_vec());
}

#[test]
fn no_memory_is_an_error() {
    let one = array![1.0];
    let many = one.broadcast(IxDyn(&[1 << 29])).unwrap();
    let outer = Composition::einsum("i,j->ij").unwrap();
    let error = contract_on(&mut NdArray::new(), &outer, &[&many, &many]).unwrap_err();
    assert_eq!(error, ShapeError::Allocation { elements: 1 << 58 });
    let outer = Composition::einsum("i,j,k->ijk").unwrap();
    let error = contract_on(&mut NdArray::new(), &outer, &[&many, &many, &many]).unwrap_err();
    let size = ShapeError::SizeOverflow { mode: 2, elements: 1 << 58, extent: 1 << 29 };
    assert_eq!(error, size);
}

/// Two loops of one class that differ in nothing but the end of a long label.
#[test]
fn loops_that_look_alike() {
    let labels = ["a_label_so_long_that_1", "a_label_so_long_that_2"].join(",");
    let sum = Composition::of_labels(&[&labels, &labels], "").unwrap();
    // Windows: the element at `i, j` is number `i + j`.
    let numbers = [1.0, 2.0, 3.0, 4.0, 5.0];
    let windows = ArrayView2::from_shape((3, 3).strides((1, 1)), &numbers).unwrap().into_dyn();
    let found = contract_on(&mut NdArray::new(), &sum, &[&windows, &windows]).unwrap();
    // One 1 * 1, two 2 * 2, three 3 * 3, two 4 * 4, one 5 * 5.
    assert_eq!(found.into_raw_vec_and_offset().0, [1.0 + 8.0 + 27.0 + 32.0 + 25.0]);
}

/// The product of matrices is that of `ndarray`, to the last bit.
#[test]
fn a_product_of_matrices_is_theirs() {
    let value = |(i, j): (usize, usize)| ((i * 31 + j * 17) % 23) as f64 / 7.0 - 1.3;
    let (a, b) = (Array2::from_shape_fn((33, 70), value), Array2::from_shape_fn((70, 41), value));
    let mut expected = Array2::zeros((33, 41));
    general_mat_mul(1.0, &a, &b, 0.0, &mut expected);
    let (a, b) = (a.into_dyn(), b.into_dyn());
    let product = Composition::einsum("ij,jk->ik").unwrap();
    let found = contract_on(&mut NdArray::new(), &product, &[&a, &b]).unwrap();
    assert_eq!(found, expected.into_dyn());
}

/// Views of both crates are `Send` and borrow alike: this compiles.
#[test]
fn views_borrow_from_arrays() {
    let a = array![[1, 2], [3, 4]];
    let view = {
        let rows: ArrayView2<'_, i32> = a.view();
        View::from(rows)
    };
    assert_eq!(view[[1, 1]], 4);
    let row: ArrayView1<'_, i32> = view.along(Const::<0>).next_back().unwrap().into();
    assert_eq!(row, array![3, 4]);
    let _: fn(&Array3<i32>) -> <Ix3 as NdarrayDim>::Extents = |a| *View::from(a.view()).extents();
}
