//! Programs of expressions on floating-point numbers in memory: each operation on a run of elements at a time.

use alloc::vec::Vec;

use super::{Native, NativeError};
use crate::elements::expression::is_better;
use crate::error::Quantity;
use crate::run::device::{
    Binary, BufferPlace, Device, EvaluateTask, Fold, Operation, TaskLoop, Unary,
};
use crate::{Scalar, ShapeError};

/// The elements of a run: what is computed of them stays in the first-level cache.
const RUN: usize = 512;

/// A floating-point number.
pub(super) trait Float: Scalar + Copy + PartialEq + 'static {
    /// The device whose elements they are.
    type On: Device<Buffer = Vec<Self>, Error = NativeError>;
    fn of(number: f64) -> Self;
    fn unary(function: Unary) -> fn(Self) -> Self;
    fn binary(function: Binary) -> fn(Self, Self) -> Self;
    /// Replaces elements by a function of them and others. What processors have vectors for is a loop of its own.
    fn combine(function: Binary, left: &mut [Self], right: &[Self]);
    /// What a fold makes of what it has and the next element: NaN of any NaN.
    fn folding(fold: Fold) -> fn(Self, Self) -> Self;
}

/// The lesser or the greater of two numbers, as tensors have it: NaN where one is that, and the first of equal ones.
#[inline]
fn better<const MAX: bool, T: Scalar + PartialOrd>(x: T, y: T) -> T {
    if is_better::<MAX, _>(&y, &x) { y } else { x }
}

macro_rules! float {
    ($($float:ident)*) => {$(
        impl Float for $float {
            type On = Native<$float>;

            fn of(number: f64) -> Self {
                number as $float
            }

            fn unary(function: Unary) -> fn(Self) -> Self {
                match function {
                    Unary::Neg => |x| -x,
                    Unary::Abs => $float::abs,
                    Unary::Recip => $float::recip,
                    Unary::Sqrt => $float::sqrt,
                    Unary::Exp => $float::exp,
                    Unary::Ln => $float::ln,
                    Unary::Sin => $float::sin,
                    Unary::Cos => $float::cos,
                    Unary::Tanh => $float::tanh,
                    Unary::Floor => $float::floor,
                    Unary::Ceil => $float::ceil,
                    Unary::Round => $float::round,
                    Unary::RoundTiesEven => $float::round_ties_even,
                    Unary::Trunc => $float::trunc,
                }
            }

            fn binary(function: Binary) -> fn(Self, Self) -> Self {
                match function {
                    Binary::Add => |x, y| x + y,
                    Binary::Sub => |x, y| x - y,
                    Binary::Mul => |x, y| x * y,
                    Binary::Div => |x, y| x / y,
                    Binary::Min => better::<false, _>,
                    Binary::Max => better::<true, _>,
                    Binary::Pow => $float::powf,
                    Binary::Less => |x, y| $float::from(u8::from(x < y)),
                    Binary::AtMost => |x, y| $float::from(u8::from(x <= y)),
                    Binary::Greater => |x, y| $float::from(u8::from(x > y)),
                    Binary::AtLeast => |x, y| $float::from(u8::from(x >= y)),
                    Binary::Equal => |x, y| $float::from(u8::from(x == y)),
                    Binary::Differ => |x, y| $float::from(u8::from(x != y)),
                }
            }

            fn folding(fold: Fold) -> fn(Self, Self) -> Self {
                match fold {
                    Fold::Sum => |x, y| x + y,
                    Fold::Product => |x, y| x * y,
                    Fold::Min => better::<false, _>,
                    Fold::Max => better::<true, _>,
                }
            }

            fn combine(function: Binary, left: &mut [Self], right: &[Self]) {
                let pairs = left.iter_mut().zip(right);
                match function {
                    Binary::Add => pairs.for_each(|(x, y)| *x += y),
                    Binary::Sub => pairs.for_each(|(x, y)| *x -= y),
                    Binary::Mul => pairs.for_each(|(x, y)| *x *= y),
                    Binary::Div => pairs.for_each(|(x, y)| *x /= y),
                    Binary::Min => pairs.for_each(|(x, y)| *x = better::<false, _>(*x, *y)),
                    Binary::Max => pairs.for_each(|(x, y)| *x = better::<true, _>(*x, *y)),
                    _ => {
                        let apply = $float::binary(function);
                        pairs.for_each(|(x, y)| *x = apply(*x, *y));
                    }
                }
            }
        }
    )*};
}
float!(f32 f64);

/// The place in a task where a run begins: the offset in the target, and in each operand.
#[derive(Clone)]
struct At {
    target: isize,
    operands: Vec<isize>,
}

impl At {
    fn step(&mut self, each: &TaskLoop, count: isize) {
        self.target = self.target.wrapping_add(each.target.wrapping_mul(count));
        for (at, stride) in self.operands.iter_mut().zip(&each.strides) {
            *at = at.wrapping_add(stride.wrapping_mul(count));
        }
    }
}

