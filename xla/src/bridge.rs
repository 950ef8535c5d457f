//! From the layouts of this crate to those of XLA.

use super::tiles::product_of;
use super::{ArrayShape, Layout, PaddingValue, Tile, XlaError};
use extents::generic::TypedExtents;
use extents::layout::{StridedLayout, TileList, TileOrder, Tiled};
use extents::{DType, Extents, Mapping, ModeArray, ShapeError};

impl ArrayShape {
    /// Creates the shape of the array that a strided mapping describes: its extents, the order of its dimensions, and
    /// padding where there are gaps between neighbors.
    ///
    /// All offsets are the same. The buffer may be larger, because XLA also pads after the last run.
    ///
    /// # Errors
    /// Returns [`ShapeError::StrideMismatch`] for strides that XLA has no words for: the smallest one is not 1, one is
    /// 0 or negative, or a longer one is not a multiple of a shorter one that leaves room for it; [`ShapeError::Null`];
    /// [`XlaError::TooLarge`] where the buffer with the padding after the last run is too large for XLA's words.
    ///
    /// ```
    /// use extents::layout::{Canonical, ColMajor, RowMajor};
    /// use extents_xla::ArrayShape;
    /// use extents::{Const, DType, Mapping, extents};
    /// let columns = ArrayShape::of_mapping(DType::F32, &ColMajor.of(extents![2, 3]))?;
    /// assert_eq!(columns.to_string(), "f32[2,3]{0,1}");
    /// let padded = Mapping::with_layout(extents![2, 3], RowMajor.padded(Const::<8>))?;
    /// let padded = ArrayShape::of_mapping(DType::F32, &padded)?;
    /// assert_eq!(padded.layout().and_then(|layout| layout.padded_dimensions()), Some(&[2, 8][..]));
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn of_mapping<E, L>(dtype: DType, mapping: &Mapping<E, L>) -> Result<Self, XlaError>
    where
        E: Extents,
        L: StridedLayout<E>,
    {
        if mapping.extents().is_null() {
            return Err(ShapeError::Null.into());
        }
        let sizes: ModeArray<usize> = mapping.extents().iter().collect();
        let strides = mapping.strides();
        let layout = layout_of(&sizes, strides.as_ref())?;
        product_of(layout.padded_dimensions().unwrap_or(&sizes))?;
        ArrayShape::of_extents(dtype, mapping.extents()).with_layout(layout)
    }

    /// Creates the shape of the array that a mapping with tiles in the type describes.
    ///
    /// # Errors
    /// None for a mapping that exists.
    ///
    /// ```
    /// use extents::layout::Tiled;
    /// use extents_xla::ArrayShape;
    /// use extents::{DType, Mapping, extents, modes};
    /// let mapping = Mapping::with_layout(extents![9, 200], Tiled::new(modes![8, 128]))?;
    /// let shape = ArrayShape::of_tiled(DType::F32, &mapping)?;
    /// assert_eq!(shape.to_string(), "f32[9,200]{1,0:T(8,128)}");
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn of_tiled<E, T, O>(
        dtype: DType,
        mapping: &Mapping<E, Tiled<T, O>>,
    ) -> Result<Self, XlaError>
    where
        E: TypedExtents,
        T: TileList,
        O: TileOrder,
    {
        let rank = mapping.extents().rank();
        let layout = match O::LIST {
            Some(list) => Layout::new(list.iter().copied())?,
            None if O::FIRST_IS_FASTEST => Layout::ascending(rank),
            None => Layout::descending(rank),
        };
        let tiles = T::TILES.iter().map(|tile| Tile::new(tile.iter().copied()));
        let layout = layout.with_tiles(tiles.filter(|tile| !tile.dimensions().is_empty()))?;
        ArrayShape::of_extents(dtype, mapping.extents()).with_layout(layout)
    }

