//! [`Steps`]: how operands move along the loops of a nest, however many there are.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const functions have no iterators; modes are below the number of extents"
)]

use core::marker::PhantomData;

use extents_static::__private::{Turn, turn};

use super::{CROWDED, Loop, spans};

/// The strides of any number of operands, from the first on.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Operands<'a> {
    /// No further ones.
    None,
    /// Those of an operand, and of others.
    And(&'a [isize], &'a Operands<'a>),
}

#[cfg_attr(not(unoptimized), inline(always))]
const fn signed(stride: isize, is_reversed: bool) -> isize {
    if is_reversed { stride.wrapping_neg() } else { stride }
}

impl Operands<'_> {
    /// Whether the first operand that moves along a mode goes backwards.
    #[inline]
    pub(crate) const fn goes_down(&self, mode: usize) -> bool {
        let mut rest = self;
        while let Operands::And(strides, others) = rest {
            if strides[mode] != 0 {
                return strides[mode] < 0;
            }
            rest = others;
        }
        false
    }

    /// Whether the first operand whose strides along two modes differ in length has a longer one along the first.
    pub(crate) const fn is_longer(&self, mode: usize, other: usize) -> bool {
        let mut rest = self;
        while let Operands::And(strides, others) = rest {
            let (step, than) = (strides[mode].unsigned_abs(), strides[other].unsigned_abs());
            if step != than {
                return step > than;
            }
            rest = others;
        }
        false
    }

    /// Whether a step of a loop goes, for all operands, as far as the whole of another one.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) const fn continue_each_other(&self, outer: Loop, inner: Loop) -> bool {
        let mut rest = self;
        while let Operands::And(strides, others) = rest {
            let step = signed(strides[outer.mode()], outer.is_reversed);
            if !spans(step, signed(strides[inner.mode()], inner.is_reversed), inner.extent) {
                return false;
            }
            rest = others;
        }
        true
    }

    /// Whether an operand has a shorter stride along the outer mode, and meets few lines of the cache along the inner one.
    pub(super) const fn are_crowded(&self, outer: usize, inner: usize) -> bool {
        let mut rest = self;
        while let Operands::And(strides, others) = rest {
            let (step, long) = (strides[outer].unsigned_abs(), strides[inner].unsigned_abs());
            if step != 0 && step < long && long.is_multiple_of(CROWDED) {
                return true;
            }
            rest = others;
        }
        false
    }
}

/// How operands move from one element to the next.
///
/// A leaf has a list of strides, an inner node those of its branches, so that one nest of loops moves all.
pub(crate) trait Steps {
    /// Where the elements are that are read now: a pointer, an index, nothing, or several of these.
    type Place: Clone;
    /// How far a loop moves.
    type Step: Copy;
    /// The step of a loop in which each operand goes to the next element of its memory.
    const UNIT: Self::Step;
    /// Calls a function with the strides of all operands, and of the `rest` after them.
    fn operands<R>(&self, rest: &Operands<'_>, f: impl FnOnce(&Operands<'_>) -> R) -> R;
    /// The step along a mode, or back along it.
    fn step(&self, mode: usize, is_reversed: bool) -> Self::Step;
    /// Whether each operand goes to the next element of its memory; and whether it does that or stays.
    fn is_next(step: Self::Step) -> (bool, bool);
    /// Moves a number of steps on.
    fn advance(place: &mut Self::Place, step: Self::Step, by: isize);
}

/// Steps of operands whose modes can be put in another order.
pub(crate) trait TurnSteps: Steps {
    /// The steps where mode `k` is what was mode `order[k]`.
    fn turned(self, order: &Turn) -> Self;
}

/// An operand in memory.
#[doc(hidden)]
#[derive(Debug)]
pub struct Strided<T, S> {
    strides: S,
    elements: PhantomData<*mut T>,
}

impl<T, S> Strided<T, S> {
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn new(strides: S) -> Self {
        Strided { strides, elements: PhantomData }
    }

