//! What can go wrong with a shape at run time.

use core::convert::Infallible;
use core::fmt;

use crate::LabelName;
use crate::size::ConstText;

/// What is wrong with a shape, an index or the labels of a composition, with its numbers.
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
        /// The rank that is needed.
        expected: usize,
        /// The rank that was given.
        found: usize,
    },
    /// A mode has another extent than it must have.
    ExtentMismatch {
        /// The mode, counted from 0.
        mode: usize,
        /// The extent that is needed.
        expected: usize,
        /// The extent that was given.
        found: usize,
    },
    /// A mode was named that the shape does not have.
    ModeOutOfRange {
        /// The mode, counted from 0.
        mode: usize,
        /// The rank of the shape.
        rank: usize,
    },
    /// A coordinate is not below the extent of its mode.
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
    /// The shape would hold more than `isize::MAX` elements (zero extents left out of the product).
    SizeOverflow {
        /// The mode at which the product passes the limit, counted from 0.
        mode: usize,
        /// The product of the non-zero extents before that mode.
        elements: usize,
        /// The extent of that mode.
        extent: usize,
    },
    /// A mapping would span more than `isize::MAX` elements.
    SpanOverflow {
        /// The mode at which the span passes the limit, counted from 0.
        mode: usize,
        /// The extent of that mode.
        extent: usize,
        /// The stride of that mode, in elements.
        stride: isize,
    },
    /// The stride of a mode does not pass over all that the modes of shorter or equal strides reach.
    InterleavedStrides {
        /// The mode, counted from 0.
        mode: usize,
        /// The length of its stride, in elements.
        stride: usize,
        /// How far the modes of shorter or equal strides reach together, in elements.
        reach: usize,
    },
    /// A mode has another stride than it must have.
    StrideMismatch {
        /// The mode, counted from 0.
        mode: usize,
        /// The stride that is needed, in elements.
        expected: isize,
        /// The stride that was given.
        found: isize,
    },
    /// The layouts have no mapping in common: one is not strided.
    NotStrided,
    /// A list that should name each mode once names one twice.
    RepeatedMode {
        /// The mode, counted from 0.
        mode: usize,
    },
    /// A slice ends behind the end of its mode.
    SliceOutOfBounds {
        /// The mode, counted from 0.
        mode: usize,
        /// The first entry of the slice.
        begin: usize,
        /// One more than the last entry of the slice.
        end: usize,
        /// The extent of the mode.
        extent: usize,
    },
    /// A slice ends before it begins.
    BeginAfterEnd {
        /// The mode, counted from 0.
        mode: usize,
        /// Where the slice begins.
        begin: usize,
        /// Where the slice ends.
        end: usize,
    },
    /// A slice or a window moves by 0 entries.
    ZeroStep {
        /// The mode, counted from 0.
        mode: usize,
    },
    /// A slice has another number of entries than the shape has modes.
    SliceCount {
        /// The number of entries.
        entries: usize,
        /// The rank of the shape.
        rank: usize,
    },
    /// A chip names no index, so that no mode would be dropped.
    NothingToChip,
    /// Two neighbouring modes do not follow each other in memory as one mode would.
    NotMergeable {
        /// The first of the two modes, counted from 0.
        mode: usize,
        /// Its stride, in elements.
        stride: isize,
        /// The stride that it needs: extent times stride of the mode behind it.
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
    /// A mode that should have one entry has another number of them.
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
    /// Tiles of extent 0 cover nothing.
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
    /// The layers of a nested shape share out another number of modes than it has.
    LayerRank {
        /// What the ranks of the layers add up to.
        layered: usize,
        /// The rank of the shape.
        rank: usize,
    },
    /// A buffer has another number of elements than the shape needs.
    LengthMismatch {
        /// The number of elements that is needed.
        expected: usize,
        /// The number of elements that was given.
        found: usize,
    },
    /// Two indices would share an element that can be changed.
    NotUnique,
    /// A drawing would have more places than a drawing has.
    DrawingTooLarge {
        /// The number of places; `usize::MAX` for more than that.
        places: usize,
        /// The largest number of places.
        most: usize,
    },
    /// The allocator refused.
    Allocation {
        /// The number of elements asked for.
        elements: usize,
    },
    /// The null shape was used where a shape is needed.
    Null,
    /// One label names modes of different extents.
    LabelMismatch {
        /// The label.
        label: LabelName,
        /// The extent it stood for first.
        left: usize,
        /// The other extent.
        right: usize,
    },
    /// An operand has another number of labels than modes.
    LabelCount {
        /// The operand, counted from 0.
        operand: usize,
        /// The number of labels.
        labels: usize,
        /// The rank of the operand.
        rank: usize,
    },
    /// A label of the result stands in no operand.
    UnknownLabel {
        /// The label.
        label: LabelName,
    },
    /// A label stands twice in the result.
    RepeatedLabel {
        /// The label.
        label: LabelName,
    },
    /// A label without a name stands in a text.
    EmptyLabel {
        /// The position in the text, in bytes.
        position: usize,
    },
    /// A character that cannot stand in a text of labels.
    UnexpectedCharacter {
        /// The character.
        character: char,
        /// The position in the text, in bytes.
        position: usize,
    },
    /// The text names another number of operands than were given.
    OperandCount {
        /// The number of operands that the text names.
        expected: usize,
        /// The number of operands that were given.
        found: usize,
    },
    /// Two modes that are summed against each other have different extents.
    ModePairMismatch {
        /// The mode of the left operand, counted from 0.
        left_mode: usize,
        /// The mode of the right operand.
        right_mode: usize,
        /// The extent of the left one.
        left: usize,
        /// The extent of the right one.
        right: usize,
    },
    /// Lists of modes to be summed against each other have different lengths.
    ModeCount {
        /// The number of modes of the left operand.
        left: usize,
        /// The number of modes of the right operand.
        right: usize,
    },
    /// A contraction has more labels that stand for more than one entry than a plan has loops.
    TooManyLoops {
        /// The number of labels.
        labels: usize,
        /// The most loops of a plan.
        most: usize,
    },
    /// A step of a path names an operand that is not there.
    PathPosition {
        /// The step, counted from 0.
        step: usize,
        /// The position that it names.
        position: usize,
        /// How many operands are left before that step.
        operands: usize,
    },
    /// A step of a path names one operand twice.
    PathRepeats {
        /// The step, counted from 0.
        step: usize,
        /// The position that it names twice.
        position: usize,
    },
    /// A path has not one step less than there are operands.
    PathLength {
        /// The number of steps that is needed.
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
            Self::LengthMismatch { expected, found } => {
                write!(f, "the shape needs {expected} elements, but {found} were given")
            }
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
            | Self::LayerRank { .. }
            | Self::OperandCount { .. }
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
