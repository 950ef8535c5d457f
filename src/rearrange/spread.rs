//! Elements at several indices, or at two coordinates at once: [`Broadcast`], [`Diagonal`].

use extents_static::__private::{Certainty, Cons, Nil, Nth, NthOf, refuse};

use super::numbers::{self, ModeSink, Numbers};
use super::reshape::{UnitMode, assert_unit};
use super::{Part, Rearrange, Seal, modes, read, typed_part};
use crate::edit::ReplaceAt;
use crate::error::Place;
use crate::layout::{Strided, TypedLayout};
use crate::{
    Const, Mapping, Mode, ModeTuple, ShapeError, StaticExtents, Stride, StrideList, TypedExtents,
    UnitesWith,
};

/// The operation that repeats mode `MODE`, whose extent must be 1: all entries are the same element.
///
/// ```
/// use extents::rearrange::Broadcast;
/// use extents::{Const, Mapping, extents};
/// let Ok(part) = Mapping::new(extents![3, 1]).rearrange(Broadcast(Const::<1>, Const::<4>));
/// assert_eq!(part.mapping().extents(), &extents![3, 4]);
/// assert_eq!(part.mapping().strides(), [1, 0]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Broadcast<M, X>(pub M, pub X);

/// The operation that takes a diagonal: the elements with equal coordinates in modes `FIRST` and `SECOND`, as one mode
/// at the position of the first.
///
/// ```
/// use extents::rearrange::Diagonal;
/// use extents::{Const, Mapping, extents};
/// let Ok(part) = Mapping::new(extents![3, 3]).rearrange(Diagonal(Const::<0>, Const::<1>));
/// assert_eq!(part.mapping().strides(), [4]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Diagonal<M, N>(pub M, pub N);

/// A list of one.
type One<X> = Cons<X, Nil>;

impl<E, L, X, T, S, const MODE: usize> Rearrange<E, L> for Broadcast<Const<MODE>, X>
where
    E: TypedExtents,
    L: TypedLayout<E>,
    X: Mode,
    E::Modes: Nth<MODE, Item: UnitMode<MODE>> + ReplaceAt<MODE, One<X>, Output = T>,
    T: ModeTuple,
    L::Strides: ReplaceAt<MODE, One<Const<0>>, Output = S>,
    S: StrideList,
{
    type Extents = StaticExtents<T>;
    type Layout = Strided<S>;
    type Error = <<E::Certainty as Certainty>::And<X::Certainty> as Certainty>::Error;

    const KEEPS_UNIQUE: bool = false;

    const CHECK: () = assert_unit(MODE, <NthOf<E::Modes, MODE> as Mode>::EXTENT);

    #[inline]
    fn rearrange(
        self,
        mapping: &Mapping<E, L>,
        _: Seal,
    ) -> Result<Part<Self::Extents, Self::Layout>, Self::Error> {
        let part = read(mapping, |extents, strides| {
            let entries = self.1.extent();
            let numbers =
                Numbers::of(|to| numbers::broadcast((extents, strides), MODE, entries, to))?;
            let layout = Strided::new(StrideList::from_strides(numbers.strides()));
            let moved = || Ok(modes(mapping).replace(Cons(self.1, Nil)));
            typed_part(mapping, &numbers, layout, moved)
        });
        <E::Certainty as Certainty>::And::<X::Certainty>::settle(part)
    }
}

/// Two modes that have a diagonal.
#[diagnostic::on_unimplemented(
    message = "modes {FIRST} and {SECOND} have no diagonal: their extents are `{Self}` and `{M}`",
    label = "a diagonal needs equal extents"
)]
trait DiagonalWith<M, const FIRST: usize, const SECOND: usize>: Mode {
    /// The mode of the diagonal.
    type Output: Mode;
    /// Returns the mode, where the extents are equal.
    fn diagonal(self, other: M) -> Result<Self::Output, ShapeError>;
}
// As extents that meet: the modes of the diagonal are those of both.
#[diagnostic::do_not_recommend]
impl<M: Mode, N: Mode, X: Mode, const FIRST: usize, const SECOND: usize>
    DiagonalWith<N, FIRST, SECOND> for M
