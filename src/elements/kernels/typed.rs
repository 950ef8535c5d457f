//! Contractions under typed labels: what the types know of the operands, the plan, and the call of a kernel.

use core::convert::Infallible;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

use extents_static::__private::{
    Certainty, Cons, Known, KnownExtents, LabelList, Nil, ToTuple, Tuple,
};

use super::numbers::Same;
use super::small::{self, KnownPlan};
use super::{Places, Source, direct, general};
#[cfg(feature = "alloc")]
use crate::TensorOf;
#[cfg(feature = "alloc")]
use crate::elements::whole::written;
use crate::elements::whole::written_inline;
use crate::elements::{View, ViewMut};
use crate::layout::{Layout, RowMajor, StridedLayout, Trust, TrustedLayout};
use crate::plan::{ModeTable, Plan};
use crate::{Compose, Extents, InlineExtents, InlineTensor, Scalar, ShapeError};

/// A list of views of elements `T`, and the tuple `Ins` of their label tuples.
pub trait Views<T, Ins> {
    /// The tuple of their extents.
    type Shapes;
    /// The number of operands.
    const COUNT: usize;
    /// The modes of the first operand, and of the second one, where the types know all of them.
    const FIRST: Option<ModeTable>;
    const SECOND: Option<ModeTable>;
    fn shapes(&self) -> Self::Shapes;
    fn source(&self, operand: usize) -> Source<T>;
}

impl<T, Ins, V> Views<T, Ins> for V
where
    Ins: Tuple,
    V: LabelledViews<T, Ins::List, Extents: ToTuple>,
{
    type Shapes = <V::Extents as ToTuple>::Tuple;
    const COUNT: usize = V::COUNT;
    const FIRST: Option<ModeTable> = V::FIRST;
    const SECOND: Option<ModeTable> = V::SECOND;
    #[inline]
    fn shapes(&self) -> Self::Shapes {
        self.extents().into_tuple()
    }
    #[inline]
    fn source(&self, operand: usize) -> Source<T> {
        LabelledViews::source(self, operand)
    }
}

/// A list of views, and the list `Ins` of their label tuples.
pub trait LabelledViews<T, Ins> {
    type Extents;
    const COUNT: usize;
    const FIRST: Option<ModeTable>;
    const SECOND: Option<ModeTable>;
    fn extents(&self) -> Self::Extents;
    fn source(&self, operand: usize) -> Source<T>;
}

impl<T> LabelledViews<T, Nil> for Nil {
    type Extents = Nil;
    const COUNT: usize = 0;
    const FIRST: Option<ModeTable> = None;
    const SECOND: Option<ModeTable> = None;
    #[inline]
    fn extents(&self) -> Nil {
        Nil
    }
    #[inline]
    fn source(&self, _: usize) -> Source<T> {
        Source { start: core::ptr::null(), modes: ModeTable::NONE }
    }
}

impl<T, E, L, Rest, In, Ins> LabelledViews<T, Cons<In, Ins>> for Cons<View<'_, T, E, L>, Rest>
where
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
    In: Tuple<List: LabelList>,
    Rest: LabelledViews<T, Ins>,
{
    type Extents = Cons<E, Rest::Extents>;
    const COUNT: usize = 1 + Rest::COUNT;
    const FIRST: Option<ModeTable> = known_modes::<In::List, E, L>();
    const SECOND: Option<ModeTable> = Rest::FIRST;
    #[inline]
    fn extents(&self) -> Self::Extents {
        Cons(self.0.extents().clone(), self.1.extents())
    }
    #[inline]
    fn source(&self, operand: usize) -> Source<T> {
        match operand.checked_sub(1) {
            Some(operand) => self.1.source(operand),
            None => {
                let strides = self.0.mapping().strides();
                let modes = modes_of::<In::List, E>(self.0.extents(), strides.as_ref());
                Source { start: self.0.origin(), modes }
            }
        }
    }
}

