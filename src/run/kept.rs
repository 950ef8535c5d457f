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
    fn of<B: Backend>(backend: &B, array: &B::Array) -> Result<Self, B::Error> {
        Ok(Form { extents: backend.extents(array)?, strides: backend.strides(array) })
    }

    fn is_of<B: Backend>(&self, backend: &B, array: &B::Array) -> Result<bool, B::Error> {
        let extents = backend.extents(array)?;
        let is_same = !extents.is_null() && extents.as_slice() == self.extents.as_slice();
        Ok(is_same && *backend.strides(array) == *self.strides)
    }
}

/// A step: what it takes, its plan, and what it writes.
#[derive(Clone, Debug)]
struct KeptStep {
    sources: Vec<Source>,
    plan: Plan,
    target: Form,
}

/// What was planned for operands of these forms.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    // INVARIANT: the steps were planned and run for operands of these forms, in this order; all but the last one make a
    // temporary.
    operands: Vec<Form>,
    steps: Vec<KeptStep>,
}

impl Kept {
    /// Runs a job, and keeps what it planned. Nothing is kept of a sum of nothing along a path, which has no plans.
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
        let forms = operands.iter().map(|operand| Form::of(backend, operand));
        let forms = forms.collect::<Result<Vec<_>, _>>()?;
        let sources = match &job.path {
            Some(path) => path.steps().iter().map(|step| step.sources().to_vec()).collect(),
            None => Vec::from([(0..operands.len()).map(Source::Operand).collect()]),
        };
        if record.0.len() != sources.len() {
            return Ok(None);
        }
        let steps = record.0.into_iter().zip(sources);
        let steps = steps.map(|((plan, target), sources)| KeptStep { sources, plan, target });
        Ok(Some(Kept { operands: forms, steps: steps.collect() }))
    }

    /// Whether these operands have the forms that the plans were made for.
    pub(crate) fn fits<B: Backend>(
        &self,
        backend: &B,
        operands: &[&B::Array],
    ) -> Result<bool, B::Error> {
        if operands.len() != self.operands.len() {
            return Ok(false);
        }
        for (form, operand) in self.operands.iter().zip(operands) {
            if !form.is_of(backend, operand)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The extents of the result.
    pub(crate) fn result(&self) -> Option<&DynRankExtents> {
        self.steps.last().map(|step| &step.target.extents)
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
        if !last.target.is_of(backend, target)? {
            return Ok(false);
        }
        let mut made: Vec<Option<B::Tensor>> = Vec::new();
        for step in steps {
            let mut new = backend.room(&step.target.extents)?;
            let is_same = step.target.is_of(backend, new.borrow())?;
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
    /// Gives false where an operand is missing.
    fn contract<B: Backend>(
        &self,
        backend: &mut B,
        operands: &[&B::Array],
        made: &[Option<B::Tensor>],
        target: &mut B::Array,
        adds: bool,
    ) -> Result<bool, B::Error> {
        let find = |source: &Source| match *source {
            Source::Operand(position) => operands.get(position).copied(),
            Source::Temporary(number) => {
                made.get(number).and_then(Option::as_ref).map(Borrow::borrow)
            }
        };
        let (left, right) = match self.sources.as_slice() {
            [left] => (find(left), None),
            [left, right] => (find(left), find(right)),
            _ => return Ok(false),
        };
        let Some(left) = left.filter(|_| right.is_some() == (self.plan.operands() == 2)) else {
            return Ok(false);
        };
        backend.contract(Contraction { plan: &self.plan, left, right, target, adds })?;
        Ok(true)
    }
}

/// The plans that a backend was given, with the extents and strides of each target.
#[derive(Debug, Default)]
pub(crate) struct Record(Vec<(Plan, Form)>);

impl Record {
    pub(super) fn push(&mut self, plan: &Plan, target: &Modes<'_>) {
        let extents = DynRankExtents::new(target.extents);
        if let Ok(extents) = extents {
            self.0.push((*plan, Form { extents, strides: target.strides.into() }));
        }
    }
}
