//! The executor of contractions at run time: of one operand, of two, or of more along a path, with temporaries between.
//!
//! Labels are numbers here. A [`Machine`] holds the elements and multiplies: the kernels of this crate are one, and a
//! [`Backend`](crate::backend::Backend) is another.

use crate::error::Quantity;
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::borrow::{Borrow, BorrowMut};

use extents_static::__private::Tag;

use crate::label::LabelName;
use crate::plan::{Modes, Path, Plan, Source, Step};
use crate::{Composition, DynRankExtents, Extents, ModeArray, Resolved, ShapeError};

/// Who holds elements, and contracts one array or two.
pub(crate) trait Machine {
    /// What can be contracted.
    type Array: ?Sized;
    /// What the machine makes.
    type Made: BorrowMut<Self::Array>;
    type Error: From<ShapeError>;
    /// Whether `run` is also asked for sums of no terms, of two operands at most.
    const SUMS_NOTHING: bool;
    /// Checks the extents of an array.
    fn check(&self, array: &Self::Array, expected: &DynRankExtents) -> Result<(), Self::Error>;
    fn strides<'s>(&self, array: &'s Self::Array) -> Strides<'s>;
    /// An array that is written before it is read.
    fn room(&mut self, extents: &DynRankExtents) -> Result<Self::Made, Self::Error>;
    /// An array of zeros, which is read alone.
    fn zeros(&mut self, extents: &DynRankExtents) -> Result<Self::Made, Self::Error>;
    /// Writes the contraction to the target, or adds it.
    fn run(&mut self, task: Task<'_, Self::Array>) -> Result<(), Self::Error>;
}

/// What a machine is to do.
pub(crate) struct Task<'a, A: ?Sized> {
    // INVARIANT: the modes are those of each of `taken`, and after them of `target`, with the extents and strides that the
    // machine gave for them; a label has one extent in all of them, and each label of the target stands in an operand.
    modes: &'a [Modes<'a>],
    taken: &'a [&'a A],
    target: &'a mut A,
    adds: bool,
}

impl<'a, A: ?Sized> Task<'a, A> {
    /// The modes of the operands, and of the target.
    pub(crate) fn modes(&self) -> (&'a [Modes<'a>], Modes<'a>) {
        match self.modes.split_last() {
            Some((target, operands)) => (operands, *target),
            None => (&[], Modes::NONE),
        }
    }

    pub(crate) fn taken(&self) -> &'a [&'a A] {
        self.taken
    }

    /// Whether the result is added to what is there.
    pub(crate) fn adds(&self) -> bool {
        self.adds
    }

    pub(crate) fn target(self) -> &'a mut A {
        self.target
    }
}

/// The labels of operands and result, as numbers.
#[derive(Clone, Copy)]
pub(crate) struct Labels<'c> {
    operands: &'c [Cow<'static, [usize]>],
    result: &'c [usize],
    /// The name of each, or nothing.
    names: &'c [Cow<'static, str>],
}

impl<'c> Labels<'c> {
    /// For machines that do not ask for names.
    pub(crate) fn without_names(
        operands: &'c [Cow<'static, [usize]>],
        result: &'c [usize],
    ) -> Self {
        Labels { operands, result, names: &[] }
    }

    pub(crate) fn of(composition: &'c Composition) -> Self {
        let (operands, result) = (composition.operands(), composition.result());
        Labels { operands, result, names: composition.names() }
    }

    fn of_step(self, step: &'c Step) -> Self {
        Labels { operands: step.labels(), result: step.result(), names: self.names }
    }
}

/// A contraction of operands whose extents agree.
pub(crate) struct Job<'c> {
    // INVARIANT: `resolved` has the extent that each label has in all operands which `run` is given, and the extents of
    // the result.
    pub(crate) labels: Labels<'c>,
    pub(crate) resolved: Resolved,
    /// In what order more than two contract; without it, in one nest of loops.
    pub(crate) path: Option<Cow<'c, Path>>,
}

