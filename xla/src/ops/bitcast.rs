//! Whether a reshape or a transpose moves nothing in memory: then it is a bitcast.

use crate::error::{Computed, Required};
use alloc::vec;
use alloc::vec::Vec;

use crate::tiles::{LIMIT, product_of};
use crate::{ArrayShape, Layout, SplitConfig, XlaError};
use extents::ModeArray;

/// Bitcasts: `self` is the operand, `to` the result, and both have layouts.
impl ArrayShape {
    /// Returns whether the transpose to `to` is a bitcast by XLA's rule: the two orders agree under the permutation.
    ///
    /// `to`'s dimension `i` is this one's `permutation[i]`. Everything else in the two layouts has to be equal, and so has
    /// the type of the elements. Dimensions of size 1 count, so that a `false` may be wrong where
    /// [`transpose_is_bitcast_exact`](Self::transpose_is_bitcast_exact) says `true`; a `true` is right.
    ///
    /// # Errors
    /// Returns [`XlaError::Requires`], those of [`permute_dimensions`](Self::permute_dimensions),
    /// [`XlaError::Unbounded`]; [`XlaError::Incompatible`] where `to` has other dimensions than the transpose.
    ///
    /// ```
    /// use extents_xla::ArrayShape;
    /// let row: ArrayShape = "f32[1,4]{1,0}".parse()?;
    /// let column: ArrayShape = "f32[4,1]{1,0}".parse()?;
    /// assert_eq!(row.transpose_is_bitcast_xla(&column, &[1, 0]), Ok(false));
    /// assert_eq!(row.transpose_is_bitcast_exact(&column, &[1, 0]), Ok(true));
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn transpose_is_bitcast_xla(
        &self,
        to: &ArrayShape,
        permutation: &[usize],
    ) -> Result<bool, XlaError> {
        let (_, to_layout) = self.transpose_layouts(to, permutation)?;
        let permuted = self.permute_dimensions(permutation)?;
        Ok(self.dtype == to.dtype && permuted.layout() == Some(to_layout))
    }

    /// Returns whether the transpose to `to` is a bitcast: each element has the same position in both buffers, and the
    /// buffers agree in size, element size, memory and splits.
    ///
    /// `to`'s dimension `i` is this one's `permutation[i]`. Types of elements have to be equal. A split without an index
    /// is none.
    ///
    /// # Errors
    /// Returns the errors of [`transpose_is_bitcast_xla`](Self::transpose_is_bitcast_xla), [`XlaError::TooLarge`];
    /// [`XlaError::Requires`] where tiles differ and there are more than 2^22 elements to look at one by one.
    pub fn transpose_is_bitcast_exact(
        &self,
        to: &ArrayShape,
        permutation: &[usize],
    ) -> Result<bool, XlaError> {
        let (from_layout, to_layout) = self.transpose_layouts(to, permutation)?;
        if self.dtype != to.dtype {
            return Ok(false);
        }
        let (from, into) = (Memory::of(self, from_layout)?, Memory::of(to, to_layout)?);
        let old = |dimension: usize| permutation.get(dimension).copied();
        if !from.is_alike(&into, old) {
            return Ok(false);
        }
        if !from_layout.tiles.is_empty() || !to_layout.tiles.is_empty() {
            let from_cut = from.cut_by_tiles(from_layout, Some);
            let to_cut = into.cut_by_tiles(to_layout, old);
            let is_alike = from_layout.tiles == to_layout.tiles
                && from_layout.tail_padding_alignment == to_layout.tail_padding_alignment
                && from_cut == to_cut;
            return if is_alike { Ok(true) } else { self.stays_in(to, permutation) };
        }
        if from.elements != into.elements {
            return Ok(false);
        }
        let is_empty = from.sizes.contains(&0);
        let same = |(&old, (&stride, &size)): (&usize, (&usize, &usize))| {
            size <= 1 || from.strides.get(old) == Some(&stride)
        };
        let dimensions = into.strides.iter().zip(into.sizes.iter());
        Ok(is_empty || permutation.iter().zip(dimensions).all(same))
    }

