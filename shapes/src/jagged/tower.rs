//! [`Tower`]: how a jagged shape is stored, in the one way that its indices allow.

use alloc::vec;
use alloc::vec::Vec;

use super::run::{Column, reserve};
use super::spans::{MOST, Spans, uniform_overflow};
use crate::StructureError;
use extents::{ModeArray, ShapeError, check_size};

/// A jagged shape: a level for each of the first modes, and what is left of the rows of the last level, the
/// leaves, which are smooth.
///
/// The rows of level `k` are the prefixes of `k` coordinates; its entries are the rows of level `k + 1`.
///
/// INVARIANT, which makes equal shapes equal towers: rows that are all alike are stored as one number; the levels
/// are as few as can be, but where of all leaf modes only the first varies, it is a level of its own. All counts
/// are at most [`MOST`], each origin plus its extent is a `usize`, and each leaf passes `check_size`.
#[derive(Clone, Debug)]
pub(super) struct Tower {
    pub(super) levels: Vec<Level>,
    pub(super) leaves: Vec<LeafMode>,
    /// Which elements each leaf has.
    pub(super) starts: Spans,
    /// The rows of each level, and behind them the number of leaves.
    pub(super) rows: Vec<usize>,
    pub(super) size: usize,
    /// The modes that were spelled out slice by slice, which may be more than the rows ask for. No part of `==`.
    pub(super) outer_rank: usize,
}

/// A mode that is divided row by row.
#[derive(Clone, Debug)]
pub(super) struct Level {
    pub(super) spans: Spans,
    pub(super) origin: Column,
}

/// A mode of the leaves.
#[derive(Clone, Debug)]
pub(super) struct LeafMode {
    pub(super) extent: Column,
    pub(super) origin: Column,
}

impl LeafMode {
    pub(super) fn uniform(extent: usize, origin: usize) -> Self {
        LeafMode { extent: Column::Uniform(extent), origin: Column::Uniform(origin) }
    }

    pub(super) fn is_uniform(&self) -> bool {
        self.extent.is_uniform() && self.origin.is_uniform()
    }

    /// Whether the children of each row have one extent and one origin.
    fn is_constant(&self, spans: &Spans, parents: usize) -> bool {
        is_constant(&self.extent, spans, parents) && is_constant(&self.origin, spans, parents)
    }

    /// Gives each child what its row has; there are so many rows and children.
    pub(super) fn give_children(
        &mut self,
        spans: &Spans,
        rows: usize,
        children: usize,
    ) -> Result<(), ShapeError> {
        if !matches!(spans, Spans::Uniform(1)) {
            for column in [&mut self.extent, &mut self.origin] {
                let parents = (0..rows).flat_map(|row| core::iter::repeat_n(row, spans.len(row)));
                *column = column.gather(children, parents)?;
            }
        }
        Ok(())
    }

    /// Leaves each row what its first child has.
    fn take_firsts(&mut self, spans: &Spans, parents: usize) -> Result<(), ShapeError> {
        // The only children of rows are as many as these, and stand in their order.
        if !matches!(spans, Spans::Uniform(1)) {
            for column in [&mut self.extent, &mut self.origin] {
                *column = column.gather(parents, (0..parents).map(|parent| spans.start(parent)))?;
            }
        }
        Ok(())
    }
}

impl Tower {
    /// The tower of these levels and leaves, in canonical form.
    pub(super) fn new(
        levels: Vec<Level>,
        leaves: Vec<LeafMode>,
        outer_rank: usize,
    ) -> Result<Self, StructureError> {
        let mut parts = Parts { levels, leaves, rows: Vec::new() };
        parts.count()?;
        parts.simplify();
        parts.lower()?;
        parts.raise()?;
        let Parts { levels, leaves, rows } = parts;
        let mut tower =
            Tower { levels, leaves, starts: Spans::Uniform(1), rows, size: 0, outer_rank };
        tower.check_origins()?;
        tower.measure()?;
        Ok(tower)
    }

    pub(super) fn rank(&self) -> usize {
        self.levels.len().saturating_add(self.leaves.len())
    }

    pub(super) fn leaf_count(&self) -> usize {
        self.rows.last().copied().unwrap_or(0)
    }