    /// The strides.
    pub(crate) fn strides(&self) -> &[isize]
    where
        S: AsRef<[isize]>,
    {
        self.strides.as_ref()
    }
}

impl<T, S: AsRef<[isize]>> Steps for Strided<T, S> {
    type Place = *mut T;
    type Step = isize;
    const UNIT: isize = 1;
    #[cfg_attr(not(unoptimized), inline(always))]
    fn operands<R>(&self, rest: &Operands<'_>, f: impl FnOnce(&Operands<'_>) -> R) -> R {
        f(&Operands::And(self.strides.as_ref(), rest))
    }
    #[cfg_attr(not(unoptimized), inline(always))]
    fn step(&self, mode: usize, is_reversed: bool) -> isize {
        signed(self.strides.as_ref()[mode], is_reversed)
    }
    #[cfg_attr(not(unoptimized), inline(always))]
    fn is_next(step: isize) -> (bool, bool) {
        (step == 1, step == 1 || step == 0)
    }
    #[cfg_attr(not(unoptimized), inline(always))]
    fn advance(place: &mut *mut T, step: isize, by: isize) {
        *place = place.wrapping_offset(step.wrapping_mul(by));
    }
}

impl<T, S: AsRef<[isize]> + AsMut<[isize]> + Clone> TurnSteps for Strided<T, S> {
    #[inline]
    fn turned(mut self, order: &Turn) -> Self {
        let own = self.strides.clone();
        turn(order, own.as_ref(), self.strides.as_mut());
        self
    }
}

/// An operand that is the same everywhere.
#[doc(hidden)]
#[derive(Debug)]
pub struct Still;

impl Steps for Still {
    type Place = ();
    type Step = ();
    const UNIT: () = ();
    #[cfg_attr(not(unoptimized), inline(always))]
    fn operands<R>(&self, rest: &Operands<'_>, f: impl FnOnce(&Operands<'_>) -> R) -> R {
        f(rest)
    }
    #[cfg_attr(not(unoptimized), inline(always))]
    fn step(&self, _: usize, _: bool) {}
    #[cfg_attr(not(unoptimized), inline(always))]
    fn is_next((): ()) -> (bool, bool) {
        (true, true)
    }
    #[cfg_attr(not(unoptimized), inline(always))]
    fn advance((): &mut (), (): (), _: isize) {}
}

impl TurnSteps for Still {
    #[inline]
    fn turned(self, _: &Turn) -> Self {
        self
    }
}

/// An operand that is computed from the index.
#[doc(hidden)]
#[derive(Debug)]
pub struct Counted<I> {
    /// Where the modes are among the coordinates, if not at their places.
    order: Option<Turn>,
    index: PhantomData<I>,
}

impl<I> Counted<I> {
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(crate) fn new() -> Self {
        Counted { order: None, index: PhantomData }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn place(&self, mode: usize) -> usize {
        match &self.order {
            Some(order) => usize::from(order[mode]),
            None => mode,
        }
    }
}

impl<I: AsMut<[usize]> + Clone> Steps for Counted<I> {
    type Place = I;
    type Step = (usize, isize);
    const UNIT: (usize, isize) = (0, 1);
    #[cfg_attr(not(unoptimized), inline(always))]
    fn operands<R>(&self, rest: &Operands<'_>, f: impl FnOnce(&Operands<'_>) -> R) -> R {
        f(rest)
    }
    #[cfg_attr(not(unoptimized), inline(always))]
    fn step(&self, mode: usize, is_reversed: bool) -> (usize, isize) {
        (self.place(mode), if is_reversed { -1 } else { 1 })
    }
    #[cfg_attr(not(unoptimized), inline(always))]
    fn is_next(_: (usize, isize)) -> (bool, bool) {
        (true, true)
    }
    #[cfg_attr(not(unoptimized), inline(always))]
    fn advance(index: &mut I, (mode, sign): (usize, isize), by: isize) {
        if let Some(coordinate) = index.as_mut().get_mut(mode) {
            *coordinate = coordinate.wrapping_add_signed(sign.wrapping_mul(by));
        }
    }
}

