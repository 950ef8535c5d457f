//! Tuples of arrays, as the operands of a typed contraction.

use extents_static::__private::{Numbers, Wiring};

use super::{AsArrayView, BufferPlace, Device};
use crate::elements::{Known, modes_of};
use crate::plan::ModeTable;
use crate::{Extents, ShapeError};

/// An array of a device of type `D`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an array of a device of type `{D}`",
    label = "all operands of a contraction are arrays of one device"
)]
pub(super) trait ArrayOn<D>: AsArrayView<Device = D> {}
#[diagnostic::do_not_recommend]
impl<D, A: AsArrayView<Device = D>> ArrayOn<D> for A {}

/// A tuple of references to arrays of a device.
pub(super) trait ArrayTuple<D: Device> {
    /// The number of arrays.
    const COUNT: usize;
    /// What the types know of all arrays; behind the last one nothing.
    const KNOWN: [Known; 12];
    /// The modes of each array under its labels, and the extents of the result; extents under one label are compared.
    fn read(&self, wiring: &'static Wiring) -> Result<([ModeTable; 12], [usize; 12]), ShapeError>;
    /// Where the elements of an array are; the first one's where there is no such array.
    fn place(&self, operand: usize) -> BufferPlace<'_, D>;
    /// The device of the first array.
    fn first_device(&self) -> D;
    /// The type of the elements of the result, where all arrays are of one device.
    fn result_element(&self) -> Result<D::Element, D::Error>;
}

/// The modes of an array.
fn table<A: AsArrayView>(
    array: &A,
    operand: usize,
    wiring: &'static Wiring,
) -> Result<ModeTable, ShapeError> {
    let view = array.as_array_view();
    let extents = view.extents();
    if extents.is_null() {
        return Err(ShapeError::Null);
    }
    wiring.check_rank(operand, extents.rank())?;
    Ok(modes_of(wiring.labels(operand), extents, view.mapping().layout()))
}

macro_rules! array_tuple {
    (0;) => {};
    ($rank:literal; ($First:ident $F:ident $k:tt) $(($A:ident $B:ident $n:tt))*) => {
        #[allow(non_snake_case)]
        impl<D: Device, $First: ArrayOn<D>, $($A: ArrayOn<D>),*> ArrayTuple<D> for (&$First, $(&$A,)*) {
            const COUNT: usize = $rank;
            const KNOWN: [Known; 12] = {
                let mut all = [Known::NOTHING; 12];
                all[$k] = Known::of::<$First::Extents, $First::Layout>();
                $(all[$n] = Known::of::<$A::Extents, $A::Layout>();)*
                all
            };

            fn read(
                &self,
                wiring: &'static Wiring,
            ) -> Result<([ModeTable; 12], [usize; 12]), ShapeError> {
                let before = &Numbers::none(wiring);
                let $First = table(self.$k, $k, wiring)?;
                let $F = before.with($First.extents())?;
                let before = &$F;
                $(
                    let $A = table(self.$n, $n, wiring)?;
                    let $B = before.with($A.extents())?;
                    let before = &$B;
                )*
                let extents = before.of_result();
                let mut all = [ModeTable::NONE; 12];
                all[$k] = $First;
                $(all[$n] = $A;)*
                Ok((all, extents))
            }

            fn place(&self, operand: usize) -> BufferPlace<'_, D> {
                match operand {
                    $($n => self.$n.as_array_view().place(),)*
                    _ => self.$k.as_array_view().place(),
                }
            }

            fn first_device(&self) -> D {
                self.$k.as_array_view().device().clone()
            }

            fn result_element(&self) -> Result<D::Element, D::Error> {
                let first = self.$k.as_array_view();
                let device = first.device();
                let others = [$({
                    let other = self.$n.as_array_view();
                    if !device.is_same(other.device()) {
                        return Err(super::Unsupported::OtherDevice.into());
                    }
                    other.element()
                }),*];
                device.result_element(first.element(), &others)
            }
        }
    };
}
extents_static::for_each_arity!(array_tuple);
