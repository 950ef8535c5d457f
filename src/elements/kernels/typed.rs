//! Contractions under typed labels: what the types know of the operands, the plan, and the call of a kernel.

use crate::error::Quantity;
use core::convert::Infallible;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

#[cfg(feature = "alloc")]
use extents_static::__private::KnownExtents;
use extents_static::__private::{Certainty, Known as Settled, Numbers, Tag, Wiring};

use super::arranged::Small;
use super::chain::{self, KnownChain};
use super::direct::LoopCount;
use super::element_types::{Mixed, Threads};
use super::general::{self, Loops};
use super::how::{AddsUp, How};
use super::known_modes::{Known, KnownModes, tables};
use super::operands::{Sources, TensorTuple, modes_of};
use super::plans::plan_of_known;
use super::small::{self, KnownPlan};
use super::tiny::Tiny;
use super::{Input, Places, direct};
#[cfg(feature = "alloc")]
use crate::Mapping;
#[cfg(feature = "alloc")]
use crate::TensorOf;
#[cfg(feature = "alloc")]
use crate::elements::vec_tensor::reserved;
use crate::elements::{Inline, InlineExtents, OperandTuple, Tensor, ViewMut};
use crate::layout::{RowMajor, StridedLayout, TrustedLayout};
use crate::plan::{ModeTable, Plan};
use crate::{Compose, Extents, InlineTensor, Scalar, ShapeError};

/// Whether nothing is left to fail of both compositions, of the operands and with the target.
pub(crate) type TargetAgreement<Operands, Ins, Out, E> =
    <<Operands as Compose<Ins, Out>>::Agreement as Certainty>::And<
        <(<Operands as Compose<Ins, Out>>::Output, E) as Compose<(Out, Out), Out>>::Agreement,
    >;

/// What is left to fail where operands of extents `S` contract into a target of extents `E`.
type TargetError<S, Ins, Out, E> = <TargetAgreement<S, Ins, Out, E> as Certainty>::Error;

