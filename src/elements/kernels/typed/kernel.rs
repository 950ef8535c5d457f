//! The kernel of a typed contraction: what the types know of its operands, the plan, and who runs it.

use core::borrow::Borrow;
use core::marker::PhantomData;

use extents_static::__private::Wiring;

use crate::elements::ViewMut;
use crate::elements::kernels::arranged::Small;
use crate::elements::kernels::chain::{self, KnownChain};
use crate::elements::kernels::direct::{self, LoopCount};
use crate::elements::kernels::element_types::{Mixed, Threads};
use crate::elements::kernels::general::{self, Loops};
use crate::elements::kernels::how::{AddsUp, How};
use crate::elements::kernels::known_modes::{Known, KnownModes, tables};
use crate::elements::kernels::operands::{Sources, TensorTuple, read_modes};
use crate::elements::kernels::plans::plan_of_known;
use crate::elements::kernels::small::{self, KnownPlan};
use crate::elements::kernels::tiny::Tiny;
use crate::elements::kernels::{Input, Places};
use crate::layout::{StridedLayout, TrustedLayout};
use crate::plan::{ModeTable, Plan};
use crate::{Compose, Extents, Scalar, ShapeError};

/// A contraction of operands `V`, whose tuple of extents is `S`, to a result of extents `E` in layout `L`: its plan is a
/// const where the types know it.
#[allow(clippy::type_complexity, reason = "one parameter for each type that decides")]
pub(super) struct Typed<V, T, S, Ins, Out, E, L, H>(PhantomData<(V, T, S, Ins, Out, E, L, H)>);

impl<V, T, S, Ins, Out, E, L, H> Typed<V, T, S, Ins, Out, E, L, H>
where
    V: TensorTuple<T>,
    S: Compose<Ins, Out>,
    E: Extents,
    L: TrustedLayout<E>,
{
    const KNOWN: [KnownModes; 12] = KnownModes::of_all(S::WIRING, &V::KNOWN);
    const KNOWN_RESULT: KnownModes =
        KnownModes::of(S::WIRING.labels_of_result(), &Known::of::<E, L>());
}

impl<V, T, S, Ins, Out, E, L, H> KnownPlan for Typed<V, T, S, Ins, Out, E, L, H>
where
    V: TensorTuple<T>,
    T: AddsUp<H>,
    S: Compose<Ins, Out>,
    E: Extents,
    L: TrustedLayout<E>,
{
    const PLAN: Option<Plan> = {
        match plan_of_known(&Self::KNOWN, V::COUNT, &Self::KNOWN_RESULT) {
            // Fused loops go in the order of memory, which sums may not have.
            Some(plan) if T::Sum::CONTRACTS_IN_ANY_ORDER => Some(plan.fused()),
            plan => plan,
        }
    };
    const SMALL: Option<Small> = if size_of::<T::Sum>() > general::LARGEST {
        None
    } else {
        Small::of(Self::PLAN.as_ref(), T::SHARED.is_some(), small::vector_of::<T::Sum>())
    };
}

impl<V, T, S, Ins, Out, E, L, H> KnownChain for Typed<V, T, S, Ins, Out, E, L, H>
where
    H: How,
    V: TensorTuple<T>,
    S: Compose<Ins, Out>,
    E: Extents,
    L: TrustedLayout<E>,
{
    const COUNT: usize = V::COUNT;
    const OPERANDS: Option<[ModeTable; 12]> =
        if V::COUNT > 2 { tables(&Self::KNOWN, V::COUNT, &Self::KNOWN_RESULT) } else { None };
    const RESULT: Option<ModeTable> = if V::COUNT > 2 {
        let result = Self::KNOWN_RESULT;
        result.table(Self::KNOWN.split_at(V::COUNT).0, &result)
    } else {
        None
    };
    const PATH: Option<&'static [(usize, usize)]> = H::STEPS;
}

/// The numbers of operands and a result of one type.
type Alike<T, H> = Mixed<T, T, T, <T as AddsUp<H>>::Sum>;

/// The threads that `H` names.
#[cfg_attr(not(unoptimized), inline(always))]
fn threads<T: Scalar + AddsUp<H>, H>() -> Option<Threads<Alike<T, H>>> {
    T::SHARED.map(|(elements, sums)| Threads::of(elements, elements, elements, sums))
}

/// Runs a contraction of one operand or two, by the loops of `tiny` where the operands are as small.
///
/// # Safety
/// The modes are those of the labels of two operands, the first of which may be `alone`, and of the result, whose extents
/// agree under each label. *reads*, *writes*, *alone* and *distinct* hold, as [`general::run`] names them.
#[cfg_attr(not(unoptimized), inline(always))]
unsafe fn run_modes<T: Scalar + AddsUp<H>, H, const ADDS: bool>(
    tiny: Option<&Tiny>,
    [left, right]: [&Input<T>; 2],
    (origin, result): (*mut T, &ModeTable),
    is_alone: bool,
) {
    let places = Places::<Alike<T, H>> { left: left.start, right: right.start, result: origin };
    if let Some(tiny) = tiny
        && let Some(loops) = tiny.loops([&left.modes, &right.modes, result])
    {
        // SAFETY: the loops are those of the labels, for which the caller promises *reads*, *writes*, *alone* and *distinct*.
        unsafe { tiny.run::<_, ADDS>(&loops, is_alone, places) };
        return;
    }
    let modes = [left.modes.modes(), right.modes.modes(), result.modes()];
    // SAFETY: the loops are those of the modes, for which the caller promises *reads*, *writes*, *alone* and *distinct*.
    unsafe { general::run(Loops::of_modes(modes, is_alone), places, ADDS, threads::<T, H>()) };
}

