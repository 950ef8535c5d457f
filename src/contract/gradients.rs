//! The derivatives of contractions by their operands.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use extents_dynamic::Gradient;
use extents_static::__private::agree;

use super::ContractBy;
use crate::elements::{AsView, DynOperand, OperandTuple, ViewMut};
use crate::error::Quantity;
use crate::layout::Strided;
use crate::{
    Compose, Composition, DynRankExtents, Extents, Scalar, ShapeError, Tensor, TensorOf,
    UnitesWith, View,
};

/// Returns the derivative of a number by one operand of a contraction, given its derivative by the result.
///
/// It has the extents of the operand: along labels that stand in that operand alone, which are summed, it repeats, and where the
/// operand has a label twice it is zero off the diagonal.
///
/// # Errors
/// Returns [`ShapeError::CountMismatch`] where there is no such operand, or another number of them than the composition has;
/// [`ShapeError::RankMismatch`] and [`ShapeError::ExtentMismatch`] where `result` has other extents than the result; those of
/// [`ContractBy::eval`].
///
/// ```
/// use extents::composition::gradient;
/// use extents::{Composition, Tensor, extents};
/// let product = Composition::einsum("ij,jk->ik")?;
/// let a = Tensor::from_vec(extents![1, 2], vec![1.0, 2.0])?;
/// let b = Tensor::from_vec(extents![2, 2], vec![3.0, 4.0, 5.0, 6.0])?;
/// let dc = Tensor::from_vec(extents![1, 2], vec![1.0, 10.0])?;
/// let da = gradient(&product, 0, &dc, &[&a, &b])?;
/// assert_eq!(da.as_slice(), [43.0, 65.0]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub fn gradient<T: Scalar>(
    composition: &Composition,
    operand: usize,
    result: &dyn DynOperand<T>,
    operands: &[&dyn DynOperand<T>],
) -> Result<TensorOf<DynRankExtents, T>, ShapeError> {
    let shapes = operands.iter().map(|operand| operand.source().extents().clone());
    let shapes: Vec<DynRankExtents> = shapes.collect();
    let composition: Cow<'_, Composition> = composition.expanded(&shapes)?;
    let resolved = composition.resolve(&shapes)?;
    agree(&resolved.result, result.source().extents())?;
    let (Some(gradient), Some(shape)) = (Gradient::new(&composition, operand), shapes.get(operand))
    else {
        let of = Quantity::Operands;
        let expected = operand.saturating_add(1);
        return Err(ShapeError::CountMismatch { of, expected, found: shapes.len() });
    };
    let others = operands.iter().enumerate().filter(|(other, _)| *other != operand);
    let given: Vec<&dyn DynOperand<T>> =
        core::iter::once(result).chain(others.map(|(_, other)| *other)).collect();
    let value = ContractBy::new(gradient.composition()).eval(&given)?;
    let mut whole = Tensor::zeros(shape.clone())?;
    // The order that they have, as views whose strides are values.
    let order = |rank| (0..rank).collect::<Vec<usize>>();
    let target = whole.view_mut().permute(&order(shape.rank())[..])?;
    put(target, value.permute(&order(value.extents().rank())[..])?, &gradient)?;
    Ok(whole)
}

/// A view of run-time rank.
type Part<'a, T> = View<'a, T, DynRankExtents, Strided<crate::ModeArray<isize>>>;
/// One that can be written.
type PartMut<'a, T> = ViewMut<'a, T, DynRankExtents, Strided<crate::ModeArray<isize>>>;

/// Writes what a gradient's composition gives to where it stands in the derivative: to diagonals where a label is there
/// twice, and repeated along labels that nothing else has.
fn put<T: Scalar>(
    mut target: PartMut<'_, T>,
    mut value: Part<'_, T>,
    gradient: &Gradient,
) -> Result<(), ShapeError> {
    let mut seen: Vec<usize> = Vec::new();
    let places = gradient.labels().iter().zip(gradient.places());
    for (label, place) in places {
        let mode = seen.len();
        if let Some(first) = seen.iter().position(|seen| seen == label) {
            target = target.diagonal(first, mode)?;
            continue;
        }
        if place.is_none() {
            let extent = target.extents().extent(mode)?;
            value = value.insert_mode(mode)?.broadcast(mode, extent)?;
        }
        seen.push(*label);
    }
    target.assign(&value)
}

/// A tuple of references to operands with elements `T`, and the derivatives by each of them.
trait Differentiable<T> {
    const COUNT: usize;
    type Gradients;
    /// Calls a function with the operands as values.
    fn each<R>(&self, read: impl FnOnce(&[&dyn DynOperand<T>]) -> R) -> R;
    /// The derivatives by the operands, under the extents that their types know.
    fn gradients(
        &self,
        by: impl Fn(usize) -> Result<TensorOf<DynRankExtents, T>, ShapeError>,
    ) -> Result<Self::Gradients, ShapeError>;
}

macro_rules! differentiable {
    (0;) => {};
    ($rank:literal; $(($A:ident $B:ident $k:tt))*) => {
        impl<T, $($A),*> Differentiable<T> for ($(&$A,)*)
        where
            $($A: AsView<Elem = T> + DynOperand<T>,)*
        {
            const COUNT: usize = $rank;
            type Gradients = ($(TensorOf<$A::Extents, T>,)*);

            fn each<R>(&self, read: impl FnOnce(&[&dyn DynOperand<T>]) -> R) -> R {
                read(&[$(self.$k),*])
            }

            fn gradients(
                &self,
                by: impl Fn(usize) -> Result<TensorOf<DynRankExtents, T>, ShapeError>,
            ) -> Result<Self::Gradients, ShapeError> {
                Ok(($(typed(by($k)?)?,)*))
            }
        }
    };
}
extents_static::for_each_arity!(differentiable);

/// A row-major tensor under extents of a type.
fn typed<T, E: Extents>(tensor: TensorOf<DynRankExtents, T>) -> Result<TensorOf<E, T>, ShapeError> {
    let extents = tensor.extents().with_slice(E::from_extents)?;
    Ok(Tensor::from_vec(extents, tensor.into_storage())?)
}

/// Returns the derivatives of a number by all operands of a contraction under typed labels, given its derivative by the result: a
/// tuple of tensors with the extents of the operands.
///
/// The labels are those of [`contract!`](crate::contract!): `gradients::<((i, j), (j, k)), (i, k), _, _>(&dc, (&a, &b))`. What does not
/// compile there does not compile here.
///
/// # Errors
/// As [`gradient`].
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
#[allow(private_bounds, private_interfaces, reason = "a tuple of references to operands")]
pub fn gradients<Ins, Out, G, Operands>(
    result: &G,
    operands: Operands,
) -> Result<Operands::Gradients, ShapeError>
where
    G: AsView<Elem: Scalar> + DynOperand<G::Elem>,
    Operands: Differentiable<G::Elem> + OperandTuple<Extents: Compose<Ins, Out>>,
    G::Extents: UnitesWith<<Operands::Extents as Compose<Ins, Out>>::Output>,
{
    const {
        let _ = <Operands::Extents as Compose<Ins, Out>>::WIRING;
        let () =
            <G::Extents as UnitesWith<<Operands::Extents as Compose<Ins, Out>>::Output>>::CHECK;
    };
    let wiring = <Operands::Extents as Compose<Ins, Out>>::WIRING;
    let each = |see: &mut dyn FnMut(&_)| (0..Operands::COUNT).for_each(|n| see(wiring.labels(n)));
    let composition = Composition::of_tags(each, wiring.labels_of_result())?;
    operands.each(|given| operands.gradients(|n| gradient(&composition, n, result, given)))
}
