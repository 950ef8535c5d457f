//! The kernels as a [`Machine`]: contractions whose labels and ranks are values.

use core::marker::PhantomData;

use alloc::vec::Vec;

use super::direct;
use super::general::{self, Loops};
use super::how::Shared;
use super::step::{self, Proofs, Start};
use crate::elements::sum_in::SameType;
use crate::elements::{
    SumIn, Tensor, View, ViewMut,
    expression::{ByRef, write_all},
    whole::agree,
};
use crate::layout::{StridedLayout, TrustedLayout};
use crate::plan::{Modes, Plan, Step, too_many_loops, too_many_operands};
use crate::run::{Job, Machine, Strides, Task};
use crate::{DynRankExtents, Extents, ModeArray, Scalar, ShapeError};

/// An operand of a composition by text: borrowed elements with run-time extents and strides.
///
/// ```
/// use extents::{Tensor, composition::DynOperand, extents};
/// let a = Tensor::full(extents![2, 3], 1.0)?;
/// assert_eq!(a.source().strides(), [3, 1]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct DynSource<'a, T> {
    // INVARIANT: each index in bounds of `extents` leads, by `strides`, to an element that is
    // borrowed for `'a`.
    start: *const T,
    extents: DynRankExtents,
    strides: ModeArray<isize>,
    borrow: PhantomData<&'a [T]>,
}

impl<'a, T> DynSource<'a, T> {
    /// The elements of a view.
    ///
    /// ```
    /// use extents::composition::DynSource;
    /// use extents::{View, extents};
    /// let view = View::from_slice(extents![2], &[1, 2])?;
    /// assert_eq!(DynSource::new(&view).extents(), &extents![2]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn new<E, L>(view: &View<'a, T, E, L>) -> Self
    where
        E: Extents,
        L: TrustedLayout<E> + StridedLayout<E>,
    {
        DynSource {
            start: view.origin(),
            extents: view.extents().weaken(),
            strides: view.mapping().strides().as_ref().into(),
            borrow: PhantomData,
        }
    }

    /// The extents.
    ///
    /// ```
    /// # use extents::{Tensor, composition::DynOperand, extents};
    /// # let a = Tensor::full(extents![2, 3], 1.0)?;
    /// assert_eq!(a.source().extents().to_string(), "[2, 3]");
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn extents(&self) -> &DynRankExtents {
        &self.extents
    }

    /// The distance, in elements, between neighbors along each mode.
    ///
    /// ```
    /// # use extents::{Tensor, composition::DynOperand, extents};
    /// # let a = Tensor::full(extents![2, 3], 1.0)?;
    /// assert_eq!(a.view().transpose().source().strides(), [1, 3]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn strides(&self) -> &[isize] {
        &self.strides
    }
}

/// Elements that are borrowed to be written.
pub(crate) struct DynTarget<'a, T> {
    // INVARIANT: each index in bounds of `extents` leads, by `strides`, to an element of its own, which is borrowed for
    // `'a` and reached by nothing else.
    start: *mut T,
    extents: DynRankExtents,
    strides: ModeArray<isize>,
    borrow: PhantomData<&'a mut [T]>,
}

/// What the kernels read and write: elements of a user, or sums between two steps.
pub(crate) enum Part<'a, T, A> {
    Elements(DynSource<'a, T>),
    Sums(Tensor<A, DynRankExtents>),
    /// One zero at each index.
    Zeros(DynRankExtents),
    Target(DynTarget<'a, T>),
}

impl<'a, T, A> Part<'a, T, A> {
    pub(crate) fn extents(&self) -> &DynRankExtents {
        match self {
            Part::Elements(source) => &source.extents,
            Part::Sums(tensor) => tensor.extents(),
            Part::Zeros(extents) => extents,
            Part::Target(target) => &target.extents,
        }
    }

    pub(crate) fn target<E: Extents, L: TrustedLayout<E> + StridedLayout<E>>(
        mut target: ViewMut<'a, T, E, L>,
    ) -> Result<Self, ShapeError> {
        let extents = match target.extents().is_null() {
            true => DynRankExtents::null(),
            false => target.extents().with_slice(DynRankExtents::new)?,
        };
        let strides = target.mapping().strides().as_ref().into();
        Ok(Part::Target(DynTarget {
            start: target.origin(),
            extents,
            strides,
            borrow: PhantomData,
        }))
    }
}

/// The kernels of this crate, with elements of `T` and sums of `A`.
pub(crate) struct Kernels<'a, T, A> {
    zero: A,
    shared: Proofs<T, A>,
    parts: PhantomData<Part<'a, T, A>>,
}

