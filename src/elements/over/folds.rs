//! The folds themselves.

use core::convert::identity;
use core::marker::PhantomData;

use extents_static::__private::{Certainty, assert_entries};

use super::accumulate::{Best, BestAt, Each, InOrder, Mean, Product, Sum};
use super::destination::Fill;
use super::positions::Positions;
use super::{Destination, Foldable, Modes, Over, Partial, ResultExtents, Total, modes};
use crate::elements::expression::{self, Accumulate, KnownModes, Map, Node, Pair, fold_along};
use crate::elements::{Divide, Number, ViewMut};
use crate::layout::TrustedLayout;
use crate::{Extents, Scalar, ShapeError};

/// A fold over the values of a node.
pub(super) struct Work<'w, M, N, E, A> {
    // INVARIANT: the leaves of the node have these extents, which are not null; the modes are of them, each once, and those
    // that `M` knows. If there are no values, the fold starts with `None`, or has no results.
    pub(super) node: &'w N,
    pub(super) extents: &'w E,
    pub(super) modes: &'w [usize],
    pub(super) fold: A,
    pub(super) known: PhantomData<M>,
}

/// Modes `M` of extents `E`.
pub(super) struct KnownBy<M, E>(PhantomData<(M, E)>);

impl<E: Extents, M: Modes<E>> KnownModes for KnownBy<M, E> {
    const MODES: &'static [Option<usize>] = M::STATIC;
}

impl<U, M: KnownModes, N, E: Extents, A> Fill<U> for Work<'_, M, N, E, A>
where
    N: Node<Extents = E>,
    A: Accumulate<U, N::Elem>,
{
    #[inline]
    #[track_caller]
    unsafe fn fill<O: expression::InOrder, S, F: Extents, L: TrustedLayout<F>>(
        mut self,
        target: ViewMut<'_, S, F, L>,
        put: impl Fn(&mut S, U),
    ) {
        let source = (self.node, self.extents, self.modes);
        // SAFETY: the invariant; the target is one of the results, and an `S` that was put is a `U`, as the caller
        // promises.
        unsafe { fold_along::<O, M, _, _, _, _, _, _, _>(target, put, source, &mut self.fold) };
    }
}

/// The extents of the values, and those of the results.
#[inline]
pub(super) fn prepared<N: Node<Extents = E>, E: Extents, M: Modes<E>>(
    node: &N,
    modes: &[usize],
    needs_entries: bool,
) -> Result<(E, M::Result), ShapeError> {
    let extents = node.united()?;
    modes::check(modes, M::STATIC, &extents)?;
    if needs_entries {
        modes::check_entries(modes, &extents)?;
    }
    let results = M::result(modes, &extents, crate::rearrange::Seal)?;
    Ok((extents, results))
}

/// Folds.
///
/// # Errors
/// Each returns [`ShapeError`]: `OutOfBounds` and `Repeated` where modes are numbers, `Null`, `Allocation` of a new
/// tensor, `ExtentMismatch` and `RankMismatch` where operands of an expression or the target have other extents. `min`,
/// `max`, `mean`, `argmin` and `argmax` also return `NothingToFold`, which names a mode of extent 0; where the types know
/// that, it does not compile. Into an inline tensor the error is [`Infallible`](core::convert::Infallible)
/// if the types decide all.
///
/// # Panics
/// As [`eval`](crate::expression::Expression::eval).
impl<S: Foldable, M: Modes<S::Extents>, D> Over<S, M, D> {
    #[inline]
    #[track_caller]
    pub(super) fn run<U, C, N, A>(
        (to, modes): (D, M),
        node: &N,
        needs_entries: bool,
        fold: impl FnOnce(&[usize], &S::Extents) -> A,
    ) -> D::Output
    where
        N: Node<Extents = S::Extents>,
        A: Accumulate<U, N::Elem>,
        C: Certainty,
        D: Destination<U, ResultExtents<S, M>, C>,
    {
        modes.with_modes(|modes| {
            let prepared = prepared::<_, _, M>(node, modes, needs_entries);
            to.fill(match &prepared {
                Ok((extents, results)) => {
                    let (fold, known) = (fold(modes, extents), PhantomData::<KnownBy<M, _>>);
                    Ok((results.clone(), Work { node, extents, modes, fold, known }))
                }
                Err(error) => Err(*error),
            })
        })
    }

