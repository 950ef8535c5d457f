//! Elementwise work that writes; defined once for [`Tensor`] and [`ViewMut`].

use extents_static::__private::AlignsWith;
use extents_static::Anything;

use crate::Extents;
use crate::elements::expression::{Aligned, ByRef, Pair, Uniform, write_aligned, write_all};
use crate::elements::whole::as_view::{AsView, Disagreement, settle, settle_both};
use crate::elements::{StorageMut, Tensor, ViewMut};
use crate::layout::TrustedLayout;

/// The methods, for a type that has `extents` and `view_mut`.
macro_rules! writes {
    () => {
        /// Writes clones of the elements of a source.
        ///
        /// # Errors
        /// Returns [`ShapeError`](crate::ShapeError): `ExtentMismatch`, `RankMismatch` or `Null`; nothing is then
        /// written.
        ///
        /// ```
        /// use extents::{InlineTensor, StaticExtents};
        /// let a = InlineTensor::<_, StaticExtents![2]>::from_array([1, 2]);
        /// let mut b = InlineTensor::<_, StaticExtents![2]>::inline_zeros();
        /// let Ok(()) = b.assign(&a);
        /// assert_eq!(b.into_array(), [1, 2]);
        /// ```
        #[inline]
        #[track_caller]
        pub fn assign<A>(&mut self, source: &A) -> Result<(), Disagreement<E, A::Extents>>
        where
            A: AsView<Elem = T>,
            T: Clone,
            A::Extents: AlignsWith<E>,
        {
            self.zip_apply(source, |to, from| to.clone_from(from))
        }

        /// Writes copies of the elements of a source: moves memory where both are dense in the same order.
        ///
        /// # Errors
        /// Returns the errors of [`assign`](Self::assign).
        ///
        /// ```
        /// use extents::{Tensor, extents};
        /// let a = Tensor::full(extents![2], 7)?;
        /// let mut b = Tensor::full(extents![2], 0)?;
        /// let Ok(()) = b.copy_from(&a);
        /// assert_eq!(b.as_slice(), [7, 7]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        #[track_caller]
        pub fn copy_from<A>(&mut self, source: &A) -> Result<(), Disagreement<E, A::Extents>>
        where
            A: AsView<Elem = T>,
            T: Copy,
            A::Extents: AlignsWith<E>,
        {
            self.zip_apply(source, |to, from| *to = *from)
        }

        /// Replaces each element by a function of it, in any order.
        ///
        /// ```
        /// use extents::{Tensor, extents};
        /// let mut a = Tensor::full(extents![2], 7)?;
        /// a.map_inplace(|x| x + 1);
        /// assert_eq!(a.as_slice(), [8, 8]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        pub fn map_inplace(&mut self, mut f: impl FnMut(&T) -> T) {
            self.apply(|x| *x = f(x));
        }

        /// Calls a function with each element, to be changed, in any order.
        ///
        /// ```
        /// use extents::{Tensor, extents};
        /// let mut a = Tensor::full(extents![2], 7)?;
        /// a.apply(|x| *x += 1);
        /// assert_eq!(a.as_slice(), [8, 8]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[doc(alias = "mapv_inplace")]
        #[inline]
        pub fn apply(&mut self, mut f: impl FnMut(&mut T)) {
            // SAFETY: there is no source.
            unsafe {
                write_all(self.view_mut(), &Uniform { value: (), extents: Anything }, |to, ()| {
                    f(to)
                })
            }
        }

        /// Writes a function of the elements of a source, called in any order.
        ///
        /// # Errors
        /// Returns the errors of [`assign`](Self::assign).
        ///
        /// ```
        /// use extents::{Tensor, extents};
        /// let a = Tensor::full(extents![2], 7_i32)?;
        /// let mut b = Tensor::full(extents![2], 0.0)?;
        /// let Ok(()) = b.assign_map(&a, |&x| f64::from(x));
        /// assert_eq!(b.as_slice(), [7.0, 7.0]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        #[track_caller]
        pub fn assign_map<A>(
            &mut self,
            source: &A,
            mut f: impl FnMut(&A::Elem) -> T,
        ) -> Result<(), Disagreement<E, A::Extents>>
        where
            A: AsView,
            A::Extents: AlignsWith<E>,
        {
            self.zip_apply(source, |to, from| *to = f(from))
        }

        /// Writes a function of the elements of two sources, called in any order.
        ///
        /// # Errors
        /// Returns the errors of [`assign`](Self::assign).
        ///
        /// ```
        /// use extents::{Tensor, extents};
        /// let (a, b) = (Tensor::full(extents![2], 7)?, Tensor::full(extents![dyn 2]?, 2)?);
        /// let mut c = Tensor::full(extents![2], 0)?;
        /// c.assign_zip(&a, &b, |x, y| x * y)?;
        /// assert_eq!(c.as_slice(), [14, 14]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        #[track_caller]
        pub fn assign_zip<A, B>(
            &mut self,
            a: &A,
            b: &B,
            mut f: impl FnMut(&A::Elem, &B::Elem) -> T,
        ) -> Result<(), Disagreement<E, A::Extents, B::Extents>>
        where
            A: AsView,
            B: AsView,
            A::Extents: AlignsWith<E>,
            B::Extents: AlignsWith<E>,
        {
            self.zip_apply2(a, b, |to, a, b| *to = f(a, b))
        }

        /// Calls a function with each element, to be changed, and the one of a source, in any order.
        ///
        /// # Errors
        /// Returns the errors of [`assign`](Self::assign).
        ///
        /// ```
        /// use extents::{Tensor, extents};
        /// let a = Tensor::full(extents![2], 7)?;
        /// let mut b = Tensor::full(extents![2], 1)?;
        /// let Ok(()) = b.zip_apply(&a, |y, x| *y += x);
        /// assert_eq!(b.as_slice(), [8, 8]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        #[track_caller]
        pub fn zip_apply<A>(
            &mut self,
            source: &A,
            f: impl FnMut(&mut T, &A::Elem),
        ) -> Result<(), Disagreement<E, A::Extents>>
        where
            A: AsView,
            A::Extents: AlignsWith<E>,
        {
            let source = source.as_view();
            settle(self.extents(), source.extents())?;
            // SAFETY: the extents were compared.
            unsafe { write_aligned(self.view_mut(), &ByRef(&source), f) };
            Ok(())
        }

        /// Calls a function with each element, to be changed, and those of two sources, in any order.
        ///
        /// # Errors
        /// Returns the errors of [`assign`](Self::assign).
        ///
        /// ```
        /// use extents::{Tensor, extents};
        /// let (a, b) = (Tensor::full(extents![2], 7)?, Tensor::full(extents![2], 2)?);
        /// let mut c = Tensor::full(extents![2], 1)?;
        /// let Ok(()) = c.zip_apply2(&a, &b, |z, x, y| *z += x * y);
        /// assert_eq!(c.as_slice(), [15, 15]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        #[track_caller]
        pub fn zip_apply2<A, B>(
            &mut self,
            a: &A,
            b: &B,
            mut f: impl FnMut(&mut T, &A::Elem, &B::Elem),
        ) -> Result<(), Disagreement<E, A::Extents, B::Extents>>
        where
            A: AsView,
            B: AsView,
            A::Extents: AlignsWith<E>,
            B::Extents: AlignsWith<E>,
        {
            let (a, b) = (a.as_view(), b.as_view());
            settle_both(self.extents(), a.extents(), b.extents())?;
            let nothing = Uniform { value: (), extents: Anything };
            // SAFETY: the extents were compared, those of each source in the order of the target.
            unsafe {
                let a = Pair::<_, _, Aligned<A::Extents, E>>::in_order(nothing, ByRef(&a));
                let both = Pair::<_, _, Aligned<B::Extents, E>>::in_order(a, ByRef(&b));
                write_all(self.view_mut(), &both, |to, (((), a), b)| f(to, a, b));
            }
            Ok(())
        }
    };
}

