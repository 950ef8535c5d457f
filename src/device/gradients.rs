//! Derivatives by arrays: what a contraction gives, copied to where it stands, by one task.

use extents_static::__private::agree;

use super::evaluate::{Job, strides_of};
use super::expression::Leaf;
use super::{Array, ArrayExpression, AsArrayView, Device};
use crate::contract::{Spread, Spreads};
use crate::placement::Elsewhere;
use crate::{DynRankExtents, Extents, Mapping, ModeArray};

impl<D, F, A> Spreads<Array<D, F>, A> for Elsewhere
where
    D: Device,
    F: Extents,
    A: AsArrayView<Device = D>,
{
    type Gradient = Array<D, A::Extents>;
    type Error = D::Error;

    fn spread(
        value: Array<D, F>,
        spread: &Spread,
        operand: &A,
    ) -> Result<Array<D, A::Extents>, D::Error> {
        let operand = operand.as_array_view();
        let extents = operand.extents().clone();
        // What an operand that is not ours contracts to may have any extents: they are compared.
        if spread.is_whole() {
            agree(&extents, value.extents())?;
            let (device, buffer, _) = value.into_parts();
            return Array::from_parts(device, buffer, Mapping::new(extents));
        }
        let is_diagonal = spread.modes().enumerate().any(|(mode, (first, _))| first != mode);
        let (device, element) = (value.device(), value.element());
        let mut whole = match is_diagonal {
            true => Array::zeros(device, element, extents)?,
            false => Array::allocate(device, element, extents)?,
        };
        let mut view = whole.view_mut();
        let (_, buffer, offset, mapping) = view.target();
        // A loop for each label: a step along a diagonal is one along each of its modes.
        let (of_value, of_whole) = (strides_of(value.mapping()), strides_of(mapping));
        let mut loops = Loops::default();
        mapping.extents().with_slice(|extents| {
            let modes = extents.iter().zip(of_whole.iter()).zip(spread.modes());
            for (mode, ((extent, stride), (first, place))) in modes.enumerate() {
                loops.add(mode, first, (*extent, *stride), place.map(|place| of_value.get(place)));
            }
        });
        agree(&DynRankExtents::new(&loops.of_source)?, value.extents())?;
        let value = value.view();
        let mut copy = ArrayExpression::of(&value);
        copy.leaves = [Leaf { place: value.place(), strides: loops.source, element }].into();
        let target = (buffer, offset, &loops.target[..]);
        Job::of_copy(&copy)?.run_at(&loops.extents, None, target)?;
        Ok(whole)
    }
}

/// A loop for each label of an operand.
#[derive(Default)]
struct Loops {
    /// The first mode of each label.
    modes: ModeArray<usize>,
    extents: ModeArray<usize>,
    target: ModeArray<isize>,
    source: ModeArray<isize>,
    /// The extents that the source should have.
    of_source: ModeArray<usize>,
}

impl Loops {
    /// Adds a mode, and the first one of its label: the extent, the stride in the target, and that in the source if it is there.
    fn add(
        &mut self,
        mode: usize,
        first: usize,
        (extent, target): (usize, isize),
        source: Option<Option<&isize>>,
    ) {
        if first == mode {
            self.modes.push(mode);
            self.extents.push(extent);
            self.target.push(target);
            self.source.push(source.flatten().copied().unwrap_or(0));
            if source.is_some() {
                self.of_source.push(extent);
            }
        } else if let Some(known) = self.modes.iter().position(|known| *known == first)
            && let Some(stride) = self.target.get_mut(known)
        {
            *stride = stride.wrapping_add(target);
        }
    }
}
