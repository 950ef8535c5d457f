//! The entries of a slice: what is kept of one mode.

use core::fmt::Debug;

use super::count::{AllBut, Between, Count, Inner, InnerOf, NamedAll, NamedRest, Rest};
use super::kept::{Kept, KnownEntry};
use crate::certainty::{Certainty, Known};
use crate::dim::{FewerModes, SteppedModes};
use crate::list::Cons;
use crate::mode::{Const, Mode};
use crate::stride::Stride;
use crate::{ShapeError, error::Part};

/// The whole mode: `..`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Full;

/// One entry of the mode: `2`, or a run-time index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct At<I>(pub I);

/// One entry of the mode, counted from its end: `-1` is the last one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FromEnd<N>(pub N);

/// Contiguous entries starting at `begin`: `1..4`, `n..+2`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Range<O, C> {
    /// The first entry.
    pub begin: O,
    /// The number of entries.
    pub count: C,
}

/// Entries at equal distances starting at `begin`: `1..4; 2`, `n..+2; 3`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stepped<O, C, S> {
    /// The first entry.
    pub begin: O,
    /// The number of entries.
    pub count: C,
    /// The distance from one to the next.
    pub step: S,
}

/// An entry of a slice, which says what is kept of a mode: [`Full`], [`At`], [`FromEnd`], [`Range`] or [`Stepped`]. Sealed.
///
/// [`slice!`](crate::slice!) writes them.
///
/// # Safety
/// The hidden `kept` is in bounds, as [`Kept::of_range`] and [`Kept::of_index`] check it, or an error. A stride that the
/// hidden `Scaled` knows is the one before times the step of `kept`, or there are fewer than two entries. The hidden
/// `Chipped` has `X` in it unless `kept` is an index.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an entry of a slice",
    label = "`slice![.., 2, 1..4, ..; 2]` writes a slice: one entry per mode"
)]
#[doc(hidden)]
#[allow(unsafe_code)]
pub unsafe trait SliceEntry: Copy + Debug + Send + Sync {
    /// What the type of the entry knows.
    #[doc(hidden)]
    const KNOWN: KnownEntry;
    /// Says whether anything is left to check at run time for a mode `M`.
    #[doc(hidden)]
    type Certainty<M: Mode>: Certainty;
    /// The mode of the result, of extent 1 for an index.
    #[doc(hidden)]
    type Extent<M: Mode>: Mode;
    /// The stride of the mode of the result.
    #[doc(hidden)]
    type Scaled<S: Stride>: Stride;
    /// A list with `X` in front, unless a chip drops the mode.
    #[doc(hidden)]
    type Chipped<X, Rest>;
    /// A mode of the result, of this extent, which is that of mode `at` where it is all of `mode`.
    #[doc(hidden)]
    #[inline]
    fn slice_of<M: Mode>(_: M, extent: usize, at: usize) -> Result<Self::Extent<M>, ShapeError> {
        Self::Extent::<M>::read(extent, at)
    }
    /// The values of `Chipped`.
    #[doc(hidden)]
    fn chipped<X, Rest>(mode: X, rest: Rest) -> Self::Chipped<X, Rest>;
    /// Returns what is kept of a mode of this extent.
    #[doc(hidden)]
    fn kept(self, mode: usize, extent: usize) -> Result<Kept, ShapeError>;
}

// SAFETY: all entries, at a distance of 1.
#[allow(unsafe_code)]
unsafe impl SliceEntry for Full {
    const KNOWN: KnownEntry = KnownEntry::Full;
    type Certainty<M: Mode> = Known;
    type Extent<M: Mode> = M;
    type Scaled<S: Stride> = S;
    type Chipped<X, Rest> = Cons<X, Rest>;
    #[inline]
    fn chipped<X, Rest>(mode: X, rest: Rest) -> Cons<X, Rest> {
        Cons(mode, rest)
    }
    #[inline]
    fn slice_of<M: Mode>(mode: M, _: usize, _: usize) -> Result<M, ShapeError> {
        Ok(mode)
    }
    #[inline]
    fn kept(self, _: usize, extent: usize) -> Result<Kept, ShapeError> {
        Ok(Kept { begin: 0, count: extent, step: 1, is_index: false })
    }
}

/// An index, which a chip drops the mode of.
macro_rules! index {
    ($($Entry:ident $known:ident $of:ident;)*) => {$(
        // SAFETY: checked by the function that makes it.
        #[allow(unsafe_code)]
        unsafe impl<I: Mode> SliceEntry for $Entry<I> {
            const KNOWN: KnownEntry = KnownEntry::$known(I::EXTENT);
            type Certainty<M: Mode> = <I::Certainty as Certainty>::And<M::Certainty>;
            type Extent<M: Mode> = Const<1>;
            type Scaled<S: Stride> = S;
            type Chipped<X, Rest> = Rest;
            #[inline]
            fn chipped<X, Rest>(_: X, rest: Rest) -> Rest {
                rest
            }
            #[inline]
            fn kept(self, mode: usize, extent: usize) -> Result<Kept, ShapeError> {
                Kept::$of(mode, self.0.extent(), extent)
            }
        }
    )*};
}
index! {
    At Single of_index;
    FromEnd FromEnd of_index_from_end;
}

