//! Which layouts convert into which: the two tables.

use super::few::{FewModes, MaybeFewModes};
use super::weaken::{PaddingFor, StrideWeakensTo, StridesFrom};
use super::{ComesFrom, FromStrides, MayComeFrom};
use crate::layout::{Canonical, ColMajor, MinorToMajor, ModeList, Padded, RowMajor, Strided};
use crate::{Extents, ShapeError, Stride, StrideList};

// --- What may hold ---

/// Pairs whose target is made from the strides of the source.
macro_rules! may_become {
    ($([$($generics:tt)*] $from:ty => $to:ty $(, $bound:ty: $trait:path)*;)*) => {$(
        impl<F: Extents, $($generics)*> MayComeFrom<$from, F> for $to
        where
            $($bound: $trait,)*
        {
            const IS_OPEN: bool = <$to as FromStrides<F>>::IS_OPEN;
            #[inline]
            fn candidate(_: &$from, extents: &F, strides: &[isize]) -> Result<Self, ShapeError> {
                <$to>::from_strides(extents, strides)
            }
        }
    )*};
}

may_become! {
    [] RowMajor => RowMajor;
    [] ColMajor => ColMajor;
    [] RowMajor => ColMajor, F: MaybeFewModes<RowMajor, ColMajor>;
    [] ColMajor => RowMajor, F: MaybeFewModes<ColMajor, RowMajor>;
    [P: Stride] RowMajor => Padded<RowMajor, P>;
    [P: Stride] ColMajor => Padded<ColMajor, P>;
    [P: Stride] RowMajor => Padded<ColMajor, P>, F: MaybeFewModes<RowMajor, Padded<ColMajor, P>>;
    [P: Stride] ColMajor => Padded<RowMajor, P>, F: MaybeFewModes<ColMajor, Padded<RowMajor, P>>;
    [L: Canonical, P: Stride] Padded<L, P> => L;
    [L: Canonical, S: StrideList] L => Strided<S>;
    [L: Canonical, P: Stride, S: StrideList] Padded<L, P> => Strided<S>;
    [P: ModeList, S: StrideList] MinorToMajor<P> => Strided<S>;
    [L: Canonical, P: ModeList] L => MinorToMajor<P>;
    [L: Canonical, P: ModeList, Q: Stride] Padded<L, Q> => MinorToMajor<P>;
    [L: Canonical, P: ModeList] MinorToMajor<P> => L;
    [L: Canonical, P: ModeList, Q: Stride] MinorToMajor<P> => Padded<L, Q>;
    [S: StrideList, M: FromStrides<F>] Strided<S> => M;
}

/// Keeps the padding, which may be another than the room that it makes.
macro_rules! keeps_the_padding {
    ($([$($generics:tt)*] $from:ty => $to:ty $(, $bound:ty: $trait:path)*;)*) => {$(
        impl<F: Extents, P: Stride, Q: Stride, $($generics)*> MayComeFrom<$from, F> for $to
        where
            $($bound: $trait,)*
        {
            #[inline]
            fn candidate(from: &$from, _: &F, _: &[isize]) -> Result<Self, ShapeError> {
                Ok(Padded::of(Q::from_stride(from.padding().cast_signed())))
            }
        }
    )*};
}

keeps_the_padding! {
    [L: Canonical] Padded<L, P> => Padded<L, Q>;
    [] Padded<RowMajor, P> => Padded<ColMajor, Q>,
        F: MaybeFewModes<Padded<RowMajor, P>, Padded<ColMajor, Q>>;
    [] Padded<ColMajor, P> => Padded<RowMajor, Q>,
        F: MaybeFewModes<Padded<ColMajor, P>, Padded<RowMajor, Q>>;
}

/// Keeps the list, where the target leaves it open.
impl<F: Extents, P: ModeList, Q: ModeList> MayComeFrom<MinorToMajor<P>, F> for MinorToMajor<Q> {
    #[inline]
    fn candidate(from: &MinorToMajor<P>, extents: &F, _: &[isize]) -> Result<Self, ShapeError> {
        let modes = from.list().with_modes(|from| {
            let () = Q::CHECK;
            Q::build(extents.rank(), |to| {
                for (to, from) in to.iter_mut().zip(from) {
                    *to = *from;
                }
            })
        });
        modes.map(MinorToMajor::new)
    }
}

// --- What cannot fail ---

macro_rules! becomes {
    ($([$($generics:tt)*] $from:ty => $to:ty $(, $bound:ty: $trait:path)*;)*) => {$(
        impl<F: Extents, $($generics)*> ComesFrom<$from, F> for $to
        where
            $($bound: $trait,)*
        {
        }
    )*};
}

becomes! {
    [] RowMajor => RowMajor;
    [] ColMajor => ColMajor;
    [] RowMajor => ColMajor, F: FewModes<1, RowMajor, ColMajor>;
    [] ColMajor => RowMajor, F: FewModes<1, ColMajor, RowMajor>;
    [P: Stride] RowMajor => Padded<RowMajor, P>, P: PaddingFor<RowMajor, F>;
    [P: Stride] ColMajor => Padded<ColMajor, P>, P: PaddingFor<ColMajor, F>;
    [P: Stride] RowMajor => Padded<ColMajor, P>, F: FewModes<1, RowMajor, Padded<ColMajor, P>>;
    [P: Stride] ColMajor => Padded<RowMajor, P>, F: FewModes<1, ColMajor, Padded<RowMajor, P>>;
    [L: Canonical, P: Stride] Padded<L, P> => L, F: FewModes<1, Padded<L, P>, L>;
    [L: Canonical, P: Stride, Q: Stride] Padded<L, P> => Padded<L, Q>, P: StrideWeakensTo<Q>;
    [P: Stride, Q: Stride] Padded<RowMajor, P> => Padded<ColMajor, Q>,
        F: FewModes<1, Padded<RowMajor, P>, Padded<ColMajor, Q>>;
    [P: Stride, Q: Stride] Padded<ColMajor, P> => Padded<RowMajor, Q>,
        F: FewModes<1, Padded<ColMajor, P>, Padded<RowMajor, Q>>;
    [P: ModeList] MinorToMajor<P> => MinorToMajor<P>;
    [L: Canonical, S: StrideList] L => Strided<S>, S: StridesFrom<F::Strides, F>;
    [L: Canonical, P: Stride, S: StrideList] Padded<L, P> => Strided<S>,
        S: StridesFrom<F::Strides, F>;
    [P: ModeList, S: StrideList] MinorToMajor<P> => Strided<S>, S: StridesFrom<F::Strides, F>;
    [S: StrideList, T: StrideList] Strided<S> => Strided<T>, T: StridesFrom<S, F>;
    [L: Canonical, S: StrideList] Strided<S> => L, F: FewModes<0, Strided<S>, L>;
    [L: Canonical, S: StrideList, P: Stride] Strided<S> => Padded<L, P>,
        F: FewModes<0, Strided<S>, Padded<L, P>>;
}
