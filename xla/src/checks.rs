//! Checks that shapes and layouts share.

use crate::error::Bounded;
use alloc::vec;

use super::XlaError;

/// Each number below the length of the list stands in it once.
pub(super) fn check_permutation(list: &[usize]) -> Result<(), XlaError> {
    let mut seen = vec![false; list.len()];
    for &dimension in list {
        match seen.get_mut(dimension) {
            Some(true) => return Err(XlaError::DuplicateDimension { dimension }),
            Some(seen) => *seen = true,
            None => return Err(out_of_range(dimension, list.len())),
        }
    }
    Ok(())
}

pub(super) fn out_of_range(dimension: usize, rank: usize) -> XlaError {
    XlaError::OutOfBounds { of: Bounded::Dimension, number: dimension as i128, limit: rank }
}
