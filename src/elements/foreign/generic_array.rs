//! Arrays of the crate `generic-array` as storage: their length is a number of `typenum` in the type.

use ::generic_array::{ArrayLength, GenericArray};

use crate::elements::{Storage, StorageMut};
use crate::placement::OnHeap;

// SAFETY: the type has the length.
unsafe impl<T, N: ArrayLength> Storage for GenericArray<T, N> {
    type Elem = T;
    type Placement = OnHeap;
    #[inline]
    fn as_slice(&self) -> &[T] {
        self
    }
}

// SAFETY: the same elements.
unsafe impl<T, N: ArrayLength> StorageMut for GenericArray<T, N> {
    #[inline]
    fn as_mut_slice(&mut self) -> &mut [T] {
        self
    }
}
