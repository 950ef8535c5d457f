//! Operands of which some contract themselves, as arrays of a device do, and some do not.

use core::convert::Infallible;

use super::typed::Execute;
use crate::elements::OperandTuple;
use crate::placement::HereAndElsewhere;

/// What contracts operands of which some are here.
#[diagnostic::on_unimplemented(
    message = "tensors and arrays of a device cannot be mixed in one contraction",
    label = "all operands are tensors or views, or all are arrays of one device",
    note = "`Array::upload` gives a device the elements of a tensor, and `Array::download` makes a tensor of an array"
)]
trait Gathered {
    fn contract<Operands>(operands: Operands) -> Infallible;
}

impl<Operands, Ins, Out, H> Execute<Operands, Ins, Out, H> for HereAndElsewhere
where
    Operands: OperandTuple<Placement: Gathered>,
{
    type Result = Infallible;
    const EXECUTE: fn(Operands) -> Infallible = Operands::Placement::contract;
}
