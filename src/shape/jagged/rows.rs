//! [`Rows`]: which elements each slice along mode 0 has, for loops over many of them.

use core::ops::Range;

use super::JaggedShape;
use super::spans::Spans;
use super::starts::Starts;
use super::tower::Tower;

impl JaggedShape {
    /// The elements of each slice along mode 0, in lexicographic order of the whole shape.
    ///
    /// Rows are counted from 0, whatever the origin is. A look-up takes two loads in an array, and a few
    /// more where there are further ragged modes. The scalar and the null shape have no rows.
    ///
    /// ```
    /// use extents::shape::JaggedShape;
    /// let shape = JaggedShape::from_lengths([2, 0, 3])?;
    /// let rows = shape.rows();
    /// assert_eq!(rows.len(), 3);
    /// assert_eq!(rows.get(2), Some(2..5));
    /// assert!(rows.iter().eq([0..2, 2..2, 2..5]));
    /// # Ok::<(), extents::shape::StructureError>(())
    /// ```
    #[inline]
    pub fn rows(&self) -> Rows<'_> {
        Rows::new(self.tower.as_deref())
    }
}

/// Which elements each slice along mode 0 of a [`JaggedShape`] has.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a> {
    rows: usize,
    /// What each row has of something, and how many elements that something has.
    starts: Starts<'a>,
    each: usize,
    /// Where it has to be asked level by level, the whole shape.
    tower: Option<&'a Tower>,
}

impl<'a> Rows<'a> {
    fn new(tower: Option<&'a Tower>) -> Self {
        let none = Rows { rows: 0, starts: Starts::Uniform(0), each: 0, tower: None };
        let Some(tower) = tower.filter(|tower| tower.rank() > 0) else { return none };
        let rows = tower.mode(0).0.get(0);
        match (&tower.levels[..], &tower.starts) {
            // Without levels all is one leaf.
            ([], _) => Rows { rows, each: tower.size.checked_div(rows).unwrap_or(0), ..none }
                .of(Starts::Uniform(1)),
            ([_], starts) => Rows { rows, each: 1, ..none }.of(starts.starts()),
            ([_, second], Spans::Uniform(each)) => {
                Rows { rows, each: *each, ..none }.of(second.spans.starts())
            }
            _ => Rows { rows, tower: Some(tower), ..none },
        }
    }

    fn of(self, starts: Starts<'a>) -> Self {
        Rows { starts, ..self }
    }

    /// The number of rows: the extent of mode 0.
    #[inline]
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether there is no row.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// The elements of a row, counted from 0.
    #[inline]
    pub fn get(&self, row: usize) -> Option<Range<usize>> {
        if row >= self.rows {
            return None;
        }
        if let Some(tower) = self.tower {
            return Some(tower.first_element(1, row)..tower.first_element(1, row.wrapping_add(1)));
        }
        let Range { start, end } = self.starts.range(row);
        Some(start.wrapping_mul(self.each)..end.wrapping_mul(self.each))
    }

    /// The elements of one row after the other.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Range<usize>> + use<'a> {
        let this = *self;
        (0..self.rows).map(move |row| this.get(row).unwrap_or(0..0))
    }
}
