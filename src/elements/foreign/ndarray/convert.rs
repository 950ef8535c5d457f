//! Between views and arrays of both crates, over the same elements.

use alloc::vec::Vec;

use ::ndarray::{Array, ArrayD, ArrayView, ArrayViewMut, Dim, Dimension, IxDyn, ShapeBuilder};
use extents_static::__private::Order;

use super::raw::{ArrayLayout, NdarrayDim, array_view, array_view_mut, mapping_of};
use crate::elements::{Rejected, Tensor, View, ViewMut};
use crate::layout::affine::check_nested;
use crate::layout::{Canonical, Layout, StridedLayout, TrustedLayout};
use crate::{DynRankExtents, Extents, Mapping, Rank, ShapeError};

/// The elements of an array, without a copy.
///
/// ```
/// use extents::View;
/// let array = ndarray::array![[1, 2, 3], [4, 5, 6]];
/// let view = View::from(array.t());
/// assert_eq!(view[[2, 1]], 6);
/// ```
impl<'a, T, D: NdarrayDim> From<ArrayView<'a, T, D>> for View<'a, T, D::Extents, ArrayLayout<D>> {
    fn from(array: ArrayView<'a, T, D>) -> Self {
        let first = array.as_ptr().cast_mut();
        let (mapping, start) = mapping_of::<T, D>(array.shape(), array.strides(), first);
        // SAFETY: an array view has an element, borrowed for `'a`, at each index in bounds of its shape, where its
        // strides lead; the mapping has that shape and those strides, and its offset 0 is at the lowest of them.
        unsafe { View::from_raw(start, (), mapping) }
    }
}

/// The elements of an array, without a copy.
///
/// ```
/// use extents::ViewMut;
/// let mut array = ndarray::array![[1, 2, 3], [4, 5, 6]];
/// ViewMut::from(array.view_mut().reversed_axes())[[2, 1]] = 60;
/// assert_eq!(array[[1, 2]], 60);
/// ```
impl<'a, T, D: NdarrayDim> From<ArrayViewMut<'a, T, D>>
    for ViewMut<'a, T, D::Extents, ArrayLayout<D>>
{
    fn from(mut array: ArrayViewMut<'a, T, D>) -> Self {
        let first = array.as_mut_ptr();
        let (mapping, start) = mapping_of::<T, D>(array.shape(), array.strides(), first);
        // SAFETY: as of a shared view, and mutably; no two indices of a mutable array view lead to the same element.
        unsafe { ViewMut::from_raw(start, (), mapping) }
    }
}

/// The elements of a view, without a copy. Of run-time rank,
/// [`strengthen`](View::strengthen) it first.
///
/// ```
/// use extents::{Const, View, extents};
/// use ndarray::ArrayView2;
/// let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6])?;
/// let array = ArrayView2::from(view.reverse(Const::<1>));
/// assert_eq!(array, ndarray::array![[3, 2, 1], [6, 5, 4]]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
impl<'a, T, E, L, const N: usize> From<View<'a, T, E, L>> for ArrayView<'a, T, Dim<[usize; N]>>
where
    E: Rank<N>,
    L: TrustedLayout<E> + StridedLayout<E>,
    Dim<[usize; N]>: Dimension,
{
    fn from(view: View<'a, T, E, L>) -> Self {
        let (shape, strides) = (view.extents().extents(), view.mapping().strides());
        // SAFETY: the invariant of a view; a mapping's size and span fit `isize`.
        unsafe { array_view(view.origin(), &shape, &strides) }
    }
}

/// The elements of a mutable view, without a copy.
///
/// `ndarray` takes mutable views in which each stride passes over all that shorter ones reach. Slices, permutations and
/// reversals of tensors are such views.
///
/// # Errors
/// [`ShapeError::InterleavedStrides`], with the view, for other ones.
///
/// ```
/// use extents::layout::Strided;
/// use extents::{Mapping, ViewMut, extents};
/// use ndarray::ArrayViewMut2;
/// let mut elements = [1, 2, 3, 4];
/// let view = ViewMut::from_slice(extents![2, 2], &mut elements)?;
/// ArrayViewMut2::try_from(view)?.swap([0, 0], [1, 1]);
/// assert_eq!(elements, [4, 2, 3, 1]);
///
/// // Offsets 0, 2, 4 and 3, 5, 7: each once, but not row after row.
/// let mut elements = [0; 8];
/// let mapping = Mapping::with_layout(extents![2, 3], Strided::new([3, 2]))?;
/// let rejected = ArrayViewMut2::try_from(ViewMut::from_slice(mapping, &mut elements)?).unwrap_err();
/// assert_eq!(
///     rejected.to_string(),
///     "mode 0 of stride 3 does not pass over the modes of shorter strides, which reach 4 elements"
/// );
/// # Ok::<(), extents::ShapeError>(())
/// ```
impl<'a, T, E, L, const N: usize> TryFrom<ViewMut<'a, T, E, L>>
    for ArrayViewMut<'a, T, Dim<[usize; N]>>
where
    E: Rank<N>,
    L: TrustedLayout<E> + StridedLayout<E>,
    Dim<[usize; N]>: Dimension,
{
    type Error = Rejected<ViewMut<'a, T, E, L>>;
    fn try_from(mut view: ViewMut<'a, T, E, L>) -> Result<Self, Self::Error> {
        let (shape, strides) = (view.extents().extents(), view.mapping().strides());
        if let Err(error) = check_nested(&shape, strides.as_ref()) {
            return Err(Rejected { value: view, error });
        }
        // SAFETY: as of a shared view; the mapping of a mutable view is unique.
        Ok(unsafe { array_view_mut(view.origin(), &shape, strides.as_ref()) })
    }
}

