//! The leaves: views, tensors, constants, functions of the index.

use extents_static::__private::Known;

use super::steps::{Counted, Still, Strided, pace};
use super::{Dense, Node};
use crate::elements::walk::Operand;
use crate::elements::whole::zip::{element, strided};
use crate::elements::{Storage, Tensor, View};
use crate::expression::{Computed, Uniform};
use crate::layout::Layout;
use crate::{Extents, ShapeError};

macro_rules! leaf {
    ($([$($generics:tt)*] $leaf:ty;)*) => {$(
        // SAFETY: there is one leaf. The start and the strides are those of a mapping that never changes, by
        // the promise of a trusted layout, and what it reaches is borrowed, or held by a storage that has
        // the same number of elements until it is given out by value.
        unsafe impl<$($generics)*> Node for $leaf {
            type Elem = T;
            type Extents = E;
            type Certainty = Known;
            type Steps = Strided<T, E::Strides>;
            const DENSE: Dense = Dense::of(<(E, L) as Operand>::DENSE);
            const COUNTS: bool = false;

            #[inline]
            fn united(&self) -> Result<E, ShapeError> {
                Ok(self.extents().clone())
            }

            #[inline]
            fn begin(&self) -> Option<(Self::Steps, *mut T)> {
                let (strides, origin) = strided(self.view().start(), self.mapping())?;
                Some((Strided::new(strides), origin))
            }

            #[inline]
            fn first(&self) -> *mut T {
                self.view().start().as_ptr()
            }

            #[inline(always)]
            unsafe fn at<const PACE: u8>(&self, place: &*mut T, step: isize, n: usize) -> T {
                let step = match PACE {
                    pace::NEXT => 1,
                    pace::NEXT_OR_STAY if step == 0 => 0,
                    pace::NEXT_OR_STAY => 1,
                    _ => step,
                };
                // SAFETY: the caller promises that the leaf has an element there, and it is borrowed shared.
                unsafe { *place.wrapping_offset(step.wrapping_mul(n.cast_signed())) }
            }

            #[inline]
            #[track_caller]
            unsafe fn at_index(&self, index: &[usize]) -> T {
                // SAFETY: `united` passes, as the caller promises, so that its extents are those of the leaf; the index
                // is in bounds.
                *unsafe { element(&self.view(), index) }
            }
        }
    )*};
}
leaf! {
    [T: Copy, E: Extents, L: Layout<E>] View<'_, T, E, L>;
    [T: Copy, E: Extents, L: Layout<E>, S: Storage<Elem = T>] Tensor<T, E, L, S>;
}

// SAFETY: nothing is read from memory. The extents are such, or `Anything`: none but `uniform` and `uniform_of`
// make one, so that no type of a user's says how it unites with others.
unsafe impl<T: Copy, E: Clone> Node for Uniform<T, E> {
    type Elem = T;
    type Extents = E;
    type Certainty = Known;
    type Steps = Still;
    const DENSE: Dense = Dense::Always;
    const COUNTS: bool = false;

    #[inline]
    fn united(&self) -> Result<E, ShapeError> {
        Ok(self.extents.clone())
    }

    #[inline]
    fn begin(&self) -> Option<(Still, ())> {
        Some((Still, ()))
    }

    #[inline]
    fn first(&self) {}

    #[inline(always)]
    unsafe fn at<const PACE: u8>(&self, (): &(), (): (), _: usize) -> T {
        self.value
    }

    #[inline]
    unsafe fn at_index(&self, _: &[usize]) -> T {
        self.value
    }
}

// SAFETY: nothing is read from memory.
unsafe impl<T, E: Extents, F: Fn(E::Index) -> T> Node for Computed<E, F> {
    type Elem = T;
    type Extents = E;
    type Certainty = Known;
    type Steps = Counted<E::Index>;
    const DENSE: Dense = Dense::Unknown;
    const COUNTS: bool = true;

    #[inline]
    fn united(&self) -> Result<E, ShapeError> {
        Ok(self.extents.clone())
    }

    #[inline]
    fn begin(&self) -> Option<(Self::Steps, E::Index)> {
        Some((Counted::new(), self.first()))
    }

    #[inline]
    fn first(&self) -> E::Index {
        let mut index = self.extents.extents();
        index.as_mut().fill(0);
        index
    }

    #[inline(always)]
    unsafe fn at<const PACE: u8>(
        &self,
        place: &E::Index,
        (mode, sign): (usize, isize),
        n: usize,
    ) -> T {
        let mut index = place.clone();
        if let Some(coordinate) = index.as_mut().get_mut(mode) {
            *coordinate = coordinate.wrapping_add_signed(sign.wrapping_mul(n.cast_signed()));
        }
        (self.value)(index)
    }

    #[inline]
    unsafe fn at_index(&self, index: &[usize]) -> T {
        let mut at = self.extents.extents();
        at.as_mut().copy_from_slice(index);
        (self.value)(at)
    }
}
