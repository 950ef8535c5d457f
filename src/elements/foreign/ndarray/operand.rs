//! Arrays in contractions and in elementwise work, without a copy.

use ::ndarray::{ArrayBase, ArrayViewMut, Data};

use super::raw::{ArrayLayout, NdarrayDim};
use crate::elements::{AsView, Operand, Target, View, ViewMut};
use crate::placement::OnHeap;

impl<S: Data, D: NdarrayDim> Operand for ArrayBase<S, D> {
    type Extents = D::Extents;
    type Placement = OnHeap;
    #[inline]
    fn operand_extents(&self) -> D::Extents {
        View::from(self.view()).extents().clone()
    }
}

impl<S: Data, D: NdarrayDim> AsView for ArrayBase<S, D> {
    type Elem = S::Elem;
    type Layout = ArrayLayout<D>;
    #[inline]
    fn as_view(&self) -> View<'_, S::Elem, D::Extents, ArrayLayout<D>> {
        View::from(self.view())
    }
}

/// `contract!(c[i, k] = a[i, j] * b[j, k])` takes `c.view_mut()`, so that `c` can be an array.
impl<T, D: NdarrayDim> Target for ArrayViewMut<'_, T, D> {
    type Elem = T;
    type Extents = D::Extents;
    type Layout = ArrayLayout<D>;
    #[inline]
    fn target(&mut self) -> ViewMut<'_, T, D::Extents, ArrayLayout<D>> {
        ViewMut::from(self.view_mut())
    }
}
