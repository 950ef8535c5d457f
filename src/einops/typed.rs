//! What `rearrange!`, `reduce!` and `repeat!` call: axes in the order of the result, and modes made of them.

use core::marker::PhantomData;

use extents_static::__private::{Cons, Nil, ToTuple, Tuple};

use super::Rearranged;
use crate::elements::AsView;
use crate::layout::{Strided, StridedLayout, TrustedLayout};
use crate::over::{Modes, Over};
use crate::rearrange::{Axes, EntriesOf, Rearrange, Reshape};
use crate::{
    Extents, Mode, ModeTuple, Operand, ShapeError, StaticExtents, Tensor, TypedExtents, View,
};

/// A mode of the result that is one axis.
#[derive(Debug)]
pub enum Keep {}

/// A mode `X` of the result that is several axes: as many as the tuple `Units` has elements.
#[derive(Debug)]
pub struct Merged<Units, X>(PhantomData<(Units, X)>);

/// How a list of axes becomes modes, as a list.
trait Groups<Axes> {
    type Modes;
    /// Writes the extents of the modes.
    fn merge(axes: &[usize], to: &mut dyn FnMut(usize));
}

impl Groups<Nil> for Nil {
    type Modes = Nil;
    #[inline]
    fn merge(_: &[usize], _: &mut dyn FnMut(usize)) {}
}

impl<M, Ms, Rest: Groups<Ms>> Groups<Cons<M, Ms>> for Cons<Keep, Rest> {
    type Modes = Cons<M, Rest::Modes>;
    #[inline]
    fn merge(axes: &[usize], to: &mut dyn FnMut(usize)) {
        let (first, rest) = axes.split_first().unwrap_or((&1, &[]));
        to(*first);
        Rest::merge(rest, to);
    }
}

impl<X: Mode, A: Skip<Units::List>, Units: Tuple, Rest: Groups<A::Rest>> Groups<A>
    for Cons<Merged<Units, X>, Rest>
{
    type Modes = Cons<X, Rest::Modes>;
    #[inline]
    fn merge(axes: &[usize], to: &mut dyn FnMut(usize)) {
        let (own, rest) = axes.split_at_checked(A::COUNT).unwrap_or((axes, &[]));
        to(own.iter().fold(1, |all: usize, extent| all.saturating_mul(*extent)));
        Rest::merge(rest, to);
    }
}

/// A list without as many elements as another list has.
trait Skip<Units> {
    type Rest;
    const COUNT: usize;
}

impl<A> Skip<Nil> for A {
    type Rest = A;
    const COUNT: usize = 0;
}

impl<M, Ms: Skip<Units>, Units> Skip<Cons<(), Units>> for Cons<M, Ms> {
    type Rest = Ms::Rest;
    const COUNT: usize = Ms::COUNT + 1;
}

/// The extents that groups make of axes.
#[allow(private_bounds, reason = "written by the macros alone")]
#[inline]
fn grouped<G, E, T>(axes: &E) -> Result<StaticExtents<T>, ShapeError>
where
    E: TypedExtents,
    G: Tuple<List: Groups<<E::Modes as Tuple>::List>>,
    T: ModeTuple,
{
    let (mut extents, mut rank) = ([1; 12], 0_usize);
    axes.with_slice(|axes| {
        G::List::merge(axes, &mut |extent| {
            if let Some(to) = extents.get_mut(rank) {
                *to = extent;
            }
            rank = rank.saturating_add(1);
        });
    });
    StaticExtents::from_extents(extents.get(..rank).unwrap_or(&extents))
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
pub fn merged<'a, A, Left, Order, G, E, T>(
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
        >,
    E: TypedExtents,
    G: Tuple<List: Groups<<E::Modes as Tuple>::List, Modes: ToTuple<Tuple = T>>>,
    T: ModeTuple,
{
    const { <Axes<Left, Order, ()> as Rearrange<A::Extents, A::Layout>>::CHECK };
    let axes = x.as_view().rearrange(axes)?;
    let extents: StaticExtents<T> = grouped::<G, E, T>(axes.extents())?;
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
pub fn folded<'a, A, Left, Order, Folded, M, G, E, L, R, U, T>(
    x: &'a A,
    (axes, modes, _): (Axes<Left, Order, Folded>, M, PhantomData<G>),
    fold: impl FnOnce(Over<View<'a, A::Elem, E, L>, M>) -> Result<Tensor<U, R>, ShapeError>,
) -> Result<Tensor<U, StaticExtents<T>>, ShapeError>
where
    A: AsView<Extents: TypedExtents>,
    Left: EntriesOf<<A::Extents as TypedExtents>::Modes>,
    Axes<Left, Order, Folded>:
        Rearrange<A::Extents, A::Layout, Error = ShapeError, Extents = E, Layout = L>,
    E: TypedExtents,
    L: TrustedLayout<E> + StridedLayout<E>,
    M: Modes<E>,
    R: TypedExtents,
    G: Tuple<List: Groups<<R::Modes as Tuple>::List, Modes: ToTuple<Tuple = T>>>,
    T: ModeTuple,
{
    const { <Axes<Left, Order, Folded> as Rearrange<A::Extents, A::Layout>>::CHECK };
    let axes = x.as_view().rearrange(axes)?;
    let results = fold(axes.over(modes))?;
    let extents: StaticExtents<T> = grouped::<G, R, T>(results.extents())?;
    results.into_shape(extents).map_err(|rejected| rejected.error)
}
