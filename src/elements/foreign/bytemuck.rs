//! Bytes as views, by the traits of the crate `bytemuck`.

use ::bytemuck::NoUninit;
use ::bytemuck::checked::{
    CheckedBitPattern, try_cast_slice, try_cast_slice_mut, try_pod_read_unaligned,
};

use super::bytes::{BytesError, check_bytes};
use crate::Extents;
use crate::elements::{View, ViewMut};
use crate::layout::mapping::IntoMapping;
use crate::layout::{DeviceMapping, Layout};

/// The elements whose bytes these are, borrowed.
pub(crate) fn cast<T: CheckedBitPattern>(span: usize, bytes: &[u8]) -> Result<&[T], BytesError> {
    check_bytes::<T>(span, bytes)?;
    if span == 0 {
        return Ok(&[]);
    }
    try_cast_slice(bytes).map_err(|_| first_wrong::<T>(bytes))
}

/// The error of the first element that its type does not have.
#[cold]
pub(crate) fn first_wrong<T: CheckedBitPattern>(bytes: &[u8]) -> BytesError {
    let mut elements = bytes.chunks_exact(size_of::<T>().max(1));
    let is_wrong = |element: &[u8]| try_pod_read_unaligned::<T>(element).is_err();
    BytesError::Value { offset: elements.position(is_wrong).unwrap_or(0) }
}

// SAFETY: `#[repr(C)]` of one `i32` and two arrays of `i32`: no padding, whatever the rank.
unsafe impl<const R: usize> NoUninit for DeviceMapping<R, i32> {}
// SAFETY: `#[repr(C)]` of one `i64` and two arrays of `i64`: no padding, whatever the rank.
unsafe impl<const R: usize> NoUninit for DeviceMapping<R, i64> {}

impl<'a, T: CheckedBitPattern, E: Extents, L: Layout<E>> View<'a, T, E, L> {
    /// Creates a view of the elements whose bytes these are, in memory order, without a copy.
    ///
    /// The other way, `bytemuck::cast_slice(view.as_slice())` gives the bytes of a view.
    ///
    /// # Errors
    /// [`BytesError`], with both numbers: another number of bytes than the mapping spans, bytes that are not aligned as
    /// the elements are, or an element that is not a value of its type, as the byte 2 is no `bool`.
    ///
    /// ```
    /// use extents::{View, extents};
    /// let bytes = 7_u32.to_ne_bytes();
    /// let halves = View::<u8, _>::from_bytes(extents![2, 2], &bytes)?;
    /// assert_eq!(u32::from_ne_bytes(bytemuck::cast_slice(halves.as_slice()).try_into()?), 7);
    ///
    /// let error = View::<bool, _>::from_bytes(extents![3], &[1, 0, 2]).unwrap_err();
    /// assert_eq!(error.to_string(), "the bytes of element 2 are not a value of its type");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_bytes<M, K>(mapping: M, bytes: &'a [u8]) -> Result<Self, BytesError>
    where
        M: IntoMapping<K, Extents = E, Layout = L>,
    {
        let mapping = mapping.into_mapping().map_err(Into::into)?;
        let elements = cast(mapping.required_span_size(), bytes)?;
        Ok(View::from_slice(mapping, elements)?)
    }
}

impl<'a, T: CheckedBitPattern + NoUninit, E: Extents, L: Layout<E>> ViewMut<'a, T, E, L> {
    /// Creates a mutable view of the elements whose bytes these are, in memory order, without a copy.
    ///
    /// # Errors
    /// As [`View::from_bytes`]; [`ShapeError::NotUnique`](crate::ShapeError::NotUnique) if two indices would share an
    /// element.
    ///
    /// ```
    /// use extents::{ViewMut, extents};
    /// let mut bytes = [0; 4];
    /// ViewMut::<bool, _>::from_bytes(extents![2, 2], &mut bytes)?[[1, 0]] = true;
    /// assert_eq!(bytes, [0, 0, 1, 0]);
    /// # Ok::<(), extents::error::BytesError>(())
    /// ```
    pub fn from_bytes<M, K>(mapping: M, bytes: &'a mut [u8]) -> Result<Self, BytesError>
    where
        M: IntoMapping<K, Extents = E, Layout = L>,
    {
        let mapping = mapping.into_mapping().map_err(Into::into)?;
        let span = mapping.required_span_size();
        check_bytes::<T>(span, bytes)?;
        if span == 0 {
            return Ok(ViewMut::from_slice(mapping, &mut [])?);
        }
        if try_cast_slice::<u8, T>(bytes).is_err() {
            return Err(first_wrong::<T>(bytes));
        }
        let elements = try_cast_slice_mut(bytes).map_err(|_| BytesError::Value { offset: 0 })?;
        Ok(ViewMut::from_slice(mapping, elements)?)
    }
}