/// Visits each index of some loops.
fn each_index(
    loops: &[TaskLoop],
    at: &mut At,
    visit: &mut dyn FnMut(&At) -> Result<(), NativeError>,
) -> Result<(), NativeError> {
    let Some((outer, inner)) = loops.split_first() else {
        return visit(at);
    };
    for _ in 0..outer.extent {
        each_index(inner, at, visit)?;
        at.step(outer, 1);
    }
    at.step(outer, 0_isize.wrapping_sub_unsigned(outer.extent));
    Ok(())
}

/// A program and the memory that it computes in.
struct Machine<'t, T: Float> {
    program: &'t [Operation],
    operands: &'t [BufferPlace<'t, T::On>],
    stack: Vec<Vec<T>>,
}

impl<T: Float> Machine<'_, T> {
    /// Runs the program on elements a step of `along` apart, and returns as many results.
    fn run(&mut self, at: &At, along: &TaskLoop, len: usize) -> Result<&mut [T], NativeError> {
        let mut depth = 0_usize;
        for operation in self.program {
            if self.stack.len() == depth {
                self.stack.push([T::of(0.0); RUN].to_vec());
            }
            let (below, top) = self.stack.split_at_mut(depth);
            match operation {
                Operation::Load(operand) => {
                    let place = self.operands.get(*operand).ok_or_else(outside)?;
                    let step = along.strides.get(*operand).copied().unwrap_or(0);
                    let start = at.operands.get(*operand).copied().unwrap_or(0);
                    let top = top.first_mut().and_then(|top| top.get_mut(..len));
                    load(place.buffer(), start, step, top.ok_or_else(outside)?)?;
                    depth = depth.wrapping_add(1);
                }
                Operation::Number(number) => {
                    let top = top.first_mut().and_then(|top| top.get_mut(..len));
                    top.ok_or_else(outside)?.fill(T::of(*number));
                    depth = depth.wrapping_add(1);
                }
                Operation::Unary(function) => {
                    let apply = T::unary(*function);
                    let top = below.last_mut().and_then(|top| top.get_mut(..len));
                    top.ok_or_else(outside)?.iter_mut().for_each(|x| *x = apply(*x));
                }
                Operation::Binary(function) => {
                    let [.., left, right] = below else { return Err(outside()) };
                    T::combine(*function, left.get_mut(..len).ok_or_else(outside)?, right);
                    depth = depth.wrapping_sub(1);
                }
                Operation::Select => {
                    let [.., is, x, y] = below else { return Err(outside()) };
                    let is = is.get_mut(..len).ok_or_else(outside)?;
                    for (is, (x, y)) in is.iter_mut().zip(x.iter().zip(y)) {
                        *is = if *is == T::of(0.0) { *y } else { *x };
                    }
                    depth = depth.wrapping_sub(2);
                }
            }
        }
        self.stack.first_mut().and_then(|top| top.get_mut(..len)).ok_or_else(outside)
    }
}

fn load<T: Copy>(buffer: &[T], start: isize, step: isize, to: &mut [T]) -> Result<(), NativeError> {
    if step == 1 {
        let start = start.cast_unsigned();
        let end = start.saturating_add(to.len());
        to.copy_from_slice(buffer.get(start..end).ok_or_else(|| missing(end, buffer.len()))?);
        return Ok(());
    }
    let mut at = start;
    for to in to {
        let place = at.cast_unsigned();
        *to = *buffer.get(place).ok_or_else(|| missing(place.saturating_add(1), buffer.len()))?;
        at = at.wrapping_add(step);
    }
    Ok(())
}

/// No task leads to an element that is not there.
fn outside() -> NativeError {
    missing(0, 0)
}

/// Nothing was written to the buffer yet.
fn missing(expected: usize, found: usize) -> NativeError {
    ShapeError::CountMismatch { of: Quantity::Elements, expected, found }.into()
}

/// Runs a task, compiled with the library.
pub(super) fn evaluate_f32(
    on: &Native<f32>,
    task: EvaluateTask<'_, Native<f32>>,
) -> Result<(), NativeError> {
    evaluate::<f32>(on, task)
}

/// Runs a task, compiled with the library.
pub(super) fn evaluate_f64(
    on: &Native<f64>,
    task: EvaluateTask<'_, Native<f64>>,
) -> Result<(), NativeError> {
    evaluate::<f64>(on, task)
}

