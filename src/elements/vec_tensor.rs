//! Tensors whose elements are in a `Vec`: the ways to make one.

use crate::error::Bounded;
use alloc::vec::Vec;

use super::view::check_length;
use super::{Rejected, Tensor};
use crate::layout::mapping::IntoMapping;
use crate::layout::{Canonical, IndicesInLayoutOrder, Layout, Trust};
use crate::nest::Dense;
use crate::{DynRankExtents, Extents, Mapping, Scalar, ShapeError};

impl<T> Tensor<T> {
    /// Creates the null tensor, which has run-time rank and neither modes nor elements. It is also the `Default`.
    ///
    /// ```
    /// use extents::{Extents, Tensor};
    /// let null = Tensor::<i32>::null();
    /// assert!(null.extents().is_null());
    /// assert!(null.as_slice().is_empty());
    /// ```
    pub fn null() -> Self {
        Tensor::from_parts(Vec::new(), Mapping::new(DynRankExtents::null()))
    }
}

impl<T, E: Extents, L: Layout<E>> Tensor<T, E, L> {
    /// Creates a tensor with the same value everywhere.
    ///
    /// # Errors
    /// Returns [`ShapeError::Allocation`].
    ///
    /// ```
    /// use extents::{DynExtents, Tensor};
    /// let fours = Tensor::full(DynExtents::new([1, 2, 3, 4])?, 4)?;
    /// assert_eq!(fours[[0, 1, 2, 3]], 4);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[doc(alias = "ones")]
    pub fn full<M, K>(mapping: M, value: T) -> Result<Self, ShapeError>
    where
        M: IntoMapping<K, Extents = E, Layout = L>,
        T: Clone,
    {
        let mapping = mapping.into_mapping().map_err(Into::into)?;
        let span = mapping.required_span_size();
        let mut elements = reserved(span)?;
        elements.resize(span, value);
        Ok(Tensor::from_parts(elements, mapping))
    }

    /// Creates a tensor of zeros.
    ///
    /// # Errors
    /// Returns [`ShapeError::Allocation`].
    ///
    /// ```
    /// use extents::{DynExtents, Tensor};
    /// let zeros = Tensor::<i32, _>::zeros(DynExtents::new([1, 2, 3, 4])?)?;
    /// assert_eq!(zeros[[0, 1, 2, 3]], 0);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn zeros<M, K>(mapping: M) -> Result<Self, ShapeError>
    where
        M: IntoMapping<K, Extents = E, Layout = L>,
        T: Scalar,
    {
        Tensor::full(mapping, T::ZERO)
    }

    /// Creates a tensor whose element at each index is `element(index)`, called in memory order.
    ///
    /// # Errors
    /// Returns [`ShapeError::Allocation`]; [`ShapeError::OutOfBounds`] where the layout leaves gaps, which have
    /// no index.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_fn(extents![2, 3], |[i, j]| 10 * i + j)?;
    /// assert_eq!(a.as_slice(), [0, 1, 2, 10, 11, 12]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn from_fn<M, K>(
        mapping: M,
        mut element: impl FnMut(E::Index) -> T,
    ) -> Result<Self, ShapeError>
    where
        M: IntoMapping<K, Extents = E, Layout = L>,
    {
        let mapping = mapping.into_mapping().map_err(Into::into)?;
        let span = mapping.required_span_size();
        let mut elements = reserved(span)?;
        // Asked in a constant, so that the rest is not compiled for the layout that nearly all have.
        if const { Dense::of::<E, L>().is_row_major() } {
            mapping.extents().indices().for_each(|index| elements.push(element(index)));
            return Ok(Tensor::from_parts(elements, mapping));
        }
        match in_memory_order(&mapping) {
            Some(indices) => indices.for_each(|index| elements.push(element(index))),
            None if mapping.extents().size() < span => return Err(first_gap(&mapping)?),
            None => {
                // A layout of a user's own is asked once for each index: to look for the index of each
                // offset would ask it for all of them, each time.
                let mut indices: Vec<Option<E::Index>> = reserved(span)?;
                indices.resize(span, None);
                for index in mapping.extents().indices() {
                    let offset = mapping.layout().offset(mapping.extents(), &index);
                    let error = ShapeError::OutOfBounds {
                        of: Bounded::Offset,
                        number: offset,
                        limit: span,
                    };
                    indices.get_mut(offset).ok_or(error)?.get_or_insert(index);
                }
                for (offset, index) in indices.into_iter().enumerate() {
                    let index = index.ok_or(ShapeError::OutOfBounds {
                        of: Bounded::Offset,
                        number: offset,
                        limit: span,
                    })?;
                    elements.push(element(index));
                }
            }
        }
        Ok(Tensor::from_parts(elements, mapping))
    }

    /// Creates a tensor from the elements in a `Vec`, which are in memory order.
    ///
    /// # Errors
    /// Returns [`ShapeError::CountMismatch`], with the `Vec`.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![2, 2], vec![1, 2, 3, 4])?;
    /// assert_eq!(a[[1, 0]], 3);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn from_vec<M, K>(mapping: M, elements: Vec<T>) -> Result<Self, Rejected<Vec<T>>>
    where
        M: IntoMapping<K, Extents = E, Layout = L>,
    {
        Tensor::from_storage(mapping, elements)
    }

    /// Creates a tensor from copies of the elements in a slice, which are in memory order.
    ///
    /// # Errors
    /// Returns [`ShapeError::CountMismatch`], [`ShapeError::Allocation`].
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_slice(extents![2, 2], &[1, 2, 3, 4])?;
    /// assert_eq!(a[[1, 0]], 3);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn from_slice<M, K>(mapping: M, slice: &[T]) -> Result<Self, ShapeError>
    where
        M: IntoMapping<K, Extents = E, Layout = L>,
        T: Clone,
    {
        let mapping = mapping.into_mapping().map_err(Into::into)?;
        check_length(mapping.required_span_size(), slice.len())?;
        let mut elements = reserved(slice.len())?;
        elements.extend_from_slice(slice);
        Ok(Tensor::from_parts(elements, mapping))
    }
}

