//! What views along a mode consist of: the mapping of one entry, of one lane, of one chunk, and the steps to the next.

use core::convert::Infallible;
use core::fmt::Debug;

use extents_static::__private::{Certainty, Cons, Nil, Nth, NthOf};
use extents_static::names::{Names, Resolve};
use extents_static::slice::{At, Range, SliceTuple};

#[cfg(feature = "alloc")]
use super::by_value::{Any, Counted, OpenedModes, ResultModes};
use super::numbers::{ModeSink, Numbers, nth};
use super::slice::SliceLayout;
use super::{Outcome, Seal, begin, certain, modes, read, typed_extents};
use crate::edit::ReplaceAt;
use crate::layout::sliced::{Drop, Keep};
use crate::layout::{Layout, Strided, StridedLayout, TrustedLayout, TypedLayout};
use crate::{
    Const, Dyn, Extents, Mapping, Mode, ModeTuple, ShapeError, StaticExtents, Stride, StrideList,
    TypedExtents,
};
#[cfg(feature = "alloc")]
use crate::{DynExtents, DynRankExtents};

/// Equal steps along a mode: where the first one begins, how many there are, and how far each is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steps {
    pub(crate) begin: usize,
    pub(crate) count: usize,
    pub(crate) stride: isize,
}

/// The parts that [`View::along`](crate::View::along) iterates over: the entries of a mode, [`Const<MODE>`](Const) or a
/// number, each without that mode.
#[derive(Clone, Copy, Debug)]
pub struct Entry<M>(pub M);

/// The parts that [`View::lanes`](crate::View::lanes) iterates over: the lanes along a mode, [`Const<MODE>`](Const) or
/// a number, each of that mode alone.
#[derive(Clone, Copy, Debug)]
pub struct Lane<M>(pub M);

/// The places of the lanes along a mode, [`Const<MODE>`](Const) or a number: the other modes, by their strides.
#[derive(Clone, Copy, Debug)]
pub struct Across<M>(pub M);

/// The parts that [`View::chunks`](crate::View::chunks) iterates over: the chunks along a mode, [`Const<MODE>`](Const)
/// or a number, each of extent `X` there ([`Const<N>`](Const) or [`Dyn`]).
#[derive(Clone, Copy, Debug)]
pub struct Chunk<M, X>(pub M, pub X);

/// The parts of extents `E` in a layout `L` along a mode: [`Entry`], [`Lane`], [`Across`] or [`Chunk`] of an existing
/// mode.
///
/// The bound that generic code states. Only this crate implements it.
///
/// ```
/// use extents::layout::TrustedLayout;
/// use extents::rearrange::{Along, Entry};
/// use extents::{Const, Extents, View, extents};
/// use std::convert::Infallible;
/// fn entries<E: Extents, L: TrustedLayout<E>>(view: &View<'_, i32, E, L>) -> Vec<i32>
/// where
///     Entry<Const<0>>: Along<E, L, Error = Infallible>,
/// {
///     view.along(Const::<0>).map(|entry| entry.sum()).collect()
/// }
/// let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6])?;
/// assert_eq!(entries(&view), [6, 15]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a part along a mode of extents `{E}` in layout `{L}`",
    label = "a mode is `Const::<MODE>`, `names![Time]` or a number",
    note = "`Const::<MODE>` needs extents whose rank is in the type, a number any extents; both need a layout with strides"
)]
pub trait Along<E: Extents, L: Layout<E>>: Copy {
    /// The extents of a part.
    type Extents: Extents;
    /// The layout of a part.
    type Layout: TrustedLayout<Self::Extents>;
    /// The error: `Infallible` where the types know that the parts exist, else [`ShapeError`].
    type Error: Outcome;
    /// The mode, where it is a type.
    #[doc(hidden)]
    const MODE: usize = 0;
    /// Returns the mode.
    #[doc(hidden)]
    fn mode(self) -> usize {
        Self::MODE
    }
    /// What the types know of the extents.
    #[doc(hidden)]
    const EXTENTS: &'static [Option<usize>] = &[None];
    /// The extent of a part along the mode, where that is to be checked by the compiler.
    #[doc(hidden)]
    const CHUNK: Option<usize> = None;
    /// Returns the steps from entry to entry of the mode, and the mapping of one part. It is used only if there is such
    /// a part.
    ///
    /// # Errors
    /// Where there is no such mode.
    #[doc(hidden)]
    #[allow(
        private_interfaces,
        clippy::type_complexity,
        reason = "for this crate; steps and a mapping"
    )]
    fn parts(
        self,
        mapping: &Mapping<E, L>,
        _: Seal,
    ) -> Result<(Steps, Mapping<Self::Extents, Self::Layout>), ShapeError>;
    /// Narrows an error to what the types leave open.
    #[doc(hidden)]
    fn settle<R>(result: Result<R, ShapeError>) -> Result<R, Self::Error>;
}

