//! Matrices of `nalgebra` and `faer`: the same elements, in both directions.
#![allow(clippy::type_complexity, reason = "the types are what is tested")]

#[cfg(feature = "faer")]
mod faer {
    use extents::label::{i, j, k};
    use extents::layout::{Canonical, ColMajor, DynStride, Strided};
    use extents::{
        Const, DynExtents, Mapping, ShapeError, Tensor, View, ViewMut, contract, extents,
    };
    use faer::{ContiguousFwd, Mat, MatMut, MatRef, mat};

    #[test]
    fn a_matrix_is_a_view_of_its_elements() {
        let matrix = Mat::from_fn(3, 4, |row, column| (10 * row + column) as f64);
        let view = View::try_from(matrix.as_ref()).unwrap();
        assert_eq!(view.as_ptr(), matrix.as_ptr());
        for row in 0..3 {
            for column in 0..4 {
                assert_eq!(view[[row, column]], matrix[(row, column)]);
            }
        }
        // Turned around and cut.
        let part = matrix.as_ref().submatrix(1, 1, 2, 3).reverse_rows().transpose();
        let view = View::try_from(part).unwrap();
        for row in 0..3 {
            for column in 0..2 {
                assert_eq!(view[[row, column]], part[(row, column)]);
            }
        }
        let dense: MatRef<'_, f64, usize, usize, ContiguousFwd, isize> =
            matrix.as_ref().try_as_col_major().unwrap();
        let known: View<'_, f64, DynExtents<2>, Strided<(Const<1>, DynStride)>> =
            dense.try_into().unwrap();
        assert_eq!(known[[2, 3]], 23.0);
    }

    #[test]
    fn a_view_is_a_matrix_of_its_elements() {
        let elements: Vec<f64> = (0..12).map(f64::from).collect();
        let view = View::from_slice(extents![3, 4], &elements).unwrap();
        let matrix = MatRef::from(view.reverse(Const::<1>));
        assert_eq!((matrix.nrows(), matrix.ncols(), matrix.col_stride()), (3, 4, -1));
        for row in 0..3 {
            for column in 0..4 {
                assert_eq!(matrix[(row, column)], (4 * row + 3 - column) as f64);
            }
        }
        let mut elements = elements;
        let view = ViewMut::from_slice(ColMajor.of(extents![3, 4]), &mut elements).unwrap();
        let mut matrix = MatMut::from(view);
        matrix[(2, 1)] = 100.0;
        assert_eq!(elements[5], 100.0);
        let none = View::<f64, _>::from_slice(extents![0, 4], &[]).unwrap();
        assert_eq!((MatRef::from(none).nrows(), MatRef::from(none).ncols()), (0, 4));
    }

    #[test]
    fn products_agree_with_those_of_faer() {
        let a = Mat::from_fn(3, 4, |row, column| (row * 4 + column) as f64);
        let b = Mat::from_fn(4, 2, |row, column| (row as f64) - (column as f64));
        let ours = contract!(a[i, j] * b[j, k] => [i, k]).unwrap();
        let theirs = &a * &b;
        for row in 0..3 {
            for column in 0..2 {
                assert_eq!(ours[[row, column]], theirs[(row, column)]);
            }
        }
        let mut c = Mat::zeros(3, 2);
        let mut target = ViewMut::try_from(c.as_mut()).unwrap();
        contract!(target[i, k] = a[i, j] * b[j, k]).unwrap();
        assert_eq!(c, theirs);
    }

    #[test]
    fn a_matrix_that_repeats_elements_is_shared_or_refused() {
        let one = 7.0;
        let repeated = MatRef::from_repeated_ref(&one, 3, 4);
        let view = View::try_from(repeated).unwrap();
        assert_eq!((view[[2, 3]], view.strides()), (7.0, [0, 0]));
        let huge = MatRef::from_repeated_ref(&one, usize::MAX / 2, usize::MAX / 2);
        let error = View::try_from(huge).unwrap_err();
        assert!(matches!(error, ShapeError::SizeOverflow { .. }));
        let wide = Mapping::with_layout(extents![2, 3], Strided::new([0, 1])).unwrap();
        let shared = Tensor::from_slice(wide, &[1.0, 2.0, 3.0]).unwrap();
        assert_eq!(MatRef::from(shared.view()), mat![[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]]);
    }
}

#[cfg(feature = "nalgebra")]
mod nalgebra {
    use extents::backend::NalgebraDim;
    use extents::generic::AsView;
    use extents::label::{i, j, k};
    use extents::layout::Strided;
    use extents::{
        Const, Mapping, ShapeError, StaticExtents, Tensor, View, ViewMut, contract, error::Place,
        extents,
    };
    use nalgebra::{
        self as na, DMatrix, Dyn, Matrix, Matrix2x3, MatrixView, MatrixViewMut, OMatrix, SMatrix,
        U2,
    };

