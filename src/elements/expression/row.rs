//! [`Row`]: the values of a row, several of which are folded side by side where it is long.

use core::mem::needs_drop;

use super::fold::{is_better, is_nan};
use super::sums::sum;
use crate::Scalar;

/// How many values are folded side by side.
pub(in crate::elements) const LANES: usize = 8;

/// The values of a row that were not taken yet.
pub(in crate::elements) struct Row<A> {
    // INVARIANT: `at` is called for numbers from `from` to before `count`.
    at: A,
    from: usize,
    count: usize,
}

impl<X, A: Fn(usize) -> X> Row<A> {
    /// The values `at` so many places from 0 on.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn new(at: A, count: usize) -> Self {
        Row { at, from: 0, count }
    }

    /// The first value; there is one.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn first(&self) -> X {
        (self.at)(0)
    }

    /// Whether there are enough values for lanes.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(in crate::elements) fn is_long(&self) -> bool {
        self.count >= 2 * LANES
    }

    /// Gives each lane its next values, as long as there is one for each lane.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(in crate::elements) fn by_lanes<V>(
        &mut self,
        lanes: &mut [V; LANES],
        mut f: impl FnMut(&mut V, X),
    ) {
        let chunks = self.count / LANES;
        for chunk in 0..chunks {
            for (lane, to) in lanes.iter_mut().enumerate() {
                f(to, (self.at)(chunk.wrapping_mul(LANES).wrapping_add(lane)));
            }
        }
        self.from = chunks.wrapping_mul(LANES);
    }

    /// The largest or the smallest among `best`, if there is one, and what `value` makes of the values, of which there are some
    /// and none was taken: NaN where one is that.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(in crate::elements) fn best<const MAX: bool, V: PartialOrd>(
        self,
        best: Option<V>,
        value: impl Fn(X) -> V,
    ) -> V {
        // False of NaN, so that this is one instruction, and what is NaN stays that.
        let take = |value: V, best: &mut V| {
            if if MAX { value > *best } else { value < *best } {
                *best = value;
            }
        };
        let chunk = |from: usize| -> [V; LANES] {
            core::array::from_fn(|lane| value((self.at)(from.wrapping_add(lane))))
        };
        let (mut all, mut from) = (best, 0);
        if const { !needs_drop::<V>() } && self.count >= LANES {
            // Lanes, of which the compiler compares several at once. One branch for all looks for NaN.
            let mut lanes = chunk(0);
            let mut are_ordered = are_ordered(&lanes);
            from = LANES;
            while are_ordered && self.count.wrapping_sub(from) >= LANES {
                let values = chunk(from);
                are_ordered = self::are_ordered(&values);
                for (lane, value) in lanes.iter_mut().zip(values) {
                    take(value, lane);
                }
                from = from.wrapping_add(LANES);
            }
            if are_ordered {
                let [a, b, c, d, mut e, mut f, mut g, mut h] = lanes;
                take(a, &mut e);
                take(b, &mut f);
                take(c, &mut g);
                take(d, &mut h);
                take(e, &mut g);
                take(f, &mut h);
                take(g, &mut h);
                match &mut all {
                    Some(best) if !is_better::<MAX, _>(&h, best) => {}
                    best => *best = Some(h),
                }
            } else {
                // Value by value, as some cannot be compared.
                from = 0;
            }
        }
        let mut best = all.unwrap_or_else(|| value((self.at)(0)));
        for n in from..self.count {
            let value = value((self.at)(n));
            if is_better::<MAX, _>(&value, &best) {
                best = value;
            }
        }
        best
    }

    /// The sum of a value and these, none of which was taken.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(in crate::elements) fn sum(self, value: X) -> X
    where
        X: Scalar,
    {
        sum::<true, X>(value, self.at, self.count)
    }

    /// Gives the values that are left.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(in crate::elements) fn each(self, mut f: impl FnMut(X)) {
        for n in self.from..self.count {
            f((self.at)(n));
        }
    }
}

/// Whether none of the values is NaN.
#[cfg_attr(not(unoptimized), inline(always))]
fn are_ordered<V: PartialOrd>(values: &[V; LANES]) -> bool {
    // In pairs: of two numbers a processor asks at once.
    let (half, other) = values.split_at(LANES / 2);
    half.iter().zip(other).fold(true, |all, (a, b)| all & !(is_nan(a) | is_nan(b)))
}
