//! Contractions under typed labels: what the types know of the operands, the plan, and the call of a kernel.

use crate::error::Quantity;
use core::convert::Infallible;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

use extents_static::__private::{Certainty, Known, LabelList, Tuple};

use super::arranged::Small;
use super::chain::{self, KnownChain};
use super::element_types::{Mixed, Threads};
use super::general::{self, Loops};
use super::how::{AddsUp, How};
use super::known_modes::{KnownModes, tables};
use super::plans::plan_of_known;
use super::small::{self, KnownPlan};
use super::tiny::Tiny;
use super::views::{Views, modes_of};
use super::{Input, Places, direct};
#[cfg(feature = "alloc")]
use crate::Mapping;
#[cfg(feature = "alloc")]
use crate::TensorOf;
#[cfg(feature = "alloc")]
use crate::elements::vec_tensor::reserved;
use crate::elements::{Inline, InlineExtents, Tensor, ViewMut};
use crate::layout::{RowMajor, StridedLayout, TrustedLayout};
use crate::plan::{ModeTable, Plan};
use crate::{Compose, Extents, InlineTensor, Scalar, ShapeError};

/// What both compositions, of the operands and with the target, know for certain.
pub(crate) type TargetCertainty<Operands, Ins, Out, E> =
    <<Operands as Compose<Ins, Out>>::Certainty as Certainty>::And<
        <(<Operands as Compose<Ins, Out>>::Output, E) as Compose<(Out, Out), Out>>::Certainty,
    >;

/// Computes a composition of views into `target`, whose modes are named `Out`: writes it, or `ADDS` it to
/// what is there. Everything is checked before the first write.
#[inline(always)]
pub(crate) fn contract_views<V, T, Ins, Out, E, L, Shapes, H, const ADDS: bool>(
    views: &V,
    mut target: ViewMut<'_, T, E, L>,
) -> Result<(), <TargetCertainty<Shapes, Ins, Out, E> as Certainty>::Error>
where
    V: Views<T, Ins, Shapes = Shapes>,
    T: Scalar + AddsUp<H>,
    H: How,
    Out: Tuple<List: LabelList>,
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
    Shapes: Compose<Ins, Out>,
    (Shapes::Output, E): Compose<(Out, Out), Out>,
{
    const { assert_ends_in::<V, T, Ins, Out, E, L, H>() };
    let check = || {
        let output = views.shapes().compose().map_err(Into::into)?;
        let shapes = (output, target.extents().clone());
        shapes.compose().map_err(|error| about_target(error.into()))?;
        Ok(())
    };
    TargetCertainty::<Shapes, Ins, Out, E>::settle(check())?;
    let origin = target.origin();
    let may_fail = const { !V::IS_STATIC || E::STATIC_SIZE.is_none() };
    // SAFETY: `check` found the extents of the views, and those of the target, to agree under each label. The target
    // borrows its elements mutably, has one at each index from its origin on, and is unique.
    let done = unsafe {
        run::<V, T, Ins, Out, E, L, H, ADDS>(
            views,
            may_fail,
            target.extents(),
            target.mapping().layout(),
            origin,
        )
    };
    TargetCertainty::<Shapes, Ins, Out, E>::settle(done)
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

/// Computes a composition of views into a new tensor in a `Vec`.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn contract_to_vec<V, T, Ins, Out, Shapes, H>(
    views: &V,
) -> Result<TensorOf<Shapes::Output, T>, ShapeError>
where
    V: Views<T, Ins, Shapes = Shapes>,
    T: Scalar + AddsUp<H>,
    H: How,
    Out: Tuple<List: LabelList>,
    Shapes: Compose<Ins, Out>,
{
    let output = views.shapes().compose().map_err(Into::into)?;
    let size = output.size();
    let mut elements = reserved::<T>(size)?;
    // SAFETY: `compose` found the extents of the views to agree, and `output` are those of the result, for which there
    // is room that nothing else reaches; row-major extents are unique. Nothing is added to, so that none of it need be
    // initialised.
    unsafe {
        let origin = elements.as_mut_ptr();
        run::<V, T, Ins, Out, _, _, H, false>(views, true, &output, &RowMajor, origin)?;
        // Each element was written.
        elements.set_len(size);
    }
    Ok(Tensor::from_parts(elements, Mapping::new(output)))
}

