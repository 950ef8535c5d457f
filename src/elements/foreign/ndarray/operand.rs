//! Arrays in contractions and in elementwise work, without a copy.

use ::ndarray::{ArrayBase, ArrayViewMut, Data};

use super::raw::{ArrayLayout, Axes};
use crate::elements::{AsView, DynSource, View, ViewMut};
use crate::placement::OnHeap;
use crate::{ContractInto, ContractTarget, DynOperand, Operand, TensorOperand};

impl<S: Data, D: Axes> Operand for ArrayBase<S, D> {
    type Extents = D::Extents;
    type Placement = OnHeap;
    #[inline]
    fn operand_extents(&self) -> D::Extents {
        View::from(self.view()).extents().clone()
    }
}

impl<S: Data, D: Axes> TensorOperand for ArrayBase<S, D> {
    type Elem = S::Elem;
    type Layout = ArrayLayout<D>;
    #[inline]
    fn operand_view(&self) -> View<'_, S::Elem, D::Extents, ArrayLayout<D>> {
        View::from(self.view())
    }
}

impl<S: Data, D: Axes> AsView for ArrayBase<S, D> {
    type Elem = S::Elem;
    type Extents = D::Extents;
    type Layout = ArrayLayout<D>;
    #[inline]
    fn as_view(&self) -> View<'_, S::Elem, D::Extents, ArrayLayout<D>> {
        View::from(self.view())
    }
}

impl<S: Data, D: Axes> DynOperand<S::Elem> for ArrayBase<S, D> {
    fn source(&self) -> DynSource<'_, S::Elem> {
        DynSource::new(&View::from(self.view()))
    }
}

impl<T, D: Axes> ContractTarget for ArrayViewMut<'_, T, D> {
    type Elem = T;
}

/// `contract!(c[i, k] = a[i, j] * b[j, k])` takes `c.view_mut()`, so that `c` can be an array.
impl<'t, Operands, Ins, Out, T, D: Axes, H> ContractInto<Ins, Out, ArrayViewMut<'t, T, D>, H>
    for Operands
where
    Operands: ContractInto<Ins, Out, ViewMut<'t, T, D::Extents, ArrayLayout<D>>, H>,
{
    type Error = Operands::Error;
    #[inline]
    fn contract_into<const ADDS: bool>(
        self,
        target: ArrayViewMut<'t, T, D>,
    ) -> Result<(), Self::Error> {
        let target = ViewMut::from(target);
        <Operands as ContractInto<Ins, Out, _, H>>::contract_into::<ADDS>(self, target)
    }
}
