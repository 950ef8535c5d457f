//! Logarithms of sums of exponentials.
//!
//! The largest value of a group is taken away from all, and added to the logarithm: no exponential exceeds 1 then, and one of them is 1.
//! (P. Blanchard, D. J. Higham and N. J. Higham, *Accurately computing the log-sum-exp and softmax functions*, 2021.)

use extents_static::__private::Open;

use super::accumulate::Each;
use super::folds::prepared;
use super::passes::{Finished, kept, sums_beside};
use super::{Destination, Foldable, Modes, Over, ResultExtents};
use crate::Scalar;
use crate::elements::arithmetic::{Number, Real};
use crate::elements::expression::{Map, is_better};

/// What is taken away from all values where this is the largest one.
pub(crate) fn shift_of<T: Real>(largest: T) -> T {
    // The distance of infinity from itself is NaN, so nothing is taken away.
    if largest.minus(largest) == T::ZERO { largest } else { T::ZERO }
}

/// Folds of exponentials. The values are read twice, and memory is taken for two values for each result.
impl<S: Foldable, M: Modes<S::Extents>, D> Over<S, M, D> {
    /// Returns the logarithms of the sums of the exponentials of the values, such as probabilities that are kept as their
    /// logarithms. No step exceeds the range of the type unless a result does. The logarithm of no values, or of values that are all
    /// negative infinity, is negative infinity; it is NaN where any value is NaN.
    ///
    /// # Errors
    /// Returns the errors of [`sum`](Self::sum), and [`ShapeError::Allocation`](crate::ShapeError::Allocation).
    ///
    /// ```
    /// use extents::{Tensor, extents, modes};
    /// let scores = Tensor::from_vec(extents![2, 2], vec![1000.0, 1000.0, 0.0, 3_f64.ln()])?;
    /// let logs = scores.over(modes![1]).keep().log_sum_exp()?;
    /// assert!(logs.all_close(&Tensor::from_vec(extents![2, 1], vec![1000.0 + 2_f64.ln(), 4_f64.ln()])?, 1e-15, 0.0)?);
    /// // The logarithms of the probabilities of each row, which sum to 1.
    /// let log_softmax = (&scores - logs.broadcast_like(&scores)?).eval()?;
    /// assert!(log_softmax.lazy().exp().over(modes![1]).sum()?.all_close(1.0, 1e-12, 0.0)?);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[doc(alias = "logsumexp")]
    #[doc(alias = "softmax")]
    #[inline]
    #[track_caller]
    pub fn log_sum_exp(self) -> D::Output
    where
        S::Value: Real,
        D: Destination<S::Value, ResultExtents<S, M>, Open>,
    {
        let Over { source, modes, to } = self;
        to.fill(modes.with_modes(|list| {
            let values = Map { a: source.node(), f: |elem| S::value(elem) };
            let (extents, results) = prepared::<_, _, M>(&values, list, false)?;
            let least = S::Value::from_f64(f64::NEG_INFINITY);
            let largest = Each(
                least,
                |all, value| if is_better::<true, _>(&value, &all) { value } else { all },
            );
            let mut shifts = kept::<_, M, _, _>(&values, list, &extents, largest)?;
            shifts.map_inplace(|largest| shift_of(*largest));
            let power = |value: S::Value, shift: S::Value| value.minus(shift).exp();
            let shape = (&extents, &results);
            let mut found = sums_beside::<_, _, M, _>(&values, list, shape, &shifts, power)?;
            // Both have the elements of the results in row-major order.
            for (sum, shift) in found.as_mut_slice().iter_mut().zip(shifts.as_slice()) {
                *sum = sum.ln().plus(*shift);
            }
            Ok((results.clone(), Finished { found, finish: |log: &S::Value| *log }))
        }))
    }
}

impl<S: Foldable, M: Modes<S::Extents>> Over<S, M> {
    /// Writes the results of [`log_sum_exp`](Self::log_sum_exp) to a tensor or a mutable view of their extents, over what was there.
    ///
    /// # Errors
    /// As [`log_sum_exp`](Self::log_sum_exp), and `ExtentMismatch` and `RankMismatch` where the target has other extents. It is unchanged
    /// then.
    ///
    /// ```
    /// use extents::{Tensor, extents, modes};
    /// let a = Tensor::from_vec(extents![2, 2], vec![1.0, f64::NEG_INFINITY, 0.0, 0.0])?;
    /// let mut rows = Tensor::full(extents![2], 0.0)?;
    /// a.over(modes![1]).log_sum_exp_into(&mut rows)?;
    /// assert_eq!(rows.as_slice(), [1.0, 2_f64.ln()]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn log_sum_exp_into<'t, A>(
        self,
        target: &'t mut A,
    ) -> <&'t mut A as Destination<S::Value, ResultExtents<S, M>, Open>>::Output
    where
        S::Value: Real,
        &'t mut A: Destination<S::Value, ResultExtents<S, M>, Open>,
    {
        self.to(target).log_sum_exp()
    }
}
