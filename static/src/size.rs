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

    /// Returns the extents.
    #[inline]
    pub const fn as_slice(&self) -> &[usize] {
        self.buffer.split_at(self.rank).0
    }
}

/// A text built in a const, for const panics that carry numbers.
#[derive(Debug)]
pub struct ConstText {
    bytes: [u8; 512],
    len: usize,
}

impl ConstText {
    /// `before`, the modes in the notation of shapes, `after`.
    pub(crate) const fn around_modes(before: &str, modes: &[Option<usize>], after: &str) -> Self {
        ConstText { bytes: [0; 512], len: 0 }.then(before).then_modes(modes).then(after)
    }

    /// That the stride of a mode is a value.
    pub(crate) const fn about_stride(mode: usize, modes: &[Option<usize>]) -> Self {
        ConstText { bytes: [0; 512], len: 0 }
            .then("the stride of mode ")
            .number(mode)
            .then(" of extents ")
            .then_modes(modes)
            .then(" is known only at run time")
    }

    const fn then_modes(self, modes: &[Option<usize>]) -> Self {
        let mut text = self.then("[");
        let mut mode = 0;
        while mode < modes.len() {
            if mode > 0 {
                text = text.then(", ");
            }
            text = match modes[mode] {
                Some(extent) => text.number(extent),
                None => text.then("dyn"),
            };
            mode += 1;
        }
        text.then("]")
    }

    /// The text of a mistake that can be found in a const, which is also what [`ShapeError`] prints; nothing for others.
    pub(crate) const fn about(mistake: ShapeError) -> Option<Self> {
        let text = ConstText { bytes: [0; 512], len: 0 };
        Some(match mistake {
            ShapeError::SliceOutOfBounds { mode, begin, end, extent } => text
                .then("slice ")
                .number(begin)
                .then("..")
                .number(end)
                .then(" is out of bounds for mode ")
                .number(mode)
                .of_extent(extent),
            ShapeError::IndexOutOfBounds { mode, index, extent } => text
                .then("index ")
                .number(index)
                .then(" is out of bounds for mode ")
                .number(mode)
                .of_extent(extent),
            ShapeError::BeginAfterEnd { mode, begin, end } => text
                .then("slice ")
                .number(begin)
                .then("..")
                .number(end)
                .then(" of mode ")
                .number(mode)
                .then(" begins after its end"),
            ShapeError::ZeroStep { mode } => {
                text.then("the step along mode ").number(mode).then(" is 0")
            }
            ShapeError::ModeOutOfRange { mode, rank } => text
                .then("there is no mode ")
                .number(mode)
                .then(" in a shape of rank ")
                .number(rank),
            ShapeError::ExtentMismatch { mode, expected, found } => text
                .then("mode ")
                .number(mode)
                .then(" should have extent ")
                .number(expected)
                .then(", but has ")
                .number(found),
            ShapeError::SplitMismatch { mode, parts, extent } => text
                .then("mode ")
                .number(mode)
                .of_extent(extent)
                .then(" cannot split into parts whose product is ")
                .number(parts),
            ShapeError::NotMergeable { mode, stride, expected } => text
                .then("mode ")
                .number(mode)
                .then(" of stride ")
                .signed(stride)
                .then(" cannot merge with the next: it needs stride ")
                .signed(expected),
            ShapeError::WindowMismatch { mode, window, extent } => text
                .then("a window of extent ")
                .number(window)
                .then(" does not fit mode ")
                .number(mode)
                .of_extent(extent),
            ShapeError::PathLength { expected, found } => text
                .then("the path should have ")
                .number(expected)
                .then(" steps, but has ")
                .number(found),
            ShapeError::PathPosition { step, position, operands } => text
                .then("step ")
                .number(step)
                .then(" of the path names operand ")
                .number(position)
                .then(", but only ")
                .number(operands)
                .then(" are left"),
            ShapeError::PathRepeats { step, position } => text
                .then("step ")
                .number(step)
                .then(" of the path contracts operand ")
                .number(position)
                .then(" with itself"),
            ShapeError::ZeroTile { mode } => {
                text.then("tiles of extent 0 cover nothing of mode ").number(mode)
            }
            ShapeError::TileMismatch { mode, tile, extent } => text
                .then("tiles of extent ")
                .number(tile)
                .then(" do not cover mode ")
                .number(mode)
                .of_extent(extent),
            ShapeError::NothingToFold { mode } => text
                .then("mode ")
                .number(mode)
                .then(" has extent 0: it has no smallest or largest entry and no mean"),
            ShapeError::LayerRank { layered, rank } => text
                .then("the ranks of the layers add up to ")
                .number(layered)
                .then(", but the rank of the shape is ")
                .number(rank),
            ShapeError::NothingToChip => {
                text.then("a chip drops the modes that have an index, and there is none")
            }
            ShapeError::RepeatedMode { mode } => {
                text.then("mode ").number(mode).then(" stands twice in the list")
            }
            ShapeError::ModeCount { left, right } => text
                .number(left)
                .then(" modes of the left operand cannot be summed against ")
                .number(right)
                .then(" of the right one"),
            ShapeError::LengthMismatch { expected, found } => text
                .then("the shape needs ")
                .number(expected)
                .then(" elements, but ")
                .number(found)
                .then(" were given"),
            ShapeError::OperandMismatch { operand, mode, expected, found } => text
                .then("mode ")
                .number(mode)
                .then(" of operand ")
                .number(operand)
                .then(" should have extent ")
                .number(expected)
                .then(", but has ")
                .number(found),
            ShapeError::EntryOutOfBounds { mode, position, index, extent } => text
                .then("index ")
                .number(index)
                .then(" at position ")
                .number(position)
                .then(" is out of bounds for mode ")
                .number(mode)
                .of_extent(extent),
            ShapeError::OperandCount { expected, found } => text
                .then("the number of operands should be ")
                .number(expected)
                .then(", but is ")
                .number(found),
            _ => return None,
        })
    }