    /// Returns the mapping of the array with tiles in the type, if the array has these tiles and this order.
    ///
    /// A mapping says nothing of the bits of an element, the memory, splits and the prefix, so these are not compared.
    ///
    /// # Errors
    /// Returns the errors of [`mapping`](Self::mapping); [`XlaError::TileMismatch`] where a tile has another size;
    /// [`XlaError::Incompatible`] where the order of the dimensions, the number of tiles, the rank of one, padded
    /// dimensions or the elements of the buffer differ.
    ///
    /// ```
    /// use extents::layout::RowMajor;
    /// use extents_xla::ArrayShape;
    /// use extents::{Const, StaticExtents};
    /// let shape: ArrayShape = "f32[8,128]{1,0:T(8,128)}".parse()?;
    /// let mapping = shape.tiled_mapping::<StaticExtents![8, 128], (Const<8>, Const<128>), RowMajor>()?;
    /// assert_eq!(size_of_val(&mapping), 0);
    /// let other = shape.tiled_mapping::<StaticExtents![8, 128], (Const<8>, Const<8>), RowMajor>();
    /// assert_eq!(other.unwrap_err().to_string(), "the shapes differ in the size of a tile: 128 and 8");
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn tiled_mapping<E, T, O>(&self) -> Result<Mapping<E, Tiled<T, O>>, XlaError>
    where
        E: TypedExtents,
        T: TileList,
        O: TileOrder,
        Tiled<T, O>: extents::layout::Layout<E> + Default,
    {
        let mapping = Mapping::with_layout(self.extents::<E>()?, Tiled::default())?;
        let typed = Self::of_tiled(self.dtype(), &mapping)?;
        let (found, typed) = (self.to_layout()?, typed.to_layout()?);
        let differ = |what, left, right| Err(XlaError::Incompatible { what, left, right });
        let (left, right) = (found.layout(), typed.layout());
        let orders = left.minor_to_major().iter().zip(right.minor_to_major());
        for (&left, &right) in orders {
            if left != right {
                return differ("the order of dimensions", left, right);
            }
        }
        let (lefts, rights) = (left.tiles(), right.tiles());
        if lefts.len() != rights.len() {
            return differ("the number of tiles", lefts.len(), rights.len());
        }
        for (left, right) in lefts.iter().zip(rights) {
            let (left, right) = (left.dimensions(), right.dimensions());
            if left.len() != right.len() {
                return differ("the rank of a tile", left.len(), right.len());
            }
            for (left, right) in left.iter().zip(right) {
                if left != right {
                    return Err(XlaError::TileMismatch { left: *left, right: *right });
                }
            }
        }
        let (left, right) = (found.allocated_elements(), typed.allocated_elements());
        if self.is_padded() || left != right {
            return differ("the elements of the buffer", left, right);
        }
        Ok(mapping)
    }
}

/// The layout of these sizes that has these strides.
fn layout_of(sizes: &[usize], strides: &[isize]) -> Result<Layout, XlaError> {
    if sizes.contains(&0) {
        return Ok(Layout::descending(sizes.len()));
    }
    let pairs = strides.iter().zip(sizes).enumerate();
    let mut modes: ModeArray<(isize, bool, usize)> =
        pairs.map(|(mode, (&stride, &size))| (stride, size > 1, mode)).collect();
    // Of equal strides, modes of one entry come before the one that moves, the last one first as in the default.
    modes.sort_unstable_by_key(|&(stride, moves, mode)| (stride, moves, core::cmp::Reverse(mode)));
    let mut widths: ModeArray<usize> = sizes.iter().copied().collect();
    // The last mode that moves, and its stride.
    let mut faster: Option<(usize, isize)> = None;
    let mut first = None;
    for &(found, _, mode) in modes.iter().filter(|(_, moves, _)| *moves) {
        match faster {
            None if found == 1 => {}
            // A mode of one entry can be the fastest, and have the room.
            None if found > 1 && sizes.contains(&1) => {
                let fastest = modes.iter().position(|&(_, moves, _)| !moves).unwrap_or(0);
                if let Some(width) =
                    modes.get(fastest).and_then(|&(_, _, mode)| widths.get_mut(mode))
                {
                    *width = found.unsigned_abs();
                }
                first = Some(fastest);
            }
            None => return Err(ShapeError::StrideMismatch { mode, expected: 1, found }.into()),
            Some((before, stride)) => {
                let size = sizes.get(before).copied().unwrap_or(1);
                let least = stride.saturating_mul(size.cast_signed());
                let room = found.checked_div(stride).unwrap_or(0);
                if found < least || stride.checked_mul(room) != Some(found) {
                    return Err(ShapeError::StrideMismatch { mode, expected: least, found }.into());
                }
                if let Some(width) = widths.get_mut(before) {
                    *width = room.unsigned_abs();
                }
            }
        }
        faster = Some((mode, found));
    }
    if let Some(modes) = first.and_then(|fastest| modes.get_mut(..=fastest)) {
        modes.rotate_right(1);
    }
    let layout = Layout::new(modes.iter().map(|&(_, _, mode)| mode))?;
    let is_padded = &widths[..] != sizes;
    Ok(if is_padded {
        layout.with_padding(widths.iter().copied(), PaddingValue::Unknown)
    } else {
        layout
    })
}
