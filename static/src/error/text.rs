//! What a [`ShapeError`] says: one text a mistake, for errors and for const panics.

use core::fmt;

use super::{Bounded, Limit, Part, Place, Quantity};
use crate::ShapeError;
use crate::const_text::ConstText;

/// As `Display`: it is what a program prints that ends with the error.
impl fmt::Debug for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(ConstText::new().about(*self).as_str())?;
        // A const cannot quote a character.
        match *self {
            Self::Text { found: Some(found), .. } => write!(f, ", found {found:?}"),
            _ => Ok(()),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(ConstText::new().place(*self).as_str())
    }
}

/// What to do about a mistake in a const, which is one of the program's text.
pub(crate) const fn advice(mistake: ShapeError) -> &'static str {
    match mistake {
        ShapeError::OutOfBounds { of: Bounded::Mode, .. } => ": modes are counted from 0",
        ShapeError::Repeated { place: Place::Mode(_) } => ": it names each mode once",
        ShapeError::NothingToChip => ": `slice` keeps all modes",
        ShapeError::RankMismatch { .. } => ": a list has one number per mode",
        _ => "",
    }
}

impl ConstText {
    #[allow(clippy::too_many_lines, reason = "one sentence a variant")]
    pub(crate) const fn about(self, mistake: ShapeError) -> Self {
        match mistake {
            ShapeError::RankMismatch { expected, found } => {
                self.then("the rank should be ").number(expected).then(", but is ").number(found)
            }
            ShapeError::CountMismatch { of, expected, found } => self.count(of, expected, found),
            ShapeError::ExtentMismatch { place, expected, found } => {
                self.extents(place, expected, found)
            }
            ShapeError::OutOfBounds { of, number, limit } => self.out_of_bounds(of, number, limit),
            // Whatever the list is, and also where there is none, as in a padding that repeats an entry.
            ShapeError::EntryOutOfBounds { mode, index, extent: 0, .. } => self
                .then("mode ")
                .number(mode)
                .then(" has extent 0: it has no entry ")
                .number(index),
            ShapeError::EntryOutOfBounds { mode, position, index, extent } => self
                .then("index ")
                .number(index)
                .then(" at position ")
                .number(position)
                .then(" is out of bounds for mode ")
                .number(mode)
                .of_extent(extent),
            ShapeError::NegativeEntry { mode, position, index } => self
                .then("index -")
                .number(index.unsigned_abs())
                .then(" at position ")
                .number(position)
                .then(" is negative: entries of mode ")
                .number(mode)
                .then(" are counted from 0"),
            ShapeError::SliceOutOfBounds { mode, begin, end, extent } => self
                .slice(begin, end)
                .then(" is out of bounds for mode ")
                .number(mode)
                .of_extent(extent),
            ShapeError::TooManyLeftOut { mode, front, back, extent } => self
                .then("mode ")
                .number(mode)
                .of_extent(extent)
                .then(" has fewer entries than the ")
                .left_out(front, back)
                .then(" that are left out"),
            ShapeError::BeginAfterEnd { mode, begin, end } => {
                self.slice(begin, end).then(" of mode ").number(mode).then(" begins after its end")
            }
            ShapeError::ZeroSize { part, mode } => match part {
                Part::Step => self.then("the step along mode ").number(mode).then(" is 0"),
                Part::Tile => self
                    .then("mode ")
                    .number(mode)
                    .then(" cannot be divided into parts of extent 0"),
                part => self.parts(part, 0).number(mode),
            },
            // As above.
            ShapeError::PartMismatch { part: Part::Split, mode, size, extent }
                if size > isize::MAX as usize =>
            {
                self.then("mode ")
                    .number(mode)
                    .of_extent(extent)
                    .then(" cannot split into parts whose product is more than ")
                    .number(isize::MAX as usize)
            }
            ShapeError::PartMismatch { part: Part::Split, mode, size, extent } => self
                .then("mode ")
                .number(mode)
                .of_extent(extent)
                .then(" cannot split into parts whose product is ")
                .number(size),
            ShapeError::PartMismatch { part, mode, size, extent } => {
                self.parts(part, size).number(mode).of_extent(extent)
            }
            ShapeError::NothingToFold { mode } => self.then("mode ").number(mode).then(
                " has extent 0: it has no smallest or largest entry, no mean and no variance",
            ),
            ShapeError::Repeated { place } => match place {
                Place::Label(_) => self.place(place).then(" occurs twice in the result"),
                Place::OperandLabel(_) => self.place(place).then(" occurs twice in an operand"),
                Place::Diagonal(mode, _) => self
                    .then("a diagonal is that of two modes, not of mode ")
                    .number(mode)
                    .then(" with itself"),
                Place::PathOperand { step, operand } => self
                    .then("step ")
                    .number(step)
                    .then(" of the path contracts operand ")
                    .number(operand)
                    .then(" with itself"),
                Place::PathPosition { step, position } => self
                    .then("step ")
                    .number(step)
                    .then(" of the path takes position ")
                    .number(position)
                    .then(", which is taken already"),
                _ => self.place(place).then(" occurs twice in the list"),
            },
            ShapeError::UnknownLabel { label } => {
                self.label(label.as_str()).then(" of the result occurs in no operand")
            }
            ShapeError::LabelNotKept { label } => {
                self.label(label.as_str()).then(" of the operand does not occur in the result")
            }
            ShapeError::NoSize { label } => self.label(label.as_str()).then(" has no size"),
            ShapeError::UnusedSize { label } => {
                self.label(label.as_str()).then(" has a size, but does not occur in the pattern")
            }
            ShapeError::Text { position, expected, .. } => {
                self.then("expected ").then(expected).then(" at position ").number(position)
            }
            ShapeError::StrideMismatch { mode, expected, found } => self
                .then("mode ")
                .number(mode)
                .then(" should have stride ")
                .signed(expected)
                .then(", but has ")
                .signed(found),
            ShapeError::NotMergeable { mode, stride, expected } => self
                .then("mode ")
                .number(mode)
                .then(" of stride ")
                .signed(stride)
                .then(" cannot merge with the next: it needs ")
                .stride_or_none(expected)
                .then("a copy, as `to_tensor()` makes"),
            ShapeError::InterleavedStrides { mode, stride, reach } => self
                .then("mode ")
                .number(mode)
                .then(" of stride ")
                .number(stride)
                .then(" does not pass over the modes of shorter strides, which reach ")
                .number(reach)
                .then(" elements"),
            ShapeError::NotStrided => self.then("the mapping has no strides"),
            ShapeError::NotUnique => {
                self.then("two indices of the mapping share an element, so it cannot be changed")
            }
            ShapeError::NothingToChip => {
                self.then("a chip drops the modes that have an index, and there is none")
            }
            ShapeError::Null => self.then("the null shape has no modes and no elements to work on"),
            ShapeError::SizeOverflow { mode, elements, extent } => self
                .then("the extents other than 0 make more than ")
                .number(isize::MAX as usize)
                .then(" elements: ")
                .number(elements)
                .then(" before mode ")
                .number(mode)
                .then(", times its extent ")
                .number(extent),
            ShapeError::RoomOverflow { mode, elements, room } => self
                .then("the layout takes more than ")
                .number(isize::MAX as usize)
                .then(" elements: ")
                .number(elements)
                .then(" before mode ")
                .number(mode)
                .then(", times ")
                .number(room)
                .then(" for that mode"),
            ShapeError::SpanOverflow { mode, extent, stride } => self
                .then("the mapping spans more than ")
                .number(isize::MAX as usize)
                .then(" elements: mode ")
                .number(mode)
                .then(" has extent ")
                .number(extent)
                .then(" and stride ")
                .signed(stride),
            ShapeError::LimitExceeded { of: Limit::Drawing, found, most } => self
                .then("a drawing has at most ")
                .number(most)
                .then(" places, but this would have ")
                .number(found),
            ShapeError::LimitExceeded { of: Limit::Loops, found, most } => self
                .then("a plan has at most ")
                .number(most)
                .then(" loops, but ")
                .number(found)
                .then(" labels need one each"),
            ShapeError::LimitExceeded { of: Limit::PlanOperands, found, most } => self
                .then("a plan has at most ")
                .number(most)
                .then(" operands, but there are ")
                .number(found)
                .then(": a path has a plan for each of its steps"),
            ShapeError::LimitExceeded { of: Limit::OrderedOperands, found, most } => self
                .then("a backend contracts at most ")
                .number(most)
                .then(" operands of elements whose products keep their order, but there are ")
                .number(found),
            ShapeError::LimitExceeded { of: Limit::DeviceExtent { mode }, found, most } => {
                self.then("mode ").number(mode).then(" has extent ").number(found).on_device(most)
            }
            ShapeError::LimitExceeded { of: Limit::DeviceStride { mode }, found, most } => self
                .then("mode ")
                .number(mode)
                .then(" has a stride of ")
                .number(found)
                .then(" elements")
                .on_device(most),
            ShapeError::LimitExceeded { of: Limit::DeviceOffset { mode }, found, most } => self
                .then("mode ")
                .number(mode)
                .then(" reaches offset ")
                .number(found)
                .on_device(most),
            ShapeError::DimOverflow { dim, found, most } => self
                .dim(dim.as_str())
                .then(" has at most ")
                .number(most)
                .then(" entries, but should get ")
                .number(found),
            ShapeError::Unbound { dim } => {
                self.dim(dim.as_str()).then(" is bound to no extent yet: `Sym::bind` binds it")
            }
            ShapeError::Scoped { dim, found } => self
                .dim(dim.as_str())
                .then(" has the extent of a scope, which the number ")
                .number(found)
                .then(" does not tell: the mode of the scope does"),
            ShapeError::SearchLimit { offset, tried } => self
                .then("the search for the index of offset ")
                .number(offset)
                .then(" gave up after ")
                .number(tried as usize)
                .then(" combinations: too many strides overlap"),
            ShapeError::Allocation { elements } => {
                self.then("there is no memory for ").number(elements).then(" elements")
            }
        }
    }

