//! [`contract!`](extents::contract!) of distributed tensors: each process contracts what it holds.

use extents::composition::{Contract, ContractInto};
use extents::storage::placement::Elsewhere;
use extents::{
    Compose, Composed, Composition, ContractBy, DynRankExtents, Extents, Operand, Scalar, Tensor,
};
use extents_static::__private::{LabelList, Tag, Tuple, stop};
use extents_static::for_each_arity;
use extents_static::label::digits;

use super::compose::Place;
use super::dist::{Dist, distribution};
use super::mesh::{MeshAxes, NamedMesh};
use super::operands::{DistOperand, DistTuple};
use super::place::{Placed, PlacedAs, Sums};
use crate::{DistError, DistTensor};

impl<T: Scalar, E: Extents, M, P, S> Operand for Dist<T, E, M, P, S> {
    type Extents = E;
    type Placement = Elsewhere;
    fn operand_extents(&self) -> E {
        self.extents().clone()
    }
}

/// The placements of a result.
type PlacedBy<Operands, T, M, Ins, Out> =
    <<Operands as DistTuple<T, M>>::Placements as Place<Ins, Out>>::Placed;

/// The axes along which a result is unreduced.
type SumsBy<Operands, T, M, Ins, Out> =
    <<Operands as DistTuple<T, M>>::Placements as Place<Ins, Out>>::Sums;

/// What a contraction gives.
type Output<T, M, Operands, Ins, Out> = Dist<
    T,
    Composed<<Operands as DistTuple<T, M>>::Extents, Ins, Out>,
    M,
    PlacedBy<Operands, T, M, Ins, Out>,
    SumsBy<Operands, T, M, Ins, Out>,
>;

/// Does not compile where each process would have a part of sums that depend on the order of their terms.
#[track_caller]
const fn assert_sums<T: Scalar, Axes, S: Sums<Axes>>() {
    if S::ARE_SOME && !T::CONTRACTS_IN_ANY_ORDER {
        stop(
            "sums of these elements depend on the order of the terms, so that a label that is summed is whole on each process: `.reshard()` the operands",
        )
    }
}

/// Contracts what this process holds.
fn contracted<'b, T, Axes, Operands, Ins, Out>(
    first: &DistTensor<T, impl Extents>,
    operands: &Operands,
) -> Result<Output<T, NamedMesh<'b, Axes>, Operands, Ins, Out>, DistError>
where
    T: Scalar,
    Axes: MeshAxes,
    Operands: DistTuple<T, NamedMesh<'b, Axes>>,
    Operands::Extents: Compose<Ins, Out>,
    Operands::Placements: Place<Ins, Out, Placed: Placed<Axes>, Sums: Sums<Axes>>,
    Ins: Tuple<List: Brackets>,
    Out: Tuple<List: LabelList>,
{
    let extents = operands.extents().compose().map_err(Into::into)?;
    let mesh = first.distribution().mesh();
    let distribution = distribution::<
        _,
        Axes,
        <Operands::Placements as Place<Ins, Out>>::Placed,
        <Operands::Placements as Place<Ins, Out>>::Sums,
    >(mesh, &extents)?;
    let locals = operands.locals();
    let local = match first.local().extents().is_null() {
        // This rank is outside of the mesh.
        true => Tensor::zeros(DynRankExtents::null())?,
        false => ContractBy::new(&composition::<Ins::List, Out::List>()?).eval(&locals)?,
    };
    Ok(Dist::of(DistTensor::from_local(extents, distribution, local)))
}

macro_rules! contracts {
    (0;) => {};
    ($rank:literal; ($A:ident $B:ident $n:tt) $(($C:ident $D:ident $m:tt))*) => {
        contracts! { @by Dist<T, E, NamedMesh<'b, Axes>, P, S>, ['b]; $($C)* }
        // References to them, such as the arguments of functions.
        contracts! { @by &'r Dist<T, E, NamedMesh<'b, Axes>, P, S>, ['r, 'b]; $($C)* }
    };
    (@by $first:ty, [$($life:lifetime),*]; $($C:ident)*) => {
        impl<$($life,)* T: Scalar, E: Extents, P, S, Axes, $($C,)* Ins, Out> Contract<$first, Ins, Out>
            for (&$first, $(&$C,)*)
        where
            $first: DistOperand<Elem = T, Mesh = NamedMesh<'b, Axes>>,
            Axes: MeshAxes,
            Self: DistTuple<
                    T,
                    NamedMesh<'b, Axes>,
                    Extents: Compose<Ins, Out>,
                    Placements: Place<Ins, Out, Placed: Placed<Axes>, Sums: Sums<Axes>>,
                >,
            Ins: Tuple<List: Brackets>,
            Out: Tuple<List: LabelList>,
        {
            type Result = Result<Output<T, NamedMesh<'b, Axes>, Self, Ins, Out>, DistError>;
            const CHECK: () = {
                let _ = <<Self as DistTuple<T, NamedMesh<'b, Axes>>>::Extents as Compose<Ins, Out>>::WIRING;
                assert_sums::<T, Axes, SumsBy<Self, T, NamedMesh<'b, Axes>, Ins, Out>>();
            };
            const CONTRACT: fn(Self) -> Self::Result = |operands| {
                contracted::<_, Axes, Self, Ins, Out>(operands.0.untyped(), &operands)
            };
        }
    };
}
for_each_arity!(contracts);

