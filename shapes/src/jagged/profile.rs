//! [`Profile`]: what the extent of a mode depends on. Composition takes shapes apart into profiles and puts
//! the result together from them.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::iter::repeat_n;

use super::JaggedShape;
use super::coordinates::Coordinates;
use super::run::{Column, fill, listed, reserve};
use super::spans::{MOST, Spans, uniform_overflow};
use super::tower::{LeafMode, Level, Tower};
use crate::StructureError;
use extents::{ModeArray, ShapeError};

/// The extents of a mode, and what they depend on.
#[derive(Clone, Debug)]
pub(crate) enum Profile {
    /// One extent and one origin.
    Smooth { extent: usize, origin: usize },
    /// An extent and an origin for each row; `parents` are the modes, or under labels the labels, whose coordinates
    /// tell which row.
    Ragged { parents: Vec<usize>, rows: Rows },
}

/// The rows of a ragged mode.
#[derive(Clone, Debug)]
pub(crate) struct Rows {
    /// The coordinates of the parents that lead to each row, in rising order; `None` where there is one parent,
    /// whose coordinate is the row.
    keys: Option<Arc<Vec<ModeArray<usize>>>>,
    extents: Column,
    origins: Column,
    count: usize,
}

/// Where two lists of rows differ, which are of one length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unlike {
    /// The parents lead to this row at other coordinates.
    Place(usize),
    /// This row has another extent.
    Extent(usize),
    /// This row has another origin.
    Origin(usize),
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

    /// The first row whose extent is another one than this.
    pub(crate) fn first_without(&self, extent: usize) -> Option<usize> {
        (0..self.count).find(|&row| self.extents.get(row) != extent)
    }

    /// The first row whose origin is another one than this.
    pub(crate) fn first_off(&self, origin: usize) -> Option<usize> {
        (0..self.count).find(|&row| self.origins.get(row) != origin)
    }

    /// The extent and the origin of the row of these coordinates, one a parent, if there is such a row.
    pub(crate) fn at(&self, coordinates: impl Iterator<Item = usize>) -> Option<(usize, usize)> {
        self.find(coordinates).map(|row| self.get(row))
    }

    /// The coordinate of one parent, counted from 0, of a row.
    pub(crate) fn coordinate(&self, row: usize, parent: usize) -> Option<usize> {
        match &self.keys {
            None => (parent == 0).then_some(row),
            Some(keys) => keys.get(row)?.get(parent).copied(),
        }
    }

    fn find(&self, coordinates: impl Iterator<Item = usize>) -> Option<usize> {
        match &self.keys {
            None => coordinates.last().filter(|&row| row < self.count),
            Some(keys) => {
                let coordinates: ModeArray<usize> = coordinates.collect();
                keys.binary_search_by(|key| key[..].cmp(&coordinates[..])).ok()
            }
        }
    }

    /// The first difference from as many rows.
    pub(crate) fn first_unlike(&self, other: &Self) -> Option<Unlike> {
        let rows = 0..self.count;
        if !self.extents.equals(&other.extents, self.count) {
            let differs = |row: &usize| self.extents.get(*row) != other.extents.get(*row);
            if let Some(row) = rows.clone().find(differs) {
                return Some(Unlike::Extent(row));
            }
        }
        if !self.origins.equals(&other.origins, self.count) {
            let differs = |row: &usize| self.origins.get(*row) != other.origins.get(*row);
            if let Some(row) = rows.clone().find(differs) {
                return Some(Unlike::Origin(row));
            }
        }
        let place = match (&self.keys, &other.keys) {
            (None, None) => None,
            (Some(left), Some(right)) => left.iter().zip(&**right).position(|(a, b)| a != b),
            (Some(keys), None) | (None, Some(keys)) => {
                keys.iter().zip(0..).position(|(key, row)| key[..] != [row])
            }
        };
        place.map(Unlike::Place)
    }

    /// The same rows for parents in another order: `order` says for each new place the old one.
    pub(crate) fn reordered(&self, order: &[usize]) -> Result<Self, StructureError> {
        let Some(keys) = &self.keys else { return Ok(self.clone()) };
        let moved = keys
            .iter()
            .zip(0..)
            .map(|(key, row)| (order.iter().filter_map(|&at| key.get(at).copied()).collect(), row));
        let mut moved: Vec<Entry> = moved.collect();
        moved.sort_unstable_by(in_order);
        let rows = || moved.iter().map(|&(_, row)| row);
        let extents = self.extents.gather(moved.len(), rows())?;
        let origins = self.origins.gather(moved.len(), rows())?;
        let keys = moved.into_iter().map(|(key, _)| key).collect();
        Ok(Rows { keys: Some(Arc::new(keys)), extents, origins, count: self.count })
    }

    /// Whether coordinate `n` of the one parent is row `n`, for all below `extent`.
    fn is_column(&self, extent: usize) -> bool {
        self.keys.is_none() && self.count == extent
    }
}

