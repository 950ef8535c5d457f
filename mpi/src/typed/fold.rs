//! The largest and the smallest elements along modes that are whole on each process.

use extents::{Compose, Composed, Const, DynRankExtents, Extents, Scalar, ShapeError, Tensor};
use extents_static::__private::{Nth, NthOf, Tuple};
use extents_static::for_each_arity;

use super::compose::Place;
use super::dist::{Dist, distribution};
use super::mesh::{MeshAxes, NamedMesh};
use super::order::{Lettered, Without};
use super::part::{Joined, KeptBy};
use super::place::Placed;
use crate::{DistError, DistTensor};

/// The letters of the modes that are left.
type Out<P, Modes> = <P as Without<Modes>>::Out;

/// What a fold gives.
type Folded<'b, T, E, Axes, P, Modes> = Dist<
    T,
    Composed<(E,), (<P as Lettered>::Labels,), Out<P, Modes>>,
    NamedMesh<'b, Axes>,
    <(P,) as Place<(<P as Lettered>::Labels,), Out<P, Modes>>>::Placed,
>;

impl<'b, T, E, Axes, P> Dist<T, E, NamedMesh<'b, Axes>, P>
where
    T: Scalar + PartialOrd,
    E: Extents,
    Axes: MeshAxes,
{
    /// Returns the largest elements along some modes, [`modes![0, 2]`](extents::modes!) or [`Const::<MODE>`](Const), which the result
    /// does not have; NaN where any is NaN. Each of them is whole on each process; along a mode that is sharded it does not compile.
    ///
    /// # Errors
    /// Returns [`ShapeError::NothingToFold`] for a mode of extent 0; [`ShapeError::Allocation`], on a rank without memory alone as of
    /// [`map`](Self::map).
    ///
    /// ```
    /// use extents::{Const, StaticExtents, extents, labels};
    /// use extents_mpi::{Dist, DistError, NamedMesh, Replicated, Shard, simulated};
    /// labels! { node }
    /// type On<'b, E, P> = Dist<i64, E, NamedMesh<'b, (node,)>, P>;
    /// let most = simulated::run(2, |world| {
    ///     NamedMesh::<(node,)>::scope([2], |mesh| {
    ///         let rows: On<'_, StaticExtents![2, 3], (Shard<node>, Replicated)> =
    ///             Dist::from_fn(world, mesh, extents![2, 3], |[i, j]| (10 * i + j * (2 - j)) as i64)?;
    ///         let most: On<'_, StaticExtents![2], (Shard<node>,)> = rows.max(Const::<1>)?;
    ///         Ok::<_, DistError>(most.local().as_slice().to_vec())
    ///     })?
    /// });
    /// assert_eq!(most, [Ok(vec![1]), Ok(vec![11])]);
    /// ```
    pub fn max<Modes>(&self, modes: Modes) -> Result<Folded<'b, T, E, Axes, P, Modes>, DistError>
    where
        P: WholeAlong<Modes>,
        (E,): Compose<(P::Labels,), Out<P, Modes>>,
        (P,): Place<(P::Labels,), Out<P, Modes>, Placed: Placed<Axes>>,
    {
        let _ = modes;
        self.folded::<Modes>(|local| local.over(P::MODES).max())
    }

    /// Returns the smallest elements along some modes, as [`max`](Self::max) the largest.
    ///
    /// # Errors
    /// Returns the errors of [`max`](Self::max).
    ///
    /// ```
    /// use extents::{StaticExtents, extents, labels, modes};
    /// use extents_mpi::{Dist, DistError, NamedMesh, Replicated, Shard, simulated};
    /// labels! { node }
    /// type On<'b, E, P> = Dist<i64, E, NamedMesh<'b, (node,)>, P>;
    /// let least = simulated::run(2, |world| {
    ///     NamedMesh::<(node,)>::scope([2], |mesh| {
    ///         let rows: On<'_, StaticExtents![2, 3], (Shard<node>, Replicated)> =
    ///             Dist::from_fn(world, mesh, extents![2, 3], |[i, j]| (10 * i) as i64 - j as i64)?;
    ///         let least: On<'_, StaticExtents![2], (Shard<node>,)> = rows.min(modes![1])?;
    ///         Ok::<_, DistError>(least.local().as_slice().to_vec())
    ///     })?
    /// });
    /// assert_eq!(least, [Ok(vec![-2]), Ok(vec![8])]);
    /// ```
    pub fn min<Modes>(&self, modes: Modes) -> Result<Folded<'b, T, E, Axes, P, Modes>, DistError>
    where
        P: WholeAlong<Modes>,
        (E,): Compose<(P::Labels,), Out<P, Modes>>,
        (P,): Place<(P::Labels,), Out<P, Modes>, Placed: Placed<Axes>>,
    {
        let _ = modes;
        self.folded::<Modes>(|local| local.over(P::MODES).min())
    }

    /// A fold of what this rank holds, along modes of which it holds all.
    fn folded<Modes>(
        &self,
        fold: impl FnOnce(&Local<T>) -> Result<Local<T>, ShapeError>,
    ) -> Result<Folded<'b, T, E, Axes, P, Modes>, DistError>
    where
        P: WholeAlong<Modes>,
        (E,): Compose<(P::Labels,), Out<P, Modes>>,
        (P,): Place<(P::Labels,), Out<P, Modes>, Placed: Placed<Axes>>,
    {
        // On all ranks, also on those that have nothing.
        let is_empty = |mode: &&usize| self.extents().extent(**mode) == Ok(0);
        if let Some(&mode) = P::MODES.iter().find(is_empty) {
            return Err(ShapeError::NothingToFold { mode }.into());
        }
        let extents = (self.extents().clone(),).compose().map_err(Into::into)?;
        let distribution =
            distribution::<_, Axes, <(P,) as Place<(P::Labels,), Out<P, Modes>>>::Placed, ()>(
                self.mesh(),
                &extents,
            )?;
        let local = self.tensor().local();
        let local = match local.extents().is_null() {
            // This rank is outside of the mesh.
            true => local.clone(),
            false => fold(local)?,
        };
        Ok(Dist::of(DistTensor::from_local(extents, distribution, local)))
    }
}

type Local<T> = Tensor<T, DynRankExtents>;

/// Placements of modes of which some, which a fold goes over, are whole on each process.
#[diagnostic::on_unimplemented(
    message = "`{Modes}` are not modes of those that are placed as `{Self}`",
    label = "`Const::<MODE>` or `modes![..]`, which names modes by their numbers, none twice"
)]
pub trait WholeAlong<Modes>: Without<Modes> {
    /// The numbers of the modes.
    const MODES: &'static [usize];
}

impl<P, Out, const MODE: usize> WholeAlong<Const<MODE>> for P
where
    P: WholeAlong<(Const<MODE>,), Out = Out> + Without<Const<MODE>>,
{
    const MODES: &'static [usize] = <P as WholeAlong<(Const<MODE>,)>>::MODES;
}

macro_rules! whole_along {
    ($rank:literal; $(($A:ident $B:ident $n:tt))*) => {
        impl<P, $(const $A: usize),*> WholeAlong<($(Const<$A>,)*)> for P
        where
            P: Tuple + Without<($(Const<$A>,)*)> $(+ Nth<$A>)*,
            $(NthOf<P, $A>: KeptBy<$A, Joined>,)*
        {
            const MODES: &'static [usize] = &[$($A),*];
        }
    };
}
for_each_arity!(whole_along);
