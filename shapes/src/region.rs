//! [`Region`]: which part of a shape a slice or a chip takes.

use alloc::vec::Vec;

use super::StructureError;
use extents::{ModeArray, ShapeError};

/// The part of a shape that a slice or a chip takes, in absolute indices.
///
/// ```
/// use extents_shapes::{AsRegion, Region};
/// assert_eq!([2].as_region(), Region::Pins(&[2]));
/// let corner = ([0, 0], [5, 5]);
/// assert_eq!(corner.as_region(), Region::Box { first: &[0, 0], last: &[5, 5] });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Region<'a> {
    /// One index for each of the first modes; the other modes are taken whole.
    Pins(&'a [usize]),
    /// All indices between two corners.
    Box {
        /// The first index of the region, with one coordinate for each mode.
        first: &'a [usize],
        /// One past the last coordinate of each mode.
        last: &'a [usize],
    },
}

/// A type that can be given as a region: `2` and `[2, 0]` pin the first modes, `([0, 0], [5, 5])` is a box.
///
/// ```
/// use extents_shapes::{Shape, ShapeBase};
/// use extents::extents;
/// let s = Shape::new(extents![10, 20]);
/// assert_eq!(s.slice(2)?.to_string(), "[1, 20] at [2, 0]");
/// assert_eq!(s.slice(([0, 3], [5, 5]))?.to_string(), "[5, 2] at [0, 3]");
/// # Ok::<(), extents_shapes::StructureError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a region of a shape",
    label = "expected pins such as `[2]`, or a box such as `([0, 0], [5, 5])`"
)]
pub trait AsRegion {
    /// Returns the region.
    fn as_region(&self) -> Region<'_>;
}

impl AsRegion for Region<'_> {
    fn as_region(&self) -> Region<'_> {
        *self
    }
}

impl AsRegion for usize {
    fn as_region(&self) -> Region<'_> {
        Region::Pins(core::slice::from_ref(self))
    }
}

macro_rules! lists {
    ($([$($generics:tt)*] $list:ty;)*) => {$(
        impl<$($generics)*> AsRegion for $list {
            fn as_region(&self) -> Region<'_> {
                Region::Pins(&self[..])
            }
        }

        impl<$($generics)*> AsRegion for ($list, $list) {
            fn as_region(&self) -> Region<'_> {
                Region::Box { first: &self.0[..], last: &self.1[..] }
            }
        }
    )*};
}
lists! {
    [const N: usize] [usize; N];
    [const N: usize] &[usize; N];
    [] &[usize];
    [] Vec<usize>;
    [] &Vec<usize>;
    [] ModeArray<usize>;
    [] &ModeArray<usize>;
}

/// What a region takes of one mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pick {
    /// All of it, wherever it begins and ends.
    Full,
    /// One coordinate.
    Pin(usize),
    /// A range; `first <= last`.
    Range { first: usize, last: usize },
}

impl Pick {
    /// Whether a chip drops the mode.
    pub(crate) fn is_dropped(self) -> bool {
        match self {
            Pick::Full => false,
            Pick::Pin(_) => true,
            Pick::Range { first, last } => last.wrapping_sub(first) == 1,
        }
    }

    /// The coordinates taken of a row that spans `begin..end`, cut to it: begin and end.
    pub(crate) fn clipped(self, begin: usize, end: usize) -> (usize, usize) {
        match self {
            Pick::Full => (begin, end),
            Pick::Pin(pin) => {
                let first = pin.clamp(begin, end);
                (first, pin.saturating_add(1).clamp(first, end))
            }
            Pick::Range { first, last } => {
                let first = first.clamp(begin, end);
                (first, last.clamp(first, end))
            }
        }
    }

    /// The coordinates taken of a row that spans `begin..end`: begin and end.
    pub(crate) fn strict(
        self,
        mode: usize,
        row: usize,
        begin: usize,
        end: usize,
    ) -> Result<(usize, usize), StructureError> {
        match self {
            Pick::Full => Ok((begin, end)),
            Pick::Pin(index) if (begin..end).contains(&index) => Ok((index, index.wrapping_add(1))),
            Pick::Pin(index) => {
                Err(StructureError::IndexOutOfBounds { mode, row, index, begin, end })
            }
            Pick::Range { first, last } if begin <= first && last <= end => Ok((first, last)),
            Pick::Range { first, last } => {
                Err(StructureError::SliceOutOfBounds { mode, row, first, last, begin, end })
            }
        }
    }
}

/// What a region takes of each mode of a shape of this rank.
pub(crate) fn picks(region: Region<'_>, rank: usize) -> Result<ModeArray<Pick>, StructureError> {
    match region {
        Region::Pins(pins) if pins.len() > rank => {
            Err(StructureError::TooManyPins { pins: pins.len(), rank })
        }
        Region::Pins(pins) => {
            let pinned = pins.iter().map(|&pin| Pick::Pin(pin));
            Ok(pinned.chain(core::iter::repeat(Pick::Full)).take(rank).collect())
        }
        Region::Box { first, last } => {
            for corner in [first, last] {
                if corner.len() != rank {
                    return Err(ShapeError::RankMismatch { expected: rank, found: corner.len() })?;
                }
            }
            let pairs = first.iter().zip(last).enumerate();
            pairs
                .map(|(mode, (&begin, &end))| {
                    if begin > end {
                        return Err(ShapeError::BeginAfterEnd { mode, begin, end }.into());
                    }
                    Ok(Pick::Range { first: begin, last: end })
                })
                .collect()
        }
    }
}
