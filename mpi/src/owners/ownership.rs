//! [`Ownership`]: which process owns which tile.

use std::sync::Arc;

use extents_shapes::error::Item;
use extents_shapes::{ModeTiling, StructureError};

use super::listed::Listed;
use super::weights;

/// A map of tiles to the processes, or ranks, that own them.
///
/// Tiles are counted from 0 over the whole grid, or along one mode; [`GridOwnership`](super::GridOwnership) has
/// such a map for each mode. Each answer takes constant time, but for the tiles of a process by a function, which are looked up.
///
/// ```
/// use extents_mpi::Ownership;
/// let map = Ownership::block_cyclic(13, 3, 2, 0)?;
/// // Tiles 0 1, 6 7 and 12 belong to process 0.
/// assert!(map.tiles_of(0)?.eq([0, 1, 6, 7, 12]));
/// assert_eq!((map.owner(7)?, map.local(7)?), (0, 3));
/// assert_eq!(map.global(0, 3)?, 7);
/// assert_eq!(map.imbalance(), 5.0 * 3.0 / 13.0);
/// # Ok::<(), extents_shapes::StructureError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Ownership {
    // INVARIANT: not 0.
    processes: usize,
    tiles: usize,
    rule: Rule,
}

#[derive(Clone, Debug)]
pub(super) enum Rule {
    /// A process owns a run of tiles: one tile of the tiling for each process, up to the last that owns any. The
    /// loads are weights, whose sum is a `u64`; without them the numbers of tiles.
    Runs { runs: ModeTiling, loads: Option<Arc<[u64]>> },
    /// Blocks are dealt out in turns, the first one to `source`. INVARIANT: `block` is not 0, and `source` is a
    /// process.
    Dealt { block: usize, source: usize },
    /// The owner of each tile stands in a list.
    Listed(Arc<Listed>),
}

impl Ownership {
    fn new(tiles: usize, processes: usize, rule: Rule) -> Result<Self, StructureError> {
        if processes == 0 {
            return Err(StructureError::NoDistribution { tiles, processes: 0 });
        }
        Ok(Ownership { processes, tiles, rule })
    }

    /// Creates a map to runs of tiles whose numbers differ by at most one, the larger ones first.
    ///
    /// # Errors
    /// Returns [`StructureError::NoDistribution`]; [`SizeOverflow`](extents::ShapeError::SizeOverflow) for more than
    /// `isize::MAX` tiles.
    ///
    /// ```
    /// use extents_mpi::Ownership;
    /// assert!(Ownership::block(10, 4)?.loads().eq([3, 3, 2, 2]));
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn block(tiles: usize, processes: usize) -> Result<Self, StructureError> {
        if processes == 0 {
            return Err(StructureError::NoDistribution { tiles, processes: 0 });
        }
        // Where there are fewer tiles than processes, the last ones own none.
        let runs = ModeTiling::in_parts(tiles, processes.min(tiles))?;
        Self::new(tiles, processes, Rule::Runs { runs, loads: None })
    }

    /// Creates a map to runs of equal numbers of tiles, rounded up; the last processes get fewer or none.
    ///
    /// # Errors
    /// Returns the errors of [`block`](Self::block).
    ///
    /// ```
    /// use extents_mpi::Ownership;
    /// assert!(Ownership::block_ceil(10, 4)?.loads().eq([3, 3, 3, 1]));
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn block_ceil(tiles: usize, processes: usize) -> Result<Self, StructureError> {
        let size = tiles
            .checked_div(processes)
            .ok_or(StructureError::NoDistribution { tiles, processes: 0 })?;
        let is_exact = tiles.is_multiple_of(processes);
        let size = size.saturating_add(usize::from(!is_exact)).max(1);
        let runs = ModeTiling::uniform(tiles, size)?;
        Self::new(tiles, processes, Rule::Runs { runs, loads: None })
    }

    /// Creates a map that deals out single tiles to the processes in turn.
    ///
    /// # Errors
    /// Returns [`StructureError::NoDistribution`].
    ///
    /// ```
    /// use extents_mpi::Ownership;
    /// assert!(Ownership::cyclic(7, 3)?.tiles_of(0)?.eq([0, 3, 6]));
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn cyclic(tiles: usize, processes: usize) -> Result<Self, StructureError> {
        Self::new(tiles, processes, Rule::Dealt { block: 1, source: 0 })
    }

