//! [`JaggedShape`]: a shape whose rows may differ in length.

mod build;
mod compact;
mod coordinates;
mod find;
mod iterate;
mod macros;
mod modes;
mod offsets;
mod part;
mod profile;
mod rows;
mod run;
mod sampled;
#[cfg(feature = "serde")]
mod serde;
mod slice_at;
mod spans;
mod starts;
mod text;
mod tower;

pub use build::IntoJagged;
pub use compact::CompactMemory;
pub use iterate::JaggedIndices;
pub(crate) use profile::{Profile, Rows as ProfileRows, Unlike};
pub use rows::Rows;
pub use sampled::Sampled;

use alloc::sync::Arc;
use core::hash::{Hash, Hasher};

use self::tower::Tower;
use super::{AsRegion, LabelledShape, Origin, Shape, ShapeBase, StructureError};
use extents::{DynRankExtents, Extents, ModeArray};

/// A shape whose rows may differ in length.
///
/// A shape of rank r is a list of shapes of rank r - 1, its slices along mode 0. They may differ in all
/// extents, but have one rank, which is kept even where there is no slice. What is smooth is stored as
/// extents; a ragged mode as one array of offsets for all its rows, which slices and copies of the shape share.
///
/// `==` and the hash go by the rows of each mode, with their origins: rows that are all alike make a smooth
/// shape, however it was spelled. A smooth slice that is empty keeps its extents beside other smooth ones; beside
/// jagged slices it keeps only those up to the first 0, for behind that it has no rows.
///
/// ```
/// use extents_shapes::{JaggedShape, ShapeBase, jagged};
/// // A jagged matrix with 3 rows; row 0 has 10 elements, row 1 has 20, row 2 has 30.
/// let rows = jagged![[10], [20], [30]]?;
/// assert_eq!((rows.rank(), rows.size(), rows.is_smooth()), (2, 60, false));
/// assert_eq!(rows, JaggedShape::from_lengths([10, 20, 30])?);
/// assert_eq!(rows.offset(&[1, 3])?, 13);
/// // A jagged tensor of rank 3 with smooth matrices.
/// let matrices = jagged![[10, 20], [30, 40], [50, 60]]?;
/// assert_eq!((matrices.rank(), matrices.size()), (3, 4400));
/// # Ok::<(), extents_shapes::StructureError>(())
/// ```
#[derive(Clone, Default)]
pub struct JaggedShape {
    /// `None` is the null shape.
    tower: Option<Arc<Tower>>,
}

impl JaggedShape {
    /// Creates the null shape, which has neither modes nor elements.
    ///
    /// ```
    /// use extents_shapes::{JaggedShape, ShapeBase};
    /// let null = JaggedShape::null();
    /// assert_eq!((null.rank(), null.size(), null.is_null()), (0, 0, true));
    /// assert_ne!(null, JaggedShape::scalar());
    /// ```
    pub const fn null() -> Self {
        JaggedShape { tower: None }
    }

    /// Returns the number of modes that are stored slice by slice; the modes after them are smooth.
    ///
    /// Rows that happen to be equal still count, although `==` does not depend on how a shape was created.
    ///
    /// ```
    /// use extents_shapes::jagged;
    /// assert_eq!(jagged![[10, 20], [30, 40]]?.outer_rank(), 1);
    /// assert_eq!(jagged![{ [10] }, { [20], [30] }]?.outer_rank(), 2);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn outer_rank(&self) -> usize {
        self.tower.as_ref().map_or(0, |tower| tower.outer_rank)
    }

    /// Returns the rank of the smooth slices: the rank minus [`outer_rank`](Self::outer_rank).
    ///
    /// ```
    /// use extents_shapes::jagged;
    /// assert_eq!(jagged![[10, 20], [30, 40]]?.smooth_rank(), 2);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn smooth_rank(&self) -> usize {
        self.rank().saturating_sub(self.outer_rank())
    }

    /// Returns the largest extent of each mode: the smooth shape into which this one fits, with padding.
    ///
    /// # Errors
    /// Returns [`SizeOverflow`](extents::ShapeError::SizeOverflow): the padding may be that much.
    ///
    /// ```
    /// use extents_shapes::jagged;
    /// use extents::DynRankExtents;
    /// assert_eq!(jagged![[10], [20]]?.padded()?, DynRankExtents::new(&[2, 20])?);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn padded(&self) -> Result<DynRankExtents, StructureError> {
        let Some(tower) = &self.tower else { return Ok(DynRankExtents::null()) };
        let largest: ModeArray<usize> = (0..tower.rank())
            .map(|mode| {
                let (extents, _, rows) = tower.mode(mode);
                extents.max(rows)
            })
            .collect();
        Ok(DynRankExtents::new(&largest)?)
    }

    /// Returns the number of elements that [`padded`](Self::padded) adds.
    ///
    /// # Errors
    /// Returns the errors of [`padded`](Self::padded).
    ///
    /// ```
    /// assert_eq!(extents_shapes::jagged![[10], [20]]?.padding()?, 10);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn padding(&self) -> Result<usize, StructureError> {
        Ok(self.padded()?.size().saturating_sub(self.size()))
    }

    /// Returns the memory of the offsets and lengths, in bytes. Copies and slices share it.
    ///
    /// ```
    /// use extents_shapes::JaggedShape;
    /// let lengths = || (0..1000).map(|row| row % 7);
    /// assert_eq!(JaggedShape::from_lengths(lengths())?.bytes(), 1001 * 8);
    /// assert_eq!(JaggedShape::compact_from_lengths(lengths())?.bytes(), 1001 * 2 + 4 * 8);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn bytes(&self) -> usize {
        self.tower.as_ref().map_or(0, |tower| tower.bytes())
    }

    fn from_tower(tower: Tower) -> Self {
        JaggedShape { tower: Some(Arc::new(tower)) }
    }
}

