//! [`Device`]: what computes with arrays of its own memory, and the tasks that it is given.

mod by_products;
mod gather;
mod run_on;
mod tasks;

pub(crate) use by_products::run as by_products;
pub use gather::GatherTask;
pub(crate) use run_on::reach;
pub(crate) use tasks::PlanRef;
pub use tasks::{
    Binary, BufferPlace, ContractTask, EvaluateTask, Fold, Operation, TaskLoop, Unary, Unsupported,
};

use crate::ShapeError;

/// Memory and kernels: what arrays are of.
///
/// A value is a handle, which each array has a clone of.
///
/// # Devices that queue
///
/// A device may return from a task before it has run it.
///
/// - All that a task has is borrowed for the call: plans that are no [constants](ContractTask::static_plan), loops, programs, indices and
///   buffers. What runs later is copied, or, as the memory of a buffer, shared with the queue (as by an `Arc`).
/// - An array may be dropped, written again or given to [`release`](Self::release) while tasks that use it wait. Tasks take effect in
///   the order in which they came.
/// - [`Transfer::download`] waits for what writes its buffer, and gives the errors of the tasks before it. A shape that does not fit is an
///   error at once, of which the device never hears.
/// - [`Transfer::upload`] borrows its elements for the call.
///
/// ```
/// use extents::backend::{Array, ContractTask, Device, Transfer, Unsupported};
/// use extents::label::{i, j, k};
/// use extents::{DynRankExtents, Extents, ShapeError, Tensor, contract, extents};
/// use std::fmt;
///
/// /// Integers in a `Vec`, and the simplest kernel: a loop over all indices.
/// #[derive(Clone)]
/// struct Plain;
///
/// impl Device for Plain {
///     type Buffer = Vec<i64>;
///     type Element = ();
///     type Error = Failure;
///
///     fn len(&self, buffer: &Vec<i64>) -> usize {
///         buffer.len()
///     }
///     fn element(&self, _: &Vec<i64>) {}
///     fn zeros(&self, _: (), len: usize) -> Result<Vec<i64>, Failure> {
///         Ok(vec![0; len])
///     }
///     fn contract(&self, mut task: ContractTask<'_, Self>) -> Result<(), Failure> {
///         let plan = *task.plan();
///         let (left, right, adds) = (task.left(), task.right(), task.adds());
///         let (target, offset) = task.target();
///         let (kept, summed) = (extents_of(plan.kept()), extents_of(plan.summed()));
///         for result in DynRankExtents::new(&kept)?.indices() {
///             let mut sum = 0;
///             for index in DynRankExtents::new(&summed)?.indices() {
///                 let at = |stride: fn(&extents::plan::Loop) -> isize| -> usize {
///                     let counts = result.iter().chain(index.iter());
///                     plan.loops().iter().zip(counts).map(|(each, n)| stride(each) * *n as isize).sum::<isize>() as usize
///                 };
///                 let factor = right.map_or(1, |right| right.buffer()[right.offset() + at(|each| each.right)]);
///                 sum += left.buffer()[left.offset() + at(|each| each.left)] * factor;
///             }
///             let steps = plan.kept().iter().zip(result.iter());
///             let at = steps.map(|(each, n)| each.result * *n as isize).sum::<isize>() as usize;
///             target[offset + at] = sum + if adds { target[offset + at] } else { 0 };
///         }
///         Ok(())
///     }
/// }
///
/// impl Transfer<i64> for Plain {
///     fn upload(&self, elements: &[i64]) -> Result<Vec<i64>, Failure> {
///         Ok(elements.to_vec())
///     }
///     fn download(&self, buffer: &Vec<i64>) -> Result<Vec<i64>, Failure> {
///         Ok(buffer.clone())
///     }
/// }
///
/// fn extents_of(loops: &[extents::plan::Loop]) -> Vec<usize> {
///     loops.iter().map(|each| each.extent).collect()
/// }
///
/// #[derive(Debug)]
/// struct Failure(String);
/// impl<E: fmt::Display> From<E> for Failure {
///     fn from(error: E) -> Self {
///         Failure(error.to_string())
///     }
/// }
///
/// let a = Array::upload(&Plain, &Tensor::from_vec(extents![2, 3], vec![1, 2, 3, 4, 5, 6])?)?;
/// let b = Array::upload(&Plain, &Tensor::from_vec(extents![dyn 2, 3]?, vec![1, 0, 1, 0, 1, 0])?)?;
/// // The extents of the result are in its type: `StaticExtents![2, dyn]`.
/// let c = contract!(a[i, j] * b[k, j] => [i, k])?;
/// assert_eq!(c.download::<i64>()?.as_slice(), [4, 2, 10, 5]);
/// // Sums need no other kernel.
/// let d = (&c + &c).eval()?;
/// assert_eq!(d.download::<i64>()?.as_slice(), [8, 4, 20, 10]);
/// let error = (&c).tanh().eval().unwrap_err();
/// assert_eq!(error.0, "the device has no kernel for `Tanh`");
/// # Ok::<(), Failure>(())
/// ```
pub trait Device: Clone + 'static {
    /// Memory for elements of one type.
    type Buffer;
    /// What type of elements a buffer has, as a value: a [`DType`](crate::DType), or `()` where there is one type.
    type Element: Copy + PartialEq + core::fmt::Debug;
    /// The error type. Shapes are checked before the device is called.
    type Error: From<ShapeError> + From<Unsupported>;

    /// Returns the number of elements of a buffer.
    fn len(&self, buffer: &Self::Buffer) -> usize;

    /// Returns the type of the elements of a buffer.
    fn element(&self, buffer: &Self::Buffer) -> Self::Element;

    /// Creates a buffer of zeros.
    ///
    /// # Errors
    /// The device's own, for example if memory cannot be allocated.
    fn zeros(&self, element: Self::Element, len: usize) -> Result<Self::Buffer, Self::Error>;

    /// Creates a buffer whose elements are written before they are read. By default they are zeros. Where a task of a result
    /// writes a part of it alone, as of arrays that are joined, the others follow.
    ///
    /// # Errors
    /// As [`zeros`](Self::zeros).
    fn allocate(&self, element: Self::Element, len: usize) -> Result<Self::Buffer, Self::Error> {
        self.zeros(element, len)
    }

    /// Takes back a buffer that the library made for a temporary, and which is not needed any more. By default it is
    /// dropped.
    fn release(&self, buffer: Self::Buffer) {
        drop(buffer);
    }

    /// Returns the type of the elements of a result that gets a new buffer, of operands with elements of these types, and of
    /// the temporaries of more than two operands. By default all are of one type.
    ///
    /// A device may compute in another type than it reads: `bf16` by `bf16` in `f32`. A task may then have operands and a target of
    /// unlike types, also one operand that is of another type than the target, which is a cast: whoever assigns to an array that is there
    /// gives it its type.
    ///
    /// # Errors
    /// [`Unsupported::UnlikeElements`], or what the device says.
    fn result_element(
        &self,
        first: Self::Element,
        others: &[Self::Element],
    ) -> Result<Self::Element, Self::Error> {
        match others.iter().all(|other| *other == first) {
            true => Ok(first),
            false => Err(Unsupported::UnlikeElements.into()),
        }
    }

    /// Returns whether another handle is of the same device, so that tasks can take buffers of both. By default each is.
    fn is_same(&self, other: &Self) -> bool {
        let _ = other;
        true
    }

    /// Runs a contraction of one operand or two.
    ///
    /// An empty sum is zero. Extents may be zero. There may be no loops, which means one product.
    ///
    /// # Errors
    /// The device's own.
    fn contract(&self, task: ContractTask<'_, Self>) -> Result<(), Self::Error>;

    /// Runs elementwise work or a fold. By default sums, products of two, copies, and sums of those along modes are
    /// contracted, one after another, and anything else is an error.
    ///
    /// # Errors
    /// [`Unsupported`], or the device's own.
    fn evaluate(&self, task: EvaluateTask<'_, Self>) -> Result<(), Self::Error> {
        by_products(self, task)
    }

    /// Copies entries of a mode by their indices. By default each is a copy, by [`evaluate`](Self::evaluate).
    ///
    /// # Errors
    /// As [`evaluate`](Self::evaluate).
    fn gather(&self, task: GatherTask<'_, Self>) -> Result<(), Self::Error> {
        gather::by_copies(self, task)
    }
}

/// Copies elements of type `T` to a device and back.
pub trait Transfer<T>: Device {
    /// Creates a buffer of these elements.
    ///
    /// # Errors
    /// The device's own.
    fn upload(&self, elements: &[T]) -> Result<Self::Buffer, Self::Error>;

    /// Returns the elements of a buffer, after all tasks that write it.
    ///
    /// # Errors
    /// The device's own, for example where the buffer has elements of another type.
    fn download(&self, buffer: &Self::Buffer) -> Result<alloc::vec::Vec<T>, Self::Error>;
}
