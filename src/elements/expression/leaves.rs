//! The leaves: views, tensors, constants, functions of the index.

use core::ptr::NonNull;

use extents_static::__private::Known;
use extents_static::Anything;

use super::{Computed, Node, Uniform};
use crate::elements::view::index_panic;
use crate::elements::walk::pace;
use crate::elements::{Storage, Tensor, View};
use crate::layout::{Layout, Trust};
use crate::nest::{Counted, Dense, KnownOperands, Still, Strided};
use crate::{Extents, Mapping, ShapeError, UnitesWith};

/// The strides of a mapping, and where its index of zeros is, if what the layout says is proven.
#[inline]
pub(in crate::elements) fn strided<T, E: Extents, L: Layout<E>>(
    start: NonNull<T>,
    mapping: &Mapping<E, L>,
) -> Option<(Strided<T, E::Strides>, *mut T)> {
    if !<L::Trust as Trust<E, L>>::IS_PROVEN {
        return None;
    }
    let (strides, base) = mapping.layout().strided(mapping.extents())?;
    Some((Strided::new(strides), start.as_ptr().wrapping_add(base)))
}

/// The element of a view at an index of other extents that are equal.
///
/// # Safety
/// The index is in bounds.
#[inline]
#[track_caller]
unsafe fn element<'a, T, E: Extents, L: Layout<E>>(
    view: &View<'a, T, E, L>,
    index: &[usize],
) -> &'a T {
    let mut at = view.extents().extents();
    at.as_mut().copy_from_slice(index);
    // SAFETY: the caller promises that the index is in bounds.
    match unsafe { view.at(&at) } {
        Ok(element) => element,
        Err(error) => index_panic(error),
    }
}

/// A view as a leaf that gives references to its elements, which need not be `Copy` then.
#[allow(
    unreachable_pub,
    missing_debug_implementations,
    reason = "the node of a view that is folded, without a name elsewhere"
)]
pub struct ByRef<'v, 'a, T, E: Extents, L: Layout<E>>(
    pub(in crate::elements) &'v View<'a, T, E, L>,
);

/// The node of a view whose elements go by reference.
#[inline]
pub(crate) fn by_ref<'v, 'a, T, E: Extents, L: Layout<E>>(
    view: &'v View<'a, T, E, L>,
) -> ByRef<'v, 'a, T, E, L> {
    ByRef(view)
}

macro_rules! leaf {
    ($([$($generics:tt)*] $leaf:ty, $Elem:ty, $this:ident => $view:expr, $element:ident => $read:expr;)*) => {$(
        // SAFETY: there is one leaf. The start and the strides are those of a mapping that never changes, by
        // the promise of a trusted layout, and what it reaches is borrowed, or held by a storage that has
        // the same number of elements until it is given out by value.
        unsafe impl<$($generics)*> Node for $leaf {
            type Elem = $Elem;
            type Extents = E;
            type Relation = Known;
            type Steps = Strided<T, E::Strides>;
            const DENSE: Dense = Dense::of::<E, L>();
            const COUNTS: bool = false;
            const KNOWN: KnownOperands = KnownOperands::strided::<E, L>();

            #[inline]
            fn united(&self) -> Result<E, ShapeError> {
                let $this = self;
                Ok($view.extents().clone())
            }

            #[inline]
            fn begin(&self) -> Option<(Self::Steps, *mut T)> {
                let $this = self;
                strided($view.start(), $view.mapping())
            }

            #[inline]
            fn first(&self) -> *mut T {
                let $this = self;
                $view.start().as_ptr()
            }

            #[inline]
            fn in_memory_order(&self) -> Option<*mut T> {
                let $this = self;
                let view = $view;
                let mapping = view.mapping();
                // The offsets of an exhaustive layout are those below the span, each once if it is unique.
                let is_whole = <L::Trust as Trust<E, L>>::IS_PROVEN
                    && mapping.is_exhaustive()
                    && mapping.is_unique();
                is_whole.then(|| self.first())
            }

            #[cfg_attr(not(unoptimized), inline(always))]
            unsafe fn at<const PACE: u8>(&self, place: &*mut T, step: isize, n: usize) -> $Elem {
                let step = pace::known::<PACE>(step);
                // SAFETY: the caller promises that the leaf has an element there, and it is borrowed shared.
                let $element = unsafe { &*place.wrapping_offset(step.wrapping_mul(n.cast_signed())) };
                $read
            }

            #[inline]
            #[track_caller]
            unsafe fn at_index(&self, index: &[usize]) -> $Elem {
                let $this = self;
                // SAFETY: `united` passes, as the caller promises, so that its extents are those of the leaf; the index
                // is in bounds.
                let $element = unsafe { element(&$view.view(), index) };
                $read
            }
        }
    )*};
}
leaf! {
    [T: Copy, E: Extents, L: Layout<E>] View<'_, T, E, L>, T, this => this, element => *element;
    [T: Copy, E: Extents, L: Layout<E>, S: Storage<Elem = T>] Tensor<T, E, L, S>, T, this => this.view(), element => *element;
    ['a, T, E: Extents, L: Layout<E>] ByRef<'_, 'a, T, E, L>, &'a T, this => this.0, element => element;
}

// SAFETY: nothing is read from memory. The extents are such, or `Anything`: none but `uniform` and `uniform_of`
// make one, so that no type of a user's says how it unites with others.
unsafe impl<T: Copy, E: Clone + UnitesWith<Anything>> Node for Uniform<T, E> {
    type Elem = T;
    type Extents = E;
    type Relation = Known;
    type Steps = Still;
    const DENSE: Dense = Dense::Always;
    const COUNTS: bool = false;
    const KNOWN: KnownOperands = KnownOperands::NONE;

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

    #[inline]
    fn in_memory_order(&self) -> Option<()> {
        Some(())
    }

    #[cfg_attr(not(unoptimized), inline(always))]
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
    type Relation = Known;
    type Steps = Counted<E::Index>;
    const DENSE: Dense = Dense::Unknown;
    const COUNTS: bool = true;
    const KNOWN: KnownOperands = KnownOperands::counted::<E>();

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

    #[cfg_attr(not(unoptimized), inline(always))]
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
