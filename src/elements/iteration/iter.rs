//! The iterators over elements. The methods that make them are in `iterate`.

use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::ptr::NonNull;
use core::slice;

use crate::elements::View;
use crate::elements::iteration::places::{Places, Route};
use crate::elements::iteration::routed::Routed;
use crate::elements::view::index_panic;
use crate::layout::{Layout, RowMajor, TrustedLayout};
use crate::nest::{Dense, Way};
use crate::{Extents, Indices, Mapping};

/// An iterator over the elements of a view or tensor, in row-major order or in that of memory.
///
/// `fold`, and what is built on it such as `for_each` and `sum`, runs as one flat loop where the elements
/// lie one after the other in that order, else as a loop nest.
///
/// # Panics
/// Where a [`Checked`](crate::layout::Checked) layout gives an offset that is not in the buffer, as `[]`
/// does.
///
/// ```
/// use extents::{Tensor, extents};
/// let a = Tensor::from_fn(extents![2, 2], |[i, j]| 10 * i + j)?;
/// assert!(a.iter().eq(&[0, 1, 10, 11]));
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub struct Iter<'a, T, E: Extents, L: Layout<E> = RowMajor>(SharedRoute<'a, T, E, L>);

/// A mutable iterator over the elements of a view or tensor, in row-major order or in that of memory.
///
/// ```
/// use extents::{Tensor, extents};
/// let mut a = Tensor::full(extents![2, 2], 1)?;
/// for (n, element) in a.iter_mut().enumerate() {
///     *element += n;
/// }
/// assert_eq!(a.as_slice(), [1, 2, 3, 4]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub struct IterMut<'a, T, E: Extents, L: Layout<E> = RowMajor>(UnsharedRoute<'a, T, E, L>);

/// An iterator over the elements of a view or tensor with their indices, in row-major order.
///
/// # Panics
/// As [`Iter`].
///
/// ```
/// use extents::{Tensor, extents};
/// let a = Tensor::from_vec(extents![2, 1], vec!['a', 'b'])?;
/// assert!(a.indexed_iter().eq([([0, 0], &'a'), ([1, 0], &'b')]));
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub struct IndexedIter<'a, T, E: Extents, L: Layout<E> = RowMajor> {
    view: View<'a, T, E, L>,
    // INVARIANT: in bounds of the view's extents.
    indices: Indices<E>,
}

/// A mutable iterator over the elements of a view or tensor with their indices, in row-major order.
///
/// ```
/// use extents::{Tensor, extents};
/// let mut a = Tensor::full(extents![2, 2], 0)?;
/// a.indexed_iter_mut().for_each(|([i, j], element)| *element = 10 * i + j);
/// assert_eq!(a.as_slice(), [0, 1, 10, 11]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub struct IndexedIterMut<'a, T, E: Extents, L: Layout<E> = RowMajor> {
    // INVARIANT: `indices` is in bounds of the extents of the mapping, which is unique and of a trusted
    // layout; it leads from `start` to elements that are borrowed mutably for `'a`.
    start: NonNull<T>,
    mapping: Mapping<E, L>,
    indices: Indices<E>,
    borrow: PhantomData<&'a mut [T]>,
}

impl<'a, T, E: Extents, L: Layout<E>> Iter<'a, T, E, L> {
    #[inline]
    pub(in crate::elements) fn new(view: View<'a, T, E, L>, way: Way) -> Self {
        Iter(match Route::new(view.start(), view.mapping(), way) {
            Route::Flat(start, count) => {
                // SAFETY: the route goes through elements of the view, which are borrowed for `'a`, and
                // none lies between them.
                let all = unsafe { slice::from_raw_parts(start.as_ptr(), count) };
                Routed::Flat(all.iter())
            }
            Route::Strided(places) => Routed::Strided(Shared(places, PhantomData)),
            Route::ByIndex(indices) => Routed::ByIndex(ByIndex(IndexedIter { view, indices })),
        })
    }
}

impl<'a, T, E: Extents, L: Layout<E>> Iter<'a, T, E, L> {
    /// What is left, if it lies one after the other.
    #[inline]
    pub(in crate::elements) fn as_slice(&self) -> Option<&'a [T]> {
        match &self.0 {
            Routed::Flat(flat) => Some(flat.as_slice()),
            _ => None,
        }
    }
}

