//! [`Sampled`]: from offsets to indices, many times over.

use alloc::vec::Vec;

use super::JaggedShape;
use super::run::reserve;
use super::starts::Starts;
use crate::StructureError;
use extents::ModeArray;

impl JaggedShape {
    /// Returns the shape with a table that makes [`index`](Self::index) faster: it holds the row of each `every`-th
    /// element, so that only the rows between two of them are bisected.
    ///
    /// `every` is rounded up to a power of two; about 64 works well. The table takes 8 bytes for each `every` elements.
    /// If smooth slices follow the last ragged mode, slices are counted instead of elements.
    ///
    /// # Errors
    /// Returns [`Allocation`](extents::ShapeError::Allocation) where there is no memory for the table.
    ///
    /// ```
    /// use extents_shapes::JaggedShape;
    /// let shape = JaggedShape::from_lengths((0..1000).map(|row| row % 7))?;
    /// let sampled = shape.sampled(64)?;
    /// assert_eq!(sampled.index_of::<2>(21)?, [8, 0]);
    /// assert_eq!(sampled.index(500), shape.index(500));
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn sampled(&self, every: usize) -> Result<Sampled, StructureError> {
        // At most half of all numbers, of which the power of two exists.
        let shift = every.clamp(1, 1 << (usize::BITS - 1)).next_power_of_two().trailing_zeros();
        let mut rows = Vec::new();
        let ragged = self.tower.as_ref().and_then(|tower| Some((tower, tower.last_ragged()?)));
        if let Some((tower, (spans, each))) = ragged
            && !matches!(spans.starts(), Starts::Uniform(_))
        {
            let entries = tower.size.checked_div(each).unwrap_or(0);
            reserve(&mut rows, (entries >> shift).saturating_add(2))?;
            let starts = spans.starts();
            let (mut sample, mut row, mut end) = (0_usize, 0_usize, starts.start(1));
            while sample < entries {
                while end <= sample {
                    row = row.wrapping_add(1);
                    end = starts.start(row.wrapping_add(1));
                }
                rows.push(row);
                let Some(next) = sample.checked_add(1 << shift) else { break };
                sample = next;
            }
            rows.push(starts.row_of(entries.saturating_sub(1)));
        }
        Ok(Sampled { shape: self.clone(), rows, shift })
    }
}

/// A [`JaggedShape`] with a table of the rows of some elements, which speeds up searches: see [`JaggedShape::sampled`].
///
/// ```
/// let sampled = extents_shapes::jagged![[3], [1], [2]]?.sampled(2)?;
/// assert_eq!(sampled.index(4)?.as_ref(), [2, 0]);
/// assert_eq!(sampled.bytes(), 4 * 8);
/// assert_eq!(sampled.shape().to_string(), "{[3], [1], [2]}");
/// # Ok::<(), extents_shapes::StructureError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sampled {
    shape: JaggedShape,
    /// The row of each entry that is a multiple of `1 << shift`, and that of the last one. Empty where nothing
    /// is bisected.
    rows: Vec<usize>,
    shift: u32,
}

impl Sampled {
    /// Returns the shape.
    pub fn shape(&self) -> &JaggedShape {
        &self.shape
    }

    /// Returns the index of the element at a position, as [`JaggedShape::index`] does.
    ///
    /// # Errors
    /// As there.
    pub fn index(&self, offset: usize) -> Result<ModeArray<usize>, StructureError> {
        let mut index = self.shape.zero_index();
        self.shape.write_index(offset, &mut index, |starts, entry| self.row_of(starts, entry))?;
        Ok(index)
    }

    /// Returns the index of the element at a position as an array, where the rank is known.
    ///
    /// # Errors
    /// Returns the errors of [`JaggedShape::index_of`].
    #[inline]
    pub fn index_of<const R: usize>(&self, offset: usize) -> Result<[usize; R], StructureError> {
        self.shape.check_rank(R)?;
        let mut index = [0; R];
        self.shape.write_index(offset, &mut index, |starts, entry| self.row_of(starts, entry))?;
        Ok(index)
    }

    /// Returns the memory of the table, in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.rows[..])
    }

    #[inline]
    fn row_of(&self, starts: Starts<'_>, entry: usize) -> usize {
        let sample = entry >> self.shift;
        match self.rows.get(sample..sample.wrapping_add(2)) {
            Some(&[first, last]) => starts.row_among(first..last.wrapping_add(1), entry),
            _ => starts.row_of(entry),
        }
    }
}
