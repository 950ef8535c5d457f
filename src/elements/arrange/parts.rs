//! [`PartList`]: tensors and views that are joined, as a tuple, an array or a slice.

use super::Flat;
use crate::elements::AsView;
use crate::label::LabelName;
use crate::layout::{StridedLayout, TrustedLayout};
use crate::rearrange::Seal;
use crate::{Const, Dyn, Extents, Mode, ShapeError};
#[cfg(feature = "alloc")]
use {
    crate::rearrange::Named,
    crate::{Operand, TypedExtents},
    extents_static::__private::{JoinedModes, Nth, NthOf},
};

/// A list of tensors or views with elements of one type: what [`concat()`](crate::arrange::concat) and [`stack`](crate::arrange::stack) take.
///
/// A tuple of references to up to 8 of any types, or an array, a slice or a `Vec` of tensors, views or references to them, all
/// of one type. Of a slice the number is a run-time one.
///
/// ```
/// use extents::arrange::PartList;
/// use extents::{Const, Tensor, extents};
/// fn joined<P: PartList<Elem = i32>>(parts: &P) -> usize {
///     parts.count()
/// }
/// let (a, b) = (Tensor::full(extents![2, 3], 1)?, Tensor::full(extents![4, 3], 2)?);
/// assert_eq!(joined(&(&a, &b)), 2);
/// assert_eq!(joined(&[&a, &a, &a]), 3);
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of tensors or views",
    label = "expected `(&a, &b)` with elements of one type, `[&a, &b]` of one type, or a slice of such",
    note = "their layouts have strides; another is copied to a row-major tensor first"
)]
pub trait PartList {
    /// The type of the elements.
    type Elem;
    /// The extents of the first part.
    type Extents: Extents;
    /// The number of parts, as a mode: [`Const<N>`](Const), or [`Dyn`] of a slice.
    type Count: Mode;
    #[doc(hidden)]
    const STATIC_EXTENTS: &'static [&'static [Option<usize>]];
    /// The names of run-time extents, of parts whose types may differ.
    #[doc(hidden)]
    const STATIC_NAMES: &'static [&'static [Option<LabelName>]] = &[];
    /// The labels that these names are, which tell apart what is printed alike.
    #[doc(hidden)]
    const STATIC_LABELS: &'static [&'static [u64]] = &[];

    /// Returns the number of parts.
    fn count(&self) -> usize;

    /// Returns the extents of the first part.
    #[doc(hidden)]
    fn first(&self) -> Option<Self::Extents>;

    /// Lends the elements of a part. Each call may lend others, so what it lends is compared.
    #[doc(hidden)]
    #[allow(private_interfaces, reason = "for this crate")]
    fn with<'a, R>(
        &'a self,
        part: usize,
        read: impl FnOnce(Flat<'_, 'a, Self::Elem>) -> Result<R, ShapeError>,
        _: Seal,
    ) -> Option<Result<R, ShapeError>>
    where
        Self::Elem: 'a;
}

