//! Further folds of all values: products, means, positions and counts.

use extents_static::__private::{Certainty, Checked};

use super::Divide;
use super::{Definite, Disagrees, Expression, Node};
use crate::over::One;
use crate::{Extents, Scalar, elements};

/// An index of the extents of an expression, if there is one.
type Position<N> = Option<<<N as Node>::Extents as Extents>::Index>;

/// Folds of all values, with the errors and panics of the other [reductions](Expression::sum).
impl<N: Node<Extents: Definite>> Expression<N> {
    /// Returns the product of the values, 1 if there are none, multiplied in any order.
    ///
    /// # Errors
    /// Fails if the extents of operands differ at run time.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![2, 2], vec![1, 2, 3, 4])?;
    /// assert_eq!(a.lazy().product(), Ok(24));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn product(&self) -> Result<N::Elem, Disagrees<N>>
    where
        N::Elem: One,
    {
        let product = elements::fold_until(&self.node, N::Elem::ONE, N::Elem::times, |_| false);
        Checked::<N::Relation, N::Extents>::settle(product)
    }

    /// Returns the mean of the values, or `None` if there are none: the [sum](Self::sum) over their number. Integers have
    /// none.
    ///
    /// # Errors
    /// Fails if the extents of operands differ at run time.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![2, 2], vec![1.0, 2.0, 3.0, 4.0])?;
    /// assert_eq!(a.lazy().mean(), Ok(Some(2.5)));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn mean(&self) -> Result<Option<N::Elem>, Disagrees<N>>
    where
        N::Elem: Divide,
    {
        let mean = self.node.united().and_then(|extents| {
            let count = extents.size();
            let sum = elements::sum(&self.node)?;
            Ok((count > 0).then(|| sum.over_count(count)))
        });
        Checked::<N::Relation, N::Extents>::settle(mean)
    }

    /// Returns how many values satisfy the predicate.
    ///
    /// # Errors
    /// Fails if the extents of operands differ at run time.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![2, 2], vec![1, 2, 3, 4])?;
    /// assert_eq!(a.lazy().count(|x| x > 2), Ok(2));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn count(&self, is: impl Fn(N::Elem) -> bool) -> Result<usize, Disagrees<N>> {
        let add = |count: usize, value| count.wrapping_add(usize::from(is(value)));
        Checked::<N::Relation, N::Extents>::settle(elements::fold_until(&self.node, 0, add, |_| {
            false
        }))
    }

    /// Returns the index of the largest value, or `None` if there are none: the first one in row-major order among equals;
    /// that of the first NaN where there is one.
    ///
    /// # Errors
    /// Fails if the extents of operands differ at run time.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![2, 2], vec![1, 4, 3, 4])?;
    /// assert_eq!(a.lazy().argmax(), Ok(Some([0, 1])));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn argmax(&self) -> Result<Position<N>, Disagrees<N>>
    where
        N::Elem: PartialOrd,
    {
        self.position(|value, best| value > best)
    }

    /// Returns the index of the smallest value, as [`argmax`](Self::argmax).
    ///
    /// # Errors
    /// Fails if the extents of operands differ at run time.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![2, 2], vec![3.0, 4.0, f32::NAN, 2.0])?;
    /// assert_eq!(a.lazy().argmin(), Ok(Some([1, 0])));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn argmin(&self) -> Result<Position<N>, Disagrees<N>>
    where
        N::Elem: PartialOrd,
    {
        self.position(|value, best| value < best)
    }

    #[inline]
    #[track_caller]
    fn position(
        &self,
        is_better: impl Fn(&N::Elem, &N::Elem) -> bool,
    ) -> Result<Position<N>, Disagrees<N>>
    where
        N::Elem: PartialOrd,
    {
        /// Whether it is NaN, whatever the type.
        #[allow(clippy::eq_op, reason = "what does not equal itself is NaN")]
        fn is_nan<T: PartialOrd>(value: &T) -> bool {
            value != value
        }
        let position = self.node.united().and_then(|extents| {
            let (mut number, none) = (0_usize, None::<(N::Elem, usize)>);
            let best = elements::fold(&self.node, none, |best, value| {
                let at = number;
                number = number.wrapping_add(1);
                match best {
                    Some((best, before))
                        if is_nan(&best) || !(is_better(&value, &best) || is_nan(&value)) =>
                    {
                        Some((best, before))
                    }
                    _ => Some((value, at)),
                }
            })?;
            Ok(best.map(|(_, mut number)| {
                let mut index = extents.extents();
                for coordinate in index.as_mut().iter_mut().rev() {
                    let extent = *coordinate;
                    *coordinate = number.checked_rem(extent).unwrap_or(0);
                    number = number.checked_div(extent).unwrap_or(0);
                }
                index
            }))
        });
        Checked::<N::Relation, N::Extents>::settle(position)
    }
}
