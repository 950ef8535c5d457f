//! Matrices of the crate `nalgebra`: as views, as operands, and views as matrices, over the same elements.
//!
//! What this rests on: a [`RawStorage`], an unsafe trait, has an element at each index below its shape, where its strides
//! lead from its pointer; `nalgebra` itself reads by them without a look at bounds.

use core::ptr::NonNull;

use ::nalgebra::{
    self as na, Matrix, RawStorage, RawStorageMut, SMatrix, VecStorage, ViewStorage, ViewStorageMut,
};

use super::strides_of;
use crate::elements::view::index_panic;
use crate::elements::{AsView, Operand, Rejected, View, ViewMut};
use crate::error::Place;
use crate::layout::{Strided, StridedLayout, TrustedLayout};
use crate::placement::OnHeap;
use crate::{
    Const, Dyn, DynStride, Extents, Mapping, Mode, Rank, ShapeError, StaticExtents, Stride,
};

/// A dimension of `nalgebra`, as an extent and as a stride: its `Const<N>` is a [`Const<N>`](Const) of this crate, its `Dyn`
/// a value.
///
/// Generic code over matrices of any dimensions names it: `R: NalgebraDim, C: NalgebraDim`.
///
/// ```
/// use extents::backend::NalgebraDim;
/// use extents::Mode;
/// fn is_static<D: NalgebraDim>() -> bool {
///     size_of::<D::Mode>() == 0
/// }
/// assert!(is_static::<nalgebra::U3>() && !is_static::<nalgebra::Dyn>());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a dimension of a matrix",
    label = "expected `nalgebra::Const<N>` or `nalgebra::Dyn`"
)]
pub trait NalgebraDim: na::Dim {
    /// The type of an extent of this dimension.
    type Mode: Mode;
    /// The type of a stride of this dimension.
    type Stride: Stride;
}

impl<const N: usize> NalgebraDim for na::Const<N> {
    type Mode = Const<N>;
    type Stride = Const<N>;
}

impl NalgebraDim for na::Dyn {
    type Mode = Dyn;
    type Stride = DynStride;
}

/// The extents of a matrix.
type Shape<R, C> = StaticExtents<(<R as NalgebraDim>::Mode, <C as NalgebraDim>::Mode)>;
/// The layout of a matrix with these strides.
type Layout<R, C> = Strided<(<R as NalgebraDim>::Stride, <C as NalgebraDim>::Stride)>;

/// The mapping of a matrix of this shape and these strides.
#[allow(clippy::type_complexity, reason = "extents and strides, each as static as the matrix's")]
fn mapping_of<R, C, RS, CS>(
    (rows, columns): (R, C),
    (row, column): (RS, CS),
) -> Result<Mapping<Shape<R, C>, Layout<RS, CS>>, ShapeError>
where
    R: NalgebraDim,
    C: NalgebraDim,
    RS: NalgebraDim,
    CS: NalgebraDim,
{
    let extents = StaticExtents::from_extents(&[rows.value(), columns.value()])?;
    let strides = strides_of(&[row.value().cast_signed(), column.value().cast_signed()])?;
    Mapping::with_layout(extents, Strided::new(strides))
}

/// Where a matrix begins, or anywhere for one without elements.
fn start_of<T>(first: *mut T, size: usize) -> NonNull<T> {
    NonNull::new(first).filter(|_| size > 0).unwrap_or(NonNull::dangling())
}

/// The elements of a matrix.
fn view_of<T, R, C, S>(matrix: &Matrix<T, R, C, S>) -> Result<ViewOf<'_, T, R, C, S>, ShapeError>
where
    R: NalgebraDim,
    C: NalgebraDim,
    S: RawStorage<T, R, C, RStride: NalgebraDim, CStride: NalgebraDim>,
{
    let mapping = mapping_of(matrix.data.shape(), matrix.data.strides())?;
    let start = start_of(matrix.data.ptr().cast_mut(), mapping.extents().size());
    // SAFETY: a storage has an element at each index in bounds of its shape, where its strides lead, all of which are
    // borrowed with it. The mapping has that shape and those strides, none of them negative, so that its offset 0 is at the
    // pointer.
    Ok(unsafe { View::from_raw(start, (), mapping) })
}

