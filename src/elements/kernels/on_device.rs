//! [`Native`] as a device: elements in a `Vec`, contracted by the kernels of this crate.
//!
//! An empty `Vec` with capacity is a buffer of as many elements that nothing was written to yet. What writes all of them fills
//! nothing before; what writes some of them fills the others with zeros; and to read them, or to add to them, is an error, before
//! anything is written.

use alloc::vec::Vec;
use core::fmt;

use super::element_types::Same;
use super::general::{self, Loops};
use super::programs;
use super::{Native, Places};
use crate::elements::Rejected;
use crate::elements::vec_tensor::reserved;
use crate::error::Quantity;
use crate::plan::Loop;
use crate::run::device::{
    BufferPlace, ContractTask, Device, EvaluateTask, TaskLoop, Transfer, Unsupported, by_products,
    reach,
};
use crate::{Scalar, ShapeError};

/// What may fail on [`Native`].
#[derive(Clone, PartialEq)]
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

/// As `Display`: it is what a program prints that ends with the error.
impl fmt::Debug for NativeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
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

/// The device, for elements of a type, and what evaluates programs of them. What is inlined is compiled for the types that a program
/// has on devices, and not for all with the library.
macro_rules! native {
    ($($number:ident: $evaluate:path;)*) => {$(
        impl Device for Native<$number> {
            type Buffer = Vec<$number>;
            type Element = ();
            type Error = NativeError;

            fn len(&self, buffer: &Vec<$number>) -> usize {
                // Room that nothing was written to yet.
                if buffer.is_empty() { buffer.capacity() } else { buffer.len() }
            }

            fn element(&self, _: &Vec<$number>) {}

            fn zeros(&self, (): (), len: usize) -> Result<Vec<$number>, NativeError> {
                let mut buffer = reserved(len)?;
                buffer.resize(len, $number::ZERO);
                Ok(buffer)
            }

            fn allocate(&self, (): (), len: usize) -> Result<Vec<$number>, NativeError> {
                Ok(reserved(len)?)
            }

            #[inline]
            fn contract(&self, task: ContractTask<'_, Self>) -> Result<(), NativeError> {
                contract(task)
            }

            #[inline]
            fn evaluate(&self, task: EvaluateTask<'_, Self>) -> Result<(), NativeError> {
                check_written(&task)?;
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
    f32: programs::evaluate_f32; f64: programs::evaluate_f64;
    i8: by_products; i16: by_products; i32: by_products; i64: by_products; isize: by_products;
    u8: by_products; u16: by_products; u32: by_products; u64: by_products; usize: by_products;
}

/// Returns an error if nothing was written yet to an operand of a task, or to a target that it updates.
fn check_written<T>(task: &EvaluateTask<'_, Native<T>>) -> Result<(), NativeError>
where
    Native<T>: Device<Buffer = Vec<T>>,
{
    for (number, place) in task.operands.iter().enumerate() {
        let stride = |each: &TaskLoop| each.strides.get(number).copied().unwrap_or(0);
        let loops = task.loops.iter().map(|each| (each.extent, stride(each)));
        check_reach(reach(place.offset(), loops), place.buffer().len())?;
    }
    if task.update.is_some() {
        let loops = task.kept().iter().map(|each| (each.extent, each.target));
        check_reach(reach(task.offset, loops), task.target.len())?;
    }
    Ok(())
}

fn check_reach(expected: usize, found: usize) -> Result<(), ShapeError> {
    match expected <= found {
        true => Ok(()),
        false => Err(ShapeError::CountMismatch { of: Quantity::Elements, expected, found }),
    }
}

/// Contracts elements in memory.
fn contract<T: Scalar>(mut task: ContractTask<'_, Native<T>>) -> Result<(), NativeError>
where
    Native<T>: Device<Buffer = Vec<T>>,
{
    let plan = *task.plan();
    let loops = || plan.loops().iter();
    let start = |place: BufferPlace<'_, Native<T>>, stride: fn(&Loop) -> isize| {
        let expected = reach(place.offset(), loops().map(|each| (each.extent, stride(each))));
        check_reach(expected, place.buffer().len())?;
        Ok::<_, ShapeError>(place.buffer().as_ptr().wrapping_add(place.offset()))
    };
    let left = start(task.left(), |each| each.left)?;
    let right = match task.right() {
        Some(right) => start(right, |each| each.right)?,
        None => core::ptr::null(),
    };
    let adds = task.adds();
    let (target, offset) = task.target();
    let written = plan.kept().iter().map(|each| (each.extent, each.result));
    let expected = reach(offset, written.clone());
    let mut added = 0;
    if expected > target.len() {
        let is_next = offset == target.len() && written.clone().all(|(_, stride)| stride >= 0);
        let count = written.fold(1_usize, |count, (extent, _)| count.saturating_mul(extent));
        check_reach(expected, if adds { target.len() } else { target.capacity() })?;
        // Each index of the result has an element of its own, so that as many as there is room for are all.
        if is_next && Some(count) == expected.checked_sub(offset) {
            added = count;
        } else {
            target.resize(target.capacity(), T::ZERO);
        }
    }
    let result = target.as_mut_ptr().wrapping_add(offset);
    let places: Places<Same<T>> = Places { left, right, result };
    // SAFETY: the invariant of a task: extents agree, the plan was made of mappings that lead to no element before those of the
    // buffers, and the target's mapping is unique. No index leads behind the last element, which was compared above; of the target
    // it may lead to room that the `Vec` has, which is written and not read, since this does not add then. The target is
    // borrowed mutably, so that nothing else reaches it.
    unsafe { general::run(Loops::of_plan(&plan), places, adds, None) };
    if added > 0 {
        // SAFETY: `added` elements follow those that there were, within the capacity. The indices of the result are as many, lead
        // to no two of the same and to none before or behind these, so that each was written.
        unsafe { target.set_len(target.len().saturating_add(added)) };
        if target.len() < target.capacity() {
            target.resize(target.capacity(), T::ZERO);
        }
    }
    Ok(())
}
