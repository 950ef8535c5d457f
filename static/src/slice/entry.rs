//! The entries of a slice: what is kept of one mode.

use core::fmt::Debug;

use crate::certainty::{Certainty, Known};
use crate::const_text::refuse;
use crate::dim::{FewerModes, SteppedModes};
use crate::list::Cons;
use crate::mode::{Const, Dyn, Mode};
use crate::stride::Stride;
use crate::{
    ShapeError,
    error::{Bounded, Part},
};

/// The whole mode: `..`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Full;

/// One entry of the mode: `2`, or a run-time index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct At<I>(pub I);

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

/// A count that follows from an end that is a run-time value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Until(pub usize);

/// A count that extends to the end of the mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rest;

/// A count that extends to the end of the mode, and whose extent has a name: `Time-2` of a mode `Time` without the first 2
/// entries, and `(Time-2)/3` where every third of these is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NamedRest;

/// The number of entries of a whole mode at some distance, whose extent has a name: `Time/2`, rounded up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NamedAll;

/// A count that leaves out the last entries of a mode, and whose extent has a name: `Time-1` without the last entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AllBut<N>(pub N);

/// A count that leaves out the last entries of a mode, behind a first one that is not 0, and whose extent has a name: `Time-n-1`
/// without the first `n` entries and the last one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Inner<N>(pub N);

/// A count that leaves out the last `N` entries of a mode, and `ALL` with those at its front: `Time-2` without the first and the
/// last entry, which is also the name of what other 2 are left out of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InnerOf<const N: usize, const ALL: usize>;

/// `N` entries of a range that the type knows. The range ends at `END`, which may be after the last of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Of<const N: usize, const END: usize>;

/// The number of entries that a range keeps.
trait Count: Copy + Debug + Send + Sync {
    /// The mode of the result.
    type Extent: Mode;
    /// The count, where the type knows it.
    const COUNT: Option<usize>;
    /// The end of the range, if the type knows it in addition to the count.
    const END: Option<usize> = None;
    /// Returns the count for entries from `begin` on, at distances of `step`, of a mode.
    fn count(
        self,
        mode: usize,
        begin: usize,
        step: usize,
        extent: usize,
    ) -> Result<usize, ShapeError>;
}

impl<const N: usize> Count for Const<N> {
    type Extent = Self;
    const COUNT: Option<usize> = Some(N);
    #[inline]
    fn count(self, _: usize, _: usize, _: usize, _: usize) -> Result<usize, ShapeError> {
        Ok(N)
    }
}

impl Count for Dyn {
    type Extent = Self;
    const COUNT: Option<usize> = None;
    #[inline]
    fn count(self, _: usize, _: usize, _: usize, _: usize) -> Result<usize, ShapeError> {
        Ok(self.extent())
    }
}

impl<const N: usize, const END: usize> Count for Of<N, END> {
    type Extent = Const<N>;
    const COUNT: Option<usize> = Some(N);
    const END: Option<usize> = Some(END);
    #[inline]
    fn count(
        self,
        mode: usize,
        begin: usize,
        _: usize,
        extent: usize,
    ) -> Result<usize, ShapeError> {
        let end = END;
        if end > extent {
            return Err(ShapeError::SliceOutOfBounds { mode, begin, end, extent });
        }
        Ok(N)
    }
}

impl Count for Until {
    type Extent = Dyn;
    const COUNT: Option<usize> = None;
    #[inline]
    fn count(
        self,
        mode: usize,
        begin: usize,
        step: usize,
        extent: usize,
    ) -> Result<usize, ShapeError> {
        count_between(mode, begin, self.0, step, extent)
    }
}

impl Count for Rest {
    type Extent = Dyn;
    const COUNT: Option<usize> = None;
    #[inline]
    fn count(
        self,
        mode: usize,
        begin: usize,
        step: usize,
        extent: usize,
    ) -> Result<usize, ShapeError> {
        count_between(mode, begin, begin.max(extent), step, extent)
    }
}

/// A count of what is between so many entries at the front of a mode and so many at its end.
#[derive(Clone, Copy, Debug)]
pub struct Between<O, N>(O, N);

impl<O: Mode, N: Mode> Count for Between<O, N> {
    type Extent = Dyn;
    const COUNT: Option<usize> = None;
    // How many are left out in all: no mode has fewer entries.
    const END: Option<usize> = match (O::EXTENT, N::EXTENT) {
        (Some(first), Some(last)) => Some(first.saturating_add(last)),
        _ => None,
    };
    #[inline]
    fn count(
        self,
        mode: usize,
        begin: usize,
        _: usize,
        extent: usize,
    ) -> Result<usize, ShapeError> {
        count_inner(mode, begin, self.1.extent(), extent)
    }
}

/// How many entries of a mode are left between `front` at its front and `back` at its end.
///
/// # Errors
/// Returns [`ShapeError::TooManyLeftOut`].
#[inline]
pub const fn count_inner(
    mode: usize,
    front: usize,
    back: usize,
    extent: usize,
) -> Result<usize, ShapeError> {
    match extent.checked_sub(front.saturating_add(back)) {
        Some(count) => Ok(count),
        None => Err(ShapeError::TooManyLeftOut { mode, front, back, extent }),
    }
}

