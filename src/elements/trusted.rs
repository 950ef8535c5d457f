//! The layouts of this crate whose offsets need no check.

use crate::Extents;
use crate::layout::{ColMajor, RowMajor, TrustedLayout};

// SAFETY: the offset of an index in bounds is a number in the mixed radix of the extents, below
// their product, which is the span, and different for different indices; the strides are the place
// values of that radix.
unsafe impl<E: Extents> TrustedLayout<E> for RowMajor {}
// SAFETY: as above, with the modes in reverse.
unsafe impl<E: Extents> TrustedLayout<E> for ColMajor {}