    /// Whether the buffers have one size and each element the same place in both, by looking at all of them.
    fn stays_in(&self, to: &ArrayShape, permutation: &[usize]) -> Result<bool, XlaError> {
        /// What is looked at in a moment.
        const MOST: usize = 1 << 22;
        let (from, into) = (self.to_layout()?, to.to_layout()?);
        if from.allocated_elements() != into.allocated_elements() {
            return Ok(false);
        }
        if from.elements() > MOST {
            return Err(XlaError::Requires(Required::Dense));
        }
        let mut index: Vec<usize> = from.sizes().iter().map(|_| 0).collect();
        for _ in 0..from.elements() {
            let moved = permutation.iter().map(|&old| index.get(old).copied().unwrap_or(0));
            let moved: Vec<usize> = moved.collect();
            if from.linear_index(&index)? != into.linear_index(&moved)? {
                return Ok(false);
            }
            self.bump_index(&mut index)?;
        }
        Ok(true)
    }

    /// Returns whether the reshape to `to` is a bitcast: each element, counted in row-major order, has the same
    /// position in both buffers.
    ///
    /// Arrays that are padded, tiled or split are refused: `false`, even where nothing would move. So are arrays whose
    /// types of elements, numbers of elements, memories or allocated sizes differ.
    ///
    /// # Errors
    /// Returns [`XlaError::Requires`], [`XlaError::Unbounded`], [`XlaError::TooLarge`].
    ///
    /// ```
    /// use extents_xla::ArrayShape;
    /// let from: ArrayShape = "f32[3,4]{1,0}".parse()?;
    /// assert_eq!(from.reshape_is_bitcast(&"f32[6,2]{1,0}".parse()?), Ok(true));
    /// assert_eq!(from.reshape_is_bitcast(&"f32[6,2]{0,1}".parse()?), Ok(false));
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn reshape_is_bitcast(&self, to: &ArrayShape) -> Result<bool, XlaError> {
        Ok(self.dtype == to.dtype && self.reshape_moves_nothing(to)?)
    }

    /// [`reshape_is_bitcast`](Self::reshape_is_bitcast) for elements of any types of one size.
    pub(super) fn reshape_moves_nothing(&self, to: &ArrayShape) -> Result<bool, XlaError> {
        let from_layout = self.layout().ok_or(XlaError::Requires(Required::Layout))?;
        let to_layout = to.layout().ok_or(XlaError::Requires(Required::Layout))?;
        let (from, to) = (Memory::of(self, from_layout)?, Memory::of(to, to_layout)?);
        if !from_layout.is_plain() || !to_layout.is_plain() {
            return Ok(false);
        }
        let same_elements = product_of(&from.sizes)? == product_of(&to.sizes)?;
        if !same_elements || from.elements != to.elements || !from.is_alike(&to, Some) {
            return Ok(false);
        }
        Ok(from.sizes.contains(&0) || (from.units_stay(&to) && to.units_stay(&from)))
    }

    /// Both layouts, of an array and of its transpose.
    fn transpose_layouts<'a>(
        &'a self,
        to: &'a ArrayShape,
        permutation: &[usize],
    ) -> Result<(&'a Layout, &'a Layout), XlaError> {
        self.check_permutation(permutation)?;
        let (sizes, to_sizes) = (self.sizes()?, to.sizes()?);
        if sizes.len() != to_sizes.len() {
            let (left, right) = (sizes.len(), to_sizes.len());
            return Err(XlaError::Incompatible { what: "rank", left, right });
        }
        for (&old, &right) in permutation.iter().zip(to_sizes.iter()) {
            let left = sizes.get(old).copied().unwrap_or(0);
            if left != right {
                return Err(XlaError::Incompatible { what: "dimensions", left, right });
            }
        }
        let layouts = self.layout().zip(to.layout());
        layouts.ok_or(XlaError::Requires(Required::Layout))
    }
}

impl Layout {
    /// Whether it is nothing but an order of the dimensions of one piece of memory.
    pub(super) fn is_plain(&self) -> bool {
        self.tiles.is_empty()
            && self.padded_dimensions.is_none()
            && self.split_configs.is_empty()
            && !self.is_sparse()
    }
}

/// What a buffer is, before tiles.
pub(super) struct Memory {
    sizes: ModeArray<usize>,
    /// How far apart neighbors along each dimension are, in elements.
    strides: Vec<usize>,
    elements: usize,
    /// The bits of an element, the bytes before the elements, and the memory.
    kind: (usize, usize, i64),
    /// Which dimension is split where.
    splits: Vec<(usize, Vec<usize>)>,
}

