//! [`Rows`]: which elements each slice along mode 0 has, for loops over many of them.

use core::ops::Range;

use super::JaggedShape;
use super::spans::Spans;
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
    from: From<'a>,
}

#[derive(Clone, Copy, Debug)]
enum From<'a> {
    /// Offsets, of which the first is that of row 0, times a number of elements.
    Offsets(&'a [usize], usize),
    Spans(&'a Spans, usize),
    Tower(&'a Tower),
    Uniform(usize),
}

impl<'a> Rows<'a> {
    fn new(tower: Option<&'a Tower>) -> Self {
        let Some(tower) = tower else { return Rows { rows: 0, from: From::Uniform(0) } };
        match (&tower.levels[..], &tower.starts) {
            ([], _) => {
                let rows = if tower.leaves.is_empty() { 0 } else { tower.mode(0).0.get(0) };
                Rows { rows, from: From::Uniform(tower.size.checked_div(rows).unwrap_or(0)) }
            }
            ([_, second], Spans::Uniform(each)) => {
                let rows = tower.rows.get(1).copied().unwrap_or(0);
                match &second.spans {
                    Spans::Wide(wide) => Rows { rows, from: From::Offsets(wide.as_slice(), *each) },
                    spans => Rows { rows, from: From::Spans(spans, *each) },
                }
            }
            _ => Rows { rows: tower.rows.get(1).copied().unwrap_or(0), from: From::Tower(tower) },
        }
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
        match self.from {
            From::Offsets(offsets, each) => {
                let (base, begin) = (offsets.first()?, offsets.get(row)?);
                let end = offsets.get(row.wrapping_add(1))?;
                let scale = |offset: &usize| offset.wrapping_sub(*base).wrapping_mul(each);
                Some(scale(begin)..scale(end))
            }
            _ if row >= self.rows => None,
            From::Spans(spans, each) => {
                let Range { start, end } = spans.range(row);
                Some(start.wrapping_mul(each)..end.wrapping_mul(each))
            }
            From::Tower(tower) => {
                Some(tower.first_element(1, row)..tower.first_element(1, row.wrapping_add(1)))
            }
            From::Uniform(each) => {
                Some(row.wrapping_mul(each)..row.wrapping_add(1).wrapping_mul(each))
            }
        }
    }

    /// The elements of one row after the other.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Range<usize>> + use<'a> {
        let this = *self;
        (0..self.rows).map(move |row| this.get(row).unwrap_or(0..0))
    }
}
