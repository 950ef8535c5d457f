//! What the fields of a [`ShapeError`](crate::ShapeError) name.

use crate::LabelName;

/// Where in its operands a mistake is. Modes are counted from 0.
///
/// ```
/// use extents_static::error::Place;
/// use extents_static::{Extents, ShapeError, StaticExtents};
/// let error = <StaticExtents![4]>::from_extents(&[5]).unwrap_err();
/// assert!(matches!(error, ShapeError::ExtentMismatch { place: Place::Mode(0), .. }));
/// assert_eq!(Place::Mode(0).to_string(), "mode 0");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// A mode.
    Mode(usize),
    /// The modes that a label names.
    Label(LabelName),
    /// The mode that a label names in an operand in which each label names one.
    OperandLabel(LabelName),
    /// One of the parts that a mode is split into.
    Part {
        /// The label of the part.
        label: LabelName,
        /// The mode, counted from 0.
        mode: u32,
    },
    /// The modes of a dim that is a number, or bound to one.
    Dim(LabelName),
    /// Two modes of one operand, for a diagonal.
    Diagonal(usize, usize),
    /// A mode of the left operand and one of the right operand, which are contracted with each other.
    Pair(usize, usize),
    /// A mode of an operand, and that of the extents that it repeats to.
    Repeated {
        /// The mode of the operand.
        mode: usize,
        /// The mode of the extents.
        to: usize,
    },
    /// A mode of an operand that is joined with others, which must have the extent of the first operand.
    Joined {
        /// The operand, counted from 0.
        operand: usize,
        /// The mode.
        mode: usize,
    },
    /// A row of a matrix, counted from 0.
    Row(usize),
    /// An operand that a step of a path names.
    PathOperand {
        /// The step, counted from 0.
        step: usize,
        /// The position of the operand.
        operand: usize,
    },
    /// A position that a step of a path in SSA form takes.
    PathPosition {
        /// The step, counted from 0.
        step: usize,
        /// The position: operands come first, then what steps make.
        position: usize,
    },
}

impl Place {
    /// Returns the part of a mode that has this label. No mode has a number that `u32` does not have.
    #[doc(hidden)]
    #[must_use]
    pub const fn part(label: LabelName, mode: usize) -> Self {
        let mode = if mode > u32::MAX as usize { u32::MAX } else { mode as u32 };
        Place::Part { label, mode }
    }
}

/// What a [`CountMismatch`](crate::ShapeError::CountMismatch) counted.
///
/// ```
/// use extents_static::ShapeError;
/// use extents_static::error::Quantity;
/// let error = ShapeError::CountMismatch { of: Quantity::Elements, expected: 6, found: 5 };
/// assert_eq!(error.to_string(), "the shape needs 6 elements, but 5 were given");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Quantity {
    /// The elements of a buffer.
    Elements,
    /// The entries of a slice.
    SliceEntries,
    /// The labels of an operand, which should be as many as it has modes.
    Labels {
        /// The operand, counted from 0.
        operand: usize,
    },
    /// The modes that `...` stands for in an operand, which should be as many as in the operands before it.
    EllipsisModes {
        /// The operand, counted from 0.
        operand: usize,
    },
    /// The modes of the layers of a nested shape.
    LayeredModes,
    /// The modes of the left and of the right operand that are contracted with each other.
    ContractedModes,
    /// The operands of a contraction.
    Operands,
    /// The steps of a path.
    PathSteps,
    /// The modes of an operand that is joined with others.
    Modes {
        /// The operand.
        operand: usize,
    },
    /// What is joined or contracted, of which there is at least one.
    Parts,
}

/// What the number of an [`OutOfBounds`](crate::ShapeError::OutOfBounds) counts.
///
/// ```
/// use extents_static::error::Bounded;
/// use extents_static::{Extents, ShapeError, extents};
/// let error = extents![2, 3].extent(2).unwrap_err();
/// assert_eq!(error, ShapeError::OutOfBounds { of: Bounded::Mode, number: 2, limit: 2 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Bounded {
    /// A coordinate along a mode; the limit is the extent of the mode.
    Index {
        /// The mode, counted from 0.
        mode: usize,
    },
    /// An entry of a mode, counted from its end: the last one is 1; the limit is the extent of the mode.
    IndexFromEnd {
        /// The mode, counted from 0.
        mode: usize,
    },
    /// How many entries of a mode are asked for; the limit is the extent of the mode.
    Entries {
        /// The mode, counted from 0.
        mode: usize,
    },
    /// A mode, counted from 0; the limit is the rank.
    Mode,
    /// An offset into the elements; the limit is the span of the mapping.
    Offset,
    /// An operand, counted from 0; the limit is the number of operands.
    Operand,
    /// An operand that a step of a path names; the limit is the number of operands before that step.
    PathOperand {
        /// The step, counted from 0.
        step: usize,
    },
    /// A position that a step of a path in SSA form takes; the limit is the number of operands and steps before that step.
    PathPosition {
        /// The step, counted from 0.
        step: usize,
    },
}

/// What a mode is divided into.
///
/// ```
/// use extents_static::ShapeError;
/// use extents_static::error::Part;
/// let error = ShapeError::PartMismatch { part: Part::Tile, mode: 1, size: 3, extent: 8 };
/// assert_eq!(error.to_string(), "tiles of extent 3 do not cover mode 1 of extent 8");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part {
    /// Modes whose extents multiply to that of the mode.
    Split,
    /// The entries of a slice or window, at the distance of a step.
    Step,
    /// Tiles or chunks.
    Tile,
    /// Windows, which overlap.
    Window,
}

/// What a [`LimitExceeded`](crate::ShapeError::LimitExceeded) limits.
///
/// ```
/// use extents_static::ShapeError;
/// use extents_static::error::Limit;
/// let error = ShapeError::LimitExceeded { of: Limit::Loops, found: 25, most: 24 };
/// assert_eq!(error.to_string(), "a plan has at most 24 loops, but 25 labels need one each");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Limit {
    /// The places of a drawing.
    Drawing,
    /// The loops of a plan, one for each label of an extent above 1.
    Loops,
    /// The operands of a plan, of which a path has one for each of its steps.
    PlanOperands,
    /// The operands that a backend contracts, of elements whose products keep their order.
    OrderedOperands,
    /// The extent of a mode of a mapping for a device.
    DeviceExtent {
        /// The mode, counted from 0.
        mode: usize,
    },
    /// The stride of a mode of a mapping for a device, whose length was found.
    DeviceStride {
        /// The mode, counted from 0.
        mode: usize,
    },
    /// The offsets of a mapping for a device.
    DeviceOffset {
        /// The mode, counted from 0, whose last entry has an offset that is too large, with the modes before it.
        mode: usize,
    },
}
