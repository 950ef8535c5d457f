//! Contractions of operands that contract themselves: arrays of a device, tensors that are shared out over processes.

use core::convert::Infallible;

use super::Contract;
use super::Plain;
use crate::elements::OperandTuple;
use crate::placement::{Elsewhere, HereAndElsewhere};

/// An operand that contracts a tuple of references to operands, of which it is the first: an array of a device, or a tensor that is
/// shared out over processes. Its [`Operand::Placement`](crate::Operand::Placement) is [`Elsewhere`](crate::placement::Elsewhere).
///
/// [`contract!`](crate::contract!) calls it where the first operand says so. All operands are `Elsewhere` then.
pub trait ContractElsewhere<Operands, Ins, Out, H = Plain> {
    /// The result.
    type Result;
    /// As that of [`Contract`].
    #[doc(hidden)]
    const CHECK: () = ();
    /// Contracts the operands.
    fn contract_elsewhere(operands: Operands) -> Self::Result;
}

impl<Operands, Ins, Out, H> Contract<Ins, Out, H, Elsewhere> for Operands
where
    Operands: OperandTuple<First: ContractElsewhere<Operands, Ins, Out, H>>,
{
    type Result = <Operands::First as ContractElsewhere<Operands, Ins, Out, H>>::Result;
    const CHECK: () = Operands::First::CHECK;
    const CONTRACT: fn(Operands) -> Self::Result = Operands::First::contract_elsewhere;
}

/// What contracts operands of which some are here.
#[diagnostic::on_unimplemented(
    message = "tensors of this process cannot be mixed with arrays of a device or with distributed tensors in one contraction",
    label = "all operands are tensors or views, or all are arrays of one device, or all are distributed over one mesh",
    note = "`Array::upload` gives a device the elements of a tensor, and `Array::download` makes a tensor of an array; `Dist::scatter` shares a tensor out, and `Dist::gather` collects one"
)]
trait Gathered {
    fn contract<Operands>(operands: Operands) -> Infallible;
}

impl<Operands, Ins, Out, H> Contract<Ins, Out, H, HereAndElsewhere> for Operands
where
    Operands: OperandTuple<Placement: Gathered>,
{
    type Result = Infallible;
    const CONTRACT: fn(Operands) -> Infallible = Operands::Placement::contract;
}
