//! Parts that are lent to be written, of a tensor or view that stays: [`Tensor::slice_mut`] and [`Tensor::chip_mut`].

use super::rearranged::FallibleMut;
use super::{StorageMut, Tensor, ViewMut};
use crate::Extents;
#[allow(unused_imports, reason = "for the documentation")]
use crate::View;
use crate::layout::Layout;
use crate::rearrange::{Chip, List, Rearrange, Sliced};

macro_rules! lent {
    () => {
        /// Returns the part that [`slice`](View::slice) gives, to be written. The tensor or view is borrowed for it, and there
        /// again afterwards.
        ///
        /// # Errors
        /// Returns the errors of [`slice`](View::slice).
        ///
        /// ```
        /// use extents::{Tensor, extents, slice};
        /// let mut a = Tensor::from_vec(extents![2, 3], vec![1, 2, 3, 4, 5, 6])?;
        /// let Ok(mut columns) = a.slice_mut(slice![.., 1..3]);
        /// columns[[0, 0]] = 20;
        /// a.slice_mut(slice![1, ..])?.view_mut().map_inplace(|x| 10 * x);
        /// assert_eq!(a.as_slice(), [1, 20, 3, 40, 50, 60]);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        #[inline]
        pub fn slice_mut<W: List>(&mut self, slice: W) -> FallibleMut<'_, T, E, L, Sliced<W::As>>
        where
            Sliced<W::As>: Rearrange<E, L>,
        {
            const { <Sliced<W::As> as Rearrange<E, L>>::CHECK_UNIQUE };
            self.view_mut().rearrange(Sliced(slice.listed()))
        }

        /// Returns the part that [`chip`](View::chip) gives, to be written. The tensor or view is borrowed for it, and there
        /// again afterwards.
        ///
        /// # Errors
        /// Returns the errors of [`chip`](View::chip).
        ///
        /// ```
        /// use extents::{Tensor, extents, slice};
        /// let mut a = Tensor::from_vec(extents![2, 3], vec![1, 2, 3, 4, 5, 6])?;
        /// let row = Tensor::from_vec(extents![3], vec![7, 8, 9])?;
        /// a.chip_mut(slice![0, ..])?.assign(&row)?;
        /// assert_eq!(a.as_slice(), [7, 8, 9, 4, 5, 6]);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        #[inline]
        pub fn chip_mut<W: List>(&mut self, slice: W) -> FallibleMut<'_, T, E, L, Chip<W::As>>
        where
            Chip<W::As>: Rearrange<E, L>,
        {
            const { <Chip<W::As> as Rearrange<E, L>>::CHECK_UNIQUE };
            self.view_mut().rearrange(Chip(slice.listed()))
        }
    };
}

impl<T, E: Extents, L: Layout<E>> ViewMut<'_, T, E, L> {
    lent!();
}

impl<T, E: Extents, L: Layout<E>, S: StorageMut<Elem = T>> Tensor<T, E, L, S> {
    lent!();
}
