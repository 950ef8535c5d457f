//! Bytes as views, by the traits of the crate `zerocopy`.

use ::zerocopy::{Immutable, IntoBytes, KnownLayout, TryFromBytes};

use super::bytes::{BytesError, check_bytes};
use crate::Extents;
use crate::elements::{View, ViewMut};
use crate::layout::Layout;
use crate::layout::mapping::IntoMapping;

/// The error of the first element that its type does not have.
#[cold]
fn first_wrong<T: TryFromBytes>(bytes: &[u8]) -> BytesError {
    let mut elements = bytes.chunks_exact(size_of::<T>().max(1));
    let is_wrong = |element: &[u8]| T::try_read_from_bytes(element).is_err();
    BytesError::Value { offset: elements.position(is_wrong).unwrap_or(0) }
}

impl<'a, T, E: Extents, L: Layout<E>> View<'a, T, E, L>
where
    T: TryFromBytes + KnownLayout + Immutable,
{
    /// Creates a view of the elements whose bytes these are, in memory order, without a copy: as `View::from_bytes` does for
    /// the traits of `bytemuck`.
    ///
    /// The other way, `zerocopy::IntoBytes::as_bytes(view.as_slice())` gives the bytes of a view.
    ///
    /// # Errors
    /// [`BytesError`], with both numbers.
    ///
    /// ```
    /// use extents::{View, extents};
    /// use zerocopy::IntoBytes;
    /// let bytes = 7_u32.to_ne_bytes();
    /// let halves = View::<u8, _>::ref_from_bytes(extents![2, 2], &bytes)?;
    /// assert_eq!(halves.as_slice().as_bytes(), bytes);
    ///
    /// let error = View::<bool, _>::ref_from_bytes(extents![3], &[1, 0, 2]).unwrap_err();
    /// assert_eq!(error.to_string(), "the bytes of element 2 are not a value of its type");
    /// # Ok::<(), extents::error::BytesError>(())
    /// ```
    pub fn ref_from_bytes<M, K>(mapping: M, bytes: &'a [u8]) -> Result<Self, BytesError>
    where
        M: IntoMapping<K, Extents = E, Layout = L>,
    {
        let mapping = mapping.into_mapping().map_err(Into::into)?;
        let span = mapping.required_span_size();
        check_bytes::<T>(span, bytes)?;
        if span == 0 {
            return Ok(View::from_slice(mapping, &[])?);
        }
        let elements = <[T]>::try_ref_from_bytes_with_elems(bytes, span);
        Ok(View::from_slice(mapping, elements.map_err(|_| first_wrong::<T>(bytes))?)?)
    }
}

impl<'a, T, E: Extents, L: Layout<E>> ViewMut<'a, T, E, L>
where
    T: TryFromBytes + KnownLayout + IntoBytes + Immutable,
{
    /// Creates a mutable view of the elements whose bytes these are, in memory order, without a copy.
    ///
    /// # Errors
    /// As [`View::ref_from_bytes`]; [`ShapeError::NotUnique`](crate::ShapeError::NotUnique) if two indices would share an
    /// element.
    ///
    /// ```
    /// use extents::{ViewMut, extents};
    /// let mut bytes = [0; 4];
    /// ViewMut::<bool, _>::mut_from_bytes(extents![2, 2], &mut bytes)?[[1, 0]] = true;
    /// assert_eq!(bytes, [0, 0, 1, 0]);
    /// # Ok::<(), extents::error::BytesError>(())
    /// ```
    pub fn mut_from_bytes<M, K>(mapping: M, bytes: &'a mut [u8]) -> Result<Self, BytesError>
    where
        M: IntoMapping<K, Extents = E, Layout = L>,
    {
        let mapping = mapping.into_mapping().map_err(Into::into)?;
        let span = mapping.required_span_size();
        check_bytes::<T>(span, bytes)?;
        if span == 0 {
            return Ok(ViewMut::from_slice(mapping, &mut [])?);
        }
        if <[T]>::try_ref_from_bytes_with_elems(bytes, span).is_err() {
            return Err(first_wrong::<T>(bytes));
        }
        let elements = <[T]>::try_mut_from_bytes_with_elems(bytes, span);
        Ok(ViewMut::from_slice(mapping, elements.map_err(|_| BytesError::Value { offset: 0 })?)?)
    }
}
