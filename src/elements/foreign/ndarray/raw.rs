//! From shape, strides and a pointer to a view, in both directions.

use core::ptr::NonNull;

use ::ndarray::{
    ArrayView, ArrayViewMut, Axis, Dim, Dimension, IxDyn, RawArrayView, RawArrayViewMut, RawData,
    ShapeBuilder, StrideShape,
};

use crate::elements::view::index_panic;
use crate::layout::{Strided, StridedLayout};
use crate::{DynExtents, DynRankExtents, Extents, Mapping, ModeArray, ShapeError, StrideList};

/// The dimension of an array of `ndarray`, and the types that take its place here: `Ix3` is `DynExtents<3>` with an
/// array of strides, `IxDyn` is `DynRankExtents`.
///
/// ```
/// use extents::backend::NdarrayDim;
/// use extents::{DynExtents, DynRankExtents};
/// let of_rank: <ndarray::Ix2 as NdarrayDim>::Extents = DynExtents::new([2, 3])?;
/// let open: <ndarray::IxDyn as NdarrayDim>::Extents = DynRankExtents::new(&[2, 3])?;
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub trait NdarrayDim: Dimension {
    /// The type of the extents.
    type Extents: Extents;
    /// The type of the strides.
    type Strides: StrideList;
}

impl<const N: usize> NdarrayDim for Dim<[usize; N]>
where
    Dim<[usize; N]>: Dimension,
{
    type Extents = DynExtents<N>;
    type Strides = [isize; N];
}

impl NdarrayDim for IxDyn {
    type Extents = DynRankExtents;
    type Strides = ModeArray<isize>;
}

/// The layout of arrays of dimension `D`.
pub(super) type ArrayLayout<D> = Strided<<D as NdarrayDim>::Strides>;

/// The mapping of an array, and where its offset 0 is: at the element with the smallest address.
pub(super) fn mapping_of<T, D: NdarrayDim>(
    shape: &[usize],
    strides: &[isize],
    first: *mut T,
) -> (Mapping<D::Extents, ArrayLayout<D>>, NonNull<T>) {
    let mapping = || -> Result<_, ShapeError> {
        let extents = D::Extents::from_extents(shape)?;
        Mapping::with_layout(extents, Strided::new(D::Strides::from_list(strides)?))
    };
    let mapping = match mapping() {
        Ok(mapping) => mapping,
        // No array has more elements, or elements farther apart, than `isize` counts: `ndarray` looks that it is so, as
        // we do. Should it stop, this is better than a wrong answer.
        Err(error) => index_panic(error),
    };
    let base = if mapping.extents().size() == 0 {
        0
    } else {
        mapping.layout().base_offset(mapping.extents())
    };
    // With elements, this is where one of them is; without, it is where the array points to.
    let start = NonNull::new(first.wrapping_sub(base)).unwrap_or(NonNull::dangling());
    (mapping, start)
}

/// The shape and strides of a view, as `ndarray` takes them: none of them negative; and how far the first element is
/// behind the one with the smallest address.
fn shape_of<D: Dimension>(shape: &[usize], strides: &[isize]) -> (StrideShape<D>, usize) {
    let (mut dim, mut steps) = (D::zeros(shape.len()), D::zeros(shape.len()));
    if shape.contains(&0) {
        // Without elements nothing moves, and `ndarray` looks at strides of the other modes all the same: its own are
        // those that it takes.
        dim.slice_mut().copy_from_slice(shape);
        return (dim.into(), 0);
    }
    let mut base: usize = 0;
    let places = dim.slice_mut().iter_mut().zip(steps.slice_mut());
    for ((to, step), (&extent, &stride)) in places.zip(shape.iter().zip(strides)) {
        *to = extent;
        // Where nothing moves, any stride does; `ndarray` wants one that could be walked.
        let moves = extent > 1;
        *step = if moves { stride.unsigned_abs() } else { 0 };
        if moves && stride < 0 {
            base = base.wrapping_add(extent.wrapping_sub(1).wrapping_mul(*step));
        }
    }
    (dim.strides(steps), base)
}

/// Turns around the axes whose strides are negative.
fn turn<S: RawData, D: Dimension>(
    array: &mut ::ndarray::ArrayBase<S, D>,
    shape: &[usize],
    strides: &[isize],
) {
    let has_elements = !shape.contains(&0);
    for (axis, (&extent, &stride)) in shape.iter().zip(strides).enumerate() {
        if has_elements && extent > 1 && stride < 0 {
            array.invert_axis(Axis(axis));
        }
    }
}

/// # Safety
/// The element at each index in bounds of the shape, counted from `origin` by the strides, is borrowed for `'a`.
/// The number of elements, and the farthest distance between two of them, fit `isize`.
pub(super) unsafe fn array_view<'a, T, D: Dimension>(
    origin: *const T,
    shape: &[usize],
    strides: &[isize],
) -> ArrayView<'a, T, D> {
    let (shaped, base) = shape_of::<D>(shape, strides);
    // SAFETY: each index leads to an element that is borrowed for `'a`, as the caller promises. From the element with
    // the smallest address on, all strides are positive or 0. A pointer of a view is never null.
    unsafe {
        let mut array = RawArrayView::from_shape_ptr(shaped, origin.wrapping_sub(base));
        turn(&mut array, shape, strides);
        array.deref_into_view()
    }
}

/// # Safety
/// As [`array_view`], mutably, and no two indices lead to the same element.
///
/// `ndarray` wants more where it is built with debug assertions: that each stride passes over all that shorter ones
/// reach.
pub(super) unsafe fn array_view_mut<'a, T, D: Dimension>(
    origin: *mut T,
    shape: &[usize],
    strides: &[isize],
) -> ArrayViewMut<'a, T, D> {
    let (shaped, base) = shape_of::<D>(shape, strides);
    // SAFETY: each index leads to an element of its own that is borrowed mutably for `'a`, as the caller promises. From
    // the element with the smallest address on, all strides are positive or 0.
    unsafe {
        let mut array = RawArrayViewMut::from_shape_ptr(shaped, origin.wrapping_sub(base));
        turn(&mut array, shape, strides);
        array.deref_into_view_mut()
    }
}
