//! How jagged shapes print: their slices in braces, smooth ones as extents.

use core::fmt;

use super::JaggedShape;
use super::tower::Tower;
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
            Some(tower) => tower.write(f, 0, 0),
        }
    }
}

impl fmt::Debug for JaggedShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "JaggedShape(rank {}, {self})", self.rank())
    }
}

impl Tower {
    fn write(&self, f: &mut fmt::Formatter<'_>, level: usize, row: usize) -> fmt::Result {
        let rest = self.levels.get(level..).unwrap_or(&[]);
        // The rows of the last level are smooth, if there are no leaves that differ.
        let (mode, is_last) = match rest {
            [] => return self.write_smooth(f, None, row),
            [mode] => (
                mode,
                self.leaves.iter().all(|leaf| leaf.extent.is_uniform() && leaf.origin.is_uniform()),
            ),
            [mode, ..] => (mode, false),
        };
        if is_last {
            return self.write_smooth(f, Some((mode.spans.len(row), mode.origin.get(row))), row);
        }
        let entries = mode.spans.range(row);
        f.write_str("{")?;
        for (at, entry) in entries.clone().enumerate() {
            if at > 0 {
                f.write_str(", ")?;
            }
            if at == SHOWN {
                write!(f, "and {} more", entries.len().saturating_sub(SHOWN))?;
                break;
            }
            self.write(f, level.saturating_add(1), entry)?;
        }
        f.write_str("}")?;
        match mode.origin.get(row) {
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

fn write_list(f: &mut fmt::Formatter<'_>, values: impl Iterator<Item = usize>) -> fmt::Result {
    f.write_str("[")?;
    for (at, value) in values.enumerate() {
        let comma = if at > 0 { ", " } else { "" };
        write!(f, "{comma}{value}")?;
    }
    f.write_str("]")
}
