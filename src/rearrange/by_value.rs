//! Rearrangements by run-time numbers, on extents of any layer: the result has extents of run-time rank.

use core::ops::{Bound, RangeBounds};

use extents_static::__private::check_permutation;
use extents_static::slice::{Kept, count_between};

use super::numbers::{self, Modes};
use super::{Part, Rearrange, begin, read, sealed};
use crate::layout::{Strided, StridedLayout, TrustedLayout};
use crate::{DynRankExtents, Extents, Mapping, ModeArray, ShapeError};

/// What is kept of one mode, by run-time numbers: the twin of [`slice!`](crate::slice!).
///
/// ```
/// use extents::rearrange::Slice;
/// use extents::{Mapping, extents};
/// let mapping = Mapping::new(extents![4, 6, 8]);
/// let entries = [Slice::from(..), Slice::index(2), Slice::from(1..7).step(2)];
/// let part = mapping.chip_by(&entries)?;
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
    /// Before this one.
    Before(usize),
    /// So many entries.
    Count(usize),
    /// All that there are.
    Open,
}

impl Slice {
    /// One entry: [`slice_by`](Mapping::slice_by) leaves a mode of extent 1, [`chip_by`](Mapping::chip_by)
    /// drops the mode.
    ///
    /// ```
    /// use extents::rearrange::Slice;
    /// use extents::{Mapping, extents};
    /// let part = Mapping::new(extents![4]).slice_by(&[Slice::index(2)])?;
    /// assert_eq!((part.offset(), part.mapping().extents().as_slice()), (2, &[1][..]));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub const fn index(index: usize) -> Self {
        Slice { begin: index, end: End::Index, step: 1 }
    }

    /// `count` entries from `begin` on.
    ///
    /// ```
    /// use extents::rearrange::Slice;
    /// use extents::{Mapping, extents};
    /// let part = Mapping::new(extents![10]).slice_by(&[Slice::count(1, 3).step(4)])?;
    /// assert_eq!(part.mapping().extents(), &extents![3]);
    /// assert!(Mapping::new(extents![10]).slice_by(&[Slice::count(1, 3).step(5)]).is_err());
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub const fn count(begin: usize, count: usize) -> Self {
        Slice { begin, end: End::Count(count), step: 1 }
    }

    /// The same, but only every `step`-th entry of a range; of a count, so many at this distance.
    ///
    /// ```
    /// use extents::rearrange::Slice;
    /// use extents::{Mapping, extents};
    /// let part = Mapping::new(extents![9]).slice_by(&[Slice::from(1..).step(3)])?;
    /// assert_eq!(part.mapping().extents(), &extents![3]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[must_use]
    pub const fn step(self, step: usize) -> Self {
        Slice { step, ..self }
    }

    /// What is kept of a mode of this extent.
    fn kept(self, mode: usize, extent: usize) -> Result<Kept, ShapeError> {
        let Slice { begin, end, step } = self;
        if step == 0 {
            return Err(ShapeError::ZeroStep { mode });
        }
        let end = match end {
            End::Index => return Kept::of_index(mode, begin, extent),
            End::Count(count) => return Kept::of_range(mode, begin, count, step, extent),
            End::Before(end) => end,
            End::Open => begin.max(extent),
        };
        let count = count_between(mode, begin, end, step, extent)?;
        Kept::of_range(mode, begin, count, step, extent)
    }
}

