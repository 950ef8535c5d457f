//! [`DescriptionError`]: what can be wrong with axes, descriptions and plans of storage.

use core::fmt;
use core::num::IntErrorKind;

use super::tensor::ElementSource;
use extents::label::LabelName;
use extents::{DType, ShapeError};

/// What a [`CountMismatch`](DescriptionError::CountMismatch) counted.
///
/// ```
/// use extents_graph::DescriptionError;
/// use extents_graph::error::Counted;
/// let error = DescriptionError::CountMismatch { of: Counted::Slices, expected: 2, found: 3 };
/// assert_eq!(error.to_string(), "3 slices were given for 2 axes");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Counted {
    /// The elements of a buffer, which must reach the last element of the tensor.
    BufferElements,
    /// The elements of a tensor and of its new shape.
    Elements,
    /// The bytes of an element.
    ElementBytes,
    /// The elements in the pieces of a complex view, which must contain each index once.
    PieceElements,
    /// The slices, of which there are no more than axes.
    Slices,
}

/// What an operation requires of a tensor.
///
/// ```
/// use extents_graph::DescriptionError;
/// use extents_graph::error::Required;
/// let error = DescriptionError::Requires(Required::Layout);
/// assert_eq!(error.to_string(), "the tensor has no layout yet");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Required {
    /// Elements without gaps, none of which share an offset.
    Dense,
    /// Known strides and a known offset.
    Layout,
    /// A tensor that owns its storage, and is not a view.
    NotView,
    /// Storage: elements that are not computed.
    Storage,
    /// A view of the given base.
    ViewOfBase,
}