    /// Creates a map that deals out blocks of tiles to the processes in turn, starting with process `source`, as
    /// ScaLAPACK does along each mode of a matrix.
    ///
    /// # Errors
    /// Returns [`StructureError::NoDistribution`];
    /// [`OutOfRange`](StructureError::OutOfRange) for the source.
    ///
    /// ```
    /// use extents_mpi::Ownership;
    /// let map = Ownership::block_cyclic(5, 3, 2, 1)?;
    /// let owners: Result<Vec<_>, _> = (0..5).map(|tile| map.owner(tile)).collect();
    /// assert_eq!(owners?, [1, 1, 2, 2, 0]);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn block_cyclic(
        tiles: usize,
        processes: usize,
        block: usize,
        source: usize,
    ) -> Result<Self, StructureError> {
        let map = Self::new(tiles, processes, Rule::Dealt { block, source })?;
        if block == 0 {
            return Err(StructureError::NoDistribution { tiles, processes });
        }
        map.check_process(source)?;
        Ok(map)
    }

    /// Creates a map to runs of tiles, one for each process, whose largest weight is as small as possible.
    ///
    /// # Errors
    /// Returns [`StructureError::NoDistribution`], [`WeightOverflow`](StructureError::WeightOverflow);
    /// [`Allocation`](extents::ShapeError::Allocation).
    ///
    /// ```
    /// use extents_mpi::Ownership;
    /// let map = Ownership::by_weight(&[1, 9, 1, 4, 4, 3], 3)?;
    /// assert!(map.loads().eq([10, 9, 3]));
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn by_weight(weights: &[u64], processes: usize) -> Result<Self, StructureError> {
        let tiles = weights.len();
        if processes == 0 {
            return Err(StructureError::NoDistribution { tiles, processes: 0 });
        }
        let (boundaries, loads) = weights::runs(weights, processes)?;
        let runs = ModeTiling::from_boundaries(boundaries)?;
        Self::new(tiles, processes, Rule::Runs { runs, loads: Some(loads.into()) })
    }

    /// Creates a map to the owners that a function gives.
    ///
    /// # Errors
    /// Returns [`StructureError::NoDistribution`]; [`StructureError::OutOfRange`] for an owner that is not a process;
    /// [`Allocation`](extents::ShapeError::Allocation).
    ///
    /// ```
    /// use extents_mpi::Ownership;
    /// // There and back.
    /// let map = Ownership::by_fn(6, 3, |tile| if tile < 3 { tile } else { 5 - tile })?;
    /// assert!(map.tiles_of(1)?.eq([1, 4]));
    /// assert_eq!((map.owner(5)?, map.local(5)?), (0, 1));
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn by_fn(
        tiles: usize,
        processes: usize,
        mut owner: impl FnMut(usize) -> usize,
    ) -> Result<Self, StructureError> {
        if processes == 0 {
            return Err(StructureError::NoDistribution { tiles, processes: 0 });
        }
        let listed = Listed::new(tiles, processes, &mut owner)?;
        Self::new(tiles, processes, Rule::Listed(Arc::new(listed)))
    }

    /// The rule of the map.
    #[cfg(feature = "serde")]
    pub(super) fn rule(&self) -> &Rule {
        &self.rule
    }

    /// Creates a map to these runs of tiles, with as many weights.
    #[cfg(feature = "serde")]
    pub(super) fn of_runs(
        runs: ModeTiling,
        loads: Option<Vec<u64>>,
        processes: usize,
    ) -> Result<Self, StructureError> {
        let (tiles, count) = (runs.extent(), runs.tiles());
        if count > processes {
            return Err(StructureError::OutOfRange {
                of: Item::Process,
                number: count.saturating_sub(1),
                count: processes,
            });
        }
        let mut before = 0_u64;
        for (tile, &weight) in loads.iter().flatten().enumerate() {
            let sum = before.checked_add(weight);
            before = sum.ok_or(StructureError::WeightOverflow { tile, before, weight })?;
        }
        Self::new(tiles, processes, Rule::Runs { runs, loads: loads.map(Into::into) })
    }

    /// Returns the number of tiles.
    ///
    /// ```
    /// use extents_mpi::Ownership;
    /// assert_eq!(Ownership::cyclic(7, 3)?.tiles(), 7);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn tiles(&self) -> usize {
        self.tiles
    }

    /// Returns the number of processes.
    ///
    /// ```
    /// use extents_mpi::Ownership;
    /// assert_eq!(Ownership::cyclic(7, 3)?.processes(), 3);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn processes(&self) -> usize {
        self.processes
    }

    /// Returns the process that owns a tile.
    ///
    /// # Errors
    /// Returns [`StructureError::OutOfRange`].
    ///
    /// ```
    /// use extents_mpi::Ownership;
    /// assert_eq!(Ownership::block(10, 3)?.owner(4)?, 1);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn owner(&self, tile: usize) -> Result<usize, StructureError> {
        Ok(self.place(tile)?.0)
    }

    /// Returns the number of a tile among those of its owner, counted from 0.
    ///
    /// # Errors
    /// Returns [`StructureError::OutOfRange`].
    ///
    /// ```
    /// use extents_mpi::Ownership;
    /// assert_eq!(Ownership::block(10, 3)?.local(5)?, 1);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn local(&self, tile: usize) -> Result<usize, StructureError> {
        Ok(self.place(tile)?.1)
    }

    /// The owner of a tile, and its number among the tiles of the owner.
    fn place(&self, tile: usize) -> Result<(usize, usize), StructureError> {
        if tile >= self.tiles {
            return Err(StructureError::OutOfRange {
                of: Item::Tile,
                number: tile,
                count: self.tiles,
            });
        }
        Ok(match &self.rule {
            Rule::Runs { runs, .. } => runs.tile_of(tile)?,
            Rule::Listed(listed) => listed.place(tile),
            Rule::Dealt { block, source } => {
                let (turn, within) = divided(tile, *block);
                let (round, distance) = divided(turn, self.processes);
                // `source` further on, around the circle of processes.
                let before_wrap = self.processes.wrapping_sub(*source);
                let owner = match distance.checked_sub(before_wrap) {
                    Some(wrapped) => wrapped,
                    None => distance.wrapping_add(*source),
                };
                (owner, round.wrapping_mul(*block).wrapping_add(within))
            }
        })
    }

    /// Returns the tile with a number among those of a process: the inverse of [`owner`](Self::owner) and
    /// [`local`](Self::local).
    ///
    /// # Errors
    /// Returns [`StructureError::OutOfRange`].
    ///
    /// ```
    /// use extents_mpi::Ownership;
    /// assert_eq!(Ownership::cyclic(7, 3)?.global(1, 1)?, 4);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn global(&self, process: usize, local: usize) -> Result<usize, StructureError> {
        let count = self.count(process)?;
        if local >= count {
            return Err(StructureError::OutOfRange {
                of: Item::TileOfProcess { process },
                number: local,
                count,
            });
        }
        Ok(self.global_in_range(process, local))
    }

    fn global_in_range(&self, process: usize, local: usize) -> usize {
        match &self.rule {
            // The process owns this tile, so that it has a run.
            Rule::Runs { runs, .. } => runs.begin_of(process).unwrap_or(0).wrapping_add(local),
            Rule::Listed(listed) => listed.tiles_of(process).get(local).copied().unwrap_or(0),
            Rule::Dealt { block, .. } => {
                let (round, within) = divided(local, *block);
                let turn = round.wrapping_mul(self.processes).wrapping_add(self.distance(process));
                turn.wrapping_mul(*block).wrapping_add(within)
            }
        }
    }

    /// How many processes are served before this one in each round.
    fn distance(&self, process: usize) -> usize {
        let source = match self.rule {
            Rule::Runs { .. } | Rule::Listed(_) => 0,
            Rule::Dealt { source, .. } => source,
        };
        match process.checked_sub(source) {
            Some(distance) => distance,
            None => self.processes.wrapping_sub(source).wrapping_add(process),
        }
    }

    /// Returns the number of tiles that a process owns.
    ///
    /// # Errors
    /// Returns [`StructureError::OutOfRange`].
    ///
    /// ```
    /// use extents_mpi::Ownership;
    /// assert_eq!(Ownership::block(10, 3)?.count(0)?, 4);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn count(&self, process: usize) -> Result<usize, StructureError> {
        self.check_process(process)?;
        Ok(self.count_in_range(process))
    }

    fn count_in_range(&self, process: usize) -> usize {
        match &self.rule {
            // A process without a run owns nothing.
            Rule::Runs { runs, .. } => runs.size_of(process).unwrap_or(0),
            Rule::Listed(listed) => listed.tiles_of(process).len(),
            Rule::Dealt { block, .. } => {
                let (turns, rest) = divided(self.tiles, *block);
                let (rounds, last) = divided(turns, self.processes);
                let whole = rounds.wrapping_mul(*block);
                match self.distance(process).cmp(&last) {
                    std::cmp::Ordering::Less => whole.wrapping_add(*block),
                    std::cmp::Ordering::Equal => whole.wrapping_add(rest),
                    std::cmp::Ordering::Greater => whole,
                }
            }
        }
    }

    fn check_process(&self, process: usize) -> Result<(), StructureError> {
        let processes = self.processes;
        if process < processes {
            Ok(())
        } else {
            Err(StructureError::OutOfRange { of: Item::Process, number: process, count: processes })
        }
    }

    /// Returns an iterator over the tiles of a process, in order.
    ///
    /// # Errors
    /// Returns [`StructureError::OutOfRange`].
    ///
    /// ```
    /// use extents_mpi::Ownership;
    /// assert!(Ownership::block(10, 3)?.tiles_of(1)?.eq([4, 5, 6]));
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn tiles_of(
        &self,
        process: usize,
    ) -> Result<impl DoubleEndedIterator<Item = usize> + ExactSizeIterator + '_, StructureError>
    {
        Ok((0..self.count(process)?).map(move |local| self.global_in_range(process, local)))
    }

    /// Returns an iterator over the loads of the processes: the number of tiles, or their weight.
    ///
    /// ```
    /// use extents_mpi::Ownership;
    /// assert!(Ownership::by_weight(&[5, 1, 1], 2)?.loads().eq([5, 2]));
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn loads(&self) -> impl DoubleEndedIterator<Item = u64> + ExactSizeIterator + '_ {
        (0..self.processes).map(|process| match &self.rule {
            Rule::Runs { loads: Some(loads), .. } => loads.get(process).copied().unwrap_or(0),
            _ => self.count_in_range(process) as u64,
        })
    }

    /// Whether there is nothing to bear.
    pub(super) fn loads_nothing(&self) -> bool {
        match &self.rule {
            Rule::Runs { loads: Some(loads), .. } => loads.iter().all(|&load| load == 0),
            _ => self.tiles == 0,
        }
    }

    /// Returns the ratio of the largest load to the mean load: 1 if all loads are equal or 0.
    ///
    /// ```
    /// use extents_mpi::Ownership;
    /// assert_eq!(Ownership::block(10, 3)?.imbalance(), 1.2);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn imbalance(&self) -> f64 {
        let (largest, total) = match &self.rule {
            Rule::Runs { loads: Some(loads), .. } => {
                (loads.iter().copied().max().unwrap_or(0), loads.iter().sum())
            }
            Rule::Runs { runs, .. } => (runs.largest() as u64, self.tiles as u64),
            Rule::Listed(listed) => (listed.largest() as u64, self.tiles as u64),
            // The first one to be served has the most.
            Rule::Dealt { source, .. } => (self.count_in_range(*source) as u64, self.tiles as u64),
        };
        match total {
            0 => 1.0,
            total => largest as f64 * self.processes as f64 / total as f64,
        }
    }
}

/// Quotient and remainder; the divisor is not 0.
fn divided(number: usize, by: usize) -> (usize, usize) {
    (number.checked_div(by).unwrap_or(0), number.checked_rem(by).unwrap_or(0))
}
