//! The loop nest of a typed composition.
//!
//! The loops are a recursion over type-level lists, so that for static extents the compiler sees
//! constant bounds and strides and unrolls them.

use core::marker::PhantomData;

use extents_static::__private::{
    Certainty, Cons, Environment, LabelList, Nil, ToTuple, Tuple, Walker,
};

use crate::elements::{StorageMut, Tensor, View, ViewMut};
use crate::label::{Label, label_id};
use crate::layout::{Layout, RowMajor, StridedLayout, TrustedLayout};
use crate::{Compose, Extents, Scalar, ShapeError};

/// A list of views of elements `T`, and the tuple `Ins` of their label tuples.
pub trait Views<T, Ins> {
    /// The tuple of their extents.
    type Shapes;
    type Sources: Sources<T>;
    fn shapes(&self) -> Self::Shapes;
    fn sources(&self) -> Self::Sources;
}

impl<T, Ins, V> Views<T, Ins> for V
where
    Ins: Tuple,
    V: LabelledViews<T, Ins::List, Extents: ToTuple>,
{
    type Shapes = <V::Extents as ToTuple>::Tuple;
    type Sources = V::Sources;
    #[inline]
    fn shapes(&self) -> Self::Shapes {
        self.extents().into_tuple()
    }
    #[inline]
    fn sources(&self) -> V::Sources {
        LabelledViews::sources(self)
    }
}

/// A list of views, and the list `Ins` of their label tuples.
pub trait LabelledViews<T, Ins> {
    type Extents;
    type Sources: Sources<T>;
    fn extents(&self) -> Self::Extents;
    fn sources(&self) -> Self::Sources;
}

impl<T: Scalar> LabelledViews<T, Nil> for Nil {
    type Extents = Nil;
    type Sources = NoSource;
    #[inline]
    fn extents(&self) -> Nil {
        Nil
    }
    #[inline]
    fn sources(&self) -> NoSource {
        NoSource
    }
}

impl<T, E, L, Rest, In, Ins> LabelledViews<T, Cons<In, Ins>> for Cons<View<'_, T, E, L>, Rest>
where
    T: Scalar,
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
    In: Tuple<List: LabelList>,
    Rest: LabelledViews<T, Ins>,
{
    type Extents = Cons<E, Rest::Extents>;
    type Sources = SourceAnd<T, E::Strides, In::List, Rest::Sources>;
    #[inline]
    fn extents(&self) -> Self::Extents {
        Cons(self.0.extents().clone(), self.1.extents())
    }
    #[inline]
    fn sources(&self) -> Self::Sources {
        SourceAnd {
            start: self.0.origin(),
            strides: self.0.mapping().strides(),
            labels: PhantomData,
            rest: self.1.sources(),
        }
    }
}

/// A list of first elements with their strides, from which [`Factors`] start.
pub trait Sources<T> {
    type Factors<'s>: Factors<T>
    where
        Self: 's;
    fn factors(&self) -> Self::Factors<'_>;
}

#[derive(Debug)]
pub struct NoSource;

#[derive(Debug)]
pub struct SourceAnd<T, S, Labels, Rest> {
    start: *const T,
    strides: S,
    labels: PhantomData<Labels>,
    rest: Rest,
}

impl<T: Scalar> Sources<T> for NoSource {
    type Factors<'s> = NoFactor;
    #[inline]
    fn factors(&self) -> NoFactor {
        NoFactor
    }
}

impl<T: Scalar, S: AsRef<[isize]>, Labels: LabelList, Rest: Sources<T>> Sources<T>
    for SourceAnd<T, S, Labels, Rest>
{
    type Factors<'s>
        = FactorAnd<Place<'s, *const T, Labels>, Rest::Factors<'s>>
    where
        Self: 's;
    #[inline]
    fn factors(&self) -> Self::Factors<'_> {
        let strides = self.strides.as_ref();
        FactorAnd(Place { at: self.start, strides, labels: PhantomData }, self.rest.factors())
    }
}

/// A pointer that walks along the modes which `Labels` name.
#[derive(Debug)]
pub struct Place<'s, P, Labels> {
    at: P,
    strides: &'s [isize],
    labels: PhantomData<Labels>,
}

impl<P: Copy, Labels> Clone for Place<'_, P, Labels> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Copy, Labels> Copy for Place<'_, P, Labels> {}

impl<P, Labels: LabelList> Place<'_, P, Labels> {
    /// How far `n` entries along the label `L` are. In bounds it fits; elsewhere it may wrap.
    #[inline]
    fn distance<L: Label>(&self, n: usize) -> isize {
        Labels::stride(label_id::<L>(), self.strides).wrapping_mul(n.cast_signed())
    }
}

