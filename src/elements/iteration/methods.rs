//! How views and tensors are iterated over: methods that are defined once for [`Tensor`], [`View`] and [`ViewMut`], those
//! that change elements for [`Tensor`] and [`ViewMut`].

use crate::Extents;
use crate::elements::iteration::iter::{IndexedIter, IndexedIterMut, Iter, IterMut};
use crate::elements::{Storage, StorageMut, Tensor, View, ViewMut};
use crate::layout::{Layout, TrustedLayout};
use crate::nest::Way;

macro_rules! reads {
    ($life:lifetime) => {
        /// Returns an iterator over the elements in row-major order, whatever the layout: the last index varies
        /// fastest.
        ///
        /// ```
        /// use extents::layout::{Canonical, ColMajor};
        /// use extents::{View, extents};
        /// let view = View::from_slice(ColMajor.of(extents![2, 2]), &[1, 3, 2, 4])?;
        /// assert!(view.iter().eq(&[1, 2, 3, 4]));
        /// assert_eq!(view.iter().sum::<i32>(), 10);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        pub fn iter(&self) -> Iter<$life, T, E, L> {
            Iter::new(self.view(), Way::Kept)
        }

        /// Returns an iterator over the elements with their indices, in row-major order.
        ///
        /// ```
        /// use extents::{View, extents};
        /// let view = View::from_slice(extents![2], &['a', 'b'])?;
        /// assert!(view.indexed_iter().eq([([0], &'a'), ([1], &'b')]));
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        pub fn indexed_iter(&self) -> IndexedIter<$life, T, E, L> {
            IndexedIter::new(self.view())
        }

        /// Returns an iterator over the elements in the order of memory if the layout has strides or no gaps, else in
        /// row-major order. This is the fastest way to visit all elements.
        ///
        /// An element that several indices share comes once for each.
        ///
        /// ```
        /// use extents::layout::{Canonical, ColMajor};
        /// use extents::{View, extents};
        /// let view = View::from_slice(ColMajor.of(extents![2, 2]), &[1, 3, 2, 4])?;
        /// assert!(view.iter_in_layout_order().eq(&[1, 3, 2, 4]));
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        pub fn iter_in_layout_order(&self) -> Iter<$life, T, E, L> {
            Iter::new(self.view(), Way::Free)
        }
    };
}

macro_rules! writes {
    () => {
        /// Returns a mutable iterator over the elements in row-major order.
        ///
        /// ```
        /// use extents::{ViewMut, extents};
        /// let mut data = [1, 2];
        /// ViewMut::from_slice(extents![2], &mut data)?.iter_mut().for_each(|element| *element *= 10);
        /// assert_eq!(data, [10, 20]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        pub fn iter_mut(&mut self) -> IterMut<'_, T, E, L> {
            let (start, mapping) = self.view_mut().into_raw();
            // SAFETY: the invariant of a mutable view; `self` stays borrowed for as long.
            unsafe { IterMut::new(start, mapping, Way::Kept) }
        }

        /// Returns a mutable iterator over the elements with their indices, in row-major order.
        ///
        /// ```
        /// use extents::{ViewMut, extents};
        /// let mut data = [0, 0];
        /// let mut view = ViewMut::from_slice(extents![2], &mut data)?;
        /// view.indexed_iter_mut().for_each(|([i], element)| *element = i);
        /// assert_eq!(data, [0, 1]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        pub fn indexed_iter_mut(&mut self) -> IndexedIterMut<'_, T, E, L> {
            let (start, mapping) = self.view_mut().into_raw();
            // SAFETY: as in `iter_mut`.
            unsafe { IndexedIterMut::new(start, mapping) }
        }

        /// Returns a mutable iterator over the elements in the order of memory: see [`View::iter_in_layout_order`].
        ///
        /// ```
        /// use extents::layout::{Canonical, ColMajor};
        /// use extents::{ViewMut, extents};
        /// let mut data = [0; 4];
        /// let mut view = ViewMut::from_slice(ColMajor.of(extents![2, 2]), &mut data)?;
        /// view.iter_in_layout_order_mut().enumerate().for_each(|(n, element)| *element = n);
        /// assert_eq!(data, [0, 1, 2, 3]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        pub fn iter_in_layout_order_mut(&mut self) -> IterMut<'_, T, E, L> {
            let (start, mapping) = self.view_mut().into_raw();
            // SAFETY: as in `iter_mut`.
            unsafe { IterMut::new(start, mapping, Way::Free) }
        }
    };
}

impl<'a, T, E: Extents, L: Layout<E>> View<'a, T, E, L> {
    reads!('a);
}

impl<T, E: Extents, L: Layout<E>> ViewMut<'_, T, E, L> {
    reads!('_);
}

impl<T, E: Extents, L: TrustedLayout<E>> ViewMut<'_, T, E, L> {
    writes!();
}

impl<T, E: Extents, L: Layout<E>, S: Storage<Elem = T>> Tensor<T, E, L, S> {
    reads!('_);
}

/// The layout is one that is always unique, which the compiler checks; for others there is
/// [`try_view_mut`](Tensor::try_view_mut).
impl<T, E: Extents, L: TrustedLayout<E>, S: StorageMut<Elem = T>> Tensor<T, E, L, S> {
    writes!();
}

impl<'a, T, E: Extents, L: Layout<E>> IntoIterator for View<'a, T, E, L> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T, E, L>;
    #[inline]
    fn into_iter(self) -> Iter<'a, T, E, L> {
        Iter::new(self, Way::Kept)
    }
}

impl<'a, T, E: Extents, L: Layout<E>> IntoIterator for &View<'a, T, E, L> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T, E, L>;
    #[inline]
    fn into_iter(self) -> Iter<'a, T, E, L> {
        self.iter()
    }
}

impl<'a, T, E: Extents, L: Layout<E>> IntoIterator for &'a ViewMut<'_, T, E, L> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T, E, L>;
    #[inline]
    fn into_iter(self) -> Iter<'a, T, E, L> {
        self.iter()
    }
}

impl<'a, T, E: Extents, L: TrustedLayout<E>> IntoIterator for ViewMut<'a, T, E, L> {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T, E, L>;
    #[inline]
    fn into_iter(self) -> IterMut<'a, T, E, L> {
        let (start, mapping) = self.into_raw();
        // SAFETY: the invariant of a mutable view, which ends here.
        unsafe { IterMut::new(start, mapping, Way::Kept) }
    }
}

impl<'a, T, E: Extents, L: TrustedLayout<E>> IntoIterator for &'a mut ViewMut<'_, T, E, L> {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T, E, L>;
    #[inline]
    fn into_iter(self) -> IterMut<'a, T, E, L> {
        self.iter_mut()
    }
}

impl<'a, T, E, L, S> IntoIterator for &'a Tensor<T, E, L, S>
where
    E: Extents,
    L: Layout<E>,
    S: Storage<Elem = T>,
{
    type Item = &'a T;
    type IntoIter = Iter<'a, T, E, L>;
    #[inline]
    fn into_iter(self) -> Iter<'a, T, E, L> {
        self.iter()
    }
}

impl<'a, T, E, L, S> IntoIterator for &'a mut Tensor<T, E, L, S>
where
    E: Extents,
    L: TrustedLayout<E>,
    S: StorageMut<Elem = T>,
{
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T, E, L>;
    #[inline]
    fn into_iter(self) -> IterMut<'a, T, E, L> {
        self.iter_mut()
    }
}
