//! Drawings of arrays with their padding and tiles.

use crate::error::Required;
use alloc::string::ToString;

use super::tiles::TilePlan;
use super::{ArrayShape, TileDimension, XlaError};
use extents::__private::Cell;
use extents::Drawing;
use extents::ModeArray;

impl ArrayShape {
    /// Returns a drawing of the array that shows the position of each element in the buffer, and the padding of
    /// dimensions and tiles. Lines separate the outermost tiles.
    ///
    /// # Errors
    /// Returns [`Requires`](XlaError::Requires); what is wrong with the index map; of
    /// [`ShapeError`](extents::ShapeError) `RankMismatch` for more than three dimensions, and `LimitExceeded` for
    /// more than [`Drawing::MOST_PLACES`] places, padding included.
    ///
    /// ```
    /// use extents_xla::ArrayShape;
    /// let shape: ArrayShape = "f32[3,5]{1,0:T(2,2)}".parse()?;
    /// let text = shape.draw()?.to_string();
    /// // Element (0, 4) is the first of the third tile, beside which is padding.
    /// assert!(text.contains("|    8  (9)\n"), "{text}");
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn draw(&self) -> Result<Drawing, XlaError> {
        let layout = self.layout().ok_or(XlaError::Requires(Required::Layout))?;
        let sizes = self.sizes()?;
        let mut drawn = sizes.clone();
        if let Some(padded) = layout.padded_dimensions() {
            drawn = padded.into();
        }
        let tiles = self.outer_tiles();
        for (size, &tile) in drawn.iter_mut().zip(tiles.iter()) {
            // Whole tiles are drawn; without a tile, or beyond all numbers, the size stays.
            let whole = size.checked_next_multiple_of(tile);
            *size = whole.unwrap_or(*size);
        }
        let mut bare = layout.clone();
        bare.padded_dimensions = None;
        let whole = ArrayShape::new(self.dtype(), drawn.iter().copied()).with_layout(bare)?;
        let (plan, of_whole) = (TilePlan::new(self)?, TilePlan::new(&whole)?);
        let span = plan.allocated;
        let drawing = Drawing::of_cells(self.to_string(), &drawn, span, |index| {
            let is_padding = index.iter().zip(sizes.iter()).any(|(index, size)| index >= size);
            let offset = if is_padding { of_whole.place(index) } else { plan.place(index) };
            Some(Cell { offset: Some(offset).filter(|&offset| offset < span), is_padding })
        })?;
        Ok(drawing.with_tiles(&tiles))
    }

    /// The size of the outermost tile along each dimension; 0 where there is none that is a part of one
    /// dimension.
    fn outer_tiles(&self) -> ModeArray<usize> {
        let mut tiles: ModeArray<usize> = self.dimensions().iter().map(|_| 0).collect();
        let Some(layout) = self.layout() else { return tiles };
        let Some(tile) = layout.tiles().first() else { return tiles };
        if tile.dimensions().contains(&TileDimension::Combine) {
            return tiles;
        }
        // Both from the most minor dimension on.
        for (&dimension, cut) in layout.minor_to_major().iter().zip(tile.dimensions().iter().rev())
        {
            if let (Some(place), TileDimension::Size(size)) = (tiles.get_mut(dimension), cut) {
                *place = *size;
            }
        }
        tiles
    }
}
