//! [`Mesh`]: processes in rows and columns.

use extents::check_size;

use crate::DistError;

/// Processes on a grid, one for each rank from 0 on; along the last axis ranks follow each other.
///
/// A mesh may have fewer processes than there are ranks. The others hold nothing.
///
/// ```
/// use extents_mpi::Mesh;
/// let mesh = Mesh::new([2, 3])?;
/// assert_eq!(mesh.processes(), 6);
/// assert_eq!(mesh.place(4), Some(vec![1, 1]));
/// assert_eq!(mesh.place(6), None);
/// # Ok::<(), extents_mpi::DistError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mesh {
    // INVARIANT: none is 0, and their product fits `isize`.
    lengths: Vec<usize>,
}

impl Mesh {
    /// Creates a mesh with this number of processes along each axis.
    ///
    /// # Errors
    /// Returns [`DistError::EmptyAxis`]; [`ShapeError::SizeOverflow`](extents::ShapeError::SizeOverflow).
    ///
    /// ```
    /// use extents_mpi::{DistError, Mesh};
    /// assert_eq!(Mesh::new([2, 0]), Err(DistError::EmptyAxis { axis: 1 }));
    /// ```
    pub fn new(lengths: impl Into<Vec<usize>>) -> Result<Self, DistError> {
        let lengths = lengths.into();
        if let Some(axis) = lengths.iter().position(|&length| length == 0) {
            return Err(DistError::EmptyAxis { axis });
        }
        check_size(&lengths)?;
        Ok(Mesh { lengths })
    }

    /// Returns the number of processes along each axis.
    pub fn lengths(&self) -> &[usize] {
        &self.lengths
    }

    /// Returns the number of axes.
    pub fn axes(&self) -> usize {
        self.lengths.len()
    }

    /// Returns the number of processes; 1 for a mesh without axes.
    pub fn processes(&self) -> usize {
        self.lengths.iter().product()
    }

    /// Returns the number of processes along some axes.
    pub(crate) fn along(&self, axes: &[usize]) -> usize {
        axes.iter().filter_map(|&axis| self.lengths.get(axis)).product()
    }

    /// Returns where a rank is, one coordinate for each axis; `None` where the mesh has no such process.
    pub fn place(&self, rank: usize) -> Option<Vec<usize>> {
        let mut rest = rank;
        let mut place = vec![0; self.lengths.len()];
        for (at, &length) in place.iter_mut().zip(&self.lengths).rev() {
            // No length is 0.
            *at = rest.checked_rem(length)?;
            rest = rest.checked_div(length)?;
        }
        (rest == 0).then_some(place)
    }

    /// Returns the number of a place along some axes, the last one fastest.
    pub(crate) fn number(&self, axes: &[usize], place: &[usize]) -> usize {
        let places = axes.iter().map(|&axis| (self.lengths.get(axis), place.get(axis)));
        places.fold(0, |number: usize, (length, at)| {
            let length = length.copied().unwrap_or(1);
            number.saturating_mul(length).saturating_add(at.copied().unwrap_or(0))
        })
    }
}
