//! Whether floats are equal but for rounding.

#![allow(private_bounds, reason = "`Definite` is `Extents` with a message of its own")]

use extents_static::__private::AlignsWith;

use super::evaluate::Disagrees;
use super::reduce::{Definite, Products};
use super::{Divide, Expression, Function, Node, Signed, Term, Zip};
use crate::elements::Storage;
use crate::layout::Layout;
use crate::{Extents, Tensor, View, ViewMut};

/// Whether a float is within `absolute + relative * |expected|` of what is expected.
#[cfg_attr(not(unoptimized), inline(always))]
fn is_close<T: Signed + PartialOrd>(found: T, expected: T, relative: T, absolute: T) -> bool {
    // The difference of what is infinite or NaN with itself is NaN.
    let is_finite = expected.minus(expected) == T::ZERO;
    let tolerance = absolute.plus(relative.times(expected.absolute()));
    (found == expected) | (is_finite & (found.minus(expected).absolute() <= tolerance))
}

impl<N: Node<Elem: Signed + Divide + PartialOrd>> Expression<N> {
    /// Returns whether each element is close to that of another term, which is the expected one: whether their distance is at
    /// most `absolute + relative * |expected|`. It is NumPy's `isclose(a, b, rtol, atol)`, whose defaults are 1e-5 and 1e-8.
    /// As long as that is finite, infinities are close to themselves alone; NaN is close to nothing.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![3], vec![1.0, 100.1, f64::NAN])?;
    /// let b = Tensor::from_vec(extents![3], vec![1.001, 100.0, f64::NAN])?;
    /// assert_eq!(a.lazy().is_close(&b, 1e-5, 0.01).eval()?.as_slice(), [true, false, false]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[allow(clippy::type_complexity, reason = "the type of the closure has no name")]
    #[doc(alias = "isclose")]
    #[inline]
    pub fn is_close<R: Term<N::Elem>>(
        self,
        expected: R,
        relative: N::Elem,
        absolute: N::Elem,
    ) -> Expression<Zip<N, R::Node, impl Function<(N::Elem, N::Elem), Output = bool> + Copy>>
    where
        <R::Node as Node>::Extents: AlignsWith<N::Extents>,
    {
        self.zip(expected, move |a, b| is_close(a, b, relative, absolute))
    }

    /// Returns whether all elements are [close](Self::is_close) to those of another term, which are the expected ones; true if
    /// there are none. It is NumPy's `allclose(a, b, rtol, atol)`.
    ///
    /// # Errors
    /// Fails if the extents of operands differ at run time, see [above](#errors).
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![2], vec![0.1, 0.3])?;
    /// assert_eq!((&a * 3.0).all_close(&a.map(|x| x + x + x)?, 1e-15, 0.0), Ok(true));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[doc(alias = "allclose")]
    #[inline]
    #[track_caller]
    pub fn all_close<R: Term<N::Elem>>(
        self,
        expected: R,
        relative: N::Elem,
        absolute: N::Elem,
    ) -> Result<bool, Disagrees<Products<N, R>>>
    where
        <R::Node as Node>::Extents: AlignsWith<N::Extents, Aligned: Definite>,
    {
        self.is_close(expected, relative, absolute).all(|is| is)
    }
}

macro_rules! close {
    () => {
        /// Returns whether all elements are close to those of another term, which are the expected ones: whether each
        /// distance is at most `absolute + relative * |expected|`; true if there are none. It is NumPy's
        /// `allclose(a, b, rtol, atol)`, whose defaults are 1e-5 and 1e-8. As long as that is finite, infinities are close to
        /// themselves alone; NaN is close to nothing.
        ///
        /// # Errors
        /// Returns [`ShapeError::ExtentMismatch`](crate::ShapeError::ExtentMismatch) and
        /// [`ShapeError::RankMismatch`](crate::ShapeError::RankMismatch) if the extents differ at run time;
        /// [`Infallible`](core::convert::Infallible) if the compiler has compared all of them.
        ///
        /// ```
        /// use extents::{Tensor, extents};
        /// let a = Tensor::from_vec(extents![2, 2], vec![1.0, 2.0, 3.0, 4.0])?;
        /// let Ok(is_close) = a.all_close(&a.map(|x| x * 1.000001)?, 1e-5, 1e-8);
        /// assert!(is_close);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[doc(alias = "allclose")]
        #[inline]
        #[track_caller]
        pub fn all_close<R: Term<T>>(
            &self,
            expected: R,
            relative: T,
            absolute: T,
        ) -> Result<bool, Disagrees<Products<View<'_, T, E, L>, R>>>
        where
            T: Signed + Divide + PartialOrd,
            <R::Node as Node>::Extents: AlignsWith<E, Aligned: Definite>,
        {
            self.lazy().all_close(expected, relative, absolute)
        }
    };
}

/// Equality but for rounding.
impl<T, E: Extents, L: Layout<E>> View<'_, T, E, L> {
    close!();
}

/// Equality but for rounding.
impl<T, E: Extents, L: Layout<E>> ViewMut<'_, T, E, L> {
    close!();
}

/// Equality but for rounding.
impl<T, E: Extents, L: Layout<E>, S: Storage<Elem = T>> Tensor<T, E, L, S> {
    close!();
}
