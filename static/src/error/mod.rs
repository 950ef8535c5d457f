//! [`ShapeError`]: what can go wrong with a shape at run time, and what its fields name.
//!
//! A program asks for the kind of a mistake by its variant, and for where it is by [`Place`] and the numbers beside it.
//!
//! ```
//! use extents_static::error::Place;
//! use extents_static::{Extents, ShapeError, StaticExtents};
//! let error = <StaticExtents![dyn, 8]>::from_extents(&[3, 9]).unwrap_err();
//! match error {
//!     ShapeError::ExtentMismatch { place: Place::Mode(mode), expected, found } => {
//!         assert_eq!((mode, expected, found), (1, 8, 9));
//!     }
//!     other => panic!("{other}"),
//! }
//! ```

mod parts;
mod text;

use core::convert::Infallible;

pub use parts::{Bounded, Limit, Part, Place, Quantity};
pub(crate) use text::advice;

use crate::LabelName;

/// An error of an operation on shapes, indices or labels, with its numbers.
///
/// ```
/// use extents_static::error::Place;
/// use extents_static::{Extents, ShapeError, StaticExtents};
/// let error = <StaticExtents![dyn, 8]>::from_extents(&[3, 9]).unwrap_err();
/// assert_eq!(error, ShapeError::ExtentMismatch { place: Place::Mode(1), expected: 8, found: 9 });
/// assert_eq!(error.to_string(), "mode 1 should have extent 8, but has 9");
/// // What a failing `main` and `unwrap` print.
/// assert_eq!(format!("{error:?}"), "mode 1 should have extent 8, but has 9");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShapeError {
    /// A shape, an index or a list of extents has the wrong number of modes.
    RankMismatch {
        /// The required rank.
        expected: usize,
        /// The rank that was given.
        found: usize,
    },
    /// There are more or fewer of something than required.
    CountMismatch {
        /// What was counted.
        of: Quantity,
        /// The required number.
        expected: usize,
        /// The number that was given.
        found: usize,
    },
    /// Two extents that must be equal are not.
    ExtentMismatch {
        /// The mode or modes, or the label that names them.
        place: Place,
        /// The required extent, or that of the first mode; of a [`Place::Part`] what the extent should be a multiple of.
        expected: usize,
        /// The extent that was given, or that of the second mode.
        found: usize,
    },
    /// A number is not below its limit.
    OutOfBounds {
        /// What the number counts.
        of: Bounded,
        /// The number.
        number: usize,
        /// The extent, rank or span, which the number must be below.
        limit: usize,
    },
    /// An index in a list of indices along a mode is out of bounds.
    EntryOutOfBounds {
        /// The mode, counted from 0.
        mode: usize,
        /// The position of the index in the list, counted from 0.
        position: usize,
        /// The index.
        index: usize,
        /// The extent of the mode.
        extent: usize,
    },
    /// An index in a list of indices along a mode is negative.
    NegativeEntry {
        /// The mode, counted from 0.
        mode: usize,
        /// The position of the index in the list, counted from 0.
        position: usize,
        /// The index.
        index: isize,
    },
    /// A slice is out of bounds of its mode.
    SliceOutOfBounds {
        /// The mode, counted from 0.
        mode: usize,
        /// The first entry of the slice.
        begin: usize,
        /// One past the last entry of the slice.
        end: usize,
        /// The extent of the mode.
        extent: usize,
    },
    /// A slice leaves out more entries of a mode than it has.
    TooManyLeftOut {
        /// The mode, counted from 0.
        mode: usize,
        /// How many entries are left out at the front of the mode.
        front: usize,
        /// How many entries are left out at its end.
        back: usize,
        /// The extent of the mode.
        extent: usize,
    },
    /// A slice ends before it begins.
    BeginAfterEnd {
        /// The mode, counted from 0.
        mode: usize,
        /// The begin of the slice.
        begin: usize,
        /// The end of the slice, excluded.
        end: usize,
    },
    /// A step, or the extent of a tile or chunk, is 0.
    ZeroSize {
        /// What is 0.
        part: Part,
        /// The mode, counted from 0.
        mode: usize,
    },
    /// A mode cannot be divided in this way.
    PartMismatch {
        /// What the mode should be divided into.
        part: Part,
        /// The mode, counted from 0.
        mode: usize,
        /// The extent of a window or tile, or the product of the parts.
        size: usize,
        /// The extent of the mode.
        extent: usize,
    },
    /// A mode has extent 0, and what is asked of its entries needs one of them at least, as a maximum does.
    NothingToFold {
        /// The mode, counted from 0.
        mode: usize,
    },
    /// A label or a mode occurs twice where it may occur once.
    Repeated {
        /// The label, the mode, the modes of a diagonal, or the operand of a path.
        place: Place,
    },
    /// A label of the result occurs in no operand.
    UnknownLabel {
        /// The label.
        label: LabelName,
    },
    /// A label of the operand does not occur in the result, where nothing is summed or folded.
    LabelNotKept {
        /// The label.
        label: LabelName,
    },
    /// The extent of a part of a mode, or of a new mode, is neither given nor follows from others.
    NoSize {
        /// The label.
        label: LabelName,
    },
    /// A label that does not occur was given a size.
    UnusedSize {
        /// The label.
        label: LabelName,
    },
    /// The extent of a mode exceeds the largest one of its dim.
    DimOverflow {
        /// The dim.
        dim: LabelName,
        /// The extent.
        found: usize,
        /// The largest extent.
        most: usize,
    },
    /// A dim that is bound once a process is bound to no extent yet.
    Unbound {
        /// The dim.
        dim: LabelName,
    },
    /// A number does not make a mode of a scope, whatever its extent is.
    Scoped {
        /// The dim.
        dim: LabelName,
        /// The number.
        found: usize,
    },
    /// A text cannot be read.
    Text {
        /// The position in the text, in bytes.
        position: usize,
        /// What is expected there.
        expected: &'static str,
        /// The character that is there instead; `None` where that does not matter.
        found: Option<char>,
    },
    /// The stride of a mode is not the required one.
    StrideMismatch {
        /// The mode, counted from 0.
        mode: usize,
        /// The required stride, in elements.
        expected: isize,
        /// The stride that was given.
        found: isize,
    },
    /// Two neighboring modes are not contiguous in memory, so they cannot be merged.
    NotMergeable {
        /// The first of the two modes, counted from 0.
        mode: usize,
        /// Its stride, in elements.
        stride: isize,
        /// The stride that it needs: extent times stride of the next mode. `None` where that does not fit `isize`, so that no
        /// stride would do.
        expected: Option<isize>,
    },
    /// The stride of a mode is within the reach of the modes of shorter or equal strides.
    InterleavedStrides {
        /// The mode, counted from 0.
        mode: usize,
        /// The length of its stride, in elements.
        stride: usize,
        /// The combined reach of the modes of shorter or equal strides, in elements.
        reach: usize,
    },
    /// The layouts have no common mapping, because one of them is not strided.
    NotStrided,
    /// Two indices would share a mutable element.
    NotUnique,
    /// A chip has no index, so that no mode would be dropped.
    NothingToChip,
    /// The null shape was used where a shape is required.
    Null,
    /// The number of elements of the shape exceeds `isize::MAX`; extents of 0 are left out of the product.
    SizeOverflow {
        /// The mode at which the product exceeds the limit, counted from 0.
        mode: usize,
        /// The product of the non-zero extents before that mode.
        elements: usize,
        /// The extent of that mode.
        extent: usize,
    },
    /// The elements that a layout makes room for exceed `isize::MAX`: those of a shape and those between and behind them.
    RoomOverflow {
        /// The mode at which the room exceeds the limit, counted from 0.
        mode: usize,
        /// The elements that the modes before that one make room for.
        elements: usize,
        /// What these are multiplied with for that mode: its padded extent, or that of a tile or of the tiles.
        room: usize,
    },
    /// The span of a mapping exceeds `isize::MAX` elements.
    SpanOverflow {
        /// The mode at which the span exceeds the limit, counted from 0.
        mode: usize,
        /// The extent of that mode.
        extent: usize,
        /// The stride of that mode, in elements.
        stride: isize,
    },
    /// There is more of something than this library can handle.
    LimitExceeded {
        /// What there is too much of.
        of: Limit,
        /// The number; `usize::MAX` if it is larger than that.
        found: usize,
        /// The largest number.
        most: usize,
    },
    /// The search for the index of an offset gave up: too many strides of the mapping overlap.
    SearchLimit {
        /// The offset, in elements.
        offset: usize,
        /// The number of combinations of steps that were tried.
        tried: u32,
    },
    /// The allocator returned an error.
    Allocation {
        /// The number of elements requested.
        elements: usize,
    },
}

// Functions that run once an element return it: it must not outgrow a label and three numbers.
const _: () = assert!(size_of::<ShapeError>() <= 40);

impl core::error::Error for ShapeError {}

/// An error that is known not to be [`ShapeError`], and converts into it.
///
/// In generic code the error of an operation is `Infallible` or `ShapeError`, depending on the extents, and no
/// implementation can convert both: `From<ShapeError> for ShapeError` is there already. A bound that such an error does
/// not meet says at the `?` what to write instead.
#[diagnostic::on_unimplemented(
    message = "`?` does not convert `{Self}` into `ShapeError`",
    label = "in code that is generic over extents, write `.map_err(Into::<ShapeError>::into)?`; for errors that are not of shapes too, return `Box<dyn std::error::Error>`"
)]
trait OtherThanShapeError {
    fn into_shape_error(self) -> ShapeError;
}

impl OtherThanShapeError for Infallible {
    fn into_shape_error(self) -> ShapeError {
        match self {}
    }
}

#[allow(private_bounds, reason = "nobody else can name it: its text is for messages")]
impl<T: OtherThanShapeError> From<T> for ShapeError {
    fn from(error: T) -> Self {
        error.into_shape_error()
    }
}
