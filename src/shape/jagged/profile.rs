//! [`Profile`]: what the extent of a mode depends on. Composition takes shapes apart into profiles and puts
//! the result together from them.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use super::JaggedShape;
use super::run::{Column, reserve};
use super::spans::Spans;
use super::tower::{LeafMode, Level, Tower};
use crate::shape::StructureError;
use crate::{ModeArray, ShapeError};

/// The extents of a mode, and what they depend on.
#[derive(Clone, Debug)]
pub(crate) enum Profile {
    /// One extent and one origin.
    Smooth { extent: usize, origin: usize },
    /// An extent and an origin for each row; `parents` are the modes whose coordinates tell which row.
    Ragged { parents: Vec<usize>, rows: Rows },
}

/// The rows of a ragged mode.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    /// Which row the coordinates of the parents belong to; `None` where there is one parent, whose
    /// coordinate is the row.
    keys: Option<BTreeMap<Vec<usize>, usize>>,
    extents: Column,
    origins: Column,
    count: usize,
}

impl Rows {
    /// A row for each coordinate of one parent, all of this origin.
    pub(crate) fn of_one_parent(extents: Vec<usize>, origin: usize) -> Self {
        let count = extents.len();
        Rows { keys: None, extents: Column::new(extents), origins: Column::Uniform(origin), count }
    }

    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// The extent and the origin of a row.
    pub(crate) fn get(&self, row: usize) -> (usize, usize) {
        (self.extents.get(row), self.origins.get(row))
    }

    /// The row of these coordinates, one a parent.
    pub(crate) fn find(&self, coordinates: impl Iterator<Item = usize>) -> Option<usize> {
        match &self.keys {
            None => coordinates.last().filter(|&row| row < self.count),
            Some(keys) => keys.get(&coordinates.collect::<Vec<_>>()).copied(),
        }
    }

    /// The first row whose extent or origin is another in `other`, or which only one of them has.
    pub(crate) fn first_unlike(&self, other: &Self) -> Option<usize> {
        if let (None, None) = (&self.keys, &other.keys)
            && self.count == other.count
            && self.extents.equals(&other.extents, self.count)
            && self.origins.equals(&other.origins, self.count)
        {
            return None;
        }
        let key = match (&self.keys, &other.keys) {
            (None, None) => None,
            // Rows are numbered in the order of their keys.
            (Some(left), Some(right)) => left.keys().zip(right.keys()).position(|(a, b)| a != b),
            _ => Some(0),
        };
        let (least, most) = (self.count.min(other.count), self.count.max(other.count));
        let value = (0..least).find(|&row| self.get(row) != other.get(row));
        key.into_iter().chain(value).chain(least..most).min()
    }

    /// The same rows for parents in another order: `order` says for each new place the old one.
    pub(crate) fn reordered(&self, order: &[usize]) -> Result<Self, StructureError> {
        let Some(keys) = &self.keys else { return Ok(self.clone()) };
        let moved = keys.iter().map(|(key, &row)| {
            let key: Vec<usize> = order.iter().filter_map(|&at| key.get(at).copied()).collect();
            (key, row)
        });
        let moved: BTreeMap<Vec<usize>, usize> = moved.collect();
        let rows: Vec<usize> = moved.values().copied().collect();
        Ok(Rows {
            extents: self.extents.gather(rows.len(), rows.iter().copied())?,
            origins: self.origins.gather(rows.len(), rows.iter().copied())?,
            keys: Some(moved.into_keys().zip(0..).collect()),
            count: self.count,
        })
    }

    /// Whether coordinate `n` of the one parent is row `n`, for all below `extent`.
    fn is_column(&self, extent: usize) -> bool {
        self.keys.is_none() && self.count == extent
    }
}

impl JaggedShape {
    /// What the extent of each mode depends on. A parent is named only if
    /// the extent cannot be told without it.
    pub(crate) fn profiles(&self) -> Result<Vec<Profile>, StructureError> {
        let Some(tower) = &self.tower else { return Err(ShapeError::Null.into()) };
        (0..tower.rank()).map(|mode| tower.profile(mode)).collect()
    }

    /// The shape whose modes have these profiles; parents stand before the modes that depend on them.
    pub(crate) fn of_profiles(profiles: &[Profile]) -> Result<Self, StructureError> {
        let last_parent = profiles.iter().filter_map(|profile| match profile {
            Profile::Smooth { .. } => None,
            Profile::Ragged { parents, .. } => parents.iter().max(),
        });
        let outer = last_parent.max().map_or(0, |&parent| parent.saturating_add(1));
        let mut making = Making { profiles, outer, columns: Vec::new(), prefix: Vec::new() };
        making.columns = profiles.iter().map(|_| (Vec::new(), Vec::new())).collect();
        if let [Profile::Smooth { extent, origin }, rest @ ..] = profiles
            && outer == 1
            && rest.iter().all(|profile| match profile {
                Profile::Smooth { .. } => true,
                Profile::Ragged { rows, .. } => rows.is_column(*extent),
            })
        {
            // The rows of each mode are the entries of mode 0, so their columns are taken as they are.
            let level = Level { spans: Spans::Uniform(*extent), origin: Column::Uniform(*origin) };
            let leaves = rest.iter().map(|profile| match profile {
                Profile::Smooth { extent, origin } => LeafMode::uniform(*extent, *origin),
                Profile::Ragged { rows, .. } => {
                    LeafMode { extent: rows.extents.clone(), origin: rows.origins.clone() }
                }
            });
            return Ok(Self::from_tower(Tower::new(vec![level], leaves.collect(), 1)?));
        }
        making.fill(0)?;
        let (mut levels, mut leaves) = (Vec::new(), Vec::new());
        for (mode, (profile, (extents, origins))) in profiles.iter().zip(making.columns).enumerate()
        {
            let leaf = match profile {
                Profile::Smooth { extent, origin } => LeafMode::uniform(*extent, *origin),
                Profile::Ragged { .. } => {
                    LeafMode { extent: Column::new(extents), origin: Column::new(origins) }
                }
            };
            if mode >= outer {
                leaves.push(leaf);
                continue;
            }
            let spans = match leaf.extent {
                Column::Varying(lengths) => {
                    Spans::from_lengths(mode, lengths.as_slice().iter().copied(), Vec::new())?
                }
                extent => Spans::Uniform(extent.get(0)),
            };
            levels.push(Level { spans, origin: leaf.origin });
        }
        Ok(Self::from_tower(Tower::new(levels, leaves, outer)?))
    }
}

