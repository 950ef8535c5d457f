//! Matrices of the crate `faer`: as views, as operands, and views as matrices, over the same elements.
//!
//! What this rests on: at each index in bounds of a `MatRef` or `MatMut` is an element, where its strides lead from its pointer;
//! of a `MatMut` no two indices share one. So it is written at `from_raw_parts` and `from_raw_parts_mut`.

use core::ptr::NonNull;

use ::faer::{ContiguousBwd, ContiguousFwd, Mat, MatMut, MatRef, Stride};

use super::strides_of;
use crate::elements::view::index_panic;
use crate::elements::{AsView, Operand, View, ViewMut};
use crate::layout::{Neg, Strided, StridedLayout, TrustedLayout};
use crate::placement::OnHeap;
use crate::{Const, DynExtents, DynStride, Extents, Mapping, Rank, ShapeError, StrideList};

/// The mapping of a matrix, and where its offset 0 is: at the element with the smallest address.
#[allow(clippy::type_complexity, reason = "extents and strides, each as static as the matrix's")]
fn mapping_of<T, S: StrideList>(
    first: *mut T,
    shape: [usize; 2],
    strides: [isize; 2],
) -> Result<(Mapping<DynExtents<2>, Strided<S>>, NonNull<T>), ShapeError> {
    let mapping =
        Mapping::with_layout(DynExtents::new(shape)?, Strided::new(strides_of(&strides)?))?;
    let start = match mapping.extents().size() {
        0 => None,
        _ => NonNull::new(first.wrapping_sub(mapping.layout().base_offset(mapping.extents()))),
    };
    Ok((mapping, start.unwrap_or(NonNull::dangling())))
}

/// Matrices as views, by their strides and the types that take the place of these: of all pairs, since a trait that names
/// the one for the other would be one more to know.
macro_rules! views_of_matrices {
    ($($Row:ty, $Column:ty => $RowStride:ty, $ColumnStride:ty;)*) => {$(
        /// The elements of a matrix, without a copy. Its stride `ContiguousFwd` is [`Const<1>`](Const), and `ContiguousBwd` its
        /// negative.
        ///
        /// # Errors
        /// [`ShapeError::SizeOverflow`] for a matrix that repeats its elements more often than `isize` counts.
        ///
        /// ```
        /// use extents::View;
        /// let matrix = faer::mat![[1.0, 2.0], [3.0, 4.0]];
        /// let view = View::try_from(matrix.as_ref())?;
        /// assert_eq!((view[[1, 0]], View::try_from(matrix.transpose())?[[1, 0]]), (3.0, 2.0));
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        impl<'a, T> TryFrom<MatRef<'a, T, usize, usize, $Row, $Column>>
            for View<'a, T, DynExtents<2>, Strided<($RowStride, $ColumnStride)>>
        {
            type Error = ShapeError;
            fn try_from(matrix: MatRef<'a, T, usize, usize, $Row, $Column>) -> Result<Self, ShapeError> {
                let strides = [matrix.row_stride().element_stride(), matrix.col_stride().element_stride()];
                let shape = [matrix.nrows(), matrix.ncols()];
                let (mapping, start) = mapping_of(matrix.as_ptr().cast_mut(), shape, strides)?;
                // SAFETY: a matrix has an element, borrowed for `'a`, at each index in bounds, where its strides lead; the
                // mapping has those, and its offset 0 is at the lowest of them.
                Ok(unsafe { View::from_raw(start, (), mapping) })
            }
        }

        /// The elements of a mutable matrix, without a copy.
        ///
        /// # Errors
        /// [`ShapeError::NotUnique`] if the strides lead two indices to one element.
        ///
        /// ```
        /// use extents::ViewMut;
        /// let mut matrix = faer::mat![[1.0, 2.0], [3.0, 4.0]];
        /// ViewMut::try_from(matrix.as_mut())?[[0, 1]] = 20.0;
        /// assert_eq!(matrix, faer::mat![[1.0, 20.0], [3.0, 4.0]]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        impl<'a, T> TryFrom<MatMut<'a, T, usize, usize, $Row, $Column>>
            for ViewMut<'a, T, DynExtents<2>, Strided<($RowStride, $ColumnStride)>>
        {
            type Error = ShapeError;
            fn try_from(matrix: MatMut<'a, T, usize, usize, $Row, $Column>) -> Result<Self, ShapeError> {
                let strides = [matrix.row_stride().element_stride(), matrix.col_stride().element_stride()];
                let shape = [matrix.nrows(), matrix.ncols()];
                let (mapping, start) = mapping_of(matrix.as_ptr_mut(), shape, strides)?;
                if !mapping.is_unique() {
                    return Err(ShapeError::NotUnique);
                }
                // SAFETY: as of a shared view, and mutably; no two indices of the mapping lead to one element.
                Ok(unsafe { ViewMut::from_raw(start, (), mapping) })
            }
        }
    )*};
}
views_of_matrices! {
    isize, isize => DynStride, DynStride;
    isize, ContiguousFwd => DynStride, Const<1>;
    isize, ContiguousBwd => DynStride, Neg<Const<1>>;
    ContiguousFwd, isize => Const<1>, DynStride;
    ContiguousFwd, ContiguousFwd => Const<1>, Const<1>;
    ContiguousFwd, ContiguousBwd => Const<1>, Neg<Const<1>>;
    ContiguousBwd, isize => Neg<Const<1>>, DynStride;
    ContiguousBwd, ContiguousFwd => Neg<Const<1>>, Const<1>;
    ContiguousBwd, ContiguousBwd => Neg<Const<1>>, Neg<Const<1>>;
}