/// The coordinates of parents, and the row that they lead to.
type Entry = (ModeArray<usize>, usize);

fn in_order((left, _): &Entry, (right, _): &Entry) -> Ordering {
    left[..].cmp(&right[..])
}

impl Profile {
    /// The profile of rows that these entries lead to, whose parents are as few as can be. The coordinates of entries
    /// differ, and rise.
    fn of_entries(
        mut parents: Vec<usize>,
        mut entries: Vec<Entry>,
        extents: &Column,
        origins: &Column,
    ) -> Result<Self, StructureError> {
        let value = |row: usize| (extents.get(row), origins.get(row));
        // No row tells which parents can be left out.
        if !entries.is_empty() {
            let places = telling_places(&entries, parents.len(), value)?;
            if places.len() < parents.len() {
                parents = places.iter().filter_map(|&at| parents.get(at).copied()).collect();
                for (key, _) in &mut entries {
                    *key = places.iter().filter_map(|&at| key.get(at).copied()).collect();
                }
                entries.sort_unstable_by(in_order);
                entries.dedup_by(|(left, _), (right, _)| left == right);
            }
        }
        if let ([], Some(&(_, row))) = (&parents[..], entries.first()) {
            let (extent, origin) = value(row);
            return Ok(Profile::Smooth { extent, origin });
        }
        let rows = || entries.iter().map(|&(_, row)| row);
        let count = entries.len();
        let (extents, origins) = (extents.gather(count, rows())?, origins.gather(count, rows())?);
        let is_dense = parents.len() == 1
            && entries.iter().zip(0..).all(|((key, _), row)| key.first() == Some(&row));
        let keys = entries.into_iter().map(|(key, _)| key);
        let keys = if is_dense { None } else { Some(Arc::new(keys.collect())) };
        Ok(Profile::Ragged { parents, rows: Rows { keys, extents, origins, count } })
    }

    /// The profile under labels for the parents, of which some may be the same: then their coordinates are
    /// the same as well, and rows where they are not are left out.
    pub(crate) fn named(self, name: impl Fn(usize) -> usize) -> Result<Self, StructureError> {
        let Profile::Ragged { parents, rows } = self else { return Ok(self) };
        let named: Vec<usize> = parents.iter().map(|&parent| name(parent)).collect();
        let first = |at: usize| named.iter().position(|label| named.get(at) == Some(label));
        let is_first = |at: &usize| first(*at) == Some(*at);
        let (Some(keys), false) = (&rows.keys, (0..named.len()).all(|at| is_first(&at))) else {
            return Ok(Profile::Ragged { parents: named, rows });
        };
        let is_diagonal = |key: &ModeArray<usize>| {
            (0..named.len()).all(|at| first(at).and_then(|at| key.get(at)) == key.get(at))
        };
        let places: Vec<usize> = (0..named.len()).filter(is_first).collect();
        let at_places =
            |key: &ModeArray<usize>| places.iter().filter_map(|&at| key.get(at).copied()).collect();
        let diagonal = keys.iter().zip(0..).filter(|(key, _)| is_diagonal(key));
        let entries = diagonal.map(|(key, row)| (at_places(key), row)).collect();
        let parents = places.iter().filter_map(|&at| named.get(at).copied()).collect();
        Profile::of_entries(parents, entries, &rows.extents, &rows.origins)
    }
}

