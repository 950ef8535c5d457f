//! [`Sliced`] and [`Chip`]: slices whose entries are types.

use core::convert::Infallible;

use extents_static::__private::{Certainty, Cons, Nil, ToTuple, Tuple};
use extents_static::names::{Names, Resolve};
use extents_static::slice::{
    Kept, NamedEntries, SliceCheck, SliceEntry, SliceTuple, SlicedBy, assert_chips,
};

use super::numbers::{self, ModeSink, Numbers};
use super::{List, Part, PartOf, Rearrange, Seal, modes, read, typed_part};
use crate::edit::{FoldedAt, ReplaceAt};
use crate::layout::sliced::{Drop, FastestFirst, Keep, Moves, State};
use crate::layout::{Canonical, Layout, RowMajor, TrustedLayout, TypedLayout};
use crate::{
    Const, Extents, Mapping, ModeTuple, ShapeError, StaticExtents, StaticModes, StrideList,
    TypedExtents,
};

/// The operation that slices and keeps every mode.
///
/// ```
/// use extents::rearrange::Sliced;
/// use extents::{Mapping, extents, slice};
/// let Ok(part) = Mapping::new(extents![4, 6]).rearrange(Sliced(slice![2, ..]));
/// assert_eq!(part.mapping().extents(), &extents![1, 6]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Sliced<S>(pub S);

/// The operation that slices and drops the modes that have an index.
///
/// ```
/// use extents::rearrange::Chip;
/// use extents::{Mapping, extents, slice};
/// let Ok(part) = Mapping::new(extents![4, 6]).rearrange(Chip(slice![2, ..]));
/// assert_eq!(part.mapping().extents(), &extents![6]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Chip<S>(pub S);

/// A list of entries that nobody has. There are slices by it of everything, and of two kinds, so that the compiler looks at
/// the list that is given before it looks for the method: then it says what the layout lacks, and not that there is no
/// such method.
#[derive(Clone, Copy, Debug)]
pub enum NoEntries {}
/// Another one.
#[derive(Clone, Copy, Debug)]
pub enum NoOtherEntries {}

macro_rules! sliced_by_nothing {
    ($($Operation:ident $List:ident;)*) => {$(
        impl<E: Extents, L: Layout<E>> Rearrange<E, L> for $Operation<$List> {
            type Extents = E;
            type Layout = RowMajor;
            type Error = Infallible;
            fn rearrange(self, _: &Mapping<E, L>, _: Seal) -> PartOf<E, L, Self> {
                match self.0 {}
            }
        }
    )*};
}
sliced_by_nothing! { Sliced NoEntries; Sliced NoOtherEntries; Chip NoEntries; Chip NoOtherEntries; }

/// A layout whose slices by the entries `S` have a layout, with the strides `T`.
pub(super) trait SliceLayout<E: TypedExtents, S, R, T: StrideList>: TypedLayout<E> {
    type Layout: Clone;
    /// The layout of the slice with these strides.
    fn sliced(strides: &[isize]) -> Self::Layout;
}

impl<E, L, S, R, T, O, Last> SliceLayout<E, S, R, T> for L
where
    E: TypedExtents,
    L: TypedLayout<E, Order = O>,
    O: Canonical + FastestFirst<<S as Tuple>::List> + FastestFirst<<E::Modes as Tuple>::List>,
    S: Tuple,
    T: StrideList,
    <O as FastestFirst<S::List>>::List:
        Moves<R, L::Start, <O as FastestFirst<<E::Modes as Tuple>::List>>::List, Last = Last>,
    Last: State,
{
    type Layout = Last::Layout<O, T>;

    #[inline]
    fn sliced(strides: &[isize]) -> Self::Layout {
        Last::layout::<O, T>(strides, second::<O>(strides))
    }
}

/// The stride of the second fastest mode, for a layout of this order.
#[inline]
fn second<L: Canonical>(strides: &[isize]) -> isize {
    let rank = strides.len();
    let second = match L::ORDER.fastest(rank) {
        Some(0) => 1,
        _ => rank.wrapping_sub(2),
    };
    strides.get(second).copied().unwrap_or(0)
}

/// A tuple of entries with those of the list `S` at the places `P`.
trait PutAt<P, S> {
    type Output;
}

impl<T> PutAt<Nil, Nil> for T {
    type Output = T;
}

impl<T, Ks, X, Xs, const K: usize> PutAt<Cons<Const<K>, Ks>, Cons<X, Xs>> for T
where
    T: ReplaceAt<K, Cons<X, Nil>, Output: PutAt<Ks, Xs>>,
{
    type Output = <T::Output as PutAt<Ks, Xs>>::Output;
}

/// Entries for the modes of these names, in an operation.
///
/// ```
/// use extents::rearrange::{List, Sliced};
/// use extents::{Mapping, dims, extents, slice};
/// dims! { Time }
/// let mapping = Mapping::new(extents![3, dyn Time = 4]?);
/// let part = mapping.rearrange(Sliced(slice![Time = 1..3].listed()))?;
/// assert_eq!(part.mapping().extents(), &extents![3, 2]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct EntriesByName<N, S>(NamedEntries<N, S>);