    /// The stride that would do, with what stands before an alternative to it; nothing where none would do.
    const fn stride_or_none(self, stride: Option<isize>) -> Self {
        match stride {
            Some(stride) => self.then("stride ").signed(stride).then(", or "),
            None => self,
        }
    }

    const fn on_device(self, most: usize) -> Self {
        self.then(", but a number of the device is at most ").number(most)
    }

    const fn count(self, of: Quantity, expected: usize, found: usize) -> Self {
        let text = match of {
            Quantity::Elements => {
                return self
                    .then("the shape needs ")
                    .number(expected)
                    .then(" elements, but ")
                    .number(found)
                    .then(" were given");
            }
            Quantity::Labels { operand } => {
                return self
                    .then("operand ")
                    .number(operand)
                    .then(" should have a label for each of its ")
                    .number(expected)
                    .then(" modes, but has ")
                    .number(found);
            }
            Quantity::EllipsisModes { operand } => {
                return self
                    .then("`...` should stand for ")
                    .number(expected)
                    .then(" modes of operand ")
                    .number(operand)
                    .then(", as in those before it, but stands for ")
                    .number(found);
            }
            Quantity::ContractedModes => {
                return self
                    .number(expected)
                    .then(" modes of the left operand cannot be contracted with ")
                    .number(found)
                    .then(" of the right one");
            }
            Quantity::LayeredModes => {
                return self
                    .then("the ranks of the layers add up to ")
                    .number(found)
                    .then(", but the rank of the shape is ")
                    .number(expected);
            }
            Quantity::PathSteps => {
                return self
                    .then("the path should have ")
                    .number(expected)
                    .then(" steps, but has ")
                    .number(found);
            }
            Quantity::Modes { operand } => {
                return self
                    .then("operand ")
                    .number(operand)
                    .then(" should have rank ")
                    .number(expected)
                    .then(", but has ")
                    .number(found);
            }
            Quantity::Parts => {
                return self
                    .then("there should be at least ")
                    .number(expected)
                    .then(" operand, but there are ")
                    .number(found);
            }
            Quantity::SliceEntries => {
                self.then("the number of entries of the slice, one per mode, should be ")
            }
            Quantity::Operands => self.then("the number of operands should be "),
        };
        text.number(expected).then(", but is ").number(found)
    }

