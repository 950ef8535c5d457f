//! Where the elements of a view are, one after the other: what the iterators of elements are made of.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a kernel: modes are below the rank, which is the length of each list"
)]

use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::ptr::NonNull;

use extents_static::__private::Order;

use crate::elements::walk::{Body, KnownNest, pace, walk};
use crate::layout::{Layout, Trust, sort_modes};
use crate::nest::{KnownOperands, Nest, Strided, Way};
use crate::{Extents, Indices, Mapping};

/// How the elements of a mapping are reached in some order.
pub(in crate::elements) enum Route<T, E: Extents, L: Layout<E>> {
    /// One after the other: so many from here on, each of which the mapping reaches.
    Flat(NonNull<T>, usize),
    /// By the strides.
    Strided(Places<T, E, L>),
    /// By asking the layout at each index, in row-major order.
    ByIndex(Indices<E>),
}

impl<T, E: Extents, L: Layout<E>> Route<T, E, L> {
    /// The route through the elements that a mapping reaches from `start` on, which are borrowed as long
    /// as the route is used.
    #[inline]
    pub(in crate::elements) fn new(start: NonNull<T>, mapping: &Mapping<E, L>, way: Way) -> Self {
        let (extents, layout) = (mapping.extents(), mapping.layout());
        let by_index = || Route::ByIndex(extents.indices());
        if !<L::Trust as Trust<E, L>>::IS_PROVEN {
            return by_index();
        }
        // Asked in constants, so that the other routes are not compiled where there is one.
        if const { matches!(L::DENSE, Some(Order::RowMajor)) }
            || const { L::DENSE.is_some() } && way == Way::Free
        {
            return Route::Flat(start, extents.size());
        }
        let Some((strides, base)) = layout.strided(extents) else {
            // The offsets of an exhaustive layout are those below the span, each once if it is unique.
            return if way == Way::Free && layout.is_exhaustive(extents) && layout.is_unique(extents)
            {
                Route::Flat(start, extents.size())
            } else {
                by_index()
            };
        };
        let origin = moved(start, base.cast_signed());
        let places = match way {
            Way::Kept => {
                let indices = extents.indices();
                Places { origin, strides, indices, way, layout: PhantomData }
            }
            Way::Free => Places::in_layout_order(origin, extents, &strides),
        };
        if places.are_dense() {
            // Each goes to the next one, so nothing lies between the elements.
            return Route::Flat(places.origin, extents.size());
        }
        Route::Strided(places)
    }
}

/// A pointer that stays inside its elements, or is one behind them.
#[inline]
fn moved<T>(from: NonNull<T>, elements: isize) -> NonNull<T> {
    // Without elements, it may point anywhere.
    NonNull::new(from.as_ptr().wrapping_offset(elements)).unwrap_or(from)
}

/// The places of all elements of a strided mapping.
pub(in crate::elements) struct Places<T, E: Extents, L: Layout<E>> {
    // INVARIANT: each index below the shape of `indices` leads from `origin`, by `strides`, to an element
    // that the mapping reaches; to different ones if it is unique. For `Kept`, shape and strides are those
    // of a mapping of extents `E` in the layout `L`.
    origin: NonNull<T>,
    strides: E::Strides,
    indices: Indices<E>,
    way: Way,
    layout: PhantomData<L>,
}

impl<T, E: Extents, L: Layout<E>> Places<T, E, L> {
    /// The modes sorted by the lengths of their strides, those of negative ones turned around.
    fn in_layout_order(origin: NonNull<T>, extents: &E, strides: &E::Strides) -> Self {
        let shape = extents.extents();
        let (mut modes, mut sorted, mut steps) = (shape.clone(), shape.clone(), strides.clone());
        let strides = strides.as_ref();
        sort_modes(strides, modes.as_mut());
        let mut first: isize = 0;
        for (place, &mode) in modes.as_ref().iter().enumerate() {
            let (extent, stride) = (shape.as_ref()[mode], strides[mode]);
            sorted.as_mut()[place] = extent;
            // The stride of a mode of one entry may be `isize::MIN`.
            steps.as_mut()[place] = stride.wrapping_abs();
            if stride < 0 {
                first =
                    first.wrapping_add(stride.wrapping_mul(extent.cast_signed().wrapping_sub(1)));
            }
        }
        let indices = Indices::of_shape(sorted, extents.size());
        let way = Way::Free;
        Places { origin: moved(origin, first), strides: steps, indices, way, layout: PhantomData }
    }

