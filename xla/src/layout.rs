//! [`Layout`]: how an array of XLA is represented in memory.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::checks::check_permutation;
use super::shape::depth_around;
use super::{DimLevel, Shape, XlaError};
use extents::DType;

/// How an array is represented in memory: the order of its dimensions, and how they are padded and tiled.
///
/// Made by [`Layout::new`] or [`descending`](Layout::descending) and changed by the methods that begin with `with_`. What
/// does not depend on a shape is checked at once; [`ArrayShape::with_layout`](super::ArrayShape::with_layout) checks the rest.
///
/// ```
/// use extents_xla::{Layout, Tile};
/// let layout = Layout::new([1, 0])?.with_tiles([Tile::new([8, 128])])?;
/// assert_eq!(layout.to_string(), "{1,0:T(8,128)}");
/// # Ok::<(), extents_xla::XlaError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    // INVARIANT: names each dimension below its length once.
    pub(super) minor_to_major: Vec<usize>,
    pub(super) padded_dimensions: Option<Vec<usize>>,
    pub(super) padding_value: PaddingValue,
    // INVARIANT: no tile has a size of 0, or a `*` at its end.
    pub(super) tiles: Vec<Tile>,
    /// 0 is the size of the type.
    pub(super) element_size_in_bits: usize,
    // INVARIANT: not 0.
    pub(super) tail_padding_alignment: usize,
    pub(super) memory_space: i64,
    pub(super) split_configs: Vec<SplitConfig>,
    pub(super) index_type: Option<DType>,
    pub(super) pointer_type: Option<DType>,
    pub(super) metadata_prefix_bytes: usize,
    pub(super) physical_shape: Option<Box<Shape>>,
    // INVARIANT: what is dense is unique and ordered.
    pub(super) dim_levels: Vec<DimLevel>,
    // INVARIANT: one more than that of the physical shape, or 0 without one; at most `Shape::MAX_DEPTH`.
    pub(super) depth: usize,
}

/// The value of the padding of an array.
///
/// ```
/// use extents_xla::PaddingValue;
/// assert_eq!(PaddingValue::default(), PaddingValue::Zero);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PaddingValue {
    /// Zero.
    #[default]
    Zero,
    /// One.
    One,
    /// The lowest value of the type.
    Lowest,
    /// The highest value of the type.
    Highest,
    /// Any value: the padding is never read.
    Unknown,
}

/// The sizes of a tile, from the most major dimension to the most minor one.
///
/// ```
/// use extents_xla::{Tile, TileDimension};
/// let tile = Tile::of([TileDimension::Size(2), TileDimension::Combine, TileDimension::Size(128)]);
/// assert_eq!(tile.to_string(), "(2,*,128)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tile {
    pub(super) dimensions: Vec<TileDimension>,
}

/// A dimension of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TileDimension {
    /// A size.
    Size(usize),
    /// `*`: the dimension is combined with the next more minor one before tiling.
    Combine,
}

/// The positions at which a dimension is split between memories.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SplitConfig {
    /// The dimension, counted from the most major one.
    pub dimension: usize,
    /// The first index of each part, except the first part.
    pub indices: Vec<usize>,
}

impl Tile {
    /// Creates a tile of these sizes, the most major first.
    pub fn new(sizes: impl IntoIterator<Item = usize>) -> Self {
        Tile { dimensions: sizes.into_iter().map(TileDimension::Size).collect() }
    }

    /// Creates a tile of these dimensions, the most major first.
    pub fn of(dimensions: impl IntoIterator<Item = TileDimension>) -> Self {
        Tile { dimensions: dimensions.into_iter().collect() }
    }

    /// Returns the dimensions, the most major first.
    pub fn dimensions(&self) -> &[TileDimension] {
        &self.dimensions
    }
}

impl Layout {
    /// Creates the layout whose dimensions are in this order, the fastest first.
    ///
    /// # Errors
    /// Returns [`XlaError::DuplicateDimension`], [`XlaError::OutOfBounds`].
    ///
    /// ```
    /// use extents_xla::Layout;
    /// assert_eq!(Layout::new([1, 0])?, Layout::descending(2));
    /// assert!(Layout::new([0, 0]).is_err());
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn new(minor_to_major: impl IntoIterator<Item = usize>) -> Result<Self, XlaError> {
        let minor_to_major: Vec<usize> = minor_to_major.into_iter().collect();
        check_permutation(&minor_to_major)?;
        Ok(Self::of_permutation(minor_to_major))
    }

    /// Creates the default layout: the last dimension is the fastest, as in row-major order.
    ///
    /// # Panics
    /// Panics where the memory cannot hold a list of so many dimensions.
    pub fn descending(rank: usize) -> Self {
        Self::of_permutation((0..rank).rev().collect())
    }

    /// Creates the layout whose first dimension is the fastest, as in column-major order.
    ///
    /// # Panics
    /// Panics where the memory cannot hold a list of so many dimensions.
    pub fn ascending(rank: usize) -> Self {
        Self::of_permutation((0..rank).collect())
    }