/// The elements of a view, without a copy.
///
/// ```
/// use extents::{View, extents};
/// use faer::MatRef;
/// let view = View::from_slice(extents![2, 2], &[1.0, 2.0, 3.0, 4.0])?;
/// assert_eq!(MatRef::from(view), faer::mat![[1.0, 2.0], [3.0, 4.0]]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
impl<'a, T, E, L> From<View<'a, T, E, L>> for MatRef<'a, T>
where
    E: Rank<2>,
    L: TrustedLayout<E> + StridedLayout<E>,
{
    fn from(view: View<'a, T, E, L>) -> Self {
        let ([rows, columns], strides) = (view.extents().extents(), view.mapping().strides());
        let (row, column) = pair(strides.as_ref());
        // SAFETY: the invariant of a view: each index in bounds leads, from the element at the index of zeros, to an element that
        // is borrowed for `'a`.
        unsafe { MatRef::from_raw_parts(view.origin(), rows, columns, row, column) }
    }
}

/// The elements of a mutable view, without a copy.
///
/// ```
/// use extents::{ViewMut, extents};
/// use faer::MatMut;
/// let mut elements = [1.0, 2.0, 3.0, 4.0];
/// MatMut::from(ViewMut::from_slice(extents![2, 2], &mut elements)?)[(1, 0)] = 30.0;
/// assert_eq!(elements, [1.0, 2.0, 30.0, 4.0]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
impl<'a, T, E, L> From<ViewMut<'a, T, E, L>> for MatMut<'a, T>
where
    E: Rank<2>,
    L: TrustedLayout<E> + StridedLayout<E>,
{
    fn from(mut view: ViewMut<'a, T, E, L>) -> Self {
        let ([rows, columns], strides) = (view.extents().extents(), view.mapping().strides());
        let (row, column) = pair(strides.as_ref());
        // SAFETY: as of a shared view, and mutably; no two indices of a mutable view lead to one element.
        unsafe { MatMut::from_raw_parts_mut(view.origin(), rows, columns, row, column) }
    }
}

fn pair(strides: &[isize]) -> (isize, isize) {
    match *strides {
        [row, column] => (row, column),
        _ => (0, 0),
    }
}

/// A matrix that owns its elements is an operand as its view is.
impl<T> Operand for Mat<T> {
    type Extents = DynExtents<2>;
    type Placement = OnHeap;
    #[inline]
    fn operand_extents(&self) -> DynExtents<2> {
        *self.as_view().extents()
    }
}

impl<T> AsView for Mat<T> {
    type Elem = T;
    type Layout = Strided<(DynStride, DynStride)>;
    #[inline]
    fn as_view(&self) -> View<'_, T, DynExtents<2>, Self::Layout> {
        match View::try_from(self.as_ref()) {
            Ok(view) => view,
            // No memory has more elements than `isize` counts. Those without a size are left, for which this is better than
            // a wrong answer.
            Err(error) => index_panic(error),
        }
    }
}
