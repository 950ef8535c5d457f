//! The derivatives of contractions by their operands.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::collections::btree_map::Entry;
use alloc::vec::Vec;

use extents_dynamic::Gradient;
use extents_static::__private::agree;

use super::ContractBy;
use crate::elements::{DynOperand, ViewMut};
use crate::error::Bounded;
use crate::layout::Strided;
use crate::{Composition, DynRankExtents, Extents, Scalar, ShapeError, Tensor, TensorOf, View};

mod typed;

#[cfg(feature = "device")]
pub(crate) use typed::{Spread, Spreads};
pub use typed::{gradient_by, gradients};

/// Returns the derivative of a number by one operand of a contraction, given its derivative by the result.
///
/// It has the extents of the operand: along labels that stand in that operand alone, which are summed, it repeats, and where the
/// operand has a label twice it is zero off the diagonal.
///
/// # Errors
/// Returns [`ShapeError::OutOfBounds`] where there is no such operand, [`ShapeError::CountMismatch`] where there is another number
/// of operands than the composition has;
/// [`ShapeError::RankMismatch`] and [`ShapeError::ExtentMismatch`] where `result` has other extents than the result; those of
/// [`ContractBy::eval`].
///
/// ```
/// use extents::composition::gradient;
/// use extents::{Composition, Tensor, extents};
/// let product = Composition::einsum("ij,jk->ik")?;
/// let a = Tensor::from_vec(extents![1, 2], vec![1.0, 2.0])?;
/// let b = Tensor::from_vec(extents![2, 2], vec![3.0, 4.0, 5.0, 6.0])?;
/// let dc = Tensor::from_vec(extents![1, 2], vec![1.0, 10.0])?;
/// let da = gradient(&product, 0, &dc, &[&a, &b])?;
/// assert_eq!(da.as_slice(), [43.0, 65.0]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub fn gradient<T: Scalar>(
    composition: &Composition,
    operand: usize,
    result: &dyn DynOperand<T>,
    operands: &[&dyn DynOperand<T>],
) -> Result<TensorOf<DynRankExtents, T>, ShapeError> {
    let shapes = operands.iter().map(|operand| operand.source().extents().clone());
    let shapes: Vec<DynRankExtents> = shapes.collect();
    let composition: Cow<'_, Composition> = composition.expanded(&shapes)?;
    let resolved = composition.resolve(&shapes)?;
    agree(&resolved.result, result.source().extents())?;
    let (Some(gradient), Some(shape)) = (Gradient::new(&composition, operand), shapes.get(operand))
    else {
        let (number, limit) = (operand, shapes.len());
        return Err(ShapeError::OutOfBounds { of: Bounded::Operand, number, limit });
    };
    let others = operands.iter().enumerate().filter(|(other, _)| *other != operand);
    let given: Vec<&dyn DynOperand<T>> =
        core::iter::once(result).chain(others.map(|(_, other)| *other)).collect();
    let value = ContractBy::new(gradient.composition()).eval(&given)?;
    let mut whole = Tensor::zeros(shape.clone())?;
    let places = gradient.places().iter().map(Option::is_some);
    put(whole.view_mut(), value.view(), gradient.labels().iter().copied().zip(places))?;
    Ok(whole)
}

/// A view of run-time rank that can be written.
type PartMut<'a, T> = ViewMut<'a, T, DynRankExtents, Strided<crate::ModeArray<isize>>>;

/// Writes what a contraction gives to where it stands in the derivative: to diagonals where a label is there twice, and repeated
/// along labels that nothing else has. Of each mode of the derivative its label is given, and whether the contraction has it.
fn put<T: Scalar, E, F>(
    target: ViewMut<'_, T, E>,
    value: View<'_, T, F>,
    modes: impl Iterator<Item = (usize, bool)>,
) -> Result<(), ShapeError>
where
    E: Extents,
    F: Extents,
{
    // The order that they have, as a view whose strides are values.
    let order: Vec<usize> = (0..target.extents().rank()).collect();
    let mut target: PartMut<'_, T> = target.permute(&order[..])?;
    let (mut first, mut repeated, mut kept) = (BTreeMap::new(), Vec::new(), Vec::new());
    for (label, is_kept) in modes {
        let mode = first.len();
        match first.entry(label) {
            Entry::Occupied(first) => target = target.diagonal(*first.get(), mode)?,
            Entry::Vacant(place) => {
                place.insert(mode);
                if is_kept { kept.push(mode) } else { repeated.push(mode) }
            }
        }
    }
    // With what is repeated in front, all at once.
    let rank = repeated.len();
    repeated.extend(kept);
    let mut target = target.permute(&repeated[..])?;
    let extents = target.extents().as_slice();
    // A mode of one entry would be repeated too.
    agree(&DynRankExtents::new(extents.get(rank..).unwrap_or(&[]))?, value.extents())?;
    let value = value.broadcast_to(extents)?;
    target.assign(&value)
}
