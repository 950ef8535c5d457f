//! The temporaries of more than two operands: as few buffers as the path needs places.

use super::operands::ArrayTuple;
use super::{BufferPlace, ContractTask, Device, PlanRef};
use crate::plan::{MOST_TEMPORARIES, PathStep, Source};

/// Buffers of temporaries, one a place of the path: allocated when it is first written, released when no step needs it any more.
pub(super) struct Temporaries<'d, D: Device> {
    device: &'d D,
    element: D::Element,
    buffers: [Option<D::Buffer>; MOST_TEMPORARIES],
    /// The place of each temporary.
    places: [usize; MOST_TEMPORARIES],
}

impl<'d, D: Device> Temporaries<'d, D> {
    pub(super) fn new(device: &'d D, element: D::Element) -> Self {
        Temporaries {
            device,
            element,
            buffers: [const { None }; MOST_TEMPORARIES],
            places: [0; MOST_TEMPORARIES],
        }
    }

    /// Runs a step, which has this number: into the target if it is the last one.
    pub(super) fn step<V: ArrayTuple<D>>(
        &mut self,
        operands: &V,
        (number, step): (usize, &PathStep),
        plan: PlanRef<'_>,
        last: Option<(&mut D::Buffer, usize, bool)>,
    ) -> Result<(), D::Error> {
        let mut new = None;
        let (place, elements) = step.slot();
        let (target, offset, adds) = match last {
            Some(last) => last,
            None => {
                // The place is not that of what the step takes.
                let made = match self.buffers.get_mut(place).and_then(Option::take) {
                    Some(made) => made,
                    None => self.device.allocate(self.element, elements)?,
                };
                (new.insert(made), 0, false)
            }
        };
        let find = |source| match source {
            Source::Operand(operand) => operands.place(operand),
            Source::Temporary(number) => match self.buffer(number) {
                Some(buffer) => BufferPlace::new(buffer, 0),
                None => operands.place(0),
            },
        };
        let mut taken = step.sources().iter().copied().map(find);
        // A step takes one operand at least.
        let (left, right) = (taken.next().unwrap_or(operands.place(0)), taken.next());
        self.device.contract(ContractTask { plan, left, right, target, offset, adds })?;
        for (source, is_end) in step.sources().iter().zip(step.ends()) {
            if let Source::Temporary(number) = *source
                && is_end
                && let Some(place) = self.places.get(number)
                && let Some(buffer) = self.buffers.get_mut(*place).and_then(Option::take)
            {
                self.device.release(buffer);
            }
        }
        if let (Some(new), Some(known)) = (new, self.places.get_mut(number)) {
            *known = place;
            if let Some(slot) = self.buffers.get_mut(place) {
                *slot = Some(new);
            }
        }
        Ok(())
    }

    /// What a step wrote.
    fn buffer(&self, number: usize) -> Option<&D::Buffer> {
        self.buffers.get(*self.places.get(number)?)?.as_ref()
    }
}
