//! What is done along each row of a fold: its first values are put, and the others taken in.

use core::marker::PhantomData;

use super::super::row::Row;
use super::super::{Node, Place, Step};
use super::{Accumulate, started};
use crate::elements::walk::{Body, pace};
use crate::nest::{Steps, Strided};

/// Puts the first values.
pub(super) struct First<'n, N, A, P, S> {
    pub(super) node: &'n N,
    pub(super) fold: &'n mut A,
    pub(super) put: &'n P,
    pub(super) elements: PhantomData<S>,
}

impl<S, U, T, N, A, P> Body<(N::Steps, Strided<U, T>), ()> for First<'_, N, A, P, S>
where
    T: AsRef<[isize]>,
    N: Node,
    A: Accumulate<U, N::Elem>,
    P: Fn(&mut S, U),
{
    const HAS_STAYS: bool = false;

    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn row<const PACE: u8>(
        &mut self,
        (): (),
        (place, target): &(Place<N>, *mut U),
        (step, to): (Step<N>, isize),
        count: usize,
    ) {
        for n in 0..count {
            // SAFETY: `n` is below `count`: the target, whose elements are an `S` yet, and each leaf have an element there,
            // as the caller promises.
            unsafe {
                let value = self.node.at::<PACE>(place, step, n);
                let element = target.wrapping_offset(to.wrapping_mul(n.cast_signed()));
                (self.put)(&mut *element.cast::<S>(), started(self.fold.start(Some(value))));
            }
        }
    }
}

/// Takes in all values.
pub(super) struct Rest<'n, N, A, P, B, S> {
    pub(super) node: &'n N,
    pub(super) fold: &'n mut A,
    pub(super) put: &'n P,
    /// Puts the first values, or what the fold starts with.
    pub(super) put_first: B,
    /// How many values become one.
    pub(super) entries: usize,
    /// Whether a row has all values of an element, which is then put, folded and finished at once.
    pub(super) is_whole: bool,
    /// Whether the elements are those of a portion, each of which was put.
    pub(super) is_portion: bool,
    pub(super) elements: PhantomData<S>,
}

// INVARIANT: rows begin after `begin`, so that each element is a `U`, or is that of the row which is whole.
impl<S, U, T, N, A, P, B> Body<(N::Steps, Strided<U, T>), ()> for Rest<'_, N, A, P, B, S>
where
    T: AsRef<[isize]>,
    N: Node,
    A: Accumulate<U, N::Elem>,
    P: Fn(&mut S, U),
    B: FnMut(&mut A),
{
    const HAS_ALL_LOOPS: bool = true;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn begin(&mut self, (_, to): (Step<N>, isize), count: Option<usize>) {
        self.is_whole = to == 0 && count == Some(self.entries);
        if !self.is_whole && !self.is_portion {
            (self.put_first)(self.fold);
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn row<const PACE: u8>(
        &mut self,
        (): (),
        (place, target): &(Place<N>, *mut U),
        (step, to): (Step<N>, isize),
        count: usize,
    ) {
        // As a slice that is lent to a function, so that the compiler knows that a write changes no leaf.
        #[inline]
        fn fill<U>(target: &mut [U], mut f: impl FnMut(usize, &mut U)) {
            for (n, element) in target.iter_mut().enumerate() {
                f(n, element);
            }
        }
        #[inline]
        fn into<U, X, A: Accumulate<U, X>>(
            element: &mut U,
            fold: &mut A,
            row: Row<impl Fn(usize) -> X>,
        ) {
            fold.add_row(element, row);
        }
        /// As [`Accumulate::of_row`], of a row that is not dense. Apart, since its loops are never vectors.
        #[inline(never)]
        fn of_scattered<U, X, A: Accumulate<U, X>>(
            fold: &mut A,
            row: Row<impl Fn(usize) -> X>,
        ) -> U {
            fold.of_row(row)
        }
        let Rest { node, fold, put, is_whole, .. } = self;
        // SAFETY: what is called with it is below `count`, by the invariant of `Row` and below: the target, which borrows
        // its elements mutably, and each leaf have an element there, as the caller promises; `is_next` says the pace. The element
        // of a row that is whole is an `S` yet, and becomes a `U`; the others are that.
        unsafe {
            // What a pace cannot be is asked in a constant, so that it is not compiled for it.
            if const { PACE != pace::NEXT } && to == 0 {
                let is_dense = <N::Steps as Steps>::is_next(step).0;
                let dense = |n| node.at::<{ pace::NEXT }>(place, step, n);
                let any = |n| node.at::<PACE>(place, step, n);
                if *is_whole {
                    let mut all = if const { PACE == pace::NEXT_OR_STAY } && is_dense {
                        fold.of_row(Row::new(dense, count))
                    } else if const { A::HAS_PORTIONS } {
                        of_scattered(*fold, Row::new(any, count))
                    } else {
                        let first =
                            if const { A::STARTS_WITH_FIRST } { Some(any(0)) } else { None };
                        let mut all = started(fold.start(first));
                        for n in 0..count {
                            fold.add(&mut all, any(n));
                        }
                        all
                    };
                    fold.finish(&mut all);
                    return put(&mut *(*target).cast::<S>(), all);
                }
                let element = &mut **target;
                if const { PACE == pace::NEXT_OR_STAY } && is_dense {
                    into(element, *fold, Row::new(dense, count));
                } else if const { A::HAS_PORTIONS } {
                    let row = of_scattered(*fold, Row::new(any, count));
                    fold.join(element, row);
                } else {
                    for n in 0..count {
                        fold.add(element, any(n));
                    }
                }
            } else if const { PACE == pace::NEXT } || (!cfg!(one_pace) && to == 1) {
                let target = core::slice::from_raw_parts_mut(*target, count);
                fill(target, |n, to| fold.add(to, node.at::<PACE>(place, step, n)));
            } else {
                for n in 0..count {
                    let element = target.wrapping_offset(to.wrapping_mul(n.cast_signed()));
                    fold.add(&mut *element, node.at::<PACE>(place, step, n));
                }
            }
        }
    }
}
