//! Where the elements of a slice are, found without making its shape.

use core::ops::Range;

use super::JaggedShape;
use super::find::within;
use super::tower::{LeafMode, Tower};
use crate::{ShapeBase, StructureError};
use extents::{ModeArray, ShapeError};

/// The slice at a partial index.
pub(crate) struct SliceAt {
    /// Which elements of the shape it has.
    pub(crate) elements: Range<usize>,
    /// Its extents, if it is smooth.
    pub(crate) extents: Option<ModeArray<usize>>,
}

impl JaggedShape {
    /// The slice at a partial index.
    pub(crate) fn slice_at(&self, prefix: &[usize]) -> Result<SliceAt, StructureError> {
        let Some(tower) = &self.tower else { return Err(ShapeError::Null.into()) };
        let (pins, rank) = (prefix.len(), tower.rank());
        if pins > rank {
            return Err(StructureError::TooManyPins { pins, rank });
        }
        let mut row = 0;
        let outside = || tower.outside(prefix);
        for (level, &index) in tower.levels.iter().zip(prefix) {
            let entries = level.spans.range(row);
            let step = within(index, level.origin.get(row), entries.len()).ok_or_else(outside)?;
            row = entries.start.wrapping_add(step);
        }
        if let Some(inner) = prefix.get(tower.levels.len()..) {
            return tower.leaf_slice(row, inner).ok_or_else(outside);
        }
        let first = |row| tower.first_element(pins, row);
        let elements = first(row)..first(row.wrapping_add(1));
        let extents = match tower.levels.get(pins..) {
            // The rows of the last level are smooth, if the leaves are all alike.
            Some([last]) if tower.leaves.iter().all(LeafMode::is_uniform) => {
                let leaf = tower.leaf(0);
                Some(core::iter::once(last.spans.len(row)).chain(leaf).collect())
            }
            _ => self.element(prefix)?.smooth_extents(),
        };
        Ok(SliceAt { elements, extents })
    }
}

#[cfg(feature = "arrow")]
impl JaggedShape {
    /// The first mode and row that do not begin at 0, and where they begin.
    pub(crate) fn first_origin(&self) -> Option<(usize, usize, usize)> {
        let tower = self.tower.as_ref()?;
        (0..tower.rank()).find_map(|mode| {
            let (_, origins, rows) = tower.mode(mode);
            let rows = if origins.is_uniform() { rows.min(1) } else { rows };
            let row = (0..rows).find(|&row| origins.get(row) != 0)?;
            Some((mode, row, origins.get(row)))
        })
    }
}

impl Tower {
    /// The slice of a leaf at the first of its coordinates.
    fn leaf_slice(&self, row: usize, prefix: &[usize]) -> Option<SliceAt> {
        let mut offset = 0_usize;
        for (leaf, &index) in self.leaves.iter().zip(prefix) {
            let extent = leaf.extent.get(row);
            let step = within(index, leaf.origin.get(row), extent)?;
            offset = offset.wrapping_mul(extent).wrapping_add(step);
        }
        let extents: ModeArray<usize> =
            self.leaves.iter().skip(prefix.len()).map(|leaf| leaf.extent.get(row)).collect();
        // A part of a leaf, whose elements are counted.
        let size = extents.iter().fold(1_usize, |size, &extent| size.wrapping_mul(extent));
        let begin = self.starts.start(row).wrapping_add(offset.wrapping_mul(size));
        Some(SliceAt { elements: begin..begin.wrapping_add(size), extents: Some(extents) })
    }
}