/// Parts that are concatenated along mode `M`, or one that is padded or repeated, and what a caller states of the mode of the
/// result: a mode `X`, or [`Named`] for what the types make of it. `()` where `M` is a number.
#[cfg(feature = "alloc")]
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{X}` cannot be mode `{M}` of what is made of `{Self}`",
    label = "of `Const::<MODE>` state the extent of the result, `Const<N>` or `Dyn`, or `Named`, where parts are a tuple; of a number state none",
    note = "in generic code state this bound, or take the mode as a number"
)]
pub trait JoinsTo<M, X> {
    /// The mode.
    type Mode;
}
#[cfg(feature = "alloc")]
#[diagnostic::do_not_recommend]
impl<X: Mode, P, const MODE: usize> JoinsTo<Const<MODE>, X> for P {
    type Mode = X;
}
#[cfg(feature = "alloc")]
impl<P> JoinsTo<usize, ()> for P {
    type Mode = ();
}

/// The modes of a tuple of parts, from the last one on.
#[cfg(feature = "alloc")]
macro_rules! joined {
    ($(($($A:ident)+))+) => {$(
        impl<$($A,)+ const MODE: usize> JoinsTo<Const<MODE>, Named> for ($($A,)+)
        where
            $($A: AsView<Extents: TypedExtents<Modes: Nth<MODE, Item: Mode>>>,)+
        {
            type Mode = joined!(@sum $($A)+);
        }
    )+};
    (@sum $A:ident) => { ModeOf<$A, MODE> };
    (@sum $A:ident $($B:ident)+) => { JoinedModes<ModeOf<$A, MODE>, joined!(@sum $($B)+)> };
}
#[cfg(feature = "alloc")]
joined! { (A) (A B) (A B C) (A B C D) (A B C D F) (A B C D F G) (A B C D F G H) (A B C D F G H I) }

/// Mode `MODE` of a part.
#[cfg(feature = "alloc")]
type ModeOf<A, const MODE: usize> = NthOf<<<A as Operand>::Extents as TypedExtents>::Modes, MODE>;

/// The names of run-time extents. Numbers are compared as such.
pub(crate) const fn names_of_values<E: Extents>() -> [Option<LabelName>; 12] {
    let mut all = [None; 12];
    let mut mode = 0;
    while mode < 12 && mode < E::NAMES.len() && mode < E::STATIC_EXTENTS.len() {
        if E::STATIC_EXTENTS[mode].is_none() {
            all[mode] = E::NAMES[mode];
        }
        mode += 1;
    }
    all
}

/// What a part is.
macro_rules! a_part {
    ($($A:ident)+) => {
        impl<T, $($A),+> PartList for ($($A,)+)
        where
            $($A: AsView<Elem = T>, $A::Layout: TrustedLayout<$A::Extents> + StridedLayout<$A::Extents>,)+
        {
            type Elem = T;
            type Extents = a_part!(@first $($A)+);
            type Count = Const<{ [$(stringify!($A)),+].len() }>;
            const STATIC_EXTENTS: &'static [&'static [Option<usize>]] =
                &[$(<$A::Extents as Extents>::STATIC_EXTENTS),+];
            const STATIC_NAMES: &'static [&'static [Option<LabelName>]] =
                &[$(&names_of_values::<$A::Extents>()),+];
            const STATIC_LABELS: &'static [&'static [u64]] = &[$(<$A::Extents as Extents>::LABELS),+];

            fn count(&self) -> usize {
                [$(stringify!($A)),+].len()
            }

            fn first(&self) -> Option<Self::Extents> {
                Some(self.0.as_view().extents().clone())
            }

            #[allow(private_interfaces, non_snake_case, reason = "for this crate; as the types")]
            fn with<'a, R>(
                &'a self,
                part: usize,
                read: impl FnOnce(Flat<'_, 'a, T>) -> Result<R, ShapeError>,
                _: Seal,
            ) -> Option<Result<R, ShapeError>>
            where
                T: 'a,
            {
                let ($($A,)+) = self;
                let mut number = 0..;
                $(
                    if number.next() == Some(part) {
                        return Some($A.as_view().flat(read));
                    }
                )+
                None
            }
        }
    };
    (@first $A:ident $($rest:ident)*) => { $A::Extents };
}
a_part! { A }
a_part! { A B }
a_part! { A B C }
a_part! { A B C D }
a_part! { A B C D F }
a_part! { A B C D F G }
a_part! { A B C D F G H }
a_part! { A B C D F G H I }

/// Lists whose parts are of one type.
macro_rules! of_one_type {
    ($([$($generics:tt)*] $list:ty, $Count:ty, $lists:expr;)*) => {$(
        impl<$($generics)* A: AsView> PartList for $list
        where
            A::Layout: TrustedLayout<A::Extents> + StridedLayout<A::Extents>,
        {
            type Elem = A::Elem;
            type Extents = A::Extents;
            type Count = $Count;
            const STATIC_EXTENTS: &'static [&'static [Option<usize>]] = $lists;

            fn count(&self) -> usize {
                self.len()
            }

            fn first(&self) -> Option<A::Extents> {
                self.get(0).map(|first| first.as_view().extents().clone())
            }

            #[allow(private_interfaces, reason = "for this crate")]
            fn with<'a, R>(
                &'a self,
                part: usize,
                read: impl FnOnce(Flat<'_, 'a, A::Elem>) -> Result<R, ShapeError>,
                _: Seal,
            ) -> Option<Result<R, ShapeError>>
            where
                A::Elem: 'a,
            {
                self.get(part).map(|part| part.as_view().flat(read))
            }
        }
    )*};
}
of_one_type! {
    [const N: usize,] [A; N], Const<N>, &[<A::Extents as Extents>::STATIC_EXTENTS; N];
    [const N: usize,] &[A; N], Const<N>, &[<A::Extents as Extents>::STATIC_EXTENTS; N];
    [] &[A], Dyn, &[<A::Extents as Extents>::STATIC_EXTENTS];
}
#[cfg(feature = "alloc")]
of_one_type! {
    [] &alloc::vec::Vec<A>, Dyn, &[<A::Extents as Extents>::STATIC_EXTENTS];
}