/// The places of coordinates, as few as can be, that tell the value of each entry. The coordinates of entries, which are
/// so many, differ and rise.
fn telling_places<V: PartialEq>(
    entries: &[Entry],
    coordinates: usize,
    value: impl Fn(usize) -> V,
) -> Result<Vec<usize>, ShapeError> {
    let value = |at: usize| entries.get(at).map(|&(_, row)| value(row));
    let forks = forks(entries)?;
    // For each entry a number of its coordinates at the places that tell.
    let mut behind = listed(entries.len(), repeat_n(0, entries.len()))?;
    let mut groups = Vec::new();
    let mut telling = Vec::new();
    // The innermost first: where rows are missing, several sets may do, and outer modes stand in front anyway.
    for place in (0..coordinates).rev() {
        sort_by(&mut groups, before(&forks, place).zip(behind.iter().copied()))?;
        let differs = |pair: &[Grouped]| match pair {
            [(left, a), (right, b)] => left == right && value(*a) != value(*b),
            _ => false,
        };
        if groups.windows(2).any(differs) {
            telling.push(place);
            let own = entries.iter().map(|(key, _)| key.get(place).copied().unwrap_or(0));
            sort_by(&mut groups, behind.iter().copied().zip(own))?;
            number(&groups, &mut behind);
        }
    }
    telling.reverse();
    Ok(telling)
}

/// Two numbers, by which entries are grouped, and the place of an entry.
type Grouped = ((usize, usize), usize);

/// Puts entries of the same numbers one behind the other.
fn sort_by(
    groups: &mut Vec<Grouped>,
    numbers: impl Iterator<Item = (usize, usize)>,
) -> Result<(), ShapeError> {
    groups.clear();
    fill(groups, &mut numbers.zip(0..))?;
    groups.sort_unstable();
    Ok(())
}

/// Gives the entries of each group a number that no other group has.
fn number(groups: &[Grouped], numbers: &mut [usize]) {
    let (mut group, mut known) = (0_usize, None);
    for &(both, at) in groups {
        if known.is_some_and(|known| known != both) {
            group = group.wrapping_add(1);
        }
        known = Some(both);
        if let Some(number) = numbers.get_mut(at) {
            *number = group;
        }
    }
}

/// The first place where each entry has another coordinate than the one before it.
fn forks(entries: &[Entry]) -> Result<Vec<usize>, ShapeError> {
    let pairs = entries.iter().zip(entries.iter().skip(1));
    let fork = |((left, _), (right, _)): (&Entry, &Entry)| {
        left.iter().zip(right.iter()).position(|(left, right)| left != right)
    };
    let rest = pairs.map(|pair| fork(pair).unwrap_or(usize::MAX));
    listed(entries.len(), core::iter::once(usize::MAX).chain(rest))
}

/// For each entry a number of its first `place` coordinates.
fn before(forks: &[usize], place: usize) -> impl Iterator<Item = usize> {
    forks.iter().scan(0_usize, move |number, &fork| {
        *number = number.wrapping_add(usize::from(fork < place));
        Some(*number)
    })
}

impl JaggedShape {
    /// What the extents of these modes depend on; `None` of the null shape, and of other modes. A parent is named only
    /// if the extent cannot be told without it.
    pub(crate) fn profiles(
        &self,
        is_asked: impl Fn(usize) -> bool,
    ) -> Result<Option<Vec<Option<Profile>>>, StructureError> {
        let Some(tower) = &self.tower else { return Ok(None) };
        let mut coordinates = Coordinates::new();
        let profile =
            |mode| is_asked(mode).then(|| tower.profile(mode, &mut coordinates)).transpose();
        (0..tower.rank()).map(profile).collect::<Result<_, _>>().map(Some)
    }

    /// The shape whose modes have these profiles; parents stand before the modes that depend on them.
    pub(crate) fn of_profiles(profiles: &[Profile]) -> Result<Self, StructureError> {
        let last_parent = profiles.iter().filter_map(|profile| match profile {
            Profile::Smooth { .. } => None,
            Profile::Ragged { parents, .. } => parents.iter().max(),
        });
        let outer = last_parent.max().map_or(0, |&parent| parent.saturating_add(1));
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
        Self::unrolled_to(outer, profiles)
    }

    /// The shape whose modes have these profiles, of which the first `outer` have rows of their own, or more.
    fn unrolled_to(outer: usize, profiles: &[Profile]) -> Result<Self, StructureError> {
        let mut unrolled = Unrolled::new();
        let mut rest = profiles.iter();
        for profile in rest.by_ref().take(outer) {
            unrolled.push(profile)?;
        }
        for (mode, profile) in profiles.iter().enumerate().skip(outer) {
            // Some entry has no row, and so no extent: there are none below it where it came from. So modes before
            // this one are levels too, until no such entry is left.
            let mut lacks = unrolled.levels.len() < mode && unrolled.lacks(profile)?;
            while lacks && unrolled.levels.len() < mode {
                let Some(next) = rest.next() else { break };
                // Where each row has entries, those below the entry without a row lack one too.
                lacks = unrolled.push(next)? || unrolled.lacks(profile)?;
            }
        }
        let leaves = rest.map(|profile| unrolled.leaf(profile)).collect::<Result<_, _>>()?;
        let Unrolled { levels, .. } = unrolled;
        let outer = levels.len();
        Ok(Self::from_tower(Tower::new(levels, leaves, outer)?))
    }
}

