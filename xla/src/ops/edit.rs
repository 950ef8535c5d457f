//! Dimensions deleted, inserted and dropped. The layout goes along, where there is one.

use alloc::vec;
use alloc::vec::Vec;

use super::relabel::Source;
use crate::checks::out_of_range;
use crate::{ArrayShape, Dimension, Layout, XlaError};
use extents::DType;

/// Where new dimensions stand in the order of a layout.
#[derive(Clone, Copy)]
enum Place {
    Fastest,
    Slowest,
    /// Right behind an old dimension, as the next slower ones.
    Behind(usize),
}

/// Dimensions deleted and inserted.
///
/// The order of the other dimensions in the layout stays as it is. What a layout says of one dimension goes with it:
/// its padded width and its splits. Tiles cut the fastest dimensions, whichever these are now, as XLA keeps them; memory
/// space, element size, alignment and the like stay too; a physical shape goes. So a tiled array may lie in memory in another way afterwards.
impl ArrayShape {
    /// Removes these dimensions.
    ///
    /// # Errors
    /// Returns [`XlaError::OutOfBounds`], [`XlaError::DuplicateDimension`].
    ///
    /// ```
    /// use extents_xla::ArrayShape;
    /// let shape: ArrayShape = "f32[5,3,2]{2,0,1}".parse()?;
    /// assert_eq!(shape.delete_dimensions(&[1])?.to_string(), "f32[5,2]{1,0}");
    /// assert!(shape.delete_dimensions(&[3]).is_err());
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn delete_dimensions(&self, dimensions: &[usize]) -> Result<Self, XlaError> {
        let mut kept = vec![true; self.rank()];
        for &dimension in dimensions {
            match kept.get_mut(dimension) {
                Some(true_yet) if *true_yet => *true_yet = false,
                Some(_) => return Err(XlaError::DuplicateDimension { dimension }),
                None => return Err(out_of_range(dimension, self.rank())),
            }
        }
        self.keep(&kept)
    }

    /// Keeps the dimensions for whose numbers `keep` returns `true`.
    ///
    /// ```
    /// use extents_xla::ArrayShape;
    /// let shape: ArrayShape = "f32[5,3,2]{2,0,1}".parse()?;
    /// assert_eq!(shape.filter_dimensions(|dimension| dimension > 0).to_string(), "f32[3,2]{1,0}");
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn filter_dimensions(&self, mut keep: impl FnMut(usize) -> bool) -> Self {
        let kept: Vec<bool> = (0..self.rank()).map(&mut keep).collect();
        // What suited all dimensions suits some of them.
        self.keep(&kept).unwrap_or_else(|_| self.clone())
    }

    /// Removes the dimensions of size 1. A dynamic one with bound 1 may be empty, and is kept.
    ///
    /// ```
    /// use extents_xla::ArrayShape;
    /// let shape: ArrayShape = "f32[1,3,1,2]{3,2,1,0}".parse()?;
    /// assert_eq!(shape.drop_degenerate_dimensions().to_string(), "f32[3,2]{1,0}");
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn drop_degenerate_dimensions(&self) -> Self {
        self.filter_dimensions(|at| self.dimensions.get(at) != Some(&Dimension::Static(1)))
    }

    /// Returns whether a dimension has size 1.
    pub fn has_degenerate_dimensions(&self) -> bool {
        self.dimensions.contains(&Dimension::Static(1))
    }

    /// Inserts dimensions, of which the first gets the number `at`.
    ///
    /// In the layout they become the next slower ones than the dimension that had this number, and the last of them is
    /// the fastest of them; after the last dimension they become the fastest ones of all.
    ///
    /// # Errors
    /// Returns [`XlaError::OutOfBounds`]; [`XlaError::Unbounded`] for such a dimension in a padded array.
    ///
    /// ```
    /// use extents_xla::ArrayShape;
    /// let shape: ArrayShape = "f32[10,20,30]{0,2,1}".parse()?;
    /// assert_eq!(shape.insert_dimensions(1, [40, 50])?.to_string(), "f32[10,40,50,20,30]{0,4,3,2,1}");
    /// assert_eq!(shape.insert_dimensions(3, [40])?.to_string(), "f32[10,20,30,40]{3,0,2,1}");
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn insert_dimensions(
        &self,
        at: usize,
        dimensions: impl IntoIterator<Item = impl Into<Dimension>>,
    ) -> Result<Self, XlaError> {
        let place = if at == self.rank() { Place::Fastest } else { Place::Behind(at) };
        self.insert(at, dimensions.into_iter().map(Into::into).collect(), place)
    }