/// A view of a matrix.
type ViewOf<'a, T, R, C, S> = View<
    'a,
    T,
    Shape<R, C>,
    Layout<<S as RawStorage<T, R, C>>::RStride, <S as RawStorage<T, R, C>>::CStride>,
>;

/// The elements of a matrix, without a copy. What is static in its type is static in that of the view.
///
/// Of a matrix that owns its elements, [`AsView::as_view(&matrix)`](AsView::as_view) gives the same, without an error.
///
/// # Errors
/// [`ShapeError::SizeOverflow`] for a matrix that repeats its elements more often than `isize` counts.
///
/// ```
/// use extents::View;
/// use nalgebra::Matrix2x3;
/// let matrix = Matrix2x3::new(1, 2, 3, 4, 5, 6);
/// let view = View::try_from(&matrix)?;
/// assert_eq!((view[[1, 2]], view.strides()), (6, [1, 2]));
/// assert_eq!(size_of_val(&view), size_of::<usize>());
/// # Ok::<(), extents::ShapeError>(())
/// ```
impl<'a, T, R, C, S> TryFrom<&'a Matrix<T, R, C, S>>
    for View<'a, T, Shape<R, C>, Layout<S::RStride, S::CStride>>
where
    R: NalgebraDim,
    C: NalgebraDim,
    S: RawStorage<T, R, C, RStride: NalgebraDim, CStride: NalgebraDim>,
{
    type Error = ShapeError;
    fn try_from(matrix: &'a Matrix<T, R, C, S>) -> Result<Self, ShapeError> {
        view_of(matrix)
    }
}

/// The elements of a matrix, without a copy.
///
/// # Errors
/// [`ShapeError::NotUnique`] if the strides lead two indices to one element.
///
/// ```
/// use extents::ViewMut;
/// use nalgebra::DMatrix;
/// let mut matrix = DMatrix::from_row_slice(2, 2, &[1, 2, 3, 4]);
/// ViewMut::try_from(&mut matrix)?[[0, 1]] = 20;
/// assert_eq!(matrix, DMatrix::from_row_slice(2, 2, &[1, 20, 3, 4]));
/// # Ok::<(), extents::ShapeError>(())
/// ```
impl<'a, T, R, C, S> TryFrom<&'a mut Matrix<T, R, C, S>>
    for ViewMut<'a, T, Shape<R, C>, Layout<S::RStride, S::CStride>>
where
    R: NalgebraDim,
    C: NalgebraDim,
    S: RawStorageMut<T, R, C> + RawStorage<T, R, C, RStride: NalgebraDim, CStride: NalgebraDim>,
{
    type Error = ShapeError;
    fn try_from(matrix: &'a mut Matrix<T, R, C, S>) -> Result<Self, ShapeError> {
        let mapping = mapping_of(matrix.data.shape(), matrix.data.strides())?;
        if !mapping.is_unique() {
            return Err(ShapeError::NotUnique);
        }
        let start = start_of(matrix.data.ptr_mut(), mapping.extents().size());
        // SAFETY: as of a shared view, and mutably; no two indices of the mapping lead to one element.
        Ok(unsafe { ViewMut::from_raw(start, (), mapping) })
    }
}

/// The shape and the strides of a matrix, in types that may know them.
type Known<R, C, RS, CS> = ((R, C), (RS, CS));

