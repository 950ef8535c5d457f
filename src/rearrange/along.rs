//! What the views along a mode have in common: the mapping of one entry, of one lane, of one chunk.

use core::fmt::Debug;

use extents_static::__private::{Certainty, Cons, Nil, Nth, NthOf, ReplaceAt, TypedModes};
use extents_static::slice::{At, Count, Range, SliceTuple};

use super::numbers::{Modes, Numbers};
use super::slice::{SliceLayout, second};
use super::{Seal, begin, read};
use crate::layout::sliced::{Drop, End, Keep};
use crate::layout::{Strided, StridedLayout, TrustedLayout, TypedLayout};
use crate::{
    Dyn, Extents, Mapping, Mode, ModeTuple, ShapeError, StaticExtents, Stride, StrideTuple,
    TypedExtents,
};
#[cfg(feature = "alloc")]
use crate::{DynRankExtents, ModeArray};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

/// Equal steps along a mode: where the first one begins, how many there are, and how far each is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steps {
    pub(crate) begin: usize,
    pub(crate) count: usize,
    pub(crate) stride: isize,
}

/// A layout of which each entry of mode `MODE` is a mapping of the other modes.
#[diagnostic::on_unimplemented(
    message = "there is no mode {MODE} in `{E}`, or its layout `{Self}` has no strides in the type",
    label = "no entries along mode {MODE}"
)]
pub trait EachEntry<E: TypedExtents, const MODE: usize>: TypedLayout<E> {
    /// The other modes.
    type Extents: Extents;
    /// The layout of an entry.
    type Layout: TrustedLayout<Self::Extents>;
    #[doc(hidden)]
    #[allow(private_interfaces, reason = "for this crate")]
    fn entries(mapping: &Mapping<E, Self>) -> (Steps, Mapping<Self::Extents, Self::Layout>);
}

impl<E, L, S, T, U, const MODE: usize> EachEntry<E, MODE> for L
where
    E: TypedExtents,
    E::Modes: ReplaceAt<MODE, Nil, Output = T>,
    T: ModeTuple,
    L: TypedLayout<E>,
    L::Strides: ReplaceAt<MODE, Nil, Output = U>,
    U: StrideTuple,
    <E::Modes as TypedModes>::Whole: ReplaceAt<MODE, Cons<At<Dyn>, Nil>, Output = S>,
    S: SliceTuple,
    L: SliceLayout<E, S, Drop>,
    <L::End as End>::Layout<L::Order, U>: TrustedLayout<StaticExtents<T>>,
{
    type Extents = StaticExtents<T>;
    type Layout = <L::End as End>::Layout<L::Order, U>;

    #[inline]
    #[allow(private_interfaces, reason = "for this crate")]
    fn entries(mapping: &Mapping<E, Self>) -> (Steps, Mapping<Self::Extents, Self::Layout>) {
        let (steps, numbers) = others(mapping, MODE);
        let strides = numbers.strides();
        let layout = L::End::layout::<L::Order, U>(strides, second::<L::Order>(strides));
        (steps, part::<T, _>(&numbers, layout))
    }
}

/// A layout whose mode `MODE` can be walked at every index of the other modes.
#[diagnostic::on_unimplemented(
    message = "there is no mode {MODE} in `{E}`, or its layout `{Self}` has no strides in the type",
    label = "no lanes along mode {MODE}"
)]
pub trait Lane<E: TypedExtents, const MODE: usize>: TypedLayout<E> {
    /// The mode.
    type Extents: Extents;
    /// Its stride.
    type Layout: TrustedLayout<Self::Extents>;
    /// The other modes.
    type Others: Extents;
    /// Their strides.
    type OthersLayout: TrustedLayout<Self::Others> + StridedLayout<Self::Others>;
    #[doc(hidden)]
    fn lane(mapping: &Mapping<E, Self>, _: Seal) -> Mapping<Self::Extents, Self::Layout>;
    #[doc(hidden)]
    #[allow(private_interfaces, reason = "for this crate")]
    fn others(mapping: &Mapping<E, Self>) -> (Steps, Mapping<Self::Others, Self::OthersLayout>);
}

