//! Tensors that are known by name, elements by value, and views of memory that is known by a pointer. Matrices and vectors
//! are written out as NumPy's `eye`, `diag` and `linspace` define them.

use extents::layout::{Canonical, ColMajor, RowMajor, Strided};
use extents::{
    DynExtents, DynRankExtents, Mapping, ShapeError, StaticExtents, Tensor, View, ViewMut,
    error::Place, extents,
};

#[test]
fn eye_has_ones_where_row_and_column_agree() {
    let wide = Tensor::<i32, _>::eye(extents![2, 3]).unwrap();
    assert_eq!(wide.as_slice(), [1, 0, 0, 0, 1, 0]);
    let tall = Tensor::<f32, _, _>::eye(ColMajor.of(DynExtents::new([3, 2]).unwrap())).unwrap();
    assert_eq!(tall.as_slice(), [1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    assert!(Tensor::<u8, _>::eye(extents![0, 2]).unwrap().is_empty());
}

#[test]
fn diag_puts_a_vector_on_the_diagonal() {
    let data = [1, 2, 3];
    let backwards = View::from_slice(extents![3], &data).unwrap().reverse(extents::Const::<0>);
    let matrix = Tensor::diag(extents![3, 3], &backwards).unwrap();
    assert_eq!(matrix.as_slice(), [3, 0, 0, 0, 2, 0, 0, 0, 1]);
    let refused = Tensor::diag(extents![3, 4], &backwards).unwrap_err();
    assert_eq!(
        refused,
        ShapeError::ExtentMismatch { place: Place::Mode(1), expected: 3, found: 4 }
    );
    let refused = Tensor::diag(extents![2, 3], &backwards).unwrap_err();
    assert_eq!(
        refused,
        ShapeError::ExtentMismatch { place: Place::Mode(0), expected: 3, found: 2 }
    );
}

#[test]
fn linspace_has_both_ends_as_they_are() {
    let numbers = |n: usize, first, last| {
        Tensor::<f64, _>::linspace(DynExtents::new([n]).unwrap(), first, last)
            .unwrap()
            .into_storage()
    };
    assert_eq!(numbers(5, 1.0, 3.0), [1.0, 1.5, 2.0, 2.5, 3.0]);
    assert_eq!(numbers(3, 2.0, -2.0), [2.0, 0.0, -2.0]);
    assert_eq!(numbers(1, 7.0, 9.0), [7.0]);
    assert_eq!(numbers(0, 7.0, 9.0), [0.0; 0]);
    // 0.1 has no binary fraction: the steps round, the last number does not.
    assert_eq!(numbers(11, 0.0, 1.1)[10], 1.1);
    let floats = Tensor::linspace([3], 0.0_f32, 1.0).unwrap();
    assert_eq!(floats.as_slice(), [0.0_f32, 0.5, 1.0]);
    // Their distance is no number.
    let far = 2.0_f64.powi(1023);
    assert_eq!(numbers(5, -far, far), [-far, -far / 2.0, 0.0, far / 2.0, far]);
    assert_eq!(numbers(2, f64::MAX, f64::MIN), [f64::MAX, f64::MIN]);
}

/// Where a type need not know the extents, an array of them will do.
#[test]
fn arrays_of_numbers_are_extents_at_run_time() {
    let numbers = |extents| DynExtents::new(extents).unwrap();
    let (rows, columns) = (2, 3);
    let mut tensor: Tensor<i32, DynExtents<2>> = Tensor::zeros([rows, columns]).unwrap();
    assert_eq!((tensor.extents(), tensor.as_slice()), (&numbers([2, 3]), &[0; 6][..]));
    tensor = Tensor::full([rows, columns], 7).unwrap();
    assert_eq!(tensor.as_slice(), [7; 6]);
    tensor = Tensor::from_fn([2, 2], |[i, j]| i as i32 - j as i32).unwrap();
    assert_eq!(tensor.as_slice(), [0, -1, 1, 0]);
    tensor = Tensor::from_vec([1, 2], vec![3, 4]).unwrap();
    assert_eq!((tensor.extents(), tensor.as_slice()), (&numbers([1, 2]), &[3, 4][..]));
    tensor = Tensor::from_slice([2, 1], &[5, 6]).unwrap();
    assert_eq!(tensor[[1, 0]], 6);
    tensor = Tensor::eye([2, 3]).unwrap();
    assert_eq!(tensor.as_slice(), [1, 0, 0, 0, 1, 0]);
    let boxed = Tensor::from_storage([2], vec![1, 2].into_boxed_slice()).unwrap();
    assert_eq!(Tensor::diag([2, 2], &boxed.view()).unwrap().as_slice(), [1, 0, 0, 2]);
    let scalar = Tensor::full([], 1.5).unwrap();
    assert_eq!(scalar[[]], 1.5);
    let data = [1, 2, 3, 4];
    assert_eq!(View::from_slice([2, 2], &data).unwrap()[[1, 0]], 3);
    let mut data = data;
    ViewMut::from_slice([4], &mut data).unwrap().fill(9);
    assert_eq!(data, [9; 4]);

    // What was given comes back with the error.
    let refused = Tensor::from_vec([2, 2], vec![1]).unwrap_err();
    assert_eq!(
        (refused.to_string().as_str(), refused.value),
        ("the shape needs 4 elements, but 1 were given", vec![1])
    );
    let refused = Tensor::from_vec([usize::MAX, 2], vec![1]).unwrap_err();
    assert_eq!(
        (refused.error, refused.value),
        (DynExtents::new([usize::MAX, 2]).unwrap_err(), vec![1])
    );
    let expected = DynExtents::new([usize::MAX, 2]).unwrap_err();
    assert_eq!(Tensor::full([usize::MAX, 2], 0_u8).unwrap_err(), expected);
    assert_eq!(View::from_slice([usize::MAX, 2], &data).unwrap_err(), expected);
}

#[test]
fn rows_of_unequal_lengths_are_refused_with_both() {
    let matrix = Tensor::from_rows([[1, 2], [3, 4], [5, 6]]).unwrap();
    assert_eq!((matrix.strides(), matrix.as_slice()), ([2, 1], &[1, 2, 3, 4, 5, 6][..]));
    let refused = Tensor::from_rows([&[1, 2][..], &[3]]).unwrap_err();
    assert_eq!(refused, ShapeError::ExtentMismatch { place: Place::Row(1), expected: 2, found: 1 });
    let none = Tensor::<i32, _>::from_rows([[0; 3]; 0]).unwrap();
    assert_eq!((none.len(), none.rank()), (0, 2));
    let narrow = Tensor::<i32, _>::from_rows([[0; 0]; 4]).unwrap();
    assert_eq!(narrow.extents(), &DynExtents::new([4, 0]).unwrap());
}

#[test]
fn elements_by_value_come_in_row_major_order() {
    let words: Vec<String> = ["a", "b", "c", "d"].map(String::from).into();
    let tensor = Tensor::from_vec(extents![2, 2], words.clone()).unwrap();
    assert_eq!(tensor.into_iter().collect::<Vec<_>>(), words);
}

#[test]
fn sizes_are_asked_without_a_trait() {
    let shape = DynRankExtents::new(&[2, 0, 3]).unwrap();
    let tensor = Tensor::<u8, _>::from_vec(shape, vec![]).unwrap();
    assert_eq!((tensor.len(), tensor.is_empty(), tensor.rank()), (0, true, 3));
    let null = Tensor::<u8, _>::from_vec(DynRankExtents::null(), vec![]).unwrap();
    assert_eq!((null.len(), null.is_empty(), null.rank()), (0, true, 0));
    let scalar = Tensor::from_vec(extents![], vec![5]).unwrap();
    assert_eq!((scalar.len(), scalar.rank()), (1, 0));
}

#[test]
fn a_view_of_a_pointer_reads_what_the_strides_reach() {
    let data: Vec<i32> = (0..24).collect();
    // Every way through a block of 2 x 3, by strides from each of its corners.
    for (first, strides) in [(0, [4, 1]), (3, [4, -1]), (20, [-4, 1]), (23, [-4, -1]), (5, [0, 0])]
    {
        let mapping = Mapping::with_layout(DynExtents::new([2, 3]).unwrap(), Strided::new(strides));
        // SAFETY: the strides stay among the elements of `data`.
        let view = unsafe { View::from_ptr(mapping.unwrap(), data.as_ptr().add(first)) };
        assert_eq!(view.as_ptr(), &raw const data[first]);
        for (index, element) in view.indexed_iter() {
            let [i, j] = index.map(usize::cast_signed);
            assert_eq!(*element, first as i32 + (i * strides[0] + j * strides[1]) as i32);
        }
    }
    // Without elements a pointer may be anything.
    for address in [0_usize, 1] {
        let pointer = core::ptr::without_provenance::<i32>(address);
        // SAFETY: there are no elements.
        let nothing = unsafe { View::from_ptr(extents![0, 2], pointer) };
        assert!(nothing.iter().next().is_none());
        assert!(nothing.as_slice().as_ptr().is_aligned());
    }
}

#[test]
fn a_mutable_view_of_a_pointer_writes_each_element_once() {
    let mut data = [0; 6];
    let mapping = |strides| Mapping::with_layout(extents![3], Strided::new(strides)).unwrap();
    // SAFETY: the elements 5, 3 and 1 are those of `data`, which is not used meanwhile.
    let mut view = unsafe { ViewMut::from_ptr(mapping([-2]), data.as_mut_ptr().add(5)) }.unwrap();
    for (n, element) in view.iter_mut().enumerate() {
        *element = n + 1;
    }
    // SAFETY: the element at the index of zeros.
    unsafe { *view.as_mut_ptr() += 10 };
    assert_eq!(data, [0, 3, 0, 2, 0, 11]);
    // SAFETY: as above; nothing is made of a mapping that shares elements.
    let refused = unsafe { ViewMut::from_ptr(mapping([0]), data.as_mut_ptr()) };
    assert_eq!(refused.err(), Some(ShapeError::NotUnique));
    // SAFETY: all elements of `data`.
    let all = unsafe {
        ViewMut::<_, StaticExtents![6], RowMajor>::from_ptr(extents![6], data.as_mut_ptr())
    };
    assert_eq!(all.unwrap().len(), 6);
}