    /// Returns the sums, 0 where there is nothing to add. Integers wrap around.
    ///
    /// Elements of other types than integers, `Saturating` among them, are added in any order. Values of one result along the mode of the innermost loop, whose strides are shortest, are added
    /// by halves, as [`View::sum`](crate::View::sum) does it, so that rounding errors grow with the logarithm of their number. Those
    /// of more than 1024 rows, such as all along mode 0 of a row-major matrix, are added in portions of 512 rows, or of the square root
    /// of their number if that is more: errors grow with the size of a portion and the number of portions, and not with that of rows.
    /// Floats of two bytes are added so from 65 rows on, in portions of 32 or more. This needs the feature `alloc` and memory for as
    /// many elements as there are results; without, one row is added after the other. `a.lazy().map(f64::from).over(..)` adds `f32`
    /// in `f64`.
    ///
    /// # Errors
    /// See [above](#errors).
    ///
    /// ```
    /// use extents::{Tensor, extents, modes};
    /// let a = Tensor::from_vec(extents![2, 2, 2], vec![1, 2, 3, 4, 5, 6, 7, 8])?;
    /// assert_eq!(a.over(modes![0, 2]).sum()?.as_slice(), [1 + 2 + 5 + 6, 3 + 4 + 7 + 8]);
    /// // The sum of a product, without a temporary.
    /// assert_eq!((&a * &a).over(modes![0, 1]).sum()?.as_slice(), [1 + 9 + 25 + 49, 4 + 16 + 36 + 64]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn sum(self) -> D::Output
    where
        S::Value: Scalar,
        D: Destination<S::Value, ResultExtents<S, M>, Total<S, M>>,
    {
        let Over { source, modes, to } = self;
        let values = Map { a: source.node(), f: |elem| S::value(elem) };
        Self::run((to, modes), &values, false, |_, _| Sum)
    }

    /// Returns the products, 1 where there is nothing to multiply, multiplied in any order. Integers wrap around.
    ///
    /// # Errors
    /// See [above](#errors).
    ///
    /// ```
    /// use extents::{Tensor, extents, modes};
    /// let a = Tensor::from_vec(extents![2, 3], vec![1, 2, 3, 4, 5, 6])?;
    /// assert_eq!(a.over(modes![1]).product()?.as_slice(), [6, 120]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn product(self) -> D::Output
    where
        S::Value: Number,
        D: Destination<S::Value, ResultExtents<S, M>, Total<S, M>>,
    {
        let Over { source, modes, to } = self;
        let values = Map { a: source.node(), f: |elem| S::value(elem) };
        Self::run((to, modes), &values, false, |_, _| Product)
    }

    /// Returns the largest values; NaN where any value is NaN. Of equal values that can be told apart, such as -0.0 and 0.0, each
    /// may be any.
    ///
    /// # Errors
    /// See [above](#errors).
    ///
    /// ```
    /// use extents::{ShapeError, Tensor, extents, modes};
    /// let a = Tensor::from_vec(extents![2, 2], vec![3.0, 1.0, f64::NAN, 5.0])?;
    /// let max = a.over(modes![1]).max()?;
    /// assert!(max[[0]] == 3.0 && max[[1]].is_nan());
    /// let empty = Tensor::<f64, _>::zeros(extents![2, dyn 0]?)?;
    /// assert_eq!(empty.over(modes![1]).max().err(), Some(ShapeError::NothingToFold { mode: 1 }));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    /// ```compile_fail,E0080
    /// use extents::{Tensor, extents, modes};
    /// let empty = Tensor::<f64, _>::zeros(extents![2, 0]).unwrap();
    /// let _ = empty.over(modes![1]).max(); // mode 1 has extent 0
    /// ```
    #[inline]
    #[track_caller]
    pub fn max(self) -> D::Output
    where
        S::Value: PartialOrd + Clone,
        D: Destination<S::Value, ResultExtents<S, M>, Partial<S, M>>,
    {
        const { assert_entries(M::STATIC, S::Extents::STATIC_EXTENTS) };
        self.best::<true>()
    }

