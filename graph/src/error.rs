//! [`DescriptionError`]: what can be wrong with axes, descriptions and plans of storage.

use core::fmt;

use super::tensor::Source;
use extents::{DType, LabelName, ShapeError};

/// What is wrong with axes or a description, with the axis and its numbers.
///
/// The name of an axis is shortened where it is long.
///
/// ```
/// use extents_graph::{Axes, Axis, TensorDescription};
/// use extents::DType;
/// let axes = Axes::new([Axis::new("H", 5), Axis::new("W", 3)])?;
/// let error = <TensorDescription>::new(DType::F32, axes)?.with_sizes(&[5, 2]).unwrap_err();
/// assert_eq!(error.to_string(), "axis `W` has length 3, but only room for 2");
/// # Ok::<(), extents_graph::DescriptionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DescriptionError {
    /// What can be wrong with any shape.
    Shape(ShapeError),
    /// Two axes of one list have the same name.
    DuplicateAxis {
        /// The name.
        axis: LabelName,
    },
    /// A map of names gives two axes the same name.
    SameName {
        /// The old name of the first.
        first: LabelName,
        /// The old name of the second.
        second: LabelName,
        /// The new name of both.
        name: LabelName,
    },
    /// An axis is named that is not there.
    UnknownAxis {
        /// The name.
        axis: LabelName,
    },
    /// An axis is left out that must be there.
    MissingAxis {
        /// The name.
        axis: LabelName,
    },
    /// The length of an axis is needed and not known.
    LengthUnknown {
        /// The name of the axis.
        axis: LabelName,
    },
    /// An axis cannot have less than no entries.
    NegativeLength {
        /// The name of the axis.
        axis: LabelName,
        /// The length.
        length: i64,
    },
    /// Two axes should have the same length.
    LengthMismatch {
        /// The name of the axis.
        axis: LabelName,
        /// The length that is needed.
        expected: usize,
        /// The length that was given.
        found: usize,
    },
    /// Flattened axes lie too deep within each other.
    TooDeep {
        /// How deep they may lie.
        limit: usize,
    },
    /// Flattening keeps the axes in their order, and so does unflattening.
    OrderMismatch {
        /// The place of the axis, flattened ones taken apart, counted from 0.
        place: usize,
        /// The axis that stands there.
        expected: LabelName,
        /// The axis that was named.
        found: LabelName,
    },
    /// An axis does not follow the next one in memory as one axis would.
    NotMergeable {
        /// The name of the axis.
        axis: LabelName,
        /// Its stride, in elements.
        stride: isize,
        /// The stride that it needs: length times stride of the axis behind it.
        expected: isize,
    },
    /// A reshape should keep the number of elements.
    ElementCount {
        /// The number of elements that there are.
        expected: usize,
        /// The number of elements of the new shape.
        found: usize,
    },
    /// An axis has less room in memory than entries.
    SizeTooSmall {
        /// The name of the axis.
        axis: LabelName,
        /// The size, in entries.
        size: usize,
        /// The length.
        length: usize,
    },
    /// Nothing can be rounded up to a multiple of 0.
    ZeroAlignment,
    /// A number passes what an `isize` can say.
    TooLarge {
        /// What it is.
        what: &'static str,
    },
    /// Some index would lie before the beginning of the storage.
    NegativeOffset {
        /// The smallest offset, in elements.
        offset: isize,
    },
    /// A stride in bytes is no multiple of an element.
    ByteStride {
        /// The name of the axis.
        axis: LabelName,
        /// The stride, in bytes.
        bytes: isize,
        /// The bytes of an element.
        element: usize,
    },
    /// An offset in bytes is no multiple of an element.
    ByteOffset {
        /// The offset, in bytes.
        bytes: usize,
        /// The bytes of an element.
        element: usize,
    },
    /// A coordinate is not within its axis.
    IndexOutOfBounds {
        /// The name of the axis.
        axis: LabelName,
        /// The coordinate; negative ones count from the end.
        index: i64,
        /// The length of the axis.
        length: usize,
    },
    /// The step of a slice is 0.
    ZeroStep {
        /// The name of the axis.
        axis: LabelName,
    },
    /// A slice goes backwards where only forward slices are allowed.
    NegativeStep {
        /// The name of the axis.
        axis: LabelName,
        /// The step.
        step: i64,
    },
    /// There are more slices than axes.
    SliceCount {
        /// The number of slices.
        slices: usize,
        /// The number of axes.
        rank: usize,
    },
    /// A text is no slice.
    SliceText {
        /// The part of it that is no number, counted from 0.
        part: usize,
    },
    /// Two attributes that exclude each other.
    Attributes {
        /// The first attribute.
        first: &'static str,
        /// The second attribute.
        second: &'static str,
    },
    /// Strides and offset are needed and not known.
    LayoutUnknown,
    /// The elements have gaps between them or share places.
    NotDense,
    /// Only the tensor that owns its storage can do this, and this is a view.
    IsView,
    /// The other tensor is not the base of this view.
    OtherBase,
    /// The tensor stores nothing: its elements are computed.
    NotStored,
    /// The elements come from elsewhere than they should.
    OtherSource {
        /// Where they should come from.
        expected: Source,
        /// Where they come from.
        found: Source,
    },
    /// Tensors with elements of different types.
    DTypeMismatch {
        /// The type that is needed.
        expected: DType,
        /// The type that was given.
        found: DType,
    },
    /// Elements of a buffer have another size than the description says.
    ElementSize {
        /// The bytes that are needed.
        expected: usize,
        /// The bytes that an element of the buffer has.
        found: usize,
    },
    /// A buffer ends before the last element.
    BufferTooShort {
        /// The number of elements that is needed.
        expected: usize,
        /// The number of elements that was given.
        found: usize,
    },
    /// No piece of a complex view holds some index, or two pieces do.
    Pieces {
        /// The number of elements of the view.
        expected: usize,
        /// The number of elements in the pieces.
        found: usize,
    },
    /// Two pieces of a complex view hold the same index.
    PiecesOverlap {
        /// The first piece, counted from 0.
        first: usize,
        /// The second piece.
        second: usize,
    },
    /// A complex view has no such source.
    SourceOutOfRange {
        /// The source, counted from 0.
        source: usize,
        /// The number of sources.
        count: usize,
    },
    /// One tensor of a set is not ready to be allocated.
    NotAllocatable {
        /// The tensor, counted from 0.
        tensor: usize,
        /// What it lacks.
        lacks: &'static str,
    },
    /// Two tensors of a set share a base and say different things about where it lies.
    LayoutsDisagree {
        /// The first tensor, counted from 0.
        first: usize,
        /// The second tensor.
        second: usize,
    },
    /// A life time ends before it begins.
    LifeTime {
        /// The tensor, counted from 0.
        tensor: usize,
        /// The first step.
        begin: usize,
        /// One more than the last step.
        end: usize,
    },
}

