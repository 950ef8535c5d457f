//! The order of dimensions in a layout: asked about, and changed.

use crate::error::Required;
use alloc::vec::Vec;

use crate::checks::out_of_range;
use crate::{ArrayShape, Layout, XlaError};

impl Layout {
    /// Makes a dimension the slowest one; the others keep their order. Splits stay with their dimensions.
    ///
    /// # Errors
    /// Returns [`XlaError::OutOfBounds`].
    ///
    /// ```
    /// use extents_xla::Layout;
    /// let layout = Layout::new([2, 0, 3, 1])?;
    /// assert_eq!(layout.move_to_major(0)?, Layout::new([2, 3, 1, 0])?);
    /// assert_eq!(layout.move_to_minor(3)?, Layout::new([3, 2, 0, 1])?);
    /// assert!(layout.move_to_major(4).is_err());
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn move_to_major(&self, dimension: usize) -> Result<Self, XlaError> {
        let mut order = self.others(dimension)?;
        order.push(dimension);
        Ok(self.reordered(order))
    }

    /// Makes a dimension the fastest one; the others keep their order. Splits stay with their dimensions.
    ///
    /// # Errors
    /// Returns [`XlaError::OutOfBounds`].
    pub fn move_to_minor(&self, dimension: usize) -> Result<Self, XlaError> {
        let mut order = self.others(dimension)?;
        order.insert(0, dimension);
        Ok(self.reordered(order))
    }

    /// Returns whether these dimensions are adjacent in the order, in any order among themselves.
    ///
    /// # Errors
    /// Returns [`XlaError::OutOfBounds`].
    ///
    /// ```
    /// use extents_xla::Layout;
    /// let layout = Layout::new([0, 2, 1])?;
    /// assert_eq!(layout.are_dimensions_consecutive(&[1, 2]), Ok(true));
    /// assert_eq!(layout.are_dimensions_consecutive(&[0, 1]), Ok(false));
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn are_dimensions_consecutive(&self, dimensions: &[usize]) -> Result<bool, XlaError> {
        let of_all = self.logical_to_physical();
        let rank = of_all.len();
        let places = dimensions
            .iter()
            .map(|&dimension| of_all.get(dimension).copied().ok_or(out_of_range(dimension, rank)));
        let mut places = places.collect::<Result<Vec<_>, _>>()?;
        places.sort_unstable();
        Ok(places.windows(2).all(|pair| matches!(pair, [a, b] if a.checked_add(1) == Some(*b))))
    }

    /// How many dimensions are faster.
    fn place(&self, dimension: usize) -> Result<usize, XlaError> {
        let place = self.minor_to_major.iter().position(|&found| found == dimension);
        place.ok_or(out_of_range(dimension, self.minor_to_major.len()))
    }

    fn others(&self, dimension: usize) -> Result<Vec<usize>, XlaError> {
        self.place(dimension)?;
        let others = self.minor_to_major.iter().copied().filter(|&other| other != dimension);
        Ok(others.collect())
    }

    /// The same dimensions in another order. Splits count from the slowest dimension on, so their numbers change.
    fn reordered(&self, minor_to_major: Vec<usize>) -> Self {
        let mut layout = Layout { minor_to_major, ..self.clone() };
        let places = layout.logical_to_physical();
        for split in &mut layout.split_configs {
            let dimension = self.major_to_minor().nth(split.dimension);
            let place = dimension.and_then(|dimension| places.get(dimension));
            split.dimension = place.copied().unwrap_or(split.dimension);
        }
        layout
    }
}

impl ArrayShape {
    /// Makes a dimension of the layout the slowest one; see [`Layout::move_to_major`]. Without a layout it starts from
    /// the default one.
    ///
    /// # Errors
    /// Returns [`XlaError::OutOfBounds`].
    ///
    /// ```
    /// use extents_xla::ArrayShape;
    /// let shape: ArrayShape = "f32[2,3]".parse()?;
    /// assert_eq!(shape.move_dimension_to_major(1)?.to_string(), "f32[2,3]{0,1}");
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn move_dimension_to_major(&self, dimension: usize) -> Result<Self, XlaError> {
        self.with_order(|layout| layout.move_to_major(dimension))
    }

    /// Makes a dimension of the layout the fastest one; see [`Layout::move_to_minor`]. Without a layout it starts from
    /// the default one.
    ///
    /// # Errors
    /// Returns [`XlaError::OutOfBounds`].
    pub fn move_dimension_to_minor(&self, dimension: usize) -> Result<Self, XlaError> {
        self.with_order(|layout| layout.move_to_minor(dimension))
    }

    /// Returns whether all dimensions that are slower than this one have size 1.
    ///
    /// # Errors
    /// Returns [`XlaError::OutOfBounds`], [`XlaError::Requires`].
    ///
    /// ```
    /// use extents_xla::ArrayShape;
    /// let shape: ArrayShape = "f32[1,1,16,1,279]{4,1,2,3,0}".parse()?;
    /// assert_eq!(shape.is_effectively_most_major(2), Ok(true));
    /// assert_eq!(shape.is_effectively_most_major(4), Ok(false));
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn is_effectively_most_major(&self, dimension: usize) -> Result<bool, XlaError> {
        let layout = self.layout().ok_or(XlaError::Requires(Required::Layout))?;
        layout.place(dimension)?;
        let mut slower = layout.major_to_minor().take_while(|&other| other != dimension);
        let one = crate::Dimension::Static(1);
        Ok(slower.all(|other| self.dimensions.get(other) == Some(&one)))
    }

    /// Returns the array with its dimensions in the order of memory, the slowest first: the same bytes with a
    /// descending layout. Without a layout it is the array itself, with the default one.
    ///
    /// ```
    /// use extents_xla::ArrayShape;
    /// let shape: ArrayShape = "f32[2,3,4]{0,2,1:T(8,128)}".parse()?;
    /// assert_eq!(shape.in_physical_order().to_string(), "f32[3,4,2]{2,1,0:T(8,128)}");
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn in_physical_order(&self) -> Self {
        let shape = self.clone().with_default_layout();
        let order: Option<Vec<usize>> =
            shape.layout().map(|layout| layout.major_to_minor().collect());
        // The order of a layout is a permutation of the dimensions.
        shape.permute_dimensions(&order.unwrap_or_default()).unwrap_or(shape)
    }

    fn with_order(
        &self,
        change: impl FnOnce(&Layout) -> Result<Layout, XlaError>,
    ) -> Result<Self, XlaError> {
        let shape = self.clone().with_default_layout();
        let layout = change(shape.layout().ok_or(XlaError::Requires(Required::Layout))?)?;
        shape.with_layout(layout)
    }
}
