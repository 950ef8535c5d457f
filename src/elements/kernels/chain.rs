//! More than two operands: two at a time, in the order of least cost, with temporaries between. Labels that one operand alone has
//! are summed there, before it meets another.
//!
//! Where the types know all operands, order and plans are consts and small temporaries are on the stack.

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use super::element_types::{Mixed, Threads};
use super::general::{self, Loops};
use super::how::How;
use super::small::{self, KnownPlan};
use super::step::{self, Proofs, Start};
use super::{Input, Numbers, Places, direct};
use crate::elements::SumIn;
#[cfg(feature = "alloc")]
use crate::elements::vec_tensor::reserved;
use crate::plan::{Chain, ChainStep, ModeTable, Modes, Place, Plan};
use crate::{Scalar, ShapeError};

/// Operands and a result whose modes the compiler knows.
pub(super) trait KnownChain {
    /// The number of operands.
    const COUNT: usize;
    /// Their modes, if all are known; behind the last one any.
    const OPERANDS: Option<[ModeTable; 12]>;
    /// The modes of the result, if they are known.
    const RESULT: Option<ModeTable>;
    /// The order in NumPy's notation, if it is given.
    const PATH: Option<&'static [(usize, usize)]>;
    /// The steps, if the modes are known.
    const CHAIN: Option<Chain> = match (&Self::OPERANDS, &Self::RESULT) {
        (Some(operands), Some(result)) if Self::COUNT > 2 => Chain::new(
            ModeTable::modes_of_all(operands).split_at(Self::COUNT).0,
            &result.modes(),
            Self::PATH,
        ),
        _ => None,
    };
    /// Whether each step has a plan.
    const IS_KNOWN: bool = match &Self::CHAIN {
        Some(chain) => {
            let mut step = 0;
            let mut all = true;
            while step < chain.steps() {
                all = all && known_step::<Self>(step).is_some();
                step += 1;
            }
            all
        }
        None => false,
    };
    const STEPS: usize = match &Self::CHAIN {
        Some(chain) if Self::IS_KNOWN => chain.steps(),
        _ => 0,
    };
    const SCRATCH: usize = match &Self::CHAIN {
        Some(chain) => chain.scratch(),
        None => 0,
    };
}

const fn known_step<C: KnownChain + ?Sized>(step: usize) -> Option<ChainStep> {
    match (&C::CHAIN, &C::OPERANDS, &C::RESULT) {
        (Some(chain), Some(operands), Some(result)) if step < chain.steps() => chain.step(
            step,
            ModeTable::modes_of_all(operands).split_at(C::COUNT).0,
            &result.modes(),
        ),
        _ => None,
    }
}

/// The proof for operands and a result of these types, from that for elements `T` and that for sums `A`.
macro_rules! threads {
    ($t:ident $a:ident: $left:ident $right:ident $result:ident) => {{
        // Not all steps take elements.
        let _ = $t;
        Threads::of(
            threads!(@ $t $a $left),
            threads!(@ $t $a $right),
            threads!(@ $t $a $result),
            $a,
        )
    }};
    (@ $t:ident $a:ident T) => { $t };
    (@ $t:ident $a:ident A) => { $a };
}

struct StepOf<C, const S: usize>(PhantomData<C>);

impl<C: KnownChain, const S: usize> KnownPlan for StepOf<C, S> {
    const PLAN: Option<Plan> = match &Self::STEP {
        Some(step) => Some(step.plan),
        None => None,
    };
}

impl<C: KnownChain, const S: usize> StepOf<C, S> {
    const STEP: Option<ChainStep> = known_step::<C>(S);
    const TAKES: (bool, bool) = match &Self::STEP {
        Some(step) => (step.left.is_operand(), step.right.is_operand()),
        None => (true, true),
    };
    const IS_LAST: bool = S + 1 == C::STEPS;
}

/// Contracts operands whose modes are known. Gives false, and has done nothing, where they are not, or where
/// there is no memory for temporaries.
///
/// # Safety
/// As [`direct::run`], of operands and a result of the modes that `C` says, the former from `start` on.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) unsafe fn run_known<C, T, A, F, const ADDS: bool>(
    start: F,
    result: *mut T,
    shared: Proofs<T, A>,
) -> bool
where
    C: KnownChain,
    T: SumIn<A>,
    A: Scalar,
    F: Fn(usize) -> *const T,
{
    C::IS_KNOWN
        && with_scratch(C::SCRATCH, |scratch: *mut A| {
            let ends = Ends { start: &start, scratch, result };
            macro_rules! each_step {
                ($($step:literal)*) => {$(
                    if let Some(step) = const { known_step_of::<C, T, A, F, $step, ADDS>() } {
                        // SAFETY: what the caller promises of operands and result. The temporaries of the chain fit the
                        // scratch, and each is written by its step before another one reads it; no step between writes there.
                        unsafe { step(&ends, shared) };
                    }
                )*};
            }
            each_step!(0 1 2 3 4 5 6 7 8 9 10);
            // Few have more, and the others do not compile these.
            if const { C::STEPS > 11 } {
                each_step!(11 12 13 14 15 16 17 18 19 20 21 22);
            }
        })
}

