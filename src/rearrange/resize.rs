//! Extents with another extent in one mode, or with a further mode: those of what is joined, repeated or padded.

#[cfg(feature = "alloc")]
use core::marker::PhantomData;
use extents_static::__private::{Cons, Nil};
#[cfg(feature = "alloc")]
use extents_static::__private::{ToTuple, Tuple};

#[cfg(feature = "alloc")]
use super::numbers::{ModeSink, Numbers};

use super::typed_extents;
#[cfg(feature = "alloc")]
use crate::edit::InsertAt;
use crate::edit::ReplaceAt;
use crate::{
    Const, Extents, Mode, ModeTuple, ShapeError, StaticExtents, TypedExtents, error::Bounded,
};
#[cfg(feature = "alloc")]
use crate::{DynRankExtents, ModeArray};

/// Extents that may have extent `X` in mode `M` instead.
///
/// Implemented for a mode `Const<MODE>` and the mode `X` that the caller states, `Const<N>` or [`Dyn`](crate::Dyn); and for
/// the number of a mode, where `X` is `()` and all extents of the result are run-time ones. `M` is [`Before<M>`](Before) for a
/// further mode, and [`ModesAt<M>`](ModesAt) for several modes in the place of one.
///
/// ```
/// use extents::rearrange::Resize;
/// use extents::{Const, StaticExtents, extents};
/// type Longer<E> = <E as Resize<Const<0>, Const<5>>>::Extents;
/// let longer: Longer<StaticExtents![2, 3]> =
///     Resize::<Const<0>, Const<5>>::resize(&extents![2, 3], 0, 5)?;
/// assert_eq!(longer, extents![5, 3]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "extents `{Self}` cannot have `{X}` in the place of mode `{M}`",
    label = "of `Const::<MODE>` state the extent of the result, `Const<N>` or `Dyn`; of a number state none",
    note = "in generic code state this bound, or take the mode as a number"
)]
pub trait Resize<M, X>: Extents {
    /// The extents of the result.
    type Extents: Extents;
    /// The extent that the caller stated.
    #[doc(hidden)]
    const STATED: Option<usize> = None;

    /// Returns these extents with another one in mode `mode`, or before it.
    ///
    /// # Errors
    /// Returns [`ShapeError::OutOfBounds`], [`ShapeError::Null`], [`ShapeError::SizeOverflow`], and
    /// [`ShapeError::ExtentMismatch`] where `X` is another extent.
    #[inline]
    fn resize(&self, mode: usize, extent: usize) -> Result<Self::Extents, ShapeError> {
        if self.is_null() {
            return Err(ShapeError::Null);
        }
        let mut extents = self.extents();
        let all = extents.as_mut();
        let error = ShapeError::OutOfBounds { of: Bounded::Mode, number: mode, limit: all.len() };
        *all.get_mut(mode).ok_or(error)? = extent;
        Self::Extents::from_extents(extents.as_ref())
    }

    /// Returns the extents of these numbers, with those of `by` in the place of a mode.
    #[doc(hidden)]
    #[inline]
    fn replaced(&self, _by: &X, numbers: &[usize]) -> Result<Self::Extents, ShapeError> {
        Self::Extents::from_extents(numbers)
    }
}

impl<E, X, T, const MODE: usize> Resize<Const<MODE>, X> for E
where
    E: TypedExtents,
    X: Mode,
    E::Modes: ReplaceAt<MODE, Cons<X, Nil>, Output = T>,
    T: ModeTuple,
{
    type Extents = StaticExtents<T>;
    const STATED: Option<usize> = X::EXTENT;

    #[inline]
    fn resize(&self, mode: usize, extent: usize) -> Result<Self::Extents, ShapeError> {
        let mut extents = self.extents();
        let all = extents.as_mut();
        let error = ShapeError::OutOfBounds { of: Bounded::Mode, number: mode, limit: all.len() };
        *all.get_mut(mode).ok_or(error)? = extent;
        typed_extents(extents.as_ref(), || {
            // Of another mode than the type says, the extents are not those that the numbers are compared with.
            let stated = X::read(extent, MODE)?;
            Ok(self.typed().modes().replace(Cons(stated, Nil)))
        })
    }
}