/// How many entries of a mode are in `begin..end`, every `step`-th. A step of 0 is found elsewhere.
///
/// # Errors
/// Returns [`ShapeError::BeginAfterEnd`], [`ShapeError::SliceOutOfBounds`].
#[inline]
pub const fn count_between(
    mode: usize,
    begin: usize,
    end: usize,
    step: usize,
    extent: usize,
) -> Result<usize, ShapeError> {
    let Some(length) = end.checked_sub(begin) else {
        return Err(ShapeError::BeginAfterEnd { mode, begin, end });
    };
    if end > extent {
        return Err(ShapeError::SliceOutOfBounds { mode, begin, end, extent });
    }
    Ok(length.div_ceil(if step == 0 { 1 } else { step }))
}

/// The entries that are kept of a mode, as numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// The first entry.
    pub begin: usize,
    /// The number of entries.
    pub count: usize,
    /// The distance between neighboring entries; 1 if there are fewer than two, as in mdspan.
    pub step: usize,
    /// Whether an index was given, so that a chip drops the mode.
    pub is_index: bool,
}

impl Kept {
    /// Entries that are in bounds of a mode of this extent.
    #[inline]
    pub const fn of_range(
        mode: usize,
        begin: usize,
        count: usize,
        step: usize,
        extent: usize,
    ) -> Result<Self, ShapeError> {
        if step == 0 {
            return Err(ShapeError::ZeroSize { part: Part::Step, mode });
        }
        // One more than the last entry, or `begin` if there is none.
        let end = match count.checked_sub(1) {
            None => begin,
            Some(steps) => match steps.checked_mul(step) {
                Some(reach) => begin.saturating_add(reach).saturating_add(1),
                None => usize::MAX,
            },
        };
        if end > extent {
            return Err(ShapeError::SliceOutOfBounds { mode, begin, end, extent });
        }
        let step = if count > 1 { step } else { 1 };
        Ok(Kept { begin, count, step, is_index: false })
    }

    /// Creates one entry that is in bounds of a mode of this extent.
    #[inline]
    pub const fn of_index(mode: usize, index: usize, extent: usize) -> Result<Self, ShapeError> {
        if index >= extent {
            return Err(ShapeError::OutOfBounds {
                of: Bounded::Index { mode },
                number: index,
                limit: extent,
            });
        }
        Ok(Kept { begin: index, count: 1, step: 1, is_index: true })
    }
}

/// What the type of an entry knows: an index, or a range of which begin, count and step may be known.
#[derive(Clone, Copy, Debug)]
pub enum KnownEntry {
    /// The whole mode.
    Full,
    /// One entry.
    Single(Option<usize>),
    /// Some entries.
    Range {
        /// The first entry.
        begin: Option<usize>,
        /// The number of entries.
        count: Option<usize>,
        /// The distance.
        step: Option<usize>,
        /// Where the range ends, beside its count; without a count, how many entries are left out in all, `begin` of them at the
        /// front.
        end: Option<usize>,
    },
}

impl KnownEntry {
    /// What is certainly wrong with it for a mode whose extent the type knows, or not.
    pub(crate) const fn mistake(self, mode: usize, extent: Option<usize>) -> Option<ShapeError> {
        // What is not known is taken as what does least harm.
        let Some(extent) = extent else {
            return match self {
                KnownEntry::Range { step: Some(0), .. } => {
                    Some(ShapeError::ZeroSize { part: Part::Step, mode })
                }
                _ => None,
            };
        };
        let found = match self {
            KnownEntry::Full | KnownEntry::Single(None) => return None,
            KnownEntry::Single(Some(index)) => Kept::of_index(mode, index, extent),
            KnownEntry::Range { begin, count, step, end } => {
                let begin = if let Some(begin) = begin { begin } else { 0 };
                if let Some(end) = end
                    && end > extent
                {
                    let Some(_) = count else {
                        let (front, back) = (begin, end.saturating_sub(begin));
                        return Some(ShapeError::TooManyLeftOut { mode, front, back, extent });
                    };
                    return Some(ShapeError::SliceOutOfBounds { mode, begin, end, extent });
                }
                let count = if let Some(count) = count { count } else { 0 };
                let step = if let Some(step) = step { step } else { 1 };
                Kept::of_range(mode, begin, count, step, extent)
            }
        };
        match found {
            Ok(_) => None,
            Err(error) => Some(error),
        }
    }
}

/// An entry of a slice, which says what is kept of a mode: [`Full`], [`At`], [`Range`] or [`Stepped`]. Sealed.
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

// SAFETY: checked by `of_index`.
#[allow(unsafe_code)]
unsafe impl<I: Mode> SliceEntry for At<I> {
    const KNOWN: KnownEntry = KnownEntry::Single(I::EXTENT);
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
        Kept::of_index(mode, self.0.extent(), extent)
    }
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

/// Returns the number of entries of `begin..end` at distances of `step`, of the mode behind as many as `modes`: for
/// [`slice!`](crate::slice!), in a const.
#[track_caller]
pub const fn slice_count(modes: &[()], begin: usize, end: usize, step: usize) -> usize {
    let mode = modes.len();
    if step == 0 {
        refuse(ShapeError::ZeroSize { part: Part::Step, mode });
    }
    match end.checked_sub(begin) {
        None => refuse(ShapeError::BeginAfterEnd { mode, begin, end }),
        Some(length) => length.div_ceil(step),
    }
}

/// Returns the step of so many entries: 1 where there are fewer than two, as in mdspan. A step of 0 stays, to be refused.
pub const fn slice_step(count: usize, step: usize) -> usize {
    if count > 1 || step == 0 { step } else { 1 }
}
