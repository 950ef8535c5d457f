//! The derivatives of contractions under typed labels, of tensors and of whatever contracts itself.

use extents_static::__private::{Chain, Cons, LabelList, Nth, Tag, ToTuple, Tuple, agree};
use extents_static::TypedGradient;

use super::put;
use crate::contract::Contract;
use crate::elements::{AsView, OperandTuple};
use crate::layout::TrustedLayout;
use crate::placement::{InPlace, OnHeap};
use crate::{Compose, Composed, Const, Operand, Scalar, ShapeError, Tensor, TensorOf, UnitesWith};

/// Where what a contraction gives stands in a derivative.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spread {
    /// For each mode of the derivative the first mode of the same label, and the mode of the contraction that it is.
    modes: [(usize, Option<usize>); 12],
    rank: usize,
}

impl Spread {
    /// Of an operand with these labels, by a contraction to a result with those.
    #[allow(
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects,
        reason = "const functions have no iterators; the indices are below 12"
    )]
    const fn new(own: &[Tag; 12], kept: &[Tag; 12]) -> Self {
        let mut spread = Spread { modes: [(0, None); 12], rank: Tag::count(own) };
        let mut mode = 0;
        while mode < spread.rank {
            let mut first = 0;
            while own[first].id != own[mode].id {
                first += 1;
            }
            let mut place = 0;
            while place < Tag::count(kept) && kept[place].id != own[mode].id {
                place += 1;
            }
            let place = if place < Tag::count(kept) { Some(place) } else { None };
            spread.modes[mode] = (first, place);
            mode += 1;
        }
        spread
    }

    pub(crate) fn modes(&self) -> impl Iterator<Item = (usize, Option<usize>)> {
        self.modes.iter().copied().take(self.rank)
    }

    /// Whether the derivative is what the contraction gives, mode by mode.
    pub(crate) fn is_whole(&self) -> bool {
        self.modes().enumerate().all(|(mode, (first, place))| first == mode && place.is_some())
    }
}

/// A placement of operands `A`, of which derivatives are made of what a contraction gives, `V`.
#[diagnostic::on_unimplemented(
    message = "there are no derivatives by `{A}`",
    label = "the operands of `gradients` are tensors, views, or arrays of a device"
)]
pub(crate) trait Spreads<V, A> {
    type Gradient;
    type Error: From<ShapeError>;
    fn spread(value: V, spread: &Spread, operand: &A) -> Result<Self::Gradient, Self::Error>;
}

macro_rules! of_tensors {
    ($($placement:ty),*) => {$(
        impl<T, V, A> Spreads<V, A> for $placement
        where
            T: Scalar,
            V: AsView<Elem = T, Layout: TrustedLayout<V::Extents>>,
            A: AsView<Elem = T>,
        {
            type Gradient = TensorOf<A::Extents, T>;
            type Error = ShapeError;
            fn spread(value: V, spread: &Spread, operand: &A) -> Result<Self::Gradient, ShapeError> {
                let extents = operand.as_view().extents().clone();
                let value = value.as_view().map(|element| *element)?;
                if spread.is_whole() {
                    agree(&extents, value.extents())?;
                    return Ok(Tensor::from_vec(extents, value.into_storage())?);
                }
                let mut whole = Tensor::zeros(extents)?;
                let modes = spread.modes().map(|(label, place)| (label, place.is_some()));
                put(whole.view_mut(), value.view(), modes)?;
                Ok(whole)
            }
        }
    )*};
}
of_tensors!(InPlace, OnHeap);

/// A tuple of references to operands, and the derivative by operand `K` of their contraction under the labels `Ins` to a result
/// labelled `Out`, by the derivative by the result, a reference `R`.
trait DifferentiableBy<const K: usize, Ins, Out, R> {
    type Gradient;
    type Error;
    fn gradient(self, result: R) -> Result<Self::Gradient, Self::Error>;
}

/// What is contracted for a derivative: that by the result, and the other operands.
type Others<R, Operands, const K: usize> =
    Cons<R, <<Operands as Nth<K>>::Before as Chain>::Then<<Operands as Nth<K>>::After>>;

impl<'a, Ins, Out, R, Operands, A, V, F, Error, Labels, const K: usize>
    DifferentiableBy<K, Ins, Out, R> for Operands
where
    A: Operand<Placement: Spreads<V, A, Error = Error>> + 'a,
    Operands: Nth<K, Item = &'a A>,
    Ins: Nth<K, Item: Tuple<List: LabelList>>
        + TypedGradient<K, Out, Ins = Labels, Out: Tuple<List: LabelList>>,
    Others<R, Operands, K>: ToTuple<
        Tuple: Contract<(), Labels, <Ins as TypedGradient<K, Out>>::Out, Result = Result<V, F>>,
    >,
    F: Into<Error>,
{
    type Gradient = <A::Placement as Spreads<V, A>>::Gradient;
    type Error = Error;

    fn gradient(self, result: R) -> Result<Self::Gradient, Error> {
        const { <Others<R, Operands, K> as ToTuple>::Tuple::CHECK };
        let (before, operand, after) = self.parts();
        let value = Cons(result, before.then(after)).into_tuple().contract().map_err(Into::into)?;
        let spread = const {
            &Spread::new(
                &<<<Ins as Nth<K>>::Item as Tuple>::List as LabelList>::TAGS,
                &<<<Ins as TypedGradient<K, Out>>::Out as Tuple>::List as LabelList>::TAGS,
            )
        };
        A::Placement::spread(value, spread, operand)
    }
}

