//! Variances and standard deviations along modes.

use extents_static::__private::{Open, assert_entries};

use super::Real;
use crate::Extents;
use crate::over::{Destination, Foldable, Modes, Over, ResultExtents};

/// Folds of the distances from the means, with the errors and panics of the other [folds](Self::sum). The values are read
/// twice, and a third time where rounding moved a mean by more than about half the standard deviation. Memory is taken for three values
/// for each result.
impl<S: Foldable, M: Modes<S::Extents>, D> Over<S, M, D> {
    /// Returns the variances: the sum of the squares of the distances of the values from their [mean](Self::mean), over their
    /// number less `ddof`. That is 0 for the variance of these values, and 1 to estimate that of the population that they are
    /// drawn from. NaN where any value is NaN or infinite; NaN or infinite where there are not more than `ddof` values.
    ///
    /// # Errors
    /// Returns the errors of [`mean`](Self::mean), and [`ShapeError::Allocation`](crate::ShapeError::Allocation).
    ///
    /// ```
    /// use extents::{Tensor, extents, modes};
    /// let a = Tensor::from_vec(extents![2, 2], vec![1.0, 5.0, 3.0, 3.0])?;
    /// assert_eq!(a.over(modes![1]).var(0)?.as_slice(), [4.0, 0.0]);
    /// assert_eq!(a.over(modes![1]).var(1)?.as_slice(), [8.0, 0.0]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn var(self, ddof: usize) -> D::Output
    where
        S::Value: Real,
        D: Destination<S::Value, ResultExtents<S, M>, Open>,
    {
        const { assert_entries(M::STATIC, S::Extents::STATIC_EXTENTS) };
        self.spread(ddof, |var| var)
    }

    /// Returns the standard deviations: the square roots of the [variances](Self::var).
    ///
    /// # Errors
    /// Returns the errors of [`var`](Self::var).
    ///
    /// ```
    /// use extents::{Tensor, extents, modes};
    /// let a = Tensor::from_vec(extents![2, 2], vec![1.0, 5.0, 3.0, 3.0])?;
    /// assert_eq!(a.over(modes![1]).std(0)?.as_slice(), [2.0, 0.0]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn std(self, ddof: usize) -> D::Output
    where
        S::Value: Real,
        D: Destination<S::Value, ResultExtents<S, M>, Open>,
    {
        const { assert_entries(M::STATIC, S::Extents::STATIC_EXTENTS) };
        self.spread(ddof, Real::sqrt)
    }
}

/// What a fold into a target `A` returns.
type Written<'t, A, S, M> =
    <&'t mut A as Destination<<S as Foldable>::Value, ResultExtents<S, M>, Open>>::Output;

/// As above, into a tensor or a mutable view that there is. Memory is taken all the same.
impl<S: Foldable, M: Modes<S::Extents>> Over<S, M> {
    /// Writes the [variances](Self::var) to a tensor or a mutable view of their extents, over what was there.
    ///
    /// # Errors
    /// Returns the errors of [`var`](Self::var), and `ExtentMismatch` and `RankMismatch` where the target has other extents. It
    /// is unchanged then.
    ///
    /// ```
    /// use extents::{Tensor, extents, modes};
    /// let a = Tensor::from_vec(extents![2, 2], vec![1.0, 5.0, 3.0, 3.0])?;
    /// let mut vars = Tensor::zeros(extents![2])?;
    /// a.over(modes![1]).var_into(1, &mut vars)?;
    /// assert_eq!(vars.as_slice(), [8.0, 0.0]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn var_into<'t, A>(self, ddof: usize, target: &'t mut A) -> Written<'t, A, S, M>
    where
        S::Value: Real,
        &'t mut A: Destination<S::Value, ResultExtents<S, M>, Open>,
    {
        const { assert_entries(M::STATIC, S::Extents::STATIC_EXTENTS) };
        self.to(target).spread(ddof, |var| var)
    }

    /// Writes the [standard deviations](Self::std) to a target, as [`var_into`](Self::var_into).
    ///
    /// # Errors
    /// Returns the errors of [`var_into`](Self::var_into).
    ///
    /// ```
    /// use extents::{Tensor, extents, modes};
    /// let a = Tensor::from_vec(extents![2, 2], vec![1.0, 5.0, 3.0, 3.0])?;
    /// let mut roots = Tensor::zeros(extents![2])?;
    /// a.over(modes![1]).std_into(0, &mut roots)?;
    /// assert_eq!(roots.as_slice(), [2.0, 0.0]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn std_into<'t, A>(self, ddof: usize, target: &'t mut A) -> Written<'t, A, S, M>
    where
        S::Value: Real,
        &'t mut A: Destination<S::Value, ResultExtents<S, M>, Open>,
    {
        const { assert_entries(M::STATIC, S::Extents::STATIC_EXTENTS) };
        self.to(target).spread(ddof, Real::sqrt)
    }
}