    /// The layout of a list that names each dimension once.
    pub(super) fn of_permutation(minor_to_major: Vec<usize>) -> Self {
        Layout {
            minor_to_major,
            padded_dimensions: None,
            padding_value: PaddingValue::Zero,
            tiles: Vec::new(),
            element_size_in_bits: 0,
            tail_padding_alignment: 1,
            memory_space: 0,
            split_configs: Vec::new(),
            index_type: None,
            pointer_type: None,
            metadata_prefix_bytes: 0,
            physical_shape: None,
            dim_levels: Vec::new(),
            depth: 0,
        }
    }

    /// Pads each dimension to a size. Tiles apply to the padded array.
    pub fn with_padding(
        mut self,
        padded_dimensions: impl IntoIterator<Item = usize>,
        value: PaddingValue,
    ) -> Self {
        self.padded_dimensions = Some(padded_dimensions.into_iter().collect());
        self.padding_value = value;
        self
    }

    /// Tiles the array. Each further tile divides the tiles before it.
    ///
    /// # Errors
    /// Returns [`XlaError::ZeroTile`], [`XlaError::CombineAtEnd`].
    pub fn with_tiles(mut self, tiles: impl IntoIterator<Item = Tile>) -> Result<Self, XlaError> {
        self.tiles = tiles.into_iter().collect();
        for (tile, cut) in self.tiles.iter().enumerate() {
            let zero = cut.dimensions.iter().position(|&size| size == TileDimension::Size(0));
            if let Some(dimension) = zero {
                return Err(XlaError::ZeroTile { tile, dimension });
            }
            if cut.dimensions.last() == Some(&TileDimension::Combine) {
                return Err(XlaError::CombineAtEnd { tile });
            }
        }
        Ok(self)
    }

    /// Sets the number of bits of an element; 0 stands for that of its type.
    pub fn with_element_size_in_bits(mut self, bits: usize) -> Self {
        self.element_size_in_bits = bits;
        self
    }

    /// Pads the end of the buffer to a multiple of `alignment` elements.
    ///
    /// # Errors
    /// Returns [`XlaError::ZeroAlignment`].
    pub fn with_tail_padding_alignment(mut self, elements: usize) -> Result<Self, XlaError> {
        if elements == 0 {
            return Err(XlaError::ZeroAlignment);
        }
        self.tail_padding_alignment = elements;
        Ok(self)
    }

    /// Sets the memory that holds the array, by its number; 0 is the default one.
    pub fn with_memory_space(mut self, memory_space: i64) -> Self {
        self.memory_space = memory_space;
        self
    }

    /// Splits dimensions between memories.
    pub fn with_split_configs(mut self, splits: impl IntoIterator<Item = SplitConfig>) -> Self {
        self.split_configs = splits.into_iter().collect();
        self
    }

    /// Sets the types of the indices and pointers of a sparse array, which are kept but not used.
    pub fn with_index_types(mut self, index: Option<DType>, pointer: Option<DType>) -> Self {
        (self.index_type, self.pointer_type) = (index, pointer);
        self
    }

    /// Reserves `bytes` bytes before the elements for the sizes of dynamic dimensions.
    pub fn with_metadata_prefix_bytes(mut self, bytes: usize) -> Self {
        self.metadata_prefix_bytes = bytes;
        self
    }

    /// Sets the physical shape, which is in memory in place of the array, such as the parts of a sparse one. It is kept
    /// but not used, and removed when dimensions are deleted or inserted.
    ///
    /// # Errors
    /// Returns [`XlaError::TooDeep`] where the shape is [`Shape::MAX_DEPTH`] deep.
    pub fn with_physical_shape(mut self, shape: Shape) -> Result<Self, XlaError> {
        self.depth = depth_around(core::iter::once(&shape))?;
        self.physical_shape = Some(Box::new(shape));
        Ok(self)
    }

    /// Returns the dimensions from the fastest to the slowest.
    pub fn minor_to_major(&self) -> &[usize] {
        &self.minor_to_major
    }

    /// Returns the padded size of each dimension, if there is padding.
    pub fn padded_dimensions(&self) -> Option<&[usize]> {
        self.padded_dimensions.as_deref()
    }

    /// Returns the value of the padding.
    pub fn padding_value(&self) -> PaddingValue {
        self.padding_value
    }

    /// Returns the tiles, the outermost first.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// Returns the number of bits of an element; 0 stands for that of its type.
    pub fn element_size_in_bits(&self) -> usize {
        self.element_size_in_bits
    }

    /// Returns the number of elements to a multiple of which the end of the buffer is padded.
    pub fn tail_padding_alignment(&self) -> usize {
        self.tail_padding_alignment
    }

    /// Returns the number of the memory.
    pub fn memory_space(&self) -> i64 {
        self.memory_space
    }

    /// Returns the positions at which dimensions are split between memories.
    pub fn split_configs(&self) -> &[SplitConfig] {
        &self.split_configs
    }

    /// Returns the physical shape, which is in memory in place of the array.
    pub fn physical_shape(&self) -> Option<&Shape> {
        self.physical_shape.as_deref()
    }

    /// Returns the types of the indices and pointers of a sparse array.
    pub fn index_types(&self) -> (Option<DType>, Option<DType>) {
        (self.index_type, self.pointer_type)
    }

    /// Returns the number of bytes before the elements.
    pub fn metadata_prefix_bytes(&self) -> usize {
        self.metadata_prefix_bytes
    }
}
