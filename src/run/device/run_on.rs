//! Tasks of a device that wraps another: compared with the buffers again, since the outer device had them in its hands.

use super::{BufferPlace, ContractTask, Device, EvaluateTask};
use crate::ShapeError;
use crate::error::Quantity;

impl<'a, D: Device> ContractTask<'a, D> {
    /// Runs the task on another device, which has buffers of the same type: for a device that wraps another one to count
    /// tasks, to write them down, or to choose who runs them.
    ///
    /// # Errors
    /// [`ShapeError::CountMismatch`] where a buffer has fewer elements, as the other device counts them, than the task leads
    /// to; those of the other device.
    ///
    /// ```
    /// use extents::backend::{Array, ContractTask, Device, EvaluateTask, Native, NativeError, Transfer};
    /// use extents::label::{i, j, k};
    /// use extents::{Tensor, contract, extents};
    /// use std::cell::Cell;
    /// use std::rc::Rc;
    ///
    /// /// Counts multiply-adds.
    /// #[derive(Clone, Default)]
    /// struct Counting(Native<f64>, Rc<Cell<u128>>);
    ///
    /// impl Device for Counting {
    ///     type Buffer = Vec<f64>;
    ///     type Element = ();
    ///     type Error = NativeError;
    ///     fn len(&self, buffer: &Vec<f64>) -> usize {
    ///         self.0.len(buffer)
    ///     }
    ///     fn element(&self, _: &Vec<f64>) {}
    ///     fn zeros(&self, element: (), len: usize) -> Result<Vec<f64>, NativeError> {
    ///         self.0.zeros(element, len)
    ///     }
    ///     fn contract(&self, task: ContractTask<'_, Self>) -> Result<(), NativeError> {
    ///         self.1.set(self.1.get() + task.plan().iterations());
    ///         task.run_on(&self.0)
    ///     }
    ///     fn evaluate(&self, task: EvaluateTask<'_, Self>) -> Result<(), NativeError> {
    ///         task.run_on(&self.0)
    ///     }
    /// }
    /// impl Transfer<f64> for Counting {
    ///     fn upload(&self, elements: &[f64]) -> Result<Vec<f64>, NativeError> {
    ///         self.0.upload(elements)
    ///     }
    ///     fn download(&self, buffer: &Vec<f64>) -> Result<Vec<f64>, NativeError> {
    ///         self.0.download(buffer)
    ///     }
    /// }
    ///
    /// let device = Counting::default();
    /// let a = Array::upload(&device, &Tensor::full(extents![2, 3], 0.5)?)?;
    /// let b = contract!(a[i, j] * a[k, j] => [i, k])?;
    /// assert_eq!(b.download()?.as_slice(), [0.75; 4]);
    /// assert_eq!(device.1.get(), 2 * 3 * 2);
    /// # Ok::<(), NativeError>(())
    /// ```
    pub fn run_on<F: Device<Buffer = D::Buffer>>(self, device: &F) -> Result<(), F::Error> {
        let all = self.plan().loops();
        let kept = self.plan().kept();
        check(
            device,
            self.left.buffer(),
            self.left.offset(),
            all.iter().map(|l| (l.extent, l.left)),
        )?;
        if let Some(right) = self.right {
            check(device, right.buffer(), right.offset(), all.iter().map(|l| (l.extent, l.right)))?;
        }
        check(device, self.target, self.offset, kept.iter().map(|l| (l.extent, l.result)))?;
        let ContractTask { plan, left, right, target, offset, adds } = self;
        let (left, right) = (moved(left), right.map(moved));
        device.contract(ContractTask { plan, left, right, target, offset, adds })
    }
}

impl<'a, D: Device> EvaluateTask<'a, D> {
    /// Runs the task on another device, which has buffers of the same type, as [`ContractTask::run_on`].
    ///
    /// # Errors
    /// As [`ContractTask::run_on`].
    pub fn run_on<F: Device<Buffer = D::Buffer>>(self, device: &F) -> Result<(), F::Error> {
        for (number, place) in self.operands.iter().enumerate() {
            let stride = |strides: &[isize]| strides.get(number).copied().unwrap_or(0);
            let steps = self.loops.iter().map(|each| (each.extent, stride(&each.strides)));
            check(device, place.buffer(), place.offset(), steps)?;
        }
        let steps = self.kept().iter().map(|each| (each.extent, each.target));
        check(device, self.target, self.offset, steps)?;
        let EvaluateTask { loops, kept, program, fold, update, target, offset, .. } = self;
        let operands: alloc::vec::Vec<BufferPlace<'_, F>> =
            self.operands.iter().copied().map(moved).collect();
        let operands = operands.as_slice();
        device.evaluate(EvaluateTask {
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
}

/// The same elements, as an operand of another device.
pub(super) fn moved<'a, D: Device, F: Device<Buffer = D::Buffer>>(
    place: BufferPlace<'a, D>,
) -> BufferPlace<'a, F> {
    BufferPlace::new(place.buffer(), place.offset())
}

/// Whether a buffer has all elements that these loops, of an extent and a stride each, lead to. Offset and strides are those of
/// a mapping, so that none leads to what is before the buffer; but the buffer may be shorter than it was.
pub(super) fn check<F: Device>(
    device: &F,
    buffer: &F::Buffer,
    offset: usize,
    loops: impl Iterator<Item = (usize, isize)>,
) -> Result<(), ShapeError> {
    let (expected, found) = (reach(offset, loops), device.len(buffer));
    match expected <= found {
        true => Ok(()),
        false => Err(ShapeError::CountMismatch { of: Quantity::Elements, expected, found }),
    }
}

/// The number of elements that a buffer has at least to which these loops lead, of an extent and a stride each, from an offset on; 0
/// where they lead to none.
pub(crate) fn reach(offset: usize, loops: impl Iterator<Item = (usize, isize)>) -> usize {
    let mut all = offset.saturating_add(1);
    for (extent, stride) in loops {
        let Some(steps) = extent.checked_sub(1) else {
            return 0;
        };
        let way = steps.saturating_mul(usize::try_from(stride).unwrap_or(0));
        all = all.saturating_add(way);
    }
    all
}