/// Fails to compile where a composition into an inline tensor would never end, or the tensor would be too large.
#[track_caller]
pub(crate) const fn assert_inline<V, T, Ins, Out, E, H>()
where
    V: Views<T, Ins>,
    T: Scalar + AddsUp<H>,
    H: How,
    Out: Tuple<List: LabelList>,
    E: InlineExtents,
{
    let () = Inline::<T, E>::FITS;
    assert_ends::<V, T, Ins, Out, E, RowMajor, H>();
}

/// Fails to compile where a composition into a target would never end, and nothing else can fail.
#[track_caller]
pub(crate) const fn assert_ends_in<V, T, Ins, Out, E, L, H>()
where
    V: Views<T, Ins>,
    T: Scalar + AddsUp<H>,
    H: How,
    Out: Tuple<List: LabelList>,
    E: Extents,
    L: TrustedLayout<E>,
{
    if V::IS_STATIC && E::STATIC_SIZE.is_some() {
        assert_ends::<V, T, Ins, Out, E, L, H>();
    }
}

/// Computes a composition of views into a new inline tensor.
#[inline]
pub(crate) fn contract_inline<V, T, Ins, Out, Shapes, H>(
    views: &V,
) -> Result<InlineTensor<T, Shapes::Output>, Infallible>
where
    V: Views<T, Ins, Shapes = Shapes>,
    T: Scalar + AddsUp<H>,
    H: How,
    Out: Tuple<List: LabelList>,
    Shapes: Compose<Ins, Out, Output: InlineExtents>,
{
    const { assert_ends::<V, T, Ins, Out, Shapes::Output, RowMajor, H>() };
    // Before there is a result: one that may be an error would be copied to where the caller wants it.
    Known::settle(views.shapes().compose().map_err(Into::into))?;
    let output = Shapes::Output::default();
    let write = |elements: &mut [MaybeUninit<T>]| {
        let origin = elements.as_mut_ptr().cast();
        // SAFETY: as in `contract_to_vec`: the array has room for the static extents of the result.
        let done = unsafe {
            run::<V, T, Ins, Out, _, _, H, false>(views, false, &output, &RowMajor, origin)
        };
        // What could fail is memory, which is done without, and a number of loops that `assert_ends` refuses.
        let Ok(()) = Known::settle(done);
    };
    // SAFETY: `run` writes each element of the result where it gives `Ok`, which is all it can give here.
    Ok(Tensor::of_inline(unsafe { Inline::written(write) }))
}

/// A contraction of types: its plan is a const where they know it.
struct Typed<V, T, Ins, Out, E, L, H>(PhantomData<(V, T, Ins, Out, E, L, H)>);

impl<V, T, Ins, Out, E, L, H> KnownPlan for Typed<V, T, Ins, Out, E, L, H>
where
    V: Views<T, Ins>,
    T: AddsUp<H>,
    Out: Tuple<List: LabelList>,
    E: Extents,
    L: TrustedLayout<E>,
{
    const PLAN: Option<Plan> = {
        match plan_of_known(&V::KNOWN, V::COUNT, &KnownModes::of::<Out::List, E, L>()) {
            // Fused loops go in the order of memory, which sums may not have.
            Some(plan) if T::Sum::CONTRACTS_IN_ANY_ORDER => Some(plan.fused()),
            plan => plan,
        }
    };
    const SMALL: Option<Small> =
        if size_of::<T::Sum>() > general::LARGEST { None } else { Small::of(Self::PLAN.as_ref()) };
}

impl<V, T, Ins, Out, E, L, H> KnownChain for Typed<V, T, Ins, Out, E, L, H>
where
    H: How,
    V: Views<T, Ins>,
    Out: Tuple<List: LabelList>,
    E: Extents,
    L: TrustedLayout<E>,
{
    const COUNT: usize = V::COUNT;
    const OPERANDS: Option<[ModeTable; 12]> = if V::COUNT > 2 {
        tables(&V::KNOWN, V::COUNT, &KnownModes::of::<Out::List, E, L>())
    } else {
        None
    };
    const RESULT: Option<ModeTable> = if V::COUNT > 2 {
        let result = KnownModes::of::<Out::List, E, L>();
        result.table(V::KNOWN.split_at(V::COUNT).0, &result)
    } else {
        None
    };
    const PATH: Option<&'static [(usize, usize)]> = H::STEPS;
}

