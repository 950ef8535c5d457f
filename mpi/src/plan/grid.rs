//! [`LabelGrid`]: a mesh with an axis for each of some labels.

use extents::Composition;

use crate::share::total;
use crate::{DistError, Distribution, Mesh, Share};

/// A mesh with one axis for each of some labels, and how each of them is shared out along its own.
#[derive(Clone, Debug)]
pub(super) struct LabelGrid {
    pub(super) extents: Vec<usize>,
    /// The label of each axis.
    pub(super) axes: Vec<usize>,
    pub(super) mesh: Mesh,
    /// The share of each label.
    shares: Vec<Share>,
    /// The number of entries of each label that the process with most of it needs.
    largest: Vec<usize>,
    /// Whether a label is shared out in tiles that an operand or the result has, and not in blocks.
    in_tiles: Vec<bool>,
}

impl LabelGrid {
    /// Shares each label out in blocks.
    pub(super) fn in_blocks(
        extents: &[usize],
        axes: &[usize],
        mesh: &Mesh,
    ) -> Result<Self, DistError> {
        let mut grid = LabelGrid {
            extents: extents.to_vec(),
            axes: axes.to_vec(),
            mesh: mesh.clone(),
            shares: vec![],
            largest: vec![],
            in_tiles: vec![false; extents.len()],
        };
        for (label, &extent) in extents.iter().enumerate() {
            let axis: Vec<usize> = grid.axis_of(label).into_iter().collect();
            let share = Share::block(extent, mesh, &axis)?;
            // The first process has most.
            grid.largest.push(total(&share.ranges(0)));
            grid.shares.push(share);
        }
        Ok(grid)
    }

    /// Shares out those labels as arrays have them that the arrays share out among as many processes, each as the first one does;
    /// `None` where all of these are in blocks.
    pub(super) fn in_given_tiles<'d>(
        mut self,
        composition: &Composition,
        operands: &[&'d Distribution],
        result: Option<&'d Distribution>,
    ) -> Result<Option<Self>, DistError> {
        let lists = composition.operands().iter().map(|labels| &labels[..]);
        let lists = lists.zip(operands.iter().copied());
        let arrays: Vec<(&[usize], &Distribution)> =
            lists.chain(result.map(|result| (composition.result(), result))).collect();
        for (axis, &label) in self.axes.iter().enumerate() {
            let processes = self.mesh.along(&[axis]);
            let mut given = arrays.iter().flat_map(|(labels, array)| {
                let modes = labels.iter().zip(array.modes());
                modes.filter(|(other, _)| **other == label).map(|(_, share)| share)
            });
            let given = given.find(|it| it.owners() == processes);
            let Some(given) = given.filter(|_| processes > 1) else { continue };
            let share = given.along([axis])?;
            let Some(place) = self.shares.get_mut(label) else { continue };
            let mut owners = 0..processes;
            if owners.all(|owner| place.ranges(owner) == share.ranges(owner)) {
                continue;
            }
            let most = (0..processes).map(|owner| total(&share.ranges(owner))).max();
            *place = share;
            if let Some(largest) = self.largest.get_mut(label) {
                *largest = most.unwrap_or(0);
            }
            if let Some(in_tiles) = self.in_tiles.get_mut(label) {
                *in_tiles = true;
            }
        }
        Ok(self.in_tiles.contains(&true).then_some(self))
    }

    pub(super) fn axis_of(&self, label: usize) -> Option<usize> {
        self.axes.iter().position(|&other| other == label)
    }

    pub(super) fn is_in_tiles(&self, label: usize) -> bool {
        self.in_tiles.get(label).copied().unwrap_or(false)
    }

    pub(super) fn extent(&self, label: usize) -> usize {
        self.extents.get(label).copied().unwrap_or(0)
    }

    /// The number of entries of a label that the process with most of it needs.
    pub(super) fn largest(&self, label: usize) -> usize {
        self.largest.get(label).copied().unwrap_or(0)
    }

    /// The number of entries of each label that a process needs; `None` where there is no such process.
    pub(super) fn needed(&self, rank: usize) -> Option<Vec<usize>> {
        let place = self.mesh.place(rank)?;
        let entries = |share: &Share| total(&share.ranges(self.mesh.number(share.axes(), &place)));
        Some(self.shares.iter().map(entries).collect())
    }

    /// The share of a label, cut further along some axes.
    fn share(&self, label: usize, others: &[usize]) -> Result<Share, DistError> {
        let share = self.shares.get(label).cloned().map_or_else(|| Share::whole(0), Ok)?;
        others.iter().try_fold(share, |share, &axis| share.cut_along(&self.mesh, axis))
    }

    /// Each mode along the axis of its label: what a process needs, or makes.
    pub(super) fn shared_out(
        &self,
        labels: &[usize],
        partial: Vec<usize>,
    ) -> Result<Distribution, DistError> {
        let modes = labels.iter().map(|&label| self.share(label, &[]));
        Distribution::of_labels(&self.mesh, modes.collect::<Result<_, _>>()?, partial)
    }

    /// As [`shared_out`](Self::shared_out), but what would be copies is shared out further, each axis along the mode whose parts
    /// differ least then; and of modes of one label one is whole, since the elements beside the diagonal are somewhere too.
    pub(super) fn home(&self, labels: &[usize]) -> Result<Distribution, DistError> {
        let is_first =
            |mode: usize, label: usize| labels.iter().position(|&it| it == label) == Some(mode);
        let own = labels.iter().enumerate().map(|(mode, &label)| -> Vec<usize> {
            self.axis_of(label).filter(|_| is_first(mode, label)).into_iter().collect()
        });
        let own: Vec<Vec<usize>> = own.collect();
        let mut axes_of = own.clone();
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
        let modes = labels.iter().zip(&axes_of).zip(&own).map(|((&label, axes), own)| {
            match self.is_in_tiles(label) && !own.is_empty() {
                true => self.share(label, axes.get(own.len()..).unwrap_or(&[])),
                false => Share::block(self.extent(label), &self.mesh, axes),
            }
        });
        Distribution::of_labels(&self.mesh, modes.collect::<Result<_, _>>()?, vec![])
    }
}