/// Creates the null tensor for extents of run-time rank, and zeros for static extents.
impl<T: Scalar, E: Extents + Default, L: Canonical> Default for Tensor<T, E, L> {
    fn default() -> Self {
        const { assert!(fits_memory::<T>(E::STATIC_SIZE), "no memory holds a tensor of this size") };
        let mapping = Mapping::trusted(E::default(), L::default());
        let elements = alloc::vec![T::ZERO; mapping.required_span_size()];
        Tensor::from_parts(elements, mapping)
    }
}

/// Whether as many elements can exist at once; only static extents are more than null by default.
const fn fits_memory<T>(size: Option<usize>) -> bool {
    match size {
        Some(size) => match size.checked_mul(size_of::<T>()) {
            Some(bytes) => bytes <= isize::MAX as usize,
            None => false,
        },
        None => true,
    }
}

/// The index of each offset below the span, one after the other, where the strides tell.
#[inline]
fn in_memory_order<E: Extents, L: Layout<E>>(
    mapping: &Mapping<E, L>,
) -> Option<IndicesInLayoutOrder<E>> {
    if !<L::Trust as Trust<E, L>>::IS_PROVEN || !mapping.is_exhaustive() {
        return None;
    }
    let (strides, _) = mapping.layout().strided(mapping.extents())?;
    Some(IndicesInLayoutOrder::new(mapping.extents(), strides.as_ref()))
}

/// The error of the first offset without an index, where the span is larger than the size.
///
/// So many indices leave one of the first offsets free: what is noted grows with the elements, not with the padding,
/// which may be as large as memory.
#[cold]
fn first_gap<E: Extents, L: Layout<E>>(mapping: &Mapping<E, L>) -> Result<ShapeError, ShapeError> {
    let (extents, span) = (mapping.extents(), mapping.required_span_size());
    let first = extents.size().saturating_add(1);
    let mut has_index: Vec<bool> = reserved(first)?;
    has_index.resize(first, false);
    for index in extents.indices() {
        let offset = mapping.layout().offset(extents, &index);
        if offset >= span {
            return Err(ShapeError::OutOfBounds {
                of: Bounded::Offset,
                number: offset,
                limit: span,
            });
        }
        if let Some(has_index) = has_index.get_mut(offset) {
            *has_index = true;
        }
    }
    let offset = has_index.iter().position(|has_index| !has_index).unwrap_or(first);
    Ok(ShapeError::OutOfBounds { of: Bounded::Offset, number: offset, limit: span })
}

pub(super) fn reserved<T>(elements: usize) -> Result<Vec<T>, ShapeError> {
    let mut vec = Vec::new();
    vec.try_reserve_exact(elements).map_err(|_| ShapeError::Allocation { elements })?;
    Ok(vec)
}
