//! [`Rows`]: which elements each slice along mode 0 has, for loops over many of them.

use core::ops::Range;

use super::JaggedShape;
use super::spans::Spans;
use super::starts::Starts;
use super::tower::Tower;

impl JaggedShape {
    /// Returns the range of elements of each slice along mode 0, in lexicographic order of the whole shape.
    ///
    /// Rows are counted from 0, whatever the origin is. A look-up takes two loads in an array, and a few
    /// more where there are further ragged modes. The scalar and the null shape have no rows.
    ///
    /// ```
    /// use extents_shapes::JaggedShape;
    /// let shape = JaggedShape::from_lengths([2, 0, 3])?;
    /// let rows = shape.rows();
    /// assert_eq!(rows.len(), 3);
    /// assert_eq!(rows.get(2), Some(2..5));
    /// assert!(rows.iter().eq([0..2, 2..2, 2..5]));
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    #[inline]
    pub fn rows(&self) -> Rows<'_> {
        Rows::new(self.tower.as_deref())
    }
}

/// The range of elements of each slice along mode 0 of a [`JaggedShape`].
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a> {
    /// The first element of each row, and the end, if there is such an array.
    offsets: &'a [usize],
    rows: usize,
    others: Others<'a>,
}

/// What tells the elements of rows without such an array.
#[derive(Clone, Copy, Debug)]
enum Others<'a> {
    /// Where the rows begin in something that has so many elements.
    Starts(Starts<'a>, usize),
    /// It has to be asked level by level.
    Tower(&'a Tower),
}

impl Others<'_> {
    /// Where the elements of a row begin and end.
    #[inline(never)]
    fn ends(&self, row: usize) -> (usize, usize) {
        match *self {
            Others::Starts(starts, each) => {
                let Range { start, end } = starts.range(row);
                (start.wrapping_mul(each), end.wrapping_mul(each))
            }
            Others::Tower(tower) => {
                (tower.first_element(1, row), tower.first_element(1, row.wrapping_add(1)))
            }
        }
    }
}

impl<'a> Rows<'a> {
    fn new(tower: Option<&'a Tower>) -> Self {
        let none = Rows { offsets: &[], rows: 0, others: Others::Starts(Starts::Uniform(0), 0) };
        let Some(tower) = tower.filter(|tower| tower.rank() > 0) else { return none };
        let rows = tower.mode(0).0.get(0);
        let (starts, each) = match (&tower.levels[..], &tower.starts) {
            // Without levels all is one leaf.
            ([], _) => (Starts::Uniform(1), tower.size.checked_div(rows).unwrap_or(0)),
            ([_], starts) => (starts.starts(), 1),
            ([_, second], Spans::Uniform(each)) => (second.spans.starts(), *each),
            _ => return Rows { rows, others: Others::Tower(tower), ..none },
        };
        match starts {
            Starts::Wide(offsets, 0) if each == 1 => Rows { offsets, rows, ..none },
            starts => Rows { rows, others: Others::Starts(starts, each), ..none },
        }
    }

    /// Returns the number of rows: the extent of mode 0.
    #[inline]
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Returns whether there are no rows.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Returns the range of elements of a row, counted from 0.
    #[inline]
    pub fn get(&self, row: usize) -> Option<Range<usize>> {
        // In a loop over rows at random, each instruction more means fewer loads at a time.
        if let Some(&[begin, end]) = self.offsets.get(row..row.wrapping_add(2)) {
            return Some(begin..end);
        }
        if row >= self.rows {
            return None;
        }
        let (begin, end) = self.others.ends(row);
        Some(begin..end)
    }

    /// Returns an iterator over the ranges of elements of the rows.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Range<usize>> + use<'a> {
        let this = *self;
        (0..self.rows).map(move |row| this.get(row).unwrap_or(0..0))
    }
}