/// What runs a step.
type StepFn<T, A, F> = unsafe fn(&Ends<'_, T, A, F>, Proofs<T, A>);

/// The code for a step, if there are as many. A constant and no branch, as in [`small`].
const fn known_step_of<C, T, A, F, const S: usize, const ADDS: bool>() -> Option<StepFn<T, A, F>>
where
    C: KnownChain,
    T: SumIn<A>,
    A: Scalar,
    F: Fn(usize) -> *const T,
{
    if S < C::STEPS { Some(run_known_step::<C, T, A, F, S, ADDS>) } else { None }
}

/// # Safety
/// As [`run_known`]. There is scratch for all temporaries, and the earlier steps have run.
#[cfg_attr(not(unoptimized), inline(always))]
unsafe fn run_known_step<C, T, A, F, const S: usize, const ADDS: bool>(
    ends: &Ends<'_, T, A, F>,
    shared: Proofs<T, A>,
) where
    C: KnownChain,
    T: SumIn<A>,
    A: Scalar,
    F: Fn(usize) -> *const T,
{
    let Some(step) = (const { &StepOf::<C, S>::STEP }) else { return };
    macro_rules! run {
        ($left:ident, $right:ident) => {
            if const { StepOf::<C, S>::IS_LAST } {
                run_step::<Mixed<$left, $right, T, A>, StepOf<C, S>, ADDS>(
                    step,
                    ends.last(step),
                    shared.map(|(t, a)| threads!(t a: $left $right T)),
                )
            } else {
                run_step::<Mixed<$left, $right, A, A>, StepOf<C, S>, false>(
                    step,
                    ends.between(step),
                    shared.map(|(t, a)| threads!(t a: $left $right A)),
                )
            }
        };
    }
    // SAFETY: the plan was made of modes that agree, so that its loops lead to elements of what the step takes: *reads*
    // and *writes* of `general::run`. Temporaries are as large as their modes reach, and dense, so that *distinct*
    // holds; no step writes to the place of what it takes, so that *alone* does. The types are those of what the step takes; of
    // a sum within one operand, whose plan says so, the right one is not read.
    unsafe {
        if const { matches!(StepOf::<C, S>::TAKES, (true, true)) } {
            run!(T, T);
        } else if const { matches!(StepOf::<C, S>::TAKES, (true, false)) } {
            run!(T, A);
        } else if const { matches!(StepOf::<C, S>::TAKES, (false, true)) } {
            run!(A, T);
        } else {
            run!(A, A);
        }
    }
}

/// # Safety
/// *reads*, *writes*, *alone* and *distinct*, as [`general::run`], of the plan of `step`, which is that of `P`.
#[cfg_attr(not(unoptimized), inline(always))]
unsafe fn run_step<N: Numbers, P: KnownPlan, const ADDS: bool>(
    step: &ChainStep,
    places: Places<N>,
    threads: Option<Threads<N>>,
) {
    // SAFETY: the four promises are the caller's; where `P` has a small plan, it is that of the step.
    unsafe {
        if const { P::SMALL.is_some() && size_of::<N::Sum>() <= general::LARGEST } {
            small::run::<N, P, ADDS>(places);
        } else {
            general::run(Loops::of_plan(&step.plan), places, ADDS, threads);
        }
    }
}

/// Where a chain begins and ends, and the memory between.
struct Ends<'e, T, A, F> {
    start: &'e F,
    scratch: *mut A,
    result: *mut T,
}

