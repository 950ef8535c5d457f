//! Modes in another order or direction: [`Permute`], [`Transpose`], [`Reverse`].

use core::convert::Infallible;

use extents_static::__private::{
    Chain, Cons, Nil, Nth, Reversed, ToTuple, Tuple, assert_permutation_of,
};
use extents_static::names::{Names, Resolve};

use super::numbers::{self, ModeSink, Numbers};
use super::{ByName, List, Part, Rearrange, Seal, certain, modes, read, typed_part};
use crate::edit::{FoldedAt, ReplaceAt, Select};
use crate::layout::{
    ColMajor, MinorToMajor, ModeList, Padded, RowMajor, Strided, TrustedLayout, TypedLayout,
};
use crate::{
    Const, Mapping, ModeTuple, StaticExtents, StaticModes, Stride, StrideList, TypedExtents,
};

/// The operation that permutes the modes: mode `k` of the result is mode `P[k]` of the source.
/// [`modes!`](crate::modes!) writes `P`, or [`names!`](crate::names!) where modes have names.
///
/// A list that does not name each mode once is an error when it is compiled.
///
/// ```
/// use extents::rearrange::Permute;
/// use extents::{Mapping, extents, modes};
/// let Ok(part) = Mapping::new(extents![2, 3, 4]).rearrange(Permute(modes![2, 0, 1]));
/// assert_eq!(part.mapping().extents(), &extents![4, 2, 3]);
/// assert_eq!(part.mapping().strides(), [1, 12, 4]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Permute<P>(pub P);

/// The operation that reverses the order of the modes. Row-major becomes column-major, and vice versa.
///
/// ```
/// use extents::layout::ColMajor;
/// use extents::rearrange::Transpose;
/// use extents::{Mapping, extents};
/// let Ok(part) = Mapping::new(extents![2, 3]).rearrange(Transpose);
/// assert_eq!(part.into_parts(), (0, Mapping::<_, ColMajor>::of(extents![3, 2])));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Transpose;

/// The operation that reverses a mode, `Const<MODE>` or a number: its last entry comes first. The extents stay as they are.
///
/// ```
/// use extents::rearrange::Reverse;
/// use extents::{Const, Mapping, extents};
/// let Ok(part) = Mapping::new(extents![2, 3]).rearrange(Reverse(Const::<1>));
/// assert_eq!(part.mapping().strides(), [3, -1]);
/// assert_eq!(part.mapping().offset([0, 0]), Ok(2));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Reverse<M>(pub M);

/// A list that has a place for each of the modes `Modes`: numbers in its type, or names.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of modes in the type",
    label = "`modes![1, 0]` is one, and so is what `names!` makes",
    note = "numbers of run time are listed: `Permute([1, 0].listed())`, with `rearrange::List`"
)]
trait Order<Modes> {
    /// The places.
    type Places: StaticModes;
    /// Fails to compile where the names cannot be told apart.
    const CHECK: () = ();
}

macro_rules! places {
    ($rank:literal; $(($A:ident $B:ident $k:tt))*) => {
        impl<Modes, $($A),*> Order<Modes> for ($($A,)*)
        where
            Self: StaticModes,
        {
            type Places = Self;
        }
    };
}
extents_static::for_each_arity!(places);

impl<Modes, N, P: StaticModes> Order<Modes> for ByName<N>
where
    Names<N>: Resolve<Modes, Answer = P>,
{
    type Places = P;
    const CHECK: () = <Names<N> as Resolve<Modes>>::CHECK;
}

impl<E, L, O, P, T, S> Rearrange<E, L> for Permute<O>
where
    E: TypedExtents,
    L: TypedLayout<E>,
    O: List + Order<E::Modes, Places = P>,
    P: StaticModes,
    E::Modes: Select<P::List, Output: ToTuple<Tuple = T>> + FoldedAt<P::List>,
    T: ModeTuple,
    L::Strides: Select<P::List, Output: ToTuple<Tuple = S>>,
    S: StrideList,
{
    type Extents = StaticExtents<T>;
    type Layout = Strided<S>;
    type Error = Infallible;
    const KEEPS_ALL: bool = true;

    const CHECK: () = {
        let () = O::CHECK;
        assert_permutation_of(P::STATIC, E::STATIC_EXTENTS.len())
    };

    #[inline]
    fn rearrange(
        self,
        mapping: &Mapping<E, L>,
        _: Seal,
    ) -> Result<Part<Self::Extents, Self::Layout>, Infallible> {
        const { <Self as Rearrange<E, L>>::CHECK };
        certain(read(mapping, |extents, strides| {
            let order = P::EXTENTS;
            let numbers =
                Numbers::of(|to| numbers::permute((extents, strides), order.as_ref(), to))?;
            let layout = Strided::new(StrideList::from_strides(numbers.strides()));
            let moved = || Ok(Select::<P::List>::select(modes(mapping)).into_tuple());
            typed_part(mapping, &numbers, layout, moved)
        }))
    }
}

