//! Dims that are made of others: [`Product`] where modes merge, [`Join`] where they are concatenated, [`Less`] where entries are
//! left out, [`Every`] where every so many of them is kept.

use core::marker::PhantomData;

use super::kind::{Kind, at_most, equal};
use super::terms::Terms;
use super::{Dim, Sym};
use crate::align::ByPlace;
use crate::assert::stop;
use crate::certainty::{Certainty, Known, Open};
use crate::dense::{FixedStrides, StrideOf};
use crate::label::{B0, Label};
use crate::mode::{Const, Mode};
use crate::stride::{Plus, Stride, Times};
use crate::{LabelName, ShapeError};

/// The dim of two modes that are merged, the last one fastest: `Batch*Time`. Of more modes it is `Product<A, Product<B, C>>`,
/// however they were merged.
///
/// Written `(Batch * Time)` in [`StaticExtents!`](crate::StaticExtents!). The order is that of memory: `Time*Batch` is another dim.
#[derive(Debug)]
pub struct Product<A, B>(PhantomData<(A, B)>);

/// The dim of two modes one after the other: `Past+Time`. Of more modes it is `Join<A, Join<B, C>>`, however they were joined.
///
/// Written `(Past + Time)` in [`StaticExtents!`](crate::StaticExtents!). The order is that of the entries.
#[derive(Debug)]
pub struct Join<A, B>(PhantomData<(A, B)>);

/// The entries of two modes one after the other, of inline tensors: where `Heads` is 8, `(Heads + 1)` is a `Parts<[T; 8], [T; 1]>`.
///
/// ```
/// use extents_static::names::Parts;
/// let entries = Parts([1, 2, 3], [4]);
/// assert_eq!(size_of_val(&entries), 4 * size_of::<i32>());
/// ```
// Each part is entries of one type and nothing else, so that there is no padding between them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct Parts<A, B>(pub A, pub B);

/// The dim of what is left of a mode `A` without as many entries as `B` has: `Time-2`.
///
/// Written `(Time - 2)` in [`StaticExtents!`](crate::StaticExtents!). It is what `slice![(2..)]` keeps.
#[derive(Debug)]
pub struct Less<A, B>(PhantomData<(A, B)>);

/// The dim of every so many entries of a mode `A` as `B` has, from the first one on: `Time/2`, rounded up.
///
/// Written `(Time / 2)` in [`StaticExtents!`](crate::StaticExtents!). It is what `slice![(..; 2)]` keeps: 3 entries of 5. Tiles
/// of a mode have this name too, and no remainder.
#[derive(Debug)]
pub struct Every<A, B>(PhantomData<(A, B)>);

/// What is made of two dims, and of two modes.
macro_rules! operations {
    ($($(#[$doc:meta])* $A:ident $B:ident => $Dims:ident $Of:ty, $Modes:ident $With:ident;)*) => {$(
        $(#[$doc])*
        #[doc(hidden)]
        pub type $Dims<$A, $B> = $Of;
        $(#[$doc])*
        #[doc(hidden)]
        pub type $Modes<A, B> = <A as Mode>::$With<B>;
    )*};
}
operations! {
    /// Two that are merged.
    A B => Merged <<A as Dim>::Kind as Kind<A>>::Times<B>, MergedModes MergedWith;
    /// Two that are concatenated.
    A B => Joined <<A as Dim>::Kind as Kind<A>>::Plus<B>, JoinedModes JoinedWith;
    /// One without as many entries as the other one has.
    A B => Fewer Less<A, B>, FewerModes FewerBy;
    /// One of which every so many entries are kept as the other one has.
    A B => Stepped Every<A, B>, SteppedModes SteppedBy;
}

/// A number is a dim of what is made of it.
#[diagnostic::do_not_recommend]
impl<const N: usize> Dim for Const<N> {
    const NAME: LabelName = LabelName::of_number(N);
    type Kind = Self;
}

/// How the name of a dim is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A name or a number.
    One,
    Product,
    Quotient,
    /// A sum or a difference.
    Sum,
}

/// What is known of both of two dims.
type Both<A, B> = <<<A as Dim>::Kind as Kind<A>>::Certainty as Certainty>::And<
    <<B as Dim>::Kind as Kind<B>>::Certainty,
>;
/// What is known of what is made of both: each mode has a number of its own.
type Made<A, B> = <Both<A, B> as Certainty>::Made;
type AsStride<D> = <<D as Dim>::Kind as Kind<D>>::AsStride;
type AsMode<D> = <<D as Dim>::Kind as Kind<D>>::AsMode;

/// The name of a dim, in brackets where it is one of these forms.
const fn name<D: Dim>(bracketed: &[Form]) -> LabelName {
    let (mut n, mut needed) = (0, false);
    #[allow(
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects,
        reason = "const functions have no iterators; `n` counts below the length"
    )]
    while n < bracketed.len() {
        needed |= bracketed[n] as u8 == <D::Kind as Kind<D>>::FORM as u8;
        n += 1;
    }
    D::NAME.in_brackets(needed)
}