impl<R: RangeBounds<usize>> From<R> for Slice {
    /// `1..4`, `1..=3`, `1..`, `..4` or `..`.
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

/// A rearrangement by run-time numbers. The methods that end in `_by` make one.
///
/// ```
/// use extents::rearrange::By;
/// use extents::{Mapping, extents};
/// let part = Mapping::new(extents![2, 3]).rearrange(By::Permute(&[1, 0]))?;
/// assert_eq!(part.mapping().strides().as_ref(), &[1, 3][..]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub enum By<'a> {
    /// One entry a mode; every mode stays.
    Slice(&'a [Slice]),
    /// One entry a mode; those that have an index go.
    Chip(&'a [Slice]),
    /// Mode `k` of the result is mode `list[k]` of the source.
    Permute(&'a [usize]),
    /// The modes in reverse.
    Transpose,
    /// A mode turned around.
    Reverse(usize),
    /// A mode as several, the last one fastest.
    Split(usize, &'a [usize]),
    /// A mode and the next one as one.
    Merge(usize),
    /// A further mode of one entry, at this place.
    InsertMode(usize),
    /// Without a mode of one entry.
    DropMode(usize),
    /// A mode of one entry as one of so many that are all the same.
    Broadcast(usize, usize),
    /// The elements at which two modes have the same coordinate, in the place of the first.
    Diagonal(usize, usize),
    /// All places of a window of these extents, then its modes.
    Windows(&'a [usize]),
    /// All tiles of these extents, then the modes of a tile.
    Tiles(&'a [usize]),
}

/// The modes of a result.
#[derive(Default)]
struct List {
    extents: ModeArray<usize>,
    strides: ModeArray<isize>,
}

impl Modes for List {
    fn push(&mut self, extent: usize, stride: isize) {
        self.extents.push(extent);
        self.strides.push(stride);
    }
}

/// What a slice keeps of each mode.
fn kept_of(extents: &[usize], entries: &[Slice]) -> Result<ModeArray<Kept>, ShapeError> {
    if entries.len() != extents.len() {
        return Err(ShapeError::SliceCount { entries: entries.len(), rank: extents.len() });
    }
    let modes = entries.iter().zip(extents).enumerate();
    modes.map(|(mode, (entry, extent))| entry.kept(mode, *extent)).collect()
}

impl<E: Extents, L: TrustedLayout<E> + StridedLayout<E>> sealed::Sealed<E, L> for By<'_> {}

impl<E, L> Rearrange<E, L> for By<'_>
where
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
{
    type Extents = DynRankExtents;
    type Layout = Strided<ModeArray<isize>>;
    type Error = ShapeError;

    fn rearrange(
        self,
        mapping: &Mapping<E, L>,
    ) -> Result<Part<Self::Extents, Self::Layout>, ShapeError> {
        if mapping.extents().is_null() {
            return Err(ShapeError::Null);
        }
        read(mapping, |extents, strides| {
            let (source, mut to) = ((extents, strides), List::default());
            let mut is_past_the_end = false;
            let distance = match self {
                By::Slice(entries) | By::Chip(entries) => {
                    let kept = kept_of(extents, entries)?;
                    let drops = matches!(self, By::Chip(_));
                    if drops && !kept.iter().any(|kept| kept.is_index) {
                        return Err(ShapeError::NothingToChip);
                    }
                    is_past_the_end = numbers::is_past_the_end(extents, &kept);
                    numbers::slice(source, &kept, drops, &mut to)
                }
                By::Permute(order) => {
                    check_permutation(order, extents.len())?;
                    numbers::permute(source, order, &mut to)?
                }
                By::Transpose => numbers::transpose(source, &mut to),
                By::Reverse(mode) => numbers::reverse(source, mode, &mut to)?,
                By::Split(mode, parts) => numbers::split(source, mode, parts, &mut to)?,
                By::Merge(mode) => numbers::merge_by_value(source, mode, &mut to)?,
                By::InsertMode(mode) => numbers::insert(source, mode, &mut to)?,
                By::DropMode(mode) => numbers::drop_mode(source, mode, &mut to)?,
                By::Broadcast(mode, entries) => numbers::broadcast(source, mode, entries, &mut to)?,
                By::Diagonal(first, second) => numbers::diagonal(source, first, second, &mut to)?,
                By::Windows(window) => numbers::windows(source, window, &mut to)?,
                By::Tiles(tile) => numbers::tiles(source, tile, &mut to)?,
            };
            let offset = if is_past_the_end {
                mapping.required_span_size()
            } else {
                begin(mapping, &to.extents, &to.strides, distance)
            };
            let extents = DynRankExtents::new(&to.extents)?;
            let mapping = Mapping::trusted(extents, Strided::new(to.strides));
            Ok(Part { offset, mapping })
        })
    }
}

impl<E, L> Mapping<E, L>
where
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
{
    /// The mapping of a slice by run-time numbers, which keeps every mode.
    ///
    /// # Errors
    /// [`ShapeError::SliceCount`], [`ShapeError::SliceOutOfBounds`], [`ShapeError::IndexOutOfBounds`],
    /// [`ShapeError::BeginAfterEnd`], [`ShapeError::ZeroStep`], [`ShapeError::Null`].
    ///
    /// ```
    /// use extents::rearrange::Slice;
    /// use extents::{Mapping, ShapeError, extents};
    /// let mapping = Mapping::new(extents![4, 6]);
    /// let part = mapping.slice_by(&[(1..3).into(), (..).into()])?;
    /// assert_eq!((part.offset(), part.mapping().extents().as_slice()), (6, &[2, 6][..]));
    /// assert_eq!(
    ///     mapping.slice_by(&[(1..5).into(), (..).into()]).unwrap_err(),
    ///     ShapeError::SliceOutOfBounds { mode: 0, begin: 1, end: 5, extent: 4 },
    /// );
    /// # Ok::<(), ShapeError>(())
    /// ```
    pub fn slice_by(
        &self,
        entries: &[Slice],
    ) -> Result<Part<DynRankExtents, Strided<ModeArray<isize>>>, ShapeError> {
        By::Slice(entries).rearrange(self)
    }

    /// The mapping of a slice by run-time numbers, without the modes that have an index.
    ///
    /// # Errors
    /// As [`slice_by`](Self::slice_by), and [`ShapeError::NothingToChip`] where there is no index.
    ///
    /// ```
    /// use extents::rearrange::Slice;
    /// use extents::{Mapping, ShapeError, extents};
    /// let mapping = Mapping::new(extents![4, 6]);
    /// let row = mapping.chip_by(&[Slice::index(2), (..).into()])?;
    /// assert_eq!((row.offset(), row.mapping().extents().as_slice()), (12, &[6][..]));
    /// let error = mapping.chip_by(&[(..).into(), (..).into()]).unwrap_err();
    /// assert_eq!(error, ShapeError::NothingToChip);
    /// # Ok::<(), ShapeError>(())
    /// ```
    pub fn chip_by(
        &self,
        entries: &[Slice],
    ) -> Result<Part<DynRankExtents, Strided<ModeArray<isize>>>, ShapeError> {
        By::Chip(entries).rearrange(self)
    }
}
