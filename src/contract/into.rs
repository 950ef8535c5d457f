//! [`contract!`](crate::contract!) with an output.

use core::marker::PhantomData;

use extents_static::__private::Certainty;

use super::Plain;
#[cfg(feature = "ndarray")]
use crate::elements::NdarrayDim;
use crate::elements::{
    AddsUp, How, OperandTuple, Target, TargetAgreement, TensorTuple, assert_ends_in, contract_views,
};
#[cfg(feature = "ndarray")]
use crate::layout::Strided;
use crate::layout::{StridedLayout, TrustedLayout};
use crate::{Compose, Extents, Scalar, ViewMut};

/// A tuple of references to operands that contract into a target.
///
/// The target comes first, so that another package can implement it for tuples of any operands and targets of its own.
///
/// [`contract!`](crate::contract!) with an output calls this.
///
/// ```
/// use extents::label::{i, j};
/// use extents::{InlineTensor, StaticExtents, contract};
/// let a = InlineTensor::<i32, StaticExtents![2, 2]>::from_array([[1, 2], [3, 4]]);
/// let mut sums = InlineTensor::<i32, StaticExtents![2]>::inline_zeros();
/// let Ok(()) = contract!(sums[i] = a[i, j]);
/// assert_eq!(sums.into_array(), [3, 7]);
/// ```
#[diagnostic::on_unimplemented(
    message = "a contraction cannot be written to `{To}`",
    label = "expected a tensor that owns its elements, or a `ViewMut`"
)]
pub trait ContractInto<To, Ins, Out, H = Plain> {
    /// [`Infallible`](core::convert::Infallible) where nothing is left to fail, as where all extents are static, else [`ShapeError`](crate::ShapeError).
    type Error;
    /// As that of [`Contract`](crate::composition::Contract).
    #[doc(hidden)]
    const CHECK: () = ();
    /// Writes the result into the target, or adds it to the target if `ADDS`.
    ///
    /// # Errors
    /// As [`contract!`](crate::contract!); the target is then unchanged.
    fn contract_into<const ADDS: bool>(self, target: To) -> Result<(), Self::Error>;
}

/// Targets that are views of tensors. Each is named, and not "whatever is a [`Target`]": where one implementation alone can be meant,
/// the compiler says what it lacks.
macro_rules! contracts_into {
    ([$($generics:tt)*] $to:ty: $extents:ty, $layout:ty) => {
        impl<'t, T, $($generics)*, Operands, Ins, Out, Shapes, H> ContractInto<$to, Ins, Out, H> for Operands
        where
            T: Scalar + AddsUp<H>,
            $layout: StridedLayout<$extents>,
            Operands: OperandTuple<Extents = Shapes> + TensorTuple<T>,
            H: How,
            Shapes: Compose<Ins, Out>,
            (Shapes::Output, $extents): Compose<(Out, Out), Out>,
        {
            type Error = <TargetAgreement<Shapes, Ins, Out, $extents> as Certainty>::Error;
            const CHECK: () = assert_ends_in::<Operands, T, Ins, Out, $extents, $layout, Shapes, H>();

            #[cfg_attr(not(unoptimized), inline(always))]
            fn contract_into<const ADDS: bool>(self, mut target: $to) -> Result<(), Self::Error> {
                let contract = const {
                    contract_views::<Operands, T, Ins, Out, $extents, $layout, Shapes, H, ADDS>()
                };
                contract(self, target.target())
            }
        }
    };
}
contracts_into!([E: Extents, L: TrustedLayout<E>] ViewMut<'t, T, E, L>: E, L);
#[cfg(feature = "ndarray")]
contracts_into!([D: NdarrayDim] ndarray::ArrayViewMut<'t, T, D>: D::Extents, Strided<D::Strides>);

/// What `contract!` with an output and `=` expands to.
#[inline]
#[allow(private_bounds, reason = "as above")]
pub fn assign<H, Ins, Out, To, Operands>(
    _: PhantomData<()>,
    target: To,
    operands: Operands,
) -> Result<(), Operands::Error>
where
    Operands: ContractInto<To, Ins, Out, H>,
{
    const { Operands::CHECK };
    operands.contract_into::<false>(target)
}

/// What `contract!` with an output and `+=` expands to.
#[inline]
#[allow(private_bounds, reason = "as above")]
pub fn add<H, Ins, Out, To, Operands>(
    _: PhantomData<()>,
    target: To,
    operands: Operands,
) -> Result<(), Operands::Error>
where
    Operands: ContractInto<To, Ins, Out, H>,
{
    const { Operands::CHECK };
    operands.contract_into::<true>(target)
}
