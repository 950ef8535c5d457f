//! Folds of all elements, defined once for [`Tensor`], [`View`] and [`ViewMut`]: what the expression of the elements
//! computes, of elements by reference, so that they need not be `Copy`.

#[cfg(feature = "std")]
use super::Real;
use super::{Divide, Expression, Number, Signed};
use crate::elements::{Storage, by_ref};
use crate::layout::Layout;
use crate::{Extents, Tensor, View, ViewMut};

macro_rules! folds {
    () => {
        /// Returns the largest element, or `None` if there are none; NaN if any element is NaN. Of equal elements that can be
        /// told apart, such as -0.0 and 0.0, it may be any; [`argmax`](Self::argmax) gives the first.
        ///
        /// ```
        /// use extents::{Tensor, extents};
        /// let a = Tensor::from_vec(extents![2, 2], vec![3.0, -1.0, 7.0, 5.0])?;
        /// assert_eq!(a.max(), Some(7.0));
        /// assert_eq!(a.view().max(), Some(7.0));
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        #[track_caller]
        pub fn max(&self) -> Option<T>
        where
            T: PartialOrd + Clone,
        {
            let view = self.view();
            let Ok(max) = Expression::new(by_ref(&view)).max();
            max.cloned()
        }

        /// Returns the smallest element, as [`max`](Self::max).
        ///
        /// ```
        /// use extents::{Tensor, extents};
        /// let a = Tensor::from_vec(extents![2, 2], vec!["b", "d", "a", "c"])?;
        /// assert_eq!(a.min(), Some("a"));
        /// assert!(Tensor::full(extents![2], f64::NAN)?.min().is_some_and(f64::is_nan));
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        #[track_caller]
        pub fn min(&self) -> Option<T>
        where
            T: PartialOrd + Clone,
        {
            let view = self.view();
            let Ok(min) = Expression::new(by_ref(&view)).min();
            min.cloned()
        }

        /// Returns the index of the largest element, or `None` if there are none: the first one in row-major order among
        /// equals; that of the first NaN where there is one.
        ///
        /// ```
        /// use extents::{Tensor, extents};
        /// let a = Tensor::from_vec(extents![2, 2], vec![1, 7, 7, 5])?;
        /// assert_eq!(a.argmax(), Some([0, 1]));
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        #[track_caller]
        pub fn argmax(&self) -> Option<E::Index>
        where
            T: PartialOrd,
        {
            let view = self.view();
            let Ok(index) = Expression::new(by_ref(&view)).argmax();
            index
        }

        /// Returns the index of the smallest element, as [`argmax`](Self::argmax).
        ///
        /// ```
        /// use extents::{Tensor, extents};
        /// let a = Tensor::from_vec(extents![2, 2], vec![4.0, 2.0, f32::NAN, 1.0])?;
        /// assert_eq!(a.argmin(), Some([1, 0]));
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        #[track_caller]
        pub fn argmin(&self) -> Option<E::Index>
        where
            T: PartialOrd,
        {
            let view = self.view();
            let Ok(index) = Expression::new(by_ref(&view)).argmin();
            index
        }

        /// Returns the product of the elements, 1 if there are none, multiplied in any order. Integers wrap around.
        ///
        /// ```
        /// use extents::{Tensor, extents};
        /// assert_eq!(Tensor::from_vec(extents![2, 2], vec![1, 2, 3, 4])?.product(), 24);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        #[track_caller]
        pub fn product(&self) -> T
        where
            T: Number,
        {
            let Ok(product) = self.lazy().product();
            product
        }

        /// Returns the mean of the elements, or `None` if there are none: the [sum](Self::sum) over their number. Integers
        /// have none: convert them first, `a.lazy().map(f64::from).mean()`.
        ///
        /// ```
        /// use extents::{Tensor, extents};
        /// assert_eq!(Tensor::from_vec(extents![4], vec![1.0, 2.0, 3.0, 4.0])?.mean(), Some(2.5));
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        #[track_caller]
        pub fn mean(&self) -> Option<T>
        where
            T: Divide,
        {
            let Ok(mean) = self.lazy().mean();
            mean
        }

        /// Returns the variance of the elements, or `None` if there are none: the sum of the squares of their distances from
        /// the [mean](Self::mean), over their number less `ddof`. That is 0 for the variance of these elements, and 1 to
        /// estimate that of the population that they are drawn from. NaN if any element is NaN or infinite; NaN or infinite
        /// where there are not more than `ddof` elements.
        ///
        /// ```
        /// use extents::{Tensor, extents};
        /// let a = Tensor::from_vec(extents![2, 2], vec![1.0, 2.0, 3.0, 6.0])?;
        /// assert_eq!((a.var(0), a.var(1)), (Some(14.0 / 4.0), Some(14.0 / 3.0)));
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[cfg(feature = "std")]
        #[inline]
        #[track_caller]
        pub fn var(&self, ddof: usize) -> Option<T>
        where
            T: Real,
        {
            let Ok(var) = self.lazy().var(ddof);
            var
        }

        /// Returns the standard deviation of the elements: the square root of the [variance](Self::var).
        ///
        /// ```
        /// use extents::{Tensor, extents};
        /// let a = Tensor::from_vec(extents![2], vec![1.0, 5.0])?;
        /// assert_eq!((a.std(0), a.std(1)), (Some(2.0), Some(8.0_f64.sqrt())));
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[cfg(feature = "std")]
        #[inline]
        #[track_caller]
        pub fn std(&self, ddof: usize) -> Option<T>
        where
            T: Real,
        {
            let Ok(std) = self.lazy().std(ddof);
            std
        }

        /// Returns the logarithm of the sum of the exponentials of the elements, such as probabilities that are kept as their
        /// logarithms. No step exceeds the range of the type unless the result does. It is negative infinity if there are none.
        ///
        /// ```
        /// use extents::{Tensor, extents};
        /// let a = Tensor::from_vec(extents![2], vec![1000.0, 1000.0])?;
        /// assert_eq!(a.log_sum_exp(), 1000.0 + 2_f64.ln());
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[cfg(feature = "std")]
        #[doc(alias = "logsumexp")]
        #[inline]
        #[track_caller]
        pub fn log_sum_exp(&self) -> T
        where
            T: Real,
        {
            let Ok(log) = self.lazy().log_sum_exp();
            log
        }

        /// Returns the element at the fraction `q` of the way from the smallest element to the largest one, interpolated between the two
        /// elements beside it, or `None` if there are none: `0.25` is the first quartile, `0.5` the [median](Self::median). It is
        /// NaN if any element is NaN, and if `q` is not from 0 to 1. This is the default of `numpy.quantile`.
        ///
        /// # Errors
        /// Returns [`ShapeError::Allocation`](crate::ShapeError::Allocation): memory is taken for all elements.
        ///
        /// ```
        /// use extents::{Tensor, extents};
        /// let waits = Tensor::from_vec(extents![5], vec![0.0, 20.0, 0.0, 10.0, 0.0])?;
        /// assert_eq!(waits.quantile(0.875)?, Some(15.0));
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[cfg(feature = "std")]
        #[doc(alias = "percentile")]
        #[inline]
        #[track_caller]
        pub fn quantile(&self, q: f64) -> Result<Option<T>, crate::ShapeError>
        where
            T: Real,
        {
            self.lazy().quantile(q)
        }

        /// Returns the median of the elements, or `None` if there are none: the element in the middle, or the mean of the two in
        /// the middle.
        ///
        /// # Errors
        /// Returns the errors of [`quantile`](Self::quantile).
        ///
        /// ```
        /// use extents::{Tensor, extents};
        /// assert_eq!(Tensor::from_vec(extents![2, 2], vec![1.0, 9.0, 2.0, 3.0])?.median()?, Some(2.5));
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[cfg(feature = "std")]
        #[inline]
        #[track_caller]
        pub fn median(&self) -> Result<Option<T>, crate::ShapeError>
        where
            T: Real,
        {
            self.lazy().median()
        }

        /// Returns the sum of the absolute values of the elements. The minimum of a signed integer type is added as it is.
        ///
        /// ```
        /// use extents::{Tensor, extents};
        /// assert_eq!(Tensor::from_vec(extents![2], vec![3, -4])?.norm_l1(), 7);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        #[track_caller]
        pub fn norm_l1(&self) -> T
        where
            T: Signed + PartialOrd,
        {
            let Ok(norm) = self.lazy().norm_l1();
            norm
        }

        /// Returns the largest absolute value of the elements, 0 if there are none; NaN if any element is NaN.
        /// The minimum of a signed integer type has none: it stays as it is, and is the least.
        ///
        /// ```
        /// use extents::{Tensor, extents};
        /// assert_eq!(Tensor::from_vec(extents![2], vec![3, -4])?.norm_max(), 4);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        #[track_caller]
        pub fn norm_max(&self) -> T
        where
            T: Signed + PartialOrd,
        {
            let Ok(norm) = self.lazy().norm_max();
            norm
        }

        /// Returns the Euclidean norm, of a matrix that of Frobenius: the square root of the sum of the squares of all elements.
        /// It is infinite if the squares exceed the range of the type.
        ///
        /// ```
        /// use extents::{Tensor, extents};
        /// assert_eq!(Tensor::from_vec(extents![2], vec![3.0, -4.0])?.norm_l2(), 5.0);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[cfg(feature = "std")]
        #[doc(alias = "norm")]
        #[inline]
        #[track_caller]
        pub fn norm_l2(&self) -> T
        where
            T: Real,
        {
            let Ok(norm) = self.lazy().norm_l2();
            norm
        }

        /// Returns whether any element satisfies the predicate, false if there are none; may stop early.
        ///
        /// ```
        /// use extents::{Tensor, extents};
        /// let a = Tensor::from_vec(extents![2], vec![3, 4])?;
        /// assert!(a.any(|x| x % 2 == 0));
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        #[track_caller]
        pub fn any(&self, is: impl Fn(&T) -> bool) -> bool {
            let view = self.view();
            let Ok(any) = Expression::new(by_ref(&view)).any(is);
            any
        }

        /// Returns whether all elements satisfy the predicate, true if there are none; may stop early.
        ///
        /// ```
        /// use extents::{Tensor, extents};
        /// let a = Tensor::from_vec(extents![2], vec![3, 4])?;
        /// assert!(a.all(|x| *x > 2));
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        #[track_caller]
        pub fn all(&self, is: impl Fn(&T) -> bool) -> bool {
            let view = self.view();
            let Ok(all) = Expression::new(by_ref(&view)).all(is);
            all
        }

        /// Returns how many elements satisfy the predicate.
        ///
        /// ```
        /// use extents::{Tensor, extents};
        /// let a = Tensor::from_vec(extents![3], vec![3, 4, 5])?;
        /// assert_eq!(a.count(|x| x % 2 == 1), 2);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        #[track_caller]
        pub fn count(&self, is: impl Fn(&T) -> bool) -> usize {
            let view = self.view();
            let Ok(count) = Expression::new(by_ref(&view)).count(is);
            count
        }
    };
}

/// Folds of all elements. [`over`](Self::over) folds along some modes.
///
/// # Panics
/// As [`eval`](crate::expression::Expression::eval).
impl<T, E: Extents, L: Layout<E>> View<'_, T, E, L> {
    folds!();
}

/// Folds of all elements, as those of a [`View`].
impl<T, E: Extents, L: Layout<E>> ViewMut<'_, T, E, L> {
    folds!();
}

/// Folds of all elements, as those of a [`View`].
impl<T, E: Extents, L: Layout<E>, S: Storage<Elem = T>> Tensor<T, E, L, S> {
    folds!();
}