where
    StaticExtents<(M,)>: UnitesWith<StaticExtents<(N,)>, United = StaticExtents<(X,)>>,
{
    type Output = X;
    #[inline]
    fn diagonal(self, other: N) -> Result<X, ShapeError> {
        let (one, other) =
            (StaticExtents::from_modes((self,))?, StaticExtents::from_modes((other,))?);
        Ok(one.unite(&other)?.modes().0)
    }
}

/// The stride of a diagonal.
type DiagonalStride<S, const FIRST: usize, const SECOND: usize> =
    <NthOf<S, FIRST> as Stride>::Sum<NthOf<S, SECOND>>;

/// Whether both modes of a diagonal are in the types.
type DiagonalCertainty<T, const FIRST: usize, const SECOND: usize> =
    <<NthOf<T, FIRST> as Mode>::Certainty as Certainty>::And<<NthOf<T, SECOND> as Mode>::Certainty>;

impl<E, L, X, T, S, const FIRST: usize, const SECOND: usize> Rearrange<E, L>
    for Diagonal<Const<FIRST>, Const<SECOND>>
where
    E: TypedExtents,
    L: TypedLayout<E>,
    E::Modes: Nth<FIRST, Item: Mode> + Nth<SECOND, Item: Mode>,
    NthOf<E::Modes, FIRST>: DiagonalWith<NthOf<E::Modes, SECOND>, FIRST, SECOND, Output = X>,
    L::Strides: Nth<FIRST, Item: Stride> + Nth<SECOND, Item: Stride>,
    E::Modes: ReplaceAt<FIRST, One<X>, Output: ReplaceAt<SECOND, Nil, Output = T>>,
    T: ModeTuple,
    L::Strides: ReplaceAt<
            FIRST,
            One<DiagonalStride<L::Strides, FIRST, SECOND>>,
            Output: ReplaceAt<SECOND, Nil, Output = S>,
        >,
    S: StrideList,
{
    type Extents = StaticExtents<T>;
    type Layout = Strided<S>;
    type Error = <DiagonalCertainty<E::Modes, FIRST, SECOND> as Certainty>::Error;

    const CHECK: () = {
        if FIRST == SECOND {
            refuse(ShapeError::Repeated { place: Place::Diagonal(FIRST, SECOND) })
        }
        if let (Some(expected), Some(found)) =
            (<NthOf<E::Modes, FIRST> as Mode>::EXTENT, <NthOf<E::Modes, SECOND> as Mode>::EXTENT)
            && expected != found
        {
            let place = Place::Diagonal(FIRST, SECOND);
            refuse(ShapeError::ExtentMismatch { place, expected, found });
        }
    };

    #[inline]
    fn rearrange(
        self,
        mapping: &Mapping<E, L>,
        _: Seal,
    ) -> Result<Part<Self::Extents, Self::Layout>, Self::Error> {
        let part = read(mapping, |extents, strides| {
            let numbers =
                Numbers::of(|to| numbers::diagonal((extents, strides), FIRST, SECOND, to))?;
            let layout = Strided::new(StrideList::from_strides(numbers.strides()));
            let moved = || {
                let (_, first, _) = Nth::<FIRST>::parts(modes(mapping));
                let (_, second, _) = Nth::<SECOND>::parts(modes(mapping));
                let both = Cons(first.diagonal(second)?, Nil);
                let replaced = ReplaceAt::<FIRST, One<X>>::replace(modes(mapping), both);
                Ok(ReplaceAt::<SECOND, Nil>::replace(replaced, Nil))
            };
            typed_part(mapping, &numbers, layout, moved)
        });
        DiagonalCertainty::<E::Modes, FIRST, SECOND>::settle(part)
    }
}
