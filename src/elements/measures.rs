//! What is asked of any array: methods that are defined once for [`Tensor`], [`View`] and [`ViewMut`], so that no trait need
//! be imported.

use crate::Extents;
use crate::elements::{Storage, StorageMut, Tensor, View, ViewMut};
use crate::layout::{Layout, StridedLayout, TrustedLayout};

macro_rules! measures {
    () => {
        /// Returns the number of elements: the product of the extents, 0 for null.
        ///
        /// ```
        /// use extents::{View, extents};
        /// assert_eq!(View::from_slice(extents![2, 3], &[0; 6])?.len(), 6);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        pub fn len(&self) -> usize {
            self.extents().size()
        }

        /// Returns whether there are no elements.
        ///
        /// ```
        /// use extents::{View, extents};
        /// assert!(View::<i32, _>::from_slice(extents![2, 0], &[])?.is_empty());
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        pub fn is_empty(&self) -> bool {
            self.len() == 0
        }

        /// Returns the number of modes.
        ///
        /// ```
        /// use extents::{View, extents};
        /// assert_eq!(View::from_slice(extents![2, 3], &[0; 6])?.rank(), 2);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[doc(alias = "ndim")]
        #[inline]
        pub fn rank(&self) -> usize {
            self.extents().rank()
        }

        /// Returns the stride of each mode, in elements: an array if the rank is static.
        ///
        /// ```
        /// use extents::{View, extents};
        /// let view = View::from_slice(extents![2, 3], &[0; 6])?;
        /// assert_eq!((view.strides(), view.transpose().strides()), ([3, 1], [1, 3]));
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        pub fn strides(&self) -> E::Strides
        where
            L: StridedLayout<E>,
        {
            self.mapping().strides()
        }

        /// Returns a pointer to the element at the index of zeros, from where the [`strides`](Self::strides) lead to the others.
        /// It must not be read if there are no elements.
        ///
        /// ```
        /// use extents::{Const, View, extents};
        /// let view = View::from_slice(extents![3], &[1, 2, 3])?.reverse(Const::<0>);
        /// // SAFETY: there is an element.
        /// assert_eq!(unsafe { *view.as_ptr() }, 3);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        pub fn as_ptr(&self) -> *const T
        where
            L: StridedLayout<E>,
        {
            let base = self.mapping().layout().base_offset(self.extents());
            self.view().start().as_ptr().wrapping_add(base)
        }
    };
}

macro_rules! pointer {
    () => {
        /// Returns a pointer to the element at the index of zeros, as [`as_ptr`](Self::as_ptr), to write elements.
        ///
        /// ```
        /// use extents::{ViewMut, extents};
        /// let mut data = [1, 2];
        /// let mut view = ViewMut::from_slice(extents![2], &mut data)?;
        /// // SAFETY: there are two elements, and `view` is not used meanwhile.
        /// unsafe { view.as_mut_ptr().add(1).write(5) };
        /// assert_eq!(view[[1]], 5);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        pub fn as_mut_ptr(&mut self) -> *mut T
        where
            L: StridedLayout<E>,
        {
            let base = self.mapping().layout().base_offset(self.extents());
            self.view_mut().start().as_ptr().wrapping_add(base)
        }
    };
}

impl<T, E: Extents, L: Layout<E>> View<'_, T, E, L> {
    measures! {}
}

impl<T, E: Extents, L: Layout<E>> ViewMut<'_, T, E, L> {
    measures! {}
}

impl<T, E: Extents, L: Layout<E>, S: Storage<Elem = T>> Tensor<T, E, L, S> {
    measures! {}
}

impl<T, E: Extents, L: TrustedLayout<E>> ViewMut<'_, T, E, L> {
    pointer! {}
}

/// The layout is one that is always unique, which the compiler checks; for others there is
/// [`try_view_mut`](Tensor::try_view_mut).
impl<T, E: Extents, L: TrustedLayout<E>, S: StorageMut<Elem = T>> Tensor<T, E, L, S> {
    pointer! {}
}
