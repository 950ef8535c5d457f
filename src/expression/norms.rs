//! Norms of all values.

#![allow(private_bounds, reason = "`Definite` is `Extents` with a message of its own")]

#[cfg(feature = "std")]
use super::Real;
use super::{Definite, Disagrees, Expression, Node, Signed};
use crate::Scalar;

/// Norms of all values, with the errors and panics of the other [reductions](Expression::sum). [`over`](Self::over) has those along
/// some modes.
impl<N: Node> Expression<N> {
    /// Returns the sum of the absolute values. The minimum of a signed integer type is added as it is.
    ///
    /// # Errors
    /// Fails if the extents of operands differ at run time.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![2], vec![3, -4])?;
    /// assert_eq!(a.lazy().norm_l1(), Ok(7));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn norm_l1(&self) -> Result<N::Elem, Disagrees<N>>
    where
        N::Elem: Signed + PartialOrd,
        N::Extents: Definite,
    {
        Expression::new(&self.node).abs().sum()
    }

    /// Returns the largest absolute value, 0 if there are no values; NaN if any value is NaN.
    /// The minimum of a signed integer type has none: it stays as it is, and is the least.
    ///
    /// # Errors
    /// Fails if the extents of operands differ at run time.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![2], vec![3, -4])?;
    /// assert_eq!(a.lazy().norm_max(), Ok(4));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn norm_max(&self) -> Result<N::Elem, Disagrees<N>>
    where
        N::Elem: Signed + PartialOrd,
        N::Extents: Definite,
    {
        Ok(Expression::new(&self.node).abs().max()?.unwrap_or(N::Elem::ZERO))
    }

    /// Returns the Euclidean norm over all modes: the square root of the sum of the squares. It is infinite if the
    /// squares exceed the range of the type.
    ///
    /// # Errors
    /// Fails if the extents of operands differ at run time.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let (x, y) = (Tensor::full(extents![2, 2], 3.0)?, Tensor::full(extents![2, 2], 1.0)?);
    /// assert_eq!((&x - &y).norm_l2(), Ok(4.0));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[cfg(feature = "std")]
    #[inline]
    #[track_caller]
    pub fn norm_l2(&self) -> Result<N::Elem, Disagrees<N>>
    where
        N::Elem: Real,
        N::Extents: Definite,
    {
        Ok(Expression::new(&self.node).map(|x: N::Elem| x.times(x)).sum()?.sqrt())
    }
}
