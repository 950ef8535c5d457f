//! The number of elements: at most `isize::MAX`, counted without the zero extents.

#![allow(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "const functions have no iterators; each loop counts below the lengths it indexes, and \
              what could overflow is multiplied checked or wrapping"
)]

use crate::ShapeError;

/// Returns the product of the non-zero extents, if it fits `isize`.
///
/// Zero extents are left out (as `ndarray` does it), so that every stride of the shape fits too.
///
/// # Errors
/// Returns [`ShapeError::SizeOverflow`] names the mode at which the product passes the limit.
///
/// ```
/// use extents_static::check_size;
/// assert_eq!(check_size(&[2, 0, 3]), Ok(6));
/// assert!(check_size(&[usize::MAX, 0, 2]).is_err());
/// ```
#[inline]
pub const fn check_size(extents: &[usize]) -> Result<usize, ShapeError> {
    let mut elements: usize = 1;
    let mut mode = 0;
    while mode < extents.len() {
        let extent = extents[mode];
        if extent != 0 {
            match elements.checked_mul(extent) {
                Some(product) if product <= isize::MAX as usize => elements = product,
                _ => return Err(ShapeError::SizeOverflow { mode, elements, extent }),
            }
        }
        mode += 1;
    }
    Ok(elements)
}

/// Returns whether [`check_size`] passes for the extents that are known. The compiler asks it of each type of extents, so
/// that it is one loop without calls.
pub(crate) const fn fits(modes: &[Option<usize>]) -> bool {
    // A product of two factors that fit has room.
    let mut elements: u128 = 1;
    let mut mode = 0;
    while mode < modes.len() {
        if let Some(extent @ 1..) = modes[mode] {
            elements *= extent as u128;
            if elements > isize::MAX as u128 {
                return false;
            }
        }
        mode += 1;
    }
    true
}

/// Returns the product of all extents; 1 for no extents. The extents must have passed [`check_size`].
#[inline]
pub const fn product_of(extents: &[usize]) -> usize {
    let mut product: usize = 1;
    let mut mode = 0;
    while mode < extents.len() {
        product = product.wrapping_mul(extents[mode]);
        mode += 1;
    }
    product
}

/// The extents of a shape whose type knows them all: a buffer and how much of it is used.
#[derive(Debug)]
pub struct KnownExtents {
    buffer: [usize; 12],
    rank: usize,
}

impl KnownExtents {
    /// Creates all extents if each is known; else nothing.
    pub const fn all(modes: &[Option<usize>]) -> Option<Self> {
        let mut buffer = [0; 12];
        let mut mode = 0;
        if modes.len() > buffer.len() {
            return None;
        }
        while mode < modes.len() {
            match modes[mode] {
                Some(extent) => buffer[mode] = extent,
                None => return None,
            }
            mode += 1;
        }
        Some(KnownExtents { buffer, rank: modes.len() })
    }

    /// Creates the extents, with 1 in the place of those that are not known.
    pub const fn static_part(modes: &[Option<usize>]) -> Self {
        let mut buffer = [1; 12];
        let mut mode = 0;
        while mode < modes.len() && mode < buffer.len() {
            if let Some(extent) = modes[mode] {
                buffer[mode] = extent;
            }
            mode += 1;
        }
        KnownExtents { buffer, rank: mode }
    }

    /// Returns the extents, and other numbers behind the last one.
    pub(crate) const fn buffer(&self) -> [usize; 12] {
        self.buffer
    }

    /// Returns the extents.
    #[inline]
    pub const fn as_slice(&self) -> &[usize] {
        self.buffer.split_at(self.rank).0
    }
}

/// What else only the compiler evaluates.
#[cfg(test)]
mod tests {
    use super::{KnownExtents, fits};

    #[test]
    fn the_extents_that_are_known_fit_isize() {
        let most = isize::MAX as usize;
        assert!(fits(&[]) && fits(&[None, None]) && fits(&[Some(0), Some(most)]));
        assert!(fits(&[Some(1), Some(most), None, Some(1)]));
        assert!(!fits(&[Some(most + 1)]) && !fits(&[Some(most), None, Some(2)]));
        assert!(!fits(&[Some(0), Some(1 << 32), Some(1 << 31)]));
        assert!(fits(&[Some(1 << 32), Some((1 << 31) - 1)]));
    }

    #[test]
    fn known_extents_are_in_the_buffer() {
        let all = KnownExtents::all(&[Some(2), Some(3)]);
        let buffer = all.as_ref().map(KnownExtents::buffer);
        assert_eq!(buffer, Some([2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
    }
}