impl<'a, T: SumIn<A>, A: Scalar> Machine for Kernels<'a, T, A> {
    type Array = Part<'a, T, A>;
    type Made = Part<'a, T, A>;
    type Error = ShapeError;
    const SUMS_NOTHING: bool = false;

    fn check(&self, part: &Part<'a, T, A>, expected: &DynRankExtents) -> Result<(), ShapeError> {
        agree(expected, part.extents())
    }

    fn strides<'s>(&self, part: &'s Part<'a, T, A>) -> Strides<'s> {
        match part {
            Part::Elements(source) => Strides::Kept(&source.strides),
            Part::Sums(tensor) => Strides::Made(tensor.mapping().strides()),
            Part::Zeros(extents) => Strides::Made((0..extents.rank()).map(|_| 0).collect()),
            Part::Target(target) => Strides::Kept(&target.strides),
        }
    }

    fn room(&mut self, extents: &DynRankExtents) -> Result<Part<'a, T, A>, ShapeError> {
        Ok(Part::Sums(Tensor::zeros(extents.clone())?))
    }

    fn zeros(&mut self, extents: &DynRankExtents) -> Result<Part<'a, T, A>, ShapeError> {
        Ok(Part::Zeros(extents.clone()))
    }

    fn run(&mut self, task: Task<'_, Part<'a, T, A>>) -> Result<(), ShapeError> {
        let (adds, taken) = (task.adds(), task.taken());
        let modes = task.modes();
        // SAFETY: the invariant of a task: modes are those of the parts, whose extents agree. So the loops over labels lead
        // to elements of each, by the invariants of sources and tensors, and of the target to one element an index, which
        // it borrows mutably.
        unsafe {
            match task.target() {
                Part::Target(target) if taken.len() > 2 => {
                    self.direct(modes, taken, target.start, adds)
                }
                Part::Target(target) => {
                    self.pair(modes, taken, target.start, adds, |elements, _| elements)
                }
                Part::Sums(sums) => {
                    let result = sums.view_mut().origin();
                    self.pair(modes, taken, result, adds, |_, sums| sums)
                }
                // What is only read.
                Part::Elements(_) | Part::Zeros(_) => Err(ShapeError::NotUnique),
            }
        }
    }
}

impl<'a, T: SumIn<A>, A: Scalar> Kernels<'a, T, A> {
    /// With the proof that threads may share elements and sums, if they are to.
    pub(crate) fn new(shared: Proofs<T, A>) -> Self {
        Kernels { zero: A::ZERO, shared, parts: PhantomData }
    }

    fn start(&self, part: &Part<'a, T, A>) -> Start<T, A> {
        match part {
            Part::Elements(source) => Start::Element(source.start),
            Part::Sums(tensor) => Start::Sum(tensor.view().origin()),
            Part::Zeros(_) => Start::Sum(&raw const self.zero),
            Part::Target(target) => Start::Element(target.start),
        }
    }