/// Where a contraction writes: to these extents and layout, from the element at the index of zeros on. Where there is no
/// memory for temporaries, that is an error if it may fail; else they are done without, however long that takes.
pub(super) struct Target<'a, T, E, L> {
    pub(super) extents: &'a E,
    pub(super) layout: &'a L,
    pub(super) origin: *mut T,
    pub(super) may_fail: bool,
}

impl<'a, T, E: Extents, L: TrustedLayout<E> + StridedLayout<E>> Target<'a, T, E, L> {
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn of(view: &'a mut ViewMut<'_, T, E, L>, may_fail: bool) -> Self {
        let origin = view.origin();
        let (extents, layout) = view.mapping().parts();
        Target { extents, layout, origin, may_fail }
    }

    /// Reads the modes to a table of none.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn read(&self, labels: &Labels, modes: &mut ModeTable) {
        read_modes(modes, labels.wiring.labels_of_result(), self.extents, self.layout);
    }
}

/// What the labels of a contraction say, whatever it contracts.
pub(super) struct Labels {
    pub(super) wiring: &'static Wiring,
    tiny: Option<Tiny>,
    /// The number of operands.
    count: usize,
}

impl Labels {
    pub(super) const fn of<V: TensorTuple<T>, T, S: Compose<Ins, Out>, Ins, Out>() -> Self {
        let wiring = S::WIRING;
        let tiny = Tiny::of(wiring.labels(0), wiring.labels(1), wiring.labels_of_result());
        Labels { wiring, tiny, count: V::COUNT }
    }
}

/// Runs a contraction.
///
/// # Safety
/// The sources are those of the types, or read of them, and the labels are theirs; their extents and those of the target
/// agree under each label. To all that the extents of the target and its layout, which is unique, reach from its origin
/// *writes* and *alone* apply, as [`general::run`] names them.
pub(super) type Run<R, T, E, L> =
    unsafe fn(&R, &'static Labels, Target<'_, T, E, L>) -> Result<(), ShapeError>;

