//! uBLAS's vocabulary: free functions that classify the extents of any layer.
//!
//! Each valid shape (no zero extent) is exactly one of scalar, vector, matrix and tensor, as in
//! released Boost.uBLAS; any other shape is none. Where the type knows, the same answers are
//! consts: [`Extents::IS_VALID`], [`Extents::IS_SCALAR`] and so on.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const functions have no iterators; each loop counts below the lengths it indexes, and \
              what could overflow is multiplied checked or wrapping"
)]

use crate::size::{KnownExtents, product_of};
use crate::{Extents, order};

/// Returns whether no extent is 0. The null shape is not valid.
///
/// ```
/// use extents_static::{extents, valid};
/// assert!(valid(&extents![2, 3]));
/// assert!(!valid(&extents![2, 0]));
/// ```
#[inline]
pub fn valid<E: Extents>(extents: &E) -> bool {
    class(extents) < NO_CLASS
}

/// Returns whether all extents are 1, so that there is one element. This includes rank 0.
///
/// ```
/// use extents_static::{extents, is_scalar};
/// assert!(is_scalar(&extents![1, 1]));
/// assert!(!is_scalar(&extents![1, 2]));
/// ```
#[inline]
pub fn is_scalar<E: Extents>(extents: &E) -> bool {
    class(extents) == SCALAR
}

/// Returns whether the shape is `[n]`, `[n, 1, ..]` or `[1, n, 1, ..]` with `n > 1`.
///
/// ```
/// use extents_static::{extents, is_vector};
/// assert!(is_vector(&extents![1, 5, 1]));
/// assert!(!is_vector(&extents![1, 1, 5]));
/// ```
#[inline]
pub fn is_vector<E: Extents>(extents: &E) -> bool {
    class(extents) == VECTOR
}

/// Returns whether the shape is `[m, n, 1, ..]` with `m, n > 1`.
///
/// ```
/// use extents_static::{extents, is_matrix};
/// assert!(is_matrix(&extents![2, 3, 1]));
/// assert!(!is_matrix(&extents![1, 3]));
/// ```
#[inline]
pub fn is_matrix<E: Extents>(extents: &E) -> bool {
    class(extents) == MATRIX
}

/// Returns whether some extent from the third on is greater than 1.
///
/// ```
/// use extents_static::{extents, is_tensor};
/// assert!(is_tensor(&extents![1, 1, 5]));
/// assert!(!is_tensor(&extents![2, 3, 1]));
/// ```
#[inline]
pub fn is_tensor<E: Extents>(extents: &E) -> bool {
    class(extents) == TENSOR
}

/// Returns the number of elements: the product of the extents. The product of none is 1, where uBLAS says 0.
///
/// ```
/// use extents_static::{extents, product};
/// assert_eq!(product(&extents![2, 3]), 6);
/// assert_eq!(product(&extents![]), 1);
/// ```
#[inline]
pub fn product<E: Extents>(extents: &E) -> usize {
    extents.size()
}

/// Returns whether `index` has one coordinate for each mode, and each is below its extent.
///
/// ```
/// use extents_static::{extents, in_bounds};
/// assert!(in_bounds(&extents![2, 3], &[1, 2]));
/// assert!(!in_bounds(&extents![2, 3], &[2, 2]));
/// assert!(!in_bounds(&extents![2, 3], &[1]));
/// ```
#[inline]
pub fn in_bounds<E: Extents>(extents: &E, index: &[usize]) -> bool {
    !extents.is_null() && order::contains(extents.slice_in(&mut None), index)
}

/// Writes the extents that are not 1 to the front of `kept`, and says how many there are.
///
/// `kept` must be as long as `extents`; what does not fit is dropped.
///
/// ```
/// let mut kept = [0; 3];
/// assert_eq!(extents_static::squeeze_into(&[1, 5, 1], &mut kept), 1);
/// assert_eq!(kept[0], 5);
/// ```
pub const fn squeeze_into(extents: &[usize], kept: &mut [usize]) -> usize {
    let mut len = 0;
    let mut mode = 0;
    while mode < extents.len() {
        if extents[mode] != 1 && len < kept.len() {
            kept[len] = extents[mode];
            len += 1;
        }
        mode += 1;
    }
    len
}

const SCALAR: u8 = 0;
const VECTOR: u8 = 1;
const MATRIX: u8 = 2;
const TENSOR: u8 = 3;
const NO_CLASS: u8 = 4;

#[inline]
fn class<E: Extents>(extents: &E) -> u8 {
    if extents.is_null() { NO_CLASS } else { class_of(extents.slice_in(&mut None)) }
}

const fn class_of(extents: &[usize]) -> u8 {
    if product_of(extents) == 0 {
        return NO_CLASS;
    }
    let mut large_modes = 0;
    let mut mode = 0;
    while mode < extents.len() {
        if extents[mode] > 1 {
            if mode >= 2 {
                return TENSOR;
            }
            large_modes += 1;
        }
        mode += 1;
    }
    large_modes
}

/// The number of elements, where all extents are known.
pub(crate) const fn static_size(modes: &[Option<usize>]) -> Option<usize> {
    let mut size: usize = 1;
    let mut mode = 0;
    while mode < modes.len() {
        match modes[mode] {
            Some(extent) => size = size.wrapping_mul(extent),
            None => return None,
        }
        mode += 1;
    }
    Some(size)
}

pub(crate) const fn static_valid(size: Option<usize>) -> Option<bool> {
    match size {
        Some(size) => Some(size > 0),
        None => None,
    }
}

pub(crate) const fn static_class(
    size: Option<usize>,
    modes: &[Option<usize>],
    class: u8,
) -> Option<bool> {
    match size {
        // Where the size is known, so is each extent.
        Some(_) => Some(class_of(KnownExtents::static_part(modes).as_slice()) == class),
        None => None,
    }
}

/// What else only the compiler evaluates.
#[cfg(test)]
mod tests {
    use super::{MATRIX, NO_CLASS, SCALAR, TENSOR, VECTOR};
    use super::{in_bounds, product, static_class, static_size, static_valid};
    use crate::extents;

    #[test]
    fn the_size_is_known_where_all_extents_are() {
        assert_eq!((static_size(&[]), static_size(&[Some(2), Some(3)])), (Some(1), Some(6)));
        assert_eq!(
            (static_size(&[Some(2), None]), static_size(&[Some(0), Some(3)])),
            (None, Some(0))
        );
        assert_eq!([None, Some(0), Some(1)].map(static_valid), [None, Some(false), Some(true)]);
    }

    #[test]
    fn each_valid_shape_has_one_class() {
        for (extents, class) in [
            (&[Some(1), Some(1)][..], SCALAR),
            (&[Some(5)], VECTOR),
            (&[Some(2), Some(3)], MATRIX),
            (&[Some(1), Some(1), Some(2)], TENSOR),
            (&[Some(2), Some(0)], NO_CLASS),
        ] {
            let size = static_size(extents);
            for other in [SCALAR, VECTOR, MATRIX, TENSOR, NO_CLASS] {
                assert_eq!(static_class(size, extents, other), Some(class == other));
            }
        }
        assert_eq!(static_class(None, &[None], VECTOR), None);
    }

    #[test]
    fn extents_are_asked_at_run_time() {
        assert_eq!(product(&extents![2, 3]), 6);
        assert!(in_bounds(&extents![2, 3], &[1, 2]) && !in_bounds(&extents![2, 3], &[2, 2]));
    }
}
