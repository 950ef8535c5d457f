//! [`TypedLayout`]: what the type of a mapping knows of its strides, and where a slice of it starts.

use extents_static::__private::{Dense, PaddedTo, TypedModes};

use super::minor_to_major::Permuted;
use super::{
    Canonical, ColMajor, MinorToMajor, Padded, RowMajor, Strided, StridedLayout, TrustedLayout,
};
use crate::rearrange::layout::{AnyStrides, DenseStart, PaddedStart, State};
use crate::{StaticModes, Stride, StrideList, StrideTuple, TypedExtents};

/// A strided layout whose strides for extents `E` are a tuple of types: what typed slices and
/// rearrangements start from.
///
/// ```
/// use extents::layout::{RowMajor, TypedLayout};
/// use extents::{Const, DynStride, StaticExtents, StrideTuple, Times};
/// use std::any::TypeId;
/// type Strides = <RowMajor as TypedLayout<StaticExtents![dyn, 3, 4]>>::Strides;
/// assert_eq!(TypeId::of::<Strides>(), TypeId::of::<(Times<Const<3>, Const<4>>, Const<4>, Const<1>)>());
/// ```
#[diagnostic::on_unimplemented(
    message = "the strides of layout `{Self}` for extents `{E}` are not in the type",
    label = "a typed operation needs a strided layout of this crate",
    note = "the twins that end in `_by` take values"
)]
pub trait TypedLayout<E: TypedExtents>: TrustedLayout<E> + StridedLayout<E> {
    /// One stride a mode.
    type Strides: StrideTuple;
    /// The order that a slice may keep.
    #[doc(hidden)]
    type Order: Canonical;
    /// Where the rules for the layout of a slice start.
    #[doc(hidden)]
    type Start: State;
}

impl<E: TypedExtents> TypedLayout<E> for RowMajor {
    type Strides = <E::Modes as TypedModes>::RowMajor<Dense>;
    type Order = RowMajor;
    type Start = DenseStart;
}

impl<E: TypedExtents> TypedLayout<E> for ColMajor {
    type Strides = <E::Modes as TypedModes>::ColMajor<Dense>;
    type Order = ColMajor;
    type Start = DenseStart;
}

impl<E: TypedExtents, P: Stride> TypedLayout<E> for Padded<RowMajor, P> {
    type Strides = <E::Modes as TypedModes>::RowMajor<PaddedTo<P>>;
    type Order = RowMajor;
    type Start = PaddedStart<P>;
}

impl<E: TypedExtents, P: Stride> TypedLayout<E> for Padded<ColMajor, P> {
    type Strides = <E::Modes as TypedModes>::ColMajor<PaddedTo<P>>;
    type Order = ColMajor;
    type Start = PaddedStart<P>;
}

impl<E: TypedExtents, S: TypedStrideList> TypedLayout<E> for Strided<S> {
    type Strides = S::Typed;
    type Order = RowMajor;
    type Start = AnyStrides;
}

impl<E: TypedExtents, P: TypedModeList> TypedLayout<E> for MinorToMajor<P> {
    type Strides = P::Strides<E::Modes>;
    type Order = RowMajor;
    type Start = AnyStrides;
}

/// A list of strides of a length that is in the type.
#[doc(hidden)]
pub trait TypedStrideList: StrideList {
    type Typed: StrideTuple;
}

/// A list of modes of a length that is in the type.
#[doc(hidden)]
pub trait TypedModeList: super::ModeList {
    type Strides<T: crate::ModeTuple>: StrideTuple;
}

impl<const N: usize> TypedModeList for [usize; N] {
    type Strides<T: crate::ModeTuple> = <T as TypedModes>::Open;
}

macro_rules! typed_lists {
    (@open $A:ident) => { crate::DynStride };
    ($rank:literal; $(($A:ident $B:ident $k:tt))*) => {
        impl<$($A: Stride),*> TypedStrideList for ($($A,)*) {
            type Typed = Self;
        }

        impl TypedStrideList for [isize; $rank] {
            type Typed = ($(typed_lists!(@open $A),)*);
        }

        impl<$(const $A: usize),*> TypedModeList for ($(crate::Const<$A>,)*)
        where
            Self: StaticModes,
        {
            type Strides<T: crate::ModeTuple> = <T as TypedModes>::Computed<Permuted<T, Self>>;
        }
    };
}
extents_static::for_each_arity!(typed_lists);
