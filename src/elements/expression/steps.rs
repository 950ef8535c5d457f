//! How the leaves of an expression move, however many there are.

use core::marker::PhantomData;

/// What is known of the steps of a row, for versions of its loop that the compiler can vectorise.
pub(super) mod pace {
    /// Nothing.
    pub(in super::super) const ANY: u8 = 0;
    /// Each leaf goes to the next element of its memory.
    pub(in super::super) const NEXT: u8 = 1;
    /// Each leaf goes to the next element of its memory, or stays, as along a broadcast mode.
    pub(in super::super) const NEXT_OR_STAY: u8 = 2;
}

/// How the leaves of an expression move from one element to the next.
///
/// A leaf has a list of strides, an inner node those of its branches, so that one nest of loops moves all.
#[doc(hidden)]
pub trait Steps {
    /// Where the elements are that are read now: a pointer, an index, nothing, or several of these.
    type Place: Clone;
    /// How far a loop moves.
    type Step: Copy;
    /// The step of a loop in which each leaf goes to the next element of its memory.
    const UNIT: Self::Step;
    /// Whether the strides of all leaves pass.
    fn all(&self, test: &mut impl FnMut(&[isize]) -> bool) -> bool;
    /// The step along a mode, or back along it.
    fn step(&self, mode: usize, is_reversed: bool) -> Self::Step;
    /// Whether each leaf goes to the next element of its memory; and whether it does that or stays.
    fn is_next(step: Self::Step) -> (bool, bool);
    /// So many steps on.
    fn advance(place: &mut Self::Place, step: Self::Step, by: isize);
}

/// A leaf in memory.
#[doc(hidden)]
#[derive(Debug)]
pub struct Strided<T, S> {
    strides: S,
    elements: PhantomData<*mut T>,
}

impl<T, S> Strided<T, S> {
    pub(super) fn new(strides: S) -> Self {
        Strided { strides, elements: PhantomData }
    }
}

impl<T, S: AsRef<[isize]>> Steps for Strided<T, S> {
    type Place = *mut T;
    type Step = isize;
    const UNIT: isize = 1;
    #[inline(always)]
    fn all(&self, test: &mut impl FnMut(&[isize]) -> bool) -> bool {
        test(self.strides.as_ref())
    }
    #[inline(always)]
    #[allow(clippy::indexing_slicing, reason = "a kernel: modes count below the rank")]
    fn step(&self, mode: usize, is_reversed: bool) -> isize {
        let stride = self.strides.as_ref()[mode];
        if is_reversed { stride.wrapping_neg() } else { stride }
    }
    #[inline(always)]
    fn is_next(step: isize) -> (bool, bool) {
        (step == 1, step == 1 || step == 0)
    }
    #[inline(always)]
    fn advance(place: &mut *mut T, step: isize, by: isize) {
        *place = place.wrapping_offset(step.wrapping_mul(by));
    }
}

/// A leaf that is the same everywhere.
#[doc(hidden)]
#[derive(Debug)]
pub struct Still;

impl Steps for Still {
    type Place = ();
    type Step = ();
    const UNIT: () = ();
    #[inline(always)]
    fn all(&self, _: &mut impl FnMut(&[isize]) -> bool) -> bool {
        true
    }
    #[inline(always)]
    fn step(&self, _: usize, _: bool) {}
    #[inline(always)]
    fn is_next((): ()) -> (bool, bool) {
        (true, true)
    }
    #[inline(always)]
    fn advance((): &mut (), (): (), _: isize) {}
}

/// A leaf that is computed from the index.
#[doc(hidden)]
#[derive(Debug)]
pub struct Counted<I>(PhantomData<I>);

impl<I> Counted<I> {
    pub(super) fn new() -> Self {
        Counted(PhantomData)
    }
}

impl<I: AsMut<[usize]> + Clone> Steps for Counted<I> {
    type Place = I;
    type Step = (usize, isize);
    const UNIT: (usize, isize) = (0, 1);
    #[inline(always)]
    fn all(&self, _: &mut impl FnMut(&[isize]) -> bool) -> bool {
        true
    }
    #[inline(always)]
    fn step(&self, mode: usize, is_reversed: bool) -> (usize, isize) {
        (mode, if is_reversed { -1 } else { 1 })
    }
    #[inline(always)]
    fn is_next(_: (usize, isize)) -> (bool, bool) {
        (true, true)
    }
    #[inline(always)]
    fn advance(index: &mut I, (mode, sign): (usize, isize), by: isize) {
        if let Some(coordinate) = index.as_mut().get_mut(mode) {
            *coordinate = coordinate.wrapping_add_signed(sign.wrapping_mul(by));
        }
    }
}

impl<A: Steps, B: Steps> Steps for (A, B) {
    type Place = (A::Place, B::Place);
    type Step = (A::Step, B::Step);
    const UNIT: Self::Step = (A::UNIT, B::UNIT);
    #[inline(always)]
    fn all(&self, test: &mut impl FnMut(&[isize]) -> bool) -> bool {
        self.0.all(test) && self.1.all(test)
    }
    #[inline(always)]
    fn step(&self, mode: usize, is_reversed: bool) -> Self::Step {
        (self.0.step(mode, is_reversed), self.1.step(mode, is_reversed))
    }
    #[inline(always)]
    fn is_next((a, b): Self::Step) -> (bool, bool) {
        let ((a, b), (c, d)) = (A::is_next(a), B::is_next(b));
        (a && c, b && d)
    }
    #[inline(always)]
    fn advance((a, b): &mut Self::Place, (step, other): Self::Step, by: isize) {
        A::advance(a, step, by);
        B::advance(b, other, by);
    }
}