impl<T, A, F: Fn(usize) -> *const T> Ends<'_, T, A, F> {
    /// The element at the index of zeros, as of type `U`: `T` of an operand, `A` of a temporary.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn place<U>(&self, place: Place) -> *const U {
        match place {
            Place::Operand(operand) => (self.start)(operand).cast(),
            Place::Scratch(offset) => self.scratch.wrapping_add(offset).cast_const().cast(),
        }
    }

    /// What a step takes.
    fn starts(&self, step: &ChainStep) -> [Start<T, A>; 2] {
        [step.left, step.right].map(|place| match place {
            Place::Operand(_) => Start::Element(self.place(place)),
            Place::Scratch(_) => Start::Sum(self.place(place)),
        })
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn between<N: Numbers<Result = A>>(&self, step: &ChainStep) -> Places<N> {
        let result = self.scratch.wrapping_add(step.result);
        Places { left: self.place(step.left), right: self.place(step.right), result }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn last<N: Numbers<Result = T>>(&self, step: &ChainStep) -> Places<N> {
        Places { left: self.place(step.left), right: self.place(step.right), result: self.result }
    }
}

/// Gives `run` room for so many elements, on the stack if they are few. Gives false where there is no memory.
#[cfg_attr(not(unoptimized), inline(always))]
fn with_scratch<T>(elements: usize, run: impl FnOnce(*mut T)) -> bool {
    macro_rules! on_the_stack {
        ($($room:literal)*) => {$(
            // What would be too much is not even compiled: room is taken whether it is needed or not.
            if const { size_of::<T>() <= 64 * 1024 / $room } {
                if elements <= $room && elements.saturating_mul(size_of::<T>()) <= 32 * 1024 {
                    with_room::<T, $room>(run);
                    return true;
                }
            }
        )*};
    }
    on_the_stack!(16 64 256 1024 4096);
    #[cfg(feature = "alloc")]
    if let Ok(mut room) = reserved::<T>(elements) {
        run(room.as_mut_ptr());
        return true;
    }
    false
}

/// Whether [`with_scratch`] has room for so many elements for certain.
pub(super) const fn has_room<T>(elements: usize) -> bool {
    // Room is at most four times what is asked for, and of 16 elements at least.
    let room = if elements < 4 { 16 } else { elements.saturating_mul(4) };
    elements <= 4096 && room.saturating_mul(size_of::<T>()) <= 64 * 1024
}

#[cfg_attr(not(unoptimized), inline(always))]
fn with_room<T, const ROOM: usize>(run: impl FnOnce(*mut T)) {
    let mut room = [const { MaybeUninit::<T>::uninit() }; ROOM];
    run(room.as_mut_ptr().cast());
}

/// Contracts operands whose modes are values, along the path that `H` gives or in the order of least cost.
///
/// # Errors
/// [`ShapeError::Allocation`] where there is no memory for temporaries; [`ShapeError::LimitExceeded`]. Then
/// nothing has been written.
///
/// # Safety
/// As [`direct::run`], of these sources.
pub(super) unsafe fn run<T: SumIn<A>, A: Scalar, H: How>(
    sources: &[Input<T>],
    kept: Modes<'_>,
    result: *mut T,
    adds: bool,
    shared: Proofs<T, A>,
) -> Result<(), ShapeError> {
    let operands: [Modes<'_>; 12] =
        core::array::from_fn(|n| sources.get(n).map_or(Modes::NONE, |source| source.modes.modes()));
    let operands = operands.split_at(sources.len().min(12)).0;
    let Some(chain) = Chain::new(operands, &kept, H::STEPS) else {
        // SAFETY: the sources, modes and result are those for which the caller promises what `direct` asks for.
        return unsafe { direct::run_few::<T, A>(sources, kept, result, adds) };
    };
    let start = |n: usize| sources.get(n).map_or(core::ptr::null(), |source| source.start);
    let mut is_done = false;
    let has_room = with_scratch(chain.scratch(), |scratch: *mut A| {
        let ends = Ends { start: &start, scratch, result };
        // SAFETY: what the caller promises of operands and result. The temporaries fit the scratch, which is as long as
        // the chain says, and each is written by its step before another one reads it; no step between writes there.
        is_done = (0..chain.steps()).all(|n| unsafe {
            let step = chain.step(n, operands, &kept);
            step.is_some_and(|step| {
                let (loops, taken) = (Loops::of_plan(&step.plan), ends.starts(&step));
                if n.wrapping_add(1) == chain.steps() {
                    step::run(loops, taken, result, adds, shared, |elements, _| elements);
                } else {
                    let result = scratch.wrapping_add(step.result);
                    step::run(loops, taken, result, false, shared, |_, sums| sums);
                }
                true
            })
        });
    });
    if is_done {
        return Ok(());
    }
    if !has_room && cfg!(feature = "alloc") {
        return Err(ShapeError::Allocation { elements: chain.scratch() });
    }
    // SAFETY: what the caller promises of operands and result, which are the same; the last step, which would have written the result, has not run.
    unsafe { direct::run_few::<T, A>(sources, kept, result, adds) }
}
