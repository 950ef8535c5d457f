//! How jagged shapes are made: from slices, from lengths, from offsets.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use super::JaggedShape;
#[cfg(feature = "arrow")]
use super::run::listed;
use super::run::{Column, reserve};
use super::spans::Spans;
use super::tower::{LeafMode, Level, Tower};
use crate::{Origin, Shape, ShapeBase, StructureError};
use extents::{Extents, ShapeError};

impl JaggedShape {
    /// Creates the smooth scalar: no modes, one element.
    ///
    /// ```
    /// use extents_shapes::{JaggedShape, ShapeBase};
    /// let scalar = JaggedShape::scalar();
    /// assert_eq!((scalar.rank(), scalar.size(), scalar.is_smooth()), (0, 1, true));
    /// ```
    pub fn scalar() -> Self {
        Self::smooth(&[], &[]).unwrap_or_default()
    }

    /// Creates a jagged shape from the extents of a smooth one.
    ///
    /// ```
    /// use extents::extents;
    /// use extents_shapes::{JaggedShape, ShapeBase};
    /// let matrix = JaggedShape::from_extents(&extents![10, 20]);
    /// assert_eq!((matrix.rank(), matrix.size(), matrix.is_smooth()), (2, 200, true));
    /// ```
    pub fn from_extents<E: Extents>(extents: &E) -> Self {
        if extents.is_null() {
            return Self::null();
        }
        // Extents that exist are small enough.
        extents.with_slice(|extents| Self::smooth(extents, &[])).unwrap_or_default()
    }

    /// A smooth shape with this origin, which may be shorter than the rank: what is left out is 0.
    pub(crate) fn smooth(extents: &[usize], origin: &[usize]) -> Result<Self, StructureError> {
        let origins = origin.iter().copied().chain(core::iter::repeat(0));
        let modes = extents.iter().zip(origins);
        let leaves = modes.map(|(&extent, origin)| LeafMode::uniform(extent, origin)).collect();
        Self::of_leaf_modes(leaves)
    }

    /// A smooth shape of these extents, of which there is no list yet: of any number.
    #[cfg(feature = "arrow")]
    pub(crate) fn of_modes(
        extents: impl ExactSizeIterator<Item = usize>,
    ) -> Result<Self, StructureError> {
        let modes = extents.len();
        Self::of_leaf_modes(listed(modes, extents.map(|extent| LeafMode::uniform(extent, 0)))?)
    }

    fn of_leaf_modes(leaves: Vec<LeafMode>) -> Result<Self, StructureError> {
        Ok(Self::from_tower(Tower::new(Vec::new(), leaves, 0)?))
    }