impl ShapeBase for JaggedShape {
    type Index = ModeArray<usize>;
    type Slice = JaggedShape;
    type Chip = JaggedShape;
    type Composed = JaggedShape;

    fn rank(&self) -> usize {
        self.tower.as_ref().map_or(0, |tower| tower.rank())
    }

    fn size(&self) -> usize {
        self.tower.as_ref().map_or(0, |tower| tower.size)
    }

    fn is_null(&self) -> bool {
        self.tower.is_none()
    }

    fn least_layers(&self) -> usize {
        self.outer_rank()
    }

    fn smooth_extents(&self) -> Option<ModeArray<usize>> {
        let tower = self.tower.as_ref()?;
        tower.levels.is_empty().then(|| tower.leaf(0))
    }

    fn slice(&self, region: impl AsRegion) -> Result<JaggedShape, StructureError> {
        self.part(region.as_region(), part::Cut::STRICT_SLICE)
    }

    /// Returns a slice of the same rank, clipped row by row: of each range, a row gives the part that it has.
    ///
    /// ```
    /// use extents_shapes::{ShapeBase, jagged};
    /// let shape = jagged![[10], [20]]?;
    /// assert!(shape.slice(([0, 5], [2, 15])).is_err());
    /// let part = shape.clip(([0, 5], [2, 15]))?;
    /// assert_eq!(part.to_string(), "{[5] at [5], [10] at [5]}");
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    fn clip(&self, region: impl AsRegion) -> Result<JaggedShape, StructureError> {
        self.part(region.as_region(), part::Cut::CLIP)
    }

    fn chip(&self, region: impl AsRegion) -> Result<JaggedShape, StructureError> {
        self.part(region.as_region(), part::Cut::STRICT_CHIP)
    }

    fn indices(&self) -> impl Iterator<Item = ModeArray<usize>> + '_ {
        JaggedIndices::new(self.tower.as_deref(), self.zero_index(), true)
    }

    fn indices_from_zero(&self) -> impl Iterator<Item = ModeArray<usize>> + '_ {
        JaggedIndices::new(self.tower.as_deref(), self.zero_index(), false)
    }

    fn jagged(&self) -> Result<JaggedShape, StructureError> {
        Ok(self.clone())
    }

    fn from_term(term: LabelledShape) -> Result<JaggedShape, StructureError> {
        term.into_jagged()
    }
}

impl PartialEq for JaggedShape {
    fn eq(&self, other: &Self) -> bool {
        match (&self.tower, &other.tower) {
            (None, None) => true,
            (Some(left), Some(right)) => Arc::ptr_eq(left, right) || left.equals(right),
            _ => false,
        }
    }
}

impl Eq for JaggedShape {}

impl<E: Extents, O: Origin<E>> PartialEq<Shape<E, O>> for JaggedShape {
    /// A jagged shape equals a smooth one if it has the same indices.
    fn eq(&self, other: &Shape<E, O>) -> bool {
        *self == other.to_jagged()
    }
}

impl<E: Extents, O: Origin<E>> PartialEq<JaggedShape> for Shape<E, O> {
    fn eq(&self, other: &JaggedShape) -> bool {
        self.to_jagged() == *other
    }
}

impl Hash for JaggedShape {
    /// Hashes the rank, the counts, and a few rows of each mode.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Some(tower) = &self.tower else { return usize::MAX.hash(state) };
        tower.rows.hash(state);
        for mode in 0..tower.rank() {
            let (extents, origins, rows) = tower.mode(mode);
            for row in (0..rows.min(16)).chain(rows.saturating_sub(1)..rows) {
                (extents.get(row), origins.get(row)).hash(state);
            }
        }
    }
}
