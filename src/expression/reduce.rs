//! Reductions: one value of all, in one pass and without memory.

#![allow(private_bounds, reason = "`Definite` is `Extents` with a message of its own")]

use extents_static::__private::{AlignsWith, Certainty, Checked};

use super::evaluate::Disagrees;
use super::{Expression, Multiplied, Node, Term, Zip};
use crate::{Extents, Scalar, elements};

/// What [`Expression::dot`] sums.
pub(super) type Products<N, R> = Zip<N, <R as Term<<N as Node>::Elem>>::Node, Multiplied>;

/// Extents, with a message for [`Anything`](super::Anything), which says of no number of elements. `Extents` implies it, and is
/// what generic code states.
#[diagnostic::on_unimplemented(
    message = "nothing says here how many elements the expression has: it is of constants alone, or of operands whose extents are not known to unite",
    label = "needs operands whose extents unite",
    note = "`uniform_of(extents, value)` is a constant with extents",
    note = "in generic code, of operands with extents `E` and `F`, state `F: UnitesWith<E, United: Extents>`"
)]
pub(crate) trait Definite: Extents {}
#[diagnostic::do_not_recommend]
impl<E: Extents> Definite for E {}

/// Reductions.
///
/// # Errors
/// Each returns [`ShapeError`](crate::ShapeError) if the extents of operands differ at run time: `ExtentMismatch`,
/// `RankMismatch` or `Null`. If the compiler has compared all of them, as between static extents or with a single
/// operand, the error is [`Infallible`](core::convert::Infallible), and `let Ok(sum) = ..` compiles.
///
/// # Panics
/// As [`eval`](Expression::eval).
impl<N: Node> Expression<N> {
    /// Returns the sum of the values, zero if there are none. The order of the additions is not specified, so floats
    /// may round differently than in another order.
    ///
    /// # Errors
    /// Fails if the extents of operands differ at run time, see [above](#errors).
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![2], vec![3, 4])?;
    /// assert_eq!((&a * &a).sum(), Ok(25));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn sum(&self) -> Result<N::Elem, Disagrees<N>>
    where
        N::Extents: Definite,
        N::Elem: Scalar,
    {
        Checked::<N::Relation, N::Extents>::settle(elements::sum(&self.node))
    }

    /// Folds the values in row-major order.
    ///
    /// # Errors
    /// Fails if the extents of operands differ at run time, see [above](#errors).
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![2, 2], vec![1, 2, 3, 4])?;
    /// assert_eq!((&a + 1).fold(0, |digits, x| 10 * digits + x), Ok(2345));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn fold<A>(&self, init: A, f: impl FnMut(A, N::Elem) -> A) -> Result<A, Disagrees<N>>
    where
        N::Extents: Definite,
    {
        Checked::<N::Relation, N::Extents>::settle(elements::fold(&self.node, init, f))
    }

    /// Calls a function with each value, in row-major order: with the elements of several tensors, whose extents are compared.
    ///
    /// # Errors
    /// Fails if the extents of operands differ at run time, see [above](#errors). The function is not called then.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let names = Tensor::from_vec(extents![2], vec!["a", "b"])?;
    /// let counts = Tensor::from_vec(extents![2], vec![3, 1])?;
    /// let mut line = String::new();
    /// let pairs = names.lazy().zip(&counts, |name, count| (name, count));
    /// let Ok(()) = pairs.for_each(|(name, count)| line.push_str(&name.repeat(count)));
    /// assert_eq!(line, "aaab");
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn for_each(&self, mut f: impl FnMut(N::Elem)) -> Result<(), Disagrees<N>>
    where
        N::Extents: Definite,
    {
        self.fold((), |(), value| f(value))
    }

    /// Returns the largest value, or `None` if there are none; NaN if any value is NaN. Of equal values that can be told apart,
    /// such as -0.0 and 0.0, it may be any.
    ///
    /// # Errors
    /// Fails if the extents of operands differ at run time, see [above](#errors).
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![2], vec![3.0, -4.0])?;
    /// assert_eq!((&a * &a).max(), Ok(Some(16.0)));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn max(&self) -> Result<Option<N::Elem>, Disagrees<N>>
    where
        N::Elem: PartialOrd,
        N::Extents: Definite,
    {
        Checked::<N::Relation, N::Extents>::settle(elements::best::<true, _>(&self.node))
    }

    /// Returns the smallest value, or `None` if there are none; NaN if any value is NaN. Of equal values that can be told apart,
    /// such as -0.0 and 0.0, it may be any.
    ///
    /// # Errors
    /// Fails if the extents of operands differ at run time, see [above](#errors).
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![2], vec![3.0, f64::NAN])?;
    /// assert!(a.lazy().min().is_ok_and(|min| min.is_some_and(f64::is_nan)));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn min(&self) -> Result<Option<N::Elem>, Disagrees<N>>
    where
        N::Elem: PartialOrd,
        N::Extents: Definite,
    {
        Checked::<N::Relation, N::Extents>::settle(elements::best::<false, _>(&self.node))
    }

    /// Returns whether any value satisfies the predicate, false if there are no values; may stop early.
    ///
    /// # Errors
    /// Fails if the extents of operands differ at run time, see [above](#errors).
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![2], vec![3, 4])?;
    /// assert_eq!((&a - 3).any(|x| x == 0), Ok(true));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn any(&self, is: impl Fn(N::Elem) -> bool) -> Result<bool, Disagrees<N>>
    where
        N::Extents: Definite,
    {
        let any = |any, value| any | is(value);
        Checked::<N::Relation, N::Extents>::settle(elements::fold_until(
            &self.node,
            false,
            any,
            |any| *any,
        ))
    }

    /// Returns whether all values satisfy the predicate, true if there are no values; may stop early.
    ///
    /// # Errors
    /// Fails if the extents of operands differ at run time, see [above](#errors).
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![2], vec![3, 4])?;
    /// assert_eq!(a.lazy().less(4).all(|is_less| is_less), Ok(false));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn all(&self, is: impl Fn(N::Elem) -> bool) -> Result<bool, Disagrees<N>>
    where
        N::Extents: Definite,
    {
        let all = |all, value| all & is(value);
        Checked::<N::Relation, N::Extents>::settle(elements::fold_until(
            &self.node,
            true,
            all,
            |all| !*all,
        ))
    }

    /// Returns the inner product with another term: the sum of the products of the values.
    ///
    /// # Errors
    /// Fails if the extents of operands differ at run time, see [above](#errors).
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![2], vec![3, 4])?;
    /// assert_eq!(a.lazy().dot(&a), Ok(25));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn dot<R: Term<N::Elem>>(self, other: R) -> Result<N::Elem, Disagrees<Products<N, R>>>
    where
        N::Elem: Scalar,
        <R::Node as Node>::Extents: AlignsWith<N::Extents, Aligned: Definite>,
    {
        let products = Zip { a: self.node, b: other.term().node, f: Multiplied };
        Expression::new(products).sum()
    }
}