/// A layout for which there is a layout of the reversed modes.
trait TransposedLayout<E: TypedExtents>: TypedLayout<E> {
    type Output: Clone;
    fn transposed(&self, strides: &[isize]) -> Self::Output;
}

impl<E: TypedExtents> TransposedLayout<E> for RowMajor {
    type Output = ColMajor;
    #[inline]
    fn transposed(&self, _: &[isize]) -> ColMajor {
        ColMajor
    }
}

impl<E: TypedExtents> TransposedLayout<E> for ColMajor {
    type Output = RowMajor;
    #[inline]
    fn transposed(&self, _: &[isize]) -> RowMajor {
        RowMajor
    }
}

macro_rules! transposed_padded {
    ($($L:ident to $M:ident),*) => {$(
        impl<E: TypedExtents, P: Stride> TransposedLayout<E> for Padded<$L, P> {
            type Output = Padded<$M, P>;
            #[inline]
            fn transposed(&self, _: &[isize]) -> Padded<$M, P> {
                self.in_order($M)
            }
        }
    )*};
}
transposed_padded!(RowMajor to ColMajor, ColMajor to RowMajor);

/// The list of the strides of a layout.
type StrideListOf<E, L> = <<L as TypedLayout<E>>::Strides as Tuple>::List;

macro_rules! transposed_strides {
    ($($Layout:ident<$S:ident: $Bound:path>),*) => {$(
        impl<E, $S> TransposedLayout<E> for $Layout<$S>
        where
            E: TypedExtents,
            $S: $Bound,
            Self: TypedLayout<E>,
            StrideListOf<E, Self>: Chain<ReversedOnto<Nil>: ToTuple<Tuple: StrideList>>,
        {
            type Output = Strided<<Reversed<StrideListOf<E, Self>> as ToTuple>::Tuple>;
            #[inline]
            fn transposed(&self, strides: &[isize]) -> Self::Output {
                Strided::new(StrideList::from_strides(strides))
            }
        }
    )*};
}
transposed_strides!(Strided<S: StrideList>, MinorToMajor<P: ModeList>);

impl<E, L, M> Rearrange<E, L> for Transpose
where
    E: TypedExtents,
    L: TransposedLayout<E, Output = M>,
    <E::Modes as Tuple>::List: Chain<ReversedOnto<Nil>: ToTuple<Tuple: ModeTuple>>,
    M: TrustedLayout<StaticExtents<<Reversed<<E::Modes as Tuple>::List> as ToTuple>::Tuple>>,
{
    type Extents = StaticExtents<<Reversed<<E::Modes as Tuple>::List> as ToTuple>::Tuple>;
    type Layout = M;
    type Error = Infallible;
    const KEEPS_ALL: bool = true;

    #[inline]
    fn rearrange(
        self,
        mapping: &Mapping<E, L>,
        _: Seal,
    ) -> Result<Part<Self::Extents, Self::Layout>, Infallible> {
        certain(read(mapping, |extents, strides| {
            let numbers = Numbers::of(|to| Ok(numbers::transpose((extents, strides), to)))?;
            let layout = mapping.layout().transposed(numbers.strides());
            let moved = || Ok(modes(mapping).into_list().reversed_onto(Nil).into_tuple());
            typed_part(mapping, &numbers, layout, moved)
        }))
    }
}

impl<E, L, S, T, const MODE: usize> Rearrange<E, L> for Reverse<Const<MODE>>
where
    E: TypedExtents,
    L: TypedLayout<E>,
    E::Modes: Nth<MODE>,
    L::Strides: Nth<MODE, Item = S> + ReplaceAt<MODE, Cons<S::Negated, Nil>, Output = T>,
    S: Stride,
    T: StrideList,
{
    type Extents = StaticExtents<E::Modes>;
    type Layout = Strided<T>;
    type Error = Infallible;
    const KEEPS_ALL: bool = true;

    #[inline]
    fn rearrange(
        self,
        mapping: &Mapping<E, L>,
        _: Seal,
    ) -> Result<Part<Self::Extents, Self::Layout>, Infallible> {
        let mut reversed = mapping.strides();
        certain(mapping.extents().with_slice(|extents| {
            let distance = numbers::reverse(extents, reversed.as_mut(), MODE)?;
            let numbers = Numbers::of(|to| {
                numbers::modes(extents, reversed.as_ref())
                    .for_each(|(n, stride)| to.push(n, stride));
                Ok(distance)
            })?;
            let layout = Strided::new(StrideList::from_strides(numbers.strides()));
            typed_part(mapping, &numbers, layout, || Ok(modes(mapping)))
        }))
    }
}
