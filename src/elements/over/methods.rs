//! The method that folds along modes: of [`Tensor`], [`View`] and [`ViewMut`].

use super::{Modes, Over};
use crate::Extents;
use crate::elements::{Storage, Tensor, View, ViewMut};
use crate::layout::Layout;

macro_rules! over {
    ($life:lifetime) => {
        /// Returns the folds along some modes, such as `a.over(modes![1]).sum()`; see [`Over`].
        ///
        /// [`modes!`](crate::modes!) and [`Const::<MODE>`](crate::Const) give results of typed extents; a mode that is
        /// not there or that repeats does not compile. The numbers `1` and `[0, 2]` give run-time extents.
        ///
        /// ```
        /// use extents::{View, extents, modes};
        /// let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6])?;
        /// assert_eq!(view.over(modes![1]).sum()?.as_slice(), [6, 15]);
        /// assert_eq!(view.over(0).max()?.as_slice(), [4, 5, 6]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[doc(alias = "fold_axis")]
        #[doc(alias = "sum_axis")]
        #[doc(alias = "map_axis")]
        #[inline]
        pub fn over<M: Modes<E>>(&self, modes: M) -> Over<View<$life, T, E, L>, M> {
            Over::new(self.view(), modes)
        }
    };
}

/// Folds along modes.
impl<'a, T, E: Extents, L: Layout<E>> View<'a, T, E, L> {
    over!('a);
}

/// Folds along modes.
impl<T, E: Extents, L: Layout<E>> ViewMut<'_, T, E, L> {
    over!('_);
}

/// Folds along modes.
impl<T, E: Extents, L: Layout<E>, S: Storage<Elem = T>> Tensor<T, E, L, S> {
    over!('_);
}