impl<'a, T, E: Extents, L: TrustedLayout<E>> IterMut<'a, T, E, L> {
    /// # Safety
    /// The mapping is unique, and the elements that it reaches from `start` on are borrowed mutably for
    /// `'a`.
    #[inline]
    pub(in crate::elements) unsafe fn new(
        start: NonNull<T>,
        mapping: Mapping<E, L>,
        way: Way,
    ) -> Self {
        IterMut(match Route::new(start, &mapping, way) {
            Route::Flat(start, count) => {
                // SAFETY: the route goes through elements that the mapping reaches, which are borrowed
                // mutably, and none lies between them.
                let all = unsafe { slice::from_raw_parts_mut(start.as_ptr(), count) };
                Routed::Flat(all.iter_mut())
            }
            Route::Strided(places) => Routed::Strided(Unshared(places, PhantomData)),
            Route::ByIndex(indices) => {
                let borrow = PhantomData;
                Routed::ByIndex(ByIndex(IndexedIterMut { start, mapping, indices, borrow }))
            }
        })
    }
}

impl<'a, T, E: Extents, L: Layout<E>> IndexedIter<'a, T, E, L> {
    #[inline]
    pub(in crate::elements) fn new(view: View<'a, T, E, L>) -> Self {
        let indices = view.extents().indices();
        IndexedIter { view, indices }
    }
}

impl<'a, T, E: Extents, L: TrustedLayout<E>> IndexedIterMut<'a, T, E, L> {
    /// # Safety
    /// As [`IterMut::new`].
    #[inline]
    pub(in crate::elements) unsafe fn new(start: NonNull<T>, mapping: Mapping<E, L>) -> Self {
        let indices = mapping.extents().indices();
        IndexedIterMut { start, mapping, indices, borrow: PhantomData }
    }
}

/// The element of a view at an index in bounds.
#[inline]
#[track_caller]
fn element<'a, T, E: Extents, L: Layout<E>>(view: &View<'a, T, E, L>, index: &E::Index) -> &'a T {
    // SAFETY: the index is in bounds.
    match unsafe { view.at(index) } {
        Ok(element) => element,
        Err(error) => index_panic(error),
    }
}

impl<'a, T, E: Extents, L: Layout<E>> Iterator for IndexedIter<'a, T, E, L> {
    type Item = (E::Index, &'a T);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let index = self.indices.next()?;
        let element = element(&self.view, &index);
        Some((index, element))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.indices.size_hint()
    }

    #[inline]
    fn count(self) -> usize {
        self.indices.len()
    }

    #[inline]
    fn last(mut self) -> Option<Self::Item> {
        self.next_back()
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        let index = self.indices.nth(n)?;
        let element = element(&self.view, &index);
        Some((index, element))
    }

    #[inline]
    fn fold<B, F: FnMut(B, Self::Item) -> B>(self, init: B, mut f: F) -> B {
        let IndexedIter { view, indices } = self;
        indices.fold(init, |all, index| {
            let element = element(&view, &index);
            f(all, (index, element))
        })
    }
}

impl<T, E: Extents, L: Layout<E>> DoubleEndedIterator for IndexedIter<'_, T, E, L> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let index = self.indices.next_back()?;
        let element = element(&self.view, &index);
        Some((index, element))
    }

    #[inline]
    fn nth_back(&mut self, n: usize) -> Option<Self::Item> {
        let index = self.indices.nth_back(n)?;
        let element = element(&self.view, &index);
        Some((index, element))
    }
}

impl<'a, T, E: Extents, L: Layout<E>> Iterator for IndexedIterMut<'a, T, E, L> {
    type Item = (E::Index, &'a mut T);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let index = self.indices.next()?;
        // SAFETY: `indices` gives each index once.
        let element = unsafe { element_mut(self.start, &self.mapping, &index) };
        Some((index, element))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.indices.size_hint()
    }

    #[inline]
    fn count(self) -> usize {
        self.indices.len()
    }

    #[inline]
    fn last(mut self) -> Option<Self::Item> {
        self.next_back()
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        let index = self.indices.nth(n)?;
        // SAFETY: `indices` gives each index once.
        let element = unsafe { element_mut(self.start, &self.mapping, &index) };
        Some((index, element))
    }