/// Does not compile where the operands contract in one nest of loops, or may have to, and that has too many.
#[track_caller]
const fn assert_ends<V, T, Ins, Out, E, L, H>()
where
    V: Views<T, Ins>,
    T: AddsUp<H>,
    H: How,
    Out: Tuple<List: LabelList>,
    E: Extents,
    L: TrustedLayout<E>,
{
    let in_pairs = T::Sum::CONTRACTS_IN_ANY_ORDER
        && <Typed<V, T, Ins, Out, E, L, H> as KnownChain>::IS_KNOWN
        && chain::has_room::<T::Sum>(<Typed<V, T, Ins, Out, E, L, H> as KnownChain>::SCRATCH);
    if V::COUNT > 2 && !in_pairs {
        V::LOOPS.check();
    }
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

/// Runs a contraction of views, on a target of these extents and layout, whose element at the index of zeros comes last.
/// Where there is no memory for temporaries, that is an error if it may fail, as the second argument says; else they are
/// done without, however long that takes.
type Run<V, T, E, L> = unsafe fn(&V, bool, &E, &L, *mut T) -> Result<(), ShapeError>;

/// Runs a contraction.
///
/// # Safety
/// The extents of the views and of the target agree under each label. `origin` is the element of the target at the
/// index of zeros; to all that its extents and its layout, which is unique, reach from there *writes* and *alone*
/// apply, as [`general::run`] names them.
#[inline(always)]
unsafe fn run<V, T, Ins, Out, E, L, H, const ADDS: bool>(
    views: &V,
    may_fail: bool,
    extents: &E,
    layout: &L,
    origin: *mut T,
) -> Result<(), ShapeError>
where
    V: Views<T, Ins>,
    T: Scalar + AddsUp<H>,
    H: How,
    Out: Tuple<List: LabelList>,
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
{
    let run = const { Typed::<V, T, Ins, Out, E, L, H>::kernel::<ADDS>() };
    // SAFETY: what the caller promises is what each kernel asks for.
    unsafe { run(views, may_fail, extents, layout, origin) }
}

impl<V, T, Ins, Out, E, L, H> Typed<V, T, Ins, Out, E, L, H>
where
    V: Views<T, Ins>,
    T: Scalar + AddsUp<H>,
    H: How,
    Out: Tuple<List: LabelList>,
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
{
    /// The kernel. A constant chooses it and not a branch: what stands in a function is looked at by the compiler,
    /// constants and all, also where no branch leads to it.
    const fn kernel<const ADDS: bool>() -> Run<V, T, E, L> {
        if <Self as KnownPlan>::SMALL.is_some() {
            Self::run_small::<ADDS>
        } else if <Self as KnownPlan>::PLAN.is_some() {
            Self::run_planned::<ADDS>
        } else if V::COUNT <= 2 {
            Self::run_open::<ADDS>
        } else if !T::Sum::CONTRACTS_IN_ANY_ORDER {
            Self::run_direct::<ADDS>
        } else if <Self as KnownChain>::IS_KNOWN {
            Self::run_known_chain::<ADDS>
        } else {
            Self::run_chain::<ADDS>
        }
    }

    #[inline(always)]
    fn places(views: &V, origin: *mut T) -> Places<Alike<T, H>> {
        Places { left: views.source(0).start, right: views.source(1).start, result: origin }
    }

    /// # Safety
    /// As [`run`]. There is a small plan.
    #[inline(always)]
    unsafe fn run_small<const ADDS: bool>(
        views: &V,
        _: bool,
        _: &E,
        _: &L,
        origin: *mut T,
    ) -> Result<(), ShapeError> {
        let places = Self::places(views, origin);
        // SAFETY: the plan was made of the modes of the operands and the target, whose extents agree, so that an index
        // in bounds of its loops is one in bounds of each. Strides lead to its element, which a view borrows: *reads*.
        // *writes* and *alone* are the caller's.
        unsafe { small::run::<_, Self, ADDS>(places) };
        Ok(())
    }

    /// # Safety
    /// As [`run`].
    #[inline(always)]
    unsafe fn run_planned<const ADDS: bool>(
        views: &V,
        _: bool,
        _: &E,
        _: &L,
        origin: *mut T,
    ) -> Result<(), ShapeError> {
        let places = Self::places(views, origin);
        // A reference to a constant, and no copy of it: then the compiler sees through it.
        if let Some(plan) = const { &<Self as KnownPlan>::PLAN } {
            // SAFETY: as for the small plan; *distinct*, as the layout of the target is unique.
            unsafe { general::run(Loops::of_plan(plan), places, ADDS, threads::<T, H>()) };
        }
        Ok(())
    }

    /// One operand or two, of which the types do not know all.
    ///
    /// # Safety
    /// As [`run`].
    #[inline(always)]
    unsafe fn run_open<const ADDS: bool>(
        views: &V,
        _: bool,
        extents: &E,
        layout: &L,
        origin: *mut T,
    ) -> Result<(), ShapeError> {
        let result = modes_of::<Out::List, E>(extents, layout.strides(extents).as_ref());
        let sources = [views.source(0), views.source(1)];
        let tiny = const {
            let [left, right] = &V::TAGS;
            &Tiny::of(left, right, &<Out::List as LabelList>::TAGS)
        };
        // SAFETY: extents agree under each label; *reads* of the views, *writes* and *alone* as the caller promises,
        // *distinct* as the layout of the target is unique.
        unsafe {
            run_modes::<T, H, ADDS>(
                tiny.as_ref(),
                sources,
                (origin, result),
                const { V::COUNT == 1 },
            );
        };
        Ok(())
    }

    /// # Safety
    /// As [`run`].
    #[inline(always)]
    unsafe fn run_known_chain<const ADDS: bool>(
        views: &V,
        may_fail: bool,
        extents: &E,
        layout: &L,
        origin: *mut T,
    ) -> Result<(), ShapeError> {
        let start = |operand: usize| views.source(operand).start;
        // SAFETY: extents agree, the starts are those of views, which borrow their elements (*reads*), and the caller
        // promises *writes* and *alone* of the result.
        unsafe {
            if chain::run_known::<Self, T, T::Sum, _, ADDS>(start, origin, T::SHARED) {
                Ok(())
            } else if may_fail {
                Err(ShapeError::Allocation { elements: <Self as KnownChain>::SCRATCH })
            } else {
                Self::run_chain::<ADDS>(views, may_fail, extents, layout, origin)
            }
        }
    }

    /// # Safety
    /// As [`run`].
    unsafe fn run_chain<const ADDS: bool>(
        views: &V,
        may_fail: bool,
        extents: &E,
        layout: &L,
        origin: *mut T,
    ) -> Result<(), ShapeError> {
        let result = modes_of::<Out::List, E>(extents, layout.strides(extents).as_ref());
        let sources: [Input<T>; 12] = core::array::from_fn(|operand| views.source(operand));
        let sources = sources.split_at(V::COUNT.min(12)).0;
        // SAFETY: as for a chain that is known. An error says that nothing has been written, so that all of it can be
        // written by one nest, which needs no memory.
        unsafe {
            let done = chain::run::<T, T::Sum, H>(sources, result.modes(), origin, ADDS, T::SHARED);
            if done.is_ok() || may_fail {
                return done;
            }
            direct::run_few::<T, T::Sum>(sources, result.modes(), origin, ADDS)
        }
    }

    /// # Safety
    /// As [`run`].
    unsafe fn run_direct<const ADDS: bool>(
        views: &V,
        _: bool,
        extents: &E,
        layout: &L,
        origin: *mut T,
    ) -> Result<(), ShapeError> {
        let result = modes_of::<Out::List, E>(extents, layout.strides(extents).as_ref());
        let sources: [Input<T>; 12] = core::array::from_fn(|operand| views.source(operand));
        let sources = sources.split_at(V::COUNT.min(12)).0;
        // SAFETY: as for a chain.
        unsafe { direct::run_few::<T, T::Sum>(sources, result.modes(), origin, ADDS) }
    }
}
