//! [`Run`]: a window of a shared array; [`Column`]: one number for each row.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::spans::Spans;
use extents::ShapeError;

/// A window of an array that several shapes share.
#[derive(Clone, Debug)]
pub(super) struct Run<T> {
    // INVARIANT: `begin + len <= data.len()`.
    data: Arc<Vec<T>>,
    begin: usize,
    len: usize,
}

impl<T> Run<T> {
    pub(super) fn new(data: Vec<T>) -> Self {
        let len = data.len();
        Run { data: Arc::new(data), begin: 0, len }
    }

    #[inline]
    pub(super) fn as_slice(&self) -> &[T] {
        self.data.get(self.begin..self.begin.wrapping_add(self.len)).unwrap_or(&[])
    }

    /// The part from `begin` to `end`, or nothing if there is no such part.
    pub(super) fn window(&self, begin: usize, end: usize) -> Self {
        let inside = begin <= end && end <= self.len;
        let (begin, end) = if inside { (begin, end) } else { (0, 0) };
        Run {
            data: self.data.clone(),
            begin: self.begin.wrapping_add(begin),
            len: end.wrapping_sub(begin),
        }
    }

    /// Whether both are the same memory.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.data, &other.data) && (self.begin, self.len) == (other.begin, other.len)
    }

    /// The array, if nobody else holds it and the window begins where it does.
    pub(super) fn into_vec(self) -> Option<Vec<T>> {
        let mut data = Arc::try_unwrap(self.data).ok().filter(|_| self.begin == 0)?;
        data.truncate(self.len);
        Some(data)
    }
}

/// A number for each row of a mode: its extent, or its origin.
#[derive(Clone, Debug)]
pub(super) enum Column {
    Uniform(usize),
    Varying(Run<usize>),
    /// The lengths of spans, in the place of an array of them.
    Lengths(Spans),
}

impl Column {
    pub(super) fn new(values: Vec<usize>) -> Self {
        Column::Varying(Run::new(values))
    }

    #[inline]
    pub(super) fn get(&self, row: usize) -> usize {
        match self {
            Column::Uniform(value) => *value,
            Column::Varying(values) => values.as_slice().get(row).copied().unwrap_or(0),
            Column::Lengths(spans) => spans.len(row),
        }
    }

    pub(super) fn is_uniform(&self) -> bool {
        matches!(self, Column::Uniform(_) | Column::Lengths(Spans::Uniform(_)))
    }

    pub(super) fn window(&self, begin: usize, end: usize) -> Self {
        match self {
            Column::Uniform(value) => Column::Uniform(*value),
            Column::Varying(values) => Column::Varying(values.window(begin, end)),
            Column::Lengths(spans) => Column::Lengths(spans.window(begin, end)),
        }
    }

    /// The values of some rows, `count` of them.
    pub(super) fn gather(
        &self,
        count: usize,
        rows: impl Iterator<Item = usize>,
    ) -> Result<Self, ShapeError> {
        if self.is_uniform() {
            return Ok(Column::Uniform(self.get(0)));
        }
        Ok(Column::new(listed(count, rows.map(|row| self.get(row)))?))
    }

    /// The values of all rows in an array, in the place of lengths.
    pub(super) fn into_array(self, rows: usize) -> Result<Self, ShapeError> {
        match self {
            Column::Lengths(_) => self.gather(rows, 0..rows),
            _ => Ok(self),
        }
    }

    /// The products of the values of so many rows in both.
    pub(super) fn times(&self, other: &Self, rows: usize) -> Result<Self, ShapeError> {
        let product = |row| self.get(row).saturating_mul(other.get(row));
        if self.is_uniform() && other.is_uniform() {
            return Ok(Column::Uniform(product(0)));
        }
        Ok(Column::new(listed(rows, (0..rows).map(product))?))
    }

    /// The first row whose value is not that of row 0, among so many.
    pub(super) fn first_unlike(&self, rows: usize) -> Option<usize> {
        if self.is_uniform() {
            return None;
        }
        let first = self.get(0);
        match self {
            Column::Varying(values) => values.as_slice().iter().position(|&value| value != first),
            _ => (0..rows).find(|&row| self.get(row) != first),
        }
    }

    /// One value for all rows, where they all have it.
    pub(super) fn simplified(self, rows: usize) -> Self {
        match &self {
            Column::Lengths(Spans::Uniform(value)) => Column::Uniform(*value),
            Column::Uniform(_) => self,
            _ if rows > 0 && self.first_unlike(rows).is_none() => Column::Uniform(self.get(0)),
            _ => self,
        }
    }

    /// The largest value of so many rows; that of a uniform column even without rows.
    pub(super) fn max(&self, rows: usize) -> usize {
        match self {
            Column::Uniform(value) => *value,
            Column::Varying(values) => values.as_slice().iter().copied().max().unwrap_or(0),
            Column::Lengths(Spans::Uniform(value)) => *value,
            Column::Lengths(spans) => (0..rows).map(|row| spans.len(row)).max().unwrap_or(0),
        }
    }

    pub(super) fn bytes(&self) -> usize {
        match self {
            Column::Uniform(_) => 0,
            Column::Varying(values) => size_of_val(values.as_slice()),
            Column::Lengths(spans) => spans.bytes(),
        }
    }

    /// Whether so many rows have the same values in both.
    pub(super) fn equals(&self, other: &Self, rows: usize) -> bool {
        match (self, other) {
            (Column::Uniform(left), Column::Uniform(right)) => left == right,
            (Column::Uniform(_), _) | (_, Column::Uniform(_)) => false,
            (Column::Varying(left), Column::Varying(right)) => {
                left.is_same(right) || left.as_slice() == right.as_slice()
            }
            _ => (0..rows).all(|row| self.get(row) == other.get(row)),
        }
    }
}

/// Room for so many values, or an error in the place of an abort.
pub(super) fn reserve<T>(memory: &mut Vec<T>, elements: usize) -> Result<(), ShapeError> {
    memory.try_reserve(elements).map_err(|_| ShapeError::Allocation { elements })
}

/// A list of values, of which there are so many, or an error where there is no memory for them.
pub(super) fn listed<T>(
    count: usize,
    mut values: impl Iterator<Item = T>,
) -> Result<Vec<T>, ShapeError> {
    let mut list = Vec::new();
    reserve(&mut list, count)?;
    fill(&mut list, &mut values)?;
    Ok(list)
}

/// Writes values behind those that are there. Where there is no memory for all, whatever they said of their
/// number, that is an error.
pub(super) fn fill<T>(
    memory: &mut Vec<T>,
    values: &mut impl Iterator<Item = T>,
) -> Result<(), ShapeError> {
    loop {
        let room = memory.capacity().wrapping_sub(memory.len());
        memory.extend(values.by_ref().take(room));
        if memory.len() < memory.capacity() {
            return Ok(());
        }
        let Some(value) = values.next() else { return Ok(()) };
        reserve(memory, values.size_hint().0.saturating_add(1))?;
        memory.push(value);
    }
}