impl<E: Extents> Resize<usize, ()> for E {
    type Extents = E::Opened;
}

/// The place before mode `M`, `Const<MODE>` or a number, for a further mode: what [`stack`](crate::arrange::stack) gives has
/// extents that are [resized](Resize) so.
///
/// ```
/// use extents::rearrange::{Before, Resize};
/// use extents::{Const, StaticExtents, extents};
/// type Stacked<E> = <E as Resize<Before<Const<0>>, Const<5>>>::Extents;
/// let stacked: Stacked<StaticExtents![2, 3]> =
///     Resize::<Before<Const<0>>, Const<5>>::resize(&extents![2, 3], 0, 5)?;
/// assert_eq!(stacked, extents![5, 2, 3]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[cfg(feature = "alloc")]
#[derive(Debug)]
pub struct Before<M>(PhantomData<M>);

/// Writes the extents with a further one.
#[cfg(feature = "alloc")]
fn grown<E: Extents>(
    of: &E,
    at: usize,
    extent: usize,
    mut push: impl FnMut(usize),
) -> Result<(), ShapeError> {
    if of.is_null() {
        return Err(ShapeError::Null);
    }
    of.with_slice(|extents| {
        let rank = extents.len();
        let (before, after) = extents.split_at_checked(at).ok_or(ShapeError::OutOfBounds {
            of: Bounded::Mode,
            number: at,
            // Also behind the last mode.
            limit: rank.saturating_add(1),
        })?;
        before.iter().chain(&[extent]).chain(after).for_each(|extent| push(*extent));
        Ok(())
    })
}

#[cfg(feature = "alloc")]
impl<E, X, T, const MODE: usize> Resize<Before<Const<MODE>>, X> for E
where
    E: TypedExtents,
    X: Mode,
    E::Modes: InsertAt<MODE, X, Output: ToTuple<Tuple = T>>,
    T: ModeTuple,
{
    type Extents = StaticExtents<T>;

    fn resize(&self, mode: usize, extent: usize) -> Result<Self::Extents, ShapeError> {
        let mut numbers = Numbers::none();
        grown(self, mode, extent, |extent| numbers.push(extent, 0))?;
        typed_extents(numbers.extents(), || {
            Ok(self.typed().modes().insert(X::read(extent, MODE)?).into_tuple())
        })
    }
}

#[cfg(feature = "alloc")]
impl<E: Extents, X: Mode> Resize<Before<usize>, X> for E {
    type Extents = DynRankExtents;

    fn resize(&self, mode: usize, extent: usize) -> Result<DynRankExtents, ShapeError> {
        let mut extents = ModeArray::<usize>::default();
        grown(self, mode, extent, |extent| extents.push(extent))?;
        DynRankExtents::new(&extents)
    }
}

/// The place of mode `M` for the modes of other extents: what [`take_by`](crate::Tensor::take_by) gives has extents that are
/// [resized](Resize) so.
///
/// ```
/// use extents::rearrange::{ModesAt, Resize};
/// use extents::{Const, StaticExtents, extents};
/// type Taken<E> = <E as Resize<ModesAt<Const<0>>, StaticExtents![4, 5]>>::Extents;
/// let taken: Taken<StaticExtents![2, 3]> = extents![4, 5, 3];
/// ```
#[cfg(feature = "alloc")]
#[derive(Debug)]
pub struct ModesAt<M>(PhantomData<M>);

#[cfg(feature = "alloc")]
impl<E, F, R, const MODE: usize> Resize<ModesAt<Const<MODE>>, F> for E
where
    E: TypedExtents,
    F: TypedExtents,
    E::Modes: ReplaceAt<MODE, <F::Modes as Tuple>::List, Output = R>,
    R: ModeTuple,
{
    type Extents = StaticExtents<R>;

    #[inline]
    fn replaced(&self, by: &F, numbers: &[usize]) -> Result<Self::Extents, ShapeError> {
        typed_extents(numbers, || Ok(self.typed().modes().replace(by.typed().modes().into_list())))
    }
}

#[cfg(feature = "alloc")]
impl<E: Extents, F: Extents> Resize<ModesAt<usize>, F> for E {
    type Extents = DynRankExtents;
}
