//! [`einsum`]: the short form of [`ContractBy`].

use super::by_text::ContractBy;
use crate::elements::DynOperand;
use crate::{Composition, DynRankExtents, Scalar, ShapeError, Tensor};

/// Contracts tensors under labels in einsum's notation: `"ij,jk->ik"`, `"...ij,...jk->...ik"`.
///
/// The rules are those of [`contract!`](crate::contract!); the notation is that of
/// [`Composition::einsum`], and a [`Composition`] with longer labels is run by
/// [`ContractBy`]. Operands can be of any layer and layout.
///
/// # Errors
/// Those of [`Composition::einsum`] and [`Composition::resolve`], [`ShapeError::Allocation`], and [`ShapeError::LimitExceeded`].
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