    /// Returns the smallest values; NaN where any value is NaN. Of equal values that can be told apart, such as -0.0 and 0.0, each
    /// may be any.
    ///
    /// # Errors
    /// See [above](#errors).
    ///
    /// ```
    /// use extents::{Tensor, extents, modes};
    /// let a = Tensor::from_vec(extents![2, 2], vec!["b", "a", "d", "c"])?;
    /// assert_eq!(a.over(modes![0]).min()?.as_slice(), ["b", "a"]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn min(self) -> D::Output
    where
        S::Value: PartialOrd + Clone,
        D: Destination<S::Value, ResultExtents<S, M>, Partial<S, M>>,
    {
        const { assert_entries(M::STATIC, S::Extents::STATIC_EXTENTS) };
        self.best::<false>()
    }

    /// The largest or the smallest values; the caller has compared what the types know.
    #[inline]
    #[track_caller]
    pub(super) fn best<const MAX: bool>(self) -> D::Output
    where
        S::Value: PartialOrd + Clone,
        D: Destination<S::Value, ResultExtents<S, M>, Partial<S, M>>,
    {
        let Over { source, modes, to } = self;
        Self::run((to, modes), &source.node(), true, |_, _| Best::<S, MAX>::new())
    }

    /// Returns the means: the [sums](Self::sum) over the number of values. Integers have none.
    ///
    /// # Errors
    /// See [above](#errors).
    ///
    /// ```
    /// use extents::{Tensor, extents, modes};
    /// let a = Tensor::from_vec(extents![2, 2], vec![1.0, 2.0, 3.0, 5.0])?;
    /// assert_eq!(a.over(modes![1]).mean()?.as_slice(), [1.5, 4.0]);
    /// let b = Tensor::from_vec(extents![2, 2], vec![1, 2, 3, 5])?;
    /// assert_eq!(b.lazy().map(f64::from).over(modes![1]).mean()?.as_slice(), [1.5, 4.0]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn mean(self) -> D::Output
    where
        S::Value: Divide,
        D: Destination<S::Value, ResultExtents<S, M>, Partial<S, M>>,
    {
        const { assert_entries(M::STATIC, S::Extents::STATIC_EXTENTS) };
        self.average()
    }

    /// The means; the caller has compared what the types know.
    #[inline]
    #[track_caller]
    pub(super) fn average(self) -> D::Output
    where
        S::Value: Divide,
        D: Destination<S::Value, ResultExtents<S, M>, Partial<S, M>>,
    {
        let Over { source, modes, to } = self;
        let values = Map { a: source.node(), f: |elem| S::value(elem) };
        Self::run((to, modes), &values, true, |modes, extents| Mean {
            count: modes::entries(modes, extents),
            finish: identity,
        })
    }

    /// Returns where the largest values are: the entry of the mode, or of several modes the row-major number in the order
    /// that they have in the source. The first one among equals; the first NaN where there is one.
    ///
    /// # Errors
    /// See [above](#errors).
    ///
    /// ```
    /// use extents::{Tensor, extents, modes};
    /// let a = Tensor::from_vec(extents![2, 3], vec![1, 7, 7, 9, 5, 6])?;
    /// assert_eq!(a.over(modes![1]).argmax()?.as_slice(), [1, 0]);
    /// assert_eq!(a.over(modes![0, 1]).argmax()?[[]], 3);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn argmax(self) -> D::Output
    where
        S::Value: PartialOrd + Clone,
        D: Destination<usize, ResultExtents<S, M>, Partial<S, M>, (S::Value, usize)>,
    {
        const { assert_entries(M::STATIC, S::Extents::STATIC_EXTENTS) };
        self.best_at::<true>()
    }

    /// Returns where the smallest values are, as [`argmax`](Self::argmax).
    ///
    /// # Errors
    /// See [above](#errors).
    ///
    /// ```
    /// use extents::{Tensor, extents, modes};
    /// let a = Tensor::from_vec(extents![2, 3], vec![1.0, 1.0, 7.0, 9.0, f32::NAN, 6.0])?;
    /// assert_eq!(a.over(modes![1]).argmin()?.as_slice(), [0, 1]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn argmin(self) -> D::Output
    where
        S::Value: PartialOrd + Clone,
        D: Destination<usize, ResultExtents<S, M>, Partial<S, M>, (S::Value, usize)>,
    {
        const { assert_entries(M::STATIC, S::Extents::STATIC_EXTENTS) };
        self.best_at::<false>()
    }