    const fn extents(self, place: Place, expected: usize, found: usize) -> Self {
        match place {
            Place::Label(label) | Place::OperandLabel(label) => self
                .label(label.as_str())
                .then(" names modes of different extents: ")
                .number(expected)
                .then(" and ")
                .number(found),
            // A product that is larger than any extent may not be known exactly.
            Place::Part { .. } if expected > isize::MAX as usize => self
                .place(place)
                .then(" has no whole size: the extent ")
                .number(found)
                .then(" is less than the product of the other sizes, which is more than ")
                .number(isize::MAX as usize),
            Place::Part { .. } => self
                .place(place)
                .then(" has no whole size: the extent ")
                .number(found)
                .then(" is not a multiple of ")
                .number(expected),
            Place::Diagonal(..) => self
                .place(place)
                .then(" have no diagonal: their extents are ")
                .number(expected)
                .then(" and ")
                .number(found),
            Place::Pair(left, right) => self
                .then("mode ")
                .number(left)
                .then(" of the left operand has extent ")
                .number(expected)
                .then(", but mode ")
                .number(right)
                .then(" of the right one has ")
                .number(found),
            Place::Repeated { mode, to } => self
                .then("mode ")
                .number(mode)
                .of_extent(found)
                .then(" does not repeat to mode ")
                .number(to)
                .of_extent(expected)
                .then(": only extent 1 repeats"),
            Place::Mode(_)
            | Place::Row(_)
            | Place::Dim(_)
            | Place::Joined { .. }
            | Place::PathOperand { .. }
            | Place::PathPosition { .. } => self
                .place(place)
                .then(" should have extent ")
                .number(expected)
                .then(", but has ")
                .number(found),
        }
    }