impl<I: AsMut<[usize]> + Clone> TurnSteps for Counted<I> {
    #[inline]
    fn turned(mut self, order: &Turn) -> Self {
        self.order = Some(order.map(|mode| self.place(usize::from(mode)) as u8));
        self
    }
}

impl<A: TurnSteps, B: TurnSteps> TurnSteps for (A, B) {
    #[inline]
    fn turned(self, order: &Turn) -> Self {
        (self.0.turned(order), self.1.turned(order))
    }
}

impl<A: Steps, B: Steps> Steps for (A, B) {
    type Place = (A::Place, B::Place);
    type Step = (A::Step, B::Step);
    const UNIT: Self::Step = (A::UNIT, B::UNIT);
    #[cfg_attr(not(unoptimized), inline(always))]
    fn operands<R>(&self, rest: &Operands<'_>, f: impl FnOnce(&Operands<'_>) -> R) -> R {
        self.1.operands(rest, |rest| self.0.operands(rest, f))
    }
    #[cfg_attr(not(unoptimized), inline(always))]
    fn step(&self, mode: usize, is_reversed: bool) -> Self::Step {
        (self.0.step(mode, is_reversed), self.1.step(mode, is_reversed))
    }
    #[cfg_attr(not(unoptimized), inline(always))]
    fn is_next((a, b): Self::Step) -> (bool, bool) {
        let ((a, b), (c, d)) = (A::is_next(a), B::is_next(b));
        (a && c, b && d)
    }
    #[cfg_attr(not(unoptimized), inline(always))]
    fn advance((a, b): &mut Self::Place, (step, other): Self::Step, by: isize) {
        A::advance(a, step, by);
        B::advance(b, other, by);
    }
}

#[cfg(test)]
mod tests {
    use super::{Counted, Steps, Still, Strided};

    #[test]
    fn operands_step_each_in_its_own_memory() {
        let strided = Strided::<u16, _>::new([3, -2]);
        assert_eq!([0, 1].map(|mode| strided.step(mode, false)), [3, -2]);
        assert_eq!([0, 1].map(|mode| strided.step(mode, true)), [-3, 2]);
        type One = Strided<u16, [isize; 2]>;
        for a in -2..=2 {
            // To the next element; and there, or nowhere.
            let expected = |step| (step == 1, step == 1 || step == 0);
            assert_eq!(One::is_next(a), expected(a));
            for b in -2..=2 {
                let both = (expected(a).0 && expected(b).0, expected(a).1 && expected(b).1);
                assert_eq!(<(One, One)>::is_next((a, b)), both);
            }
        }
        let mut elements = [0_u16; 9];
        let start = elements.as_mut_ptr();
        let mut place = (start, start);
        <(One, One)>::advance(&mut place, (3, 2), 2);
        assert_eq!(place, (start.wrapping_add(6), start.wrapping_add(4)));
        <(One, One)>::advance(&mut place, (-2, 1), 3);
        assert_eq!(place, (start, start.wrapping_add(7)));

        // What stays, and what counts, is where it should be wherever the others go.
        assert_eq!(Still::is_next(()), (true, true));
        type Index = Counted<[usize; 2]>;
        assert_eq!(Index::is_next((1, 1)), (true, true));
        let counted = Index::new();
        assert_eq!([0, 1].map(|mode| counted.step(mode, false)), [(0, 1), (1, 1)]);
        assert_eq!([0, 1].map(|mode| counted.step(mode, true)), [(0, -1), (1, -1)]);
        let mut index = [4, 7];
        Index::advance(&mut index, (0, 1), 3);
        Index::advance(&mut index, (1, -1), 2);
        assert_eq!(index, [7, 5]);
    }
}
