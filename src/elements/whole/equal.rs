//! Equality of views and tensors, whatever their layouts and layers.

use extents_static::__private::assert_joined_names;

use crate::Extents;
use crate::elements::arrange::names_of_values;
use crate::elements::{Storage, Tensor, View, ViewMut};
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
        && match same_order(left, right) {
            Some((left, right)) => left == right,
            None => left.iter().zip(right.iter()).all(|(left, right)| left == right),
        }
}

/// Fails to compile where names differ: other numbers make tensors unequal, other names say that they were never to be compared.
#[track_caller]
const fn assert_comparable<E: Extents, F: Extents>() {
    assert_joined_names(None, &[&names_of_values::<E>(), &names_of_values::<F>()]);
}

/// The elements in memory order, where both are dense in the same one.
#[inline]
fn same_order<'a, 'b, T, U, E, F, L, M>(
    left: &View<'a, T, E, L>,
    right: &View<'b, U, F, M>,
) -> Option<(&'a [T], &'b [U])>
where
    E: Extents,
    F: Extents,
    L: Layout<E>,
    M: Layout<F>,
{
    if let (Some(left), Some(right)) = (left.iter().as_slice(), right.iter().as_slice()) {
        return Some((left, right));
    }
    let (strides, _) = left.mapping().layout().strided(left.extents())?;
    let (others, _) = right.mapping().layout().strided(right.extents())?;
    if strides.as_ref() != others.as_ref() {
        return None;
    }
    Some((left.iter_in_layout_order().as_slice()?, right.iter_in_layout_order().as_slice()?))
}

/// Equal where the extents and all elements are, whatever the layers, layouts and storages. Names that differ do not compile.
macro_rules! equal {
    ($([$($generics:tt)*] $left:ty, $right:ty;)*) => {$(
        impl<T: PartialEq<U>, U, E: Extents, F: Extents, L: Layout<E>, M: Layout<F>, $($generics)*>
            PartialEq<$right> for $left
        {
            #[inline]
            fn eq(&self, other: &$right) -> bool {
                const { assert_comparable::<E, F>() };
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
