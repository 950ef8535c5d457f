//! Dimensions permuted: `new.dimensions[i] = old.dimensions[permutation[i]]`.

use crate::error::Required;
use alloc::vec;
use alloc::vec::Vec;

use super::relabel::Source;
use crate::checks::check_permutation;
use crate::{ArrayShape, XlaError};

/// Returns the inverse of a permutation: `inverse[permutation[i]] == i`.
///
/// # Errors
/// Returns [`XlaError::DuplicateDimension`], [`XlaError::OutOfBounds`].
///
/// ```
/// use extents_xla::inverse_permutation;
/// assert_eq!(inverse_permutation(&[1, 2, 0])?, [2, 0, 1]);
/// assert!(inverse_permutation(&[1, 1]).is_err());
/// # Ok::<(), extents_xla::XlaError>(())
/// ```
pub fn inverse_permutation(permutation: &[usize]) -> Result<Vec<usize>, XlaError> {
    check_permutation(permutation)?;
    Ok(inverse(permutation))
}

/// The inverse of what is known to be a permutation.
pub(super) fn inverse(permutation: &[usize]) -> Vec<usize> {
    let mut inverse = vec![0; permutation.len()];
    for (at, &to) in permutation.iter().enumerate() {
        if let Some(place) = inverse.get_mut(to) {
            *place = at;
        }
    }
    inverse
}

impl ArrayShape {
    /// Permutes the dimensions: dimension `i` of the result is dimension `permutation[i]` of this array. The layout is
    /// that of the same bytes: the transpose moves nothing.
    ///
    /// Padded widths go with their dimensions; tiles and splits belong to the order in memory, which stays.
    ///
    /// # Errors
    /// Returns [`XlaError::LayoutRank`] for a permutation of another length, [`XlaError::DuplicateDimension`],
    /// [`XlaError::OutOfBounds`].
    ///
    /// ```
    /// use extents_xla::ArrayShape;
    /// let shape: ArrayShape = "f32[10,100,1000]{0,1,2}".parse()?;
    /// let permuted = shape.permute_dimensions(&[1, 2, 0])?;
    /// assert_eq!(permuted.to_string(), "f32[100,1000,10]{2,0,1}");
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn permute_dimensions(&self, permutation: &[usize]) -> Result<Self, XlaError> {
        self.check_permutation(permutation)?;
        let inverse = inverse(permutation);
        let sources: Vec<Source> = permutation.iter().copied().map(Source::Old).collect();
        self.relabelled(&sources, |layout| {
            let new = |old: &usize| inverse.get(*old).copied();
            layout.minor_to_major().iter().filter_map(new).collect()
        })
    }

    /// Permutes the dimensions, but keeps the numbers in the layout: dimension `i` of the result is dimension
    /// `permutation[i]` of this array. The numbers in the layout then name other dimensions, and a transpose has to
    /// move elements.
    ///
    /// Padded widths and splits go with their dimensions; the rest of the layout stays.
    ///
    /// # Errors
    /// Returns the errors of [`permute_dimensions`](Self::permute_dimensions).
    ///
    /// ```
    /// use extents_xla::ArrayShape;
    /// let shape: ArrayShape = "f32[10,100,1000]{0,1,2}".parse()?;
    /// let permuted = shape.permute_dimensions_ignoring_layout(&[1, 2, 0])?;
    /// assert_eq!(permuted.to_string(), "f32[100,1000,10]{0,1,2}");
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn permute_dimensions_ignoring_layout(
        &self,
        permutation: &[usize],
    ) -> Result<Self, XlaError> {
        self.check_permutation(permutation)?;
        let sources: Vec<Source> = permutation.iter().copied().map(Source::Old).collect();
        self.relabelled(&sources, |layout| layout.minor_to_major().to_vec())
    }

    /// Permutes the dimensions of an array that has a layout: XLA's other name for
    /// [`permute_dimensions`](Self::permute_dimensions).
    ///
    /// # Errors
    /// Returns [`XlaError::Requires`], and those of [`permute_dimensions`](Self::permute_dimensions).
    pub fn reorder_logical_dimensions(&self, permutation: &[usize]) -> Result<Self, XlaError> {
        self.layout().ok_or(XlaError::Requires(Required::Layout))?;
        self.permute_dimensions(permutation)
    }

    /// Returns the permutation that makes this array `to` without moving anything, by composing the two orders, or
    /// `None` if its result would have other dimensions than `to`.
    ///
    /// Only the orders and the dimensions are looked at, as in XLA.
    ///
    /// # Errors
    /// Returns [`XlaError::Requires`].
    ///
    /// ```
    /// use extents_xla::ArrayShape;
    /// let from: ArrayShape = "f32[3,7,6,4]{3,2,1,0}".parse()?;
    /// let to: ArrayShape = "f32[3,6,4,7]{2,1,3,0}".parse()?;
    /// assert_eq!(from.deduce_transpose_for_bitcast(&to)?, Some(vec![0, 2, 3, 1]));
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn deduce_transpose_for_bitcast(
        &self,
        to: &ArrayShape,
    ) -> Result<Option<Vec<usize>>, XlaError> {
        let from_layout = self.layout().ok_or(XlaError::Requires(Required::Layout))?;
        let to_layout = to.layout().ok_or(XlaError::Requires(Required::Layout))?;
        if self.rank() != to.rank() {
            return Ok(None);
        }
        let mut permutation = vec![0; self.rank()];
        for (&new, &old) in to_layout.minor_to_major().iter().zip(from_layout.minor_to_major()) {
            if let Some(place) = permutation.get_mut(new) {
                *place = old;
            }
        }
        let old = permutation.iter().map(|&old| self.dimensions.get(old));
        Ok(old.eq(to.dimensions.iter().map(Some)).then_some(permutation))
    }

    /// The permutation is one of the dimensions.
    pub(super) fn check_permutation(&self, permutation: &[usize]) -> Result<(), XlaError> {
        let (found, rank) = (permutation.len(), self.rank());
        if found != rank {
            return Err(XlaError::LayoutRank { part: "the permutation", found, rank });
        }
        check_permutation(permutation)
    }
}