    #[inline]
    fn fold<B, F: FnMut(B, Self::Item) -> B>(self, init: B, mut f: F) -> B {
        let IndexedIterMut { start, mapping, indices, .. } = self;
        indices.fold(init, |all, index| {
            // SAFETY: `indices` gives each index once.
            let element = unsafe { element_mut(start, &mapping, &index) };
            f(all, (index, element))
        })
    }
}

impl<T, E: Extents, L: Layout<E>> DoubleEndedIterator for IndexedIterMut<'_, T, E, L> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let index = self.indices.next_back()?;
        // SAFETY: `indices` gives each index once, from either end.
        let element = unsafe { element_mut(self.start, &self.mapping, &index) };
        Some((index, element))
    }

    #[inline]
    fn nth_back(&mut self, n: usize) -> Option<Self::Item> {
        let index = self.indices.nth_back(n)?;
        // SAFETY: `indices` gives each index once, from either end.
        let element = unsafe { element_mut(self.start, &self.mapping, &index) };
        Some((index, element))
    }
}

/// The element at an index.
///
/// # Safety
/// The invariant of [`IndexedIterMut`], for which each index is asked once.
#[inline]
unsafe fn element_mut<'a, T, E: Extents, L: Layout<E>>(
    start: NonNull<T>,
    mapping: &Mapping<E, L>,
    index: &E::Index,
) -> &'a mut T {
    // SAFETY: a trusted layout leads to an element that is borrowed mutably; as the mapping is unique, to
    // a different one for each index, so no other reference to it was given out.
    unsafe { start.add(mapping.layout().offset(mapping.extents(), index)).as_mut() }
}

/// The elements at places, borrowed shared.
struct Shared<'a, T, E: Extents, L: Layout<E>>(Places<T, E, L>, PhantomData<&'a [T]>);

/// The elements at places, borrowed mutably.
struct Unshared<'a, T, E: Extents, L: Layout<E>>(Places<T, E, L>, PhantomData<&'a mut [T]>);

type SharedRoute<'a, T, E, L> =
    Routed<slice::Iter<'a, T>, Shared<'a, T, E, L>, ByIndex<IndexedIter<'a, T, E, L>>>;

type UnsharedRoute<'a, T, E, L> =
    Routed<slice::IterMut<'a, T>, Unshared<'a, T, E, L>, ByIndex<IndexedIterMut<'a, T, E, L>>>;

/// The elements of an iterator with indices.
#[derive(Clone)]
struct ByIndex<I>(I);

/// The element at a place of [`Shared`].
#[inline]
fn shared<'a, T>(place: NonNull<T>) -> &'a T {
    // SAFETY: only `Shared<'a>` calls this, whose places are those of elements that are borrowed for `'a`.
    unsafe { place.as_ref() }
}

/// The element at a place of [`Unshared`].
#[inline]
fn unshared<'a, T>(mut place: NonNull<T>) -> &'a mut T {
    // SAFETY: only `Unshared<'a>` calls this, whose places are those of elements that are borrowed mutably
    // for `'a`. The mapping is unique, so each place comes once.
    unsafe { place.as_mut() }
}

