//! Folds of expressions along modes.

#![allow(private_bounds, reason = "`Definite` is `Extents` with a message of its own")]

use super::{Definite, Expression, Node};
use crate::over::{Foldable, Modes, Over};

impl<N: Node<Extents: Definite>> Foldable for Expression<N> {
    type Elem = N::Elem;
    type Value = N::Elem;
    type Extents = N::Extents;
    type Relation = N::Relation;
    type Node<'s>
        = &'s N
    where
        Self: 's;

    #[inline]
    fn node(&self) -> &N {
        &self.node
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn peek(elem: &N::Elem) -> &N::Elem {
        elem
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn value(elem: N::Elem) -> N::Elem {
        elem
    }
}

impl<N: Node> Expression<N> {
    /// Returns the folds along some modes, such as `(&x - &y).over(modes![1]).sum()`, which need no memory for the values of
    /// the expression; see [`Over`].
    ///
    /// ```
    /// use extents::{Tensor, extents, modes};
    /// let x = Tensor::from_vec(extents![2, 2], vec![1.0, 2.0, 3.0, 4.0])?;
    /// let y = Tensor::full(extents![2, 2], 1.0)?;
    /// assert_eq!((&x - &y).over(modes![1]).sum()?.as_slice(), [1.0, 5.0]);
    /// assert_eq!((&x * &x).over(0).max()?.as_slice(), [9.0, 16.0]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn over<M: Modes<N::Extents>>(self, modes: M) -> Over<Self, M>
    where
        N::Extents: Definite,
    {
        Over::new(self, modes)
    }
}
