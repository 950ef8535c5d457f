//! [`LabelGrid`]: where arrays are on a mesh with an axis for each of some labels.

use crate::{DistError, Distribution, Mesh, Share};

/// A mesh with one axis for each of some labels.
pub(super) struct LabelGrid<'a> {
    pub(super) extents: &'a [usize],
    /// The label of each axis.
    pub(super) axes: &'a [usize],
    pub(super) mesh: &'a Mesh,
}

impl LabelGrid<'_> {
    pub(super) fn axis_of(&self, label: usize) -> Option<usize> {
        self.axes.iter().position(|&other| other == label)
    }

    pub(super) fn extent(&self, label: usize) -> usize {
        self.extents.get(label).copied().unwrap_or(0)
    }

    /// The number of entries of a label that the first process needs, which is the largest one.
    pub(super) fn largest(&self, label: usize) -> usize {
        let parts = self.axis_of(label).map_or(1, |axis| self.mesh.along(&[axis]));
        self.extent(label).checked_div(parts).map_or(0, |_| self.extent(label).div_ceil(parts))
    }

    pub(super) fn share(&self, label: usize) -> Result<Share, DistError> {
        let axis: Vec<usize> = self.axis_of(label).into_iter().collect();
        Share::block(self.extent(label), self.mesh, &axis)
    }

    /// Each mode along the axis of its label: what a process needs, or makes.
    pub(super) fn shared_out(
        &self,
        labels: &[usize],
        partial: Vec<usize>,
    ) -> Result<Distribution, DistError> {
        let modes = labels.iter().map(|&label| self.share(label));
        Distribution::of_labels(self.mesh, modes.collect::<Result<_, _>>()?, partial)
    }

    /// As [`shared_out`](Self::shared_out), but what would be copies is shared out further, each axis along the mode whose parts
    /// differ least then; and of modes of one label one is whole, since the elements beside the diagonal are somewhere too.
    pub(super) fn home(&self, labels: &[usize]) -> Result<Distribution, DistError> {
        let is_first =
            |mode: usize, label: usize| labels.iter().position(|&it| it == label) == Some(mode);
        let own = labels.iter().enumerate().map(|(mode, &label)| -> Vec<usize> {
            self.axis_of(label).filter(|_| is_first(mode, label)).into_iter().collect()
        });
        let mut axes_of: Vec<Vec<usize>> = own.collect();
        let mut others: Vec<usize> = (0..self.axes.len())
            .filter(|&axis| self.axes.get(axis).is_some_and(|label| !labels.contains(label)))
            .collect();
        others.sort_by_key(|&axis| std::cmp::Reverse(self.mesh.along(&[axis])));
        for axis in others {
            // By how much the largest part along the axis would be larger than an even one.
            let unevenness = |(axes, label): &(&mut Vec<usize>, &usize)| {
                let (extent, parts) = (self.extent(**label), self.mesh.along(&[axis]));
                let before = extent.div_ceil(self.mesh.along(axes));
                let largest = before.div_ceil(parts).saturating_mul(parts);
                let uneven = largest.saturating_mul(1 << 16).checked_div(before.max(1));
                (uneven, usize::MAX.saturating_sub(before))
            };
            if let Some((axes, _)) = axes_of.iter_mut().zip(labels).min_by_key(unevenness) {
                axes.push(axis);
            }
        }
        let modes = labels.iter().zip(&axes_of);
        let modes = modes.map(|(&label, axes)| Share::block(self.extent(label), self.mesh, axes));
        Distribution::of_labels(self.mesh, modes.collect::<Result<_, _>>()?, vec![])
    }
}
