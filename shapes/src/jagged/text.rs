//! How jagged shapes print: their slices in braces, smooth ones as extents.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::JaggedShape;
use super::tower::{LeafMode, Tower};
use crate::ShapeBase;

/// How many slices of a list are printed before the rest is left out.
const SHOWN: usize = 16;

/// Writes smooth slices as extents, jagged ones as their slices in braces, and an origin other than 0 after `at`.
/// Beyond 16 slices, only the number of the others is written.
///
/// ```
/// use extents_shapes::jagged;
/// assert_eq!(jagged![{ [10] }, { [20], [30] }]?.to_string(), "{{[10]}, {[20], [30]}}");
/// assert_eq!(jagged![[10], [20]]?.with_origin(&[1])?.to_string(), "{[10], [20]} at [1]");
/// # Ok::<(), extents_shapes::StructureError>(())
/// ```
impl fmt::Display for JaggedShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.tower {
            None => f.write_str("null"),
            Some(tower) => tower.write(f),
        }
    }
}

impl fmt::Debug for JaggedShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "JaggedShape(rank {}, {self})", self.rank())
    }
}

/// A list of slices whose brace is not closed yet.
struct Open {
    row: usize,
    entries: Range<usize>,
    shown: usize,
}

impl Tower {
    /// Writes all of the shape. The lists that are open stand on a stack: there may be more levels than calls in one
    /// another.
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut open: Vec<Open> = self.begin(f, 0, 0)?.into_iter().collect();
        loop {
            let level = open.len();
            let Some(list) = open.last_mut() else { return Ok(()) };
            match list.next(f)? {
                Some(entry) => open.extend(self.begin(f, level, entry)?),
                None => {
                    self.end(f, level.wrapping_sub(1), list.row)?;
                    open.pop();
                }
            }
        }
    }

    /// Writes a row, if it is smooth; else what its list begins with.
    fn begin(
        &self,
        f: &mut fmt::Formatter<'_>,
        level: usize,
        row: usize,
    ) -> Result<Option<Open>, fmt::Error> {
        let first = match self.levels.get(level..).unwrap_or(&[]) {
            [] => None,
            // The rows of the last level are smooth, if there are no leaves that differ.
            [mode] if self.leaves.iter().all(LeafMode::is_uniform) => {
                Some((mode.spans.len(row), mode.origin.get(row)))
            }
            [mode, ..] => {
                f.write_str("{")?;
                return Ok(Some(Open { row, entries: mode.spans.range(row), shown: 0 }));
            }
        };
        self.write_smooth(f, first, row)?;
        Ok(None)
    }

    /// Writes what the list of a row ends with.
    fn end(&self, f: &mut fmt::Formatter<'_>, level: usize, row: usize) -> fmt::Result {
        f.write_str("}")?;
        match self.levels.get(level).map_or(0, |mode| mode.origin.get(row)) {
            0 => Ok(()),
            origin => write!(f, " at [{origin}]"),
        }
    }

    /// The extents of a smooth slice and its origin; `first` are those of its first mode, where that is a level.
    fn write_smooth(
        &self,
        f: &mut fmt::Formatter<'_>,
        first: Option<(usize, usize)>,
        row: usize,
    ) -> fmt::Result {
        let leaf = self.leaves.iter().map(|mode| (mode.extent.get(row), mode.origin.get(row)));
        let modes = || first.into_iter().chain(leaf.clone());
        write_list(f, modes().map(|(extent, _)| extent))?;
        if modes().any(|(_, origin)| origin > 0) {
            f.write_str(" at ")?;
            write_list(f, modes().map(|(_, origin)| origin))?;
        }
        Ok(())
    }
}

impl Open {
    /// The next slice to write, after what stands before it.
    fn next(&mut self, f: &mut fmt::Formatter<'_>) -> Result<Option<usize>, fmt::Error> {
        let left = self.entries.len();
        if self.shown > 0 && left > 0 {
            f.write_str(", ")?;
        }
        if self.shown == SHOWN && left > 0 {
            write!(f, "and {left} more")?;
            return Ok(None);
        }
        self.shown = self.shown.saturating_add(1);
        Ok(self.entries.next())
    }
}

fn write_list(f: &mut fmt::Formatter<'_>, values: impl Iterator<Item = usize>) -> fmt::Result {
    f.write_str("[")?;
    for (at, value) in values.enumerate() {
        let comma = if at > 0 { ", " } else { "" };
        write!(f, "{comma}{value}")?;
    }
    f.write_str("]")
}
