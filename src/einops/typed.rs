//! What `rearrange!`, `reduce!` and `repeat!` call: axes in the order of the result, and modes made of them.

use core::marker::PhantomData;

use extents_static::__private::{Chain, Cons, MergedModes, Nil, ToTuple, Tuple};

use super::{Rearranged, of_operand};
use crate::edit::Take;
use crate::elements::AsView;
use crate::layout::{Strided, StridedLayout, TrustedLayout};
use crate::over::{Modes, Over};
use crate::rearrange::{
    Axes, AxesIn, Ellipsis, EntriesOf, Named, Rearrange, Reshape, typed_extents,
};
use crate::{
    Const, Extents, Mode, ModeTuple, Operand, ShapeError, StaticExtents, Tensor, TypedExtents, View,
};

/// A mode of the result that is one axis.
#[derive(Debug)]
pub enum Keep {}

/// The modes of `..`, as they are.
#[derive(Debug)]
pub enum KeepRun {}

/// A mode `X` of the result that is several axes: as many as the tuple `Units` has elements, with those of `..`. `X` is a mode,
/// or [`Named`].
#[derive(Debug)]
pub struct Merged<Units, X>(PhantomData<(Units, X)>);

/// How a list of axes becomes modes, as a list. `Run` is the list of those of `..`.
trait Groups<Axes, Run> {
    type Modes;
    /// Writes the extents of the modes.
    fn merge(axes: &[usize], to: &mut dyn FnMut(usize));
    /// The modes: axes that are kept, and others of the extents of the modes.
    fn moved(axes: Axes, extents: &[usize]) -> Result<Self::Modes, ShapeError>;
}

impl<Run> Groups<Nil, Run> for Nil {
    type Modes = Nil;
    #[inline]
    fn merge(_: &[usize], _: &mut dyn FnMut(usize)) {}
    #[inline]
    fn moved(_: Nil, _: &[usize]) -> Result<Nil, ShapeError> {
        Ok(Nil)
    }
}

impl<M, Ms, Run, Rest: Groups<Ms, Run>> Groups<Cons<M, Ms>, Run> for Cons<Keep, Rest> {
    type Modes = Cons<M, Rest::Modes>;
    #[inline]
    fn merge(axes: &[usize], to: &mut dyn FnMut(usize)) {
        let (first, rest) = axes.split_first().unwrap_or((&1, &[]));
        to(*first);
        Rest::merge(rest, to);
    }
    #[inline]
    fn moved(axes: Cons<M, Ms>, extents: &[usize]) -> Result<Self::Modes, ShapeError> {
        Ok(Cons(axes.0, Rest::moved(axes.1, extents.get(1..).unwrap_or_default())?))
    }
}

impl<A, Run, Rest> Groups<A, Run> for Cons<KeepRun, Rest>
where
    Run: Take<A, Taken: Chain>,
    Rest: Groups<Run::Left, Run>,
{
    type Modes = <Run::Taken as Chain>::Then<Rest::Modes>;
    #[inline]
    fn merge(axes: &[usize], to: &mut dyn FnMut(usize)) {
        let (own, rest) = axes.split_at_checked(Run::COUNT).unwrap_or((axes, &[]));
        own.iter().for_each(|extent| to(*extent));
        Rest::merge(rest, to);
    }
    #[inline]
    fn moved(axes: A, extents: &[usize]) -> Result<Self::Modes, ShapeError> {
        let (own, rest) = Run::take(axes);
        let others = extents.get(Run::COUNT..).unwrap_or_default();
        Ok(own.then(Rest::moved(rest, others)?))
    }
}