/// A distributed tensor that a contraction is written to, of [`Dist::view_mut`].
#[derive(Debug)]
pub struct DistMut<'t, T, E: Extents, M, P, S>(&'t mut Dist<T, E, M, P, S>);

impl<T: Scalar, E: Extents, M, P, S> Dist<T, E, M, P, S> {
    /// Returns the tensor as the output of [`contract!`](extents::contract!), whose result is placed as it is: nothing moves. To an
    /// unreduced one parts of the same sums are added.
    ///
    /// ```
    /// use extents::label::{i, j};
    /// use extents::{StaticExtents, contract, extents, labels};
    /// use extents_mpi::{Dist, DistError, NamedMesh, Partial, Shard, simulated};
    /// labels! { node }
    /// type On<'b, P, S = ()> = Dist<i64, StaticExtents![4], NamedMesh<'b, (node,)>, P, S>;
    /// let sums = simulated::run(2, |world| {
    ///     NamedMesh::<(node,)>::scope([2], |mesh| {
    ///         let x: On<'_, (Shard<node>,)> = Dist::from_fn(world, mesh, extents![4], |[i]| i as i64)?;
    ///         let mut squares = contract!(x[i] * x[i] => [])?;
    ///         contract!(squares[] += x[i])?;
    ///         Ok::<_, DistError>(squares.reduce::<()>(world)?.local().as_slice().to_vec())
    ///     })?
    /// });
    /// assert_eq!(sums, [Ok(vec![20]), Ok(vec![20])]);
    /// ```
    pub fn view_mut(&mut self) -> DistMut<'_, T, E, M, P, S> {
        DistMut(self)
    }
}

macro_rules! contracts_into {
    (0;) => {};
    ($rank:literal; $(($A:ident $B:ident $n:tt))*) => {
        impl<'t, 'b, T, E, Axes, P, S, Ins, Out, $($A),*>
            ContractInto<DistMut<'t, T, E, NamedMesh<'b, Axes>, P, S>, Ins, Out> for ($(&$A,)*)
        where
            T: Scalar,
            E: Extents,
            Axes: MeshAxes,
            Self: DistTuple<
                T,
                NamedMesh<'b, Axes>,
                Extents: Compose<Ins, Out>,
                Placements: Place<Ins, Out, Sums: Sums<Axes>>,
            >,
            PlacedBy<Self, T, NamedMesh<'b, Axes>, Ins, Out>: PlacedAs<P>,
            SumsBy<Self, T, NamedMesh<'b, Axes>, Ins, Out>: PlacedAs<S>,
            (Composed<<Self as DistTuple<T, NamedMesh<'b, Axes>>>::Extents, Ins, Out>, E):
                Compose<(Out, Out), Out>,
            Ins: Tuple<List: Brackets>,
            Out: Tuple<List: LabelList>,
        {
            type Error = DistError;
            const CHECK: () = {
                let _ = <<Self as DistTuple<T, NamedMesh<'b, Axes>>>::Extents as Compose<Ins, Out>>::WIRING;
                assert_sums::<T, Axes, SumsBy<Self, T, NamedMesh<'b, Axes>, Ins, Out>>();
            };
            fn contract_into<const ADDS: bool>(
                self,
                target: DistMut<'t, T, E, NamedMesh<'b, Axes>, P, S>,
            ) -> Result<(), DistError> {
                let made = self.extents().compose().map_err(Into::into)?;
                (made, target.0.extents().clone()).compose().map_err(Into::into)?;
                let target = target.0.tensor_mut().local_mut();
                if target.extents().is_null() {
                    return Ok(());
                }
                let composition = composition::<Ins::List, Out::List>()?;
                let contraction = ContractBy::new(&composition);
                match ADDS {
                    true => contraction.add_to(&self.locals(), target.view_mut())?,
                    false => contraction.assign_to(&self.locals(), target.view_mut())?,
                }
                Ok(())
            }
        }
    };
}
for_each_arity!(contracts_into);

/// The labels of each operand.
pub trait Brackets {
    fn push(all: &mut Vec<&'static [Tag; 12]>);
}

impl Brackets for extents_static::__private::Nil {
    fn push(_: &mut Vec<&'static [Tag; 12]>) {}
}

impl<Labels: Tuple<List: LabelList>, Rest: Brackets> Brackets
    for extents_static::__private::Cons<Labels, Rest>
{
    fn push(all: &mut Vec<&'static [Tag; 12]>) {
        all.push(const { &<Labels::List as LabelList>::TAGS });
        Rest::push(all);
    }
}

/// The composition under these labels. A label of one set may have the name of one of another, so that numbers tell them apart.
fn composition<Ins: Brackets, Out: LabelList>() -> Result<Composition, DistError> {
    let mut operands = vec![];
    Ins::push(&mut operands);
    let texts = |tags: &[Tag; 12]| -> Vec<String> {
        let tags = tags.iter().take(Tag::count(tags));
        tags.map(|tag| format!("{}#{:x}", tag.name, digits(tag.id))).collect()
    };
    let operands: Vec<Vec<String>> = operands.into_iter().map(texts).collect();
    Ok(Composition::from_labels(&operands, &texts(&Out::TAGS))?)
}
