//! [`Lease`]: the bytes that an argument reads or writes, against those of others.
//!
//! The crate `numpy` counts borrows too, so that modules of other crates see them. It compares arrays of one base object alone, and takes
//! all elements for as wide as a stride: views through other objects, and the parts of complex numbers, pass it.

#![allow(
    clippy::arithmetic_side_effects,
    reason = "addresses, extents and strides have 64 bits, and their products and sums fit 128"
)]

use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::{Element, PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::Bound;

/// Which bytes the elements of an array may have: `width` from `first` on, and from each multiple of `step` before and after it,
/// between `low` and `end`.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Cover {
    low: i128,
    end: i128,
    first: i128,
    step: i128,
    width: i128,
}

impl Cover {
    /// `None` of an array without elements.
    fn of<T: Element>(array: &Bound<'_, PyArrayDyn<T>>) -> Option<Self> {
        let (first, width) = (array.data().addr() as i128, size_of::<T>() as i128);
        let (mut low, mut end, mut step) = (first, first + width, 0);
        for (&extent, &stride) in array.shape().iter().zip(array.strides()) {
            if extent == 0 {
                return None;
            }
            let reach = (extent as i128 - 1) * stride as i128;
            *if reach < 0 { &mut low } else { &mut end } += reach;
            if extent > 1 {
                step = common_divisor(step, stride as i128);
            }
        }
        Some(Cover { low, end, first, step, width })
    }

    /// Whether a byte may be one of both. It is said of some arrays that have none in common too: modes are not told apart, but all
    /// steps are taken for those of one.
    fn may_share(&self, other: &Self) -> bool {
        let is_beside = self.low >= other.end || other.low >= self.end;
        let step = common_divisor(self.step, other.step);
        // From the last multiple of the step before it on, and from the next one.
        let gap = (other.first - self.first).checked_rem_euclid(step);
        !is_beside && gap.is_none_or(|gap| gap < self.width || step - gap < other.width)
    }
}

/// The greatest common divisor; of a number and 0 the number, without its sign.
fn common_divisor(mut a: i128, mut b: i128) -> i128 {
    while let Some(rest) = a.checked_rem(b) {
        (a, b) = (b, rest);
    }
    a.abs()
}

/// What is leased, and whether it is written.
static LEASED: Mutex<Vec<(Cover, bool)>> = Mutex::new(Vec::new());

fn leased() -> MutexGuard<'static, Vec<(Cover, bool)>> {
    // Nothing that panics is done while it is locked.
    LEASED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// As long as it exists, no other one has these bytes, unless both are only read.
#[derive(Debug)]
pub(crate) struct Lease(Option<(Cover, bool)>);

impl Lease {
    /// Gives `None` where the array may share bytes with one that is in use.
    pub(crate) fn take<T: Element>(
        array: &Bound<'_, PyArrayDyn<T>>,
        is_written: bool,
    ) -> Option<Self> {
        let Some(cover) = Cover::of(array) else { return Some(Lease(None)) };
        let mut all = leased();
        let is_free = |(other, other_is_written): &(Cover, bool)| {
            !(is_written || *other_is_written) || !cover.may_share(other)
        };
        if !all.iter().all(is_free) {
            return None;
        }
        all.push((cover, is_written));
        Some(Lease(Some((cover, is_written))))
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let Some(own) = self.0 else { return };
        let mut all = leased();
        if let Some(at) = all.iter().position(|it| *it == own) {
            all.swap_remove(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against all bytes of both, of arrays of one and two modes.
    #[test]
    fn what_shares_a_byte_is_found() {
        let arrays = || {
            let starts = [0_i128, 3, 8, 11];
            let strides = [(1, 0), (3, 8), (3, -8), (2, 16), (2, 6), (4, 0)];
            starts.into_iter().flat_map(move |first| {
                strides.into_iter().flat_map(move |(extent, stride)| {
                    [1_i128, 2, 4, 8].map(|width| (first, extent, stride, width))
                })
            })
        };
        let bytes = |(first, extent, stride, width): (i128, i128, i128, i128)| {
            (0..extent)
                .flat_map(|n| (0..width).map(move |byte| first + n * stride + byte))
                .collect::<Vec<_>>()
        };
        let cover = |(first, extent, stride, width): (i128, i128, i128, i128)| {
            let reach = (extent - 1) * stride;
            let (low, end) = (first + reach.min(0), first + reach.max(0) + width);
            Cover { low, end, first, step: if extent > 1 { stride.abs() } else { 0 }, width }
        };
        let mut apart = 0;
        for one in arrays() {
            for other in arrays() {
                let (all, others) = (bytes(one), bytes(other));
                let shares = all.iter().any(|byte| others.contains(byte));
                let may_share = cover(one).may_share(&cover(other));
                assert!(may_share || !shares, "{one:?} {other:?}");
                apart += usize::from(!may_share);
            }
        }
        assert!(apart > 1000, "{apart}");
        // Every other number of eight bytes, and those between; the parts of complex numbers.
        assert!(!cover((0, 4, 16, 8)).may_share(&cover((8, 4, 16, 8))));
        assert!(cover((0, 4, 16, 16)).may_share(&cover((8, 4, 16, 8))));
        assert_eq!(
            (common_divisor(0, -6), common_divisor(12, -18), common_divisor(0, 0)),
            (6, 6, 0)
        );
    }
}
