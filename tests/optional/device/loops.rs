//! A device whose only kernel is a loop over all indices, and which counts what it is asked for.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use extents::backend::{ContractTask, Device, GatherTask, TaskLoop, Transfer};
use extents::plan::Loop;
use extents::{DynRankExtents, Extents};

/// What a device was asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) static_plans: usize,
    pub(crate) made_plans: usize,
    pub(crate) zeros: usize,
    pub(crate) largest_temporary: usize,
    pub(crate) released: usize,
    /// Buffers that were allocated, not of zeros; and their elements, now and at most, without those that were released.
    pub(crate) allocated: usize,
    pub(crate) held: usize,
    pub(crate) most_held: usize,
    /// Tasks that take entries of a mode.
    pub(crate) gathers: usize,
}

/// Its clones are the same device.
#[derive(Clone, Default)]
pub(crate) struct Loops(Rc<RefCell<Counts>>);

impl Loops {
    pub(crate) fn counts(&self) -> Counts {
        *self.0.borrow()
    }

    /// Counts from here on.
    pub(crate) fn forget(&self) {
        *self.0.borrow_mut() = Counts::default();
    }
}

/// What is not there yet: reading it shows in each result.
const UNWRITTEN: f64 = 1e9;

impl Device for Loops {
    type Buffer = Vec<f64>;
    type Element = ();
    type Error = Failure;

    fn len(&self, buffer: &Vec<f64>) -> usize {
        buffer.len()
    }

    fn element(&self, _: &Vec<f64>) {}

    fn zeros(&self, (): (), len: usize) -> Result<Vec<f64>, Failure> {
        self.0.borrow_mut().zeros += 1;
        Ok(vec![0.0; len])
    }

    fn allocate(&self, (): (), len: usize) -> Result<Vec<f64>, Failure> {
        let mut counts = self.0.borrow_mut();
        counts.allocated += 1;
        counts.held += len;
        counts.most_held = counts.most_held.max(counts.held);
        Ok(vec![UNWRITTEN; len])
    }

    fn release(&self, buffer: Vec<f64>) {
        let mut counts = self.0.borrow_mut();
        counts.released += 1;
        counts.held -= buffer.len();
        counts.largest_temporary = counts.largest_temporary.max(buffer.len());
    }

    fn is_same(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    fn contract(&self, mut task: ContractTask<'_, Self>) -> Result<(), Failure> {
        match task.static_plan() {
            Some(_) => self.0.borrow_mut().static_plans += 1,
            None => self.0.borrow_mut().made_plans += 1,
        }
        let plan = *task.plan();
        let (left, right, adds) = (task.left(), task.right(), task.adds());
        let (target, offset) = task.target();
        let extents = |loops: &[Loop]| {
            DynRankExtents::new(&loops.iter().map(|each| each.extent).collect::<Vec<_>>())
        };
        let at = |offset: usize, counts: &[usize], stride: fn(&Loop) -> isize| {
            let steps = plan.loops().iter().zip(counts);
            let steps = steps.map(|(each, count)| stride(each) * *count as isize);
            usize::try_from(offset as isize + steps.sum::<isize>()).expect("an offset")
        };
        for result in extents(plan.kept())?.indices() {
            let mut sum = 0.0;
            for summed in extents(plan.summed())?.indices() {
                let counts = [&result[..], &summed[..]].concat();
                let factor = right.map_or(1.0, |right| {
                    right.buffer()[at(right.offset(), &counts, |each| each.right)]
                });
                sum += left.buffer()[at(left.offset(), &counts, |each| each.left)] * factor;
            }
            let place = &mut target[at(offset, &result, |each| each.result)];
            *place = if adds { *place + sum } else { sum };
        }
        Ok(())
    }
}

/// [`Loops`] with a kernel that takes entries of a mode.
#[derive(Clone, Default)]
pub(crate) struct Gathers(pub(crate) Loops);

impl Device for Gathers {
    type Buffer = Vec<f64>;
    type Element = ();
    type Error = Failure;

    fn len(&self, buffer: &Vec<f64>) -> usize {
        buffer.len()
    }

    fn element(&self, _: &Vec<f64>) {}

    fn zeros(&self, (): (), len: usize) -> Result<Vec<f64>, Failure> {
        self.0.zeros((), len)
    }

    fn contract(&self, task: ContractTask<'_, Self>) -> Result<(), Failure> {
        task.run_on(&self.0)
    }

    fn gather(&self, mut task: GatherTask<'_, Self>) -> Result<(), Failure> {
        self.0.0.borrow_mut().gathers += 1;
        let (loops, indices) = (task.loops(), task.indices());
        let (source, source_stride) = task.source();
        let (target, offset, target_stride) = task.target();
        let extents: Vec<usize> = loops.iter().map(|each| each.extent).collect();
        for (entry, index) in indices.iter().enumerate() {
            for counts in DynRankExtents::new(&extents)?.indices() {
                let sum = |stride: fn(&TaskLoop) -> isize| -> isize {
                    let steps = loops.iter().zip(&counts[..]);
                    steps.map(|(each, count)| stride(each) * *count as isize).sum()
                };
                let from = source.offset() as isize + source_stride * *index as isize;
                let to = offset as isize + target_stride * entry as isize;
                target[(to + sum(|each| each.target)) as usize] =
                    source.buffer()[(from + sum(|each| each.strides[0])) as usize];
            }
        }
        Ok(())
    }
}

impl Transfer<f64> for Gathers {
    fn upload(&self, elements: &[f64]) -> Result<Vec<f64>, Failure> {
        self.0.upload(elements)
    }

    fn download(&self, buffer: &Vec<f64>) -> Result<Vec<f64>, Failure> {
        self.0.download(buffer)
    }
}

impl Transfer<f64> for Loops {
    fn upload(&self, elements: &[f64]) -> Result<Vec<f64>, Failure> {
        Ok(elements.to_vec())
    }

    fn download(&self, buffer: &Vec<f64>) -> Result<Vec<f64>, Failure> {
        Ok(buffer.clone())
    }
}

/// Whatever failed, as text.
#[derive(Debug, PartialEq)]
pub(crate) struct Failure(pub(crate) String);

impl<E: fmt::Display> From<E> for Failure {
    fn from(error: E) -> Self {
        Failure(error.to_string())
    }
}
