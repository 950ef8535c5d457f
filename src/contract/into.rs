//! [`contract!`](crate::contract!) with an output.

use core::marker::PhantomData;

use extents_static::__private::Certainty;

use super::Plain;
use crate::elements::{
    AddsUp, How, OperandTuple, Target, TargetAgreement, TensorTuple, assert_ends_in, contract_views,
};
use crate::layout::StridedLayout;
use crate::{Compose, Scalar};

/// A tuple of references to operands that contract into a target `To`: a [`Target`] of expressions, or an array of a device that can
/// be written.
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
#[doc(hidden)]
pub trait ContractInto<Ins, Out, To, H = Plain> {
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

impl<Operands, Ins, Out, Shapes, To, H> ContractInto<Ins, Out, To, H> for Operands
where
    To: Target<Elem: Scalar + AddsUp<H>, Layout: StridedLayout<To::Extents>>,
    Operands: OperandTuple<Extents = Shapes> + TensorTuple<To::Elem>,
    H: How,
    Shapes: Compose<Ins, Out>,
    (Shapes::Output, To::Extents): Compose<(Out, Out), Out>,
{
    type Error = <TargetAgreement<Shapes, Ins, Out, To::Extents> as Certainty>::Error;
    const CHECK: () =
        assert_ends_in::<Operands, To::Elem, Ins, Out, To::Extents, To::Layout, Shapes, H>();

    #[inline(always)]
    fn contract_into<const ADDS: bool>(self, mut target: To) -> Result<(), Self::Error> {
        let contract = const {
            contract_views::<Operands, To::Elem, Ins, Out, To::Extents, To::Layout, Shapes, H, ADDS>(
            )
        };
        contract(self, target.target())
    }
}

/// What `contract!` with an output and `=` expands to.
#[inline]
pub fn assign<H, Ins, Out, To, Operands>(
    _: PhantomData<()>,
    target: To,
    operands: Operands,
) -> Result<(), Operands::Error>
where
    Operands: ContractInto<Ins, Out, To, H>,
{
    const { Operands::CHECK };
    operands.contract_into::<false>(target)
}

/// What `contract!` with an output and `+=` expands to.
#[inline]
pub fn add<H, Ins, Out, To, Operands>(
    _: PhantomData<()>,
    target: To,
    operands: Operands,
) -> Result<(), Operands::Error>
where
    Operands: ContractInto<Ins, Out, To, H>,
{
    const { Operands::CHECK };
    operands.contract_into::<true>(target)
}