/// The modes of extents `E` and layout `L`, if the types know all of them.
const fn known_modes<Labels: LabelList, E: Extents, L: Layout<E>>() -> Option<ModeTable> {
    let strides = if <L::Trust as Trust<E, L>>::IS_PROVEN { L::STATIC_STRIDES } else { None };
    let (Some(_), Some(extents), Some(strides)) =
        (E::STATIC_SIZE, KnownExtents::all(E::STATIC_EXTENTS), strides)
    else {
        return None;
    };
    Some(ModeTable::new(Labels::TAGS, extents.as_slice(), &strides))
}

/// The modes of extents whose rank was found to be the number of labels.
#[inline]
fn modes_of<Labels: LabelList, E: Extents>(extents: &E, strides: &[isize]) -> ModeTable {
    extents.with_slice(|extents| ModeTable::new(Labels::TAGS, extents, strides))
}

/// What both compositions, of the operands and with the target, know for certain.
pub(crate) type TargetCertainty<Operands, Ins, Out, E> =
    <<Operands as Compose<Ins, Out>>::Certainty as Certainty>::And<
        <(<Operands as Compose<Ins, Out>>::Output, E) as Compose<(Out, Out), Out>>::Certainty,
    >;

/// Computes a composition of views into `target`, whose modes are named `Out`: writes it, or `ADDS` it to
/// what is there. Everything is checked before the first write.
#[inline(always)]
pub(crate) fn contract_views<V, T, Ins, Out, E, L, Shapes, const ADDS: bool>(
    views: &V,
    mut target: ViewMut<'_, T, E, L>,
) -> Result<(), <TargetCertainty<Shapes, Ins, Out, E> as Certainty>::Error>
where
    V: Views<T, Ins, Shapes = Shapes>,
    T: Scalar,
    Out: Tuple<List: LabelList>,
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
    Shapes: Compose<Ins, Out>,
    (Shapes::Output, E): Compose<(Out, Out), Out>,
{
    let check = || {
        let (_, output) = views.shapes().resolve().map_err(Into::into)?;
        let shapes = (output, target.extents().clone());
        shapes.compose().map_err(|error| about_target(error.into()))?;
        Ok(())
    };
    TargetCertainty::<Shapes, Ins, Out, E>::settle(check())?;
    let origin = target.origin();
    // SAFETY: `resolve` found the extents of the views, and those of the target, to agree under each label.
    // The target borrows its elements mutably.
    unsafe {
        run::<V, T, Ins, Out, E, L, ADDS>(
            views,
            target.extents(),
            target.mapping().layout(),
            origin,
        )
    };
    Ok(())
}

/// The target stands beside the result, but it is no operand that a number would name.
fn about_target(error: ShapeError) -> ShapeError {
    match error {
        ShapeError::LabelCount { labels, rank, .. } => {
            ShapeError::RankMismatch { expected: labels, found: rank }
        }
        error => error,
    }
}

/// Computes a composition of views into a new tensor in a `Vec`.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn contract_to_vec<V, T, Ins, Out, Shapes>(
    views: &V,
) -> Result<TensorOf<Shapes::Output, T>, ShapeError>
where
    V: Views<T, Ins, Shapes = Shapes>,
    T: Scalar,
    Out: Tuple<List: LabelList>,
    Shapes: Compose<Ins, Out>,
{
    let (_, output) = views.shapes().resolve().map_err(Into::into)?;
    // SAFETY: `resolve` found the extents of the views to agree, and `output` are those of the result, of
    // which each element is written.
    unsafe {
        written(&output, |target| {
            run_new::<V, T, Ins, Out, Shapes::Output>(views, target);
        })
    }
}

/// Computes a composition of views into a new inline tensor.
#[inline]
pub(crate) fn contract_inline<V, T, Ins, Out, Shapes>(
    views: &V,
) -> Result<InlineTensor<T, Shapes::Output>, Infallible>
where
    V: Views<T, Ins, Shapes = Shapes>,
    T: Scalar,
    Out: Tuple<List: LabelList>,
    Shapes: Compose<Ins, Out, Output: InlineExtents>,
{
    // Before there is a result: one that may be an error would be copied to where the caller wants it.
    Known::settle(views.shapes().resolve().map_err(Into::into))?;
    // SAFETY: as in `contract_to_vec`; the extents of the result are static.
    Ok(unsafe { written_inline(|target| run_new::<V, T, Ins, Out, Shapes::Output>(views, target)) })
}

