//! [`TypedLayout`]: what the type of a mapping knows of its strides, and where a slice of it starts.

use extents_static::__private::{
    Certainty, Cons, Dense, FixedStrides, Known, Nil, Nth, NthOf, PaddedTo, StrideOf, Tuple,
};

use super::minor_to_major::Permuted;
use super::sealed::{Sealed, Typed};
use super::{
    Canonical, ColMajor, MinorToMajor, Padded, RowMajor, Strided, StridedLayout, TrustedLayout,
};
use crate::edit::ReplaceAt;
use crate::layout::sliced::{AnyStrides, DenseStart, PaddedStart, State};
use crate::{Const, Mode, ModeTuple, StaticModes, Stride, StrideList, TypedExtents};

/// A strided layout whose strides for extents `E` are a tuple of types, as typed slices and rearrangements need.
/// Sealed: unsafe code relies on the types.
///
/// ```
/// use extents::layout::{RowMajor, TypedLayout};
/// use extents::layout::{DynStride, StrideList, Times};
/// use extents::{Const, StaticExtents};
/// use std::any::TypeId;
/// type Strides = <RowMajor as TypedLayout<StaticExtents![dyn, 3, 4]>>::Strides;
/// assert_eq!(TypeId::of::<Strides>(), TypeId::of::<(Times<Const<3>, Const<4>>, Const<4>, Const<1>)>());
/// ```
/// ```compile_fail,E0277
/// use extents::layout::{Layout, Trusted, RowMajor, StridedLayout, TrustedLayout, TypedLayout};
/// use extents::{Const, StaticExtents};
/// #[derive(Clone, Debug)]
/// struct Honest;
/// impl Layout<StaticExtents![2]> for Honest {
///     type Trust = Trusted;
///     const IS_ALWAYS_UNIQUE: bool = true;
///     const IS_ALWAYS_EXHAUSTIVE: bool = true;
///     const IS_ALWAYS_STRIDED: bool = true;
///     fn offset(&self, _: &StaticExtents![2], index: &[usize; 1]) -> usize {
///         index[0]
///     }
///     fn required_span_size(&self, _: &StaticExtents![2]) -> usize {
///         2
///     }
/// }
/// impl StridedLayout<StaticExtents![2]> for Honest {
///     fn strides(&self, _: &StaticExtents![2]) -> [isize; 1] {
///         [1]
///     }
/// }
/// // SAFETY: the offsets are 0 and 1.
/// unsafe impl TrustedLayout<StaticExtents![2]> for Honest {}
/// // A slice would take this stride, and leave the buffer.
/// impl TypedLayout<StaticExtents![2]> for Honest {
///     type Strides = (Const<1000>,);
///     type Order = RowMajor;
///     type Start = extents::layout::sliced::AnyStrides;
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "the strides of layout `{Self}` for extents `{E}` are not in the type",
    label = "a typed operation needs a strided layout of this crate",
    note = "operations that take run-time numbers, such as `reverse(1)`, need none"
)]
#[allow(private_bounds, reason = "a seal")]
pub trait TypedLayout<E: TypedExtents>:
    TrustedLayout<E> + StridedLayout<E> + Sealed<Typed>
{
    /// One stride a mode.
    type Strides: StrideList + Tuple;
    /// The order that a slice may keep.
    #[doc(hidden)]
    type Order: Canonical;
    /// Where the rules for the layout of a slice start.
    #[doc(hidden)]
    type Start: State;
}

impl<E: TypedExtents> TypedLayout<E> for RowMajor {
    type Strides = <E::Modes as ModeTuple>::RowMajor<Dense>;
    type Order = RowMajor;
    type Start = DenseStart;
}

impl<E: TypedExtents> TypedLayout<E> for ColMajor {
    type Strides = <E::Modes as ModeTuple>::ColMajor<Dense>;
    type Order = ColMajor;
    type Start = DenseStart;
}

impl<E: TypedExtents, P: Stride> TypedLayout<E> for Padded<RowMajor, P> {
    type Strides = <E::Modes as ModeTuple>::RowMajor<PaddedTo<P>>;
    type Order = RowMajor;
    type Start = PaddedStart<P>;
}

impl<E: TypedExtents, P: Stride> TypedLayout<E> for Padded<ColMajor, P> {
    type Strides = <E::Modes as ModeTuple>::ColMajor<PaddedTo<P>>;
    type Order = ColMajor;
    type Start = PaddedStart<P>;
}

impl<E: TypedExtents, S: TypedStrideList<Typed = T>, T: StrideList + Tuple> TypedLayout<E>
    for Strided<S>
{
    type Strides = T;
    type Order = RowMajor;
    type Start = AnyStrides;
}

impl<E, P, S> TypedLayout<E> for MinorToMajor<P>
where
    E: TypedExtents,
    P: TypedModeList<E::Modes, Strides = S>,
    S: StrideList + Tuple,
{
    type Strides = S;
    type Order = RowMajor;
    type Start = AnyStrides;
}

/// A list of strides of a length that is in the type.
trait TypedStrideList: StrideList {
    type Typed: StrideList + Tuple;
}

/// A list of modes of `T`, the fastest first, that puts the stride of each into a tuple: that of `Source`, if the
/// extents of all faster modes are in the type. `C` tells it of those before the list.
trait PlaceStrides<T, C, Source, Strides> {
    /// The tuple.
    type Strides: StrideList + Tuple;
}

impl<T, C, Source, Strides: StrideList + Tuple> PlaceStrides<T, C, Source, Strides> for Nil {
    type Strides = Strides;
}

impl<T, C, Source, Strides, Rest, const MODE: usize> PlaceStrides<T, C, Source, Strides>
    for Cons<Const<MODE>, Rest>
where
    T: Nth<MODE, Item: Mode>,
    C: Certainty,
    Source: FixedStrides,
    Strides: ReplaceAt<MODE, Cons<C::Pick<StrideOf<Source, MODE>>, Nil>>,
    Rest: PlaceStrides<T, C::And<<NthOf<T, MODE> as Mode>::Certainty>, Source, Strides::Output>,
{
    type Strides = Rest::Strides;
}

/// A list of modes of a length that is in the type, for extents of modes `T`.
trait TypedModeList<T>: super::ModeList {
    type Strides: StrideList + Tuple;
}

impl<T: ModeTuple, const N: usize> TypedModeList<T> for [usize; N] {
    type Strides = T::OpenStrides;
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

        impl<T, $(const $A: usize),*> TypedModeList<T> for ($(crate::Const<$A>,)*)
        where
            T: ModeTuple,
            Self: StaticModes,
            <Self as Tuple>::List:
                PlaceStrides<T, Known, Permuted<T, Self>, T::OpenStrides>,
        {
            type Strides = <<Self as Tuple>::List as PlaceStrides<
                T,
                Known,
                Permuted<T, Self>,
                T::OpenStrides,
            >>::Strides;
        }
    };
}
extents_static::for_each_arity!(typed_lists);