/// What a function makes of two extents, or largest extents, where there are both.
macro_rules! made {
    ($function:ident, $a:expr, $b:expr) => {
        match ($a, $b) {
            (Some(a), Some(b)) => Some($function(a, b)),
            _ => None,
        }
    };
}

macro_rules! computed {
    ($Dim:ident<$A:ident, $B:ident>: $extent:ident $terms:ident, at most $most:expr, as $AsStride:ty,
     $Form:ident $bracketed_a:expr, $sign:literal $bracketed_b:expr, $E:ident: times $Product:ty, plus $Join:ty,
     of $First:ty, $Others:ty, $IsProduct:ident, in T: $Array:ty, $IsArray:ty) => {
        #[diagnostic::do_not_recommend]
        impl<$A: Dim, $B: Dim> Dim for $Dim<$A, $B> {
            const NAME: LabelName =
                name::<$A>(&$bracketed_a).joined_by($sign, name::<$B>(&$bracketed_b));
            type Kind = Self;
        }

        #[diagnostic::do_not_recommend]
        impl<$A: Dim, $B: Dim> Kind<Self> for $Dim<$A, $B> {
            type Held = <Made<$A, $B> as Certainty>::Held;
            const EXTENT: Option<usize> =
                made!($extent, <$A::Kind as Kind<$A>>::EXTENT, <$B::Kind as Kind<$B>>::EXTENT);
            const MOST: Option<usize> = $most;
            const FORM: Form = Form::$Form;
            const TERMS: Terms =
                Terms::$terms(<$A::Kind as Kind<$A>>::TERMS, <$B::Kind as Kind<$B>>::TERMS);
            type Certainty = Made<$A, $B>;
            type Takes = Made<$A, $B>;
            type AsStride = <Made<$A, $B> as Certainty>::Pick<$AsStride>;
            type Scale<S: Stride> = <Made<$A, $B> as Certainty>::Pick<S::Scaled<$AsStride>>;
            type PaddedTo<P: Stride> =
                <Made<$A, $B> as Certainty>::Pick<P::MultipleOver<$AsStride>>;
            type WithNumber<const N: usize> =
                <Made<$A, $B> as Certainty>::Either<Sym<Self>, Const<N>>;
            type Times<$E: Dim> = $Product;
            type Plus<$E: Dim> = $Join;
            type AsMode = Sym<Self>;
            type FirstFactor = $First;
            type OtherFactors = $Others;
            type IsProduct = $IsProduct;
            type IsArray = $IsArray;
            type Array<T> = $Array;
            type IsLabel = B0;
            const LABEL: u64 = 0;
            type Meets<D: Dim> = ByPlace;
            type MeetsLabel<L: Label> = ByPlace;
            type MeetsScoped<D: Dim> = ByPlace;

            #[inline]
            fn extent(held: Self::Held) -> usize {
                <Made<$A, $B> as Certainty>::held(held, Self::EXTENT)
            }
            #[inline]
            fn of(extent: usize) -> Result<Self::Held, ShapeError> {
                if let Some(expected) = Self::EXTENT {
                    equal(<Self as Dim>::NAME, expected, extent)?;
                } else if let Some(most) = Self::MOST {
                    at_most(<Self as Dim>::NAME, most, extent)?;
                }
                Ok(<Made<$A, $B> as Certainty>::hold(extent))
            }
            #[inline]
            fn carry(extent: usize) -> Self::Held {
                <Made<$A, $B> as Certainty>::hold(extent)
            }
        }
    };
}
computed! {
    Product<A, B>: product product, at most made!(product, most::<A>(), most::<B>()), as Times<AsStride<A>, AsStride<B>>,
    Product [Form::Sum, Form::Quotient], "*" [Form::Sum, Form::Quotient],
    E: times Product<A, Merged<B, E>>, plus Join<Self, E>, of AsMode<A>, AsMode<B>, Known,
    in T: <A::Kind as Kind<A>>::Array<<B::Kind as Kind<B>>::Array<T>>,
    <<A::Kind as Kind<A>>::IsArray as Certainty>::And<<B::Kind as Kind<B>>::IsArray>
}
computed! {
    Join<A, B>: sum sum, at most made!(sum, most::<A>(), most::<B>()), as Plus<AsStride<A>, AsStride<B>>,
    Sum [], "+" [], E: times Product<Self, E>, plus Join<A, Joined<B, E>>, of Sym<Self>, Const<1>, Open,
    in T: Parts<<A::Kind as Kind<A>>::Array<T>, <B::Kind as Kind<B>>::Array<T>>,
    <<A::Kind as Kind<A>>::IsArray as Certainty>::And<<B::Kind as Kind<B>>::IsArray>
}
computed! {
    Less<A, B>: difference difference, at most made!(fewer, most::<A>(), least::<B>(0)), as StrideOf<Self, 0>,
    Sum [], "-" [Form::Sum], E: times Product<Self, E>, plus Join<Self, E>,
    of Sym<Self>, Const<1>, Open, in T: [T; 0], Open
}
computed! {
    Every<A, B>: quotient quotient, at most made!(quotient, most::<A>(), least::<B>(1)), as StrideOf<Self, 0>,
    Quotient [Form::Sum], "/" [Form::Sum, Form::Product, Form::Quotient], E: times Product<Self, E>, plus Join<Self, E>,
    of Sym<Self>, Const<1>, Open, in T: [T; 0], Open
}