    /// The extents and origins of the rows of a mode, and how many there are.
    pub(super) fn mode(&self, mode: usize) -> (Column, Column, usize) {
        let rows = self.rows.get(mode).copied().unwrap_or_else(|| self.leaf_count());
        if let Some(level) = self.levels.get(mode) {
            (Column::Lengths(level.spans.clone()), level.origin.clone(), rows)
        } else {
            let leaf = self.leaves.get(mode.wrapping_sub(self.levels.len()));
            leaf.map_or((Column::Uniform(0), Column::Uniform(0), 0), |leaf| {
                (leaf.extent.clone(), leaf.origin.clone(), rows)
            })
        }
    }

    /// The first element of a row of a level, or of a leaf.
    pub(super) fn first_element(&self, level: usize, row: usize) -> usize {
        let levels = self.levels.get(level..).unwrap_or(&[]);
        self.starts.start(levels.iter().fold(row, |row, level| level.spans.start(row)))
    }

    /// The extents of a leaf.
    pub(super) fn leaf(&self, row: usize) -> ModeArray<usize> {
        self.leaves.iter().map(|mode| mode.extent.get(row)).collect()
    }

    /// Fills in which elements each leaf has.
    fn measure(&mut self) -> Result<(), StructureError> {
        let level = self.levels.len();
        let leaves = self.leaf_count();
        if self.leaves.iter().all(|mode| mode.extent.is_uniform()) {
            let leaf = self.leaf(0);
            check_size(&leaf)?;
            let each = leaf.iter().fold(1_usize, |size, &extent| size.wrapping_mul(extent));
            let size = leaves.checked_mul(each).filter(|&size| size <= MOST);
            self.size = size.ok_or_else(|| uniform_overflow(level, each))?;
            self.starts = Spans::Uniform(each);
            return Ok(());
        }
        // Without rows too, an extent of all of them is one that shapes may have.
        for (n, leaf) in self.leaves.iter().enumerate().filter(|(_, leaf)| leaf.extent.is_uniform())
        {
            let (mode, extent) = (level.saturating_add(n), leaf.extent.get(0));
            if check_size(&[extent]).is_err() {
                return Err(ShapeError::SizeOverflow { mode, elements: 1, extent }.into());
            }
        }
        let mut sizes = Vec::new();
        reserve(&mut sizes, leaves)?;
        for row in 0..leaves {
            let leaf = self.leaf(row);
            check_size(&leaf)?;
            sizes.push(leaf.iter().fold(1_usize, |size, &extent| size.wrapping_mul(extent)));
        }
        self.starts = Spans::from_lengths(level, sizes.into_iter(), Vec::new())?;
        self.size = self.starts.start(leaves);
        Ok(())
    }

    fn check_origins(&self) -> Result<(), StructureError> {
        for mode in 0..self.rank() {
            let (extents, origins, rows) = self.mode(mode);
            if matches!(origins, Column::Uniform(0)) {
                continue;
            }
            let rows = if extents.is_uniform() && origins.is_uniform() { 1 } else { rows };
            for row in 0..rows {
                let (origin, extent) = (origins.get(row), extents.get(row));
                if origin.checked_add(extent).is_none() {
                    return Err(StructureError::OriginOverflow { mode, origin, extent });
                }
            }
        }
        Ok(())
    }

    pub(super) fn equals(&self, other: &Self) -> bool {
        self.rows == other.rows
            && self.levels.len() == other.levels.len()
            && self.leaves.len() == other.leaves.len()
            && self.levels.iter().zip(&other.levels).zip(&self.rows).all(|((a, b), &rows)| {
                a.spans.equals(&b.spans, rows) && a.origin.equals(&b.origin, rows)
            })
            && self.leaves.iter().zip(&other.leaves).all(|(a, b)| {
                let rows = self.leaf_count();
                a.extent.equals(&b.extent, rows) && a.origin.equals(&b.origin, rows)
            })
    }
}

/// A tower in the making.
struct Parts {
    levels: Vec<Level>,
    leaves: Vec<LeafMode>,
    rows: Vec<usize>,
}

impl Parts {
    /// Counts the rows of each level.
    fn count(&mut self) -> Result<(), StructureError> {
        self.rows = vec![1];
        let mut rows = 1_usize;
        for (mode, level) in self.levels.iter().enumerate() {
            rows = match &level.spans {
                Spans::Uniform(length) => {
                    let entries = rows.checked_mul(*length).filter(|&rows| rows <= MOST);
                    entries.ok_or_else(|| uniform_overflow(mode, *length))?
                }
                spans => spans.start(rows),
            };
            self.rows.push(rows);
        }
        Ok(())
    }