/// The name of an axis, shortened where it is long.
pub(super) fn short(name: &impl fmt::Display) -> LabelName {
    LabelName::new(&alloc::string::ToString::to_string(name))
}

impl From<ShapeError> for DescriptionError {
    fn from(error: ShapeError) -> Self {
        DescriptionError::Shape(error)
    }
}

impl fmt::Display for DescriptionError {
    #[allow(clippy::too_many_lines, reason = "one sentence a variant")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Shape(error) => error.fmt(f),
            Self::DuplicateAxis { axis } => write!(f, "axis `{axis}` stands twice in the list"),
            Self::SameName { first, second, name } => {
                write!(f, "axes `{first}` and `{second}` cannot both be named `{name}`")
            }
            Self::UnknownAxis { axis } => write!(f, "there is no axis `{axis}`"),
            Self::MissingAxis { axis } => write!(f, "axis `{axis}` is left out"),
            Self::LengthUnknown { axis } => write!(f, "the length of axis `{axis}` is not known"),
            Self::NegativeLength { axis, length } => {
                write!(f, "axis `{axis}` cannot have length {length}")
            }
            Self::LengthMismatch { axis, expected, found } => {
                write!(f, "axis `{axis}` should have length {expected}, but has {found}")
            }
            Self::TooDeep { limit } => {
                write!(f, "flattened axes can lie {limit} deep within each other, not deeper")
            }
            Self::OrderMismatch { place, expected, found } => write!(
                f,
                "axes keep their order: axis {place} is `{expected}`, but `{found}` is named there"
            ),
            Self::NotMergeable { axis, stride, expected } => write!(
                f,
                "axis `{axis}` of stride {stride} cannot merge with the next: it needs stride \
                 {expected}"
            ),
            Self::ElementCount { expected, found } => {
                write!(f, "the new shape should have {expected} elements, but has {found}")
            }
            Self::SizeTooSmall { axis, size, length } => {
                write!(f, "axis `{axis}` has length {length}, but only room for {size}")
            }
            Self::ZeroAlignment => f.write_str("nothing can be aligned to a multiple of 0"),
            Self::TooLarge { what } => write!(f, "{what} is more than {}", isize::MAX),
            Self::NegativeOffset { offset } => {
                write!(f, "an element would lie at offset {offset}, before the storage begins")
            }
            Self::ByteStride { axis, bytes, element } => write!(
                f,
                "axis `{axis}` has a stride of {bytes} bytes, no multiple of the {element} bytes \
                 of an element"
            ),
            Self::ByteOffset { bytes, element } => write!(
                f,
                "an offset of {bytes} bytes is no multiple of the {element} bytes of an element"
            ),
            Self::IndexOutOfBounds { axis, index, length } => {
                write!(f, "index {index} is out of bounds for axis `{axis}` of length {length}")
            }
            Self::ZeroStep { axis } => write!(f, "the step along axis `{axis}` is 0"),
            Self::NegativeStep { axis, step } => {
                write!(f, "the step along axis `{axis}` is {step}, but should be forward")
            }
            Self::SliceCount { slices, rank } => {
                write!(f, "{slices} slices were given for {rank} axes")
            }
            Self::SliceText { part } => {
                write!(f, "part {part} of the slice is no number")
            }
            Self::Attributes { first, second } => {
                write!(f, "a tensor cannot be `{first}` and `{second}`")
            }
            Self::LayoutUnknown => f.write_str("the tensor has no layout yet"),
            Self::NotDense => f.write_str("the elements do not lie together in memory"),
            Self::IsView => f.write_str("the tensor is a view: its base decides where it lies"),
            Self::OtherBase => f.write_str("the tensor is no view of this base"),
            Self::NotStored => f.write_str("the tensor is computed: materialise it first"),
            Self::OtherSource { expected, found } => {
                let name = |source| match source {
                    Source::Stored => "stored",
                    Source::Computed => "computed",
                    Source::Uniform => "one value",
                };
                let (expected, found) = (name(expected), name(found));
                write!(f, "the elements should be {expected}, but are {found}")
            }
            Self::DTypeMismatch { expected, found } => {
                write!(f, "the elements should be {expected}, but are {found}")
            }
            Self::ElementSize { expected, found } => {
                write!(f, "an element should have {expected} bytes, but has {found}")
            }
            Self::BufferTooShort { expected, found } => {
                write!(f, "the tensor needs {expected} elements, but {found} were given")
            }
            Self::Pieces { expected, found } => {
                write!(f, "the pieces should hold {expected} elements, but hold {found}")
            }
            Self::PiecesOverlap { first, second } => {
                write!(f, "pieces {first} and {second} hold the same index")
            }
            Self::SourceOutOfRange { source, count } => {
                write!(f, "there is no source {source} among {count}")
            }
            Self::NotAllocatable { tensor, lacks } => {
                write!(f, "tensor {tensor} cannot be allocated: {lacks}")
            }
            Self::LayoutsDisagree { first, second } => {
                write!(f, "tensors {first} and {second} share a base, but not its layout")
            }
            Self::LifeTime { tensor, begin, end } => {
                write!(f, "tensor {tensor} is live from step {begin}, but only until {end}")
            }
        }
    }
}

impl core::error::Error for DescriptionError {}
