//! Elementwise work that reads: folds, sums, and new tensors; defined once for [`Tensor`], [`View`] and [`ViewMut`].

use extents_static::__private::{AlignsWith, Certainty, Known};

#[cfg(feature = "alloc")]
use crate::ShapeError;
#[cfg(feature = "alloc")]
use crate::elements::expression::written;
#[cfg(feature = "alloc")]
use crate::elements::whole::as_view::settle_both;
use crate::elements::{
    InlineExtents, Storage, Tensor, View, ViewMut,
    expression::{self, Aligned, ByRef, Pair, written_inline},
    whole::as_view::{AsView, Disagreement, settle},
};
use crate::layout::Layout;
use crate::{Extents, InlineTensor, Scalar};

/// The methods, for a receiver and the view of its elements.
macro_rules! reads {
    ([$($receiver:tt)+] $view:expr) => {
        /// Calls a function with each element in row-major order.
        ///
        /// ```
        /// use extents::{View, extents};
        /// let mut found = Vec::new();
        /// View::from_slice(extents![2], &[1, 2])?.for_each(|x| found.push(*x));
        /// assert_eq!(found, [1, 2]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        pub fn for_each($($receiver)+, f: impl FnMut(&T)) {
            $view.iter().for_each(f);
        }

        /// Folds the elements in row-major order.
        ///
        /// ```
        /// use extents::{View, extents};
        /// let view = View::from_slice(extents![2, 2], &[1, 2, 3, 4])?;
        /// assert_eq!(view.fold(0, |digits, x| 10 * digits + x), 1234);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        #[track_caller]
        pub fn fold<B>($($receiver)+, init: B, f: impl FnMut(B, &T) -> B) -> B {
            let Ok(all) = Known::settle(expression::fold(&ByRef($view), init, f));
            all
        }

        /// Returns the sum of all elements, added in any order, which decides how floats round. Blocks of 1024 are added by
        /// halves: where rows lie dense in memory, each of `n` elements is rounded 140 times at most, once more whenever `n`
        /// doubles beyond that up to 262,144, and then once more for each 262,144; 2000 times more where rows are short or strided.
        /// `a.lazy().map(f64::from).sum()` adds `f32` in `f64`.
        ///
        /// An element that several indices share counts for each.
        ///
        /// ```
        /// use extents::{View, extents};
        /// assert_eq!(View::from_slice(extents![2, 2], &[1.0, 2.0, 3.0, 4.0])?.sum(), 10.0);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        #[track_caller]
        pub fn sum($($receiver)+) -> T
        where
            T: Scalar,
        {
            let Ok(sum) = Known::settle(expression::sum($view));
            sum
        }

        /// Applies a function to each element, in any order, and returns the results as a tensor in a `Vec`.
        ///
        /// Where the function panics, the results so far are leaked.
        ///
        /// # Errors
        /// Returns [`ShapeError::Allocation`].
        ///
        /// ```
        /// use extents::{View, extents};
        /// let view = View::from_slice(extents![2], &[1, 2])?;
        /// assert_eq!(view.map(|x| 10 * x)?.as_slice(), [10, 20]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[doc(alias = "mapv")]
        #[doc(alias = "astype")]
        #[cfg(feature = "alloc")]
        #[inline]
        #[track_caller]
        pub fn map<U>($($receiver)+, f: impl FnMut(&T) -> U) -> Result<Tensor<U, E>, ShapeError> {
            let view = $view;
            // SAFETY: the extents are those of the view.
            unsafe { written(view.extents().clone(), &ByRef(view), f) }
        }

        /// Returns a row-major copy in a `Vec`. (A clone of a view is a view of the same elements, and one of a tensor has its layout.)
        ///
        /// Where a clone panics, the elements so far are leaked.
        ///
        /// # Errors
        /// Returns [`ShapeError::Allocation`].
        ///
        /// ```
        /// use extents::{View, extents};
        /// let view = View::from_slice(extents![2, 2], &[1, 2, 3, 4])?;
        /// assert_eq!(view.transpose().to_tensor()?.into_storage(), [1, 3, 2, 4]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[doc(alias = "to_owned")]
        #[cfg(feature = "alloc")]
        #[inline]
        #[track_caller]
        pub fn to_tensor($($receiver)+) -> Result<Tensor<T, E>, ShapeError>
        where
            T: Clone,
        {
            let view = $view;
            // SAFETY: as in `map`.
            unsafe { written(view.extents().clone(), &ByRef(view), T::clone) }
        }

        /// Applies a function to each element, in any order, and returns the results as an inline tensor.
        ///
        /// Where the function panics, the results so far are leaked.
        ///
        /// ```
        /// use extents::{View, extents};
        /// let view = View::from_slice(extents![2], &[1, 2])?;
        /// assert_eq!(view.map_inline(|x| 10 * x).into_array(), [10, 20]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        #[track_caller]
        pub fn map_inline<U>($($receiver)+, f: impl FnMut(&T) -> U) -> InlineTensor<U, E>
        where
            E: InlineExtents,
        {
            let view = $view;
            // SAFETY: the extents are those of the view.
            unsafe { written_inline(&ByRef(view), f) }
        }

        /// Applies a function to the elements of two operands, in any order, and returns the results as a tensor in a
        /// `Vec` with the extents of the first.
        ///
        /// Where the function panics, the results so far are leaked.
        ///
        /// # Errors
        /// Returns [`ShapeError::ExtentMismatch`], [`ShapeError::RankMismatch`], [`ShapeError::Null`],
        /// [`ShapeError::Allocation`].
        ///
        /// ```
        /// use extents::{Tensor, View, extents};
        /// let a = View::from_slice(extents![2], &[1, 2])?;
        /// let b = Tensor::full(extents![dyn 2]?, 0.5)?;
        /// assert_eq!(a.zip_with(&b, |&x, y| f64::from(x) + y)?.as_slice(), [1.5, 2.5]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[cfg(feature = "alloc")]
        #[doc(alias = "zip_map")]
        #[inline]
        #[track_caller]
        pub fn zip_with<B, U>(
            $($receiver)+,
            b: &B,
            mut f: impl FnMut(&T, &B::Elem) -> U,
        ) -> Result<Tensor<U, E>, ShapeError>
        where
            B: AsView,
            B::Extents: AlignsWith<E>,
        {
            let view = $view;
            let b = b.as_view();
            settle(view.extents(), b.extents()).map_err(Into::into)?;
            // SAFETY: the extents are those of the view; those of `b` were compared with them, in their order.
            unsafe {
                let both = Pair::<_, _, Aligned<B::Extents, E>>::in_order(ByRef(view), ByRef(&b));
                written(view.extents().clone(), &both, |(x, y)| f(x, y))
            }
        }

        /// Applies a function to the elements of two operands, in any order, and returns the results as an inline
        /// tensor.
        ///
        /// Where the function panics, the results so far are leaked.
        ///
        /// # Errors
        /// Returns the errors of [`zip_with`](Self::zip_with); none where both are static.
        ///
        /// ```
        /// use extents::{InlineTensor, StaticExtents};
        /// let a = InlineTensor::<_, StaticExtents![2]>::from_array([1, 2]);
        /// let Ok(sum) = a.zip_inline(&a, |x, y| x + y);
        /// assert_eq!(sum.into_array(), [2, 4]);
        /// ```
        #[inline]
        #[track_caller]
        pub fn zip_inline<B, U>(
            $($receiver)+,
            b: &B,
            mut f: impl FnMut(&T, &B::Elem) -> U,
        ) -> Result<InlineTensor<U, E>, Disagreement<E, B::Extents>>
        where
            B: AsView,
            B::Extents: AlignsWith<E>,
            E: InlineExtents,
        {
            let view = $view;
            let b = b.as_view();
            settle(view.extents(), b.extents())?;
            // SAFETY: the extents are those of the view; those of `b` were compared with them, in their order.
            Ok(unsafe {
                let both = Pair::<_, _, Aligned<B::Extents, E>>::in_order(ByRef(view), ByRef(&b));
                written_inline(&both, |(x, y)| f(x, y))
            })
        }

        /// Applies a function to the elements of three operands, in any order, and returns the results as a tensor in a
        /// `Vec` with the extents of the first.
        ///
        /// Where the function panics, the results so far are leaked.
        ///
        /// # Errors
        /// Returns the errors of [`zip_with`](Self::zip_with).
        ///
        /// ```
        /// use extents::{View, extents};
        /// let a = View::from_slice(extents![2], &[1, 2])?;
        /// assert_eq!(a.zip_with3(&a, &a, |x, y, z| x * y + z)?.as_slice(), [2, 6]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[cfg(feature = "alloc")]
        #[inline]
        #[track_caller]
        pub fn zip_with3<B, C, U>(
            $($receiver)+,
            b: &B,
            c: &C,
            mut f: impl FnMut(&T, &B::Elem, &C::Elem) -> U,
        ) -> Result<Tensor<U, E>, ShapeError>
        where
            B: AsView,
            C: AsView,
            B::Extents: AlignsWith<E>,
            C::Extents: AlignsWith<E>,
        {
            let view = $view;
            let (b, c) = (b.as_view(), c.as_view());
            settle_both(view.extents(), b.extents(), c.extents()).map_err(Into::into)?;
            // SAFETY: the extents are those of the view; those of `b` and `c` were compared with them, in their
            // order.
            unsafe {
                let both = Pair::<_, _, Aligned<B::Extents, E>>::in_order(ByRef(view), ByRef(&b));
                let all = Pair::<_, _, Aligned<C::Extents, E>>::in_order(both, ByRef(&c));
                written(view.extents().clone(), &all, |((x, y), z)| f(x, y, z))
            }
        }
    };
}

/// Elementwise work. Operands may have any layout, and extents of any layer; see
/// [`ViewMut::assign`](crate::ViewMut::assign) for
/// when their extents are compared, and for panics.
impl<T, E: Extents, L: Layout<E>> View<'_, T, E, L> {
    reads!([&self] self);
}

/// Elementwise work, as on [`View`].
impl<T, E: Extents, L: Layout<E>> ViewMut<'_, T, E, L> {
    reads!([&self] & self.view());
}

/// Elementwise work, as on [`View`].
impl<T, E: Extents, L: Layout<E>, S: Storage<Elem = T>> Tensor<T, E, L, S> {
    reads!([&self] & self.view());
}
