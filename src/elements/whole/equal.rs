//! Equality of views and tensors, whatever their layouts and layers.

use core::marker::PhantomData;

use extents_static::__private::{Turn, assert_joined_names, order_of_labels, turn};

use crate::Extents;
use crate::elements::arrange::names_of_values;
use crate::elements::expression::{ByRef, InOrder, Pair, fold_until};
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
    if const { ByLabels::<F, E>::ORDER.is_none() }
        && let Some((left_elements, right_elements)) = same_order(left, right)
    {
        return left.extents().same_extents(right.extents()) && left_elements == right_elements;
    }
    all_pairs(left, right, |left, right| left == right)
}

/// Whether extents are equal, and all elements are as a function of two of them says, each with the one of its index: of names that
/// stand in another order, by its name.
pub(in crate::elements) fn all_pairs<T, U, E, F, L, M>(
    left: &View<'_, T, E, L>,
    right: &View<'_, U, F, M>,
    are: impl Fn(&T, &U) -> bool,
) -> bool
where
    E: Extents,
    F: Extents,
    L: Layout<E>,
    M: Layout<F>,
{
    if const { ByLabels::<F, E>::ORDER.is_some() } {
        return all_by_labels(left, right, are);
    }
    left.extents().same_extents(right.extents())
        && left.iter().zip(right.iter()).all(|(left, right)| are(left, right))
}

/// In the order of the labels that the names of all modes of `E` are, where extents `F` have the same ones in another order.
struct ByLabels<F, E>(PhantomData<(F, E)>);
impl<F: Extents, E: Extents> InOrder for ByLabels<F, E> {
    const ORDER: Option<Turn> = order_of_labels(E::LABELS, F::LABELS);
}

/// As [`all_pairs`], where each mode is compared with the one of its name.
fn all_by_labels<T, U, E, F, L, M>(
    left: &View<'_, T, E, L>,
    right: &View<'_, U, F, M>,
    are: impl Fn(&T, &U) -> bool,
) -> bool
where
    E: Extents,
    F: Extents,
    L: Layout<E>,
    M: Layout<F>,
{
    let Some(order) = (const { ByLabels::<F, E>::ORDER }) else { return false };
    let are_equal = left.extents().with_slice(|expected| {
        let mut found = left.extents().extents();
        right.extents().with_slice(|own| turn(&order, own, found.as_mut()));
        found.as_ref() == expected
    });
    if !are_equal {
        return false;
    }
    // SAFETY: the extents are equal, those of the right one in the order of the left one.
    let both = unsafe { Pair::<_, _, ByLabels<F, E>>::in_order(ByRef(left), ByRef(right)) };
    fold_until(&both, true, |all, (left, right)| all && are(left, right), |all| !all)
        .unwrap_or(false)
}

/// Fails to compile where names differ: other numbers make tensors unequal, other names say that they were never to be compared.
#[track_caller]
pub(in crate::elements) const fn assert_comparable<E: Extents, F: Extents>() {
    if ByLabels::<F, E>::ORDER.is_some() {
        return;
    }
    let (names, others) = (names_of_values::<E>(), names_of_values::<F>());
    assert_joined_names(None, &[&names, &others], &[E::LABELS, F::LABELS]);
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
