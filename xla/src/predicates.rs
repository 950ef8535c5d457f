//! Questions to layouts: orders, padding, tiles, splits.

use super::checks::out_of_range;
use super::tiles::TilePlan;
use super::{ArrayShape, Layout, SplitConfig, XlaError};
use alloc::vec::Vec;
use extents::ModeArray;

impl Layout {
    /// Returns whether the dimensions are ordered from the fastest to the slowest: "dim 0 is minor", column-major.
    ///
    /// ```
    /// use extents_xla::Layout;
    /// assert!(Layout::ascending(3).is_monotonic_with_dim0_minor());
    /// assert!(!Layout::descending(3).is_monotonic_with_dim0_minor());
    /// ```
    pub fn is_monotonic_with_dim0_minor(&self) -> bool {
        self.minor_to_major.is_sorted()
    }

    /// Returns whether the dimensions are ordered from the slowest to the fastest: "dim 0 is major", row-major, the
    /// default.
    ///
    /// ```
    /// use extents_xla::Layout;
    /// assert!(Layout::descending(3).is_monotonic_with_dim0_major());
    /// ```
    pub fn is_monotonic_with_dim0_major(&self) -> bool {
        self.minor_to_major.iter().rev().is_sorted()
    }

    /// Returns the dimensions from the slowest to the fastest: the dimension at each physical position.
    ///
    /// ```
    /// use extents_xla::Layout;
    /// assert!(Layout::new([1, 2, 0])?.major_to_minor().eq([0, 2, 1]));
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn major_to_minor(
        &self,
    ) -> impl ExactSizeIterator<Item = usize> + DoubleEndedIterator + '_ {
        self.minor_to_major.iter().rev().copied()
    }

    /// Returns the physical position of each dimension, where the slowest one is at 0.
    ///
    /// ```
    /// use extents_xla::Layout;
    /// assert_eq!(&Layout::new([0, 1])?.logical_to_physical()[..], [1, 0]);
    /// assert_eq!(&Layout::new([1, 2, 0])?.logical_to_physical()[..], [0, 2, 1]);
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn logical_to_physical(&self) -> ModeArray<usize> {
        let mut places: ModeArray<usize> = self.minor_to_major.iter().map(|_| 0).collect();
        for (place, dimension) in self.major_to_minor().enumerate() {
            if let Some(entry) = places.get_mut(dimension) {
                *entry = place;
            }
        }
        places
    }

    /// Returns whether this is the default layout: row-major, without padding, tiles or anything else.
    ///
    /// ```
    /// use extents_xla::Layout;
    /// assert!(Layout::new([1, 0])?.is_default() && !Layout::new([0, 1])?.is_default());
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn is_default(&self) -> bool {
        *self == Self::descending(self.minor_to_major.len())
    }
}

impl ArrayShape {
    /// Returns whether some dimension is padded to more than its size. Tiles do not count; see
    /// [`has_padding_slots`](Self::has_padding_slots).
    ///
    /// ```
    /// use extents::DType;
    /// use extents_xla::{ArrayShape, Layout, PaddingValue};
    /// let padded = |widths: [usize; 2]| {
    ///     let layout = Layout::descending(2).with_padding(widths, PaddingValue::Zero);
    ///     ArrayShape::new(DType::F32, [2, 3]).with_layout(layout)
    /// };
    /// assert!(padded([3, 5])?.is_padded() && !padded([2, 3])?.is_padded());
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn is_padded(&self) -> bool {
        let widths = self.layout().and_then(Layout::padded_dimensions);
        let mut pairs = widths.into_iter().flatten().zip(self.dimensions());
        pairs.any(|(&width, size)| size.bound().is_none_or(|size| size < width))
    }

    /// Returns whether the buffer has positions without an element: padding of dimensions, of tiles or of the tail.
    ///
    /// # Errors
    /// Returns the errors of [`to_layout`](Self::to_layout).
    ///
    /// ```
    /// use extents_xla::ArrayShape;
    /// assert!("f32[3,5]{1,0:T(2,2)}".parse::<ArrayShape>()?.has_padding_slots()?);
    /// assert!(!"f32[4,6]{1,0:T(2,2)}".parse::<ArrayShape>()?.has_padding_slots()?);
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn has_padding_slots(&self) -> Result<bool, XlaError> {
        let plan = TilePlan::new(self)?;
        Ok(plan.elements() < plan.allocated)
    }

