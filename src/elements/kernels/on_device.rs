//! [`Native`] as a device: elements in a `Vec`, contracted by the kernels of this crate.

use alloc::vec::Vec;
use core::fmt;

use super::element_types::Same;
use super::general::{self, Loops};
use super::programs;
use super::{Native, Places};
use crate::elements::vec_tensor::reserved;
use crate::run::device::{
    ContractTask, Device, EvaluateTask, Place, Transfer, Unsupported, by_products,
};
use crate::{Rejected, Scalar, ShapeError};

/// What may fail on [`Native`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum NativeError {
    /// A shape does not fit.
    Shape(ShapeError),
    /// It has no kernel for what it was asked to do.
    Unsupported(Unsupported),
}

impl From<ShapeError> for NativeError {
    fn from(error: ShapeError) -> Self {
        NativeError::Shape(error)
    }
}

impl From<Unsupported> for NativeError {
    fn from(error: Unsupported) -> Self {
        NativeError::Unsupported(error)
    }
}

impl<T> From<Rejected<T>> for NativeError {
    fn from(rejected: Rejected<T>) -> Self {
        NativeError::Shape(rejected.error)
    }
}

impl fmt::Display for NativeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NativeError::Shape(error) => error.fmt(f),
            NativeError::Unsupported(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for NativeError {}

/// The device, for elements of a type, and what evaluates programs of them.
macro_rules! native {
    ($($number:ident: $evaluate:path;)*) => {$(
        impl Device for Native<$number> {
            type Buffer = Vec<$number>;
            type Element = ();
            type Error = NativeError;

            fn len(&self, buffer: &Vec<$number>) -> usize {
                buffer.len()
            }

            fn element(&self, _: &Vec<$number>) {}

            fn zeros(&self, (): (), len: usize) -> Result<Vec<$number>, NativeError> {
                let mut buffer = reserved(len)?;
                buffer.resize(len, $number::ZERO);
                Ok(buffer)
            }

            fn contract(&self, task: ContractTask<'_, Self>) -> Result<(), NativeError> {
                contract(task);
                Ok(())
            }

            fn evaluate(&self, task: EvaluateTask<'_, Self>) -> Result<(), NativeError> {
                $evaluate(self, task)
            }
        }

        impl Transfer<$number> for Native<$number> {
            fn upload(&self, elements: &[$number]) -> Result<Vec<$number>, NativeError> {
                let mut buffer = reserved(elements.len())?;
                buffer.extend_from_slice(elements);
                Ok(buffer)
            }

            fn download(&self, buffer: &Vec<$number>) -> Result<Vec<$number>, NativeError> {
                self.upload(buffer)
            }
        }
    )*};
}
native! {
    f32: programs::evaluate::<f32>; f64: programs::evaluate::<f64>;
    i8: by_products; i16: by_products; i32: by_products; i64: by_products; isize: by_products;
    u8: by_products; u16: by_products; u32: by_products; u64: by_products; usize: by_products;
}

/// Contracts elements in memory.
fn contract<T: Scalar>(mut task: ContractTask<'_, Native<T>>)
where
    Native<T>: Device<Buffer = Vec<T>>,
{
    let plan = *task.plan();
    let start = |place: Place<'_, Native<T>>| place.buffer().as_ptr().wrapping_add(place.offset());
    let (left, right) = (start(task.left()), task.right().map_or(core::ptr::null(), start));
    let adds = task.adds();
    let (target, offset) = task.target();
    let result = target.as_mut_ptr().wrapping_add(offset);
    let places: Places<Same<T>> = Places { left, right, result };
    // SAFETY: the invariant of a task: the plan was made of mappings whose elements the buffers have from these offsets on, as
    // `len` says, which is that of a `Vec` that nobody can reach inside an array to shorten it; extents agree, and the target's
    // mapping is unique. The target is borrowed mutably, so that nothing else reaches it.
    unsafe { general::run(Loops::of_plan(&plan), places, adds, None) };
}