impl<N, S> List for NamedEntries<N, S> {
    type As = EntriesByName<N, S>;
    #[inline]
    fn listed(self) -> Self::As {
        EntriesByName(self)
    }
}

/// Entries for the modes `Modes`: one for each, or entries for those that have names.
trait Entries<Modes> {
    /// One entry for each mode.
    type Whole: SliceTuple;
    /// Fails to compile where the names cannot be told apart.
    const CHECK: () = ();
    /// Returns what is kept of each mode.
    fn kept(self, extents: &[usize]) -> Result<[Kept; 12], ShapeError>;
}

macro_rules! one_for_each {
    ($rank:literal; $(($A:ident $B:ident $k:tt))*) => {
        impl<Modes, $($A: SliceEntry),*> Entries<Modes> for ($($A,)*) {
            type Whole = Self;
            #[inline]
            fn kept(self, extents: &[usize]) -> Result<[Kept; 12], ShapeError> {
                SliceTuple::kept(self, extents)
            }
        }
    };
}
extents_static::for_each_arity!(one_for_each);

impl<Modes, N, S, P, W> Entries<Modes> for EntriesByName<N, S>
where
    Modes: ModeTuple<Whole: PutAt<P::List, S::List, Output = W>> + FoldedAt<P::List>,
    Names<N>: Resolve<Modes, Answer = P>,
    P: StaticModes,
    S: SliceTuple,
    W: SliceTuple,
{
    type Whole = W;
    const CHECK: () = <Names<N> as Resolve<Modes>>::CHECK;
    #[inline]
    fn kept(self, extents: &[usize]) -> Result<[Kept; 12], ShapeError> {
        self.0.1.kept_at(P::EXTENTS.as_ref(), extents)
    }
}

/// Implements an operation, of entries that are `W` where there is one for each mode.
macro_rules! slicing {
    (@moved Keep, $modes:expr, $sliced:ident, $E:ident $L:ident $W:ident) => { $sliced };
    (@moved Drop, $modes:expr, $sliced:ident, $E:ident $L:ident $W:ident) => {
        SlicedBy::<$W, <$L as TypedLayout<$E>>::Strides>::chipped($modes, $sliced).into_tuple()
    };
    ($Operation:ident, $Rule:ident, $drops:literal, $($sliced:tt)*) => {
        impl<E, L, N, W, T, U, C, M> Rearrange<E, L> for $Operation<N>
        where
            E: TypedExtents,
            L: TypedLayout<E>,
            N: List + Entries<E::Modes, Whole = W>,
            E::Modes: SlicedBy<W, <L as TypedLayout<E>>::Strides, Certainty = C, $($sliced)*>,
            W: SliceTuple,
            T: ModeTuple,
            U: StrideList,
            C: Certainty,
            L: SliceLayout<E, W, $Rule, U, Layout = M>,
            M: TrustedLayout<StaticExtents<T>>,
        {
            type Extents = StaticExtents<T>;
            type Layout = M;
            type Error = C::Error;

            const CHECK: () = {
                    let () = N::CHECK;
                    let () = SliceCheck::<E, W>::CHECK;
                    if $drops {
                        assert_chips(W::KNOWN);
                    }
                };

            #[inline]
            fn rearrange(
                self,
                mapping: &Mapping<E, L>,
                _: Seal,
            ) -> Result<Part<Self::Extents, Self::Layout>, Self::Error> {
                const { <Self as Rearrange<E, L>>::CHECK };
                let part = read(mapping, |extents, strides| {
                    let kept = self.0.kept(extents)?;
                    let kept = kept.get(..extents.len()).unwrap_or(&kept);
                    let numbers = Numbers::of(|to| {
                        Ok(numbers::slice((extents, strides), kept, $drops, to))
                    })?;
                    let layout =
                        <L as SliceLayout<E, W, $Rule, U>>::sliced(numbers.strides());
                    let moved = || {
                        let counts: [usize; 12] =
                            core::array::from_fn(|mode| kept.get(mode).map_or(0, |kept| kept.count));
                        let sliced = SlicedBy::<W, <L as TypedLayout<E>>::Strides>::sliced(
                            modes(mapping),
                            &counts,
                        )?;
                        Ok(slicing!(@moved $Rule, modes(mapping), sliced, E L W))
                    };
                    let mut part = typed_part(mapping, &numbers, layout, moved)?;
                    if numbers::is_past_the_end(extents, kept) {
                        part.offset = mapping.required_span_size();
                    }
                    Ok(part)
                });
                C::settle(part)
            }
        }
    };
}

slicing!(Sliced, Keep, false, Modes = T, Strides = U);
slicing!(Chip, Drop, true, Chipped: ToTuple<Tuple = T>, ChippedStrides: ToTuple<Tuple = U>);