    /// What a const panic says of a mistake: the text of the error, and what to do where only a const has that mistake.
    const fn of_panic(mistake: ShapeError) -> Self {
        let text = match ConstText::about(mistake) {
            Some(text) => text,
            None => ConstText { bytes: [0; 512], len: 0 },
        };
        match mistake {
            ShapeError::ModeOutOfRange { .. } => {
                text.then(": a list names each mode once, from 0 on")
            }
            ShapeError::RepeatedMode { .. } => text.then(": it names each mode once"),
            ShapeError::NothingToChip => text.then(": `slice` keeps all modes"),
            // In a const these are about a list and a layout.
            ShapeError::RankMismatch { expected, found } => text
                .then("a list of length ")
                .number(found)
                .then(" for a shape of rank ")
                .number(expected)
                .then(": it needs one number per mode"),
            ShapeError::SpanOverflow { mode, extent, stride } => text
                .then("the mapping spans more than isize::MAX elements: mode ")
                .number(mode)
                .then(" has extent ")
                .number(extent)
                .then(" and stride ")
                .signed(stride),
            ShapeError::SizeOverflow { mode, elements, extent } => text
                .then("the layout needs more than isize::MAX elements: ")
                .number(elements)
                .then(" before mode ")
                .number(mode)
                .of_extent(extent),
            _ if text.len == 0 => text.then("this is wrong"),
            _ => text,
        }
    }

    /// That a slice, or an index `first` where there is no `last`, lies outside of a mode that begins somewhere.
    pub(crate) const fn outside(
        mode: usize,
        first: usize,
        last: Option<usize>,
        (begin, end): (usize, usize),
    ) -> Self {
        let text = ConstText { bytes: [0; 512], len: 0 };
        let text = match last {
            Some(last) => text.then("slice ").number(first).then("..").number(last),
            None => text.then("index ").number(first),
        };
        text.then(" is out of bounds for mode ")
            .number(mode)
            .then(", which spans ")
            .number(begin)
            .then("..")
            .number(end)
    }

    /// Nothing yet.
    #[allow(clippy::new_without_default, reason = "for consts")]
    pub const fn new() -> Self {
        ConstText { bytes: [0; 512], len: 0 }
    }

    /// This text and more.
    pub const fn then(mut self, more: &str) -> Self {
        let more = more.as_bytes();
        let mut k = 0;
        while k < more.len() && self.len < self.bytes.len() {
            self.bytes[self.len] = more[k];
            self.len += 1;
            k += 1;
        }
        self
    }

    const fn of_extent(self, extent: usize) -> Self {
        self.then(" of extent ").number(extent)
    }

    const fn signed(self, n: isize) -> Self {
        let text = if n < 0 { self.then("-") } else { self };
        text.number(n.unsigned_abs())
    }

    /// This text and a number.
    pub const fn number(mut self, n: usize) -> Self {
        if n >= 10 {
            self = self.number(n / 10);
        }
        if self.len < self.bytes.len() {
            self.bytes[self.len] = b'0' + (n % 10) as u8;
            self.len += 1;
        }
        self
    }

    /// Returns the text so far.
    pub const fn as_str(&self) -> &str {
        match core::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => "this shape",
        }
    }
}

/// Stops the compiler, which then shows the line that calls this, and no line of the standard library.
#[track_caller]
#[allow(clippy::panic, reason = "in a const: a compile error")]
pub const fn refuse(mistake: ShapeError) -> ! {
    panic!("{}", ConstText::of_panic(mistake).as_str())
}