impl<E, L, T, U, M, S, const MODE: usize> Lane<E, MODE> for L
where
    E: TypedExtents,
    E::Modes: ReplaceAt<MODE, Nil, Output = T>,
    T: ModeTuple,
    L: TypedLayout<E>,
    L::Strides: ReplaceAt<MODE, Nil, Output = U>,
    U: StrideTuple,
    E::Modes: Nth<MODE, Item = M>,
    M: Mode,
    L::Strides: Nth<MODE, Item = S>,
    S: Stride,
{
    type Extents = StaticExtents<(M,)>;
    type Layout = Strided<(S,)>;
    type Others = StaticExtents<T>;
    type OthersLayout = Strided<U>;

    #[inline]
    fn lane(mapping: &Mapping<E, Self>, _: Seal) -> Mapping<Self::Extents, Self::Layout> {
        let (steps, _) = others(mapping, MODE);
        let mut numbers = Numbers::none();
        numbers.push(steps.count, steps.stride);
        part(&numbers, Strided::new((S::from_stride(steps.stride),)))
    }

    #[inline]
    #[allow(private_interfaces, reason = "for this crate")]
    fn others(mapping: &Mapping<E, Self>) -> (Steps, Mapping<Self::Others, Self::OthersLayout>) {
        let (steps, numbers) = others(mapping, MODE);
        let layout = Strided::new(U::from_strides(numbers.strides()));
        (steps, part(&numbers, layout))
    }
}

/// A layout whose mode `MODE` can be cut into chunks of extent `N`: [`Const`](crate::Const) or [`Dyn`].
#[diagnostic::on_unimplemented(
    message = "there is no mode {MODE} in `{E}`, or its layout `{Self}` has no strides in the type",
    label = "no chunks along mode {MODE}"
)]
pub trait Chunked<E: TypedExtents, const MODE: usize, N = Dyn>: TypedLayout<E> {
    /// The modes, with `N` in the place of mode `MODE`.
    type Extents: Extents;
    /// The layout of a chunk.
    type Layout: TrustedLayout<Self::Extents> + StridedLayout<Self::Extents>;
    /// `Infallible` where the type knows the extent of mode `MODE`, else [`ShapeError`].
    type Error: Into<ShapeError> + Debug;
    /// The steps from entry to entry, from the index of zeros on.
    #[doc(hidden)]
    #[allow(private_interfaces, reason = "for this crate")]
    fn steps(mapping: &Mapping<E, Self>) -> Steps;
    /// The mapping of a chunk of so many entries: `N` where that is known, and at most as many as there are.
    #[doc(hidden)]
    fn chunk(
        mapping: &Mapping<E, Self>,
        entries: usize,
        _: Seal,
    ) -> Mapping<Self::Extents, Self::Layout>;
    /// Narrows the error of a check that the compiler has made where the type knows the extent of the mode.
    #[doc(hidden)]
    fn settle<R>(result: Result<R, ShapeError>) -> Result<R, Self::Error>;
}

impl<E, L, S, T, N, const MODE: usize> Chunked<E, MODE, N> for L
where
    E: TypedExtents,
    E::Modes: ReplaceAt<MODE, Cons<N, Nil>, Output = T> + Nth<MODE, Item: Mode>,
    T: ModeTuple,
    N: Mode + Count,
    L: TypedLayout<E>,
    <E::Modes as TypedModes>::Whole: ReplaceAt<MODE, Cons<Range<Dyn, N>, Nil>, Output = S>,
    S: SliceTuple,
    L: SliceLayout<E, S, Keep>,
    <L::End as End>::Layout<L::Order, L::Strides>:
        TrustedLayout<StaticExtents<T>> + StridedLayout<StaticExtents<T>>,
{
    type Extents = StaticExtents<T>;
    type Layout = <L::End as End>::Layout<L::Order, L::Strides>;
    type Error = <<NthOf<E::Modes, MODE> as Mode>::Certainty as Certainty>::Error;

    #[inline]
    #[allow(private_interfaces, reason = "for this crate")]
    fn steps(mapping: &Mapping<E, Self>) -> Steps {
        let (steps, _) = others(mapping, MODE);
        Steps { begin: mapping.layout().base_offset(mapping.extents()), ..steps }
    }

    #[inline]
    fn chunk(
        mapping: &Mapping<E, Self>,
        entries: usize,
        _: Seal,
    ) -> Mapping<Self::Extents, Self::Layout> {
        let numbers = read(mapping, |extents, strides| {
            let mut numbers = Numbers::none();
            for (mode, (extent, stride)) in extents.iter().zip(strides).enumerate() {
                numbers.push(if mode == MODE { entries } else { *extent }, *stride);
            }
            numbers
        });
        let strides = numbers.strides();
        let layout = L::End::layout::<L::Order, L::Strides>(strides, second::<L::Order>(strides));
        part(&numbers, layout)
    }

    #[inline]
    fn settle<R>(result: Result<R, ShapeError>) -> Result<R, Self::Error> {
        <<NthOf<E::Modes, MODE> as Mode>::Certainty as Certainty>::settle(result)
    }
}