    /// Returns whether there are no tiles, or each of them moves and pads nothing, as rows of 128 do that divide 4 x
    /// 256 elements in `f32[4,256]{1,0:T(1,128)}`.
    ///
    /// # Errors
    /// Returns the errors of [`to_layout`](Self::to_layout).
    ///
    /// ```
    /// use extents_xla::ArrayShape;
    /// assert!("f32[4,256]{1,0:T(1,128)}".parse::<ArrayShape>()?.is_untiled()?);
    /// assert!(!"f32[4,256]{1,0:T(2,128)}".parse::<ArrayShape>()?.is_untiled()?);
    /// assert!(!"f32[4,200]{1,0:T(1,128)}".parse::<ArrayShape>()?.is_untiled()?);
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn is_untiled(&self) -> Result<bool, XlaError> {
        let plan = TilePlan::new(self)?;
        if plan.widths.contains(&0) {
            return Ok(true);
        }
        Ok(plan.cuts.iter().all(|cut| {
            // A remainder goes behind the quotients of the dimensions after it: that moves nothing where
            // there is but one of the one or of the other.
            let mut is_cut = false;
            cut.sizes.iter().zip(&cut.tile).all(|(&size, &tile)| {
                let moves = is_cut && size > tile;
                is_cut |= tile > 1;
                size.is_multiple_of(tile) && !moves
            })
        }))
    }

    /// Returns the size of the largest part of a dimension that is split between memories; its size if it is not split.
    ///
    /// A [`SplitConfig`](super::SplitConfig) counts dimensions from the most major one on; here it is a dimension of the
    /// array.
    ///
    /// # Errors
    /// Returns [`XlaError::OutOfBounds`], [`Unbounded`](XlaError::Unbounded).
    ///
    /// ```
    /// use extents::DType;
    /// use extents_xla::{ArrayShape, Layout, SplitConfig};
    /// let splits = [SplitConfig { dimension: 0, indices: vec![30] }];
    /// let layout = Layout::ascending(3).with_split_configs(splits);
    /// let shape = ArrayShape::new(DType::F32, [150, 200, 100]).with_layout(layout)?;
    /// assert_eq!((shape.max_split_size(0)?, shape.max_split_size(2)?), (150, 70));
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn max_split_size(&self, dimension: usize) -> Result<usize, XlaError> {
        let size = self.dimensions().get(dimension).ok_or(out_of_range(dimension, self.rank()))?;
        let size = size.bound().ok_or(XlaError::Unbounded { dimension })?;
        let Some(layout) = self.layout() else { return Ok(size) };
        let place = layout.major_to_minor().position(|at| at == dimension);
        let mut splits = layout.split_configs().iter();
        let split = splits.find(|split| Some(split.dimension) == place);
        Ok(split.map_or(size, |split| largest_part(split, size)))
    }

    /// Returns the largest number of elements that one memory holds: the product of all
    /// [`max_split_size`](Self::max_split_size).
    ///
    /// # Errors
    /// Returns the errors of [`elements_in`](Self::elements_in).
    ///
    /// ```
    /// use extents_xla::ArrayShape;
    /// assert_eq!("f32[2,3]{1,0}".parse::<ArrayShape>()?.max_elements_per_split()?, 6);
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn max_elements_per_split(&self) -> Result<usize, XlaError> {
        self.elements_in()?;
        let sizes = self.sizes()?;
        let mut largest: Vec<usize> = sizes.to_vec();
        // The first split of a dimension is the one that counts, so it comes last.
        for split in self.layout().into_iter().flat_map(|layout| layout.split_configs()).rev() {
            let dimension =
                self.layout().and_then(|layout| layout.major_to_minor().nth(split.dimension));
            if let Some((part, &size)) =
                dimension.and_then(|at| largest.get_mut(at).zip(sizes.get(at)))
            {
                *part = largest_part(split, size);
            }
        }
        // No more than the sizes, whose product fits.
        Ok(largest.iter().fold(1_usize, |all, &part| all.saturating_mul(part)))
    }
}

/// The size of the largest part that a split makes of a dimension of this size.
fn largest_part(split: &SplitConfig, size: usize) -> usize {
    let ends = split.indices.iter().copied().chain([size]);
    let begins = [0].into_iter().chain(split.indices.iter().copied());
    let parts = begins.zip(ends).map(|(begin, end)| end.saturating_sub(begin));
    parts.max().unwrap_or(size)
}