/// A tuple of references to operands that contract under the labels `Ins` to a result labelled `Out`, and the derivatives by
/// all of them, or by operand `K` if `By` is `Const<K>`.
#[doc(hidden)]
pub trait Differentiable<Ins, Out, R, By = ()> {
    type Result;
    fn gradients(self, result: R) -> Self::Result;
}

impl<'g, Ins, Out, G, Operands, X, Error, const K: usize> Differentiable<Ins, Out, &'g G, Const<K>>
    for Operands
where
    G: Operand<Extents: UnitesWith<Composed<Operands::Extents, Ins, Out>>>,
    Operands: OperandTuple<Extents: Compose<Ins, Out>>
        + DifferentiableBy<K, Ins, Out, &'g G, Gradient = X, Error = Error>,
    Error: From<ShapeError>,
{
    type Result = Result<X, Error>;
    fn gradients(self, result: &'g G) -> Result<X, Error> {
        check::<Ins, Out, G, Operands>(result, &self)?;
        self.gradient(result)
    }
}

macro_rules! differentiable {
    (0;) => {};
    ($rank:literal; $(($A:ident $B:ident $k:tt))*) => {
        impl<'a, 'g, Ins, Out, G, Error, $($A,)* $($B),*> Differentiable<Ins, Out, &'g G>
            for ($(&'a $A,)*)
        where
            G: Operand<Extents: UnitesWith<Composed<<Self as OperandTuple>::Extents, Ins, Out>>>,
            Self: OperandTuple<Extents: Compose<Ins, Out>>,
            $(Self: DifferentiableBy<$k, Ins, Out, &'g G, Gradient = $B, Error = Error>,)*
            Error: From<ShapeError>,
        {
            type Result = Result<($($B,)*), Error>;
            fn gradients(self, result: &'g G) -> Self::Result {
                check::<Ins, Out, G, Self>(result, &self)?;
                Ok(($(DifferentiableBy::<$k, Ins, Out, &'g G>::gradient(self, result)?,)*))
            }
        }
    };
}
extents_static::for_each_arity!(differentiable);

/// Checks that the extents of operands agree, and that the derivative by the result has those of the result.
fn check<Ins, Out, G, Operands>(result: &G, operands: &Operands) -> Result<(), ShapeError>
where
    G: Operand<Extents: UnitesWith<Composed<Operands::Extents, Ins, Out>>>,
    Operands: OperandTuple<Extents: Compose<Ins, Out>>,
{
    const {
        let _ = <Operands::Extents as Compose<Ins, Out>>::WIRING;
        let () = <G::Extents as UnitesWith<Composed<Operands::Extents, Ins, Out>>>::CHECK;
    };
    let composed = operands.extents().compose().map_err(Into::into)?;
    agree(&composed, &result.operand_extents())
}

/// Returns the derivatives of a number by all operands of a contraction under typed labels, given its derivative by the result: a
/// tuple of tensors, or of arrays of a device, with the extents of the operands.
///
/// The labels are those of [`contract!`](crate::contract!): `gradients::<((i, j), (j, k)), (i, k), _, _>(&dc, (&a, &b))`. What does not
/// compile there does not compile here. Each derivative is a contraction under the labels of [`TypedGradient`].
///
/// # Errors
/// As [`gradient`](super::gradient); for arrays also those of the device.
///
/// ```
/// use extents::composition::gradients;
/// use extents::label::{i, j, k};
/// use extents::{StaticExtents, Tensor, TensorOf, extents};
/// let a = Tensor::from_vec(extents![1, dyn 2]?, vec![1.0, 2.0])?;
/// let b = Tensor::from_vec(extents![2, 2], vec![3.0, 4.0, 5.0, 6.0])?;
/// let dc = Tensor::from_vec(extents![1, 2], vec![1.0, 10.0])?;
/// let (da, db) = gradients::<((i, j), (j, k)), (i, k), _, _>(&dc, (&a, &b))?;
/// let da: TensorOf<StaticExtents![1, dyn], f64> = da;
/// assert_eq!((da.as_slice(), db.as_slice()), (&[43.0, 65.0][..], &[1.0, 10.0, 2.0, 20.0][..]));
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub fn gradients<'g, Ins, Out, G, Operands>(result: &'g G, operands: Operands) -> Operands::Result
where
    Operands: Differentiable<Ins, Out, &'g G>,
{
    operands.gradients(result)
}

/// Returns the derivative of a number by one operand of a contraction under typed labels, as [`gradients`] does by all.
///
/// # Errors
/// As [`gradients`].
///
/// ```
/// use extents::composition::gradient_by;
/// use extents::label::{i, j};
/// use extents::{Const, Tensor, extents};
/// let a = Tensor::from_vec(extents![2, 2], vec![1.0, 2.0, 3.0, 4.0])?;
/// let x = Tensor::from_vec(extents![2], vec![1.0, 0.5])?;
/// let dy = Tensor::from_vec(extents![2], vec![10.0, 1.0])?;
/// let dx = gradient_by::<((i, j), (j,)), (i,), _, _, _>(Const::<1>, &dy, (&a, &x))?;
/// assert_eq!(dx.as_slice(), [13.0, 24.0]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub fn gradient_by<'g, Ins, Out, G, Operands, const K: usize>(
    operand: Const<K>,
    result: &'g G,
    operands: Operands,
) -> Operands::Result
where
    Operands: Differentiable<Ins, Out, &'g G, Const<K>>,
{
    let _ = operand;
    operands.gradients(result)
}
