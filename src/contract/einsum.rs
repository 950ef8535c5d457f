//! [`einsum`]: the short form of [`ContractBy`], and what it takes.

use super::by_text::ContractBy;
use crate::layout::{StridedLayout, TrustedLayout};
use crate::{
    Composition, DynRankExtents, DynSource, Scalar, ShapeError, Storage, Tensor, View, ViewMut,
    WeakensTo,
};

/// An operand of a composition by text: a tensor or a view, of any layer.
///
/// ```
/// use extents::{DynOperand, Tensor, extents};
/// let operands: [&dyn DynOperand<f64>; 1] = [&Tensor::full(extents![2, 3], 1.0)?];
/// assert_eq!(operands[0].source().extents(), &extents![2, 3]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "elements of type `{T}` meet `{Self}`, which has none of that type",
    label = "all operands have elements of one type",
    note = "`map` makes a tensor of other elements: `a.map(|&x| f64::from(x))`"
)]
pub trait DynOperand<T> {
    /// The elements, with run-time extents and strides.
    fn source(&self) -> DynSource<'_, T>;
}

impl<T, E, L> DynOperand<T> for View<'_, T, E, L>
where
    E: WeakensTo<DynRankExtents>,
    L: TrustedLayout<E> + StridedLayout<E>,
{
    fn source(&self) -> DynSource<'_, T> {
        DynSource::new(self)
    }
}

impl<T, E, L> DynOperand<T> for ViewMut<'_, T, E, L>
where
    E: WeakensTo<DynRankExtents>,
    L: TrustedLayout<E> + StridedLayout<E>,
{
    fn source(&self) -> DynSource<'_, T> {
        DynSource::new(&self.view())
    }
}

impl<T, E, L, S> DynOperand<T> for Tensor<T, E, L, S>
where
    E: WeakensTo<DynRankExtents>,
    L: TrustedLayout<E> + StridedLayout<E>,
    S: Storage<Elem = T>,
{
    fn source(&self) -> DynSource<'_, T> {
        DynSource::new(&self.view())
    }
}

/// Contracts tensors under labels in einsum's notation: `"ij,jk->ik"`.
///
/// The rules are those of [`contract!`](crate::contract!); the notation is that of
/// [`Composition::einsum`], and a [`Composition`] with longer labels is run by
/// [`ContractBy`]. Operands can be of any layer and layout.
///
/// # Errors
/// Those of [`Composition::einsum`] and [`Composition::resolve`], and [`ShapeError::Allocation`].
///
/// ```
/// use extents::{Tensor, einsum, extents};
/// let a = Tensor::from_vec(extents![2, 2], vec![1, 2, 3, 4])?;
/// let b = Tensor::from_vec(extents![dyn 2, 2]?, vec![1, 0, 0, 1])?;
/// let c = einsum("ij,jk->ki", &[&a, &b])?;
/// assert_eq!(c.as_slice(), [1, 3, 2, 4]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub fn einsum<T: Scalar>(
    text: &str,
    operands: &[&dyn DynOperand<T>],
) -> Result<Tensor<T, DynRankExtents>, ShapeError> {
    ContractBy::new(&Composition::einsum(text)?).eval(operands)
}