/// Whether the types know all of a chunk of extent `X` along a mode of modes `M`.
type ChunkCertainty<M, X, const MODE: usize> =
    <<NthOf<M, MODE> as Mode>::Certainty as Certainty>::And<<X as Mode>::Certainty>;

/// Implements parts along a mode `$Mode`: one of this place, or of this name.
macro_rules! along {
    ([$($N:ident)?] $Mode:ty) => {
        impl<E, L, S, T, U, P, $($N,)? const MODE: usize> Along<E, L> for Entry<$Mode>
        where
            E: TypedExtents,
            $(Names<($N,)>: Resolve<E::Modes, Answer = (Const<MODE>,)>,)?
            E::Modes: ReplaceAt<MODE, Nil, Output = T>,
            T: ModeTuple,
            L: TypedLayout<E>,
            L::Strides: ReplaceAt<MODE, Nil, Output = U>,
            U: StrideList,
            <E::Modes as ModeTuple>::Whole: ReplaceAt<MODE, Cons<At<Dyn>, Nil>, Output = S>,
            S: SliceTuple,
            L: SliceLayout<E, S, Drop, U, Layout = P>,
            P: TrustedLayout<StaticExtents<T>>,
        {
            type Extents = StaticExtents<T>;
            type Layout = P;
            type Error = Infallible;
            const MODE: usize = MODE;

            #[inline]
            #[allow(private_interfaces, reason = "for this crate")]
            fn parts(
                self,
                mapping: &Mapping<E, L>,
                _: Seal,
            ) -> Result<(Steps, Mapping<Self::Extents, Self::Layout>), ShapeError> {
                $(const { <Names<($N,)> as Resolve<E::Modes>>::CHECK };)?
                let without = |mode, extent| (mode != MODE).then_some(extent);
                let (steps, numbers) = steps(mapping, MODE, Numbers::none(), without)?;
                let layout = L::sliced(numbers.strides());
                Ok((steps, part::<T, _>(&numbers, layout, || Ok(ReplaceAt::<MODE, Nil>::replace(modes(mapping), Nil)))?))
            }

            #[inline]
            fn settle<R>(result: Result<R, ShapeError>) -> Result<R, Infallible> {
                certain(result)
            }
        }

        impl<E, L, M, S, $($N,)? const MODE: usize> Along<E, L> for Lane<$Mode>
        where
            E: TypedExtents,
            $(Names<($N,)>: Resolve<E::Modes, Answer = (Const<MODE>,)>,)?
            E::Modes: Nth<MODE, Item = M>,
            M: Mode,
            L: TypedLayout<E>,
            L::Strides: Nth<MODE, Item = S>,
            S: Stride,
        {
            type Extents = StaticExtents<(M,)>;
            type Layout = Strided<(S,)>;
            type Error = Infallible;
            const MODE: usize = MODE;

            #[inline]
            #[allow(private_interfaces, reason = "for this crate")]
            fn parts(
                self,
                mapping: &Mapping<E, L>,
                _: Seal,
            ) -> Result<(Steps, Mapping<Self::Extents, Self::Layout>), ShapeError> {
                $(const { <Names<($N,)> as Resolve<E::Modes>>::CHECK };)?
                let alone = |mode, extent| (mode == MODE).then_some(extent);
                let (steps, numbers) = steps(mapping, MODE, Numbers::none(), alone)?;
                let layout = Strided::new((S::from_stride(steps.stride),));
                Ok((steps, part(&numbers, layout, || Ok((Nth::<MODE>::parts(modes(mapping)).1,)))?))
            }

            #[inline]
            fn settle<R>(result: Result<R, ShapeError>) -> Result<R, Infallible> {
                certain(result)
            }
        }

        impl<E, L, T, U, $($N,)? const MODE: usize> Along<E, L> for Across<$Mode>
        where
            E: TypedExtents,
            $(Names<($N,)>: Resolve<E::Modes, Answer = (Const<MODE>,)>,)?
            E::Modes: ReplaceAt<MODE, Nil, Output = T>,
            T: ModeTuple,
            L: TypedLayout<E>,
            L::Strides: ReplaceAt<MODE, Nil, Output = U>,
            U: StrideList,
        {
            type Extents = StaticExtents<T>;
            type Layout = Strided<U>;
            type Error = Infallible;
            const MODE: usize = MODE;

            #[inline]
            #[allow(private_interfaces, reason = "for this crate")]
            fn parts(
                self,
                mapping: &Mapping<E, L>,
                _: Seal,
            ) -> Result<(Steps, Mapping<Self::Extents, Self::Layout>), ShapeError> {
                $(const { <Names<($N,)> as Resolve<E::Modes>>::CHECK };)?
                let without = |mode, extent| (mode != MODE).then_some(extent);
                let (steps, numbers) = steps(mapping, MODE, Numbers::none(), without)?;
                let layout = Strided::new(U::from_strides(numbers.strides()));
                Ok((steps, part(&numbers, layout, || Ok(ReplaceAt::<MODE, Nil>::replace(modes(mapping), Nil)))?))
            }

            #[inline]
            fn settle<R>(result: Result<R, ShapeError>) -> Result<R, Infallible> {
                certain(result)
            }
        }

        impl<E, L, S, T, X, P, $($N,)? const MODE: usize> Along<E, L> for Chunk<$Mode, X>
        where
            E: TypedExtents,
            $(Names<($N,)>: Resolve<E::Modes, Answer = (Const<MODE>,)>,)?
            E::Modes: ReplaceAt<MODE, Cons<X, Nil>, Output = T> + Nth<MODE, Item: Mode>,
            T: ModeTuple,
            X: Mode,
            L: TypedLayout<E>,
            <E::Modes as ModeTuple>::Whole: ReplaceAt<MODE, Cons<Range<Dyn, X>, Nil>, Output = S>,
            S: SliceTuple,
            L: SliceLayout<E, S, Keep, <L as TypedLayout<E>>::Strides, Layout = P>,
            P: TrustedLayout<StaticExtents<T>>,
        {
            type Extents = StaticExtents<T>;
            type Layout = P;
            type Error = <ChunkCertainty<E::Modes, X, MODE> as Certainty>::Error;
            const MODE: usize = MODE;
            const EXTENTS: &'static [Option<usize>] = E::STATIC_EXTENTS;
            const CHUNK: Option<usize> = X::EXTENT;

            #[inline]
            #[allow(private_interfaces, reason = "for this crate")]
            fn parts(
                self,
                mapping: &Mapping<E, L>,
                _: Seal,
            ) -> Result<(Steps, Mapping<Self::Extents, Self::Layout>), ShapeError> {
                $(const { <Names<($N,)> as Resolve<E::Modes>>::CHECK };)?
                let of = |mode, extent| Some(if mode == MODE { self.1.extent() } else { extent });
                let (steps, numbers) = steps(mapping, MODE, Numbers::none(), of)?;
                let layout = L::sliced(numbers.strides());
                Ok((steps, part(&numbers, layout, || Ok(ReplaceAt::<MODE, Cons<X, Nil>>::replace(modes(mapping), Cons(self.1, Nil))))?))
            }

            #[inline]
            fn settle<R>(result: Result<R, ShapeError>) -> Result<R, Self::Error> {
                <ChunkCertainty<E::Modes, X, MODE> as Certainty>::settle(result)
            }
        }
    };
}
along!([] Const<MODE>);
along!([N] Names<(N,)>);

