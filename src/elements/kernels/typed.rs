//! Contractions under typed labels: each checks its extents, here or in the types, and calls the kernel that `kernel`
//! chooses.

mod kernel;

use core::convert::Infallible;
use core::mem::MaybeUninit;

#[cfg(feature = "alloc")]
use extents_static::__private::KnownExtents;
#[cfg(feature = "alloc")]
use extents_static::__private::Tag;
use extents_static::__private::{Certainty, Known as Settled, Numbers, Wiring};

#[cfg(feature = "alloc")]
use self::kernel::Run;
use self::kernel::{Labels, Target, Typed};
use super::how::{AddsUp, How};
use super::operands::TensorTuple;
#[cfg(feature = "alloc")]
use super::plans::output;
#[cfg(feature = "alloc")]
use crate::Mapping;
#[cfg(feature = "alloc")]
use crate::TensorOf;
#[cfg(feature = "alloc")]
use crate::elements::vec_tensor::reserved;
use crate::elements::{Inline, InlineExtents, OperandTuple, Tensor, ViewMut};
use crate::error::Quantity;
use crate::layout::{RowMajor, StridedLayout, TrustedLayout};
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
#[cfg_attr(not(unoptimized), inline(always))]
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
#[cfg_attr(not(unoptimized), inline(always))]
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
        let mut inputs = V::unread();
        let result = operands.read(S::WIRING, &mut inputs)?;
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
pub(crate) fn check_target<E: Extents>(
    wiring: &Wiring,
    result: &[usize; 12],
    target: &E,
) -> Result<(), ShapeError> {
    if const { E::STATIC_RANK.is_none() } && target.is_null() {
        return Err(ShapeError::Null);
    }
    compare(wiring, result, target.slice_in(&mut None))
}

/// Compiled once, and not in each program for each of its contractions.
fn compare(wiring: &Wiring, result: &[usize; 12], target: &[usize]) -> Result<(), ShapeError> {
    let result = result.split_at(wiring.rank(0)).0;
    if result == target {
        return Ok(());
    }
    Numbers::none(wiring).with(result)?.with(target).map(|_| ())
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
    let rank = Tag::count(S::WIRING.labels_of_result());
    let output = S::Output::from_extents(extents.split_at(rank).0)?;
    let run = const { Typed::<V, T, S, Ins, Out, S::Output, RowMajor, H>::kernel::<V, false>() };
    // SAFETY: the types have extents that agree.
    unsafe { fill(&operands, const { &Labels::of::<V, T, S, Ins, Out>() }, output, run) }
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
    let mut inputs = V::unread();
    let extents = operands.read(S::WIRING, &mut inputs)?;
    let rank = Tag::count(S::WIRING.labels_of_result());
    let output = output::<V, Ins, Out, S>(&operands, extents.split_at(rank).0)?;
    let run =
        const { Typed::<V, T, S, Ins, Out, S::Output, RowMajor, H>::kernel::<V::Inputs, false>() };
    // SAFETY: the extents of what was read were found to agree, and `output` are those of the result.
    unsafe { fill(&inputs, const { &Labels::of::<V, T, S, Ins, Out>() }, output, run) }
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
/// `output` are the extents of the result, and what [`Run`] asks for holds but for the target.
#[cfg(feature = "alloc")]
#[cfg_attr(not(plain_kernels), inline(always))]
unsafe fn fill<R, T, E: Extents>(
    sources: &R,
    labels: &'static Labels,
    output: E,
    run: Run<R, T, E, RowMajor>,
) -> Result<TensorOf<E, T>, ShapeError> {
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