    /// # Safety
    /// *reads*, *writes*, *alone* and *distinct*, as [`general::run`], of these modes.
    unsafe fn pair<O: SumIn<A>>(
        &self,
        (operands, kept): (&[Modes<'_>], Modes<'_>),
        taken: &[&Part<'a, T, A>],
        result: *mut O,
        adds: bool,
        of_result: impl Fn(Shared<T>, Shared<A>) -> Shared<O>,
    ) -> Result<(), ShapeError> {
        let (left, right) = match *operands {
            [left] => (left, None),
            [left, right] => (left, Some(right)),
            _ => return Err(too_many_operands(operands.len())),
        };
        let is_alone = right.is_none();
        let modes = [left, right.unwrap_or(Modes::NONE), kept];
        // Small contractions do without a plan, which takes longer to make than they take.
        let ranks = operands.iter().map(Modes::rank).fold(0, usize::saturating_add);
        let plan = match ranks <= general::MOST_MODES {
            true => None,
            false => {
                let plan = Plan::of_modes(left, right, kept);
                Some(plan.ok_or_else(|| too_many_loops(&modes))?)
            }
        };
        let loops = match &plan {
            Some(plan) => Loops::of_plan(plan),
            None => Loops::of_modes(modes, is_alone),
        };
        let taken = match *taken {
            [left] => [self.start(left), Start::Element(core::ptr::null())],
            [left, right] => [self.start(left), self.start(right)],
            _ => return Err(too_many_operands(taken.len())),
        };
        // SAFETY: *reads*, *writes*, *alone* and *distinct*, which the caller promises of the modes that the loops are of.
        unsafe { step::run(loops, taken, result, adds, self.shared, of_result) };
        Ok(())
    }

    /// More than two operands in one nest of loops.
    ///
    /// # Safety
    /// As [`direct::run`], of these modes and parts.
    unsafe fn direct(
        &self,
        (operands, kept): (&[Modes<'_>], Modes<'_>),
        taken: &[&Part<'a, T, A>],
        result: *mut T,
        adds: bool,
    ) -> Result<(), ShapeError> {
        let starts = taken.iter().map(|part| match self.start(part) {
            Start::Element(start) => Some(start),
            Start::Sum(_) => None,
        });
        let Some(starts) = starts.collect::<Option<Vec<*const T>>>() else {
            // A step of a path that takes what another one left takes two operands at most.
            return Err(too_many_operands(taken.len()));
        };
        let columns = starts.len().saturating_add(1);
        let mut room =
            (alloc::vec![0; columns.saturating_mul(direct::MOST_LOOPS)], alloc::vec![0; columns]);
        let room = (room.0.as_mut_slice(), room.1.as_mut_slice());
        // SAFETY: *reads* of each operand, *writes* and *alone* hold of these modes, as the caller promises; there is a start for
        // each operand.
        unsafe { direct::run::<T, A>(operands, &starts, kept, result, adds, room) }
    }
}

/// A job, what it takes, where it writes, whether it adds to that, and what is called after each step of a path.
pub(crate) struct JobParts<'j, 'p, T, A> {
    pub(crate) job: &'j Job<'j>,
    pub(crate) operands: &'j [Part<'p, T, A>],
    pub(crate) target: &'j mut Part<'p, T, A>,
    pub(crate) adds: bool,
    pub(crate) done: &'j mut dyn FnMut(&Step),
}

impl<'p, T: SumIn<A>, A: Scalar + 'p> JobParts<'_, 'p, T, A> {
    /// Runs the job, with the proof that threads may share elements and sums, if they are to.
    pub(crate) fn run(self, shared: Proofs<T, A>) -> Result<(), ShapeError> {
        // Chosen by a constant, so that a program which contracts numbers that this crate has compiled does not compile it again.
        let run: fn(Self, Proofs<T, A>) -> Result<(), ShapeError> = const {
            if T::SAME.is_some() && A::COMPILED.is_some() {
                Self::run_compiled
            } else {
                |parts, shared| parts.run_by(&mut Kernels::new(shared))
            }
        };
        run(self, shared)
    }

    fn run_compiled(self, shared: Proofs<T, A>) -> Result<(), ShapeError> {
        match (T::SAME, A::COMPILED) {
            (Some(same), Some(compiled)) => (compiled.job)(self.of_sums(same), shared.is_some()),
            _ => unreachable!("what is compiled was asked for"),
        }
    }

    /// Itself, of elements that have the type of the sums.
    fn of_sums<'j>(self, _: SameType<T, A>) -> JobParts<'j, 'p, A, A>
    where
        Self: 'j,
    {
        let JobParts { job, operands, target, adds, done } = self;
        // SAFETY: the two types are one, as the proof says.
        let (operands, target) = unsafe {
            (
                core::slice::from_raw_parts(operands.as_ptr().cast(), operands.len()),
                &mut *(&raw mut *target).cast(),
            )
        };
        JobParts { job, operands, target, adds, done }
    }

    /// Runs the job by these kernels.
    pub(super) fn run_by(self, kernels: &mut Kernels<'p, T, A>) -> Result<(), ShapeError> {
        self.job.run(kernels, self.operands, self.target, self.adds, self.done)
    }
}

/// Gives each element of the target and that of the result to `update`.
pub(crate) fn update_each<T: Scalar, E: Extents, L: TrustedLayout<E> + StridedLayout<E>>(
    target: ViewMut<'_, T, E, L>,
    result: &View<'_, T, DynRankExtents>,
    update: impl Fn(&mut T, T),
) -> Result<(), ShapeError> {
    agree(result.extents(), target.extents())?;
    // SAFETY: the extents were compared.
    unsafe { write_all(target, &ByRef(result), |to, value| update(to, *value)) };
    Ok(())
}