    #[test]
    fn what_a_matrix_knows_a_view_knows() {
        let matrix = SMatrix::<i32, 3, 4>::from_fn(|row, column| (10 * row + column) as i32);
        let view: View<'_, i32, StaticExtents![3, 4], Strided<(Const<1>, Const<3>)>> =
            (&matrix).try_into().unwrap();
        assert_eq!(size_of_val(&view), size_of::<usize>());
        assert_eq!(view.as_ptr(), matrix.as_ptr());
        let half = OMatrix::<i32, U2, Dyn>::from_fn(5, |row, column| (10 * row + column) as i32);
        let other: View<'_, i32, StaticExtents![2, dyn], Strided<(Const<1>, Const<2>)>> =
            (&half).try_into().unwrap();
        let open = DMatrix::from_fn(3, 4, |row, column| (10 * row + column) as i32);
        let open = open.view((0, 0), (3, 4));
        let open = View::try_from(&open).unwrap();
        for row in 0..3 {
            for column in 0..4 {
                let expected = (10 * row + column) as i32;
                assert_eq!((view[[row, column]], open[[row, column]]), (expected, expected));
                if row < 2 {
                    assert_eq!(other[[row, column]], expected);
                }
            }
        }
        let part = matrix.fixed_view_with_steps::<2, 2>((0, 1), (1, 1));
        let part = View::try_from(&part).unwrap();
        assert_eq!([part[[0, 0]], part[[0, 1]], part[[1, 0]], part[[1, 1]]], [1, 3, 21, 23]);
    }

    #[test]
    fn a_view_is_a_matrix_of_what_both_know() {
        let elements: Vec<i32> = (0..12).collect();
        let view = View::from_slice(extents![3, 4], &elements).unwrap();
        let known: MatrixView<'_, i32, na::Const<3>, na::Const<4>, na::Const<4>, na::Const<1>> =
            view.try_into().unwrap();
        let open: MatrixView<'_, i32, Dyn, Dyn, Dyn, Dyn> = view.transpose().try_into().unwrap();
        assert_eq!(known.as_ptr(), elements.as_ptr());
        for row in 0..3 {
            for column in 0..4 {
                let expected = (4 * row + column) as i32;
                assert_eq!((known[(row, column)], open[(column, row)]), (expected, expected));
            }
        }
        let mut elements = elements;
        let view = ViewMut::from_slice(extents![3, 4], &mut elements).unwrap();
        let mut matrix: MatrixViewMut<'_, i32, Dyn, Dyn, Dyn, Dyn> = view.try_into().unwrap();
        matrix[(2, 1)] = 100;
        assert_eq!(elements[9], 100);
    }

    #[test]
    fn what_is_not_of_the_type_is_refused_with_both_numbers() {
        let elements: Vec<i32> = (0..12).collect();
        let view = View::from_slice(extents![dyn 3, 4].unwrap(), &elements).unwrap();
        type Is<R, C, RS, CS> = MatrixView<'static, i32, R, C, RS, CS>;
        fn error<R: na::Dim, C: na::Dim, RS: na::Dim, CS: na::Dim>(
            view: View<'static, i32, StaticExtents![dyn, 4], extents::layout::RowMajor>,
        ) -> ShapeError {
            Is::<R, C, RS, CS>::try_from(view).unwrap_err().error
        }
        let elements: &'static [i32] = Box::leak(elements.clone().into_boxed_slice());
        let fixed = View::from_slice(*view.extents(), elements).unwrap();
        let extent = |mode, expected, found| ShapeError::ExtentMismatch {
            place: Place::Mode(mode),
            expected,
            found,
        };
        assert_eq!(error::<na::Const<2>, Dyn, Dyn, Dyn>(fixed), extent(0, 2, 3));
        assert_eq!(error::<Dyn, na::Const<5>, Dyn, Dyn>(fixed), extent(1, 5, 4));
        let stride = |mode, expected, found| ShapeError::StrideMismatch { mode, expected, found };
        assert_eq!(error::<Dyn, Dyn, na::Const<1>, Dyn>(fixed), stride(0, 1, 4));
        assert_eq!(error::<Dyn, Dyn, Dyn, na::Const<3>>(fixed), stride(1, 3, 1));
        // No matrix runs backwards.
        let back = MatrixView::<'_, i32, Dyn, Dyn, Dyn, Dyn>::try_from(view.reverse(Const::<1>));
        assert_eq!(back.unwrap_err().error, stride(1, 1, -1));
        // Where nothing moves, any stride does.
        let line = Mapping::with_layout(extents![1, 3], Strided::new([-7, 2])).unwrap();
        let line = Tensor::from_slice(line, &[1, 0, 2, 0, 3]).unwrap();
        let matrix: MatrixView<'_, i32, Dyn, Dyn, na::Const<1>, na::Const<2>> =
            line.view().try_into().unwrap();
        assert_eq!((matrix[(0, 1)], matrix[(0, 2)]), (2, 3));
        let none = View::<i32, _>::from_slice(extents![3, 0], &[]).unwrap();
        let none: MatrixView<'_, i32, na::Const<3>, na::Const<0>> = none.try_into().unwrap();
        assert_eq!(none.shape(), (3, 0));
    }

