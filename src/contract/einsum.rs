//! [`einsum`] and its kin: short forms of [`ContractBy`], with no option set.

#[allow(unused_imports, reason = "for the documentation")]
use super::along::contract_along;
use super::by_text::ContractBy;
use crate::elements::update_each;
use crate::layout::{StridedLayout, TrustedLayout};
#[allow(unused_imports, reason = "for the documentation")]
use crate::plan::Path;
use crate::{
    Composition, DynRankExtents, DynSource, Extents, Scalar, ShapeError, Storage, Tensor, View,
    ViewMut, WeakensTo,
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
/// [`contract_by`]. Operands can be of any layer and layout.
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
    contract_by(&Composition::einsum(text)?, operands)
}

/// Contracts tensors of any layer under the labels of a [`Composition`].
///
/// More than two operands contract two at a time, along [`Path::automatic`], where the elements
/// [allow it](Scalar::CONTRACTS_IN_ANY_ORDER). [`contract_along`] takes a path of your own, and says
/// what it does to rounding. To look for the path takes some microseconds: where there are many small
/// contractions of the same labels, make it once.
///
/// # Errors
/// Those of [`Composition::resolve`], and [`ShapeError::Allocation`].
///
/// ```
/// use extents::{Composition, Tensor, contract_by, extents};
/// let a = Tensor::from_vec(extents![2, 2], vec![1, 2, 3, 4])?;
/// let row_sums = Composition::labelled(&["row, column"], "row")?;
/// assert_eq!(contract_by(&row_sums, &[&a])?.as_slice(), [3, 7]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub fn contract_by<T: Scalar>(
    composition: &Composition,
    operands: &[&dyn DynOperand<T>],
) -> Result<Tensor<T, DynRankExtents>, ShapeError> {
    ContractBy::new(composition).eval(operands)
}

/// As [`contract_by`], but writes the result into a mutable view.
///
/// # Errors
/// Those of [`contract_by`]; [`ShapeError::RankMismatch`] and [`ShapeError::ExtentMismatch`] where the
/// target has other extents than the result. The target is then unchanged.
///
/// ```
/// use extents::{Composition, Tensor, contract_by_assign, extents};
/// let a = Tensor::from_vec(extents![2, 2], vec![1, 2, 3, 4])?;
/// let mut sums = Tensor::full(extents![2], 100)?;
/// contract_by_assign(&Composition::einsum("ij->i")?, &[&a], sums.view_mut())?;
/// assert_eq!(sums.as_slice(), [3, 7]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub fn contract_by_assign<T: Scalar, E: Extents, L: TrustedLayout<E> + StridedLayout<E>>(
    composition: &Composition,
    operands: &[&dyn DynOperand<T>],
    target: ViewMut<'_, T, E, L>,
) -> Result<(), ShapeError> {
    ContractBy::new(composition).assign_to(operands, target)
}

/// As [`contract_by_assign`], but adds the result to what is there.
///
/// # Errors
/// As [`contract_by_assign`].
///
/// ```
/// use extents::{Composition, Tensor, contract_by_add, extents};
/// let a = Tensor::from_vec(extents![2, 2], vec![1, 2, 3, 4])?;
/// let mut sums = Tensor::full(extents![2], 100)?;
/// contract_by_add(&Composition::einsum("ij->i")?, &[&a], sums.view_mut())?;
/// assert_eq!(sums.as_slice(), [103, 107]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub fn contract_by_add<T: Scalar, E: Extents, L: TrustedLayout<E> + StridedLayout<E>>(
    composition: &Composition,
    operands: &[&dyn DynOperand<T>],
    target: ViewMut<'_, T, E, L>,
) -> Result<(), ShapeError> {
    ContractBy::new(composition).add_to(operands, target)
}

/// As [`contract_by`], but gives each element of a mutable view and its new value to `update`. The result
/// is made first; [`contract_by_assign`] and [`contract_by_add`] do without.
///
/// # Errors
/// Those of [`Composition::resolve`]; [`ShapeError::RankMismatch`] and
/// [`ShapeError::ExtentMismatch`] where the target has other extents than the result. The target is
/// then unchanged.
///
/// ```
/// use extents::{Composition, Tensor, contract_by_into, extents};
/// let a = Tensor::from_vec(extents![2, 2], vec![1, 2, 3, 4])?;
/// let mut sums = Tensor::full(extents![2], 100)?;
/// let composition = Composition::einsum("ij->i")?;
/// contract_by_into(&composition, &[&a], sums.view_mut(), |to, value| *to += value)?;
/// assert_eq!(sums.as_slice(), [103, 107]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub fn contract_by_into<T: Scalar, E: Extents, L: TrustedLayout<E> + StridedLayout<E>>(
    composition: &Composition,
    operands: &[&dyn DynOperand<T>],
    target: ViewMut<'_, T, E, L>,
    update: impl Fn(&mut T, T),
) -> Result<(), ShapeError> {
    update_each(target, &contract_by(composition, operands)?.view(), update)
}
