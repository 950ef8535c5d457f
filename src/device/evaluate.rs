//! From an expression to a task: its loops, merged where they can be.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use extents_static::__private::{Turn, turn};

use super::expression::Leaf;
use super::{
    Array, ArrayExpression, ArrayViewMut, Binary, BufferPlace, Device, EvaluateTask, Fold,
    GatherTask, Operation, TaskLoop, Unsupported,
};
use crate::layout::{StridedLayout, TrustedLayout};
use crate::nest::spans;
use crate::{Extents, Mapping, ModeArray};

/// The strides of a mapping.
pub(super) fn strides_of<E: Extents, L: StridedLayout<E>>(
    mapping: &Mapping<E, L>,
) -> ModeArray<isize> {
    mapping.layout().strides(mapping.extents()).as_ref().into()
}

/// An expression whose extents agree, and its device.
pub(super) struct Job<'e, 'a, D: Device> {
    pub(super) device: &'a D,
    pub(super) element: D::Element,
    leaves: &'e VecDeque<Leaf<'a, D>>,
    program: Vec<Operation>,
}

impl<'e, 'a, D: Device> Job<'e, 'a, D> {
    /// # Errors
    /// [`Unsupported::OtherDevice`], and what the device says of the types of elements.
    pub(super) fn new<E>(expression: &'e ArrayExpression<'a, D, E>) -> Result<Self, D::Error> {
        let mut job = Job::of_copy(expression)?;
        let others: Vec<_> = job.leaves.iter().skip(1).map(|leaf| leaf.element).collect();
        job.element = job.device.result_element(job.element, &others)?;
        Ok(job)
    }

    /// Of one array: a copy has elements of the same type, also on a device that computes in another one.
    ///
    /// # Errors
    /// [`Unsupported::OtherDevice`].
    pub(super) fn of_copy<E>(expression: &'e ArrayExpression<'a, D, E>) -> Result<Self, D::Error> {
        let (Some(device), Some(first), false) =
            (expression.device, expression.leaves.front(), expression.is_mixed)
        else {
            return Err(Unsupported::OtherDevice.into());
        };
        let (leaves, program) = (&expression.leaves, expression.program());
        Ok(Job { device, element: first.element, leaves, program })
    }

    /// Writes the elements to a new array of these extents.
    pub(super) fn eval<E: Extents>(&self, extents: E) -> Result<Array<D, E>, D::Error> {
        let mut result = Array::allocate(self.device, self.element, extents)?;
        self.run_into(&mut result.view_mut(), None)?;
        Ok(result)
    }

    /// Writes the elements to a target of the same extents.
    pub(super) fn run_into<E, L>(
        &self,
        target: &mut ArrayViewMut<'_, D, E, L>,
        update: Option<Binary>,
    ) -> Result<(), D::Error>
    where
        E: Extents,
        L: TrustedLayout<E> + StridedLayout<E>,
    {
        self.run_in_order(None, target, update)
    }

    /// Writes the elements to a target of the same extents, whose modes are in another order, if there is one: that of
    /// mode `k` is mode `order[k]`.
    pub(super) fn run_in_order<E, L>(
        &self,
        order: Option<Turn>,
        target: &mut ArrayViewMut<'_, D, E, L>,
        update: Option<Binary>,
    ) -> Result<(), D::Error>
    where
        E: Extents,
        L: TrustedLayout<E> + StridedLayout<E>,
    {
        let (device, buffer, offset, mapping) = target.target();
        self.check_device(device)?;
        let own = strides_of(mapping);
        let mut strides = own.clone();
        if let Some(order) = &order {
            turn(order, &own, &mut strides);
        }
        let target = (buffer, offset, &strides[..]);
        mapping.extents().with_slice(|own| {
            let mut extents = ModeArray::from(own);
            if let Some(order) = &order {
                turn(order, own, &mut extents);
            }
            self.run_at(&extents, update, target)
        })
    }

    /// # Errors
    /// [`Unsupported::OtherDevice`].
    pub(super) fn check_device(&self, device: &D) -> Result<(), D::Error> {
        match self.device.is_same(device) {
            true => Ok(()),
            false => Err(Unsupported::OtherDevice.into()),
        }
    }

    /// Writes elements of these extents to a part of a buffer: the index of zeros to an offset, the others by strides.
    pub(super) fn run_at(
        &self,
        extents: &[usize],
        update: Option<Binary>,
        (buffer, offset, strides): (&mut D::Buffer, usize, &[isize]),
    ) -> Result<(), D::Error> {
        let loops = extents.iter().zip(strides).enumerate();
        let loops = loops.map(|(mode, (extent, target))| self.each(mode, *extent, *target));
        self.run(merged(loops.collect()), None, update, buffer, offset)
    }