/// What a view is in types of `nalgebra`, if it is that. Where nothing moves, any stride does.
fn known<R, C, RS, CS>(
    shape: [usize; 2],
    strides: &[isize],
) -> Result<Known<R, C, RS, CS>, ShapeError>
where
    R: na::Dim,
    C: na::Dim,
    RS: na::Dim,
    CS: na::Dim,
{
    fn extent<D: na::Dim>(mode: usize, found: usize) -> Result<D, ShapeError> {
        match D::try_to_usize() {
            Some(expected) if expected != found => {
                Err(ShapeError::ExtentMismatch { place: Place::Mode(mode), expected, found })
            }
            _ => Ok(D::from_usize(found)),
        }
    }
    fn stride<D: na::Dim>(mode: usize, found: isize, moves: bool) -> Result<D, ShapeError> {
        let expected = match D::try_to_usize() {
            Some(expected) => expected,
            // No stride of a matrix is negative.
            None if moves => found.unsigned_abs(),
            None => 0,
        };
        if moves && expected.cast_signed() != found {
            return Err(ShapeError::StrideMismatch {
                mode,
                expected: expected.cast_signed(),
                found,
            });
        }
        Ok(D::from_usize(expected))
    }
    let [rows, columns] = shape;
    let has_elements = rows > 0 && columns > 0;
    let (row, column) = match *strides {
        [row, column] => (row, column),
        _ => (0, 0),
    };
    Ok((
        (extent(0, rows)?, extent(1, columns)?),
        (
            stride(0, row, has_elements && rows > 1)?,
            stride(1, column, has_elements && columns > 1)?,
        ),
    ))
}

/// The elements of a view, without a copy, as a matrix of any static or run-time dimensions and strides that it has.
///
/// # Errors
/// With the view: [`ShapeError::ExtentMismatch`] and [`ShapeError::StrideMismatch`] where the type of the matrix has another
/// number, and for a negative stride, which no matrix has.
///
/// ```
/// use extents::{View, extents};
/// use nalgebra::{Const, Dyn, Matrix2x3, Matrix3x2, MatrixView};
/// let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6])?;
/// let known: MatrixView<'_, i32, Const<2>, Const<3>, Const<3>, Const<1>> = view.try_into()?;
/// assert_eq!(known, Matrix2x3::new(1, 2, 3, 4, 5, 6));
/// let open: MatrixView<'_, i32, Dyn, Dyn, Dyn, Dyn> = view.transpose().try_into()?;
/// assert_eq!(open, Matrix3x2::new(1, 4, 2, 5, 3, 6));
///
/// let rejected = MatrixView::<'_, i32, Const<2>, Const<3>>::try_from(view).unwrap_err();
/// assert_eq!(rejected.to_string(), "mode 0 should have stride 1, but has 3");
/// # Ok::<(), extents::ShapeError>(())
/// ```
impl<'a, T, E, L, R, C, RS, CS> TryFrom<View<'a, T, E, L>>
    for Matrix<T, R, C, ViewStorage<'a, T, R, C, RS, CS>>
where
    E: Rank<2>,
    L: TrustedLayout<E> + StridedLayout<E>,
    R: na::Dim,
    C: na::Dim,
    RS: na::Dim,
    CS: na::Dim,
{
    type Error = Rejected<View<'a, T, E, L>>;
    fn try_from(view: View<'a, T, E, L>) -> Result<Self, Self::Error> {
        match known(view.extents().extents(), view.mapping().strides().as_ref()) {
            Ok((shape, strides)) => {
                // SAFETY: the invariant of a view: each index in bounds leads, from the element at the index of zeros, to an
                // element that is borrowed for `'a`. Strides along which nothing moves lead nowhere.
                let storage = unsafe { ViewStorage::from_raw_parts(view.origin(), shape, strides) };
                Ok(Matrix::from_data(storage))
            }
            Err(error) => Err(Rejected { value: view, error }),
        }
    }
}