    /// Whether each place is the next element of the memory.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn are_dense(&self) -> bool {
        let mut expected = 1;
        let modes = self.indices.shape().as_ref().iter().zip(self.strides.as_ref());
        for (&extent, &stride) in modes.rev() {
            if extent != 1 && stride != expected {
                return false;
            }
            expected = expected.wrapping_mul(extent.cast_signed());
        }
        true
    }

    #[inline]
    fn place(&self, index: &E::Index) -> NonNull<T> {
        let mut offset: isize = 0;
        for (&coordinate, &stride) in index.as_ref().iter().zip(self.strides.as_ref()) {
            offset = offset.wrapping_add(coordinate.cast_signed().wrapping_mul(stride));
        }
        moved(self.origin, offset)
    }

    /// Folds over the loop nest, if there is one.
    ///
    /// # Safety
    /// There is an element.
    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn walk<B>(&self, init: B, f: impl FnMut(B, NonNull<T>) -> B) -> Result<B, B> {
        let steps = Strided::<T, _>::new(self.strides.as_ref());
        let (shape, from) = (self.indices.shape().as_ref(), self.origin.as_ptr());
        let (how, body) = ((Way::Kept, true), &mut Fold(f));
        if const { <InOrder<E, L> as KnownNest>::NEST.is_some() } && self.way == Way::Kept {
            // SAFETY: shape and strides are those of a mapping of these types, and there is an element.
            return unsafe { walk::<InOrder<E, L>, _, _, _>(shape, &steps, from, how, init, body) };
        }
        // SAFETY: shape and strides lead to elements, of which there is one; there is an extent a mode.
        unsafe { walk::<Sorted<E>, _, _, _>(shape, &steps, from, how, init, body) }
    }
}

impl<T, E: Extents, L: Layout<E>> Clone for Places<T, E, L> {
    fn clone(&self) -> Self {
        Places { strides: self.strides.clone(), indices: self.indices.clone(), ..*self }
    }
}

/// What types know of the places in row-major order.
struct InOrder<E, L>(PhantomData<(E, L)>);

impl<E: Extents, L: Layout<E>> KnownNest for InOrder<E, L> {
    const RANK: Option<usize> = E::STATIC_RANK;
    const NEST: Option<Nest> = KnownOperands::strided::<E, L>().nest(Way::Kept);
}

/// What types know of the places when the modes were sorted: how many there are.
struct Sorted<E>(PhantomData<E>);

impl<E: Extents> KnownNest for Sorted<E> {
    const RANK: Option<usize> = E::STATIC_RANK;
    const NEST: Option<Nest> = None;
}

/// A fold over places, as the body of a walk.
struct Fold<F>(F);

impl<T, S: AsRef<[isize]>, A, F: FnMut(A, NonNull<T>) -> A> Body<Strided<T, S>, A> for Fold<F> {
    // There is one operand, and it stays where one element is seen many times: no loop is faster for that.
    const HAS_STAYS: bool = false;

    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn row<const PACE: u8>(
        &mut self,
        mut all: A,
        place: &*mut T,
        step: isize,
        count: usize,
    ) -> A {
        let step = pace::known::<PACE>(step);
        for n in 0..count {
            // SAFETY: `n` is below `count`: by the walk's promise there is an element, in the same allocation.
            let element =
                unsafe { NonNull::new_unchecked(place.offset(step.wrapping_mul(n.cast_signed()))) };
            all = (self.0)(all, element);
        }
        all
    }
}

impl<T, E: Extents, L: Layout<E>> Iterator for Places<T, E, L> {
    type Item = NonNull<T>;

    #[inline]
    fn next(&mut self) -> Option<NonNull<T>> {
        let index = self.indices.next()?;
        Some(self.place(&index))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.indices.size_hint()
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<NonNull<T>> {
        let index = self.indices.nth(n)?;
        Some(self.place(&index))
    }

    #[inline]
    fn fold<B, F: FnMut(B, NonNull<T>) -> B>(mut self, init: B, mut f: F) -> B {
        if self.indices.len() == 0 {
            return init;
        }
        let mut all = init;
        if self.indices.is_whole() {
            // SAFETY: there is an element.
            match unsafe { self.walk(all, &mut f) } {
                Ok(all) => return all,
                Err(init) => all = init,
            }
        }
        while let Some(index) = self.indices.next() {
            all = f(all, self.place(&index));
        }
        all
    }
}

impl<T, E: Extents, L: Layout<E>> DoubleEndedIterator for Places<T, E, L> {
    #[inline]
    fn next_back(&mut self) -> Option<NonNull<T>> {
        let index = self.indices.next_back()?;
        Some(self.place(&index))
    }

    #[inline]
    fn nth_back(&mut self, n: usize) -> Option<NonNull<T>> {
        let index = self.indices.nth_back(n)?;
        Some(self.place(&index))
    }
}

impl<T, E: Extents, L: Layout<E>> ExactSizeIterator for Places<T, E, L> {}
impl<T, E: Extents, L: Layout<E>> FusedIterator for Places<T, E, L> {}