impl Job<'_> {
    /// Contracts into `target`, after everything was checked. Calls `done` after each step of a path.
    pub(crate) fn run<M: Machine, O: Borrow<M::Array>>(
        &self,
        machine: &mut M,
        operands: &[O],
        target: &mut M::Array,
        adds: bool,
        done: &mut dyn FnMut(&Step),
    ) -> Result<(), M::Error> {
        machine.check(target, &self.resolved.result)?;
        // There may be more modes than a plan has loops.
        if self.resolved.result.size() == 0 {
            return Ok(());
        }
        // Along a path, zeros that a step makes of nothing could meet an infinity.
        let is_planned = M::SUMS_NOTHING && operands.len() <= 2 && self.is_short();
        if self.resolved.extents.contains(&0) && !is_planned {
            return self.write_nothing(machine, target, adds);
        }
        let Some((last, steps)) = self.path.as_deref().and_then(|path| path.steps().split_last())
        else {
            // No memory for what there is most of.
            return match operands {
                [left] => self.pair(machine, self.labels, &[left.borrow()], target, adds),
                [left, right] => {
                    let taken = [left.borrow(), right.borrow()];
                    self.pair(machine, self.labels, &taken, target, adds)
                }
                _ => {
                    let taken: Vec<&M::Array> = operands.iter().map(Borrow::borrow).collect();
                    self.pair(machine, self.labels, &taken, target, adds)
                }
            };
        };
        let mut made: Vec<Option<M::Made>> = Vec::new();
        for step in steps {
            let shape = self.shape(step.result())?;
            let mut new = machine.room(&shape)?;
            // It may have made an array of other extents than those that it was asked for.
            machine.check(new.borrow(), &shape)?;
            let taken = taken::<M, O>(step, operands, &made);
            let labels = self.labels.of_step(step);
            self.pair(machine, labels, &taken, new.borrow_mut(), false)?;
            // A temporary lives until the step that takes it is done.
            for source in step.sources() {
                if let Source::Temporary(number) = *source
                    && let Some(temporary) = made.get_mut(number)
                {
                    *temporary = None;
                }
            }
            made.push(Some(new));
            done(step);
        }
        let taken = taken::<M, O>(last, operands, &made);
        self.pair(machine, self.labels.of_step(last), &taken, target, adds)?;
        done(last);
        Ok(())
    }

    /// Whether a plan has a loop for each label, whatever the extents are.
    fn is_short(&self) -> bool {
        self.resolved.extents.len() <= Plan::MOST_LOOPS
    }

    /// One step: a contraction of what is taken.
    fn pair<M: Machine>(
        &self,
        machine: &mut M,
        labels: Labels<'_>,
        taken: &[&M::Array],
        target: &mut M::Array,
        adds: bool,
    ) -> Result<(), M::Error> {
        let table = |of, strides| self.table(of, labels.names, strides);
        // The target is borrowed to be written.
        let kept = table(labels.result, Strides::Made(machine.strides(target).into_made()));
        let (one, two, more);
        let tables: &[Table<'_>] = match (taken, labels.operands) {
            (&[left], [of_left]) => {
                one = [table(of_left, machine.strides(left)), kept];
                &one
            }
            (&[left, right], [of_left, of_right]) => {
                let (left, right) = (machine.strides(left), machine.strides(right));
                two = [table(of_left, left), table(of_right, right), kept];
                &two
            }
            ([], _) => {
                return Err(ShapeError::CountMismatch {
                    of: Quantity::Parts,
                    expected: 1,
                    found: 0,
                }
                .into());
            }
            (taken, of) if taken.len() != of.len() => {
                let (expected, found) = (of.len(), taken.len());
                return Err(
                    ShapeError::CountMismatch { of: Quantity::Operands, expected, found }.into()
                );
            }
            _ => {
                let all = labels.operands.iter().zip(taken);
                let all = all.map(|(of, &array)| table(of, machine.strides(array)));
                more = all.chain([kept]).collect::<Vec<_>>();
                &more
            }
        };
        for table in tables {
            table.check_strides()?;
        }
        let (few, many);
        let modes: &[Modes<'_>] = match tables {
            [left, kept] => {
                few = [left.modes(), kept.modes(), Modes::NONE];
                few.split_at(2).0
            }
            [left, right, kept] => {
                few = [left.modes(), right.modes(), kept.modes()];
                &few
            }
            _ => {
                many = tables.iter().map(Table::modes).collect::<Vec<_>>();
                &many
            }
        };
        machine.run(Task { modes, taken, target, adds })
    }

    fn write_nothing<M: Machine>(
        &self,
        machine: &mut M,
        target: &mut M::Array,
        adds: bool,
    ) -> Result<(), M::Error> {
        if adds && M::SUMS_NOTHING {
            return Ok(());
        }
        let shape = &self.resolved.result;
        let zeros = machine.zeros(shape)?;
        machine.check(zeros.borrow(), shape)?;
        let modes: Cow<'static, [usize]> = (0..shape.rank()).collect();
        let labels = Labels::without_names(core::slice::from_ref(&modes), &modes);
        let resolved = Resolved { extents: shape.into_iter().collect(), result: shape.clone() };
        let copy = Job { labels, resolved, path: None };
        copy.pair(machine, labels, &[zeros.borrow()], target, adds)
    }

    fn shape(&self, labels: &[usize]) -> Result<DynRankExtents, ShapeError> {
        DynRankExtents::new(&self.extents(labels))
    }

    fn table<'s>(
        &self,
        labels: &[usize],
        names: &[Cow<'static, str>],
        strides: Strides<'s>,
    ) -> Table<'s> {
        let tags = labels.iter().map(|&id| tag(id, names)).collect();
        Table { tags, extents: self.extents(labels), strides }
    }

    fn extents(&self, labels: &[usize]) -> ModeArray<usize> {
        labels.iter().filter_map(|&label| self.resolved.extents.get(label).copied()).collect()
    }
}