/// The elements of a mutable view, without a copy, as a matrix of any static or run-time dimensions and strides that it has.
///
/// # Errors
/// As of a shared view.
///
/// ```
/// use extents::{ViewMut, extents};
/// use nalgebra::{Const, MatrixViewMut};
/// let mut elements = [1, 2, 3, 4];
/// let view = ViewMut::from_slice(extents![2, 2], &mut elements)?;
/// let mut matrix: MatrixViewMut<'_, i32, Const<2>, Const<2>, Const<2>, Const<1>> = view.try_into()?;
/// matrix.transpose_mut();
/// assert_eq!(elements, [1, 3, 2, 4]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
impl<'a, T, E, L, R, C, RS, CS> TryFrom<ViewMut<'a, T, E, L>>
    for Matrix<T, R, C, ViewStorageMut<'a, T, R, C, RS, CS>>
where
    E: Rank<2>,
    L: TrustedLayout<E> + StridedLayout<E>,
    R: na::Dim,
    C: na::Dim,
    RS: na::Dim,
    CS: na::Dim,
{
    type Error = Rejected<ViewMut<'a, T, E, L>>;
    fn try_from(mut view: ViewMut<'a, T, E, L>) -> Result<Self, Self::Error> {
        match known(view.extents().extents(), view.mapping().strides().as_ref()) {
            Ok((shape, strides)) => {
                // SAFETY: as of a shared view, and mutably; no two indices of a mutable view lead to one element.
                let storage =
                    unsafe { ViewStorageMut::from_raw_parts(view.origin(), shape, strides) };
                Ok(Matrix::from_data(storage))
            }
            Err(error) => Err(Rejected { value: view, error }),
        }
    }
}

macro_rules! operand {
    ($($storage:ident)*) => {$(
        /// A matrix that owns its elements is an operand as its view is.
        impl<T, R, C> Operand for Matrix<T, R, C, $storage<T, R, C>>
        where
            R: NalgebraDim,
            C: NalgebraDim,
            $storage<T, R, C>: RawStorage<T, R, C, RStride: NalgebraDim, CStride: NalgebraDim>,
        {
            type Extents = Shape<R, C>;
            type Placement = OnHeap;
            #[inline]
            fn operand_extents(&self) -> Self::Extents {
                *AsView::as_view(self).extents()
            }
        }

        impl<T, R, C> AsView for Matrix<T, R, C, $storage<T, R, C>>
        where
            R: NalgebraDim,
            C: NalgebraDim,
            $storage<T, R, C>: RawStorage<T, R, C, RStride: NalgebraDim, CStride: NalgebraDim>,
        {
            type Elem = T;
            type Layout = Layout<
                <$storage<T, R, C> as RawStorage<T, R, C>>::RStride,
                <$storage<T, R, C> as RawStorage<T, R, C>>::CStride,
            >;
            #[inline]
            fn as_view(&self) -> View<'_, T, Self::Extents, Self::Layout> {
                match view_of(self) {
                    Ok(view) => view,
                    // No memory has more elements than `isize` counts. Those without a size are left, for which this is
                    // better than a wrong answer.
                    Err(error) => index_panic(error),
                }
            }
        }
    )*};
}
operand! { VecStorage }

/// A matrix that owns its elements is an operand as its view is.
impl<T, const R: usize, const C: usize> Operand for SMatrix<T, R, C> {
    type Extents = StaticExtents<(Const<R>, Const<C>)>;
    type Placement = OnHeap;
    #[inline]
    fn operand_extents(&self) -> Self::Extents {
        *AsView::as_view(self).extents()
    }
}

impl<T, const R: usize, const C: usize> AsView for SMatrix<T, R, C> {
    type Elem = T;
    type Layout = Strided<(Const<1>, Const<R>)>;
    #[inline]
    fn as_view(&self) -> View<'_, T, Self::Extents, Self::Layout> {
        match view_of(self) {
            Ok(view) => view,
            // The type has these extents and strides.
            Err(error) => index_panic(error),
        }
    }
}