/// The steps along a mode, and the numbers of the other modes.
#[inline]
fn others<E: Extents, L: StridedLayout<E>>(
    mapping: &Mapping<E, L>,
    mode: usize,
) -> (Steps, Numbers) {
    let (mut steps, numbers) = read(mapping, |extents, strides| {
        let mut numbers = Numbers::none();
        let mut steps = Steps { begin: 0, count: 0, stride: 0 };
        for (k, (extent, stride)) in extents.iter().zip(strides).enumerate() {
            if k == mode {
                steps = Steps { begin: 0, count: *extent, stride: *stride };
            } else {
                numbers.push(*extent, *stride);
            }
        }
        (steps, numbers)
    });
    steps.begin = begin(mapping, numbers.extents(), numbers.strides(), 0);
    (steps, numbers)
}

/// The mapping of a part whose modes are some of the source's.
#[inline]
fn part<T: ModeTuple, M: TrustedLayout<StaticExtents<T>>>(
    numbers: &Numbers,
    layout: M,
) -> Mapping<StaticExtents<T>, M> {
    match StaticExtents::<T>::from_extents(numbers.extents()) {
        Ok(extents) => Mapping::trusted(extents, layout),
        Err(error) => unreachable!("these are extents of the source: {error}"),
    }
}

/// The layout of run-time strides.
#[cfg(feature = "alloc")]
pub(crate) type ByStrides = Strided<ModeArray<isize>>;

/// The steps along a mode that is a run-time number, and the mapping of the other modes.
#[cfg(feature = "alloc")]
#[allow(clippy::type_complexity, reason = "steps and a mapping")]
pub(crate) fn others_by<E: Extents, L: StridedLayout<E>>(
    mapping: &Mapping<E, L>,
    mode: usize,
) -> Result<(Steps, Mapping<DynRankExtents, ByStrides>), ShapeError> {
    let rank = mapping.extents().rank();
    if mode >= rank {
        return Err(ShapeError::ModeOutOfRange { mode, rank });
    }
    let strides = mapping.strides();
    let strides = strides.as_ref();
    let others = |k: &usize| *k != mode;
    let (extents, others): (ModeArray<usize>, ModeArray<isize>) =
        mapping.extents().with_slice(|extents| {
            let kept = |k: usize| Some((*extents.get(k)?, *strides.get(k)?));
            let kept: Vec<(usize, isize)> = (0..rank).filter(others).filter_map(kept).collect();
            (kept.iter().map(|kept| kept.0).collect(), kept.iter().map(|kept| kept.1).collect())
        });
    let count = mapping.extents().extent(mode)?;
    let stride = strides.get(mode).copied().unwrap_or(0);
    let begin = begin(mapping, &extents, &others, 0);
    let others = Mapping::trusted(DynRankExtents::new(&extents)?, Strided::new(others));
    Ok((Steps { begin, count, stride }, others))
}

/// The mapping of a lane along such a mode.
#[cfg(feature = "alloc")]
pub(crate) fn lane_by(steps: Steps) -> Result<Mapping<DynRankExtents, ByStrides>, ShapeError> {
    let extents = DynRankExtents::new(&[steps.count])?;
    Ok(Mapping::trusted(extents, Strided::new([steps.stride].into_iter().collect())))
}