/// The same `Vec` as an array.
///
/// ```
/// use extents::layout::{Canonical, ColMajor};
/// use extents::{Tensor, extents};
/// use ndarray::Array2;
/// let tensor = Tensor::from_vec(ColMajor.of(extents![2, 2]), vec![1, 2, 3, 4])?;
/// assert_eq!(Array2::from(tensor), ndarray::array![[1, 3], [2, 4]]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
impl<T, E, L, const N: usize> From<Tensor<T, E, L, Vec<T>>> for Array<T, Dim<[usize; N]>>
where
    E: Rank<N>,
    L: Canonical + Layout<E>,
    Dim<[usize; N]>: Dimension,
{
    fn from(tensor: Tensor<T, E, L, Vec<T>>) -> Self {
        let shape = tensor.extents().extents();
        // SAFETY: the elements of a tensor of this shape and layout.
        unsafe { array_of::<T, _, L>(&shape, tensor.into_storage()) }
    }
}

/// The same `Vec` as an array. The null tensor is none.
///
/// ```
/// use extents::einsum;
/// use ndarray::{ArrayD, array};
/// let a = array![[1, 2], [3, 4]];
/// let sums = ArrayD::try_from(einsum("ij->i", &[&a])?)?;
/// assert_eq!(sums, array![3, 7].into_dyn());
/// # Ok::<(), extents::ShapeError>(())
/// ```
impl<T, L: Canonical + Layout<DynRankExtents>> TryFrom<Tensor<T, DynRankExtents, L, Vec<T>>>
    for ArrayD<T>
{
    type Error = Rejected<Tensor<T, DynRankExtents, L, Vec<T>>>;
    fn try_from(tensor: Tensor<T, DynRankExtents, L, Vec<T>>) -> Result<Self, Self::Error> {
        if tensor.extents().is_null() {
            return Err(Rejected { value: tensor, error: ShapeError::Null });
        }
        let shape = tensor.extents().extents();
        // SAFETY: the elements are those of the tensor, of its shape and layout.
        Ok(unsafe { array_of::<T, IxDyn, L>(&shape, tensor.into_storage()) })
    }
}

/// # Safety
/// The elements are those of a tensor of this shape and layout.
pub(super) unsafe fn array_of<T, D: Dimension, L: Canonical>(
    shape: &[usize],
    mut elements: Vec<T>,
) -> Array<T, D> {
    // A storage may have more elements than its mapping spans.
    elements.truncate(shape.iter().fold(1, |size, &extent| extent.wrapping_mul(size)));
    let mut dim = D::zeros(shape.len());
    dim.slice_mut().copy_from_slice(shape);
    let is_columns = matches!(L::ORDER, Order::ColMajor);
    // SAFETY: the elements are those of a tensor: one for each index, in row-major or column-major order. Their number
    // fits `isize`.
    unsafe { Array::from_shape_vec_unchecked(dim.set_f(is_columns), elements) }
}

/// The same `Vec` as a tensor, row-major or column-major, if the elements lie in that order without gaps.
///
/// Elements that the array was cut off from are dropped; those in front make the others move.
///
/// ```
/// use extents::layout::{ColMajor, RowMajor};
/// use extents::{DynExtents, Tensor};
/// use ndarray::array;
/// let rows: Tensor<_, DynExtents<2>> = array![[1, 2], [3, 4]].try_into()?;
/// assert_eq!(rows.as_slice(), [1, 2, 3, 4]);
/// let columns: Tensor<_, _, ColMajor> = array![[1, 2], [3, 4]].reversed_axes().try_into()?;
/// assert_eq!(columns[[0, 1]], 3);
///
/// let rejected = Tensor::<_, _, RowMajor>::try_from(array![[1, 2], [3, 4]].reversed_axes()).unwrap_err();
/// assert_eq!(rejected.to_string(), "mode 0 should have stride 2, but has 1");
/// assert_eq!(rejected.value, array![[1, 3], [2, 4]]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
impl<T, D: NdarrayDim, L: Canonical + StridedLayout<D::Extents>> TryFrom<Array<T, D>>
    for Tensor<T, D::Extents, L, Vec<T>>
{
    type Error = Rejected<Array<T, D>>;
    fn try_from(array: Array<T, D>) -> Result<Self, Self::Error> {
        let extents = match D::Extents::from_extents(array.shape()) {
            Ok(extents) => extents,
            Err(error) => return Err(Rejected { value: array, error }),
        };
        let mapping: Mapping<D::Extents, L> = Mapping::of(extents);
        let size = mapping.required_span_size();
        let strides = mapping.strides();
        for (mode, (&expected, &found)) in strides.as_ref().iter().zip(array.strides()).enumerate()
        {
            // Where nothing moves, any stride does.
            if expected != found && size > 0 && array.shape().get(mode) != Some(&1) {
                let error = ShapeError::StrideMismatch { mode, expected, found };
                return Err(Rejected { value: array, error });
            }
        }
        let (mut elements, offset) = array.into_raw_vec_and_offset();
        let offset = offset.unwrap_or(0);
        elements.truncate(offset.saturating_add(size));
        elements.drain(..offset.min(elements.len()));
        // Without elements, there may be some that the array was cut off from.
        elements.truncate(size);
        Ok(Tensor::from_parts(elements, mapping))
    }
}