/// Runs a task.
fn evaluate<T: Float>(_: &T::On, mut task: EvaluateTask<'_, T::On>) -> Result<(), NativeError> {
    let one = TaskLoop { extent: 1, target: 0, strides: Vec::new() };
    let (kept, folded) = (task.kept(), task.folded());
    let (update, fold) = (task.update(), task.fold());
    let (program, operands) = (task.program(), task.operands());
    let mut machine = Machine { program, operands, stack: Vec::new() };
    let (target, offset) = task.target();
    let is_new = target.is_empty();
    let operands = operands.iter().map(|place| place.offset().cast_signed()).collect();
    let mut at = At { target: offset.cast_signed(), operands };
    let (outer, row) = match kept.split_last() {
        Some((row, outer)) => (outer, row),
        None => (kept, &one),
    };
    let mut sums = [T::of(0.0); RUN].to_vec();
    each_index(outer, &mut at, &mut |at| {
        for (begin, len) in runs(row.extent) {
            let mut at = at.clone();
            at.step(row, begin);
            let new: &mut [T] = match fold {
                None => machine.run(&at, row, len)?,
                Some(fold) if len == 1 || is_row(folded, row) => {
                    // The elements of a fold lie in a row.
                    for (sum, n) in sums.iter_mut().take(len).zip(0..) {
                        let mut at = at.clone();
                        at.step(row, n);
                        *sum = fold_rows(&mut machine, fold, folded, &mut at)?;
                    }
                    &mut sums
                }
                Some(fold) => {
                    let mut is_first = true;
                    sums.iter_mut().take(len).for_each(|sum| *sum = nothing(fold));
                    each_index(folded, &mut at, &mut |at| {
                        let new = machine.run(at, row, len)?;
                        match core::mem::take(&mut is_first) {
                            true => sums.iter_mut().zip(&*new).for_each(|(sum, new)| *sum = *new),
                            false => fold_runs(fold, &mut sums, new),
                        }
                        Ok(())
                    })?;
                    &mut sums
                }
            };
            store(target, (at.target, row.target), update, new.get(..len).ok_or_else(outside)?)?;
        }
        Ok(())
    })?;
    // The other elements of a buffer of which this wrote the first ones.
    if is_new && !target.is_empty() {
        target.resize(target.capacity(), T::of(0.0));
    }
    Ok(())
}

/// Folds all elements of some loops, a row of the last one after another.
fn fold_rows<T: Float>(
    machine: &mut Machine<'_, T>,
    fold: Fold,
    folded: &[TaskLoop],
    at: &mut At,
) -> Result<T, NativeError> {
    let one = TaskLoop { extent: 1, target: 0, strides: Vec::new() };
    let (outer, row) = match folded.split_last() {
        Some((row, outer)) => (outer, row),
        None => (folded, &one),
    };
    let combine = T::folding(fold);
    let mut result = None;
    each_index(outer, at, &mut |at| {
        for (begin, len) in runs(row.extent) {
            let mut at = at.clone();
            at.step(row, begin);
            let new = machine.run(&at, row, len)?;
            for x in new {
                result = Some(result.map_or(*x, |result| combine(result, *x)));
            }
        }
        Ok(())
    })?;
    Ok(result.unwrap_or_else(|| nothing(fold)))
}

/// The runs of a row: where each begins, and its length.
fn runs(extent: usize) -> impl Iterator<Item = (isize, usize)> {
    (0..extent)
        .step_by(RUN)
        .map(move |begin| (begin.cast_signed(), extent.wrapping_sub(begin).min(RUN)))
}

/// Whether elements of a fold lie closer together than those of its results.
fn is_row(folded: &[TaskLoop], row: &TaskLoop) -> bool {
    let least = |each: &TaskLoop| {
        each.strides.iter().map(|stride| stride.unsigned_abs()).max().unwrap_or(usize::MAX)
    };
    folded.last().is_some_and(|folded| least(folded) < least(row))
}

/// Folds elements into those that there are.
fn fold_runs<T: Float>(fold: Fold, left: &mut [T], right: &[T]) {
    match fold {
        Fold::Sum => T::combine(Binary::Add, left, right),
        Fold::Product => T::combine(Binary::Mul, left, right),
        Fold::Min | Fold::Max => {
            let combine = T::folding(fold);
            left.iter_mut().zip(right).for_each(|(x, y)| *x = combine(*x, *y));
        }
    }
}

/// The fold of nothing.
fn nothing<T: Float>(fold: Fold) -> T {
    match fold {
        Fold::Product => T::of(1.0),
        _ => T::of(0.0),
    }
}

/// Writes elements, `step` apart: behind those that there are, if there is room, else in their place.
fn store<T: Float>(
    target: &mut Vec<T>,
    (start, step): (isize, isize),
    update: Option<Binary>,
    new: &[T],
) -> Result<(), NativeError> {
    let room = target.capacity().saturating_sub(target.len());
    if room > 0 {
        let is_next = start.cast_unsigned() == target.len() && (step == 1 || new.len() == 1);
        if is_next && new.len() <= room && update.is_none() {
            target.extend_from_slice(new);
            return Ok(());
        }
        let steps = step.saturating_mul(new.len().saturating_sub(1).cast_signed());
        if start.max(start.saturating_add(steps)) >= target.len().cast_signed() {
            target.resize(target.capacity(), T::of(0.0));
        }
    }
    let apply = update.map(T::binary);
    let mut at = start;
    for new in new {
        let place = target.get_mut(at.cast_unsigned()).ok_or_else(outside)?;
        *place = apply.map_or(*new, |apply| apply(*place, *new));
        at = at.wrapping_add(step);
    }
    Ok(())
}
