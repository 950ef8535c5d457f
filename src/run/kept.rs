//! [`Kept`]: the plans of a contraction on a backend, kept for the next arrays of the same extents and strides.

use alloc::vec::Vec;
use core::borrow::{Borrow, BorrowMut};

use super::backend::Contraction;
use super::{Backend, Job, OnBackend};
use crate::plan::{Modes, Plan, Source};
use crate::{DynRankExtents, Extents, ModeArray};

/// The extents and strides of an array.
#[derive(Clone, Debug)]
struct Form {
    extents: DynRankExtents,
    strides: ModeArray<isize>,
}

impl Form {
    /// That of what was planned for, which a backend that is asked again need not answer.
    fn of(modes: &Modes<'_>) -> Option<Self> {
        let extents = DynRankExtents::new(modes.extents).ok()?;
        Some(Form { extents, strides: modes.strides.into() })
    }

    fn is_of<B: Backend>(&self, backend: &B, array: &B::Array) -> Result<bool, B::Error> {
        let extents = backend.extents(array)?;
        let is_same = !extents.is_null() && extents.as_slice() == self.extents.as_slice();
        Ok(is_same && *backend.strides(array) == *self.strides)
    }
}

/// A plan, and what it was made for.
#[derive(Clone, Debug)]
struct Planned {
    // INVARIANT: the plan was made for operands and a target of these forms.
    plan: Plan,
    operands: Vec<Form>,
    target: Form,
}

/// A step: what it takes, and how.
#[derive(Clone, Debug)]
struct KeptStep {
    sources: Vec<Source>,
    planned: Planned,
}

/// What was planned for operands of these forms.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    // INVARIANT: all steps but the last one make a temporary; each takes as many sources as its plan has operands.
    steps: Vec<KeptStep>,
    operands: usize,
}

impl Kept {
    /// Runs a job, and keeps what it planned. Nothing is kept of what ran without plans: where nothing is
    /// to be written, and of sums of nothing of many operands or labels.
    pub(crate) fn recorded<B: Backend>(
        job: &Job<'_>,
        backend: &mut B,
        operands: &[&B::Array],
        target: &mut B::Array,
        adds: bool,
    ) -> Result<Option<Self>, B::Error> {
        let mut record = Record::default();
        let machine = &mut OnBackend { backend, record: Some(&mut record) };
        job.run(machine, operands, target, adds, &mut |_| ())?;
        if operands.len() > 2 && job.path.is_none() {
            return Ok(None);
        }
        let sources = match &job.path {
            Some(path) => path.steps().iter().map(|step| step.sources().to_vec()).collect(),
            None => Vec::from([(0..operands.len()).map(Source::Operand).collect()]),
        };
        if record.0.len() != sources.len() {
            return Ok(None);
        }
        let steps = record.0.into_iter().zip(sources);
        let steps: Vec<_> = steps.map(|(planned, sources)| KeptStep { sources, planned }).collect();
        let is_full = steps.iter().all(|step| step.sources.len() == step.planned.operands.len());
        Ok(is_full.then_some(Kept { steps, operands: operands.len() }))
    }

    /// Whether these operands have the forms that the plans were made for, and the backend may contract so many. Plans may have
    /// been made on a backend of other elements, whose order does not matter.
    pub(crate) fn fits<B: Backend>(
        &self,
        backend: &B,
        operands: &[&B::Array],
    ) -> Result<bool, B::Error> {
        let keeps_order = operands.len() > 2 && !B::CONTRACTS_IN_ANY_ORDER;
        if keeps_order || operands.len() != self.operands {
            return Ok(false);
        }
        for step in &self.steps {
            for (source, form) in step.sources.iter().zip(&step.planned.operands) {
                if let Source::Operand(position) = *source
                    && let Some(operand) = operands.get(position)
                    && !form.is_of(backend, operand)?
                {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The extents of the result.
    pub(crate) fn result(&self) -> Option<&DynRankExtents> {
        self.steps.last().map(|step| &step.planned.target.extents)
    }

    /// Runs the plans on operands that [fit](Self::fits). Gives false, with the target as it was, where the target or a
    /// temporary has another form than it had.
    pub(crate) fn run<B: Backend>(
        &self,
        backend: &mut B,
        operands: &[&B::Array],
        target: &mut B::Array,
        adds: bool,
    ) -> Result<bool, B::Error> {
        let Some((last, steps)) = self.steps.split_last() else { return Ok(false) };
        if !last.planned.target.is_of(backend, target)? {
            return Ok(false);
        }
        let mut made: Vec<Option<B::Tensor>> = Vec::new();
        for step in steps {
            let mut new = backend.room(&step.planned.target.extents)?;
            let is_same = step.planned.target.is_of(backend, new.borrow())?;
            if !is_same || !step.contract(backend, operands, &made, new.borrow_mut(), false)? {
                return Ok(false);
            }
            // A temporary lives until the step that takes it is done.
            for source in &step.sources {
                if let Source::Temporary(number) = *source
                    && let Some(temporary) = made.get_mut(number)
                {
                    *temporary = None;
                }
            }
            made.push(Some(new));
        }
        last.contract(backend, operands, &made, target, adds)
    }
}

impl KeptStep {
    /// Gives false, with the target as it was, where an operand is missing, or a temporary has another form than what was planned
    /// for.
    fn contract<B: Backend>(
        &self,
        backend: &mut B,
        operands: &[&B::Array],
        made: &[Option<B::Tensor>],
        target: &mut B::Array,
        adds: bool,
    ) -> Result<bool, B::Error> {
        let mut taken = [None; 2];
        let all = self.sources.iter().zip(&self.planned.operands);
        for ((source, form), to) in all.zip(&mut taken) {
            *to = match *source {
                Source::Operand(position) => operands.get(position).copied(),
                Source::Temporary(number) => {
                    let temporary = made.get(number).and_then(Option::as_ref).map(Borrow::borrow);
                    match temporary {
                        // Planned for when it was an operand, where it may have had another form than as a target.
                        Some(temporary) if form.is_of(backend, temporary)? => Some(temporary),
                        _ => None,
                    }
                }
            };
        }
        let plan = &self.planned.plan;
        let ([Some(left), right], count) = (taken, self.sources.len()) else { return Ok(false) };
        if count != plan.operands() || right.is_some() != (count == 2) {
            return Ok(false);
        }
        backend.contract(Contraction { plan, left, right, target, adds })?;
        Ok(true)
    }
}

/// The plans that a backend was given, and what each was made for.
#[derive(Debug, Default)]
pub(crate) struct Record(Vec<Planned>);

impl Record {
    pub(super) fn push(&mut self, plan: &Plan, operands: &[Modes<'_>], target: &Modes<'_>) {
        let operands: Option<Vec<_>> = operands.iter().map(Form::of).collect();
        if let (Some(operands), Some(target)) = (operands, Form::of(target)) {
            self.0.push(Planned { plan: *plan, operands, target });
        }
    }
}