/// Returns the function that computes a composition of operands into a target, whose modes are named `Out`: it writes
/// it, or `ADDS` it to what is there. Everything is checked before the first write.
///
/// A constant chooses it: where a function has both ways, the compiler looks at both.
#[allow(clippy::type_complexity, reason = "a function that returns a function")]
pub(crate) const fn contract_views<V, T, Ins, Out, E, L, S, H, const ADDS: bool>()
-> fn(V, ViewMut<'_, T, E, L>) -> Result<(), TargetError<S, Ins, Out, E>>
where
    V: TensorTuple<T> + OperandTuple<Extents = S>,
    T: Scalar + AddsUp<H>,
    H: How,
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
    S: Compose<Ins, Out>,
    (S::Output, E): Compose<(Out, Out), Out>,
{
    if TargetAgreement::<S, Ins, Out, E>::IS_KNOWN {
        known_into::<V, T, Ins, Out, E, L, S, H, ADDS>
    } else {
        read_into::<V, T, Ins, Out, E, L, S, H, ADDS>
    }
}

/// Nothing is left to compare.
#[inline(always)]
fn known_into<V, T, Ins, Out, E, L, S, H, const ADDS: bool>(
    operands: V,
    mut target: ViewMut<'_, T, E, L>,
) -> Result<(), TargetError<S, Ins, Out, E>>
where
    V: TensorTuple<T> + OperandTuple<Extents = S>,
    T: Scalar + AddsUp<H>,
    H: How,
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
    S: Compose<Ins, Out>,
    (S::Output, E): Compose<(Out, Out), Out>,
{
    const {
        assert!(TargetAgreement::<S, Ins, Out, E>::IS_KNOWN, "extents are compared");
        assert_ends_in::<V, T, Ins, Out, E, L, S, H>();
    }
    let target = Target::of(&mut target, false);
    let run = const { Typed::<V, T, S, Ins, Out, E, L, H>::kernel::<V, ADDS>() };
    // SAFETY: operands and target have extents that agree, as their types say. The target borrows its elements mutably, has one
    // at each index from its origin on, and is unique.
    let done = unsafe { run(&operands, const { &Labels::of::<V, T, S, Ins, Out>() }, target) };
    TargetAgreement::<S, Ins, Out, E>::settle(done)
}

/// Extents are compared as they are read.
#[inline(always)]
fn read_into<V, T, Ins, Out, E, L, S, H, const ADDS: bool>(
    operands: V,
    mut target: ViewMut<'_, T, E, L>,
) -> Result<(), TargetError<S, Ins, Out, E>>
where
    V: TensorTuple<T> + OperandTuple<Extents = S>,
    T: Scalar + AddsUp<H>,
    H: How,
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
    S: Compose<Ins, Out>,
    (S::Output, E): Compose<(Out, Out), Out>,
{
    let mut contract = || {
        let (inputs, result) = operands.read(S::WIRING)?;
        let wiring = <(S::Output, E) as Compose<(Out, Out), Out>>::WIRING;
        check_target(wiring, &result, target.extents()).map_err(about_target)?;
        let target = Target::of(&mut target, true);
        let run = const { Typed::<V, T, S, Ins, Out, E, L, H>::kernel::<V::Inputs, ADDS>() };
        // SAFETY: the extents of what was read, and those of the target, were found to agree under each label. The target
        // borrows its elements mutably, has one at each index from its origin on, and is unique.
        unsafe { run(&inputs, const { &Labels::of::<V, T, S, Ins, Out>() }, target) }
    };
    TargetAgreement::<S, Ins, Out, E>::settle(contract())
}

/// Compares the extents of a result with those of its target, whose labels are the same.
#[inline]
fn check_target<E: Extents>(
    wiring: &Wiring,
    result: &[usize; 12],
    target: &E,
) -> Result<(), ShapeError> {
    if const { E::STATIC_RANK.is_none() } && target.is_null() {
        return Err(ShapeError::Null);
    }
    let none = Numbers::none(wiring);
    let result = none.with(result.split_at(Tag::count(wiring.labels(0))).0)?;
    target.with_slice(|target| result.with(target).map(|_| ()))
}

/// The target stands beside the result, but it is no operand that a number would name.
fn about_target(error: ShapeError) -> ShapeError {
    match error {
        ShapeError::CountMismatch {
            of: Quantity::Labels { .. },
            expected: rank,
            found: labels,
        } => ShapeError::RankMismatch { expected: labels, found: rank },
        error => error,
    }
}

/// Returns the function that computes a composition of operands into a new tensor in a `Vec`. A constant chooses it, as
/// that of [`contract_views`].
#[cfg(feature = "alloc")]
#[allow(clippy::type_complexity, reason = "a function that returns a function")]
pub(crate) const fn contract_to_vec<V, T, Ins, Out, S, H>()
-> fn(V) -> Result<TensorOf<S::Output, T>, ShapeError>
where
    V: TensorTuple<T> + OperandTuple<Extents = S>,
    T: Scalar + AddsUp<H>,
    H: How,
    S: Compose<Ins, Out>,
{
    if S::Certainty::IS_KNOWN {
        known_to_vec::<V, T, Ins, Out, S, H>
    } else {
        read_to_vec::<V, T, Ins, Out, S, H>
    }
}

/// Nothing is left to compare.
#[cfg(feature = "alloc")]
#[inline]
fn known_to_vec<V, T, Ins, Out, S, H>(operands: V) -> Result<TensorOf<S::Output, T>, ShapeError>
where
    V: TensorTuple<T> + OperandTuple<Extents = S>,
    T: Scalar + AddsUp<H>,
    H: How,
    S: Compose<Ins, Out>,
{
    const { assert!(S::Certainty::IS_KNOWN, "extents are compared") };
    let extents = const { &known_extents::<S::Output>() };
    let run = const { Typed::<V, T, S, Ins, Out, S::Output, RowMajor, H>::kernel::<V, false>() };
    // SAFETY: the types have extents that agree.
    unsafe { fill(&operands, const { &Labels::of::<V, T, S, Ins, Out>() }, extents, run) }
}

/// Extents are compared as they are read.
#[cfg(feature = "alloc")]
#[inline]
fn read_to_vec<V, T, Ins, Out, S, H>(operands: V) -> Result<TensorOf<S::Output, T>, ShapeError>
where
    V: TensorTuple<T> + OperandTuple<Extents = S>,
    T: Scalar + AddsUp<H>,
    H: How,
    S: Compose<Ins, Out>,
{
    let (inputs, extents) = operands.read(S::WIRING)?;
    let run =
        const { Typed::<V, T, S, Ins, Out, S::Output, RowMajor, H>::kernel::<V::Inputs, false>() };
    // SAFETY: the extents of what was read were found to agree, and `extents` are those of the result.
    unsafe { fill(&inputs, const { &Labels::of::<V, T, S, Ins, Out>() }, &extents, run) }
}

/// The extents that a type knows.
#[cfg(feature = "alloc")]
const fn known_extents<E: Extents>() -> [usize; 12] {
    let known = KnownExtents::static_part(E::STATIC_EXTENTS);
    let mut all = [1; 12];
    all.split_at_mut(known.as_slice().len()).0.copy_from_slice(known.as_slice());
    all
}

/// Computes a contraction into a new tensor of these extents.
///
/// # Safety
/// `extents` begins with those of the result, and what [`Run`] asks for holds but for the target.
#[cfg(feature = "alloc")]
#[inline]
unsafe fn fill<R, T, E: Extents>(
    sources: &R,
    labels: &'static Labels,
    extents: &[usize; 12],
    run: Run<R, T, E, RowMajor>,
) -> Result<TensorOf<E, T>, ShapeError> {
    let rank = Tag::count(labels.wiring.labels_of_result());
    let output = E::from_extents(extents.split_at(rank).0)?;
    let size = output.size();
    let mut elements = reserved::<T>(size)?;
    let origin = elements.as_mut_ptr();
    let target = Target { extents: &output, layout: &RowMajor, origin, may_fail: true };
    // SAFETY: the caller promises what is said of sources and labels; `output` are the extents of the result, for which
    // there is room that nothing else reaches; row-major extents are unique. Nothing is added to, so that none of it need
    // be initialised.
    unsafe {
        run(sources, labels, target)?;
        // Each element was written.
        elements.set_len(size);
    }
    Ok(Tensor::from_parts(elements, Mapping::new(output)))
}

/// Fails to compile where a composition into an inline tensor would never end, or the tensor would be too large.
#[track_caller]
pub(crate) const fn assert_inline<V, T, Ins, Out, S, H>()
where
    V: TensorTuple<T> + OperandTuple<Extents = S>,
    T: Scalar + AddsUp<H>,
    H: How,
    S: Compose<Ins, Out, Output: InlineExtents>,
{
    let _ = S::WIRING;
    let () = Inline::<T, S::Output>::FITS;
    Typed::<V, T, S, Ins, Out, S::Output, RowMajor, H>::assert_ends();
}

/// Fails to compile where a composition into a target would never end, and nothing else can fail.
#[track_caller]
pub(crate) const fn assert_ends_in<V, T, Ins, Out, E, L, S, H>()
where
    V: TensorTuple<T> + OperandTuple<Extents = S>,
    T: Scalar + AddsUp<H>,
    H: How,
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
    S: Compose<Ins, Out>,
    (S::Output, E): Compose<(Out, Out), Out>,
{
    let _ = (S::WIRING, <(S::Output, E) as Compose<(Out, Out), Out>>::WIRING);
    if TargetAgreement::<S, Ins, Out, E>::IS_KNOWN {
        Typed::<V, T, S, Ins, Out, E, L, H>::assert_ends();
    }
}

/// Computes a composition of operands of static extents into a new inline tensor.
#[inline]
pub(crate) fn contract_inline<V, T, Ins, Out, S, H>(
    operands: V,
) -> Result<InlineTensor<T, S::Output>, Infallible>
where
    V: TensorTuple<T> + OperandTuple<Extents = S>,
    T: Scalar + AddsUp<H>,
    H: How,
    S: Compose<Ins, Out, Output: InlineExtents>,
{
    const {
        assert!(S::Certainty::IS_KNOWN, "inline operands have static extents");
        Typed::<V, T, S, Ins, Out, S::Output, RowMajor, H>::assert_ends();
    }
    let output = S::Output::default();
    let write = |elements: &mut [MaybeUninit<T>]| {
        let origin = elements.as_mut_ptr().cast();
        let target = Target { extents: &output, layout: &RowMajor, origin, may_fail: false };
        let labels = const { &Labels::of::<V, T, S, Ins, Out>() };
        let run =
            const { Typed::<V, T, S, Ins, Out, S::Output, RowMajor, H>::kernel::<V, false>() };
        // SAFETY: the types have extents that agree; the array has room for the static extents of the result, otherwise as
        // in `fill`.
        let done = unsafe { run(&operands, labels, target) };
        // What could fail is memory, which is done without, and a number of loops that `assert_ends` refuses.
        let Ok(()) = Settled::settle(done);
    };
    // SAFETY: `run` writes each element of the result where it gives `Ok`, which is all it can give here.
    Ok(Tensor::of_inline(unsafe { Inline::written(write) }))
}

/// A contraction of operands `V`, whose tuple of extents is `S`, to a result of extents `E` in layout `L`: its plan is a
/// const where the types know it.
#[allow(clippy::type_complexity, reason = "one parameter for each type that decides")]
struct Typed<V, T, S, Ins, Out, E, L, H>(PhantomData<(V, T, S, Ins, Out, E, L, H)>);

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
    const SMALL: Option<Small> =
        if size_of::<T::Sum>() > general::LARGEST { None } else { Small::of(Self::PLAN.as_ref()) };
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
#[inline(always)]
fn threads<T: Scalar + AddsUp<H>, H>() -> Option<Threads<Alike<T, H>>> {
    T::SHARED.map(|(elements, sums)| Threads::of(elements, elements, elements, sums))
}

/// Runs a contraction of one operand or two, by the loops of `tiny` where the operands are as small.
///
/// # Safety
/// The modes are those of the labels of two operands, the first of which may be `alone`, and of the result, whose extents
/// agree under each label. *reads*, *writes*, *alone* and *distinct* hold, as [`general::run`] names them.
#[inline(always)]
unsafe fn run_modes<T: Scalar + AddsUp<H>, H, const ADDS: bool>(
    tiny: Option<&Tiny>,
    [left, right]: [Input<T>; 2],
    result: (*mut T, ModeTable),
    is_alone: bool,
) {
    let (origin, result) = result;
    let places = Places::<Alike<T, H>> { left: left.start, right: right.start, result: origin };
    if let Some(tiny) = tiny
        && let Some(loops) = tiny.loops([&left.modes, &right.modes, &result])
    {
        // SAFETY: the loops are those of the labels; the rest is the caller's promise.
        unsafe { tiny.run::<_, ADDS>(&loops, is_alone, places) };
        return;
    }
    let modes = [left.modes.modes(), right.modes.modes(), result.modes()];
    // SAFETY: as the caller promises.
    unsafe { general::run(Loops::of_modes(modes, is_alone), places, ADDS, threads::<T, H>()) };
}

/// Where a contraction writes: to these extents and layout, from the element at the index of zeros on. Where there is no
/// memory for temporaries, that is an error if it may fail; else they are done without, however long that takes.
struct Target<'a, T, E, L> {
    extents: &'a E,
    layout: &'a L,
    origin: *mut T,
    may_fail: bool,
}

