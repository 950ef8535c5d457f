//! Further folds of all values: products, means, positions and counts.

#![allow(private_bounds, reason = "`Definite` is `Extents` with a message of its own")]

use extents_static::__private::{Certainty, Checked};

#[cfg(feature = "std")]
use super::Real;
use super::{Definite, Disagrees, Expression, Node};
use super::{Divide, Number};
#[cfg(feature = "std")]
use crate::ShapeError;
#[cfg(feature = "std")]
use crate::elements::over::{quantile_of, shift_of};
use crate::{Extents, Scalar, elements};

/// An index of the extents of an expression, if there is one.
type Position<N> = Option<<<N as Node>::Extents as Extents>::Index>;

/// The index with this number in row-major order.
#[inline]
pub(super) fn index_of<E: Extents>(extents: &E, mut number: usize) -> E::Index {
    let mut index = extents.extents();
    if let [first, others @ ..] = index.as_mut() {
        for coordinate in others.iter_mut().rev() {
            let extent = *coordinate;
            *coordinate = number.checked_rem(extent).unwrap_or(0);
            number = number.checked_div(extent).unwrap_or(0);
        }
        *first = number;
    }
    index
}

/// Folds of all values, with the errors and panics of the other [reductions](Expression::sum).
impl<N: Node<Extents: Definite>> Expression<N> {
    /// Returns the product of the values, 1 if there are none, multiplied in any order.
    ///
    /// # Errors
    /// Fails if the extents of operands differ at run time.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![2, 2], vec![1, 2, 3, 4])?;
    /// assert_eq!(a.lazy().product(), Ok(24));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn product(&self) -> Result<N::Elem, Disagrees<N>>
    where
        N::Elem: Number,
    {
        let product = elements::fold_any(&self.node, N::Elem::ONE, N::Elem::times);
        Checked::<N::Relation, N::Extents>::settle(product)
    }

    /// Returns the mean of the values, or `None` if there are none: the [sum](Self::sum) over their number. Integers have
    /// none.
    ///
    /// # Errors
    /// Fails if the extents of operands differ at run time.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![2, 2], vec![1.0, 2.0, 3.0, 4.0])?;
    /// assert_eq!(a.lazy().mean(), Ok(Some(2.5)));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn mean(&self) -> Result<Option<N::Elem>, Disagrees<N>>
    where
        N::Elem: Divide,
    {
        let mean = self.node.united().and_then(|extents| {
            let count = extents.size();
            let sum = elements::sum(&self.node)?;
            Ok((count > 0).then(|| sum.over_count(count)))
        });
        Checked::<N::Relation, N::Extents>::settle(mean)
    }

    /// Returns the variance of the values, or `None` if there are none: the sum of the squares of their distances from the
    /// [mean](Self::mean), over their number less `ddof`. That is 0 for the variance of these values, and 1 to estimate that
    /// of the population that they are drawn from. NaN if any value is NaN or infinite; NaN or infinite where there
    /// are not more than `ddof` values. The values are read three times.
    ///
    /// # Errors
    /// Fails if the extents of operands differ at run time.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![2, 2], vec![1, 2, 3, 6])?;
    /// assert_eq!(a.lazy().map(f64::from).var(1), Ok(Some(14.0 / 3.0)));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[cfg(feature = "std")]
    #[inline]
    #[track_caller]
    pub fn var(&self, ddof: usize) -> Result<Option<N::Elem>, Disagrees<N>>
    where
        N::Elem: Real,
    {
        let var = self.node.united().and_then(|extents| {
            let count = extents.size();
            let mean = elements::sum(&self.node)?.over_count(count);
            let distances = Expression::new(&self.node).map(|x: N::Elem| x.minus(mean));
            // What rounding has left of the mean, as in folds along modes.
            let rest = elements::sum(&distances.node)?.over_count(count);
            let squares = distances.map(|distance: N::Elem| {
                let distance = distance.minus(rest);
                distance.times(distance)
            });
            let sum = elements::sum(&squares.node)?;
            Ok((count > 0).then(|| sum.over_count(count.saturating_sub(ddof))))
        });
        Checked::<N::Relation, N::Extents>::settle(var)
    }

    /// Returns the standard deviation of the values: the square root of the [variance](Self::var).
    ///
    /// # Errors
    /// Fails if the extents of operands differ at run time.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![2], vec![1.0, 5.0])?;
    /// assert_eq!((&a * 2.0).std(0), Ok(Some(4.0)));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[cfg(feature = "std")]
    #[inline]
    #[track_caller]
    pub fn std(&self, ddof: usize) -> Result<Option<N::Elem>, Disagrees<N>>
    where
        N::Elem: Real,
    {
        Ok(self.var(ddof)?.map(Real::sqrt))
    }

