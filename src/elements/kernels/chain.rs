//! More than two operands: two at a time, in the order of least cost, with temporaries between.
//!
//! Where the types know all operands, order and plans are consts and small temporaries are on the stack.

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use super::numbers::Same;
use super::small::{self, Small};
use super::{Places, Source, direct, general};
#[cfg(feature = "alloc")]
use crate::elements::vec_tensor::reserved;
use crate::plan::{Chain, ChainStep, ModeTable, Modes, Place};
use crate::{Scalar, ShapeError};

/// Operands and a result whose modes the compiler knows.
pub(super) trait KnownChain {
    /// The number of operands.
    const COUNT: usize;
    /// Their modes, if all are known; behind the last one any.
    const OPERANDS: Option<[ModeTable; 12]>;
    /// The modes of the result, if they are known.
    const RESULT: Option<ModeTable>;
    /// The order, if there is one.
    const CHAIN: Option<Chain> = match (&Self::OPERANDS, &Self::RESULT) {
        (Some(operands), Some(result)) if Self::COUNT > 2 => {
            Chain::cheapest(modes(operands).split_at(Self::COUNT).0, &result.modes())
        }
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
    const STEPS: usize = if Self::IS_KNOWN { Self::COUNT - 1 } else { 0 };
    const SCRATCH: usize = match &Self::CHAIN {
        Some(chain) => chain.scratch(),
        None => 0,
    };
}

const fn modes(tables: &[ModeTable; 12]) -> [Modes<'_>; 12] {
    let mut all = [Modes::NONE; 12];
    let mut n = 0;
    #[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "counts below 12")]
    while n < 12 {
        all[n] = tables[n].modes();
        n += 1;
    }
    all
}

const fn known_step<C: KnownChain + ?Sized>(step: usize) -> Option<ChainStep> {
    match (&C::CHAIN, &C::OPERANDS, &C::RESULT) {
        (Some(chain), Some(operands), Some(result)) if step < chain.steps() => {
            chain.step(step, modes(operands).split_at(C::COUNT).0, &result.modes())
        }
        _ => None,
    }
}

struct StepOf<C, const S: usize>(PhantomData<C>);

impl<C: KnownChain, const S: usize> StepOf<C, S> {
    const STEP: Option<ChainStep> = known_step::<C>(S);
    const SMALL: Option<Small> = match &Self::STEP {
        Some(step) => Small::of(Some(&step.plan)),
        None => None,
    };
}

/// Contracts operands whose modes are known. Gives false, and has done nothing, where they are not, or where
/// there is no memory for temporaries.
///
/// # Safety
/// As [`direct::run`].
#[inline(always)]
pub(super) unsafe fn run_known<C: KnownChain, T: Scalar, const ADDS: bool>(
    start: impl Fn(usize) -> *const T,
    result: *mut T,
) -> bool {
    C::IS_KNOWN
        && with_scratch(C::SCRATCH, |scratch: *mut T| {
            macro_rules! each_step {
                ($($step:literal)*) => {$(
                    if const { $step < C::STEPS } {
                        // SAFETY: the caller's promise; the temporaries of the chain fit the scratch, and
                        // each is written by its step before another one reads it.
                        unsafe { run_step::<C, T, $step, ADDS>(&start, scratch, result) };
                    }
                )*};
            }
            each_step!(0 1 2 3 4 5 6 7 8 9 10);
        })
}

/// # Safety
/// As [`run_known`].
#[inline(always)]
unsafe fn run_step<C: KnownChain, T: Scalar, const S: usize, const ADDS: bool>(
    start: impl Fn(usize) -> *const T,
    scratch: *mut T,
    result: *mut T,
) {
    let Some(step) = (const { &StepOf::<C, S>::STEP }) else { return };
    let places = step_places(step, start, scratch);
    // SAFETY: the plans were made of modes that agree; temporaries are as large as their modes reach.
    unsafe {
        if const { S + 1 == C::STEPS } {
            let places = Places { result, ..places };
            match const { &StepOf::<C, S>::SMALL } {
                Some(small) => small::run::<_, ADDS>(small, places),
                None => general::run(&step.plan, places, ADDS),
            }
        } else {
            match const { &StepOf::<C, S>::SMALL } {
                Some(small) => small::run::<_, false>(small, places),
                None => general::run(&step.plan, places, false),
            }
        }
    }
}

#[inline(always)]
fn step_places<T: Scalar>(
    step: &ChainStep,
    start: impl Fn(usize) -> *const T,
    scratch: *mut T,
) -> Places<Same<T>> {
    let place = |place: Place| match place {
        Place::Operand(operand) => start(operand),
        Place::Scratch(offset) => scratch.wrapping_add(offset).cast_const(),
    };
    let result = scratch.wrapping_add(step.result);
    Places { left: place(step.left), right: place(step.right), result }
}

/// Gives `run` room for so many elements, on the stack if they are few. Gives false where there is no memory.
#[inline(always)]
fn with_scratch<T>(elements: usize, run: impl FnOnce(*mut T)) -> bool {
    macro_rules! on_the_stack {
        ($($room:literal)*) => {$(
            if elements <= $room && elements.saturating_mul(size_of::<T>()) <= 32 * 1024 {
                let mut room = [const { MaybeUninit::<T>::uninit() }; $room];
                run(room.as_mut_ptr().cast());
                return true;
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

/// Contracts operands whose modes are values.
///
/// # Errors
/// [`ShapeError::Allocation`] where there is no memory for temporaries; [`ShapeError::TooManyLoops`]. Then
/// nothing has been written.
///
/// # Safety
/// As [`direct::run`].
pub(super) unsafe fn run<T: Scalar>(
    sources: &[Source<T>],
    kept: Modes<'_>,
    result: *mut T,
    adds: bool,
) -> Result<(), ShapeError> {
    let operands: [Modes<'_>; 12] =
        core::array::from_fn(|n| sources.get(n).map_or(Modes::NONE, |source| source.modes.modes()));
    let operands = operands.split_at(sources.len().min(12)).0;
    let Some(chain) = Chain::cheapest(operands, &kept) else {
        // SAFETY: the caller's promise.
        return unsafe { direct::run_few(sources, kept, result, adds) };
    };
    let mut is_done = false;
    let has_room = with_scratch(chain.scratch(), |scratch: *mut T| {
        // SAFETY: as in `run_known`.
        is_done = unsafe { run_steps(&chain, sources, (operands, &kept), scratch, result, adds) };
    });
    if is_done {
        return Ok(());
    }
    if !has_room && cfg!(feature = "alloc") {
        return Err(ShapeError::Allocation { elements: chain.scratch() });
    }
    // SAFETY: the caller's promise; no step has written the result.
    unsafe { direct::run_few(sources, kept, result, adds) }
}

/// Gives false, before the last step, where one has no plan.
///
/// # Safety
/// As [`run`]; there is as much scratch as the chain needs.
unsafe fn run_steps<T: Scalar>(
    chain: &Chain,
    sources: &[Source<T>],
    (operands, kept): (&[Modes<'_>], &Modes<'_>),
    scratch: *mut T,
    result: *mut T,
    adds: bool,
) -> bool {
    let start = |n: usize| sources.get(n).map_or(core::ptr::null(), |source| source.start);
    for n in 0..chain.steps() {
        let Some(step) = chain.step(n, operands, kept) else { return false };
        let places = step_places(&step, start, scratch);
        let is_last = n.wrapping_add(1) == chain.steps();
        let places = if is_last { Places { result, ..places } } else { places };
        // SAFETY: as in `run_step`.
        unsafe { general::run(&step.plan, places, adds && is_last) };
    }
    true
}