    /// Where the largest or the smallest values are; the caller has compared what the types know.
    #[inline]
    #[track_caller]
    pub(super) fn best_at<const MAX: bool>(self) -> D::Output
    where
        S::Value: PartialOrd + Clone,
        D: Destination<usize, ResultExtents<S, M>, Partial<S, M>, (S::Value, usize)>,
    {
        let Over { source, modes, to } = self;
        let node = source.node();
        modes.with_modes(|modes| {
            let prepared = prepared::<_, _, M>(&node, modes, true);
            let prepared = prepared.map(|(extents, results)| {
                // SAFETY: the numbers have the extents of the node.
                let node = unsafe { Pair::new(&node, Positions::of(modes, &extents)) };
                (extents, results, node)
            });
            to.fill(match &prepared {
                Ok((extents, results, node)) => {
                    let fold = BestAt::<S, MAX>::new();
                    let known = PhantomData::<KnownBy<M, _>>;
                    Ok((results.clone(), Work { node, extents, modes, fold, known }))
                }
                Err(error) => Err(*error),
            })
        })
    }

    /// Returns whether any value satisfies the predicate, false where there are none.
    ///
    /// # Errors
    /// See [above](#errors).
    ///
    /// ```
    /// use extents::{Tensor, extents, modes};
    /// let a = Tensor::from_vec(extents![2, 2], vec![1, 2, 3, 4])?;
    /// assert_eq!(a.over(modes![1]).any(|x| *x > 2)?.as_slice(), [false, true]);
    /// assert_eq!((&a + 1).over(modes![1]).any(|x| x > 2)?.as_slice(), [true, true]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn any(self, is: impl Fn(S::Elem) -> bool) -> D::Output
    where
        D: Destination<bool, ResultExtents<S, M>, Total<S, M>>,
    {
        let Over { source, modes, to } = self;
        let any = |any, value| any | is(value);
        Self::run((to, modes), &source.node(), false, |_, _| Each(false, any))
    }

    /// Returns whether all values satisfy the predicate, true where there are none.
    ///
    /// # Errors
    /// See [above](#errors).
    ///
    /// ```
    /// use extents::{Tensor, extents, modes};
    /// let a = Tensor::from_vec(extents![2, 2], vec![1, 2, 3, 4])?;
    /// assert_eq!(a.over(modes![1]).all(|x| *x > 2)?.as_slice(), [false, true]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn all(self, is: impl Fn(S::Elem) -> bool) -> D::Output
    where
        D: Destination<bool, ResultExtents<S, M>, Total<S, M>>,
    {
        let Over { source, modes, to } = self;
        let all = |all, value| all & is(value);
        Self::run((to, modes), &source.node(), false, |_, _| Each(true, all))
    }

    /// Returns how many values satisfy the predicate.
    ///
    /// # Errors
    /// See [above](#errors).
    ///
    /// ```
    /// use extents::{Tensor, extents, modes};
    /// let a = Tensor::from_vec(extents![2, 2], vec![1, 2, 3, 4])?;
    /// assert_eq!(a.over(modes![1]).count(|x| x % 2 == 0)?.as_slice(), [1, 1]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn count(self, is: impl Fn(S::Elem) -> bool) -> D::Output
    where
        D: Destination<usize, ResultExtents<S, M>, Total<S, M>>,
    {
        let Over { source, modes, to } = self;
        let count = |count: usize, value| count.wrapping_add(usize::from(is(value)));
        Self::run((to, modes), &source.node(), false, |_, _| Each(0, count))
    }

    /// Folds the values from clones of `init`, those of each result in row-major order.
    ///
    /// # Errors
    /// See [above](#errors).
    ///
    /// ```
    /// use extents::{Tensor, extents, modes};
    /// let a = Tensor::from_vec(extents![2, 2], vec!["a", "b", "c", "d"])?;
    /// let words = a.over(modes![0]).fold(String::new(), |word, x| word + x)?;
    /// assert_eq!(words.as_slice(), ["ac", "bd"]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn fold<U: Clone>(self, init: U, f: impl FnMut(U, S::Elem) -> U) -> D::Output
    where
        D: Destination<U, ResultExtents<S, M>, Total<S, M>>,
    {
        let Over { source, modes, to } = self;
        Self::run((to, modes), &source.node(), false, |_, _| InOrder(init, f))
    }
}
