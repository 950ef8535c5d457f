//! [`Slice`]: what is kept of one mode, by run-time numbers.

use core::ops::{Bound, RangeBounds};

use extents_static::slice::{Kept, count_between, count_inner};

#[allow(unused_imports, reason = "for the documentation")]
use crate::Mapping;
use crate::{ShapeError, error::Part};

/// An entry of a slice as run-time numbers: the counterpart of [`slice!`](crate::slice!).
///
/// ```
/// use extents::rearrange::Slice;
/// use extents::{Mapping, extents};
/// let mapping = Mapping::new(extents![4, 6, 8]);
/// let entries = [Slice::from(..), Slice::index(2), Slice::from(1..7).step(2)];
/// let part = mapping.chip(entries)?;
/// assert_eq!(part.mapping().extents(), &extents![4, 3]);
/// assert_eq!((part.offset(), part.mapping().strides().as_ref()), (17, &[48, 2][..]));
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slice {
    begin: usize,
    end: End,
    step: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum End {
    /// One entry.
    Index,
    /// One entry, counted from the end.
    FromBack,
    /// Before this one.
    Before(usize),
    /// So many entries.
    Count(usize),
    /// All but so many.
    But(usize),
    /// All that there are.
    Open,
}

impl Slice {
    /// Creates an entry that takes one index. [`slice`](Mapping::slice) keeps a mode of extent 1,
    /// [`chip`](Mapping::chip) drops the mode.
    ///
    /// ```
    /// use extents::rearrange::Slice;
    /// use extents::{Mapping, extents};
    /// let part = Mapping::new(extents![4]).slice([Slice::index(2)])?;
    /// assert_eq!(part.offset(), 2);
    /// assert_eq!(part.mapping().extents(), &extents![1]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub const fn index(index: usize) -> Self {
        Slice { begin: index, end: End::Index, step: 1 }
    }

    /// Creates an entry that takes one index, counted from the end of the mode, as `-1` of [`slice!`](crate::slice!): of 1 the
    /// last one, and of 0 none.
    ///
    /// ```
    /// use extents::rearrange::Slice;
    /// use extents::{Mapping, extents};
    /// let mapping = Mapping::new(extents![4, 3]);
    /// assert_eq!(mapping.chip([Slice::from_end(1), Slice::index(2)])?.offset(), 11);
    /// let error = mapping.slice([Slice::from_end(5), Slice::index(2)]).unwrap_err();
    /// assert_eq!(error.to_string(), "index -5 is out of bounds for mode 0 of extent 4");
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub const fn from_end(back: usize) -> Self {
        Slice { begin: back, end: End::FromBack, step: 1 }
    }

    /// Creates an entry that takes `count` indices starting at `begin`.
    ///
    /// ```
    /// use extents::rearrange::Slice;
    /// use extents::{Mapping, extents};
    /// let part = Mapping::new(extents![10]).slice([Slice::count(1, 3).step(4)])?;
    /// assert_eq!(part.mapping().extents(), &extents![3]);
    /// assert!(Mapping::new(extents![10]).slice([Slice::count(1, 3).step(5)]).is_err());
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub const fn count(begin: usize, count: usize) -> Self {
        Slice { begin, end: End::Count(count), step: 1 }
    }

    /// Creates an entry that leaves out so many indices at the front and so many at the end, as `(1..-1)` of
    /// [`slice!`](crate::slice!).
    ///
    /// ```
    /// use extents::rearrange::Slice;
    /// use extents::{Mapping, extents};
    /// let mapping = Mapping::new(extents![10]);
    /// let part = mapping.slice([Slice::inner(1, 2)])?;
    /// assert_eq!(part.offset(), 1);
    /// assert_eq!(part.mapping().extents(), &extents![7]);
    /// assert!(mapping.slice([Slice::inner(9, 2)]).is_err());
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub const fn inner(front: usize, back: usize) -> Self {
        Slice { begin: front, end: End::But(back), step: 1 }
    }

    /// Sets the step: of a range, every `step`-th index is taken; a count is taken at this distance.
    ///
    /// ```
    /// use extents::rearrange::Slice;
    /// use extents::{Mapping, extents};
    /// let part = Mapping::new(extents![9]).slice([Slice::from(1..).step(3)])?;
    /// assert_eq!(part.mapping().extents(), &extents![3]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn step(self, step: usize) -> Self {
        Slice { step, ..self }
    }

    /// What is kept of a mode of this extent.
    pub(super) fn kept(self, mode: usize, extent: usize) -> Result<Kept, ShapeError> {
        let Slice { begin, end, step } = self;
        if step == 0 {
            return Err(ShapeError::ZeroSize { part: Part::Step, mode });
        }
        let end = match end {
            End::Index => return Kept::of_index(mode, begin, extent),
            End::FromBack => return Kept::of_index_from_end(mode, begin, extent),
            End::Count(count) => return Kept::of_range(mode, begin, count, step, extent),
            End::Before(end) => end,
            End::But(back) => begin.saturating_add(count_inner(mode, begin, back, extent)?),
            End::Open => begin.max(extent),
        };
        let count = count_between(mode, begin, end, step, extent)?;
        Kept::of_range(mode, begin, count, step, extent)
    }
}

impl<R: RangeBounds<usize>> From<R> for Slice {
    /// Creates an entry from a range: `1..4`, `1..=3`, `1..`, `..4` or `..`.
    fn from(range: R) -> Self {
        let begin = match range.start_bound() {
            Bound::Included(begin) => *begin,
            Bound::Excluded(before) => before.saturating_add(1),
            Bound::Unbounded => 0,
        };
        let end = match range.end_bound() {
            Bound::Included(last) => End::Before(last.saturating_add(1)),
            Bound::Excluded(end) => End::Before(*end),
            Bound::Unbounded => End::Open,
        };
        Slice { begin, end, step: 1 }
    }
}