impl<'a, T, E: Extents, L: TrustedLayout<E> + StridedLayout<E>> Target<'a, T, E, L> {
    #[inline(always)]
    fn of(view: &'a mut ViewMut<'_, T, E, L>, may_fail: bool) -> Self {
        let origin = view.origin();
        let (extents, layout) = view.mapping().parts();
        Target { extents, layout, origin, may_fail }
    }

    #[inline(always)]
    fn modes(&self, labels: &Labels) -> ModeTable {
        modes_of(labels.wiring.labels_of_result(), self.extents, self.layout)
    }
}

/// What the labels of a contraction say, whatever it contracts.
struct Labels {
    wiring: &'static Wiring,
    tiny: Option<Tiny>,
    /// The number of operands.
    count: usize,
}

impl Labels {
    const fn of<V: TensorTuple<T>, T, S: Compose<Ins, Out>, Ins, Out>() -> Self {
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
type Run<R, T, E, L> =
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
    const fn assert_ends() {
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
    const fn kernel<R: Sources<T>, const ADDS: bool>() -> Run<R, T, E, L> {
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

    #[inline(always)]
    fn places<R: Sources<T>>(sources: &R, origin: *mut T) -> Places<Alike<T, H>> {
        Places { left: sources.start(0), right: sources.start(1), result: origin }
    }

    /// # Safety
    /// As [`Run`]. There is a small plan.
    #[inline(always)]
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
    #[inline(always)]
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
    #[inline(always)]
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
#[inline(always)]
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
    let inputs = [sources.input(0, labels.wiring)?, sources.input(1, labels.wiring)?];
    let result = (target.origin, target.modes(labels));
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
    let (result, origin) = (target.modes(labels), target.origin);
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
    // SAFETY: as for a chain.
    unsafe {
        direct::run_few::<T, T::Sum>(inputs, target.modes(labels).modes(), target.origin, ADDS)
    }
}

/// The inputs, and none behind them.
#[inline]
fn all_inputs<T, R: Sources<T>>(
    sources: &R,
    labels: &Labels,
) -> Result<[Input<T>; 12], ShapeError> {
    let mut all = [Input::NONE; 12];
    for (operand, input) in all.iter_mut().enumerate().take(labels.count) {
        *input = sources.input(operand, labels.wiring)?;
    }
    Ok(all)
}
