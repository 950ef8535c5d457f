//! [`Drawing`]: where each element is in memory, as a picture.

#[cfg(feature = "draw")]
mod svg;
mod text;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::layout::Layout;
use crate::{Extents, Mapping, ModeArray, ShapeError, error::Limit};

/// A drawing of a layout of at most three modes: the offset of each element, the padding, and the lines between
/// tiles.
///
/// `Display` writes a table of text; with the feature `draw`, `to_svg` makes a picture. The modes are drawn as
/// planes, rows and columns; the last mode is the columns.
///
/// A drawing has at most [`MOST_PLACES`](Self::MOST_PLACES) places, which bounds its time and memory. To look at
/// something larger, draw a slice, or the same layout with smaller extents.
///
/// ```
/// use extents::layout::{Canonical, ColMajor};
/// use extents::extents;
/// let drawing = ColMajor.of(extents![2, 3]).draw()?;
/// let text = drawing.to_string();
/// assert_eq!(text.lines().nth(2), Some(" 0 |  0  2  4"));
/// assert_eq!(text.lines().nth(3), Some(" 1 |  1  3  5"));
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    title: String,
    /// Planes, rows and columns that are drawn, padding included.
    extents: [usize; 3],
    /// The rank of what is drawn.
    rank: usize,
    // One for each index of `extents`, in row-major order.
    cells: Vec<Cell>,
    /// After so many entries of each mode there is a line, and at each multiple; 0 is none.
    tiles: [usize; 3],
    /// The length of the buffer.
    span: usize,
}

/// A place of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The offset in the buffer; `None` if the place has no memory.
    pub offset: Option<usize>,
    /// Whether the place holds no element of the array.
    pub is_padding: bool,
}

impl<E: Extents, L: Layout<E>> Mapping<E, L> {
    /// Returns a drawing of the mapping: the offset of each element.
    ///
    /// # Errors
    /// [`ShapeError::RankMismatch`] for more than three modes; [`ShapeError::LimitExceeded`] for more than
    /// [`Drawing::MOST_PLACES`] places.
    ///
    /// ```
    /// use extents::layout::Blocked;
    /// use extents::{Mapping, extents};
    /// let Ok(blocks) = Blocked::uniform(extents![2, 2]);
    /// let drawing = Mapping::with_layout(extents![4, 4], blocks)?.draw()?.with_tiles([2, 2]);
    /// let text = drawing.to_string();
    /// // Element (0, 2) is the first of the second tile.
    /// assert!(text.contains(" 0 |  0  1 |  4  5\n"), "{text}");
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn draw(&self) -> Result<Drawing, ShapeError> {
        let shape = self.extents();
        let sizes: ModeArray<usize> = shape.iter().collect();
        let title = format!("{shape}");
        // An index of these sizes at a time: `indices` walks in the order of the places.
        let mut indices = shape.indices();
        Drawing::of_cells(title, &sizes, self.required_span_size(), |_| {
            let offset = indices.next().map(|index| self.layout().offset(shape, &index));
            Some(Cell { offset, is_padding: false })
        })
    }
}

impl Drawing {
    /// The maximum number of places of a drawing. A mode of extent 0 counts as one of extent 1, because its edge is
    /// drawn.
    ///
    /// ```
    /// use extents::{Drawing, Mapping, ShapeError, error::Limit, extents};
    /// let error = Mapping::new(extents![1000, 1000]).draw().unwrap_err();
    /// let most = Drawing::MOST_PLACES;
    /// assert_eq!(error, ShapeError::LimitExceeded { of: Limit::Drawing, found: 1_000_000, most });
    /// ```
    pub const MOST_PLACES: usize = 1 << 14;

    /// Creates a drawing of these extents, with the cell that `offset` returns for each index.
    #[doc(hidden)]
    pub fn of_cells(
        title: String,
        sizes: &[usize],
        span: usize,
        mut cell: impl FnMut(&[usize]) -> Option<Cell>,
    ) -> Result<Self, ShapeError> {
        let rank = sizes.len();
        if rank > 3 {
            return Err(ShapeError::RankMismatch { expected: 3, found: rank });
        }
        let mut extents = [1; 3];
        for (to, &size) in extents.iter_mut().rev().zip(sizes.iter().rev()) {
            *to = size;
        }
        let places =
            extents.iter().fold(1_usize, |places, &size| places.saturating_mul(size.max(1)));
        let most = Self::MOST_PLACES;
        if places > most {
            return Err(ShapeError::LimitExceeded { of: Limit::Drawing, found: places, most });
        }
        let mut cells = Vec::new();
        let none = Cell { offset: None, is_padding: true };
        let [planes, rows, columns] = extents;
        for plane in 0..planes {
            for row in 0..rows {
                for column in 0..columns {
                    let index = [plane, row, column];
                    let index = index.get(3_usize.wrapping_sub(rank)..).unwrap_or(&[]);
                    cells.push(cell(index).unwrap_or(none));
                }
            }
        }
        Ok(Drawing { title, extents, rank, cells, tiles: [0; 3], span })
    }

    /// Returns the drawing with lines between tiles of these sizes, one per mode; 0 means no lines.
    pub fn with_tiles(mut self, tiles: impl AsRef<[usize]>) -> Self {
        for (to, &tile) in self.tiles.iter_mut().rev().zip(tiles.as_ref().iter().rev()) {
            *to = tile;
        }
        self
    }

    /// Returns the drawing with another title.
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self
    }

    /// Returns the title.
    pub fn title(&self) -> &str {
        &self.title
    }

    fn cell(&self, [plane, row, column]: [usize; 3]) -> Option<Cell> {
        let [_, rows, columns] = self.extents;
        // All products are at most the number of cells.
        let at = plane.wrapping_mul(rows).wrapping_add(row).wrapping_mul(columns);
        self.cells.get(at.wrapping_add(column)).copied()
    }

    /// Whether a line stands before this entry of a mode.
    fn is_line(&self, mode: usize, entry: usize) -> bool {
        let tile = self.tiles.get(mode).copied().unwrap_or(0);
        entry > 0 && entry.checked_rem(tile) == Some(0)
    }

    /// The index that each slot of the buffer holds, or `None` for padding, in the order of memory; of the first
    /// [`MOST_PLACES`](Self::MOST_PLACES) slots.
    #[cfg(feature = "draw")]
    fn memory(&self) -> Vec<Option<ModeArray<usize>>> {
        let mut memory = alloc::vec![None; self.span.min(Self::MOST_PLACES)];
        let [planes, rows, columns] = self.extents;
        let all = (0..planes)
            .flat_map(|plane| (0..rows).map(move |row| (plane, row)))
            .flat_map(|(plane, row)| (0..columns).map(move |column| [plane, row, column]));
        for index in all {
            if let Some(Cell { offset: Some(offset), is_padding: false }) = self.cell(index)
                && let Some(slot) = memory.get_mut(offset)
            {
                *slot = Some(index.into_iter().skip(3_usize.wrapping_sub(self.rank)).collect());
            }
        }
        memory
    }
}
