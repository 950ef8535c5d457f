//! Dims that are made of others: [`Product`] where modes merge, [`Join`] where they are concatenated.

use core::marker::PhantomData;

use super::kind::{Kind, at_most, equal};
use super::{Dim, Sym};
use crate::certainty::Certainty;
use crate::mode::Const;
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

/// The dim of the modes of `A` and `B` merged.
#[doc(hidden)]
pub type Merged<A, B> = <<A as Dim>::Kind as Kind<A>>::Times<B>;
/// The dim of the modes of `A` and `B` concatenated.
#[doc(hidden)]
pub type Joined<A, B> = <<A as Dim>::Kind as Kind<A>>::Plus<B>;

/// A number is a dim of what is made of it.
#[diagnostic::do_not_recommend]
impl<const N: usize> Dim for Const<N> {
    const NAME: LabelName = LabelName::of_number(N);
    type Kind = super::Fixed<N>;
}

/// What is known of both of two dims.
type Both<A, B> = <<<A as Dim>::Kind as Kind<A>>::Certainty as Certainty>::And<
    <<B as Dim>::Kind as Kind<B>>::Certainty,
>;
/// What is known of what is made of both: each mode has a number of its own.
type Made<A, B> = <Both<A, B> as Certainty>::Made;
type StrideOf<D> = <<D as Dim>::Kind as Kind<D>>::AsStride;

const fn both(a: Option<usize>, b: Option<usize>, is_sum: bool) -> Option<usize> {
    match (a, b) {
        // What is too large is refused with the extents that have it.
        (Some(a), Some(b)) if is_sum => Some(a.saturating_add(b)),
        (Some(a), Some(b)) => Some(a.saturating_mul(b)),
        _ => None,
    }
}

macro_rules! computed {
    ($Dim:ident $Stride:ident $is_sum:literal $name:ident, $A:ident $B:ident $E:ident: times $Product:ty, plus $Join:ty) => {
        #[diagnostic::do_not_recommend]
        impl<$A: Dim, $B: Dim> Dim for $Dim<$A, $B> {
            const NAME: LabelName = $name(
                $A::NAME,
                <$A::Kind as Kind<$A>>::IS_SUM,
                $B::NAME,
                <$B::Kind as Kind<$B>>::IS_SUM,
            );
            type Kind = Self;
        }

        #[diagnostic::do_not_recommend]
        impl<$A: Dim, $B: Dim> Kind<Self> for $Dim<$A, $B> {
            type Held = <Made<$A, $B> as Certainty>::Held;
            const EXTENT: Option<usize> =
                both(<$A::Kind as Kind<$A>>::EXTENT, <$B::Kind as Kind<$B>>::EXTENT, $is_sum);
            const MOST: Option<usize> =
                both(<$A::Kind as Kind<$A>>::MOST, <$B::Kind as Kind<$B>>::MOST, $is_sum);
            const IS_SUM: bool = $is_sum;
            type Certainty = Made<$A, $B>;
            type Takes = Made<$A, $B>;
            type AsStride = <Made<$A, $B> as Certainty>::Pick<$Stride<StrideOf<$A>, StrideOf<$B>>>;
            type Scale<S: Stride> =
                <Made<$A, $B> as Certainty>::Pick<S::Scaled<$Stride<StrideOf<$A>, StrideOf<$B>>>>;
            type PaddedTo<P: Stride> = <Made<$A, $B> as Certainty>::Pick<
                P::MultipleOver<$Stride<StrideOf<$A>, StrideOf<$B>>>,
            >;
            type WithNumber<const N: usize> =
                <Made<$A, $B> as Certainty>::Either<Sym<Self>, Const<N>>;
            type Times<$E: Dim> = $Product;
            type Plus<$E: Dim> = $Join;

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
computed! { Product Times false name_of_product, A B E: times Product<A, Merged<B, E>>, plus Join<Self, E> }
computed! { Join Plus true name_of_sum, A B E: times Product<Self, E>, plus Join<A, Joined<B, E>> }

const fn name_of_product(a: LabelName, a_is_sum: bool, b: LabelName, b_is_sum: bool) -> LabelName {
    a.in_brackets(a_is_sum).joined_by("*", b.in_brackets(b_is_sum))
}

const fn name_of_sum(a: LabelName, _: bool, b: LabelName, _: bool) -> LabelName {
    a.joined_by("+", b)
}
