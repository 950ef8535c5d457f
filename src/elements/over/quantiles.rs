//! Quantiles, and the median among them, by selection.
//!
//! Between two values they are interpolated (R. J. Hyndman and Y. Fan, *Sample quantiles in statistical packages*, 1996, definition 7).

#![allow(clippy::indexing_slicing, reason = "the numbers are of the values of a group")]

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::marker::PhantomData;

use extents_static::__private::{Open, assert_entries};

use super::accumulate::InOrder;
use super::folds::{KnownBy, Work, prepared};
use super::passes::Finished;
use super::{Destination, Foldable, Modes, NewTensor, Over, ResultExtents, modes};
use crate::elements::Tensor;
use crate::elements::arithmetic::Real;
use crate::elements::expression::{Map, is_nan};
use crate::elements::vec_tensor::reserved;
use crate::{Extents, Scalar};

/// The value at a fraction of the way from the smallest value to the largest one, of one value or more. The values change their places.
pub(crate) fn quantile_of<T: Real>(values: &mut [T], q: f64) -> T {
    let nan = || T::from_f64(f64::NAN);
    if !(0.0..=1.0).contains(&q) || values.iter().any(is_nan) {
        return nan();
    }
    let last = values.len().saturating_sub(1);
    let way = last as f64 * q;
    let below = (way as usize).min(last);
    let compare = |a: &T, b: &T| a.partial_cmp(b).unwrap_or(Ordering::Equal);
    let (_, value, above) = values.select_nth_unstable_by(below, compare);
    // In the type of the values, of which a weight of zero takes nothing, not even of an infinity.
    let rest = T::from_f64(way - below as f64);
    match above.iter().copied().min_by(compare) {
        // The way from an infinity to itself would be NaN.
        Some(next) if rest > T::ZERO && next != *value => {
            let apart = next.minus(*value);
            if apart.minus(apart) == T::ZERO {
                value.plus(rest.times(apart))
            } else {
                // From an infinity, or further than the largest number.
                value.times(T::ONE.minus(rest)).plus(next.times(rest))
            }
        }
        _ => *value,
    }
}

/// Quantiles. Memory is taken for all values and one number for each result.
impl<S: Foldable<Value: Real>, M: Modes<S::Extents>, D> Over<S, M, D> {
    /// Returns the values at the fraction `q` of the way from the smallest value to the largest one, interpolated between the two values
    /// beside it: `0.25` is the first quartile, `0.5` the [median](Self::median), `1.0` the largest value. It is NaN where any value is
    /// NaN, and between the two infinities, and everywhere if `q` is not from 0 to 1.
    ///
    /// This is the default of `numpy.quantile`.
    ///
    /// # Errors
    /// Returns the errors of [`mean`](Self::mean), and [`ShapeError::Allocation`](crate::ShapeError::Allocation).
    ///
    /// ```
    /// use extents::{Tensor, extents, modes};
    /// let waits = Tensor::from_vec(extents![2, 5], vec![3.0, 1.0, 2.0, 5.0, 4.0, 0.0, 0.0, 0.0, 10.0, 20.0])?;
    /// assert_eq!(waits.over(modes![1]).quantile(0.75)?.as_slice(), [4.0, 10.0]);
    /// assert_eq!(waits.over(modes![1]).quantile(0.875)?.as_slice(), [4.5, 15.0]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[doc(alias = "percentile")]
    #[inline]
    #[track_caller]
    pub fn quantile(self, q: f64) -> D::Output
    where
        D: Destination<S::Value, ResultExtents<S, M>, Open>,
    {
        const { assert_entries(M::STATIC, S::Extents::STATIC_EXTENTS) };
        let Over { source, modes, to } = self;
        to.fill(modes.with_modes(|list| {
            let values = Map { a: source.node(), f: |elem| S::value(elem) };
            let (extents, results) = prepared::<_, _, M>(&values, list, true)?;
            let (count, size) = (modes::entries(list, &extents), extents.size());
            // All values, group by group, as the loop comes to the groups.
            let mut groups: Vec<S::Value> = reserved(size)?;
            groups.resize(size, S::Value::ZERO);
            let mut used = 0_usize;
            let gather = |end: Option<usize>, value| {
                let at = end.unwrap_or_else(|| {
                    let first = used;
                    used = used.wrapping_add(count);
                    first
                });
                groups[at] = value;
                Some(at.wrapping_add(1))
            };
            let known = PhantomData::<KnownBy<M, _>>;
            let fold = InOrder(None, gather);
            let work = Work { node: &values, extents: &extents, modes: list, fold, known };
            let ends: Tensor<Option<usize>, M::Result> =
                Destination::<_, _, Open>::fill(NewTensor, Ok((results.clone(), work)))?;
            let found = ends.map(|end| {
                let end = end.unwrap_or(count);
                quantile_of(&mut groups[end.wrapping_sub(count)..end], q)
            })?;
            Ok((results, Finished { found, finish: |value: &S::Value| *value }))
        }))
    }

