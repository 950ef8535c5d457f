//! What is kept of a mode, as numbers, and what types know of it.

use crate::{
    ShapeError,
    error::{Bounded, Part},
};

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

    /// Creates one entry of a mode of this extent, counted from its end: the last one is 1.
    #[inline]
    pub const fn of_index_from_end(
        mode: usize,
        back: usize,
        extent: usize,
    ) -> Result<Self, ShapeError> {
        match extent.checked_sub(back) {
            Some(begin) if back > 0 => Ok(Kept { begin, count: 1, step: 1, is_index: true }),
            _ => Err(ShapeError::OutOfBounds {
                of: Bounded::IndexFromEnd { mode },
                number: back,
                limit: extent,
            }),
        }
    }
}

/// What the type of an entry knows: an index, or a range of which begin, count and step may be known.
#[derive(Clone, Copy, Debug)]
pub enum KnownEntry {
    /// The whole mode.
    Full,
    /// One entry.
    Single(Option<usize>),
    /// One entry, counted from the end of the mode.
    FromEnd(Option<usize>),
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
            KnownEntry::Full | KnownEntry::Single(None) | KnownEntry::FromEnd(None) => return None,
            KnownEntry::Single(Some(index)) => Kept::of_index(mode, index, extent),
            KnownEntry::FromEnd(Some(back)) => Kept::of_index_from_end(mode, back, extent),
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
