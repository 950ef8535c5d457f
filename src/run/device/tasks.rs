//! What a device is asked to do: sums of products by a [`Plan`], and elementwise work and folds by loops.

use alloc::vec::Vec;
use core::fmt;

use super::Device;
use crate::plan::Plan;

/// The elements of an operand of a task: a buffer, and the offset in it of the element at the index of zeros.
pub struct BufferPlace<'a, D: Device> {
    buffer: &'a D::Buffer,
    offset: usize,
}

impl<'a, D: Device> BufferPlace<'a, D> {
    pub(crate) fn new(buffer: &'a D::Buffer, offset: usize) -> Self {
        BufferPlace { buffer, offset }
    }

    /// So many elements further.
    pub(crate) fn moved(self, by: isize) -> Self {
        BufferPlace { offset: self.offset.wrapping_add_signed(by), ..self }
    }

    /// Returns the buffer.
    pub fn buffer(&self) -> &'a D::Buffer {
        self.buffer
    }

    /// Returns the offset of the element at the index of zeros, in elements.
    pub fn offset(&self) -> usize {
        self.offset
    }
}

impl<D: Device> Clone for BufferPlace<'_, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D: Device> Copy for BufferPlace<'_, D> {}

impl<D: Device> fmt::Debug for BufferPlace<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "from {}", self.offset)
    }
}

/// A plan that lives as long as the program, or as long as a task.
#[derive(Clone, Copy)]
pub(crate) enum PlanRef<'a> {
    Static(&'static Plan),
    Made(&'a Plan),
}

/// A contraction of one operand or two: for each index of the kept loops of the plan, the sum over the other loops of the
/// products of the operands' elements.
///
/// Only this library creates one, from mappings of arrays whose buffers are long enough. A kernel without bounds checks may
/// rely on it: each index in bounds of the loops leads, by the strides, from the offsets of the places to elements of the buffers.
pub struct ContractTask<'a, D: Device> {
    // INVARIANT: the plan was made of the extents and strides of mappings, whose elements the buffers have from these
    // offsets on: of the operands' (in the order of the plan) and of the target's, which are unique.
    pub(crate) plan: PlanRef<'a>,
    pub(crate) left: BufferPlace<'a, D>,
    pub(crate) right: Option<BufferPlace<'a, D>>,
    pub(crate) target: &'a mut D::Buffer,
    pub(crate) offset: usize,
    pub(crate) adds: bool,
}

impl<'a, D: Device> ContractTask<'a, D> {
    /// Returns the plan: loops that could be one are one.
    pub fn plan(&self) -> &Plan {
        match self.plan {
            PlanRef::Static(plan) => plan,
            PlanRef::Made(plan) => plan,
        }
    }

    /// Returns the plan if it is a constant, because the types of the arrays know all extents and strides: what a device makes
    /// of it can be kept by its address.
    pub fn static_plan(&self) -> Option<&'static Plan> {
        match self.plan {
            PlanRef::Static(plan) => Some(plan),
            PlanRef::Made(_) => None,
        }
    }

    /// Returns the left operand, or the only one. Its strides are `left` in the loops of the plan.
    pub fn left(&self) -> BufferPlace<'a, D> {
        self.left
    }

    /// Returns the right operand, if there are two. Its strides are `right` in the loops of the plan.
    pub fn right(&self) -> Option<BufferPlace<'a, D>> {
        self.right
    }

    /// Returns the buffer of the target, and the offset of the element at the index of zeros. Its strides are `result` in the
    /// loops of the plan. What it holds is not defined unless the result [is added](Self::adds).
    pub fn target(&mut self) -> (&mut D::Buffer, usize) {
        (self.target, self.offset)
    }

    /// Returns whether the result is added to what the target holds.
    pub fn adds(&self) -> bool {
        self.adds
    }
}

impl<D: Device> fmt::Debug for ContractTask<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let task = &mut f.debug_struct("ContractTask");
        task.field("plan", self.plan()).field("adds", &self.adds).finish_non_exhaustive()
    }
}

/// A function of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Unary {
    /// `-x`.
    Neg,
    /// `|x|`.
    Abs,
    /// `1 / x`.
    Recip,
    /// The square root.
    Sqrt,
    /// The exponential function.
    Exp,
    /// The natural logarithm.
    Ln,
    /// The sine.
    Sin,
    /// The cosine.
    Cos,
    /// The hyperbolic tangent.
    Tanh,
    /// The largest integer that is not greater.
    Floor,
    /// The smallest integer that is not less.
    Ceil,
    /// The nearest integer, away from zero if it is half way between two.
    Round,
    /// The nearest integer, the even one if it is half way between two.
    RoundTiesEven,
    /// The integer part.
    Trunc,
}

