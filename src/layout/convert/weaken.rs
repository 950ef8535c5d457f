//! Strides and paddings that take others without a check: the same in the type, or open.

use extents_static::__private::{FixedStrides, StrideOf};

use super::few::FewModes;
use crate::layout::Padded;
use crate::{Const, DynStride, LeastMultiple, Neg, Plus, Stride, Times};
#[cfg(feature = "alloc")]
use crate::{ModeArray, Rank, StrideList};

/// A stride, or a padding, that becomes `T` without a check.
#[diagnostic::on_unimplemented(
    message = "stride `{Self}` does not become `{T}` without a check",
    label = "this needs a check at run time",
    note = "`try_convert::<_, _>()` makes the check and gives a `Result`"
)]
pub(crate) trait StrideWeakensTo<T> {}
impl<S: Stride> StrideWeakensTo<DynStride> for S {}

/// A padding that can be chosen so that a dense layout has no room left over.
#[diagnostic::on_unimplemented(
    message = "padding `{Self}` may leave room in layout `{L}` of extents `{F}`",
    label = "this needs a check at run time",
    note = "`try_convert::<_, _>()` makes the check and gives a `Result`"
)]
pub(crate) trait PaddingFor<L, F> {}
impl<L, F> PaddingFor<L, F> for DynStride {}

/// For each kind of stride that a type knows.
macro_rules! known_strides {
    ($([$($generics:tt)*] $Stride:ty;)*) => {$(
        impl<$($generics)*> StrideWeakensTo<$Stride> for $Stride {}
        impl<L, F: FewModes<1, L, Padded<L, $Stride>>, $($generics)*> PaddingFor<L, F> for $Stride {}
    )*};
}
known_strides! {
    [const N: usize] Const<N>;
    [S: Stride] Neg<S>;
    [A: Stride, B: Stride] Times<A, B>;
    [A: Stride, B: Stride] Plus<A, B>;
    [P: Stride, N: Stride] LeastMultiple<P, N>;
    [C: FixedStrides, const K: usize] StrideOf<C, K>;
}

/// A list of strides that takes those of a list `S`, for extents `F`, without a check.
#[diagnostic::on_unimplemented(
    message = "strides `{S}` of extents `{F}` do not become `{Self}` without a check",
    label = "the ranks differ, or this needs a check at run time",
    note = "`try_convert::<_, _>()` makes the check and gives a `Result`"
)]
pub(crate) trait StridesFrom<S, F> {}

#[cfg(feature = "alloc")]
impl<S: StrideList, F> StridesFrom<S, F> for ModeArray<isize> {}
#[cfg(feature = "alloc")]
impl<F: Rank<N>, const N: usize> StridesFrom<ModeArray<isize>, F> for [isize; N] {}
impl<F, const N: usize> StridesFrom<[isize; N], F> for [isize; N] {}

macro_rules! strides_from {
    ($rank:literal; $(($A:ident $B:ident $k:tt))*) => {
        impl<F, $($A: Stride, $B: Stride),*> StridesFrom<($($A,)*), F> for ($($B,)*)
        where
            $($A: StrideWeakensTo<$B>,)*
        {
        }

        impl<F, $($A: Stride),*> StridesFrom<($($A,)*), F> for [isize; $rank] {}

        impl<F, $($B: Stride),*> StridesFrom<[isize; $rank], F> for ($($B,)*)
        where
            $(DynStride: StrideWeakensTo<$B>,)*
        {
        }

        #[cfg(feature = "alloc")]
        impl<F: Rank<$rank>, $($B: Stride),*> StridesFrom<ModeArray<isize>, F> for ($($B,)*)
        where
            $(DynStride: StrideWeakensTo<$B>,)*
        {
        }
    };
}
extents_static::for_each_arity!(strides_from);