impl<V, T, S, Ins, Out, E, L, H> Typed<V, T, S, Ins, Out, E, L, H>
where
    V: TensorTuple<T>,
    T: Scalar + AddsUp<H>,
    H: How,
    S: Compose<Ins, Out>,
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
{
    /// Does not compile where the operands contract in one nest of loops, or may have to, and that has too many.
    #[track_caller]
    pub(super) const fn assert_ends() {
        if V::COUNT > 2 {
            let in_pairs = T::Sum::CONTRACTS_IN_ANY_ORDER
                && <Self as KnownChain>::IS_KNOWN
                && chain::has_room::<T::Sum>(<Self as KnownChain>::SCRATCH);
            if !in_pairs {
                LoopCount::of_all(S::WIRING, &V::KNOWN).check();
            }
        }
    }

    /// The kernel. A constant chooses it and not a branch: what stands in a function is looked at by the compiler,
    /// constants and all, also where no branch leads to it. Those that know less are the same for many types.
    pub(super) const fn kernel<R: Sources<T>, const ADDS: bool>() -> Run<R, T, E, L> {
        if <Self as KnownPlan>::SMALL.is_some() {
            Self::run_small::<R, ADDS>
        } else if <Self as KnownPlan>::PLAN.is_some() {
            Self::run_planned::<R, ADDS>
        } else if V::COUNT <= 2 {
            run_open::<R, T, E, L, H, ADDS>
        } else if !T::Sum::CONTRACTS_IN_ANY_ORDER {
            run_direct::<R, T, E, L, H, ADDS>
        } else if <Self as KnownChain>::IS_KNOWN {
            Self::run_known_chain::<R, ADDS>
        } else {
            run_chain::<R, T, E, L, H, ADDS>
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn places<R: Sources<T>>(sources: &R, origin: *mut T) -> Places<Alike<T, H>> {
        Places { left: sources.start(0), right: sources.start(1), result: origin }
    }

    /// # Safety
    /// As [`Run`]. There is a small plan.
    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn run_small<R: Sources<T>, const ADDS: bool>(
        sources: &R,
        _: &'static Labels,
        target: Target<'_, T, E, L>,
    ) -> Result<(), ShapeError> {
        let places = Self::places(sources, target.origin);
        // SAFETY: the plan was made of the modes of the operands and the target, whose extents agree, so that an index
        // in bounds of its loops is one in bounds of each. Strides lead to its element, which a view borrows: *reads*.
        // *writes* and *alone* are the caller's.
        unsafe { small::run::<_, Self, ADDS>(places) };
        Ok(())
    }

    /// # Safety
    /// As [`Run`].
    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn run_planned<R: Sources<T>, const ADDS: bool>(
        sources: &R,
        _: &'static Labels,
        target: Target<'_, T, E, L>,
    ) -> Result<(), ShapeError> {
        let places = Self::places(sources, target.origin);
        // A reference to a constant, and no copy of it: then the compiler sees through it.
        if let Some(plan) = const { &<Self as KnownPlan>::PLAN } {
            // SAFETY: as for the small plan; *distinct*, as the layout of the target is unique.
            unsafe { general::run(Loops::of_plan(plan), places, ADDS, threads::<T, H>()) };
        }
        Ok(())
    }

    /// # Safety
    /// As [`Run`].
    #[cfg_attr(not(unoptimized), inline(always))]
    unsafe fn run_known_chain<R: Sources<T>, const ADDS: bool>(
        sources: &R,
        labels: &'static Labels,
        target: Target<'_, T, E, L>,
    ) -> Result<(), ShapeError> {
        let start = |operand: usize| sources.start(operand);
        // SAFETY: extents agree, the starts are those of operands, which are borrowed (*reads*), and the caller promises
        // *writes* and *alone* of the result.
        unsafe {
            if chain::run_known::<Self, T, T::Sum, _, ADDS>(start, target.origin, T::SHARED) {
                Ok(())
            } else if target.may_fail {
                Err(ShapeError::Allocation { elements: <Self as KnownChain>::SCRATCH })
            } else {
                run_chain::<R, T, E, L, H, ADDS>(sources, labels, target)
            }
        }
    }
}

/// One operand or two, of which the types do not know all.
///
/// # Safety
/// As [`Run`].
#[cfg_attr(not(unoptimized), inline(always))]
unsafe fn run_open<R, T, E, L, H, const ADDS: bool>(
    sources: &R,
    labels: &'static Labels,
    target: Target<'_, T, E, L>,
) -> Result<(), ShapeError>
where
    R: Sources<T>,
    T: Scalar + AddsUp<H>,
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
{
    let (left, right) = (sources.input(0, labels.wiring)?, sources.input(1, labels.wiring)?);
    let inputs = [left.borrow(), right.borrow()];
    let mut modes = ModeTable::NONE;
    target.read(labels, &mut modes);
    let result = (target.origin, &modes);
    // SAFETY: extents agree under each label; *reads* of the operands, *writes* and *alone* as the caller promises,
    // *distinct* as the layout of the target is unique.
    unsafe { run_modes::<T, H, ADDS>(labels.tiny.as_ref(), inputs, result, labels.count == 1) };
    Ok(())
}

/// # Safety
/// As [`Run`].
unsafe fn run_chain<R, T, E, L, H, const ADDS: bool>(
    sources: &R,
    labels: &'static Labels,
    target: Target<'_, T, E, L>,
) -> Result<(), ShapeError>
where
    R: Sources<T>,
    T: Scalar + AddsUp<H>,
    H: How,
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
{
    let inputs = all_inputs(sources, labels)?;
    let inputs = inputs.split_at(labels.count.min(12)).0;
    let (mut result, origin) = (ModeTable::NONE, target.origin);
    target.read(labels, &mut result);
    // SAFETY: as for a chain that is known. An error says that nothing has been written, so that all of it can be
    // written by one nest, which needs no memory.
    unsafe {
        let done = chain::run::<T, T::Sum, H>(inputs, result.modes(), origin, ADDS, T::SHARED);
        if done.is_ok() || target.may_fail {
            return done;
        }
        direct::run_few::<T, T::Sum>(inputs, result.modes(), origin, ADDS)
    }
}

/// # Safety
/// As [`Run`].
unsafe fn run_direct<R, T, E, L, H, const ADDS: bool>(
    sources: &R,
    labels: &'static Labels,
    target: Target<'_, T, E, L>,
) -> Result<(), ShapeError>
where
    R: Sources<T>,
    T: Scalar + AddsUp<H>,
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
{
    let inputs = all_inputs(sources, labels)?;
    let inputs = inputs.split_at(labels.count.min(12)).0;
    let mut result = ModeTable::NONE;
    target.read(labels, &mut result);
    // SAFETY: as for a chain.
    unsafe { direct::run_few::<T, T::Sum>(inputs, result.modes(), target.origin, ADDS) }
}

/// The inputs, and none behind them.
#[inline]
fn all_inputs<T, R: Sources<T>>(
    sources: &R,
    labels: &Labels,
) -> Result<[Input<T>; 12], ShapeError> {
    let mut all = [Input::NONE; 12];
    for (operand, input) in all.iter_mut().enumerate().take(labels.count) {
        let Input { start, modes } = *sources.input(operand, labels.wiring)?.borrow();
        *input = Input { start, modes };
    }
    Ok(all)
}
