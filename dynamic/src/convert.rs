//! Conversions and comparisons between the layers.

use extents_static::__private::{Open, Same, agree};
#[cfg(feature = "alloc")]
use extents_static::ModeTuple;
use extents_static::{
    Dyn, Extents, Mode, Rank, ShapeError, StaticExtents, TypedExtents, UnitesWith, WeakenedFrom,
    for_each_arity,
};

use crate::DynExtents;
#[cfg(feature = "alloc")]
use crate::DynRankExtents;

/// `From`: towards less knowledge.
macro_rules! weakens {
    ($([$($generics:tt)*] $from:ty => $to:ty $(, $bound:ty: $trait:path)*;)*) => {$(
        impl<$($generics)*> From<$from> for $to where $($bound: $trait,)* {
            #[inline]
            fn from(extents: $from) -> Self {
                extents.weaken()
            }
        }
    )*};
}

/// `TryFrom`: towards more knowledge.
macro_rules! try_from {
    ($([$($generics:tt)*] $from:ty => $to:ty $(, $bound:ty: $trait:path)*;)*) => {$(
        impl<$($generics)*> TryFrom<$from> for $to where $($bound: $trait,)* {
            type Error = ShapeError;
            #[inline]
            fn try_from(extents: $from) -> Result<Self, ShapeError> {
                extents.strengthen()
            }
        }
    )*};
}

/// `PartialEq`, by value.
macro_rules! equal {
    ($([$($generics:tt)*] $left:ty, $right:ty;)*) => {$(
        impl<$($generics)*> PartialEq<$right> for $left {
            #[inline]
            fn eq(&self, other: &$right) -> bool {
                self.same_extents(other)
            }
        }
    )*};
}

/// `UnitesWith`: what either of two types knows, which has the extents of `$known`.
macro_rules! unites {
    ($([$($generics:tt)*] $left:ty, $right:ty => $united:ty, $relation:ty, $known:ident $(, $bound:ty: $trait:path)*;)*) => {$(
        // SAFETY: `agree` compares the extents, and those of the type that knows more are given.
        #[allow(unsafe_code)]
        unsafe impl<$($generics)*> UnitesWith<$right> for $left where $($bound: $trait,)* {
            type United = $united;
            type Knowledge = <$united as Extents>::Certainty;
            type Relation = $relation;
            #[inline]
            fn unite(&self, other: &$right) -> Result<$united, ShapeError> {
                agree(other, self)?;
                Ok(unites!(@$known self other).clone())
            }
        }
        extents_static::__aligns_in_place! { [$($generics)*] $left, $right $(, $bound: $trait)*; }
    )*};
    (@left $left:ident $right:ident) => { $left };
    (@right $left:ident $right:ident) => { $right };
}

weakens! {
    [T: extents_static::ModeTuple, const N: usize] StaticExtents<T> => DynExtents<N>, StaticExtents<T>: Rank<N>;
}
macro_rules! weakens_to_modes {
    (@open $B:ident) => { Dyn };
    ($rank:literal; $(($A:ident $B:ident $k:tt))*) => {
        // SAFETY: as of extents of as many modes that are `dyn`, of which none is of a scope.
        #[allow(unsafe_code)]
        unsafe impl<$($B: Mode),*> WeakenedFrom<DynExtents<$rank>> for StaticExtents<($($B,)*)>
        where
            StaticExtents<($($B,)*)>: WeakenedFrom<StaticExtents<($(weakens_to_modes!(@open $B),)*)>>,
        {
        }
    };
}
for_each_arity!(weakens_to_modes);
// SAFETY: they have any extents of this rank, and no modes of a scope.
#[allow(unsafe_code)]
unsafe impl<E: Rank<N>, const N: usize> WeakenedFrom<E> for DynExtents<N> {}

unites! {
    [const N: usize] DynExtents<N>, DynExtents<N> => DynExtents<N>, Same, left;
    [T: extents_static::ModeTuple, const N: usize] DynExtents<N>, StaticExtents<T> => StaticExtents<T>, Open, right, StaticExtents<T>: Rank<N>;
    [T: extents_static::ModeTuple, const N: usize] StaticExtents<T>, DynExtents<N> => StaticExtents<T>, Open, left, StaticExtents<T>: Rank<N>;
}

try_from! {
    [T: extents_static::ModeTuple, const N: usize] DynExtents<N> => StaticExtents<T>, StaticExtents<T>: Rank<N>;
}

equal! {
    [const N: usize, const M: usize] DynExtents<N>, DynExtents<M>;
    [T: extents_static::ModeTuple, const N: usize] DynExtents<N>, StaticExtents<T>;
    [T: extents_static::ModeTuple, const N: usize] StaticExtents<T>, DynExtents<N>;
}

#[cfg(feature = "alloc")]
mod dyn_rank {
    use super::*;

    weakens! {
        [T: ModeTuple] StaticExtents<T> => DynRankExtents;
        [const N: usize] DynExtents<N> => DynRankExtents;
    }
    // SAFETY: they have any extents, and no modes of a scope.
    #[allow(unsafe_code)]
    unsafe impl<E: Extents> WeakenedFrom<E> for DynRankExtents {}

    unites! {
        [] DynRankExtents, DynRankExtents => DynRankExtents, Same, left;
        [T: ModeTuple] DynRankExtents, StaticExtents<T> => StaticExtents<T>, Open, right;
        [T: ModeTuple] StaticExtents<T>, DynRankExtents => StaticExtents<T>, Open, left;
        [const N: usize] DynRankExtents, DynExtents<N> => DynExtents<N>, Open, right;
        [const N: usize] DynExtents<N>, DynRankExtents => DynExtents<N>, Open, left;
    }

    try_from! {
        [T: ModeTuple] DynRankExtents => StaticExtents<T>;
        [const N: usize] DynRankExtents => DynExtents<N>;
    }

    equal! {
        [] DynRankExtents, DynRankExtents;
        [T: ModeTuple] DynRankExtents, StaticExtents<T>;
        [T: ModeTuple] StaticExtents<T>, DynRankExtents;
        [const N: usize] DynRankExtents, DynExtents<N>;
        [const N: usize] DynExtents<N>, DynRankExtents;
    }
}

macro_rules! typed_extents {
    (@mode $A:ident) => { Dyn };
    ($rank:literal; $(($A:ident $B:ident $k:tt))*) => {
        // SAFETY: the same extents, of which neither type knows one.
        #[allow(unsafe_code)]
        unsafe impl TypedExtents for DynExtents<$rank> {
            type Modes = ($(typed_extents!(@mode $A),)*);
            #[inline]
            fn typed(&self) -> StaticExtents<Self::Modes> {
                self.weaken()
            }
        }
    };
}
for_each_arity!(typed_extents);