impl<X, A, Run, Units, Own, Rest> Groups<A, Run> for Cons<Merged<Units, X>, Rest>
where
    Units: Tuple<List: UnitsOf<Run, Units = Own>>,
    Own: Take<A>,
    X: Stated<Own::Taken>,
    Rest: Groups<Own::Left, Run>,
{
    type Modes = Cons<X::Mode, Rest::Modes>;
    #[inline]
    fn merge(axes: &[usize], to: &mut dyn FnMut(usize)) {
        let (own, rest) = axes.split_at_checked(Own::COUNT).unwrap_or((axes, &[]));
        to(own.iter().fold(1, |all: usize, extent| all.saturating_mul(*extent)));
        Rest::merge(rest, to);
    }
    #[inline]
    fn moved(axes: A, extents: &[usize]) -> Result<Self::Modes, ShapeError> {
        let (extent, others) = extents.split_first().unwrap_or((&1, &[]));
        Ok(Cons(X::Mode::read(*extent, 0)?, Rest::moved(Own::take(axes).1, others)?))
    }
}

/// A list of units, in which [`Ellipsis`] stands for those of a list.
trait UnitsOf<Run> {
    type Units;
}

impl<Run> UnitsOf<Run> for Nil {
    type Units = Nil;
}

impl<Run, Rest: UnitsOf<Run>> UnitsOf<Run> for Cons<(), Rest> {
    type Units = Cons<(), Rest::Units>;
}

impl<Run: Chain, Rest: UnitsOf<Run>> UnitsOf<Run> for Cons<Ellipsis, Rest> {
    type Units = Run::Then<Rest::Units>;
}

/// What is stated of the mode that a list of axes becomes.
trait Stated<Axes> {
    type Mode: Mode;
}

impl<X: Mode, A> Stated<A> for X {
    type Mode = X;
}

impl<A: Product> Stated<A> for Named {
    type Mode = A::Mode;
}

/// A list of axes that become one mode: of numbers a number, of names their product.
trait Product {
    type Mode: Mode;
    /// That of a mode and these.
    type After<M: Mode>: Mode;
}

impl Product for Nil {
    type Mode = Const<1>;
    type After<M: Mode> = M;
}

impl<N: Mode, Rest: Product> Product for Cons<N, Rest> {
    type Mode = Rest::After<N>;
    type After<M: Mode> = Rest::After<MergedModes<M, N>>;
}

/// The extents that groups make of axes.
#[allow(private_bounds, reason = "written by the macros alone")]
#[inline]
fn grouped<G, E, R, T>(axes: &E) -> Result<StaticExtents<T>, ShapeError>
where
    E: TypedExtents,
    G: Tuple<List: Groups<<E::Modes as Tuple>::List, R, Modes: ToTuple<Tuple = T>>>,
    T: ModeTuple,
{
    let (mut extents, mut rank) = ([1; 12], 0_usize);
    G::List::merge(axes.slice_in(&mut None), &mut |extent| {
        if let Some(to) = extents.get_mut(rank) {
            *to = extent;
        }
        rank = rank.saturating_add(1);
    });
    let extents = extents.get(..rank).unwrap_or(&extents);
    typed_extents(extents, || {
        Ok(G::List::moved(axes.typed().modes().into_list(), extents)?.into_tuple())
    })
}

/// The view that an operation gives of an operand.
type Lent<'a, A, O> = View<
    'a,
    <A as AsView>::Elem,
    <O as Rearrange<<A as Operand>::Extents, <A as AsView>::Layout>>::Extents,
    <O as Rearrange<<A as Operand>::Extents, <A as AsView>::Layout>>::Layout,
>;

/// A pattern that merges nothing.
///
/// # Errors
/// Those of the operation.
#[allow(private_bounds, reason = "written by the macros alone")]
#[inline]
pub fn axes<'a, A, Left, Order, G>(
    x: &'a A,
    (axes, _): (Axes<Left, Order, ()>, PhantomData<G>),
) -> Result<Lent<'a, A, Axes<Left, Order, ()>>, ShapeError>
where
    A: AsView<Extents: TypedExtents>,
    Left: EntriesOf<<A::Extents as TypedExtents>::Modes>,
    Axes<Left, Order, ()>: Rearrange<A::Extents, A::Layout, Error = ShapeError>,
{
    const { <Axes<Left, Order, ()> as Rearrange<A::Extents, A::Layout>>::CHECK };
    x.as_view().rearrange(axes)
}

