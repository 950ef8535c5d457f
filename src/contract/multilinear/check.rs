//! Whether lists of modes fit the operands.

use crate::elements::DynSource;
use crate::error::{Place, Quantity};
use crate::layout::check_modes;
use crate::{Extents, ShapeError};

/// The rank, unless the operand is null.
pub(super) fn rank_of<T>(operand: &DynSource<'_, T>) -> Result<usize, ShapeError> {
    let extents = operand.extents();
    if extents.is_null() { Err(ShapeError::Null) } else { Ok(extents.rank()) }
}

/// Passes where modes can be summed against each other.
pub(super) fn check_pairs<T>(
    left: &DynSource<'_, T>,
    right: &DynSource<'_, T>,
    left_modes: &[usize],
    right_modes: &[usize],
) -> Result<(), ShapeError> {
    if left.extents().is_null() || right.extents().is_null() {
        return Err(ShapeError::Null);
    }
    if left_modes.len() != right_modes.len() {
        return Err(ShapeError::CountMismatch {
            of: Quantity::ContractedModes,
            expected: left_modes.len(),
            found: right_modes.len(),
        });
    }
    check_modes(left_modes, left.extents().rank())?;
    check_modes(right_modes, right.extents().rank())?;
    for (&left_mode, &right_mode) in left_modes.iter().zip(right_modes) {
        let left = left.extents().extent(left_mode)?;
        let right = right.extents().extent(right_mode)?;
        if left != right {
            return Err(ShapeError::ExtentMismatch {
                place: Place::Pair(left_mode, right_mode),
                expected: left,
                found: right,
            });
        }
    }
    Ok(())
}