impl<T, Labels: LabelList> Walker for Place<'_, *const T, Labels> {
    #[inline]
    fn step<L: Label>(self, n: usize) -> Self {
        Place { at: self.at.wrapping_offset(self.distance::<L>(n)), ..self }
    }
}

impl<T, Labels: LabelList> Walker for Place<'_, *mut T, Labels> {
    #[inline]
    fn step<L: Label>(self, n: usize) -> Self {
        Place { at: self.at.wrapping_offset(self.distance::<L>(n)), ..self }
    }
}

/// The current elements of all operands.
pub trait Factors<T>: Walker {
    /// The product of the elements.
    ///
    /// # Safety
    /// Each place has walked to an index in bounds.
    unsafe fn product(self) -> T;

    /// `so_far` times the product of the elements.
    ///
    /// # Safety
    /// Each place has walked to an index in bounds.
    unsafe fn times(self, so_far: T) -> T;
}

#[derive(Clone, Copy, Debug)]
pub struct NoFactor;

#[derive(Clone, Copy, Debug)]
pub struct FactorAnd<F, Rest>(F, Rest);

impl Walker for NoFactor {
    #[inline]
    fn step<L: Label>(self, _: usize) -> Self {
        self
    }
}

impl<F: Walker, Rest: Walker> Walker for FactorAnd<F, Rest> {
    #[inline]
    fn step<L: Label>(self, n: usize) -> Self {
        FactorAnd(self.0.step::<L>(n), self.1.step::<L>(n))
    }
}

impl<T: Scalar> Factors<T> for NoFactor {
    #[inline]
    unsafe fn product(self) -> T {
        // A composition has an operand, whose `product` starts with its own element.
        T::ZERO
    }
    #[inline]
    unsafe fn times(self, so_far: T) -> T {
        so_far
    }
}

impl<T: Scalar, Labels: LabelList, Rest: Factors<T>> Factors<T>
    for FactorAnd<Place<'_, *const T, Labels>, Rest>
{
    #[inline]
    unsafe fn product(self) -> T {
        // SAFETY: the caller's promise: the place is at an element of a view, which is borrowed.
        unsafe { self.1.times(*self.0.at) }
    }
    #[inline]
    unsafe fn times(self, so_far: T) -> T {
        // SAFETY: as in `product`.
        unsafe { self.1.times(so_far.times(*self.0.at)) }
    }
}

/// The factors and the element of the result, walking together.
struct Nest<F, R> {
    factors: F,
    result: R,
}

impl<F: Copy, R: Copy> Clone for Nest<F, R> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<F: Copy, R: Copy> Copy for Nest<F, R> {}

impl<F: Walker, R: Walker> Walker for Nest<F, R> {
    #[inline]
    fn step<L: Label>(self, n: usize) -> Self {
        Nest { factors: self.factors.step::<L>(n), result: self.result.step::<L>(n) }
    }
}

/// What both compositions, of the operands and with the target, know for certain.
pub(crate) type TargetCertainty<Operands, Ins, Out, E> =
    <<Operands as Compose<Ins, Out>>::Certainty as Certainty>::And<
        <(<Operands as Compose<Ins, Out>>::Output, E) as Compose<(Out, Out), Out>>::Certainty,
    >;