/// A pattern that merges axes.
///
/// # Errors
/// Those of the operation, [`ShapeError::SizeOverflow`], and [`ShapeError::Allocation`] of a copy.
#[allow(private_bounds, reason = "written by the macros alone")]
#[inline]
pub fn merged<'a, A, Left, Order, G, E, N, T>(
    x: &'a A,
    (axes, _): (Axes<Left, Order, ()>, PhantomData<G>),
) -> Result<Rearranged<'a, A::Elem, StaticExtents<T>>, ShapeError>
where
    A: AsView<Elem: Clone, Extents: TypedExtents>,
    Left: EntriesOf<<A::Extents as TypedExtents>::Modes>,
    Axes<Left, Order, ()>: Rearrange<
            A::Extents,
            A::Layout,
            Error = ShapeError,
            Extents = E,
            Layout = Strided<E::Strides>,
        > + AxesIn<A::Extents, Run = N>,
    E: TypedExtents,
    G: Tuple<List: Groups<<E::Modes as Tuple>::List, N, Modes: ToTuple<Tuple = T>>>,
    T: ModeTuple,
{
    const { <Axes<Left, Order, ()> as Rearrange<A::Extents, A::Layout>>::CHECK };
    let axes = x.as_view().rearrange(axes)?;
    let extents: StaticExtents<T> = grouped::<G, E, N, T>(axes.extents())?;
    match axes.rearrange(Reshape(extents)).map_err(Into::into) {
        Ok(view) => Ok(Rearranged::Borrowed(view)),
        Err(ShapeError::NotMergeable { .. }) => {
            let copy = axes.map(Clone::clone)?.into_shape(extents);
            Ok(Rearranged::Owned(copy.map_err(|rejected| rejected.error)?))
        }
        Err(error) => Err(error),
    }
}

/// A pattern that folds axes by a fold of [`Over`], and merges others.
///
/// # Errors
/// Those of the operation and of the fold.
#[allow(private_bounds, reason = "written by the macros alone")]
#[inline]
pub fn folded<'a, A, Left, Order, Folded, M, G, E, L, R, U, N, T>(
    x: &'a A,
    (axes, _): (Axes<Left, Order, Folded>, PhantomData<G>),
    fold: impl FnOnce(Over<View<'a, A::Elem, E, L>, M>) -> Result<Tensor<U, R>, ShapeError>,
) -> Result<Tensor<U, StaticExtents<T>>, ShapeError>
where
    A: AsView<Extents: TypedExtents>,
    Left: EntriesOf<<A::Extents as TypedExtents>::Modes>,
    Axes<Left, Order, Folded>: Rearrange<A::Extents, A::Layout, Error = ShapeError, Extents = E, Layout = L>
        + AxesIn<A::Extents, Run = N, Folded = M>,
    E: TypedExtents,
    L: TrustedLayout<E> + StridedLayout<E>,
    M: Modes<E> + Default,
    R: TypedExtents,
    G: Tuple<List: Groups<<R::Modes as Tuple>::List, N, Modes: ToTuple<Tuple = T>>>,
    T: ModeTuple,
{
    const { <Axes<Left, Order, Folded> as Rearrange<A::Extents, A::Layout>>::CHECK };
    let view = x.as_view();
    let results = fold(view.rearrange(axes)?.over(M::default()))
        .map_err(|error| of_operand(error, view.extents().slice_in(&mut None)))?;
    let extents: StaticExtents<T> = grouped::<G, R, N, T>(results.extents())?;
    results.into_shape(extents).map_err(|rejected| rejected.error)
}