/// The largest extent of a dim.
const fn most<D: Dim>() -> Option<usize> {
    <D::Kind as Kind<D>>::MOST
}

/// The extent of a dim that is a number; of another one the least that it may have here.
const fn least<D: Dim>(least: usize) -> Option<usize> {
    match <D::Kind as Kind<D>>::EXTENT {
        None => Some(least),
        extent => extent,
    }
}

// What is too large is refused with the extents that have it.
const fn product(a: usize, b: usize) -> usize {
    a.saturating_mul(b)
}

const fn sum(a: usize, b: usize) -> usize {
    a.saturating_add(b)
}

const fn fewer(a: usize, b: usize) -> usize {
    a.saturating_sub(b)
}

#[track_caller]
const fn difference(a: usize, b: usize) -> usize {
    match a.checked_sub(b) {
        Some(difference) => difference,
        None => stop("a mode has fewer entries than are left out of it"),
    }
}

#[track_caller]
const fn quotient(a: usize, b: usize) -> usize {
    if b == 0 {
        stop("every 0th entry of a mode is none")
    }
    a.div_ceil(b)
}

/// The extent of a number, as a stride.
macro_rules! number_as_stride {
    ($($Dim:ident)*) => {$(
        impl<A: Dim, B: Dim> FixedStrides for $Dim<A, B> {
            const STRIDES: [isize; 12] = match <Self as Kind<Self>>::EXTENT {
                Some(extent) if extent <= isize::MAX as usize => {
                    let mut strides = [0; 12];
                    strides[0] = extent.cast_signed();
                    strides
                }
                _ => crate::stride::too_large(),
            };
        }
    )*};
}
number_as_stride! { Less Every }

/// What else only the compiler evaluates.
#[cfg(test)]
mod tests {
    use super::{Form, difference, fewer, least, most, name, product, quotient, sum};
    use super::{Join, Less, Product};
    use crate::{Const, dims};

    dims! { Time ..= 9, Heads = 8 }

    #[test]
    fn what_is_made_of_two_extents() {
        assert_eq!((product(3, 4), sum(3, 4), fewer(4, 3), fewer(3, 4)), (12, 7, 1, 0));
        assert_eq!((product(usize::MAX, 2), sum(usize::MAX, 1)), (usize::MAX, usize::MAX));
        assert_eq!((difference(4, 3), difference(3, 3)), (1, 0));
        assert_eq!((quotient(5, 2), quotient(4, 2), quotient(0, 3)), (3, 2, 0));
    }

    #[test]
    #[should_panic(expected = "fewer entries than are left out")]
    fn more_than_all_entries_are_not_left_out() {
        difference(3, 4);
    }

    #[test]
    #[should_panic(expected = "every 0th entry")]
    fn a_step_of_zero_is_refused() {
        quotient(3, 0);
    }

    #[test]
    fn the_largest_extent_and_the_least_one() {
        assert_eq!(
            (most::<Time>(), most::<Heads>(), most::<Const<3>>()),
            (Some(9), Some(8), Some(3))
        );
        assert_eq!((least::<Time>(1), least::<Heads>(1)), (Some(1), Some(8)));
    }

    #[test]
    fn names_are_in_brackets_where_they_have_to_be() {
        let sums = [Form::Sum, Form::Quotient];
        assert_eq!(name::<Time>(&sums).as_str(), "Time");
        assert_eq!(name::<Join<Time, Heads>>(&sums).as_str(), "(Time+Heads)");
        assert_eq!(name::<Join<Time, Heads>>(&[]).as_str(), "Time+Heads");
        assert_eq!(name::<Product<Time, Heads>>(&sums).as_str(), "Time*Heads");
        assert_eq!(name::<Less<Time, Heads>>(&[Form::Product, Form::Sum]).as_str(), "(Time-Heads)");
    }
}