/// An iterator that gives what another one gives, changed by a function. Where a constant says that it is not used, as
/// elements that lie one after the other have one route, its `fold` is a plain loop: the loops of the other one would be compiled for
/// each function that is folded with.
macro_rules! mapped {
    ($([$($generics:tt)*] $iterator:ty, $item:ty, $give:expr, unused if $is_unused:expr;)*) => {$(
        impl<$($generics)*> Iterator for $iterator {
            type Item = $item;
            #[inline]
            fn next(&mut self) -> Option<Self::Item> {
                self.0.next().map($give)
            }
            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                self.0.size_hint()
            }
            #[inline]
            fn count(self) -> usize {
                self.0.size_hint().0
            }
            #[inline]
            fn last(mut self) -> Option<Self::Item> {
                self.next_back()
            }
            #[inline]
            fn nth(&mut self, n: usize) -> Option<Self::Item> {
                self.0.nth(n).map($give)
            }
            #[inline]
            fn fold<Z, F: FnMut(Z, Self::Item) -> Z>(mut self, init: Z, mut f: F) -> Z {
                if const { $is_unused } {
                    let mut all = init;
                    while let Some(each) = self.next() {
                        all = f(all, each);
                    }
                    return all;
                }
                self.0.fold(init, |all, each| f(all, $give(each)))
            }
        }
        impl<$($generics)*> DoubleEndedIterator for $iterator {
            #[inline]
            fn next_back(&mut self) -> Option<Self::Item> {
                self.0.next_back().map($give)
            }
            #[inline]
            fn nth_back(&mut self, n: usize) -> Option<Self::Item> {
                self.0.nth_back(n).map($give)
            }
        }
    )*};
}
mapped! {
    ['a, T, E: Extents, L: Layout<E>] Shared<'a, T, E, L>, &'a T, shared, unused if Dense::of::<E, L>().is_row_major();
    ['a, T, E: Extents, L: Layout<E>] Unshared<'a, T, E, L>, &'a mut T, unshared, unused if Dense::of::<E, L>().is_row_major();
    ['a, T, E: Extents, L: Layout<E>] ByIndex<IndexedIter<'a, T, E, L>>, &'a T,
        |(_, element)| element, unused if Dense::of::<E, L>().is_row_major();
    ['a, T, E: Extents, L: Layout<E>] ByIndex<IndexedIterMut<'a, T, E, L>>, &'a mut T,
        |(_, element)| element, unused if Dense::of::<E, L>().is_row_major();
    ['a, T, E: Extents, L: Layout<E>] Iter<'a, T, E, L>, &'a T, |element| element, unused if false;
    ['a, T, E: Extents, L: Layout<E>] IterMut<'a, T, E, L>, &'a mut T, |element| element, unused if false;
}

macro_rules! iterators {
    ($($Iterator:ident)*) => {$(
        impl<T, E: Extents, L: Layout<E>> ExactSizeIterator for $Iterator<'_, T, E, L> {}
        impl<T, E: Extents, L: Layout<E>> FusedIterator for $Iterator<'_, T, E, L> {}
        impl<T, E: Extents, L: Layout<E>> fmt::Debug for $Iterator<'_, T, E, L> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($Iterator)).field("left", &self.len()).finish()
            }
        }
    )*};
}
iterators! { Iter IterMut IndexedIter IndexedIterMut }

impl<T, E: Extents, L: Layout<E>> Clone for Shared<'_, T, E, L> {
    #[inline]
    fn clone(&self) -> Self {
        Shared(self.0.clone(), PhantomData)
    }
}

impl<T, E: Extents, L: Layout<E>> Clone for IndexedIter<'_, T, E, L> {
    #[inline]
    fn clone(&self) -> Self {
        IndexedIter { view: self.view.clone(), indices: self.indices.clone() }
    }
}

impl<T, E: Extents, L: Layout<E>> Clone for Iter<'_, T, E, L> {
    #[inline]
    fn clone(&self) -> Self {
        Iter(self.0.clone())
    }
}

// SAFETY: a shared borrow of elements, and a mapping.
unsafe impl<T: Sync, E: Extents, L: Layout<E> + Send> Send for Iter<'_, T, E, L> {}
// SAFETY: what is shared is `&T` and a mapping.
unsafe impl<T: Sync, E: Extents, L: Layout<E> + Sync> Sync for Iter<'_, T, E, L> {}
// SAFETY: a mutable borrow of elements, and a mapping.
unsafe impl<T: Send, E: Extents, L: Layout<E> + Send> Send for IterMut<'_, T, E, L> {}
// SAFETY: what is shared gives no element that could be changed, at most `&T`, and a mapping.
unsafe impl<T: Sync, E: Extents, L: Layout<E> + Sync> Sync for IterMut<'_, T, E, L> {}
// SAFETY: a mutable borrow of elements, and a mapping.
unsafe impl<T: Send, E: Extents, L: Layout<E> + Send> Send for IndexedIterMut<'_, T, E, L> {}
// SAFETY: what is shared gives no element that could be changed, at most `&T`, and a mapping.
unsafe impl<T: Sync, E: Extents, L: Layout<E> + Sync> Sync for IndexedIterMut<'_, T, E, L> {}