/// The steps along a mode, and the modes `to` of a part, which has of each mode what `kept` makes of its number and
/// extent.
#[inline]
fn steps<E, L, M>(
    mapping: &Mapping<E, L>,
    mode: usize,
    mut to: M,
    mut kept: impl FnMut(usize, usize) -> Option<usize>,
) -> Result<(Steps, M), ShapeError>
where
    E: Extents,
    L: StridedLayout<E>,
    M: ModeSink,
{
    read(mapping, |extents, strides| {
        let (count, stride) = nth(extents, strides, mode)?;
        for (other, (extent, stride)) in extents.iter().zip(strides).enumerate() {
            if let Some(extent) = kept(other, *extent) {
                to.push(extent, *stride);
            }
        }
        let begin = begin(mapping, to.extents(), to.strides(), 0);
        Ok((Steps { begin, count, stride }, to))
    })
}

/// The mapping of a part.
#[inline]
fn part<T: ModeTuple, M: TrustedLayout<StaticExtents<T>>>(
    numbers: &Numbers,
    layout: M,
    modes: impl FnOnce() -> Result<T, ShapeError>,
) -> Result<Mapping<StaticExtents<T>, M>, ShapeError> {
    Ok(Mapping::trusted(typed_extents(numbers.extents(), modes)?, layout))
}

