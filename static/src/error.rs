//! What can go wrong with a shape at run time.

use core::convert::Infallible;
use core::fmt;

use crate::LabelName;
use crate::size::ConstText;

/// An error of an operation on shapes, indices or labels, with its numbers.
///
/// ```
/// use extents_static::{Extents, ShapeError, StaticExtents};
/// let error = <StaticExtents![dyn, 8]>::from_extents(&[3, 9]).unwrap_err();
/// assert_eq!(error, ShapeError::ExtentMismatch { mode: 1, expected: 8, found: 9 });
/// assert_eq!(error.to_string(), "mode 1 should have extent 8, but has 9");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ShapeError {
    /// A shape, an index or a list of extents has the wrong number of modes.
    RankMismatch {
        /// The required rank.
        expected: usize,
        /// The rank that was given.
        found: usize,
    },
    /// The extent of a mode is not the required one.
    ExtentMismatch {
        /// The mode, counted from 0.
        mode: usize,
        /// The required extent.
        expected: usize,
        /// The extent that was given.
        found: usize,
    },
    /// A mode does not exist in the shape.
    ModeOutOfRange {
        /// The mode, counted from 0.
        mode: usize,
        /// The rank of the shape.
        rank: usize,
    },
    /// A coordinate is out of bounds of its mode.
    IndexOutOfBounds {
        /// The mode, counted from 0.
        mode: usize,
        /// The coordinate.
        index: usize,
        /// The extent of the mode.
        extent: usize,
    },
    /// No index has this offset.
    OffsetOutOfBounds {
        /// The offset, in elements.
        offset: usize,
        /// The number of elements that the mapping spans.
        span: usize,
    },
    /// The search for the index of an offset gave up: too many strides of the mapping overlap.
    SearchLimit {
        /// The offset, in elements.
        offset: usize,
        /// The number of combinations of steps that were tried.
        tried: u32,
    },
    /// The number of elements of the shape exceeds `isize::MAX`; extents of 0 are left out of the product.
    SizeOverflow {
        /// The mode at which the product exceeds the limit, counted from 0.
        mode: usize,
        /// The product of the non-zero extents before that mode.
        elements: usize,
        /// The extent of that mode.
        extent: usize,
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
    /// The stride of a mode is within the reach of the modes of shorter or equal strides.
    InterleavedStrides {
        /// The mode, counted from 0.
        mode: usize,
        /// The length of its stride, in elements.
        stride: usize,
        /// The combined reach of the modes of shorter or equal strides, in elements.
        reach: usize,
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
    /// The layouts have no common mapping, because one of them is not strided.
    NotStrided,
    /// A list that must name each mode once names one twice.
    RepeatedMode {
        /// The mode, counted from 0.
        mode: usize,
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
    /// A slice ends before it begins.
    BeginAfterEnd {
        /// The mode, counted from 0.
        mode: usize,
        /// The begin of the slice.
        begin: usize,
        /// The end of the slice, excluded.
        end: usize,
    },
    /// The step of a slice or a window is 0.
    ZeroStep {
        /// The mode, counted from 0.
        mode: usize,
    },
    /// The number of entries of a slice is not the number of modes of the shape.
    SliceCount {
        /// The number of entries.
        entries: usize,
        /// The rank of the shape.
        rank: usize,
    },
    /// A chip has no index, so that no mode would be dropped.
    NothingToChip,
    /// Two neighboring modes are not contiguous in memory, so they cannot be merged.
    NotMergeable {
        /// The first of the two modes, counted from 0.
        mode: usize,
        /// Its stride, in elements.
        stride: isize,
        /// The stride that it needs: extent times stride of the next mode.
        expected: isize,
    },
    /// The product of the parts of a mode is not its extent.
    SplitMismatch {
        /// The mode, counted from 0.
        mode: usize,
        /// The product of the parts.
        parts: usize,
        /// The extent of the mode.
        extent: usize,
    },
    /// The extent of a mode that must be 1 is not 1.
    NotUnit {
        /// The mode, counted from 0.
        mode: usize,
        /// The extent of the mode.
        extent: usize,
    },
    /// Two modes of a diagonal have different extents, or are the same mode.
    DiagonalMismatch {
        /// The first mode, counted from 0.
        first: usize,
        /// The second mode.
        second: usize,
        /// The extent of the first mode.
        left: usize,
        /// The extent of the second mode.
        right: usize,
    },
    /// A window is longer than its mode, or empty.
    WindowMismatch {
        /// The mode, counted from 0.
        mode: usize,
        /// The extent of the window.
        window: usize,
        /// The extent of the mode.
        extent: usize,
    },
    /// The extent of a tile is 0.
    ZeroTile {
        /// The mode, counted from 0.
        mode: usize,
    },
    /// Tiles do not cover a mode exactly.
    TileMismatch {
        /// The mode, counted from 0.
        mode: usize,
        /// The extent of a tile.
        tile: usize,
        /// The extent of the mode.
        extent: usize,
    },
    /// A mode has extent 0, and what is asked of its entries needs one of them at least, as a maximum does.
    NothingToFold {
        /// The mode, counted from 0.
        mode: usize,
    },
    /// The ranks of the layers of a nested shape do not add up to its rank.
    LayerRank {
        /// The sum of the ranks of the layers.
        layered: usize,
        /// The rank of the shape.
        rank: usize,
    },
    /// The number of elements of a buffer is not that of the shape.
    LengthMismatch {
        /// The required number of elements.
        expected: usize,
        /// The number of elements that was given.
        found: usize,
    },
    /// Two indices would share a mutable element.
    NotUnique,
    /// A drawing would be too large.
    DrawingTooLarge {
        /// The number of places; `usize::MAX` if it is larger than that.
        places: usize,
        /// The largest number of places.
        most: usize,
    },
    /// The allocator returned an error.
    Allocation {
        /// The number of elements requested.
        elements: usize,
    },
    /// The null shape was used where a shape is required.
    Null,
    /// One label names modes of different extents.
    LabelMismatch {
        /// The label.
        label: LabelName,
        /// The extent of the first mode.
        left: usize,
        /// The extent of the other mode.
        right: usize,
    },
    /// The number of labels of an operand is not its number of modes.
    LabelCount {
        /// The operand, counted from 0.
        operand: usize,
        /// The number of labels.
        labels: usize,
        /// The rank of the operand.
        rank: usize,
    },
    /// A label of the result occurs in no operand.
    UnknownLabel {
        /// The label.
        label: LabelName,
    },
    /// A label occurs twice in the result.
    RepeatedLabel {
        /// The label.
        label: LabelName,
    },
    /// A text has an empty label.
    EmptyLabel {
        /// The position in the text, in bytes.
        position: usize,
    },
    /// A text of labels has a character that is not allowed.
    UnexpectedCharacter {
        /// The character.
        character: char,
        /// The position in the text, in bytes.
        position: usize,
    },
    /// An operand that is joined with others has another extent than the first one in a mode that they share.
    OperandMismatch {
        /// The operand, counted from 0.
        operand: usize,
        /// The mode, counted from 0.
        mode: usize,
        /// The extent of the first operand.
        expected: usize,
        /// The extent of this one.
        found: usize,
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
    /// The number of operands is not the one that the text names.
    OperandCount {
        /// The number of operands that the text names.
        expected: usize,
        /// The number of operands that were given.
        found: usize,
    },
    /// Two modes that are contracted with each other have different extents.
    ModePairMismatch {
        /// The mode of the left operand, counted from 0.
        left_mode: usize,
        /// The mode of the right operand.
        right_mode: usize,
        /// The extent of the left mode.
        left: usize,
        /// The extent of the right mode.
        right: usize,
    },
    /// Lists of modes that are contracted with each other have different lengths.
    ModeCount {
        /// The number of modes of the left operand.
        left: usize,
        /// The number of modes of the right operand.
        right: usize,
    },
    /// A contraction has more labels of extents above 1 than a plan has loops.
    TooManyLoops {
        /// The number of labels.
        labels: usize,
        /// The largest number of loops of a plan.
        most: usize,
    },
    /// A step of a path names an operand that does not exist.
    PathPosition {
        /// The step, counted from 0.
        step: usize,
        /// The position that the step names.
        position: usize,
        /// The number of operands before that step.
        operands: usize,
    },
    /// A step of a path names one operand twice.
    PathRepeats {
        /// The step, counted from 0.
        step: usize,
        /// The position that the step names twice.
        position: usize,
    },
    /// The number of steps of a path is not one less than the number of operands.
    PathLength {
        /// The required number of steps.
        expected: usize,
        /// The number of steps that was given.
        found: usize,
    },
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(text) = ConstText::about(*self) {
            return f.write_str(text.as_str());
        }
        match *self {
            Self::RankMismatch { expected, found } => {
                write!(f, "the rank should be {expected}, but is {found}")
            }
            Self::OffsetOutOfBounds { offset, span } => {
                write!(f, "no index has offset {offset}: the mapping spans {span} elements")
            }
            Self::SearchLimit { offset, tried } => write!(
                f,
                "the search for the index of offset {offset} gave up after {tried} combinations: \
                 too many strides overlap"
            ),
            Self::SizeOverflow { mode, elements, extent } => write!(
                f,
                "the shape has more than {} elements: {elements} before mode {mode}, times its \
                 extent {extent}",
                isize::MAX
            ),
            Self::SpanOverflow { mode, extent, stride } => write!(
                f,
                "the mapping spans more than {} elements: mode {mode} has extent {extent} and \
                 stride {stride}",
                isize::MAX
            ),
            Self::InterleavedStrides { mode, stride, reach } => write!(
                f,
                "mode {mode} of stride {stride} does not pass over the modes of shorter strides, \
                 which reach {reach} elements"
            ),
            Self::StrideMismatch { mode, expected, found } => {
                write!(f, "mode {mode} should have stride {expected}, but has {found}")
            }
            Self::NotStrided => f.write_str("the mapping has no strides"),
            Self::SliceCount { entries, rank } => write!(
                f,
                "a slice of extents of rank {rank} has one entry per mode, but this has {entries}"
            ),
            Self::NotUnit { mode, extent } => {
                write!(f, "mode {mode} should have extent 1, but has {extent}")
            }
            Self::DiagonalMismatch { first, second, left, right } => write!(
                f,
                "modes {first} and {second} have no diagonal: their extents are {left} and {right}"
            ),
            Self::NotUnique => {
                f.write_str("two indices of the mapping share an element, so it cannot be changed")
            }
            Self::DrawingTooLarge { places, most } => {
                write!(f, "a drawing has at most {most} places, but this would have {places}")
            }
            Self::Allocation { elements } => {
                write!(f, "there is no memory for {elements} elements")
            }
            Self::Null => f.write_str("the null shape has no modes and no elements to work on"),
            Self::LabelMismatch { label, left, right } => {
                write!(f, "label `{label}` names modes of different extents: {left} and {right}")
            }
            Self::LabelCount { operand, labels, rank } => {
                write!(
                    f,
                    "operand {operand} should have a label for each of its {rank} modes, but has \
                     {labels}"
                )
            }
            Self::UnknownLabel { label } => {
                write!(f, "label `{label}` of the result stands in no operand")
            }
            Self::RepeatedLabel { label } => {
                write!(f, "label `{label}` stands twice in the result")
            }
            Self::EmptyLabel { position } => {
                write!(f, "there is an empty label at position {position}")
            }
            Self::UnexpectedCharacter { character, position } => {
                write!(f, "{character:?} at position {position} cannot stand in labels")
            }
            Self::ModePairMismatch { left_mode, right_mode, left, right } => write!(
                f,
                "mode {left_mode} of the left operand has extent {left}, but mode {right_mode} of the \
                 right one has {right}"
            ),
            Self::TooManyLoops { labels, most } => {
                write!(f, "{labels} labels are more than the {most} loops that a plan can have")
            }
            // The texts of these are those of const panics, above.
            Self::ExtentMismatch { .. }
            | Self::ModeOutOfRange { .. }
            | Self::IndexOutOfBounds { .. }
            | Self::RepeatedMode { .. }
            | Self::SliceOutOfBounds { .. }
            | Self::BeginAfterEnd { .. }
            | Self::ZeroStep { .. }
            | Self::NothingToChip
            | Self::NotMergeable { .. }
            | Self::SplitMismatch { .. }
            | Self::WindowMismatch { .. }
            | Self::ZeroTile { .. }
            | Self::TileMismatch { .. }
            | Self::NothingToFold { .. }
            | Self::LayerRank { .. }
            | Self::OperandCount { .. }
            | Self::LengthMismatch { .. }
            | Self::OperandMismatch { .. }
            | Self::EntryOutOfBounds { .. }
            | Self::ModeCount { .. }
            | Self::PathPosition { .. }
            | Self::PathRepeats { .. }
            | Self::PathLength { .. } => Ok(()),
        }
    }
}

impl core::error::Error for ShapeError {}

impl From<Infallible> for ShapeError {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}