/// The first modes of a shape in the making.
struct Unrolled {
    levels: Vec<Level>,
    /// The rows below these levels.
    count: usize,
    /// What leads to them, or to those below fewer levels.
    coordinates: Coordinates,
}

impl Unrolled {
    fn new() -> Self {
        Unrolled { levels: Vec::new(), count: 1, coordinates: Coordinates::new() }
    }

    /// Makes the next mode a level. Returns whether it is plain that each row has an entry.
    fn push(&mut self, profile: &Profile) -> Result<bool, StructureError> {
        let mode = self.levels.len();
        let LeafMode { extent, origin } = self.leaf(profile)?;
        let spans = match extent {
            Column::Varying(lengths) => {
                Spans::from_lengths(mode, lengths.as_slice().iter().copied(), Vec::new())?
            }
            extent => Spans::Uniform(extent.get(0)),
        };
        self.count = match &spans {
            Spans::Uniform(length) => {
                let entries = self.count.checked_mul(*length).filter(|&entries| entries <= MOST);
                entries.ok_or_else(|| uniform_overflow(mode, *length))?
            }
            spans => spans.start(self.count),
        };
        let is_full = matches!(spans, Spans::Uniform(1..));
        self.levels.push(Level { spans, origin });
        Ok(is_full)
    }

    /// The extent and the origin of a mode in each of the rows.
    fn leaf(&mut self, profile: &Profile) -> Result<LeafMode, StructureError> {
        let (parents, rows) = match profile {
            Profile::Smooth { extent, origin } => return Ok(LeafMode::uniform(*extent, *origin)),
            Profile::Ragged { parents, rows } => (parents, rows),
        };
        self.descend()?;
        let (mut extents, mut origins) = (Vec::new(), Vec::new());
        reserve(&mut extents, self.count)?;
        reserve(&mut origins, self.count)?;
        for row in 0..self.count {
            // Rows that no operand has are empty.
            let (extent, origin) = rows.at(self.of_parents(parents, row)).unwrap_or((0, 0));
            extents.push(extent);
            origins.push(origin);
        }
        Ok(LeafMode { extent: Column::new(extents), origin: Column::new(origins) })
    }

    /// Whether a mode has no extent in some of the rows.
    fn lacks(&mut self, profile: &Profile) -> Result<bool, StructureError> {
        let Profile::Ragged { parents, rows } = profile else { return Ok(false) };
        self.descend()?;
        Ok((0..self.count).any(|row| rows.at(self.of_parents(parents, row)).is_none()))
    }

    /// Makes the coordinates those of all levels.
    fn descend(&mut self) -> Result<(), StructureError> {
        // Rows beyond all memory are refused before those above them are listed.
        reserve(&mut Vec::<usize>::new(), self.count)?;
        // Very many rows above may lead to none.
        if self.count > 0 {
            self.coordinates.descend(&self.levels)?;
        }
        Ok(())
    }

    fn of_parents(&self, parents: &[usize], row: usize) -> impl Iterator<Item = usize> {
        parents.iter().filter_map(move |&parent| self.coordinates.get(row, parent))
    }
}

impl Tower {
    /// The profile of a mode. The coordinates are of fewer levels than it depends on, or of all of them.
    fn profile(
        &self,
        mode: usize,
        coordinates: &mut Coordinates,
    ) -> Result<Profile, StructureError> {
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
        let mut entries = Vec::new();
        reserve(&mut entries, count)?;
        // Very many rows above may lead to none, and no row tells which parents can be left out.
        if count == 0 {
            return Profile::of_entries((0..depth).collect(), entries, &extents, &origins);
        }
        // What all rows have in common does not tell one from another.
        coordinates.descend(self.levels.get(..depth).unwrap_or(&self.levels))?;
        entries.extend((0..count).map(|row| (coordinates.of_row(row).collect(), row)));
        Profile::of_entries(coordinates.levels().collect(), entries, &extents, &origins)
    }
}