/// Implements parts along a mode that is a run-time number: with what takes the modes of a part, and what they keep of each mode.
#[cfg(feature = "alloc")]
macro_rules! along_number {
    ($([$($X:ident)?] $Part:ty as $Modes:ty => $Extents:ty: |$this:ident, $mode:ident, $extent:ident| $kept:expr;)*) => {$(
        impl<E, L, $($X: Mode)?> Along<E, L> for $Part
        where
            E: Extents,
            L: TrustedLayout<E> + StridedLayout<E>,
        {
            type Extents = $Extents;
            type Layout = Strided<<$Extents as Extents>::Strides>;
            type Error = ShapeError;

            #[inline]
            fn mode(self) -> usize {
                self.0
            }

            #[allow(private_interfaces, reason = "for this crate")]
            fn parts(
                self,
                mapping: &Mapping<E, L>,
                _: Seal,
            ) -> Result<(Steps, Mapping<Self::Extents, Self::Layout>), ShapeError> {
                let $this = self;
                if mapping.extents().is_null() {
                    return Err(ShapeError::Null);
                }
                let (steps, modes) =
                    steps(mapping, $this.0, <$Modes>::none(), |$mode, $extent| $kept)?;
                let (extents, strides) = modes.mapped()?;
                Ok((steps, Mapping::trusted(extents, Strided::new(strides))))
            }

            #[inline]
            fn settle<R>(result: Result<R, ShapeError>) -> Result<R, ShapeError> {
                result
            }
        }
    )*};
}

#[cfg(feature = "alloc")]
along_number! {
    [] Entry<usize> as Any => DynRankExtents: |this, mode, extent| (mode != this.0).then_some(extent);
    [] Across<usize> as Any => DynRankExtents: |this, mode, extent| (mode != this.0).then_some(extent);
    [] Lane<usize> as Counted<1> => DynExtents<1>: |this, mode, extent| (mode == this.0).then_some(extent);
    [X] Chunk<usize, X> as OpenedModes<E> => E::Opened: |this, mode, extent| {
        Some(if mode == this.0 { this.1.extent() } else { extent })
    };
}

/// A number of entries, whose type determines what the types of parts know: [`Const<N>`](Const), or a run-time number.
/// Where a mode splits after them, `Rest` is the mode of what follows: any after `Const<N>`, [`Dyn`] after a run-time number.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a mode or a number of entries here: write `Const::<N>` or, for run-time extents, a `usize`",
    label = "expected `Const::<N>`, or a `usize` where no type of the result is stated",
    note = "the mode of a name: `let (time,) = x.places(names![Time]);`, and then `time`",
    note = "each call of `pad`, `roll`, `take`, `concat` and the like works along one mode: for two modes, `x.pad(0, (1, 1), ..)?.pad(1, (2, 2), ..)?`"
)]
#[doc(hidden)]
pub trait EntryCount<Rest: Mode = Dyn>: Copy {
    /// The mode of this number of entries.
    type Mode: Mode;
    /// A mode that a type knows where this number of a mode does: `X`, or `()` of a run-time number.
    #[doc(hidden)]
    type Stated<X>;
    /// Returns that mode.
    fn mode(self) -> Self::Mode;
}

impl EntryCount for usize {
    type Mode = Dyn;
    type Stated<X> = ();
    #[inline]
    fn mode(self) -> Dyn {
        Dyn::new(self)
    }
}

impl<const N: usize, Rest: Mode> EntryCount<Rest> for Const<N> {
    type Mode = Self;
    type Stated<X> = X;
    #[inline]
    fn mode(self) -> Self {
        self
    }
}
