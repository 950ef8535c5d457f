//! Tensors of 1 GiB through the doors that copy nothing: how often memory is asked for meanwhile. Nothing is written to the
//! elements, so that the system need not have them.

use extents::generic::AsView;
use extents::layout::StridedLayout;
use extents::{StaticExtents, View, ViewMut, extents};

use crate::counting::{Asked, asked_by};

const ROWS: usize = 1 << 18;
const COLUMNS: usize = 1 << 10;
const NOTHING: Asked = Asked { times: 0, bytes: 0 };
type Large = StaticExtents![dyn, 1024];

fn gibibyte() -> Vec<f32> {
    vec![0.0; ROWS * COLUMNS]
}

/// Of few elements, since each is asked whether its bytes are a value, which takes a while without optimization.
fn of_few() -> (StaticExtents![dyn, 1024], Vec<u128>) {
    (extents![dyn 1 << 16, 1024].unwrap(), vec![0; 1 << 26])
}

fn extents() -> Large {
    extents![dyn ROWS, 1024].unwrap()
}

/// What comes and goes is where `elements` are, and nothing was asked for.
fn check<A>(asked: Asked, view: &A, elements: *const A::Elem)
where
    A: AsView<Elem: std::fmt::Debug, Layout: StridedLayout<A::Extents>>,
{
    let view = view.as_view();
    assert_eq!((asked, view.as_ptr()), (NOTHING, elements));
    assert_eq!(view.len() * size_of::<A::Elem>(), 1 << 30);
}

#[cfg(feature = "bytemuck")]
#[test]
fn bytes_of_bytemuck_are_views() {
    let (extents, mut elements) = of_few();
    let at = elements.as_ptr();
    let (asked, view) = asked_by(|| {
        let view = View::<u128, _>::from_bytes(extents, bytemuck::cast_slice(&elements)).unwrap();
        assert_eq!(bytemuck::cast_slice::<u128, u8>(view.as_slice()).len(), 1 << 30);
        view
    });
    check(asked, &view, at);
    let (asked, view) = asked_by(|| {
        ViewMut::<u128, _>::from_bytes(extents, bytemuck::cast_slice_mut(&mut elements)).unwrap()
    });
    check(asked, &view, at);
}

#[cfg(feature = "zerocopy")]
#[test]
fn bytes_of_zerocopy_are_views() {
    use zerocopy::IntoBytes;
    let (extents, mut elements) = of_few();
    let at = elements.as_ptr();
    let (asked, view) = asked_by(|| {
        let view = View::<u128, _>::ref_from_bytes(extents, elements.as_bytes()).unwrap();
        assert_eq!(view.as_slice().as_bytes().len(), 1 << 30);
        view
    });
    check(asked, &view, at);
    let (asked, view) =
        asked_by(|| ViewMut::<u128, _>::mut_from_bytes(extents, elements.as_mut_bytes()).unwrap());
    check(asked, &view, at);
}

#[cfg(feature = "nalgebra")]
#[test]
fn matrices_of_nalgebra_are_views_and_back() {
    use nalgebra::{Const, DMatrix, Dyn, MatrixView, MatrixViewMut};
    type Rows<'a> = MatrixView<'a, f32, Dyn, Const<1024>, Const<1024>, Const<1>>;
    let elements = gibibyte();
    let at = elements.as_ptr();
    // Column by column, as that crate has them.
    let mut matrix = DMatrix::from_vec(COLUMNS, ROWS, elements);
    let (asked, view) = asked_by(|| View::try_from(&matrix).unwrap());
    check(asked, &view, at);
    let (asked, view) = asked_by(|| ViewMut::try_from(&mut matrix).unwrap());
    check(asked, &view, at);
    let mut elements: Vec<f32> = matrix.data.into();
    let (asked, rows) = asked_by(|| -> Rows<'_> {
        View::from_slice(extents(), &elements).unwrap().try_into().unwrap()
    });
    assert_eq!((asked, rows.as_ptr(), rows.shape()), (NOTHING, at, (ROWS, COLUMNS)));
    let (asked, rows) = asked_by(|| -> MatrixViewMut<'_, f32, Dyn, Dyn, Dyn, Dyn> {
        let view = ViewMut::from_slice(extents(), &mut elements).unwrap();
        view.try_into().map_err(|rejected: extents::error::Rejected<_>| rejected.error).unwrap()
    });
    assert_eq!((asked, rows.as_ptr(), rows.shape()), (NOTHING, at, (ROWS, COLUMNS)));
}

#[cfg(feature = "faer")]
#[test]
fn matrices_of_faer_are_views_and_back() {
    use faer::{MatMut, MatRef};
    let mut elements = gibibyte();
    let at = elements.as_ptr();
    let (asked, view) = asked_by(|| {
        View::try_from(MatRef::from_row_major_slice(&elements, ROWS, COLUMNS)).unwrap()
    });
    check(asked, &view, at);
    let (asked, matrix) =
        asked_by(|| MatRef::from(View::from_slice(extents(), &elements).unwrap()));
    assert_eq!((asked, matrix.as_ptr(), matrix.nrows()), (NOTHING, at, ROWS));
    let (asked, view) = asked_by(|| {
        let matrix = MatMut::from_row_major_slice_mut(&mut elements, ROWS, COLUMNS);
        ViewMut::try_from(matrix).unwrap()
    });
    check(asked, &view, at);
    let (asked, matrix) =
        asked_by(|| MatMut::from(ViewMut::from_slice(extents(), &mut elements).unwrap()));
    assert_eq!((asked, matrix.as_ptr(), matrix.nrows()), (NOTHING, at, ROWS));
}

#[cfg(feature = "ndarray")]
#[test]
fn arrays_of_ndarray_are_views_and_back() {
    use extents::{DynExtents, Tensor};
    use ndarray::{Array2, ArrayView2, ArrayViewMut2};
    let elements = gibibyte();
    let at = elements.as_ptr();
    let mut array = Array2::from_shape_vec((ROWS, COLUMNS), elements).unwrap();
    let (asked, view) = asked_by(|| View::from(array.view()));
    check(asked, &view, at);
    let (asked, array_view) = asked_by(|| ArrayView2::from(view));
    assert_eq!((asked, array_view.as_ptr(), array_view.dim()), (NOTHING, at, (ROWS, COLUMNS)));
    let (asked, view) = asked_by(|| ViewMut::from(array.view_mut()));
    check(asked, &view, at);
    let (asked, array_view) = asked_by(|| ArrayViewMut2::try_from(view).unwrap());
    assert_eq!((asked, array_view.as_ptr(), array_view.dim()), (NOTHING, at, (ROWS, COLUMNS)));
    let (asked, tensor) = asked_by(|| -> Tensor<f32, DynExtents<2>> { array.try_into().unwrap() });
    check(asked, &tensor, at);
    let (asked, array) = asked_by(|| Array2::from(tensor));
    assert_eq!((asked, array.as_ptr(), array.dim()), (NOTHING, at, (ROWS, COLUMNS)));
}

#[cfg(feature = "num-traits")]
#[test]
fn numbers_of_others_are_views() {
    let elements = gibibyte();
    let view = View::from_slice(extents(), &elements).unwrap();
    let (asked, wrapped) = asked_by(|| view.as_num());
    assert_eq!((asked, wrapped.as_ptr().cast(), wrapped.len()), (NOTHING, view.as_ptr(), 1 << 28));
}
