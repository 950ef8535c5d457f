//! How many entries of a mode a range keeps.

use core::fmt::Debug;

use crate::const_text::refuse;
use crate::mode::{Const, Dyn, Mode};
use crate::{ShapeError, error::Part};

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
pub(super) trait Count: Copy + Debug + Send + Sync {
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
pub struct Between<O, N>(pub(super) O, pub(super) N);

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