impl Memory {
    pub(super) fn of(shape: &ArrayShape, layout: &Layout) -> Result<Self, XlaError> {
        layout.check_dense()?;
        let sizes = shape.sizes()?;
        let widths = layout.padded_dimensions().unwrap_or(&sizes);
        product_of(widths)?;
        let mut strides = vec![0; widths.len()];
        let mut elements = usize::from(!widths.contains(&0));
        for &dimension in layout.minor_to_major() {
            if let (Some(stride), Some(&size)) = (strides.get_mut(dimension), widths.get(dimension))
            {
                *stride = elements;
                elements = elements.wrapping_mul(size);
            }
        }
        let alignment = layout.tail_padding_alignment();
        let too_large = XlaError::TooLarge { of: Computed::Tail, elements, size: alignment };
        let aligned = elements.checked_next_multiple_of(alignment).filter(|&all| all <= LIMIT);
        elements = aligned.ok_or(too_large)?;
        let bits = match layout.element_size_in_bits() {
            // Elements take whole bytes, unless a layout says otherwise.
            0 => shape.dtype.bytes().saturating_mul(8),
            bits => bits,
        };
        // A split at no index leaves its dimension whole.
        let cuts = layout.split_configs().iter().filter(|split| !split.indices.is_empty());
        let splits = cuts.map(|SplitConfig { dimension, indices }| {
            let logical = layout.major_to_minor().nth(*dimension).unwrap_or(*dimension);
            (logical, indices.clone())
        });
        let splits = splits.collect();
        let kind = (bits, layout.metadata_prefix_bytes(), layout.memory_space());
        Ok(Memory { sizes, strides, elements, kind, splits })
    }

    pub(super) fn bits(&self) -> usize {
        self.kind.0
    }

    pub(super) fn elements(&self) -> usize {
        self.elements
    }

    /// Whether the buffers are the same ones but for their sizes and where elements stand in them. `old` gives the dimension of this array
    /// that is a dimension of the other.
    pub(super) fn is_alike(&self, to: &Memory, old: impl Fn(usize) -> Option<usize>) -> bool {
        // The order in which splits are listed says nothing.
        let mut from_splits: Vec<_> =
            self.splits.iter().map(|(at, all)| (Some(*at), all)).collect();
        let mut to_splits: Vec<_> = to.splits.iter().map(|(at, all)| (old(*at), all)).collect();
        from_splits.sort_unstable();
        to_splits.sort_unstable();
        self.kind == to.kind && from_splits == to_splits
    }

    /// What tiles cut, the slowest dimension first: its width, and its number by `old` if it has several entries.
    fn cut_by_tiles(
        &self,
        layout: &Layout,
        old: impl Fn(usize) -> Option<usize>,
    ) -> Vec<(Option<usize>, usize)> {
        let widths = layout.padded_dimensions().unwrap_or(&self.sizes);
        let of = |dimension: usize| {
            let has_several = self.sizes.get(dimension).is_some_and(|&size| size > 1);
            let name = if has_several { old(dimension) } else { None };
            (name, widths.get(dimension).copied().unwrap_or(0))
        };
        layout.major_to_minor().map(of).collect()
    }

    /// Whether each element at index 1 in one dimension and 0 in all others stays where it is. If this holds both ways
    /// it holds for all elements: positions are sums over dimensions, and carries happen in one array while the other one
    /// counts on.
    fn units_stay(&self, to: &Memory) -> bool {
        let mut row_major = 1_usize;
        let dimensions = self.sizes.iter().zip(&self.strides).rev();
        dimensions.filter(|(size, _)| **size > 1).all(|(&size, &stride)| {
            let stays = to.position_of(row_major) == Some(stride);
            row_major = row_major.saturating_mul(size);
            stays
        })
    }

    /// Where the element with this number in row-major order stands.
    fn position_of(&self, mut number: usize) -> Option<usize> {
        let mut position = 0_usize;
        for (&size, &stride) in self.sizes.iter().zip(&self.strides).rev() {
            let index = number.checked_rem(size)?;
            number = number.checked_div(size)?;
            position = position.checked_add(index.checked_mul(stride)?)?;
        }
        Some(position)
    }
}
