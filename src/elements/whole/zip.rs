//! Walks over a target and one to three sources of equal extents.

#![allow(clippy::indexing_slicing, reason = "a kernel: the slices are equally long")]

use core::ptr::NonNull;

use crate::elements::view::index_panic;
use crate::elements::walk::{Body, Way, with_walk};
use crate::elements::{View, ViewMut};
use crate::layout::{Layout, Trust, TrustedLayout};
use crate::{Extents, Mapping};

/// The strides of a mapping, and where its index of zeros is, if what the layout says is proven.
#[inline]
pub(in crate::elements) fn strided<T, E: Extents, L: Layout<E>>(
    start: NonNull<T>,
    mapping: &Mapping<E, L>,
) -> Option<(E::Strides, *mut T)> {
    if !<L::Trust as Trust<E, L>>::IS_PROVEN {
        return None;
    }
    let (strides, base) = mapping.layout().strided(mapping.extents())?;
    Some((strides, start.as_ptr().wrapping_add(base)))
}

/// The element of a view at an index of other extents that are equal.
///
/// # Safety
/// The index is in bounds.
#[inline]
#[track_caller]
pub(in crate::elements) unsafe fn element<'a, T, E: Extents, L: Layout<E>>(
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

/// What is done with one element of the target and those of the sources.
#[derive(Clone)]
pub(in crate::elements) struct Each<P, F> {
    pub(in crate::elements) places: P,
    pub(in crate::elements) f: F,
}

/// A function that walks over a target and some sources.
///
/// In the innermost loop, where all strides are 1, the elements come as slices, which tells the compiler
/// that a write to the target changes no source.
macro_rules! zip {
    ($name:ident, $k:literal, $($a:ident $A:ident $E:ident $L:ident $strides:ident $at:ident;)*) => {
        impl<T, $($A,)* F: FnMut(&mut T, $(&$A),*)> Body<(), $k>
            for Each<(*mut T, $(*const $A,)*), F>
        {
            #[inline(always)]
            unsafe fn at(&mut self, (): (), [to, $($at),*]: [isize; $k]) {
                let (target, $($a,)*) = self.places;
                // SAFETY: the walk comes to places where each operand has an element. The target borrows its own
                // mutably.
                unsafe {
                    (self.f)(
                        &mut *target.wrapping_offset(to),
                        $(&*$a.wrapping_offset($at)),*
                    );
                }
            }

            #[inline(always)]
            unsafe fn run(&mut self, (): (), [to, $($at),*]: [isize; $k], count: usize) {
                #[inline]
                fn run<T, $($A),*>(
                    target: &mut [T],
                    $($a: &[$A],)*
                    f: &mut impl FnMut(&mut T, $(&$A),*),
                ) {
                    let count = target.len();
                    $(let $a = &$a[..count];)*
                    for n in 0..count {
                        f(&mut target[n], $(&$a[n]),*);
                    }
                }
                let (target, $($a,)*) = self.places;
                // SAFETY: the walk gives places where each operand has `count` elements one after the other. The target
                // borrows its own mutably.
                unsafe {
                    let target =
                        core::slice::from_raw_parts_mut(target.wrapping_offset(to), count);
                    run(
                        target,
                        $(core::slice::from_raw_parts($a.wrapping_offset($at), count),)*
                        &mut self.f,
                    );
                }
            }
        }

        #[cfg_attr(not(feature = "alloc"), allow(dead_code, reason = "new tensors need it"))]
        /// Calls `f` with each element of the target and the elements of the sources at its index, in any
        /// order.
        ///
        /// # Safety
        /// The sources have the extents of the target.
        #[inline]
        #[track_caller]
        #[allow(clippy::too_many_arguments, reason = "three sources at most")]
        pub(in crate::elements) unsafe fn $name<T, E, L, $($A, $E, $L,)* F>(
            mut target: ViewMut<'_, T, E, L>,
            $($a: &View<'_, $A, $E, $L>,)*
            mut f: F,
        ) where
            E: Extents,
            L: TrustedLayout<E>,
            $($E: Extents, $L: Layout<$E>,)*
            F: FnMut(&mut T, $(&$A),*),
        {
            if target.extents().is_null() {
                return;
            }
            if let (Some((strides, start)), $(Some(($strides, $at)),)*) = (
                strided(target.start(), target.mapping()),
                $(strided($a.start(), $a.mapping()),)*
            ) {
                type Operands<E, L, $($E, $L),*> = ((E, L), $(($E, $L),)*);
                let lists = [strides.as_ref(), $($strides.as_ref()),*];
                let places = (start, $($at.cast_const(),)*);
                let done = with_walk::<Operands<E, L, $($E, $L),*>, E, _, $k>(
                    target.extents(),
                    lists,
                    Way::Free,
                    |walk| {
                        // SAFETY: the extents are those of all operands, whose strides lead to elements
                        // that are borrowed, those of the target mutably.
                        walk.map(|walk| unsafe { walk.run((), &mut Each { places, f: &mut f }) })
                    },
                );
                if done.is_some() {
                    return;
                }
            }
            for index in target.extents().indices() {
                $(
                    // SAFETY: the source has the same extents.
                    let $a = unsafe { element($a, index.as_ref()) };
                )*
                // SAFETY: the index is in bounds.
                f(unsafe { target.get_unchecked_mut(&index) }, $($a),*);
            }
        }
    };
}
zip!(zip_with_none, 1,);
zip!(zip_with_one, 2, a A EA LA strides_a at_a;);
zip!(zip_with_two, 3, a A EA LA strides_a at_a; b B EB LB strides_b at_b;);
zip!(zip_with_three, 4,
    a A EA LA strides_a at_a; b B EB LB strides_b at_b; c C EC LC strides_c at_c;);
