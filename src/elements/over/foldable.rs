//! [`Foldable`]: what is folded.

use extents_static::__private::{Certainty, Known};

use crate::Extents;
use crate::elements::View;
use crate::elements::expression::{ByRef, Node};
use crate::layout::Layout;

/// What a fold reads: a view, whose elements go by reference, or an expression, whose values go by value.
#[doc(hidden)]
pub trait Foldable {
    /// What closures are called with.
    type Elem;
    /// The type of a value.
    type Value;
    /// The extents.
    type Extents: Extents;
    #[doc(hidden)]
    type Relation: Certainty;
    #[doc(hidden)]
    type Node<'s>: Node<Elem = Self::Elem, Extents = Self::Extents>
    where
        Self: 's;
    #[doc(hidden)]
    fn node(&self) -> Self::Node<'_>;
    #[doc(hidden)]
    fn peek(elem: &Self::Elem) -> &Self::Value;
    #[doc(hidden)]
    fn value(elem: Self::Elem) -> Self::Value
    where
        Self::Value: Clone;
}

impl<'a, T, E: Extents, L: Layout<E>> Foldable for View<'a, T, E, L> {
    type Elem = &'a T;
    type Value = T;
    type Extents = E;
    type Relation = Known;
    type Node<'s>
        = ByRef<'s, 'a, T, E, L>
    where
        Self: 's;

    #[inline]
    fn node(&self) -> ByRef<'_, 'a, T, E, L> {
        ByRef(self)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn peek<'e>(elem: &'e &'a T) -> &'e T {
        elem
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn value(elem: &'a T) -> T
    where
        T: Clone,
    {
        elem.clone()
    }
}
