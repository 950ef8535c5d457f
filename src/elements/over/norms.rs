//! Norms along modes.

#[cfg(feature = "std")]
use super::accumulate::Mean;
use super::accumulate::{LargestOrZero, Sum};
use super::{Destination, Foldable, Modes, Over, ResultExtents, Total};
#[cfg(feature = "std")]
use crate::Scalar;
use crate::elements::Signed;
#[cfg(feature = "std")]
use crate::elements::arithmetic::Real;
use crate::elements::expression::Map;

/// Norms, with the errors and panics of the other [folds](Self::sum); 0 where there are no values.
impl<S: Foldable, M: Modes<S::Extents>, D> Over<S, M, D> {
    /// Returns the sums of the absolute values, added as in [`sum`](Self::sum). The minimum of a signed integer type is added as it
    /// is.
    ///
    /// # Errors
    /// Returns the errors of [`sum`](Self::sum).
    ///
    /// ```
    /// use extents::{Tensor, extents, modes};
    /// let a = Tensor::from_vec(extents![2, 2], vec![3, -4, 0, -2])?;
    /// assert_eq!(a.over(modes![1]).norm_l1()?.as_slice(), [7, 2]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn norm_l1(self) -> D::Output
    where
        S::Value: Signed + PartialOrd,
        D: Destination<S::Value, ResultExtents<S, M>, Total<S, M>>,
    {
        let Over { source, modes, to } = self;
        let values = Map { a: source.node(), f: |elem| S::value(elem).absolute() };
        Self::run((to, modes), &values, false, |_, _| Sum)
    }

    /// Returns the largest absolute values; NaN where any value is NaN.
    /// The minimum of a signed integer type has none: it stays as it is, and is the least.
    ///
    /// # Errors
    /// Returns the errors of [`sum`](Self::sum).
    ///
    /// ```
    /// use extents::{Tensor, extents, modes};
    /// let a = Tensor::from_vec(extents![2, 2], vec![3, -4, 0, -2])?;
    /// assert_eq!(a.over(modes![1]).norm_max()?.as_slice(), [4, 2]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn norm_max(self) -> D::Output
    where
        S::Value: Signed + PartialOrd,
        D: Destination<S::Value, ResultExtents<S, M>, Total<S, M>>,
    {
        let Over { source, modes, to } = self;
        let values = Map { a: source.node(), f: |elem| S::value(elem).absolute() };
        Self::run((to, modes), &values, false, |_, _| LargestOrZero)
    }

    /// Returns the Euclidean norms: the square roots of the sums of the squares, which are added as in [`sum`](Self::sum). A norm is
    /// infinite if the squares exceed the range of the type.
    ///
    /// # Errors
    /// Returns the errors of [`sum`](Self::sum).
    ///
    /// ```
    /// use extents::{Tensor, extents, modes};
    /// let a = Tensor::from_vec(extents![2, 2], vec![3.0, -4.0, 0.0, -2.0])?;
    /// assert_eq!(a.over(modes![1]).norm_l2()?.as_slice(), [5.0, 2.0]);
    /// // Rows of length 1.
    /// let norms = a.over(modes![1]).keep().norm_l2()?;
    /// let rows = (&a / norms.broadcast_like(&a)?).eval()?;
    /// assert_eq!(rows.as_slice(), [0.6, -0.8, 0.0, -1.0]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[cfg(feature = "std")]
    #[inline]
    #[track_caller]
    pub fn norm_l2(self) -> D::Output
    where
        S::Value: Real,
        D: Destination<S::Value, ResultExtents<S, M>, Total<S, M>>,
    {
        let Over { source, modes, to } = self;
        let square = |value: S::Value| value.times(value);
        let squares = Map { a: source.node(), f: |elem| square(S::value(elem)) };
        Self::run((to, modes), &squares, false, |_, _| Mean { count: 1, finish: Real::sqrt })
    }
}