/// Elementwise work.
///
/// Sources may have any layout, and extents of any layer. What both types know of an extent must agree,
/// else the program does not compile; what is known at run time is compared before anything is written.
/// Where both are static, nothing is left to fail: the error is [`Infallible`](core::convert::Infallible).
///
/// ```
/// use extents::layout::{Canonical, ColMajor};
/// use extents::{Tensor, ShapeError, error::Place, extents};
/// let a = Tensor::from_fn(ColMajor.of(extents![2, dyn 3]?), |[i, j]| 10 * i + j)?;
/// let mut b = Tensor::full(extents![2, 3], 0)?;
/// b.view_mut().assign(&a)?;
/// assert_eq!(b.as_slice(), [0, 1, 2, 10, 11, 12]);
/// let short = Tensor::full(extents![2, dyn 2]?, 0)?;
/// assert_eq!(
///     b.view_mut().assign(&short),
///     Err(ShapeError::ExtentMismatch { place: Place::Mode(1), expected: 3, found: 2 }),
/// );
/// # Ok::<(), ShapeError>(())
/// ```
/// ```compile_fail,E0277
/// use extents::{Tensor, extents};
/// let a = Tensor::full(extents![2, 2], 0).unwrap();
/// // mode 1: extent `Const<3>` does not match `Const<2>`
/// let _ = Tensor::full(extents![2, 3], 0).unwrap().view_mut().assign(&a);
/// ```
///
/// # Panics
/// Where a source has a [`Checked`](crate::layout::Checked) layout that gives an offset which is not in
/// its buffer, as `[]` does. So does what the caller's function does; the elements before are then changed.
impl<T, E: Extents, L: TrustedLayout<E>> ViewMut<'_, T, E, L> {
    writes!();
}

/// Elementwise work, as on [`ViewMut`]. The layout is one that is always unique, which the compiler checks; for others
/// there is [`try_view_mut`](Tensor::try_view_mut).
impl<T, E: Extents, L: TrustedLayout<E>, S: StorageMut<Elem = T>> Tensor<T, E, L, S> {
    writes!();
}
