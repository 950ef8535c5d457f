//! The layout of a buffer of XLA: its offsets need no check.

use extents::Extents;
use extents::layout::TrustedLayout;

use super::BufferLayout;

// SAFETY: `check` passes for the sizes that the layout was made for only. An index below them is below the widths,
// and so is each number that its tiles make of it below the dimension that it belongs to: a quotient below the number
// of tiles, a remainder below the size of a tile, a merged one below the product. The offset is these numbers in the
// radix of the last dimensions, different for different indices, and below the product of the dimensions, which the
// constructor found to fit, as it did the span, which is that product with the padding of the tail. Without an element
// the span is 0 and no index is in bounds. The strides are there without tiles only: the place values of the widths.
// No number changes after the layout is made, and clones share all of them.
unsafe impl<E: Extents> TrustedLayout<E> for BufferLayout {}