    /// Creates the shape whose slices along mode 0 are these. Without any it is a vector without elements.
    ///
    /// # Errors
    /// Returns [`StructureError::SliceRank`] where slices have unlike ranks, [`ShapeError::Null`] where one is null,
    /// [`SumOverflow`](StructureError::SumOverflow), [`ShapeError::Allocation`].
    ///
    /// ```
    /// use extents_shapes::{JaggedShape, jagged};
    /// let slices = vec![jagged![[10]]?, jagged![[20], [30]]?];
    /// assert_eq!(JaggedShape::from_slices(&slices)?, jagged![{ [10] }, { [20], [30] }]?);
    /// assert_eq!(
    ///     jagged![[10], [10, 20]].unwrap_err().to_string(),
    ///     "slice 1 should have rank 1 as those before it, but has rank 2",
    /// );
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn from_slices<'a>(
        slices: impl IntoIterator<Item = &'a JaggedShape>,
    ) -> Result<Self, StructureError> {
        let slices: Vec<&JaggedShape> = slices.into_iter().collect();
        let rank = slices.first().map_or(0, |slice| slice.rank());
        Self::of_slices(&slices, rank)
    }

    /// Creates the shape whose slices along mode 0 are these, of a known rank: [`from_slices`](Self::from_slices) where
    /// there may be no slices.
    ///
    /// # Errors
    /// As there.
    ///
    /// ```
    /// use extents_shapes::{JaggedShape, ShapeBase};
    /// let empty = JaggedShape::from_slices_of_rank(1, [])?;
    /// assert_eq!((empty.rank(), empty.size()), (2, 0));
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn from_slices_of_rank<'a>(
        rank: usize,
        slices: impl IntoIterator<Item = &'a JaggedShape>,
    ) -> Result<Self, StructureError> {
        let slices: Vec<&JaggedShape> = slices.into_iter().collect();
        Self::of_slices(&slices, rank)
    }

    /// What [`jagged!`](crate::jagged) expands to.
    #[doc(hidden)]
    pub fn from_results<const N: usize>(
        slices: [Result<JaggedShape, StructureError>; N],
    ) -> Result<Self, StructureError> {
        let slices: Vec<JaggedShape> = slices.into_iter().collect::<Result<_, _>>()?;
        Self::from_slices(&slices)
    }

    fn of_slices(slices: &[&JaggedShape], rank: usize) -> Result<Self, StructureError> {
        let mut towers: Vec<Arc<Tower>> = Vec::new();
        for (at, slice) in slices.iter().enumerate() {
            let Some(tower) = &slice.tower else { return Err(ShapeError::Null.into()) };
            if tower.rank() != rank {
                let (expected, found) = (rank, tower.rank());
                return Err(StructureError::SliceRank { slice: at, expected, found });
            }
            towers.push(tower.clone());
        }
        let outer =
            towers.iter().map(|tower| tower.outer_rank).max().unwrap_or(0).saturating_add(1);
        let depth = common_depth(&towers);
        let mut parts = Vec::new();
        for tower in &towers {
            parts.push(tower.unrolled(depth)?);
        }
        let mut levels = vec![Level::plain(Spans::Uniform(slices.len()))];
        for at in 0..depth {
            let modes = parts.iter().filter_map(|part| Some((part.levels.get(at)?, part.rows(at))));
            let spans = join_spans(at.saturating_add(1), modes.clone())?;
            let origin = join(modes.map(|(level, rows)| (&level.origin, rows)))?;
            levels.push(Level { spans, origin });
        }
        let mut leaves = Vec::new();
        // Without slices, nothing but the caller tells how many modes there are.
        reserve(&mut leaves, rank.saturating_sub(depth))?;
        for at in 0..rank.saturating_sub(depth) {
            let modes =
                parts.iter().filter_map(|part| Some((part.leaves.get(at)?, part.rows(depth))));
            let extent = join(modes.clone().map(|(mode, rows)| (&mode.extent, rows)))?;
            let origin = join(modes.map(|(mode, rows)| (&mode.origin, rows)))?;
            leaves.push(LeafMode { extent, origin });
        }
        Ok(Self::from_tower(Tower::new(levels, leaves, outer)?))
    }

    /// A grid of smooth slices: for each index of the grid, in lexicographic order, the extents of its slice.
    pub(crate) fn of_leaves<L: AsRef<[usize]>>(
        grid: &[usize],
        leaf_rank: usize,
        leaves: impl IntoIterator<Item = L>,
    ) -> Result<Self, StructureError> {
        let count = grid.iter().fold(1_usize, |count, &extent| count.saturating_mul(extent));
        let mut columns: Vec<Vec<usize>> = (0..leaf_rank).map(|_| Vec::new()).collect();
        // All at once, so that a grid beyond all memory is an error before any of it is filled.
        columns.iter_mut().try_for_each(|column| reserve(column, count))?;
        for (slice, leaf) in leaves.into_iter().enumerate() {
            let leaf = leaf.as_ref();
            if leaf.len() != leaf_rank {
                let (expected, found) = (leaf_rank, leaf.len());
                return Err(StructureError::SliceRank { slice, expected, found });
            }
            for (column, &extent) in columns.iter_mut().zip(leaf) {
                column.push(extent);
            }
        }
        let levels = grid.iter().map(|&extent| Level::plain(Spans::Uniform(extent))).collect();
        let column =
            |extents| LeafMode { extent: Column::new(extents), origin: Column::Uniform(0) };
        let tower = Tower::new(levels, columns.into_iter().map(column).collect(), grid.len())?;
        Ok(Self::from_tower(tower))
    }
}

/// A type that can be an entry of [`jagged!`](crate::jagged): extents, a list of them, or a shape.
///
/// ```
/// use extents_shapes::{IntoJagged, ShapeBase};
/// assert_eq!([2, 3].into_jagged()?.size(), 6);
/// assert_eq!(extents::extents![2, 3].into_jagged()?.size(), 6);
/// # Ok::<(), extents_shapes::StructureError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a slice of a jagged shape",
    label = "expected extents such as `[10, 20]`, a shape, or slices in braces"
)]
#[doc(hidden)]
pub trait IntoJagged {
    /// Converts into a jagged shape.
    ///
    /// # Errors
    /// Returns [`SizeOverflow`](ShapeError::SizeOverflow) where a list is not valid extents.
    fn into_jagged(self) -> Result<JaggedShape, StructureError>;
}

