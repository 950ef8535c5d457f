//! [`Storage`]: where the elements of a tensor live.

#[cfg(feature = "alloc")]
use alloc::{boxed::Box, vec::Vec};

use super::{Inline, InlineExtents};
use crate::placement::{InPlace, OnHeap, Placement};

/// A container of the elements of a tensor: a `Vec`, an [`Inline`](crate::storage::Inline) array, a slice, or a type of your
/// own.
///
/// # Safety
/// `as_slice` gives the same number of elements at every call, however the storage is moved, until
/// it is given out by value. If the storage is `Clone`, a clone has as many elements.
///
/// ```
/// use extents::storage::placement::OnHeap;
/// use extents::storage::Storage;
/// use extents::{Tensor, extents};
/// use std::sync::Arc;
///
/// struct Shared(Arc<[f32]>);
/// // SAFETY: the length of an `Arc<[_]>` never changes.
/// unsafe impl Storage for Shared {
///     type Elem = f32;
///     type Placement = OnHeap;
///     fn as_slice(&self) -> &[f32] {
///         &self.0
///     }
/// }
/// let elements = Shared(Arc::from([1.0, 2.0, 3.0, 4.0]));
/// let tensor = Tensor::from_storage(extents![2, 2], elements)?;
/// assert_eq!(tensor[[1, 0]], 3.0);
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub unsafe trait Storage {
    /// The type of an element.
    type Elem;
    /// Where the result of a contraction of such tensors goes; `OnHeap` unless it is an array.
    type Placement: Placement;
    /// Returns all elements in memory order.
    fn as_slice(&self) -> &[Self::Elem];
}

/// A [`Storage`] with mutable elements.
///
/// # Safety
/// `as_mut_slice` gives the elements of `as_slice`.
///
/// ```
/// use extents::storage::StorageMut;
/// let mut storage = vec![1, 2];
/// storage.as_mut_slice()[0] = 3;
/// assert_eq!(storage, [3, 2]);
/// ```
pub unsafe trait StorageMut: Storage {
    /// Returns all elements in memory order.
    fn as_mut_slice(&mut self) -> &mut [Self::Elem];
}

/// Implements both traits for a type that dereferences to a slice of fixed length.
macro_rules! slice_storage {
    ($([$($generics:tt)*] $storage:ty, $elem:ty;)*) => {$(
        // SAFETY: the length changes only through `&mut` to the storage, which a tensor never lends.
        unsafe impl<$($generics)*> Storage for $storage {
            type Elem = $elem;
            type Placement = OnHeap;
            #[inline]
            fn as_slice(&self) -> &[$elem] {
                self
            }
        }
    )*};
    (mut $([$($generics:tt)*] $storage:ty, $elem:ty;)*) => {$(
        slice_storage!([$($generics)*] $storage, $elem;);
        // SAFETY: the same slice.
        unsafe impl<$($generics)*> StorageMut for $storage {
            #[inline]
            fn as_mut_slice(&mut self) -> &mut [$elem] {
                self
            }
        }
    )*};
}

slice_storage!([T] &[T], T;);
slice_storage!(mut [T] &mut [T], T;);
#[cfg(feature = "alloc")]
slice_storage!(mut [T] Vec<T>, T; [T] Box<[T]>, T;);

// SAFETY: the length is the const size of the extents.
unsafe impl<T, E: InlineExtents> Storage for Inline<T, E> {
    type Elem = T;
    type Placement = InPlace;
    #[inline]
    fn as_slice(&self) -> &[T] {
        self.elements()
    }
}

// SAFETY: the same elements.
unsafe impl<T, E: InlineExtents> StorageMut for Inline<T, E> {
    #[inline]
    fn as_mut_slice(&mut self) -> &mut [T] {
        self.elements_mut()
    }
}
