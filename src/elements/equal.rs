//! Equality of views and tensors, whatever their layouts and layers.

use super::{Storage, Tensor, View, ViewMut};
use crate::Extents;
use crate::layout::Layout;

/// Whether extents and elements are equal, index by index.
#[inline]
fn equal<T, U, E, F, L, M>(left: &View<'_, T, E, L>, right: &View<'_, U, F, M>) -> bool
where
    T: PartialEq<U>,
    E: Extents,
    F: Extents,
    L: Layout<E>,
    M: Layout<F>,
{
    left.extents().same_extents(right.extents())
        && match (left.flat(), right.flat()) {
            (Some(left), Some(right)) => left == right,
            _ => left.iter().zip(right.iter()).all(|(left, right)| left == right),
        }
}

impl<'a, T, E: Extents, L: Layout<E>> View<'a, T, E, L> {
    /// All elements in row-major order, if they lie so in memory without gaps.
    #[inline]
    fn flat(&self) -> Option<&'a [T]> {
        self.iter().as_slice()
    }
}

/// Equal where the extents and all elements are, whatever the layers, layouts and storages.
macro_rules! equal {
    ($([$($generics:tt)*] $left:ty, $right:ty;)*) => {$(
        impl<T: PartialEq<U>, U, E: Extents, F: Extents, L: Layout<E>, M: Layout<F>, $($generics)*>
            PartialEq<$right> for $left
        {
            #[inline]
            fn eq(&self, other: &$right) -> bool {
                equal(&self.view(), &other.view())
            }
        }
    )*};
}
equal! {
    [] View<'_, T, E, L>, View<'_, U, F, M>;
    [] View<'_, T, E, L>, ViewMut<'_, U, F, M>;
    [] ViewMut<'_, T, E, L>, View<'_, U, F, M>;
    [] ViewMut<'_, T, E, L>, ViewMut<'_, U, F, M>;
    [R: Storage<Elem = U>] View<'_, T, E, L>, Tensor<U, F, M, R>;
    [R: Storage<Elem = U>] ViewMut<'_, T, E, L>, Tensor<U, F, M, R>;
    [S: Storage<Elem = T>] Tensor<T, E, L, S>, View<'_, U, F, M>;
    [S: Storage<Elem = T>] Tensor<T, E, L, S>, ViewMut<'_, U, F, M>;
    [S: Storage<Elem = T>, R: Storage<Elem = U>] Tensor<T, E, L, S>, Tensor<U, F, M, R>;
}
