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
use core::marker::PhantomData;

use extents_static::__private::{Known, Open};

use super::accumulate::{Mean, Sum};
use super::destination::Fill;
use super::folds::{KnownBy, Work, prepared};
use super::{Destination, Foldable, Modes, NewTensor, Over, ResultExtents, modes};
use crate::elements::arithmetic::Real;
use crate::elements::expression::{Back, ByRef, InOrder, Map, Node, Pair, write_each};
use crate::elements::{Tensor, ViewMut};
use crate::layout::TrustedLayout;
use crate::rearrange::{BroadcastTo, Like};
use crate::{Extents, Scalar, ShapeError};

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

/// The results, each of which `finish` makes of its moments.
struct Finished<T, E: Extents, F> {
    // INVARIANT: the extents are those of the results.
    moments: Tensor<Moments<T>, E>,
    finish: F,
}

impl<T, E: Extents, F: Fn(&Moments<T>) -> T> Fill<T> for Finished<T, E, F> {
    #[inline]
    #[track_caller]
    unsafe fn fill<O: InOrder, S, G: Extents, L: TrustedLayout<G>>(
        self,
        target: ViewMut<'_, S, G, L>,
        put: impl Fn(&mut S, T),
    ) {
        let moments = self.moments.view();
        // A fold places the modes of the target among those of the results, and what is written from them takes these in the order of
        // the target.
        // SAFETY: the target has the extents of the results in this order, as the caller promises; each element is lent as long as
        // the call.
        unsafe {
            write_each::<Back<O>, _, _, _, _>(target, &ByRef(&moments), |to, moments| {
                put(&mut *to, (self.finish)(moments));
            });
        }
    }
}

/// The means along the modes, which are kept.
///
/// `node` has these extents, and the modes are of them, each once, with an entry each.
fn means<T: Real, M, N>(
    node: &N,
    list: &[usize],
    extents: &N::Extents,
) -> Result<Tensor<T, M::Kept>, ShapeError>
where
    N: Node<Elem = T, Extents: Extents>,
    M: Modes<N::Extents>,
{
    let results = M::kept(list, extents, crate::rearrange::Seal)?;
    let fold = Mean { count: modes::entries(list, extents), finish: identity };
    let known = PhantomData::<KnownBy<M, _>>;
    let work = Work { node, extents, modes: list, fold, known };
    Destination::<_, _, Known>::fill(NewTensor, Ok((results, work)))
}

/// The moments of the values along the modes, as those of [`means`].
fn moments<T: Real, M, N>(
    values: &N,
    list: &[usize],
    (extents, results): (&N::Extents, &M::Result),
    means: &Tensor<T, M::Kept>,
) -> Result<Tensor<Moments<T>, M::Result>, ShapeError>
where
    N: Node<Elem = T, Extents: Extents>,
    M: Modes<N::Extents>,
{
    let means = means.view().rearrange(BroadcastTo(Like(extents.clone())))?;
    let distances = Map {
        // SAFETY: the extents of the broadcast means are those of the node.
        a: unsafe { Pair::new(values, ByRef(&means)) },
        f: |(value, mean): (T, &T)| Moments::of(value, *mean),
    };
    let known = PhantomData::<KnownBy<M, _>>;
    let work = Work { node: &distances, extents, modes: list, fold: Sum, known };
    Destination::<_, _, Known>::fill(NewTensor, Ok((results.clone(), work)))
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
            let mut means = means::<_, M, _>(&values, list, &extents)?;
            let mut moments = moments::<_, M, _>(&values, list, (&extents, &results), &means)?;
            if moments.as_slice().iter().any(|moments| moments.needs_better_mean(count)) {
                for (mean, moments) in means.as_mut_slice().iter_mut().zip(moments.as_slice()) {
                    *mean = moments.better_mean(*mean, count);
                }
                moments = self::moments::<_, M, _>(&values, list, (&extents, &results), &means)?;
            }
            let finish = move |moments: &Moments<S::Value>| finish(moments.variance(count, ddof));
            Ok((results, Finished { moments, finish }))
        }))
    }
}