/// A function of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Binary {
    /// `x + y`.
    Add,
    /// `x - y`.
    Sub,
    /// `x * y`.
    Mul,
    /// `x / y`.
    Div,
    /// The lesser one: NaN where one is that, and `x` where they are equal.
    Min,
    /// The greater one: NaN where one is that, and `x` where they are equal.
    Max,
    /// `x` to the power of `y`.
    Pow,
    /// 1 where `x < y`, else 0.
    Less,
    /// 1 where `x <= y`, else 0.
    AtMost,
    /// 1 where `x > y`, else 0.
    Greater,
    /// 1 where `x >= y`, else 0.
    AtLeast,
    /// 1 where `x == y`, else 0.
    Equal,
    /// 1 where `x != y`, else 0; 1 where one is NaN.
    Differ,
}

/// How the elements along folded modes become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Fold {
    /// Their sum; 0 of nothing.
    Sum,
    /// Their product; 1 of nothing.
    Product,
    /// The least one, or NaN if there is a NaN. There is one at least.
    Min,
    /// The greatest one, or NaN if there is a NaN. There is one at least.
    Max,
}

/// A step of the program of an [`EvaluateTask`], for a machine with a stack.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Operation {
    /// Pushes the element of an operand.
    Load(usize),
    /// Pushes a number.
    Number(f64),
    /// Replaces what is on top.
    Unary(Unary),
    /// Replaces the two on top, of which the right one is the top, by one.
    Binary(Binary),
    /// Replaces the three on top, `is`, `x` and `y`, of which `y` is the top, by `y` where `is` equals 0, else by `x`.
    Select,
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operation::Load(operand) => write!(f, "operand {operand}"),
            Operation::Number(number) => write!(f, "{number}"),
            Operation::Unary(function) => write!(f, "{function:?}"),
            Operation::Binary(function) => write!(f, "{function:?}"),
            Operation::Select => f.write_str("Select"),
        }
    }
}

/// A loop of an [`EvaluateTask`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskLoop {
    /// How often it runs.
    pub extent: usize,
    /// How far a step goes in the target; 0 in a loop that is folded over.
    pub target: isize,
    /// How far a step goes in each operand.
    pub strides: Vec<isize>,
}

/// Elementwise work: at each index of the loops a program is run on the elements of the operands; what it leaves is written
/// to the target, or folded over the loops behind the kept ones first.
///
/// Only this library creates one; a kernel may rely on it as on a [`ContractTask`].
pub struct EvaluateTask<'a, D: Device> {
    // INVARIANT: as that of `ContractTask`, by the loops. The program loads operands that there are, never takes more from
    // the stack than there is, and leaves one number.
    pub(crate) loops: &'a [TaskLoop],
    pub(crate) kept: usize,
    pub(crate) operands: &'a [BufferPlace<'a, D>],
    pub(crate) program: &'a [Operation],
    pub(crate) fold: Option<Fold>,
    pub(crate) update: Option<Binary>,
    pub(crate) target: &'a mut D::Buffer,
    pub(crate) offset: usize,
}

impl<'a, D: Device> EvaluateTask<'a, D> {
    /// Returns the loops of the target, the last one of the result's modes last. Loops that could be one are one, and no
    /// loops mean one element.
    pub fn kept(&self) -> &'a [TaskLoop] {
        self.loops.get(..self.kept).unwrap_or(self.loops)
    }

    /// Returns the loops that are [folded](Self::fold) over.
    pub fn folded(&self) -> &'a [TaskLoop] {
        self.loops.get(self.kept..).unwrap_or(&[])
    }

    /// Returns the operands, by the numbers that the program has.
    pub fn operands(&self) -> &'a [BufferPlace<'a, D>] {
        self.operands
    }

    /// Returns the program.
    pub fn program(&self) -> &'a [Operation] {
        self.program
    }

    /// Returns the fold; without one there are no folded loops.
    pub fn fold(&self) -> Option<Fold> {
        self.fold
    }

    /// Returns what becomes of an element of the target, which is to the left, and a new one; `None` means that it is
    /// overwritten.
    pub fn update(&self) -> Option<Binary> {
        self.update
    }

    /// Returns the buffer of the target, and the offset of the element at the index of zeros. What it holds is not defined
    /// unless there is an [update](Self::update).
    pub fn target(&mut self) -> (&mut D::Buffer, usize) {
        (self.target, self.offset)
    }
}

impl<D: Device> fmt::Debug for EvaluateTask<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let task = &mut f.debug_struct("EvaluateTask");
        task.field("kept", &self.kept()).field("folded", &self.folded());
        task.field("program", &self.program).field("fold", &self.fold);
        task.field("update", &self.update).finish_non_exhaustive()
    }
}

/// A device has no kernel for what it was asked to do.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Unsupported {
    /// For this operation.
    Operation(Operation),
    /// For this fold.
    Fold(Fold),
    /// For elements of unlike types.
    UnlikeElements,
    /// For arrays of another device.
    OtherDevice,
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsupported::Operation(operation) => {
                write!(f, "the device has no kernel for `{operation}`")
            }
            Unsupported::Fold(fold) => {
                write!(f, "the device has no kernel for the fold `{fold:?}`")
            }
            Unsupported::UnlikeElements => {
                f.write_str("the device has no kernel for elements of unlike types")
            }
            Unsupported::OtherDevice => f.write_str("the arrays belong to two devices"),
        }
    }
}

impl core::error::Error for Unsupported {}
