//! A mode that is padded or repeated: how many entries it has then, and what the types name it.

use extents_static::__private::JoinedModes;
#[cfg(feature = "alloc")]
use extents_static::__private::{assert_grown, assert_mode};
#[cfg(feature = "alloc")]
use {
    super::parts::JoinsTo,
    crate::rearrange::{Named, Resize},
    crate::{Const, TypedExtents},
    core::marker::PhantomData,
    extents_static::__private::{MergedModes, Nth, NthOf},
};

#[cfg(feature = "alloc")]
use super::picked::known_widths;
use super::{check_others, extent_of};
use crate::rearrange::EntryCount;
use crate::{Extents, Mode, ShapeError, error::Place};

/// How many entries [`pad`](crate::Tensor::pad) adds on one side of a mode: `Const::<N>`, a number, or `()` for none, which does
/// not show in a name.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number of entries to pad with: write `Const::<N>`, a `usize`, or `()` for none",
    label = "expected `Const::<N>`, a `usize` or `()`"
)]
pub(crate) trait Width: Copy {
    /// The number, where the type knows it.
    #[cfg(feature = "alloc")]
    const COUNT: Option<usize>;
    /// A mode with the entries before its own.
    type Before<M: Mode>: Mode;
    /// A mode with the entries behind its own.
    type Behind<M: Mode>: Mode;
    fn count(self) -> usize;
}

impl<N: EntryCount> Width for N {
    #[cfg(feature = "alloc")]
    const COUNT: Option<usize> = N::Mode::EXTENT;
    type Before<M: Mode> = JoinedModes<N::Mode, M>;
    type Behind<M: Mode> = JoinedModes<M, N::Mode>;
    fn count(self) -> usize {
        self.mode().extent()
    }
}

impl Width for () {
    #[cfg(feature = "alloc")]
    const COUNT: Option<usize> = Some(0);
    type Before<M: Mode> = M;
    type Behind<M: Mode> = M;
    fn count(self) -> usize {
        0
    }
}

/// Extents `E` with entries before and behind those of a mode.
#[cfg(feature = "alloc")]
#[derive(Debug)]
pub struct PaddedBy<E, A, B>(PhantomData<(E, A, B)>);

/// Extents `E` with each entry of a mode `N` times in a row.
#[cfg(feature = "alloc")]
#[derive(Debug)]
pub struct RepeatedEach<E, N>(PhantomData<(E, N)>);

/// Extents `E` with all entries of a mode `N` times after each other.
#[cfg(feature = "alloc")]
#[derive(Debug)]
pub struct RepeatedWhole<E, N>(PhantomData<(E, N)>);

#[cfg(feature = "alloc")]
impl<E, A, B, M, X: Mode, const MODE: usize> JoinsTo<Const<MODE>, Named> for PaddedBy<E, A, B>
where
    E: TypedExtents<Modes: Nth<MODE, Item: Mode>>,
    A: Width<Before<NthOf<E::Modes, MODE>> = M>,
    M: Mode,
    B: Width<Behind<M> = X>,
{
    type Mode = X;
}

#[cfg(feature = "alloc")]
impl<E, N: EntryCount, const MODE: usize> JoinsTo<Const<MODE>, Named> for RepeatedEach<E, N>
where
    E: TypedExtents<Modes: Nth<MODE, Item: Mode>>,
{
    type Mode = MergedModes<NthOf<E::Modes, MODE>, N::Mode>;
}

#[cfg(feature = "alloc")]
impl<E, N: EntryCount, const MODE: usize> JoinsTo<Const<MODE>, Named> for RepeatedWhole<E, N>
where
    E: TypedExtents<Modes: Nth<MODE, Item: Mode>>,
{
    type Mode = MergedModes<N::Mode, NthOf<E::Modes, MODE>>;
}

/// The extents of what is made of `E` by changing mode `M` as `How` says, where the caller states `X`.
#[cfg(feature = "alloc")]
pub(crate) type Grown<E, M, X, How> = <E as Resize<M, <How as JoinsTo<M, X>>::Mode>>::Extents;

/// Compares the extent of a target with that of a result along a mode. The other extents are compared before anything is
/// written, too.
pub(crate) fn check_target<E: Extents, F: Extents>(
    target: &E,
    source: &F,
    mode: usize,
    expected: usize,
) -> Result<(), ShapeError> {
    if target.is_null() || source.is_null() {
        return Err(ShapeError::Null);
    }
    target.with_slice(|target| {
        source.with_slice(|source| {
            // The mode is one of the source.
            if mode >= target.len() && target.len() != source.len() {
                return check_others(0, Some(mode), target, source);
            }
            let found = extent_of(target, mode)?;
            let place = Place::Mode(mode);
            if expected != found {
                return Err(ShapeError::ExtentMismatch { place, expected, found });
            }
            check_others(0, Some(mode), target, source)
        })
    })
}

/// How many entries a mode has that is so often as long, and by so many entries longer.
pub(crate) fn grown<E: Extents>(
    extents: &E,
    mode: usize,
    factor: usize,
    more: (usize, usize),
) -> Result<(usize, usize), ShapeError> {
    if extents.is_null() {
        return Err(ShapeError::Null);
    }
    let extent = extents.extent(mode)?;
    let grown = extent.saturating_mul(factor).saturating_add(more.0).saturating_add(more.1);
    Ok((extent, grown))
}

/// What the types know of a mode that is padded fits, or it does not compile.
#[cfg(feature = "alloc")]
#[track_caller]
pub(crate) const fn assert_padded<E: Resize<M, X>, M: EntryCount, A: Width, B: Width, X>() {
    assert_mode(M::Mode::EXTENT, E::STATIC_RANK);
    let widths = (Some(1), known_widths::<A, B>());
    assert_grown(M::Mode::EXTENT, E::STATIC_EXTENTS, widths, <E as Resize<M, X>>::STATED);
}