    /// Folds the modes for which `folded` is true; the others have these strides in the target, in order.
    pub(super) fn fold_into(
        &self,
        extents: &[usize],
        is_folded: impl Fn(usize) -> bool,
        fold: Fold,
        (buffer, offset, strides): (&mut D::Buffer, usize, &[isize]),
    ) -> Result<(), D::Error> {
        let mut strides = strides.iter();
        let (mut kept, mut folded) = (Vec::new(), Vec::new());
        for (mode, extent) in extents.iter().enumerate() {
            match is_folded(mode) {
                true => folded.push(self.each(mode, *extent, 0)),
                false => {
                    let target = strides.next().copied().unwrap_or(0);
                    kept.push(self.each(mode, *extent, target));
                }
            }
        }
        let (kept, folded) = (merged(kept), merged(folded));
        let count = kept.len();
        let loops = [kept, folded].concat();
        let task = (loops.as_slice(), count);
        self.run_loops(task, Some(fold), None, buffer, offset)
    }

    /// Copies the entries of a mode with these indices, of the one array that the expression is.
    pub(super) fn gather(
        &self,
        extents: &[usize],
        (mode, indices): (usize, &[usize]),
        (target, offset, strides): (&mut D::Buffer, usize, &[isize]),
    ) -> Result<(), D::Error> {
        let Some(leaf) = self.leaves.front() else {
            return Err(Unsupported::OtherDevice.into());
        };
        let loops = extents.iter().zip(strides).enumerate().filter(|(other, _)| *other != mode);
        let loops = loops.map(|(mode, (extent, target))| self.each(mode, *extent, *target));
        let stride = |strides: &[isize]| strides.get(mode).copied().unwrap_or(0);
        self.device.gather(GatherTask {
            loops: &merged(loops.collect()),
            indices,
            source: leaf.place,
            source_stride: stride(&leaf.strides),
            target,
            offset,
            target_stride: stride(strides),
        })
    }

    fn run(
        &self,
        loops: Vec<TaskLoop>,
        fold: Option<Fold>,
        update: Option<Binary>,
        buffer: &mut D::Buffer,
        offset: usize,
    ) -> Result<(), D::Error> {
        self.run_loops((&loops, loops.len()), fold, update, buffer, offset)
    }

    fn run_loops(
        &self,
        (loops, kept): (&[TaskLoop], usize),
        fold: Option<Fold>,
        update: Option<Binary>,
        target: &mut D::Buffer,
        offset: usize,
    ) -> Result<(), D::Error> {
        let operands: Vec<BufferPlace<'_, D>> = self.leaves.iter().map(|leaf| leaf.place).collect();
        let (operands, program) = (operands.as_slice(), self.program.as_slice());
        self.device.evaluate(EvaluateTask {
            loops,
            kept,
            operands,
            program,
            fold,
            update,
            target,
            offset,
        })
    }

    fn each(&self, mode: usize, extent: usize, target: isize) -> TaskLoop {
        let stride = |leaf: &Leaf<'_, D>| leaf.strides.get(mode).copied().unwrap_or(0);
        TaskLoop { extent, target, strides: self.leaves.iter().map(stride).collect() }
    }
}

/// Loops of one class, from outside in, with neighbors as one where they follow each other in every operand and the target, and
/// without those of one entry.
fn merged(loops: Vec<TaskLoop>) -> Vec<TaskLoop> {
    // Beside a loop that never turns others may be long: loops over nothing must not take their time.
    if let Some(never) = loops.iter().find(|each| each.extent == 0) {
        return [never.clone()].into();
    }
    let mut all: Vec<TaskLoop> = Vec::new();
    for inner in loops {
        if inner.extent == 1 {
            continue;
        }
        if let Some(outer) = all.last_mut() {
            let mut steps = outer.strides.iter().zip(&inner.strides);
            let extent = outer.extent.checked_mul(inner.extent);
            if let Some(extent) = extent
                && spans(outer.target, inner.target, inner.extent)
                && steps.all(|(outer, step)| spans(*outer, *step, inner.extent))
            {
                *outer = TaskLoop { extent, ..inner };
                continue;
            }
        }
        all.push(inner);
    }
    all
}

/// Writes a number to each element of a target, or what `update` makes of both.
pub(super) fn put_number<D, E, L>(
    target: &mut ArrayViewMut<'_, D, E, L>,
    number: f64,
    update: Option<Binary>,
) -> Result<(), D::Error>
where
    D: Device,
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
{
    let (device, buffer, offset, mapping) = target.target();
    let strides = strides_of(mapping);
    let loops = mapping.extents().with_slice(|extents| {
        let loops = extents.iter().zip(strides.iter());
        let each = |(extent, target): (&usize, &isize)| TaskLoop {
            extent: *extent,
            target: *target,
            strides: Vec::new(),
        };
        merged(loops.map(each).collect())
    });
    device.evaluate(EvaluateTask {
        loops: &loops,
        kept: loops.len(),
        operands: &[],
        program: &[Operation::Number(number)],
        fold: None,
        update,
        target: buffer,
        offset,
    })
}
