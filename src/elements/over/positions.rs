//! The numbers of entries, as a node.

use extents_static::__private::{Known, Turn, turn};

use crate::elements::expression::Node;
use crate::nest::{Dense, KnownOperands, Operands, Steps, TurnSteps};
use crate::{Extents, ShapeError};

/// The row-major number of each entry of some modes; the same along the others.
pub(super) struct Positions<E: Extents> {
    extents: E,
    strides: E::Strides,
}

impl<E: Extents> Positions<E> {
    pub(super) fn of(modes: &[usize], extents: &E) -> Self {
        let mut strides = extents.zero_strides();
        extents.with_slice(|extents| {
            let mut stride: isize = 1;
            // In the order of the modes, not of their list.
            for (mode, (extent, to)) in extents.iter().zip(strides.as_mut()).enumerate().rev() {
                if modes.contains(&mode) {
                    *to = stride;
                    stride = stride.wrapping_mul(extent.cast_signed());
                }
            }
        });
        Positions { extents: extents.clone(), strides }
    }
}

/// How numbers go on.
pub(super) struct Numbered<S>(S);

impl<S: AsRef<[isize]>> Steps for Numbered<S> {
    type Place = usize;
    type Step = isize;
    const UNIT: isize = 1;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn operands<R>(&self, rest: &Operands<'_>, f: impl FnOnce(&Operands<'_>) -> R) -> R {
        f(&Operands::And(self.0.as_ref(), rest))
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn step(&self, mode: usize, is_reversed: bool) -> isize {
        let step = self.0.as_ref().get(mode).copied().unwrap_or(0);
        if is_reversed { step.wrapping_neg() } else { step }
    }

    // Nothing is read from memory.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn is_next(_: isize) -> (bool, bool) {
        (true, true)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn advance(place: &mut usize, step: isize, by: isize) {
        *place = place.wrapping_add_signed(step.wrapping_mul(by));
    }
}

impl<S: AsRef<[isize]> + AsMut<[isize]> + Clone> TurnSteps for Numbered<S> {
    #[inline]
    fn turned(mut self, order: &Turn) -> Self {
        let own = self.0.clone();
        turn(order, own.as_ref(), self.0.as_mut());
        self
    }
}

// SAFETY: nothing is read from memory.
unsafe impl<E: Extents> Node for Positions<E> {
    type Elem = usize;
    type Extents = E;
    type Relation = Known;
    type Steps = Numbered<E::Strides>;
    const DENSE: Dense = Dense::Unknown;
    const COUNTS: bool = false;
    // Counted modes are never merged in a nest that is planned from this, so that each step of it is a step of the index.
    const KNOWN: KnownOperands = KnownOperands::counted::<E>();

    #[inline]
    fn united(&self) -> Result<E, ShapeError> {
        Ok(self.extents.clone())
    }

    #[inline]
    fn begin(&self) -> Option<(Self::Steps, usize)> {
        let mut strides = self.extents.zero_strides();
        strides.as_mut().copy_from_slice(self.strides.as_ref());
        Some((Numbered(strides), 0))
    }

    #[inline]
    fn first(&self) -> usize {
        0
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn at<const PACE: u8>(&self, place: &usize, step: isize, n: usize) -> usize {
        place.wrapping_add_signed(step.wrapping_mul(n.cast_signed()))
    }

    #[inline]
    unsafe fn at_index(&self, index: &[usize]) -> usize {
        index.iter().zip(self.strides.as_ref()).fold(0_usize, |at, (coordinate, stride)| {
            at.wrapping_add_signed(stride.wrapping_mul(coordinate.cast_signed()))
        })
    }
}