/// Computes a composition of views into `target`, whose modes are named `Out`: `update` receives
/// each element of the target and its new value. Everything is checked before the first write.
#[inline]
pub(crate) fn contract_views<V, T, Ins, Out, E, L, Shapes>(
    views: &V,
    target: ViewMut<'_, T, E, L>,
    update: impl Fn(&mut T, T),
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
    let resolve = || {
        let (environment, output) = views.shapes().resolve().map_err(Into::into)?;
        let shapes = (output, target.extents().clone());
        shapes.compose().map_err(|error| about_target(error.into()))?;
        Ok(environment)
    };
    let environment = TargetCertainty::<Shapes, Ins, Out, E>::settle(resolve())?;
    // SAFETY: `resolve` found the extents of the views and of the target to be those that the
    // environment gives their labels.
    unsafe { run::<_, _, _, Out, _, _>(&views.sources(), &environment, target, update) };
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

/// Computes a composition of views into the tensor that `make` gives for the result's extents.
#[inline]
pub(crate) fn contract_to_new<V, T, Ins, Out, Shapes, S>(
    views: &V,
    make: impl FnOnce(Shapes::Output) -> Result<Tensor<T, Shapes::Output, RowMajor, S>, ShapeError>,
) -> Result<Tensor<T, Shapes::Output, RowMajor, S>, ShapeError>
where
    V: Views<T, Ins, Shapes = Shapes>,
    T: Scalar,
    Out: Tuple<List: LabelList>,
    Shapes: Compose<Ins, Out>,
    S: StorageMut<Elem = T>,
{
    let (environment, output) = views.shapes().resolve().map_err(Into::into)?;
    let mut result = make(output.clone())?;
    assert!(result.extents().same_extents(&output), "`make` gives the extents that it was given");
    // SAFETY: `resolve` found the extents of the views to be those that the environment gives their
    // labels; `output` was gathered from the environment, and the result has its extents.
    unsafe {
        run::<_, _, _, Out, _, _>(
            &views.sources(),
            &environment,
            result.view_mut(),
            |to, value| {
                *to = value;
            },
        );
    }
    Ok(result)
}

/// Runs the loop nest over all elements of the target.
///
/// # Safety
/// The extent of each mode of the sources and of the target is the one that the environment gives
/// its label.
#[inline]
unsafe fn run<S, T, Env, Out, E, L>(
    sources: &S,
    environment: &Env,
    mut target: ViewMut<'_, T, E, L>,
    update: impl Fn(&mut T, T),
) where
    S: Sources<T>,
    T: Scalar,
    Env: Environment,
    Out: Tuple<List: LabelList>,
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
{
    // Beside a zero extent others may be huge: loops over nothing must not take their time.
    if target.extents().size() > 0 {
        let strides = target.mapping().strides();
        let (factors, strides) = (sources.factors(), strides.as_ref());
        if <L as Layout<E>>::IS_ALWAYS_EXHAUSTIVE {
            let base = target.mapping().layout().base_offset(target.extents());
            if let Some(all) = target.try_as_mut_slice() {
                // SAFETY: the caller's promise.
                unsafe {
                    walk_slice::<_, _, _, Out>(factors, environment, all, base, strides, update);
                }
            }
        } else {
            // SAFETY: the caller's promise.
            unsafe { walk::<_, _, _, Out>(factors, environment, target.origin(), strides, update) };
        }
    }
}

/// As [`walk`]. The elements of the result come as `&mut`, which tells the compiler that no write to
/// them changes an operand.
///
/// # Safety
/// As [`walk`]; `base` is the offset of the index of zeros.
#[inline]
unsafe fn walk_slice<F, T, Env, Out>(
    factors: F,
    environment: &Env,
    result: &mut [T],
    base: usize,
    strides: &[isize],
    update: impl Fn(&mut T, T),
) where
    F: Factors<T>,
    T: Scalar,
    Env: Environment,
    Out: Tuple<List: LabelList>,
{
    let origin = result.as_mut_ptr().wrapping_add(base);
    // SAFETY: the caller's promise.
    unsafe { walk::<_, _, _, Out>(factors, environment, origin, strides, update) }
}

/// The loop nest.
///
/// # Safety
/// As [`run`]; `at` is the element of the target at the index of zeros, `strides` are its strides.
#[inline]
unsafe fn walk<F, T, Env, Out>(
    factors: F,
    environment: &Env,
    at: *mut T,
    strides: &[isize],
    update: impl Fn(&mut T, T),
) where
    F: Factors<T>,
    T: Scalar,
    Env: Environment,
    Out: Tuple<List: LabelList>,
{
    let sums_nothing = environment.has_empty_other::<Out::List>();
    let result = Place::<'_, *mut T, Out::List> { at, strides, labels: PhantomData };
    let start = Nest { factors, result };
    <Out::List as LabelList>::walk(environment, start, &mut |nest: Nest<_, _>| {
        let value = if sums_nothing {
            T::ZERO
        } else if environment.has_others::<Out::List>() {
            let mut sum = T::ZERO;
            environment.walk_others::<Out::List, _>(nest.factors, &mut |factors| {
                // SAFETY: the loops of the nest and of the sum run over the extents that the
                // environment gives each label, which are those of the views. So each place is at
                // an index in bounds, and the strides of a trusted layout lead to its element.
                sum = sum.plus(unsafe { Factors::<T>::product(factors) });
            });
            sum
        } else {
            // SAFETY: as above.
            unsafe { Factors::<T>::product(nest.factors) }
        };
        // SAFETY: as above, for the target, whose labels are those of the nest; `result` borrows
        // its elements mutably, and no other reference to them is alive.
        update(unsafe { &mut *nest.result.at }, value);
    });
}
