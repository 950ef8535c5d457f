//! [`Coordinates`]: which coordinates lead to each row of a level.

use alloc::vec::Vec;

use super::run::listed;
use super::spans::Spans;
use super::tower::Level;
use extents::ShapeError;

/// The coordinates, counted from 0, that lead to the rows below some levels, in lexicographic order.
///
/// Of many levels, rows that are few can differ in few: only these take memory for each row.
#[derive(Debug)]
pub(super) struct Coordinates {
    rows: usize,
    /// For each level the coordinate of all rows, where they have the same.
    shared: Vec<usize>,
    /// The other levels, outermost first, with a coordinate for each row.
    columns: Vec<(usize, Vec<usize>)>,
}

impl Coordinates {
    /// Those of the one row that is below no level.
    pub(super) fn new() -> Self {
        Coordinates { rows: 1, shared: Vec::new(), columns: Vec::new() }
    }

    /// The levels in which rows have different coordinates.
    pub(super) fn levels(&self) -> impl Iterator<Item = usize> {
        self.columns.iter().map(|&(level, _)| level)
    }

    /// The coordinates of a row in these levels.
    pub(super) fn of_row(&self, row: usize) -> impl Iterator<Item = usize> {
        self.columns.iter().filter_map(move |(_, column)| column.get(row).copied())
    }

    /// The coordinate of a row in a level above it.
    pub(super) fn get(&self, row: usize, level: usize) -> Option<usize> {
        match self.columns.binary_search_by_key(&level, |&(level, _)| level) {
            Ok(at) => self.columns.get(at)?.1.get(row).copied(),
            Err(_) => self.shared.get(level).copied(),
        }
    }

    /// Goes on to the rows below all of these levels, of which the first ones are above already. There is such a row:
    /// else the rows above may be more than can be listed.
    pub(super) fn descend(&mut self, levels: &[Level]) -> Result<(), ShapeError> {
        let further = levels.get(self.shared.len()..).unwrap_or(&[]);
        further.iter().try_for_each(|level| self.descend_one(&level.spans))
    }

    fn descend_one(&mut self, spans: &Spans) -> Result<(), ShapeError> {
        let level = self.shared.len();
        self.shared.push(0);
        if matches!(spans, Spans::Uniform(1)) {
            return Ok(());
        }
        let rows = spans.start(self.rows);
        for (_, column) in &mut self.columns {
            let entries = |(row, &coordinate)| core::iter::repeat_n(coordinate, spans.len(row));
            *column = listed(rows, column.iter().enumerate().flat_map(entries))?;
        }
        let steps = listed(rows, (0..self.rows).flat_map(|row| 0..spans.len(row)))?;
        self.columns.push((level, steps));
        self.rows = rows;
        self.share();
        Ok(())
    }

    /// Keeps one number of the columns whose rows all have the same.
    fn share(&mut self) {
        let shared = &mut self.shared;
        self.columns.retain(|(level, column)| {
            let Some((first, rest)) = column.split_first() else { return false };
            let varies = rest.iter().any(|coordinate| coordinate != first);
            if let Some(place) = shared.get_mut(*level) {
                *place = *first;
            }
            varies
        });
    }
}