/// An error of an operation on axes, descriptions or storage plans, with the axis and its numbers.
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
#[derive(Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum DescriptionError {
    /// An error that any shape can have.
    Shape(ShapeError),
    /// There are more or fewer of something than required.
    CountMismatch {
        /// What was counted.
        of: Counted,
        /// The required number.
        expected: usize,
        /// The number that was given.
        found: usize,
    },
    /// The step of a slice is 0, or is negative where only forward slices are allowed.
    Step {
        /// The name of the axis.
        axis: LabelName,
        /// The step.
        step: i64,
    },
    /// The operation requires a tensor in another state.
    Requires(Required),
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
    /// There is no axis with this name.
    UnknownAxis {
        /// The name.
        axis: LabelName,
    },
    /// A required axis is missing.
    MissingAxis {
        /// The name.
        axis: LabelName,
    },
    /// The length of an axis is required, but not known.
    LengthUnknown {
        /// The name of the axis.
        axis: LabelName,
    },
    /// The length of an axis is negative.
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
        /// The required length.
        expected: usize,
        /// The length that was given.
        found: usize,
    },
    /// Flattened axes are nested too deeply.
    TooDeep {
        /// The largest depth.
        limit: usize,
    },
    /// The order of the axes would change, which flattening and unflattening keep.
    OrderMismatch {
        /// The position of the axis among the plain ones, counted from 0.
        place: usize,
        /// The axis at that position.
        expected: LabelName,
        /// The axis that was named.
        found: LabelName,
    },
    /// An axis and the next one are not contiguous in memory, so they cannot be merged.
    NotMergeable {
        /// The name of the axis.
        axis: LabelName,
        /// Its stride, in elements.
        stride: isize,
        /// The stride that it needs: length times stride of the next axis. `None` where that does not fit `isize`, so that no
        /// stride would do.
        expected: Option<isize>,
    },
    /// The size of an axis in memory is less than its length.
    SizeTooSmall {
        /// The name of the axis.
        axis: LabelName,
        /// The size, in entries.
        size: usize,
        /// The length.
        length: usize,
    },
    /// An alignment is 0.
    ZeroAlignment,
    /// A number exceeds `isize::MAX`.
    TooLarge {
        /// What the number is.
        what: &'static str,
    },
    /// An element would be before the beginning of the storage.
    NegativeOffset {
        /// The smallest offset, in elements.
        offset: isize,
    },
    /// A stride in bytes is not a multiple of the size of an element.
    ByteStride {
        /// The name of the axis.
        axis: LabelName,
        /// The stride, in bytes.
        bytes: isize,
        /// The size of an element, in bytes.
        element: usize,
    },
    /// An offset in bytes is not a multiple of the size of an element.
    ByteOffset {
        /// The offset, in bytes.
        bytes: usize,
        /// The size of an element, in bytes.
        element: usize,
    },
    /// A coordinate is out of bounds of its axis.
    IndexOutOfBounds {
        /// The name of the axis.
        axis: LabelName,
        /// The coordinate; negative ones count from the end.
        index: i128,
        /// The length of the axis.
        length: usize,
    },
    /// A text is not a slice.
    SliceText {
        /// The part that is not a number of 64 bits, counted from 0.
        part: usize,
        /// Whether it is too large, too small or not a number.
        kind: IntErrorKind,
    },
    /// Two attributes that exclude each other.
    Attributes {
        /// The first attribute.
        first: &'static str,
        /// The second attribute.
        second: &'static str,
    },
    /// The elements come from another source than required.
    OtherSource {
        /// The required source.
        expected: ElementSource,
        /// The source of the tensor.
        found: ElementSource,
    },
    /// The types of elements differ.
    DTypeMismatch {
        /// The required type.
        expected: DType,
        /// The type that was given.
        found: DType,
    },
    /// Two pieces of a complex view contain the same index.
    PiecesOverlap {
        /// The first piece, counted from 0.
        first: usize,
        /// The second piece.
        second: usize,
    },
    /// A piece of a complex view names a source that does not exist.
    SourceOutOfRange {
        /// The source, counted from 0.
        source: usize,
        /// The number of sources.
        count: usize,
    },
    /// A tensor of a set cannot be allocated yet.
    NotAllocatable {
        /// The tensor, counted from 0.
        tensor: usize,
        /// What is missing.
        lacks: &'static str,
    },
    /// Two tensors of a set share a base and have contradicting layouts of it.
    LayoutsDisagree {
        /// The first tensor, counted from 0.
        first: usize,
        /// The second tensor.
        second: usize,
    },
    /// A lifetime ends before it begins.
    LifeTime {
        /// The tensor, counted from 0.
        tensor: usize,
        /// The first step.
        begin: usize,
        /// One past the last step.
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

/// As `Display`: it is what a program prints that ends with the error.
impl fmt::Debug for DescriptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for DescriptionError {
    #[allow(clippy::too_many_lines, reason = "one sentence a variant")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Shape(error) => error.fmt(f),
            Self::DuplicateAxis { axis } => write!(f, "axis `{axis}` occurs twice in the list"),
            Self::SameName { first, second, name } => {
                write!(f, "axes `{first}` and `{second}` cannot both be named `{name}`")
            }
            Self::UnknownAxis { axis } => write!(f, "there is no axis `{axis}`"),
            Self::MissingAxis { axis } => write!(f, "axis `{axis}` is missing"),
            Self::LengthUnknown { axis } => write!(f, "the length of axis `{axis}` is not known"),
            Self::NegativeLength { axis, length } => {
                write!(f, "axis `{axis}` cannot have length {length}")
            }
            Self::LengthMismatch { axis, expected, found } => {
                write!(f, "axis `{axis}` should have length {expected}, but has {found}")
            }
            Self::TooDeep { limit } => {
                write!(f, "flattened axes can be nested at most {limit} deep")
            }
            Self::OrderMismatch { place, expected, found } => write!(
                f,
                "the order of the axes cannot change: axis {place} is `{expected}`, but `{found}` was given"
            ),
            Self::NotMergeable { axis, stride, expected } => {
                write!(f, "axis `{axis}` of stride {stride} cannot merge with the next: ")?;
                match expected {
                    Some(expected) => write!(f, "it needs stride {expected}"),
                    None => f.write_str("no stride would do"),
                }
            }
            Self::SizeTooSmall { axis, size, length } => {
                write!(f, "axis `{axis}` has length {length}, but only room for {size}")
            }
            Self::ZeroAlignment => f.write_str("the alignment is 0"),
            Self::TooLarge { what } => write!(f, "{what} is more than {}", isize::MAX),
            Self::NegativeOffset { offset } => {
                write!(
                    f,
                    "an element would have offset {offset}, before the beginning of the storage"
                )
            }
            Self::ByteStride { axis, bytes, element } => write!(
                f,
                "axis `{axis}` has a stride of {bytes} bytes, which is not a multiple of the {element} bytes \
                 of an element"
            ),
            Self::ByteOffset { bytes, element } => write!(
                f,
                "an offset of {bytes} bytes is not a multiple of the {element} bytes of an element"
            ),
            Self::IndexOutOfBounds { axis, index, length } => {
                write!(f, "index {index} is out of bounds for axis `{axis}` of length {length}")
            }
            Self::SliceText { part, kind } => match kind {
                IntErrorKind::PosOverflow => {
                    write!(f, "part {part} of the slice is more than {}", i64::MAX)
                }
                IntErrorKind::NegOverflow => {
                    write!(f, "part {part} of the slice is less than {}", i64::MIN)
                }
                _ => write!(f, "part {part} of the slice is not a number"),
            },
            Self::Attributes { first, second } => {
                write!(f, "a tensor cannot be `{first}` and `{second}`")
            }
            Self::OtherSource { expected, found } => {
                let name = |source| match source {
                    ElementSource::Stored => "stored",
                    ElementSource::Computed => "computed",
                    ElementSource::Uniform => "one value",
                };
                let (expected, found) = (name(expected), name(found));
                write!(f, "the elements should be {expected}, but are {found}")
            }
            Self::DTypeMismatch { expected, found } => {
                write!(f, "the elements should be {expected}, but are {found}")
            }
            Self::PiecesOverlap { first, second } => {
                write!(f, "pieces {first} and {second} contain the same index")
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
            Self::CountMismatch { of, expected, found } => match of {
                Counted::BufferElements => {
                    write!(f, "the tensor needs {expected} elements, but {found} were given")
                }
                Counted::Elements => {
                    write!(f, "the new shape should have {expected} elements, but has {found}")
                }
                Counted::ElementBytes => {
                    write!(f, "an element should have {expected} bytes, but has {found}")
                }
                Counted::PieceElements => {
                    write!(f, "the pieces should contain {expected} elements, but contain {found}")
                }
                Counted::Slices => write!(f, "{found} slices were given for {expected} axes"),
            },
            Self::Step { axis, step: 0 } => write!(f, "the step along axis `{axis}` is 0"),
            Self::Step { axis, step } => {
                write!(f, "the step along axis `{axis}` is {step}, but should be positive")
            }
            Self::Requires(required) => f.write_str(match required {
                Required::Dense => "the elements are not contiguous in memory",
                Required::Layout => "the tensor has no layout yet",
                Required::NotView => "the tensor is a view: its layout is determined by its base",
                Required::Storage => "the tensor is computed: materialise it first",
                Required::ViewOfBase => "the tensor is not a view of this base",
            }),
        }
    }
}

impl core::error::Error for DescriptionError {}
