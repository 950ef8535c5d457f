//! [`GatherTask`]: entries of a mode, taken by indices.

use core::fmt;

use super::run_on::{check, moved};
use super::{BufferPlace, Device, EvaluateTask, Operation, TaskLoop};

/// Entries of a mode that have some indices, copied to a target in their order: the entry of index `indices()[n]` of the source
/// to entry `n` of the target, each with all elements of the other modes.
///
/// Only this library creates one; a kernel may rely on it as on a [`ContractTask`](super::ContractTask).
pub struct GatherTask<'a, D: Device> {
    // INVARIANT: as that of `ContractTask`, by the loops and for each index and place of an index.
    pub(crate) loops: &'a [TaskLoop],
    pub(crate) indices: &'a [usize],
    pub(crate) source: BufferPlace<'a, D>,
    pub(crate) source_stride: isize,
    pub(crate) target: &'a mut D::Buffer,
    pub(crate) offset: usize,
    pub(crate) target_stride: isize,
}

impl<'a, D: Device> GatherTask<'a, D> {
    /// Returns the loops of the other modes, with one stride in the source each. Loops that could be one are one.
    pub fn loops(&self) -> &'a [TaskLoop] {
        self.loops
    }

    /// Returns the indices, which are in bounds of the mode of the source.
    pub fn indices(&self) -> &'a [usize] {
        self.indices
    }

    /// Returns the source, and the distance in it between neighbors along the mode.
    pub fn source(&self) -> (BufferPlace<'a, D>, isize) {
        (self.source, self.source_stride)
    }

    /// Returns the buffer of the target, the offset of the element at the index of zeros, and the distance between neighbors
    /// along the mode. What the target holds is not defined.
    pub fn target(&mut self) -> (&mut D::Buffer, usize, isize) {
        (self.target, self.offset, self.target_stride)
    }

    /// Runs the task on another device, which has buffers of the same type, as
    /// [`ContractTask::run_on`](super::ContractTask::run_on).
    ///
    /// # Errors
    /// As [`ContractTask::run_on`](super::ContractTask::run_on).
    pub fn run_on<F: Device<Buffer = D::Buffer>>(self, device: &F) -> Result<(), F::Error> {
        let strides = |each: &TaskLoop| each.strides.first().copied().unwrap_or(0);
        let last = self.indices.iter().max().map_or(0, |last| last.saturating_add(1));
        let steps = self.loops.iter().map(|each| (each.extent, strides(each)));
        let steps = steps.chain([(last, self.source_stride)]);
        check(device, self.source.buffer(), self.source.offset(), steps)?;
        let steps = self.loops.iter().map(|each| (each.extent, each.target));
        let steps = steps.chain([(self.indices.len(), self.target_stride)]);
        check(device, self.target, self.offset, steps)?;
        let GatherTask { loops, indices, source, source_stride, target, offset, target_stride } =
            self;
        let source = moved(source);
        device.gather(GatherTask {
            loops,
            indices,
            source,
            source_stride,
            target,
            offset,
            target_stride,
        })
    }
}

/// Copies one entry after another.
pub(crate) fn by_copies<D: Device>(device: &D, task: GatherTask<'_, D>) -> Result<(), D::Error> {
    let by = |stride: isize, count: usize| stride.wrapping_mul(count.cast_signed());
    for (entry, index) in task.indices.iter().enumerate() {
        device.evaluate(EvaluateTask {
            loops: task.loops,
            kept: task.loops.len(),
            operands: &[task.source.moved(by(task.source_stride, *index))],
            program: &[Operation::Load(0)],
            fold: None,
            update: None,
            target: &mut *task.target,
            offset: task.offset.wrapping_add_signed(by(task.target_stride, entry)),
        })?;
    }
    Ok(())
}

impl<D: Device> fmt::Debug for GatherTask<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let task = &mut f.debug_struct("GatherTask");
        task.field("loops", &self.loops).field("indices", &self.indices).finish_non_exhaustive()
    }
}
