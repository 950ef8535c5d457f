//! Where axes stand in a list.

use alloc::collections::BTreeMap;

use super::{Axes, Axis};

/// The places of the axes of a list: of a few they are looked for one by one, of more in a map.
pub(super) enum Lookup<'a> {
    Few(&'a Axes),
    Many(BTreeMap<&'a Axis, usize>),
}

impl<'a> Lookup<'a> {
    /// Up to so many names are compared sooner than a map of them is made.
    const FEW: usize = 8;

    pub(super) fn new(axes: &'a Axes) -> Self {
        if axes.rank() <= Self::FEW {
            return Lookup::Few(axes);
        }
        Lookup::Many(axes.iter().enumerate().map(|(place, axis)| (axis, place)).collect())
    }

    pub(super) fn place(&self, axis: &Axis) -> Option<usize> {
        match self {
            Lookup::Few(axes) => axes.position(axis),
            Lookup::Many(places) => places.get(axis).copied(),
        }
    }

    pub(super) fn contains(&self, axis: &Axis) -> bool {
        self.place(axis).is_some()
    }
}