    const fn out_of_bounds(self, of: Bounded, number: usize, limit: usize) -> Self {
        match of {
            Bounded::Index { mode } => self
                .then("index ")
                .number(number)
                .then(" is out of bounds for mode ")
                .number(mode)
                .of_extent(limit),
            Bounded::IndexFromEnd { mode } => self
                .then("index -")
                .number(number)
                .then(" is out of bounds for mode ")
                .number(mode)
                .of_extent(limit)
                .then(if number == 0 { ": -1 is the last entry" } else { "" }),
            Bounded::Entries { mode } => self
                .then("there are no ")
                .number(number)
                .then(" entries in mode ")
                .number(mode)
                .of_extent(limit),
            Bounded::Mode => self
                .then("there is no mode ")
                .number(number)
                .then(" in a shape of rank ")
                .number(limit),
            Bounded::Operand => self
                .then("there is no operand ")
                .number(number)
                .then(": there are ")
                .number(limit)
                .then(", counted from 0"),
            Bounded::Offset => self
                .then("no index has offset ")
                .number(number)
                .then(": the mapping spans ")
                .number(limit)
                .then(" elements"),
            Bounded::PathPosition { step } => self
                .then("step ")
                .number(step)
                .then(" of the path takes position ")
                .number(number)
                .then(", but only ")
                .number(limit)
                .then(" are there before it"),
            Bounded::PathOperand { step } => self
                .then("step ")
                .number(step)
                .then(" of the path names operand ")
                .number(number)
                .then(", but only ")
                .number(limit)
                .then(" are left"),
        }
    }

    const fn place(self, place: Place) -> Self {
        match place {
            Place::Mode(mode) => self.then("mode ").number(mode),
            Place::Row(row) => self.then("row ").number(row),
            Place::Label(label) | Place::OperandLabel(label) => self.label(label.as_str()),
            Place::Part { label, mode } => {
                self.label(label.as_str()).then(" of mode ").number(mode as usize)
            }
            Place::Dim(dim) => self.dim(dim.as_str()),
            Place::Diagonal(one, other) => {
                self.then("modes ").number(one).then(" and ").number(other)
            }
            Place::Pair(left, right) => self
                .then("mode ")
                .number(left)
                .then(" of the left operand and mode ")
                .number(right)
                .then(" of the right one"),
            Place::Repeated { mode, to } => {
                self.then("mode ").number(mode).then(", which repeats to mode ").number(to)
            }
            Place::Joined { operand, mode } => {
                self.then("mode ").number(mode).then(" of operand ").number(operand)
            }
            Place::PathPosition { step, position } => self
                .then("position ")
                .number(position)
                .then(" of step ")
                .number(step)
                .then(" of the path"),
            Place::PathOperand { step, operand } => self
                .then("operand ")
                .number(operand)
                .then(" of step ")
                .number(step)
                .then(" of the path"),
        }
    }

    const fn parts(self, part: Part, size: usize) -> Self {
        match part {
            Part::Split => self.then("parts of extent ").number(size).then(" do not divide mode "),
            Part::Step => self.then("steps of ").number(size).then(" do not cover mode "),
            Part::Tile => self.then("tiles of extent ").number(size).then(" do not cover mode "),
            Part::Window => {
                self.then("a window of extent ").number(size).then(" does not fit mode ")
            }
        }
    }

    const fn slice(self, begin: usize, end: usize) -> Self {
        self.then("slice ").number(begin).then("..").number(end)
    }

    /// The numbers of entries that are left out at the front and at the end of a mode, but for one that is 0.
    const fn left_out(self, front: usize, back: usize) -> Self {
        match (front, back) {
            (0, number) | (number, 0) => self.number(number),
            (front, back) => self.number(front).then(" and ").number(back),
        }
    }

    const fn label(self, label: &str) -> Self {
        self.then("label `").then(label).then("`")
    }

    const fn dim(self, name: &str) -> Self {
        self.then("dim `").then(name).then("`")
    }

    const fn of_extent(self, extent: usize) -> Self {
        self.then(" of extent ").number(extent)
    }
}