    /// Returns the medians: the value in the middle, or the mean of the two in the middle. It is NaN where any value is NaN.
    ///
    /// # Errors
    /// Returns the errors of [`quantile`](Self::quantile).
    ///
    /// ```
    /// use extents::{Tensor, extents, modes};
    /// let a = Tensor::from_vec(extents![3, 2], vec![1.0, 40.0, 2.0, 10.0, 9.0, 20.0])?;
    /// assert_eq!(a.over(modes![0]).median()?.as_slice(), [2.0, 20.0]);
    /// assert_eq!(a.over(modes![1]).median()?.as_slice(), [20.5, 6.0, 14.5]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn median(self) -> D::Output
    where
        D: Destination<S::Value, ResultExtents<S, M>, Open>,
    {
        self.quantile(0.5)
    }
}

impl<S: Foldable<Value: Real>, M: Modes<S::Extents>> Over<S, M> {
    /// Writes the results of [`quantile`](Self::quantile) to a tensor or a mutable view of their extents, over what was there.
    ///
    /// # Errors
    /// As [`quantile`](Self::quantile), and `ExtentMismatch` and `RankMismatch` where the target has other extents. It is unchanged then.
    ///
    /// ```
    /// use extents::{Tensor, extents, modes};
    /// let a = Tensor::from_vec(extents![2, 3], vec![1.0, 9.0, 5.0, 0.0, 0.0, 7.0])?;
    /// let mut rows = Tensor::full(extents![2], 0.0)?;
    /// a.over(modes![1]).quantile_into(0.25, &mut rows)?;
    /// assert_eq!(rows.as_slice(), [3.0, 0.0]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn quantile_into<'t, A>(
        self,
        q: f64,
        target: &'t mut A,
    ) -> <&'t mut A as Destination<S::Value, ResultExtents<S, M>, Open>>::Output
    where
        &'t mut A: Destination<S::Value, ResultExtents<S, M>, Open>,
    {
        self.to(target).quantile(q)
    }

    /// Writes the [medians](Self::median) to a tensor or a mutable view of their extents, over what was there.
    ///
    /// # Errors
    /// As [`quantile_into`](Self::quantile_into).
    ///
    /// ```
    /// use extents::{Tensor, extents, modes};
    /// let a = Tensor::from_vec(extents![2, 3], vec![1.0, 9.0, 5.0, 0.0, 0.0, 7.0])?;
    /// let mut rows = Tensor::full(extents![2], 0.0)?;
    /// a.over(modes![1]).median_into(&mut rows)?;
    /// assert_eq!(rows.as_slice(), [5.0, 0.0]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn median_into<'t, A>(
        self,
        target: &'t mut A,
    ) -> <&'t mut A as Destination<S::Value, ResultExtents<S, M>, Open>>::Output
    where
        &'t mut A: Destination<S::Value, ResultExtents<S, M>, Open>,
    {
        self.quantile_into(0.5, target)
    }
}
