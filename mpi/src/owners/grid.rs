//! [`GridOwnership`]: tiles of several modes, owned by a grid of processes.

use extents::{ModeArray, ShapeError, check_size};
use extents_shapes::StructureError;
use extents_shapes::error::Item;
use extents_static::__private::{Order, product_of};

use super::Ownership;

/// A map of the tiles along each mode to the processes along the same mode of a process grid. With two block-cyclic
/// maps it is the distribution of ScaLAPACK.
///
/// ```
/// use extents_mpi::{GridOwnership, Ownership};
/// // 3 x 3 tiles over 2 x 2 processes.
/// let map = GridOwnership::new([Ownership::cyclic(3, 2)?, Ownership::cyclic(3, 2)?])?;
/// assert_eq!(map.owner([2, 1])?.as_ref(), [0, 1]);
/// assert_eq!(map.rank_of([0, 1])?, 1);
/// assert_eq!(map.local([2, 1])?.as_ref(), [1, 0]);
/// assert_eq!(map.count([0, 0])?, 4);
/// # Ok::<(), extents_shapes::StructureError>(())
/// ```
#[derive(Clone, Debug)]
pub struct GridOwnership {
    // INVARIANT: the numbers of tiles and of processes multiply to at most `isize::MAX`.
    modes: Vec<Ownership>,
}

impl GridOwnership {
    /// Creates the map from one map for each mode.
    ///
    /// # Errors
    /// Returns [`ShapeError::SizeOverflow`] for more than `isize::MAX` tiles or processes.
    ///
    /// ```
    /// use extents_mpi::{GridOwnership, Ownership};
    /// assert_eq!(GridOwnership::new([Ownership::block(4, 2)?])?.processes().as_ref(), [2]);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn new(modes: impl IntoIterator<Item = Ownership>) -> Result<Self, StructureError> {
        let map = GridOwnership { modes: modes.into_iter().collect() };
        check_size(&map.tiles())?;
        check_size(&map.processes())?;
        Ok(map)
    }

    /// Returns the map of each mode.
    ///
    /// ```
    /// use extents_mpi::{GridOwnership, Ownership};
    /// assert_eq!(GridOwnership::new([Ownership::block(4, 2)?])?.modes().len(), 1);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn modes(&self) -> &[Ownership] {
        &self.modes
    }

    fn tiles(&self) -> ModeArray<usize> {
        self.modes.iter().map(Ownership::tiles).collect()
    }

    /// Returns the number of processes along each mode.
    ///
    /// ```
    /// use extents_mpi::{GridOwnership, Ownership};
    /// let map = GridOwnership::new([Ownership::block(4, 2)?, Ownership::block(9, 3)?])?;
    /// assert_eq!(map.processes().as_ref(), [2, 3]);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn processes(&self) -> ModeArray<usize> {
        self.modes.iter().map(Ownership::processes).collect()
    }

    /// Asks the map of each mode about a number of its own.
    fn ask(
        &self,
        numbers: impl AsRef<[usize]>,
        answer: impl Fn(&Ownership, usize) -> Result<usize, StructureError>,
    ) -> Result<ModeArray<usize>, StructureError> {
        let numbers = numbers.as_ref();
        let (expected, found) = (self.modes.len(), numbers.len());
        if expected != found {
            return Err(ShapeError::RankMismatch { expected, found }.into());
        }
        let modes = self.modes.iter().zip(numbers).enumerate();
        modes
            .map(|(mode, (map, &number))| {
                answer(map, number).map_err(|error| match error {
                    StructureError::OutOfRange { of: Item::Tile, number: tile, count: tiles } => {
                        StructureError::OutOfRange {
                            of: Item::TileOfMode { mode },
                            number: tile,
                            count: tiles,
                        }
                    }
                    error => error,
                })
            })
            .collect()
    }

    /// Returns the process that owns a tile, by its position in the process grid.
    ///
    /// # Errors
    /// Returns [`StructureError::OutOfRange`], [`ShapeError::RankMismatch`].
    ///
    /// ```
    /// use extents_mpi::{GridOwnership, Ownership};
    /// let map = GridOwnership::new([Ownership::block(4, 2)?, Ownership::cyclic(9, 3)?])?;
    /// assert_eq!(map.owner([3, 4])?.as_ref(), [1, 1]);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn owner(&self, tile: impl AsRef<[usize]>) -> Result<ModeArray<usize>, StructureError> {
        self.ask(tile, Ownership::owner)
    }

    /// Returns the position of a tile in the grid of the tiles of its owner.
    ///
    /// # Errors
    /// Returns the errors of [`owner`](Self::owner).
    ///
    /// ```
    /// use extents_mpi::{GridOwnership, Ownership};
    /// let map = GridOwnership::new([Ownership::block(4, 2)?, Ownership::cyclic(9, 3)?])?;
    /// assert_eq!(map.local([3, 4])?.as_ref(), [1, 1]);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn local(&self, tile: impl AsRef<[usize]>) -> Result<ModeArray<usize>, StructureError> {
        self.ask(tile, Ownership::local)
    }

    /// Returns the number of a process in row-major order of the process grid.
    ///
    /// # Errors
    /// Returns [`StructureError::OutOfRange`], [`ShapeError::RankMismatch`].
    ///
    /// ```
    /// use extents_mpi::{GridOwnership, Ownership};
    /// let map = GridOwnership::new([Ownership::block(4, 2)?, Ownership::cyclic(9, 3)?])?;
    /// assert_eq!(map.rank_of([1, 2])?, 5);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn rank_of(&self, process: impl AsRef<[usize]>) -> Result<usize, StructureError> {
        let process = process.as_ref();
        self.ask(process, Ownership::count)?;
        Ok(Order::RowMajor.offset(&self.processes(), process))
    }

    /// Returns the number of tiles that a process owns.
    ///
    /// # Errors
    /// Returns the errors of [`rank_of`](Self::rank_of).
    ///
    /// ```
    /// use extents_mpi::{GridOwnership, Ownership};
    /// let map = GridOwnership::new([Ownership::block(4, 2)?, Ownership::cyclic(9, 3)?])?;
    /// assert_eq!(map.count([0, 0])?, 2 * 3);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn count(&self, process: impl AsRef<[usize]>) -> Result<usize, StructureError> {
        Ok(product_of(&self.ask(process, Ownership::count)?))
    }

    /// Returns the ratio of the largest load to the mean load. The load of a process is the product of its loads along
    /// the modes.
    ///
    /// ```
    /// use extents_mpi::{GridOwnership, Ownership};
    /// let map = GridOwnership::new([Ownership::cyclic(3, 2)?, Ownership::cyclic(3, 2)?])?;
    /// assert_eq!(map.imbalance(), 4.0 * 4.0 / 9.0);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn imbalance(&self) -> f64 {
        if self.modes.iter().any(|map| map.loads_nothing()) {
            return 1.0;
        }
        self.modes.iter().map(Ownership::imbalance).product()
    }
}