    /// Returns the logarithm of the sum of the exponentials of the values, such as probabilities that are kept as their logarithms. No
    /// step exceeds the range of the type unless the result does. The logarithm of no values, or of values that are all
    /// negative infinity, is negative infinity; it is NaN if any value is NaN. The values are read twice.
    ///
    /// # Errors
    /// Fails if the extents of operands differ at run time.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![2], vec![1000.0, 1000.0])?;
    /// assert_eq!((&a + 1.0).log_sum_exp(), Ok(1001.0 + 2_f64.ln()));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[cfg(feature = "std")]
    #[doc(alias = "logsumexp")]
    #[inline]
    #[track_caller]
    pub fn log_sum_exp(&self) -> Result<N::Elem, Disagrees<N>>
    where
        N::Elem: Real,
    {
        let least = N::Elem::from_f64(f64::NEG_INFINITY);
        let shift = shift_of(self.max()?.unwrap_or(least));
        let powers = Expression::new(&self.node).map(|x: N::Elem| x.minus(shift).exp());
        let sum = elements::sum(&powers.node).map(|sum: N::Elem| sum.ln().plus(shift));
        Checked::<N::Relation, N::Extents>::settle(sum)
    }

    /// Returns the value at the fraction `q` of the way from the smallest value to the largest one, interpolated between the two values
    /// beside it, or `None` if there are none: `0.25` is the first quartile, `0.5` the [median](Self::median), `1.0` the largest value.
    /// It is NaN if any value is NaN, and if `q` is not from 0 to 1. This is the default of `numpy.quantile`.
    ///
    /// # Errors
    /// Returns the errors of [`eval`](Self::eval): memory is taken for all values.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let waits = Tensor::from_vec(extents![5], vec![0, 20, 0, 10, 0])?;
    /// assert_eq!(waits.lazy().map(f64::from).quantile(0.875)?, Some(15.0));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[cfg(feature = "std")]
    #[doc(alias = "percentile")]
    #[inline]
    #[track_caller]
    pub fn quantile(&self, q: f64) -> Result<Option<N::Elem>, ShapeError>
    where
        N::Elem: Real,
    {
        let mut values = self.eval()?;
        let values = values.as_mut_slice();
        Ok((!values.is_empty()).then(|| quantile_of(values, q)))
    }

    /// Returns the median of the values, or `None` if there are none: the value in the middle, or the mean of the two in the middle.
    ///
    /// # Errors
    /// Returns the errors of [`quantile`](Self::quantile).
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![2, 2], vec![1.0, 9.0, 2.0, 3.0])?;
    /// assert_eq!((&a * 2.0).median()?, Some(5.0));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[cfg(feature = "std")]
    #[inline]
    #[track_caller]
    pub fn median(&self) -> Result<Option<N::Elem>, ShapeError>
    where
        N::Elem: Real,
    {
        self.quantile(0.5)
    }

    /// Returns how many values satisfy the predicate.
    ///
    /// # Errors
    /// Fails if the extents of operands differ at run time.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![2, 2], vec![1, 2, 3, 4])?;
    /// assert_eq!(a.lazy().count(|x| x > 2), Ok(2));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn count(&self, is: impl Fn(N::Elem) -> bool) -> Result<usize, Disagrees<N>> {
        let add = |count: usize, value| count.wrapping_add(usize::from(is(value)));
        Checked::<N::Relation, N::Extents>::settle(elements::fold_any(&self.node, 0, add))
    }

    /// Returns the index of the largest value, or `None` if there are none: the first one in row-major order among equals;
    /// that of the first NaN where there is one.
    ///
    /// # Errors
    /// Fails if the extents of operands differ at run time.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![2, 2], vec![1, 4, 3, 4])?;
    /// assert_eq!(a.lazy().argmax(), Ok(Some([0, 1])));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn argmax(&self) -> Result<Position<N>, Disagrees<N>>
    where
        N::Elem: PartialOrd,
    {
        self.position::<true>()
    }

    /// Returns the index of the smallest value, as [`argmax`](Self::argmax).
    ///
    /// # Errors
    /// Fails if the extents of operands differ at run time.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![2, 2], vec![3.0, 4.0, f32::NAN, 2.0])?;
    /// assert_eq!(a.lazy().argmin(), Ok(Some([1, 0])));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn argmin(&self) -> Result<Position<N>, Disagrees<N>>
    where
        N::Elem: PartialOrd,
    {
        self.position::<false>()
    }

    #[inline]
    #[track_caller]
    fn position<const MAX: bool>(&self) -> Result<Position<N>, Disagrees<N>>
    where
        N::Elem: PartialOrd,
    {
        let position = elements::best_at::<MAX, _>(&self.node).and_then(|best| {
            let extents = self.node.united()?;
            Ok(best.map(|number| index_of(&extents, number)))
        });
        Checked::<N::Relation, N::Extents>::settle(position)
    }
}
