//! [`Over`]: folds along some modes.

mod accumulate;
mod destination;
#[cfg(feature = "std")]
mod deviations;
mod foldable;
mod folds;
mod into;
#[cfg(feature = "std")]
mod log_sum_exp;
mod methods;
mod modes;
mod norms;
#[cfg(feature = "std")]
mod passes;
mod positions;
#[cfg(feature = "std")]
mod quantiles;
mod running;

use extents_static::__private::{Certainty, Checked};

pub use destination::{Destination, NewInline, NewTensor};
pub use foldable::Foldable;
#[cfg(feature = "std")]
pub(crate) use log_sum_exp::shift_of;
pub use modes::{Kept, Modes};
#[cfg(feature = "device")]
pub(crate) use modes::{check as check_modes, check_entries, entries};
#[cfg(feature = "std")]
pub(crate) use quantiles::quantile_of;

/// Folds along some modes, which [`View::over`](crate::View::over) and its kin return: of each index of the other modes,
/// all elements become one.
///
/// By default the modes are dropped, and the results are a new row-major tensor in a `Vec`. [`keep`](Self::keep) leaves
/// the modes with extent 1; [`inline`](Self::inline) gives an inline tensor, and each fold has a twin, such as
/// [`sum_into`](Self::sum_into), that writes to a tensor or view that there is. One loop runs over all elements in the
/// order of memory, whichever modes are folded.
///
/// ```
/// use extents::{Const, StaticExtents, Tensor, TensorOf, extents, modes};
/// let a = Tensor::from_vec(extents![2, dyn 3]?, vec![1.0, 2.0, 3.0, 4.0, 5.0, 9.0])?;
/// let rows: TensorOf<StaticExtents![2], f64> = a.over(modes![1]).sum()?;
/// assert_eq!(rows.as_slice(), [6.0, 18.0]);
/// let columns: TensorOf<StaticExtents![1, dyn], f64> = a.over(Const::<0>).keep().max()?;
/// assert_eq!(columns.as_slice(), [4.0, 5.0, 9.0]);
/// let Ok(sums) = a.over(modes![1]).inline().sum();
/// assert_eq!(sums.into_array(), [6.0, 18.0]);
/// // By numbers the extents of the result are run-time values.
/// assert_eq!(a.over([0, 1]).argmax()?.as_slice(), [5]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use = "this computes nothing until `sum` or another fold is called"]
pub struct Over<S, M, D = NewTensor> {
    source: S,
    modes: M,
    to: D,
}

/// The extents of the results of folds.
pub type ResultExtents<S, M> = <M as Modes<<S as Foldable>::Extents>>::Result;

/// What may fail of a fold that has a value of nothing: `Known` where types know that nothing does.
pub type Total<S, M> =
    <Checked<<S as Foldable>::Relation, <S as Foldable>::Extents> as Certainty>::And<
        <M as Modes<<S as Foldable>::Extents>>::Certainty,
    >;

/// What may fail of a fold that has no value of nothing.
pub type Partial<S, M> =
    <Total<S, M> as Certainty>::And<<<S as Foldable>::Extents as crate::Extents>::Certainty>;

impl<S: Foldable, M: Modes<S::Extents>> Over<S, M> {
    #[inline]
    pub(crate) fn new(source: S, modes: M) -> Self {
        Over { source, modes, to: NewTensor }
    }
}

impl<S, M, D> Over<S, M, D> {
    /// Keeps the modes, with extent 1, instead of dropping them: the result can be broadcast back.
    ///
    /// ```
    /// use extents::{Const, Tensor, extents, modes};
    /// let a = Tensor::from_vec(extents![2, 2], vec![1.0, 3.0, 2.0, 6.0])?;
    /// let sums = a.over(modes![1]).keep().sum()?;
    /// assert_eq!(sums.extents(), &extents![2, 1]);
    /// let Ok(sums) = sums.broadcast(Const::<1>, Const::<2>);
    /// assert_eq!((&a / sums).eval()?.as_slice(), [0.25, 0.75, 0.25, 0.75]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn keep(self) -> Over<S, Kept<M>, D> {
        let Over { source, modes, to } = self;
        Over { source, modes: Kept(modes), to }
    }

    /// Gives the results as an inline tensor, whose extents are all in the type.
    ///
    /// ```
    /// use extents::{Const, InlineTensor, StaticExtents};
    /// let a = InlineTensor::<_, StaticExtents![2, 3]>::from_array([[1, 2, 3], [4, 5, 6]]);
    /// let Ok(sums) = a.over(Const::<0>).inline().sum();
    /// assert_eq!(sums.into_array(), [5, 7, 9]);
    /// ```
    #[inline]
    pub fn inline(self) -> Over<S, M, NewInline> {
        self.to(NewInline)
    }

    /// Gives the results to another destination.
    #[inline]
    pub(crate) fn to<T>(self, to: T) -> Over<S, M, T> {
        let Over { source, modes, .. } = self;
        Over { source, modes, to }
    }
}