/// # Safety
/// As [`run`].
#[inline]
unsafe fn run_new<V, T, Ins, Out, E>(
    views: &V,
    mut target: ViewMut<'_, MaybeUninit<T>, E, RowMajor>,
) where
    V: Views<T, Ins>,
    T: Scalar,
    Out: Tuple<List: LabelList>,
    E: Extents,
{
    let origin = target.origin().cast();
    // SAFETY: the caller's promise; nothing is added to, so nothing is read of the target.
    unsafe { run::<V, T, Ins, Out, E, RowMajor, false>(views, target.extents(), &RowMajor, origin) }
}

/// A contraction of types: its plan is a const where they know it.
struct Typed<V, T, Ins, Out, E, L>(PhantomData<(V, T, Ins, Out, E, L)>);

impl<V, T, Ins, Out, E, L> KnownPlan for Typed<V, T, Ins, Out, E, L>
where
    V: Views<T, Ins>,
    Out: Tuple<List: LabelList>,
    E: Extents,
    L: TrustedLayout<E>,
{
    const PLAN: Option<Plan> = {
        let result = known_modes::<Out::List, E, L>();
        match (V::COUNT, V::FIRST, V::SECOND, result) {
            (1, Some(left), _, Some(result)) => fused_plan(&left, None, &result),
            (2, Some(left), Some(right), Some(result)) => fused_plan(&left, Some(&right), &result),
            _ => None,
        }
    };
}

#[inline]
const fn fused_plan(
    left: &ModeTable,
    right: Option<&ModeTable>,
    result: &ModeTable,
) -> Option<Plan> {
    let right = match right {
        Some(right) => Some(right.modes()),
        None => None,
    };
    match Plan::of_modes(left.modes(), right, result.modes()) {
        Some(plan) => Some(plan.fused()),
        None => None,
    }
}

/// Chooses the kernel.
///
/// # Safety
/// The extents of the views and of the target agree under each label. `origin` is the element of the target
/// at the index of zeros; all that the extents and the layout of the target reach from there can be written,
/// and where this `ADDS` also be read, and nothing else reaches it.
#[inline(always)]
unsafe fn run<V, T, Ins, Out, E, L, const ADDS: bool>(
    views: &V,
    extents: &E,
    layout: &L,
    origin: *mut T,
) where
    V: Views<T, Ins>,
    T: Scalar,
    Out: Tuple<List: LabelList>,
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
{
    type Known<V, T, Ins, Out, E, L> = Typed<V, T, Ins, Out, E, L>;
    let places =
        |left: *const T, right: *const T| Places::<Same<T>> { left, right, result: origin };
    // References to constants, and no copies of them: then the compiler sees through them.
    if const { <Known<V, T, Ins, Out, E, L> as KnownPlan>::SMALL.is_some() } {
        let places = places(views.source(0).start, views.source(1).start);
        // SAFETY: the plan was made of the modes of the operands and the target, whose extents agree, so
        // that an index in bounds of its loops is one in bounds of each, and strides lead to its element.
        return unsafe { small::run::<_, Known<V, T, Ins, Out, E, L>, ADDS>(places) };
    }
    let known = const { &<Known<V, T, Ins, Out, E, L> as KnownPlan>::PLAN };
    if let Some(plan) = known {
        let places = places(views.source(0).start, views.source(1).start);
        // SAFETY: as above.
        return unsafe { general::run(plan, places, ADDS) };
    }
    let result = modes_of::<Out::List, E>(extents, layout.strides(extents).as_ref());
    let (left, right) = (views.source(0), views.source(1));
    let right_modes = (V::COUNT == 2).then_some(&right.modes);
    if V::COUNT <= 2
        && let Some(plan) = fused_plan(&left.modes, right_modes, &result)
    {
        // SAFETY: as above.
        return unsafe { general::run(&plan, places(left.start, right.start), ADDS) };
    }
    let sources: [Source<T>; 12] = core::array::from_fn(|operand| views.source(operand));
    let sources = sources.split_at(V::COUNT.min(12)).0;
    // SAFETY: as above.
    let _ = unsafe { direct::run_few(sources, result.modes(), origin, ADDS) };
}