    /// Inserts a first dimension, which is the slowest one.
    ///
    /// # Errors
    /// Returns [`XlaError::Unbounded`] for such a dimension of a padded array.
    ///
    /// ```
    /// use extents_xla::ArrayShape;
    /// let shape: ArrayShape = "f32[10,20,30]{0,2,1}".parse()?;
    /// assert_eq!(shape.prepend_major_dimension(40)?.to_string(), "f32[40,10,20,30]{1,3,2,0}");
    /// assert_eq!(shape.append_major_dimension(40)?.to_string(), "f32[10,20,30,40]{0,2,1,3}");
    /// assert_eq!(shape.append_minor_dimension(40)?.to_string(), "f32[10,20,30,40]{3,0,2,1}");
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn prepend_major_dimension(
        &self,
        dimension: impl Into<Dimension>,
    ) -> Result<Self, XlaError> {
        self.insert(0, vec![dimension.into()], Place::Slowest)
    }

    /// Appends a last dimension, which is the slowest one.
    ///
    /// # Errors
    /// Returns [`XlaError::Unbounded`] for such a dimension of a padded array.
    pub fn append_major_dimension(
        &self,
        dimension: impl Into<Dimension>,
    ) -> Result<Self, XlaError> {
        self.insert(self.rank(), vec![dimension.into()], Place::Slowest)
    }

    /// Appends a last dimension, which is the fastest one.
    ///
    /// # Errors
    /// Returns [`XlaError::Unbounded`] for such a dimension of a padded array.
    pub fn append_minor_dimension(
        &self,
        dimension: impl Into<Dimension>,
    ) -> Result<Self, XlaError> {
        self.insert(self.rank(), vec![dimension.into()], Place::Fastest)
    }

    /// Returns the same array with elements of another type.
    ///
    /// ```
    /// use extents::DType;
    /// use extents_xla::ArrayShape;
    /// let shape: ArrayShape = "f32[2,3]{0,1}".parse()?;
    /// assert_eq!(shape.with_dtype(DType::S8).to_string(), "s8[2,3]{0,1}");
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn with_dtype(mut self, dtype: DType) -> Self {
        self.dtype = dtype;
        self
    }

    fn keep(&self, kept: &[bool]) -> Result<Self, XlaError> {
        let kept = kept.iter().enumerate().filter(|(_, kept)| **kept).map(|(old, _)| old);
        let kept: Vec<usize> = kept.collect();
        let sources: Vec<Source> = kept.iter().copied().map(Source::Old).collect();
        self.relabelled(&sources, |layout| {
            // They rise.
            let new = |old: &usize| kept.binary_search(old).ok();
            layout.minor_to_major().iter().filter_map(new).collect()
        })
    }

    fn insert(&self, at: usize, new: Vec<Dimension>, place: Place) -> Result<Self, XlaError> {
        let rank = self.rank();
        if at > rank {
            return Err(out_of_range(at, rank));
        }
        let count = new.len();
        let old = |range: core::ops::Range<usize>| range.map(Source::Old);
        let sources = old(0..at).chain(new.into_iter().map(Source::New)).chain(old(at..rank));
        let sources: Vec<Source> = sources.collect();
        self.relabelled(&sources, |layout| inserted(layout, at, count, place))
    }
}

/// The order of a layout with further dimensions, whose numbers begin at `at`.
fn inserted(layout: &Layout, at: usize, count: usize, place: Place) -> Vec<usize> {
    let new = || (at..at.saturating_add(count)).rev();
    let mut order = Vec::new();
    if let Place::Fastest = place {
        order.extend(new());
    }
    for &old in layout.minor_to_major() {
        order.push(if old < at { old } else { old.saturating_add(count) });
        if matches!(place, Place::Behind(dimension) if dimension == old) {
            order.extend(new());
        }
    }
    if let Place::Slowest = place {
        order.extend(new());
    }
    order
}
