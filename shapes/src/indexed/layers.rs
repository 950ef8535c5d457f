//! The layers of labels: which layer of a nested shape the modes of a result belong to.

use crate::error::Compared;
use alloc::vec;
use alloc::vec::Vec;
use extents::error::Place;

use crate::StructureError;
use extents::label::LabelName;
use extents::{Composition, ModeArray};

/// The layer of each mode, and how many layers there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layers {
    pub(crate) of_modes: Vec<usize>,
    pub(crate) count: usize,
}

impl Layers {
    /// Layers of these ranks, which share out the modes from left to right.
    pub(crate) fn of_ranks(ranks: &[usize]) -> Self {
        let layers = ranks.iter().enumerate();
        let of_modes =
            layers.flat_map(|(layer, &rank)| core::iter::repeat_n(layer, rank)).collect();
        Layers { of_modes, count: ranks.len() }
    }

    /// How many modes each layer has.
    pub(crate) fn ranks(&self) -> ModeArray<usize> {
        let mut ranks: ModeArray<usize> = core::iter::repeat_n(0, self.count).collect();
        for &layer in &self.of_modes {
            if let Some(rank) = ranks.get_mut(layer) {
                *rank = rank.saturating_add(1);
            }
        }
        ranks
    }
}

/// How the layers of a label in several operands become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meeting {
    /// They have to be the same: sums.
    Same,
    /// The outermost one is taken: products.
    Outermost,
}

/// The layers of the result, if the operands have any.
pub(super) fn compose(
    composition: &Composition,
    operands: &[Option<&Layers>],
    meeting: Meeting,
) -> Result<Option<Layers>, StructureError> {
    let Some(first) = operands.first().copied().flatten() else { return Ok(None) };
    let name =
        |label: usize| LabelName::new(composition.names().get(label).map_or("", |name| name));
    let mut found: Vec<Option<usize>> = vec![None; composition.names().len()];
    for (named, layers) in composition.operands().iter().zip(operands) {
        let Some(layers) = layers else { return Ok(None) };
        if layers.count != first.count {
            let (left, right) = (first.count, layers.count);
            return Err(StructureError::LayerCount { left, right });
        }
        for (&label, &right) in named.iter().zip(&layers.of_modes) {
            let Some(place) = found.get_mut(label) else { continue };
            *place = Some(match *place {
                Some(left) if left != right && meeting == Meeting::Same => {
                    let label = name(label);
                    return Err(StructureError::Mismatch {
                        place: Place::Label(label),
                        of: Compared::Layer,
                        left,
                        right,
                    });
                }
                Some(left) => left.min(right),
                None => right,
            });
        }
    }
    let mut of_modes = Vec::new();
    for &label in composition.result() {
        let layer = found.get(label).copied().flatten().unwrap_or(0);
        let before = of_modes.last().copied().unwrap_or(0);
        if layer < before {
            return Err(StructureError::LayerOrder { label: name(label), layer, before });
        }
        of_modes.push(layer);
    }
    Ok(Some(Layers { of_modes, count: first.count }))
}
