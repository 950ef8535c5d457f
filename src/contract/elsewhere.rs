//! Contractions of operands that contract themselves: arrays of a device, tensors that are shared out over processes.

use core::convert::Infallible;

use super::Contract;
use crate::elements::OperandTuple;
use crate::placement::{Elsewhere, HereAndElsewhere};

impl<Operands, Ins, Out, H> Contract<Elsewhere, Ins, Out, H> for Operands
where
    Operands: OperandTuple + Contract<<Operands as OperandTuple>::First, Ins, Out, H>,
{
    type Result = <Operands as Contract<Operands::First, Ins, Out, H>>::Result;
    const CHECK: () = <Operands as Contract<Operands::First, Ins, Out, H>>::CHECK;
    const CONTRACT: fn(Operands) -> Self::Result =
        <Operands as Contract<Operands::First, Ins, Out, H>>::CONTRACT;
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

impl<Operands, Ins, Out, H> Contract<HereAndElsewhere, Ins, Out, H> for Operands
where
    Operands: OperandTuple<Placement: Gathered>,
{
    type Result = Infallible;
    const CONTRACT: fn(Operands) -> Infallible = Operands::Placement::contract;
}
