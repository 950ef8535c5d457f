//! Sums of squares of distances from the means.
//!
//! A mean is rounded, and where the values are far from 0 beside how far they are from each other, that is much. So the distances are
//! added up beside their squares: what they leave, which is 0 but for that rounding, corrects the sum of the squares. (T. F. Chan,
//! G. H. Golub and R. J. LeVeque, *Algorithms for computing the sample variance*, 1983.) Where it is not small beside that sum, it
//! corrects the mean first, and the distances are taken once more: those of equal values are then 0.
//!
//! Variances of all values together ([`Expression::var`](crate::expression::Expression::var)) add the distances and the squares up in two passes: sums of
//! pairs in vectors take half as long again there, with elements of `f32`.

use core::convert::identity;

use extents_static::__private::Open;

use super::accumulate::Mean;
use super::folds::prepared;
use super::passes::{Finished, kept, sums_beside};
use super::{Destination, Foldable, Modes, Over, ResultExtents, modes};
use crate::Scalar;
use crate::elements::arithmetic::Real;
use crate::elements::expression::Map;

/// A distance and its square, or the sums of both. Two numbers of which each is added and multiplied by itself.
#[derive(Clone, Copy)]
struct Moments<T> {
    distance: T,
    square: T,
}

impl<T: Scalar> Scalar for Moments<T> {
    const ZERO: Self = Moments { distance: T::ZERO, square: T::ZERO };

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Moments {
            distance: self.distance.plus(other.distance),
            square: self.square.plus(other.square),
        }
    }

    #[inline(always)]
    fn times(self, other: Self) -> Self {
        Moments {
            distance: self.distance.times(other.distance),
            square: self.square.times(other.square),
        }
    }
}

impl<T: Real> Moments<T> {
    /// Those of one value.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn of(value: T, mean: T) -> Self {
        let distance = value.minus(mean);
        Moments { distance, square: distance.times(distance) }
    }

    /// How much of the sum of the squares comes from the rounding of the mean, of `count` distances from it.
    fn rest(&self, count: usize) -> T {
        self.distance.times(self.distance.over_count(count))
    }

    /// Whether the sum of the squares is a number that is not infinite.
    fn is_finite(&self) -> bool {
        self.square.minus(self.square) == T::ZERO
    }

    /// Whether that is more than a quarter, which takes digits away, or the squares of that rounding alone may be infinite. Of NaN,
    /// which stays that, it does not matter.
    fn needs_better_mean(&self, count: usize) -> bool {
        let rest = self.rest(count);
        let twice = rest.plus(rest);
        twice.plus(twice) > self.square || !self.is_finite()
    }

    /// The mean, as well as it can be written.
    fn better_mean(&self, mean: T, count: usize) -> T {
        mean.plus(self.distance.over_count(count))
    }

    /// The sum of the squares of the distances from the mean itself, over `count` less `ddof`.
    fn variance(&self, count: usize, ddof: usize) -> T {
        // Of squares beyond the range there is nothing to correct.
        let rest = if self.is_finite() { self.rest(count) } else { T::ZERO };
        self.square.minus(rest).over_count(count.saturating_sub(ddof))
    }
}

impl<S: Foldable<Value: Real>, M: Modes<S::Extents>, D> Over<S, M, D> {
    /// The sums of the squares of the distances from the means, over the number of values less `ddof`, each as `finish` makes it.
    #[inline]
    #[track_caller]
    pub(crate) fn spread(self, ddof: usize, finish: impl Fn(S::Value) -> S::Value) -> D::Output
    where
        D: Destination<S::Value, ResultExtents<S, M>, Open>,
    {
        let Over { source, modes, to } = self;
        to.fill(modes.with_modes(|list| {
            let values = Map { a: source.node(), f: |elem| S::value(elem) };
            let (extents, results) = prepared::<_, _, M>(&values, list, true)?;
            let count = modes::entries(list, &extents);
            let mut means =
                kept::<_, M, _, _>(&values, list, &extents, Mean { count, finish: identity })?;
            let shape = (&extents, &results);
            let mut moments = sums_beside::<_, _, M, _>(&values, list, shape, &means, Moments::of)?;
            if moments.as_slice().iter().any(|moments| moments.needs_better_mean(count)) {
                for (mean, moments) in means.as_mut_slice().iter_mut().zip(moments.as_slice()) {
                    *mean = moments.better_mean(*mean, count);
                }
                moments = sums_beside::<_, _, M, _>(&values, list, shape, &means, Moments::of)?;
            }
            let finish = move |moments: &Moments<S::Value>| finish(moments.variance(count, ddof));
            Ok((results.clone(), Finished { found: moments, finish }))
        }))
    }
}
