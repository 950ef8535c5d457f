//! What folds make of values: sums, products, extremes, and where these are.

use core::marker::PhantomData;
use core::mem::{needs_drop, replace};

use super::Foldable;
use crate::Scalar;
use crate::elements::expression::{Accumulate, LANES, Row, is_better, is_nan};
use crate::elements::{Divide, Number};
use crate::nest::Way;

/// Adds all values.
pub(super) struct Sum;

impl<T: Scalar> Accumulate<T, T> for Sum {
    const HAS_PORTIONS: bool = !T::ADDS_IN_ANY_ORDER;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn join(&mut self, all: &mut T, portion: T) {
        *all = all.plus(portion);
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn start(&mut self, _: Option<T>) -> Option<T> {
        Some(T::ZERO)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn add(&mut self, all: &mut T, value: T) {
        *all = all.plus(value);
    }

    // As the sum of a whole tensor.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn add_row<A: Fn(usize) -> T>(&mut self, all: &mut T, row: Row<A>) {
        *all = row.sum(*all);
    }
}

/// Multiplies all values.
pub(super) struct Product;

impl<T: Number> Accumulate<T, T> for Product {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn start(&mut self, _: Option<T>) -> Option<T> {
        Some(T::ONE)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn add(&mut self, all: &mut T, value: T) {
        *all = all.times(value);
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn add_row<A: Fn(usize) -> T>(&mut self, all: &mut T, mut row: Row<A>) {
        let mut product = *all;
        let has_lanes = !T::ADDS_IN_ANY_ORDER && row.is_long();
        let mut lanes = [T::ONE; LANES];
        if has_lanes {
            row.by_lanes(&mut lanes, |product, value| *product = product.times(value));
        }
        row.each(|value| product = product.times(value));
        *all = if has_lanes { lanes.into_iter().fold(product, T::times) } else { product };
    }
}

/// Adds all values, divides by a number, and makes the result of that: a mean, a variance of squares, or its root. Of a norm, the
/// number is 1.
pub(super) struct Mean<F> {
    pub(super) count: usize,
    pub(super) finish: F,
}

impl<T: Divide, F: Fn(T) -> T> Accumulate<T, T> for Mean<F> {
    const FINISHES: bool = true;
    const HAS_PORTIONS: bool = <Sum as Accumulate<T, T>>::HAS_PORTIONS;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn join(&mut self, all: &mut T, portion: T) {
        Sum.join(all, portion);
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn start(&mut self, first: Option<T>) -> Option<T> {
        Sum.start(first)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn add(&mut self, all: &mut T, value: T) {
        Sum.add(all, value);
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn add_row<A: Fn(usize) -> T>(&mut self, all: &mut T, row: Row<A>) {
        Sum.add_row(all, row);
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn finish(&mut self, all: &mut T) {
        *all = (self.finish)(all.over_count(self.count));
    }
}

/// Keeps the largest or the smallest value.
pub(super) struct Best<S, const MAX: bool>(PhantomData<S>);

impl<S, const MAX: bool> Best<S, MAX> {
    pub(super) fn new() -> Self {
        Best(PhantomData)
    }
}

impl<S: Foldable<Value: PartialOrd + Clone>, const MAX: bool> Accumulate<S::Value, S::Elem>
    for Best<S, MAX>
{
    const STARTS_WITH_FIRST: bool = true;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn start(&mut self, first: Option<S::Elem>) -> Option<S::Value> {
        first.map(S::value)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn add(&mut self, all: &mut S::Value, value: S::Elem) {
        let is_better = is_better::<MAX, _>(S::peek(&value), all);
        if const { needs_drop::<S::Value>() } {
            if is_better {
                *all = S::value(value);
            }
        } else {
            // Written in any case, so that the compiler can choose without a branch.
            *all = if is_better { S::value(value) } else { all.clone() };
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn add_row<A: Fn(usize) -> S::Elem>(&mut self, all: &mut S::Value, row: Row<A>) {
        if const { needs_drop::<S::Value>() } {
            row.each(|value| self.add(all, value));
        } else {
            *all = row.best::<MAX, _>(Some(all.clone()), S::value);
        }
    }

    // Nothing to start with, which would be one value more to compare.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn of_row<A: Fn(usize) -> S::Elem>(&mut self, row: Row<A>) -> S::Value {
        row.best::<MAX, _>(None, S::value)
    }
}

/// Keeps the largest number, which is 0 where there is none.
pub(super) struct LargestOrZero;

impl<T: Scalar + PartialOrd> Accumulate<T, T> for LargestOrZero {
    // The absolute value of the smallest integer is below 0.
    const STARTS_WITH_FIRST: bool = true;
    const HAS_START: bool = true;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn start(&mut self, first: Option<T>) -> Option<T> {
        Some(first.unwrap_or(T::ZERO))
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn add(&mut self, all: &mut T, value: T) {
        *all = if is_better::<true, _>(&value, all) { value } else { *all };
    }
}

/// Keeps the largest or the smallest value and its position, the first one among equals.
pub(super) struct BestAt<S, const MAX: bool>(PhantomData<S>);

impl<S, const MAX: bool> BestAt<S, MAX> {
    pub(super) fn new() -> Self {
        BestAt(PhantomData)
    }
}

impl<S: Foldable<Value: PartialOrd + Clone>, const MAX: bool>
    Accumulate<(S::Value, usize), (S::Elem, usize)> for BestAt<S, MAX>
{
    const STARTS_WITH_FIRST: bool = true;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn start(&mut self, first: Option<(S::Elem, usize)>) -> Option<(S::Value, usize)> {
        first.map(|(value, at)| (S::value(value), at))
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn add(&mut self, all: &mut (S::Value, usize), (value, at): (S::Elem, usize)) {
        let (this, best) = (S::peek(&value), &all.0);
        // Asked first, because it is true of most values.
        if if MAX { this < best } else { this > best } & !is_nan(this) {
            return;
        }
        let (is_nan, was_nan, is_first) = (is_nan(this), is_nan(best), at < all.1);
        let is_better =
            if was_nan { is_nan & is_first } else { is_nan | (this != best) | is_first };
        if is_better {
            *all = (S::value(value), at);
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn add_row<A: Fn(usize) -> (S::Elem, usize)>(
        &mut self,
        all: &mut (S::Value, usize),
        row: Row<A>,
    ) {
        let mut best = all.clone();
        row.each(|value| self.add(&mut best, value));
        *all = best;
    }
}

/// Changes a number for each value.
pub(super) struct Each<U, F>(pub(super) U, pub(super) F);

impl<U: Copy, X, F: Fn(U, X) -> U> Accumulate<U, X> for Each<U, F> {
    #[cfg_attr(not(unoptimized), inline(always))]
    fn start(&mut self, _: Option<X>) -> Option<U> {
        Some(self.0)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn add(&mut self, all: &mut U, value: X) {
        *all = (self.1)(*all, value);
    }
}

/// Folds in row-major order.
pub(super) struct InOrder<U, F>(pub(super) U, pub(super) F);

impl<U: Clone, X, F: FnMut(U, X) -> U> Accumulate<U, X> for InOrder<U, F> {
    const WAY: Way = Way::Kept;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn start(&mut self, _: Option<X>) -> Option<U> {
        Some(self.0.clone())
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn add(&mut self, all: &mut U, value: X) {
        // Should the function panic, the element is what it was at first.
        let before = replace(all, self.0.clone());
        *all = (self.1)(before, value);
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn add_row<A: Fn(usize) -> X>(&mut self, all: &mut U, row: Row<A>) {
        let mut now = Some(replace(all, self.0.clone()));
        row.each(|value| now = now.take().map(|before| (self.1)(before, value)));
        if let Some(now) = now {
            *all = now;
        }
    }
}