impl<const N: usize> IntoJagged for [usize; N] {
    fn into_jagged(self) -> Result<JaggedShape, StructureError> {
        JaggedShape::smooth(&self, &[])
    }
}

impl<S: ShapeBase> IntoJagged for &S {
    fn into_jagged(self) -> Result<JaggedShape, StructureError> {
        self.jagged()
    }
}

impl<E: Extents, O: Origin<E>> IntoJagged for Shape<E, O> {
    fn into_jagged(self) -> Result<JaggedShape, StructureError> {
        Ok(self.to_jagged())
    }
}

impl IntoJagged for JaggedShape {
    fn into_jagged(self) -> Result<JaggedShape, StructureError> {
        Ok(self)
    }
}

impl<M: extents::generic::ModeTuple> IntoJagged for extents::StaticExtents<M> {
    fn into_jagged(self) -> Result<JaggedShape, StructureError> {
        Ok(JaggedShape::from_extents(&self))
    }
}

impl<const N: usize> IntoJagged for extents::DynExtents<N> {
    fn into_jagged(self) -> Result<JaggedShape, StructureError> {
        Ok(JaggedShape::from_extents(&self))
    }
}

impl IntoJagged for extents::DynRankExtents {
    fn into_jagged(self) -> Result<JaggedShape, StructureError> {
        Ok(JaggedShape::from_extents(&self))
    }
}

impl Level {
    pub(super) fn plain(spans: Spans) -> Self {
        Level { spans, origin: Column::Uniform(0) }
    }
}

/// How many modes are levels where these shapes, which are of one rank, are joined.
///
/// An entry tells the extents of the modes behind a level, and a row without entries those of none. So no more
/// modes are levels than one of the shapes needs: a slice of extents 0 and 2 keeps its 2.
fn common_depth(towers: &[Arc<Tower>]) -> usize {
    // Where all entries of all shapes have the same extents, nothing is to be kept, and levels can stay.
    let is_alike = |pair: &[Arc<Tower>]| match pair {
        [left, right] => left.has_leaves_of(right),
        _ => true,
    };
    let deepest = |depth: fn(&Tower) -> usize| towers.iter().map(|tower| depth(tower)).max();
    if towers.windows(2).all(is_alike) {
        deepest(|tower| tower.levels.len()).unwrap_or(0)
    } else {
        deepest(Tower::least_levels).unwrap_or(0)
    }
}

/// The rows of a level of several shapes one behind the other.
fn join_spans<'a>(
    mode: usize,
    levels: impl Iterator<Item = (&'a Level, usize)> + Clone,
) -> Result<Spans, StructureError> {
    let mut uniform = levels.clone().map(|(level, _)| match level.spans {
        Spans::Uniform(length) => Some(length),
        _ => None,
    });
    if let Some(Some(first)) = uniform.next()
        && uniform.all(|length| length == Some(first))
    {
        return Ok(Spans::Uniform(first));
    }
    // All of it at once: there may be far more rows than memory.
    let rows = levels.clone().fold(1, |sum: usize, (_, rows)| sum.saturating_add(rows));
    let mut memory = Vec::new();
    reserve(&mut memory, rows)?;
    let lengths = levels.flat_map(|(level, rows)| (0..rows).map(|row| level.spans.len(row)));
    Spans::from_lengths(mode, lengths, memory)
}

/// The columns of several shapes one behind the other.
fn join<'a>(
    columns: impl Iterator<Item = (&'a Column, usize)> + Clone,
) -> Result<Column, StructureError> {
    let mut uniform = columns.clone().map(|(column, _)| match column {
        Column::Uniform(value) => Some(*value),
        _ => None,
    });
    if let Some(Some(first)) = uniform.next()
        && uniform.all(|value| value == Some(first))
    {
        return Ok(Column::Uniform(first));
    }
    let mut values = Vec::new();
    for (column, rows) in columns {
        reserve(&mut values, rows)?;
        values.extend((0..rows).map(|row| column.get(row)));
    }
    Ok(Column::new(values))
}