// SAFETY: checked by `of_range`, whatever the count; the step is 1.
#[allow(unsafe_code)]
unsafe impl<O: Mode, C: Count<Extent = N>, N: Mode> SliceEntry for Range<O, C> {
    const KNOWN: KnownEntry =
        KnownEntry::Range { begin: O::EXTENT, count: C::COUNT, step: Some(1), end: C::END };
    type Certainty<M: Mode> =
        <<O::Certainty as Certainty>::And<N::Certainty> as Certainty>::And<M::Certainty>;
    type Extent<M: Mode> = N;
    type Scaled<S: Stride> = S;
    type Chipped<X, Rest> = Cons<X, Rest>;
    #[inline]
    fn chipped<X, Rest>(mode: X, rest: Rest) -> Cons<X, Rest> {
        Cons(mode, rest)
    }
    #[inline]
    fn kept(self, mode: usize, extent: usize) -> Result<Kept, ShapeError> {
        let begin = self.begin.extent();
        let count = self.count.count(mode, begin, 1, extent)?;
        Kept::of_range(mode, begin, count, 1, extent)
    }
}

// SAFETY: checked by `of_range`, whatever the count, with the step that `Scaled` takes.
#[allow(unsafe_code)]
unsafe impl<O: Mode, C: Count<Extent = N>, S: Mode, N: Mode> SliceEntry for Stepped<O, C, S> {
    const KNOWN: KnownEntry =
        KnownEntry::Range { begin: O::EXTENT, count: C::COUNT, step: S::EXTENT, end: C::END };
    type Certainty<M: Mode> =
        <<Range<O, C> as SliceEntry>::Certainty<M> as Certainty>::And<S::Certainty>;
    type Extent<M: Mode> = N;
    type Scaled<T: Stride> = S::Scale<T>;
    type Chipped<X, Rest> = Cons<X, Rest>;
    #[inline]
    fn chipped<X, Rest>(mode: X, rest: Rest) -> Cons<X, Rest> {
        Cons(mode, rest)
    }
    #[inline]
    fn kept(self, mode: usize, extent: usize) -> Result<Kept, ShapeError> {
        let (begin, step) = (self.begin.extent(), self.step.extent());
        if step == 0 {
            return Err(ShapeError::ZeroSize { part: Part::Step, mode });
        }
        let count = self.count.count(mode, begin, step, extent)?;
        Kept::of_range(mode, begin, count, step, extent)
    }
}

/// Ranges up to the end of a mode whose extents have names. They are ranges up to the end, but for the modes that they leave.
macro_rules! named {
    ($([$($generics:tt)*] $Entry:ty: $M:ident => $Extent:ty, $entry:ident as $plain:expr, $Plain:ty;)*) => {$(
        // SAFETY: what is kept is what the plain range keeps. Where all is known, it has as many entries as the mode.
        #[allow(unsafe_code)]
        unsafe impl<$($generics)*> SliceEntry for $Entry {
            const KNOWN: KnownEntry = <$Plain as SliceEntry>::KNOWN;
            type Certainty<$M: Mode> = <<$Extent as Mode>::Certainty as Certainty>::And<$M::Certainty>;
            type Extent<$M: Mode> = $Extent;
            type Scaled<T: Stride> = <$Plain as SliceEntry>::Scaled<T>;
            type Chipped<X, More> = Cons<X, More>;
            #[inline]
            fn chipped<X, More>(mode: X, more: More) -> Cons<X, More> {
                Cons(mode, more)
            }
            #[inline]
            fn kept(self, mode: usize, extent: usize) -> Result<Kept, ShapeError> {
                let $entry = self;
                <$Plain>::kept($plain, mode, extent)
            }
        }
    )*};
}
named! {
    [O: Mode] Range<O, NamedRest>: M => FewerModes<M, O>,
        entry as Range { begin: entry.begin, count: Rest }, Range<O, Rest>;
    [N: Mode] Range<Const<0>, AllBut<N>>: M => FewerModes<M, N>,
        entry as Range { begin: entry.begin, count: Between(entry.begin, entry.count.0) },
        Range<Const<0>, Between<Const<0>, N>>;
    [O: Mode, N: Mode] Range<O, Inner<N>>: M => FewerModes<FewerModes<M, O>, N>,
        entry as Range { begin: entry.begin, count: Between(entry.begin, entry.count.0) },
        Range<O, Between<O, N>>;
    [const FRONT: usize, const N: usize, const ALL: usize] Range<Const<FRONT>, InnerOf<N, ALL>>: M => FewerModes<M, Const<ALL>>,
        entry as Range { begin: entry.begin, count: Between(entry.begin, Const) },
        Range<Const<FRONT>, Between<Const<FRONT>, Const<N>>>;
    [O: Mode, S: Mode] Stepped<O, NamedRest, S>: M => SteppedModes<FewerModes<M, O>, S>,
        entry as Stepped { begin: entry.begin, count: Rest, step: entry.step }, Stepped<O, Rest, S>;
    [S: Mode] Stepped<Const<0>, NamedAll, S>: M => SteppedModes<M, S>,
        entry as Stepped { begin: entry.begin, count: Rest, step: entry.step }, Stepped<Const<0>, Rest, S>;
}
