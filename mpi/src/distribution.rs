//! [`Distribution`]: which rank holds which part of a tensor.

use std::ops::Range;

use extents::{DynRankExtents, ModeArray, check_size};

use crate::share::total;
use crate::{DistError, Mesh, Share};

/// Which rank holds which part of a tensor: how each mode is shared out over a mesh, and along which axes of it each process has
/// only a part of each sum.
///
/// A process holds the entries of its share of each mode, of which the elements are the product. An axis of the mesh that no mode
/// uses, and along which there are no parts of sums, has copies.
///
/// ```
/// use extents_mpi::{Distribution, Mesh, Share};
/// let mesh = Mesh::new([2, 2])?;
/// let rows = Distribution::new(&mesh, [Share::block(5, &mesh, &[0])?, Share::whole(4)?])?;
/// assert_eq!(rows.local_extents(0), [3, 4]);
/// assert_eq!(rows.local_extents(2), [2, 4]);
/// assert_eq!(rows.copied(), [1]);
/// # Ok::<(), extents_mpi::DistError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Distribution {
    // INVARIANT: the owners of each share are as many as the processes along its axes, which the mesh has; an axis is in one
    // share or among the partial ones, once, but in two shares of a diagonal.
    mesh: Mesh,
    modes: Vec<Share>,
    partial: Vec<usize>,
}

impl Distribution {
    /// Creates a distribution from one share for each mode.
    ///
    /// # Errors
    /// Returns [`DistError::NoAxis`], [`DistError::AxisUsedTwice`], [`DistError::Owners`];
    /// [`ShapeError::SizeOverflow`](extents::ShapeError::SizeOverflow).
    pub fn new(mesh: &Mesh, modes: impl Into<Vec<Share>>) -> Result<Self, DistError> {
        let modes = modes.into();
        let mut used = vec![false; mesh.axes()];
        for (mode, share) in modes.iter().enumerate() {
            for &axis in share.axes() {
                if let Some(used) = used.get_mut(axis)
                    && std::mem::replace(used, true)
                {
                    return Err(DistError::AxisUsedTwice { mode, axis });
                }
            }
        }
        Self::of_labels(mesh, modes, vec![])
    }

    /// The distribution in which modes of one label, a diagonal, share its axis.
    pub(crate) fn of_labels(
        mesh: &Mesh,
        modes: Vec<Share>,
        partial: Vec<usize>,
    ) -> Result<Self, DistError> {
        for (mode, share) in modes.iter().enumerate() {
            let axes = mesh.axes();
            if let Some(&axis) = share.axes().iter().find(|&&axis| axis >= axes) {
                return Err(DistError::NoAxis { mode: Some(mode), axis, axes });
            }
            let (processes, owners) = (mesh.along(share.axes()), share.owners());
            if processes != owners {
                return Err(DistError::Owners { mode, processes, owners });
            }
        }
        let extents: Vec<usize> = modes.iter().map(Share::extent).collect();
        check_size(&extents)?;
        Ok(Distribution { mesh: mesh.clone(), modes, partial })
    }

    /// Creates the distribution in which rank 0 holds the whole tensor.
    ///
    /// # Errors
    /// Returns [`ShapeError::SizeOverflow`](extents::ShapeError::SizeOverflow).
    pub fn on_first(extents: &[usize]) -> Result<Self, DistError> {
        Self::everywhere(extents, 1)
    }

    /// Creates the distribution in which each of some ranks holds the whole tensor.
    ///
    /// # Errors
    /// Returns [`DistError::EmptyAxis`]; [`ShapeError::SizeOverflow`](extents::ShapeError::SizeOverflow).
    pub fn everywhere(extents: &[usize], ranks: usize) -> Result<Self, DistError> {
        let modes = extents.iter().map(|&extent| Share::whole(extent));
        Distribution::new(&Mesh::new([ranks])?, modes.collect::<Result<Vec<_>, _>>()?)
    }

    /// Returns the mesh.
    pub fn mesh(&self) -> &Mesh {
        &self.mesh
    }

    /// Returns the share of each mode.
    pub fn modes(&self) -> &[Share] {
        &self.modes
    }

    /// Returns the axes along which each process has a part of each sum.
    pub fn partial(&self) -> &[usize] {
        &self.partial
    }

    /// Returns the axes along which there are copies.
    pub fn copied(&self) -> Vec<usize> {
        let is_used = |axis: &usize| {
            self.partial.contains(axis) || self.modes.iter().any(|it| it.axes().contains(axis))
        };
        (0..self.mesh.axes()).filter(|axis| !is_used(axis)).collect()
    }

    /// Returns the extents of the whole tensor.
    pub fn extents(&self) -> ModeArray<usize> {
        self.modes.iter().map(Share::extent).collect()
    }

    /// Returns for each mode the entries that a rank holds, in order and as few ranges as there can be; none where the mesh has no
    /// such process.
    pub fn ranges(&self, rank: usize) -> Vec<Vec<Range<usize>>> {
        match self.mesh.place(rank) {
            Some(place) => self.ranges_at(&place),
            None => vec![vec![]; self.modes.len()],
        }
    }

    pub(crate) fn ranges_at(&self, place: &[usize]) -> Vec<Vec<Range<usize>>> {
        self.modes.iter().map(|share| share.ranges(self.mesh.number(share.axes(), place))).collect()
    }

    /// Returns the extents of what a rank holds; zeros where the mesh has no such process.
    pub fn local_extents(&self, rank: usize) -> Vec<usize> {
        self.ranges(rank).iter().map(|ranges| total(ranges)).collect()
    }

    /// Returns the shape of what a rank holds: null where the mesh has no such process, since a tensor of rank 0 has an element.
    ///
    /// # Errors
    /// Returns [`ShapeError::Allocation`](extents::ShapeError::Allocation).
    pub fn local_shape(&self, rank: usize) -> Result<DynRankExtents, DistError> {
        match self.mesh.place(rank) {
            Some(_) => Ok(DynRankExtents::new(&self.local_extents(rank))?),
            None => Ok(DynRankExtents::null()),
        }
    }

    /// Returns the number of elements that a rank holds.
    pub fn held(&self, rank: usize) -> usize {
        match self.mesh.place(rank) {
            Some(_) => self.local_extents(rank).iter().product(),
            None => 0,
        }
    }

    /// Returns whether each rank holds the same under both, whatever the meshes.
    pub fn holds_the_same(&self, other: &Distribution) -> bool {
        let ranks = 0..self.mesh.processes().max(other.mesh.processes());
        let has_parts = |it: &Distribution| it.mesh.along(&it.partial) > 1;
        let same_parts = match (has_parts(self), has_parts(other)) {
            (false, false) => true,
            _ => self.partial == other.partial && self.mesh == other.mesh,
        };
        same_parts
            && self.extents() == other.extents()
            && ranks.into_iter().all(|rank| {
                let is_there = |it: &Distribution| it.mesh.place(rank).is_some();
                is_there(self) == is_there(other) && self.ranges(rank) == other.ranges(rank)
            })
    }
}