    fn rows_of(&self, level: usize) -> usize {
        self.rows.get(level).copied().unwrap_or(0)
    }

    /// One number for each mode whose rows are alike.
    fn simplify(&mut self) {
        for (level, &rows) in self.levels.iter_mut().zip(&self.rows) {
            replace(&mut level.spans, |spans| spans.simplified(rows));
            replace(&mut level.origin, |origin| origin.simplified(rows));
            if rows == 0 && !matches!(level.spans, Spans::Uniform(_)) {
                level.origin = Column::Uniform(0);
            }
        }
        self.simplify_leaves();
    }

    fn simplify_leaves(&mut self) {
        let rows = self.rows_of(self.levels.len());
        for mode in &mut self.leaves {
            replace(&mut mode.extent, |extent| extent.simplified(rows));
            replace(&mut mode.origin, |origin| origin.simplified(rows));
            // No row tells where the mode begins, however it came to have none.
            if rows == 0 && !mode.extent.is_uniform() {
                mode.origin = Column::Uniform(0);
            }
        }
    }

    /// Turns levels into leaf modes, from the last one on, as long as that loses nothing.
    fn lower(&mut self) -> Result<(), StructureError> {
        // The innermost first, so that each level comes behind them.
        let mut leaves = core::mem::take(&mut self.leaves);
        leaves.reverse();
        let mut varying = varying(&leaves);
        while let Some(level) = self.levels.last() {
            let depth = self.levels.len();
            let parents = self.rows_of(depth.wrapping_sub(1));
            let varies = |leaf: &LeafMode| !leaf.is_constant(&level.spans, parents);
            if varying.iter().filter_map(|&at| leaves.get(at)).any(varies) {
                break;
            }
            let Some(Level { spans, origin }) = self.levels.pop() else { break };
            for &at in &varying {
                if let Some(leaf) = leaves.get_mut(at) {
                    leaf.take_firsts(&spans, parents)?;
                }
            }
            // A level whose spans all are one number is a uniform leaf mode.
            let extent = match spans {
                Spans::Uniform(length) => Column::Uniform(length),
                spans => Column::Lengths(spans),
            };
            let leaf = LeafMode { extent, origin };
            if !leaf.is_uniform() {
                varying.push(leaves.len());
            }
            leaves.push(leaf);
            self.rows.truncate(depth);
        }
        leaves.reverse();
        self.leaves = leaves;
        self.simplify_leaves();
        Ok(())
    }

    /// Makes the first leaf mode a level, where it alone varies; else puts lengths into arrays.
    fn raise(&mut self) -> Result<(), StructureError> {
        let rows = self.rows_of(self.levels.len());
        let alone = match self.leaves.split_first() {
            Some((first, rest)) => !first.is_uniform() && rest.iter().all(LeafMode::is_uniform),
            None => false,
        };
        if !alone {
            for mode in &mut self.leaves {
                mode.extent = mode.extent.clone().into_array(rows)?;
            }
            return Ok(());
        }
        let LeafMode { extent, origin } = self.leaves.remove(0);
        let spans = match extent {
            Column::Uniform(length) => Spans::Uniform(length),
            Column::Lengths(spans) => spans,
            Column::Varying(lengths) => {
                let lengths = lengths.as_slice().iter().copied();
                Spans::from_lengths(self.levels.len(), lengths, Vec::new())?
            }
        };
        self.levels.push(Level { spans, origin });
        self.count()
    }
}

/// The places of the leaf modes that are not uniform. The others stay as they are, whatever rows there are.
pub(super) fn varying(leaves: &[LeafMode]) -> Vec<usize> {
    let varying = leaves.iter().enumerate().filter(|(_, leaf)| !leaf.is_uniform());
    varying.map(|(at, _)| at).collect()
}

/// Whether the children of each row have one value of a column.
fn is_constant(column: &Column, spans: &Spans, parents: usize) -> bool {
    column.is_uniform()
        || matches!(spans, Spans::Uniform(1))
        || (0..parents).all(|parent| {
            let mut children = spans.range(parent);
            // A row without children has no value to keep.
            children.next().is_some_and(|first| {
                let value = column.get(first);
                children.all(|child| column.get(child) == value)
            })
        })
}

fn replace<T: Clone>(place: &mut T, change: impl FnOnce(T) -> T) {
    *place = change(place.clone());
}
