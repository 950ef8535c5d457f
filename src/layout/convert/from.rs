//! `From`, for the conversions of equal extents that cannot fail and do not collide with `From<T> for T`.

use super::few::FewModes;
use crate::layout::{Canonical, ColMajor, MinorToMajor, ModeList, Padded, RowMajor, Strided};
use crate::{DynStride, Extents, Mapping, Stride};

impl<E: FewModes<1, RowMajor, ColMajor> + Extents> From<Mapping<E, RowMajor>>
    for Mapping<E, ColMajor>
{
    #[inline]
    fn from(mapping: Mapping<E, RowMajor>) -> Self {
        mapping.with_extents(mapping.extents().clone())
    }
}

impl<E: FewModes<1, ColMajor, RowMajor> + Extents> From<Mapping<E, ColMajor>> for Mapping<E> {
    #[inline]
    fn from(mapping: Mapping<E, ColMajor>) -> Self {
        mapping.with_extents(mapping.extents().clone())
    }
}

/// Without room.
impl<E: Extents, L: Canonical> From<Mapping<E, L>> for Mapping<E, Padded<L, DynStride>> {
    #[inline]
    fn from(mapping: Mapping<E, L>) -> Self {
        let extents = mapping.extents().clone();
        let room = L::ORDER.fastest(extents.rank()).and_then(|mode| extents.extent(mode).ok());
        let room = DynStride::new(room.unwrap_or(1).cast_signed());
        Mapping::trusted(extents, Padded::of(room))
    }
}

macro_rules! has_strides {
    ($([$($generics:tt)*] $from:ty;)*) => {$(
        impl<E: Extents, $($generics)*> From<Mapping<E, $from>> for Mapping<E, Strided<E::Strides>> {
            #[inline]
            fn from(mapping: Mapping<E, $from>) -> Self {
                let strides = mapping.strides();
                Mapping::trusted(mapping.extents().clone(), Strided::new(strides))
            }
        }
    )*};
}

has_strides! {
    [L: Canonical] L;
    [L: Canonical, P: Stride] Padded<L, P>;
    [P: ModeList] MinorToMajor<P>;
}