    #[test]
    fn strides_that_lead_to_one_element_are_refused_where_it_is_written() {
        let mut elements = [1, 2, 3];
        let view = ViewMut::from_slice(extents![3], &mut elements).unwrap();
        let _ = view;
        // SAFETY: all indices lead to one of three elements, which nothing else uses; nothing is written by them.
        let storage = unsafe {
            na::ViewStorageMut::from_raw_parts(
                elements.as_mut_ptr(),
                (Dyn(2), Dyn(3)),
                (Dyn(0), Dyn(1)),
            )
        };
        let mut matrix = Matrix::from_data(storage);
        assert_eq!(ViewMut::try_from(&mut matrix).unwrap_err(), ShapeError::NotUnique);
        assert_eq!(View::try_from(&matrix).unwrap()[[1, 2]], 3);
        let one = [7];
        // SAFETY: all indices lead to the one element.
        let storage = unsafe {
            na::ViewStorage::from_raw_parts(
                one.as_ptr(),
                (Dyn(usize::MAX), Dyn(2)),
                (Dyn(0), Dyn(0)),
            )
        };
        let huge = Matrix::from_data(storage);
        assert!(matches!(View::try_from(&huge).unwrap_err(), ShapeError::SizeOverflow { .. }));
    }

    #[test]
    fn one_bound_is_enough_for_generic_code() {
        fn trace<R: NalgebraDim, C: NalgebraDim, S>(
            matrix: &Matrix<f64, R, C, S>,
        ) -> Result<f64, ShapeError>
        where
            S: na::RawStorage<f64, R, C, RStride: NalgebraDim, CStride: NalgebraDim>,
        {
            let view = View::try_from(matrix)?;
            Ok(view.indexed_iter().filter(|([row, column], _)| row == column).map(|(_, x)| x).sum())
        }
        assert_eq!(trace(&Matrix2x3::new(1.0, 2.0, 3.0, 4.0, 5.0, 6.0)).unwrap(), 6.0);
        assert_eq!(trace(&DMatrix::from_row_slice(2, 2, &[1.0, 2.0, 3.0, 4.0])).unwrap(), 5.0);
    }

    #[test]
    fn a_dimension_that_is_wrong_about_its_numbers_is_refused() {
        // A dimension of another crate, which says 3 and whose stride here says 1.
        #[derive(Clone, Copy, Debug, PartialEq)]
        struct Wrong;
        // SAFETY: the number is always 3.
        unsafe impl na::Dim for Wrong {
            fn try_to_usize() -> Option<usize> {
                Some(3)
            }
            fn value(&self) -> usize {
                3
            }
            fn from_usize(_: usize) -> Self {
                Wrong
            }
        }
        impl NalgebraDim for Wrong {
            type Mode = Const<4>;
            type Stride = Const<1>;
        }
        let elements = [0; 9];
        // SAFETY: the elements of three rows at distance 3.
        let storage = unsafe {
            na::ViewStorage::from_raw_parts(elements.as_ptr(), (Dyn(3), Dyn(3)), (Wrong, Dyn(1)))
        };
        let error = View::try_from(&Matrix::from_data(storage)).unwrap_err();
        assert_eq!(error, ShapeError::StrideMismatch { mode: 0, expected: 1, found: 3 });
        // SAFETY: as above.
        let storage = unsafe {
            na::ViewStorage::from_raw_parts(elements.as_ptr(), (Wrong, Dyn(3)), (Dyn(3), Dyn(1)))
        };
        let error = View::try_from(&Matrix::from_data(storage)).unwrap_err();
        assert_eq!(
            error,
            ShapeError::ExtentMismatch { place: Place::Mode(0), expected: 4, found: 3 }
        );
    }

    #[test]
    fn products_agree_with_those_of_nalgebra() {
        let a = SMatrix::<f64, 3, 4>::from_fn(|row, column| (row * 4 + column) as f64);
        let b = DMatrix::from_fn(4, 2, |row, column| (row as f64) - (column as f64));
        let ours = contract!(a[i, j] * b[j, k] => [i, k]).unwrap();
        let theirs = a * &b;
        for row in 0..3 {
            for column in 0..2 {
                assert_eq!(ours[[row, column]], theirs[(row, column)]);
            }
        }
        assert_eq!(*ours.extents(), extents![3, dyn 2].unwrap());
        assert_eq!(AsView::as_view(&a).as_ptr(), a.as_ptr());
    }
}
