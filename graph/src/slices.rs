//! [`AxisSlice`]: a part of an axis, written as in Python.

use crate::error::Counted;
use core::num::IntErrorKind;
use core::ops::{Range, RangeFrom, RangeFull, RangeTo};
use core::str::FromStr;

use super::error::{DescriptionError, short};
use super::{Axes, Axis};

/// A slice of an axis: one entry, or the entries from a start to a stop with a step.
///
/// Negative numbers count from the end, and a start or stop beyond the ends is moved to them, as in Python. An index
/// must be within the axis.
///
/// ```
/// use extents_graph::AxisSlice;
/// assert_eq!(AxisSlice::from(..-1).length_of(10)?, 9);
/// assert_eq!("::-1".parse::<AxisSlice>()?, AxisSlice::from(..).step_by(-1));
/// assert_eq!("5:0:-1".parse::<AxisSlice>()?.length_of(10)?, 5);
/// assert_eq!("5:0".parse::<AxisSlice>()?.length_of(10)?, 0);
/// # Ok::<(), extents_graph::DescriptionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AxisSlice {
    /// One entry; the axis is dropped.
    Entry(i64),
    /// The entries from `start` up to `stop`, excluded, with a step.
    Part {
        /// The first entry; by default the first in the direction of the step.
        start: Option<i64>,
        /// The entry at which it stops; by default one past the last in the direction of the step.
        stop: Option<i64>,
        /// The distance from each entry to the next.
        step: i64,
    },
}

/// A slice on an axis of known length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    Entry(usize),
    Part { begin: usize, step: isize, length: usize },
}

impl AxisSlice {
    /// Returns the same slice with another step. An index is not changed.
    ///
    /// ```
    /// use extents_graph::AxisSlice;
    /// assert_eq!(AxisSlice::from(..).step_by(3).length_of(10)?, 4);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    #[must_use]
    pub fn step_by(self, step: i64) -> Self {
        match self {
            AxisSlice::Entry(_) => self,
            AxisSlice::Part { start, stop, .. } => AxisSlice::Part { start, stop, step },
        }
    }

    /// Returns the length of the slice of an axis of this length. An index has length 1.
    ///
    /// # Errors
    /// Returns [`DescriptionError::Step`], [`DescriptionError::IndexOutOfBounds`].
    ///
    /// ```
    /// use extents_graph::AxisSlice;
    /// assert_eq!(AxisSlice::from(5..0).step_by(-1).length_of(10)?, 5);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn length_of(self, length: usize) -> Result<usize, DescriptionError> {
        match self.on(&Axis::new("0", length))? {
            Cut::Entry(_) => Ok(1),
            Cut::Part { length, .. } => Ok(length),
        }
    }

    /// Whether it is the whole axis as it is.
    pub(super) fn is_all(self) -> bool {
        self == AxisSlice::default()
    }

    /// The slice with its numbers, on an axis whose length is known.
    pub(super) fn on(self, axis: &Axis) -> Result<Cut, DescriptionError> {
        let length = axis.known()?;
        // In 128 bits neither a length nor a sum of two of these numbers overflows.
        let entries = i128::try_from(length).unwrap_or(i128::MAX);
        let from_end = |at: i64| {
            let at = i128::from(at);
            if at < 0 { at.saturating_add(entries) } else { at }
        };
        match self {
            AxisSlice::Entry(index) => {
                let error = || {
                    let index = index.into();
                    DescriptionError::IndexOutOfBounds { axis: short(axis), index, length }
                };
                let at = usize::try_from(from_end(index)).ok().filter(|at| *at < length);
                at.map(Cut::Entry).ok_or_else(error)
            }
            AxisSlice::Part { step: 0, .. } => {
                Err(DescriptionError::Step { axis: short(axis), step: 0 })
            }
            AxisSlice::Part { start, stop, step } => {
                // Going forward the ends are 0 and `entries`; going back they are one less.
                let (low, high) =
                    if step > 0 { (0, entries) } else { (-1, entries.saturating_sub(1)) };
                let (first, last) = if step > 0 { (low, high) } else { (high, low) };
                let begin = start.map_or(first, |at| from_end(at).clamp(low, high));
                let end = stop.map_or(last, |at| from_end(at).clamp(low, high));
                let way =
                    if step > 0 { end.saturating_sub(begin) } else { begin.saturating_sub(end) };
                let stride = i128::from(step).unsigned_abs();
                let count = way.max(0).unsigned_abs().div_ceil(stride);
                let too_large = |_| DescriptionError::TooLarge { what: "the step of a slice" };
                Ok(Cut::Part {
                    // A slice without entries begins nowhere.
                    begin: usize::try_from(begin).ok().filter(|_| count > 0).unwrap_or(0),
                    step: isize::try_from(step).map_err(too_large)?,
                    length: usize::try_from(count).unwrap_or(length),
                })
            }
        }
    }
}

/// Slices may be fewer than axes, not more.
pub(super) fn check_count(axes: &Axes, slices: &[AxisSlice]) -> Result<(), DescriptionError> {
    if slices.len() > axes.rank() {
        return Err(DescriptionError::CountMismatch {
            of: Counted::Slices,
            expected: axes.rank(),
            found: slices.len(),
        });
    }
    Ok(())
}

/// Returns the slice that is the whole axis.
impl Default for AxisSlice {
    fn default() -> Self {
        AxisSlice::Part { start: None, stop: None, step: 1 }
    }
}

impl From<i64> for AxisSlice {
    fn from(index: i64) -> Self {
        AxisSlice::Entry(index)
    }
}

impl From<Range<i64>> for AxisSlice {
    fn from(range: Range<i64>) -> Self {
        AxisSlice::Part { start: Some(range.start), stop: Some(range.end), step: 1 }
    }
}

impl From<RangeFrom<i64>> for AxisSlice {
    fn from(range: RangeFrom<i64>) -> Self {
        AxisSlice::Part { start: Some(range.start), stop: None, step: 1 }
    }
}

impl From<RangeTo<i64>> for AxisSlice {
    fn from(range: RangeTo<i64>) -> Self {
        AxisSlice::Part { start: None, stop: Some(range.end), step: 1 }
    }
}

impl From<RangeFull> for AxisSlice {
    fn from(_: RangeFull) -> Self {
        AxisSlice::default()
    }
}

/// Reads Python's notation: `3`, `-1`, `2:7`, `:5`, `::-1`.
impl FromStr for AxisSlice {
    type Err = DescriptionError;
    fn from_str(text: &str) -> Result<Self, DescriptionError> {
        let number = |part: usize, text: &str| -> Result<Option<i64>, DescriptionError> {
            match text.trim() {
                "" => Ok(None),
                text => match text.parse::<i64>() {
                    Ok(number) => Ok(Some(number)),
                    Err(error) => Err(DescriptionError::SliceText { part, kind: *error.kind() }),
                },
            }
        };
        let mut parts = text.splitn(3, ':').enumerate();
        let mut next = || parts.next().map(|(part, text)| number(part, text)).transpose();
        let (start, stop, step) = (next()?, next()?, next()?);
        match (start, stop, step) {
            (Some(index), None, _) => {
                let empty = DescriptionError::SliceText { part: 0, kind: IntErrorKind::Empty };
                index.map(AxisSlice::Entry).ok_or(empty)
            }
            (start, stop, step) => Ok(AxisSlice::Part {
                start: start.flatten(),
                stop: stop.flatten(),
                step: step.flatten().unwrap_or(1),
            }),
        }
    }
}
