//! Plans that the driver of backends made for tensors.

use super::Places;
use super::general::{self, Loops};
use super::numbers::Same;
use crate::Scalar;
use crate::backend::{Contraction, Native};

/// Runs the plan of a contraction of this crate's own tensors.
pub(crate) fn run_contraction<T: Scalar>(mut task: Contraction<'_, Native<T>>) {
    let (plan, adds) = (task.plan(), task.adds());
    let left = task.left().view().origin();
    let right = task.right().map_or(core::ptr::null(), |right| right.view().origin());
    let places: Places<Same<T>> = Places { left, right, result: task.target().view_mut().origin() };
    // SAFETY: the invariant of a contraction: the plan was made from what `Native` says of these tensors, which are
    // their extents and strides, and the extents agree. So an index in bounds of the loops leads to an element of
    // each, by the invariant of a tensor. The target is borrowed mutably, so that nothing else reaches it.
    unsafe { general::run(Loops::of_plan(plan), places, adds, None) };
}