/// A shape in the making: the extents and origins of the rows of each ragged mode, row after row.
struct Making<'a> {
    profiles: &'a [Profile],
    /// How many of the first modes have rows of their own.
    outer: usize,
    columns: Vec<(Vec<usize>, Vec<usize>)>,
    prefix: Vec<usize>,
}

impl Making<'_> {
    /// Adds the rows below the current prefix, which has `mode` coordinates.
    fn fill(&mut self, mode: usize) -> Result<(), StructureError> {
        if mode == self.outer {
            return (mode..self.profiles.len()).try_for_each(|leaf| self.add(leaf).map(drop));
        }
        let extent = self.add(mode)?;
        for entry in 0..extent {
            self.prefix.push(entry);
            self.fill(mode.saturating_add(1))?;
            self.prefix.pop();
        }
        Ok(())
    }

    /// Adds the row of a mode that the current prefix leads to, and gives its extent.
    fn add(&mut self, mode: usize) -> Result<usize, StructureError> {
        match self.profiles.get(mode) {
            Some(Profile::Smooth { extent, .. }) => Ok(*extent),
            Some(Profile::Ragged { parents, rows }) => {
                let prefix = &self.prefix;
                let coordinates =
                    parents.iter().map(|&parent| prefix.get(parent).copied().unwrap_or(0));
                // Rows that no operand has are empty.
                let (extent, origin) = rows.find(coordinates).map_or((0, 0), |row| rows.get(row));
                if let Some((extents, origins)) = self.columns.get_mut(mode) {
                    reserve(extents, 1)?;
                    reserve(origins, 1)?;
                    extents.push(extent);
                    origins.push(origin);
                }
                Ok(extent)
            }
            None => Err(ShapeError::ModeOutOfRange { mode, rank: self.profiles.len() }.into()),
        }
    }
}

impl Tower {
    fn profile(&self, mode: usize) -> Result<Profile, StructureError> {
        let (extents, origins, count) = self.mode(mode);
        let (extents, origins) = (extents.simplified(count), origins.simplified(count));
        if extents.is_uniform() && origins.is_uniform() {
            return Ok(Profile::Smooth { extent: extents.get(0), origin: origins.get(0) });
        }
        let depth = mode.min(self.levels.len());
        if depth <= 1 {
            let rows = Rows { keys: None, extents, origins, count };
            return Ok(Profile::Ragged { parents: vec![0], rows });
        }
        let mut parents: Vec<usize> = (0..depth).collect();
        let value = |row: usize| (extents.get(row), origins.get(row));
        let mut keys = self.keys(&parents, depth, value);
        for parent in 0..depth {
            let fewer: Vec<usize> = parents.iter().copied().filter(|&p| p != parent).collect();
            if let Some(found) = self.keys(&fewer, depth, value) {
                (parents, keys) = (fewer, Some(found));
            }
        }
        // Rows in the order of their coordinates, one for all that have the same.
        let keys = keys.unwrap_or_default();
        let firsts: Vec<usize> = keys.values().copied().collect();
        let count = firsts.len();
        let keys: BTreeMap<Vec<usize>, usize> = keys.into_keys().zip(0..).collect();
        let is_dense = parents.len() == 1 && keys.iter().all(|(key, row)| key.first() == Some(row));
        let rows = Rows {
            keys: (!is_dense).then_some(keys),
            extents: extents.gather(count, firsts.iter().copied())?,
            origins: origins.gather(count, firsts.iter().copied())?,
            count,
        };
        Ok(Profile::Ragged { parents, rows })
    }

    /// For each coordinates of these modes the first row at a depth that has them, if all that have them
    /// have the same value.
    fn keys(
        &self,
        modes: &[usize],
        depth: usize,
        value: impl Fn(usize) -> (usize, usize) + Copy,
    ) -> Option<BTreeMap<Vec<usize>, usize>> {
        let mut keys = BTreeMap::new();
        let mut prefix: ModeArray<usize> = ModeArray::default();
        self.visit(0, 0, depth, &mut prefix, &mut |row, prefix| {
            let key = modes.iter().filter_map(|&mode| prefix.get(mode).copied()).collect();
            let first = *keys.entry(key).or_insert(row);
            value(first) == value(row)
        })
        .then_some(keys)
    }

    /// Calls `each` with the rows at a depth and their coordinates, as long as it says so.
    fn visit(
        &self,
        level: usize,
        row: usize,
        depth: usize,
        prefix: &mut ModeArray<usize>,
        each: &mut impl FnMut(usize, &[usize]) -> bool,
    ) -> bool {
        let Some(mode) = self.levels.get(level).filter(|_| level < depth) else {
            return each(row, prefix);
        };
        prefix.push(0);
        let all = mode.spans.range(row).enumerate().all(|(step, entry)| {
            if let Some(to) = prefix.get_mut(level) {
                *to = step;
            }
            self.visit(level.saturating_add(1), entry, depth, prefix, each)
        });
        *prefix = prefix.iter().copied().take(level).collect();
        all
    }
}