fn tag(id: usize, names: &[Cow<'static, str>]) -> Tag {
    Tag { id: id as u64, name: names.get(id).map_or(Tag::NONE.name, |name| LabelName::new(name)) }
}

/// What a step takes.
fn taken<'a, M: Machine, O: Borrow<M::Array>>(
    step: &Step,
    operands: &'a [O],
    made: &'a [Option<M::Made>],
) -> Vec<&'a M::Array> {
    let find = |source: &Source| match *source {
        Source::Operand(position) => operands.get(position).map(Borrow::borrow),
        Source::Temporary(number) => made.get(number).and_then(Option::as_ref).map(Borrow::borrow),
    };
    step.sources().iter().filter_map(find).collect()
}

/// Strides that a machine has, or makes.
pub(crate) enum Strides<'s> {
    Kept(&'s [isize]),
    Made(ModeArray<isize>),
}

impl Strides<'_> {
    fn into_made(self) -> ModeArray<isize> {
        match self {
            Strides::Kept(strides) => strides.into(),
            Strides::Made(strides) => strides,
        }
    }
}

/// [`Modes`] that are held by value.
struct Table<'s> {
    tags: ModeArray<Tag>,
    extents: ModeArray<usize>,
    strides: Strides<'s>,
}

impl Table<'_> {
    fn modes(&self) -> Modes<'_> {
        Modes::new(&self.tags, &self.extents, self.strides())
    }

    fn strides(&self) -> &[isize] {
        match &self.strides {
            Strides::Kept(strides) => strides,
            Strides::Made(strides) => strides,
        }
    }

    fn check_strides(&self) -> Result<(), ShapeError> {
        let (expected, found) = (self.tags.len(), self.strides().len());
        if expected == found { Ok(()) } else { Err(ShapeError::RankMismatch { expected, found }) }
    }
}
