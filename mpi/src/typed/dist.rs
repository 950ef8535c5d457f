//! [`Dist`]: a tensor whose placement is in the type.

use std::fmt;
use std::marker::PhantomData;

use extents::generic::{UnitesWith, WeakenedFrom};
use extents::{DynRankExtents, Extents, Scalar, ShapeError, Tensor};
use extents_static::__private::Tuple;

use super::mesh::{MeshAxes, NamedMesh};
use super::place::{Placed, PlacementsFor, Reduced, Sums, Unreduced};
use crate::{DistError, DistTensor, Distribution, Mesh, Share, Transport, World};

/// A tensor of elements `T` and extents `E` of the whole, on a mesh `M`, which is a [`NamedMesh`]. `P` has the placement of each mode,
/// and `S` the axes along which it is unreduced.
///
/// [`contract!`](extents::contract!) takes such tensors. Each process contracts what it holds, so that nothing moves: a label must be
/// placed alike in all operands, and where one that is summed is sharded, the result is unreduced along that axis.
///
/// ```
/// use extents::label::{i, j, k};
/// use extents::{StaticExtents, Tensor, contract, extents, labels};
/// use extents_mpi::{Dist, DistError, NamedMesh, Partial, Replicated, Shard, World, simulated};
/// labels! { node, core }
/// type On<'b, P, S = ()> = Dist<i64, StaticExtents![4, 4], NamedMesh<'b, (node, core)>, P, S>;
/// let sums = simulated::run(4, |world| {
///     NamedMesh::<(node, core)>::scope([2, 2], |mesh| {
///         let a: On<'_, (Shard<node>, Shard<core>)> =
///             Dist::from_fn(world, mesh, extents![4, 4], |[i, j]| (4 * i + j) as i64)?;
///         let b: On<'_, (Shard<core>, Replicated)> =
///             Dist::from_fn(world, mesh, extents![4, 4], |[i, j]| i64::from(i == j))?;
///         // Only here is anything moved.
///         let c: On<'_, (Shard<node>, Replicated), (Partial<core>,)> = contract!(a[i, j] * b[j, k] => [i, k])?;
///         c.reduce::<(Shard<node>, Shard<core>)>(world)?.gather(world)
///     })?
/// });
/// let expected = Tensor::from_fn(extents![4, 4], |[i, j]| (4 * i + j) as i64)?;
/// assert_eq!(sums[0], Ok(Some(expected)));
/// # Ok::<(), extents::ShapeError>(())
/// ```
///
/// Sums that are parts are not the tensor's elements, and can be reduced and nothing else:
/// ```compile_fail,E0277
/// use extents::{StaticExtents, labels};
/// use extents_mpi::{Dist, NamedMesh, Partial, Replicated};
/// labels! { node }
/// type Parts<'b> = Dist<f64, StaticExtents![4], NamedMesh<'b, (node,)>, (Replicated,), (Partial<node>,)>;
/// // unreduced: each process holds only a part of each sum, along the axes `(Partial<node>,)`
/// fn first(parts: &Parts) -> Option<&f64> {
///     parts.local().as_slice().first()
/// }
/// ```
#[must_use]
pub struct Dist<T, E: Extents, M, P, S = ()> {
    // INVARIANT: distributed as the types say.
    tensor: DistTensor<T, E>,
    types: PhantomData<Types<M, P, S>>,
}

/// Types of which there are no values, and which are neither wider nor narrower than themselves.
type Types<M, P, S> = fn(M, P, S) -> (M, P, S);

impl<'b, T, E, Axes, P> Dist<T, E, NamedMesh<'b, Axes>, P>
where
    T: Scalar,
    E: Extents,
    Axes: MeshAxes,
    P: Placed<Axes> + PlacementsFor<E::Index>,
{
    /// Creates a tensor, of which each rank asks for the elements that it holds.
    ///
    /// # Errors
    /// Returns the errors of [`DistTensor::from_fn`].
    pub fn from_fn(
        world: &impl World,
        mesh: &NamedMesh<'b, Axes>,
        extents: E,
        element: impl FnMut(E::Index) -> T,
    ) -> Result<Self, DistError> {
        let distribution = distribution::<E, Axes, P, ()>(mesh.mesh(), &extents)?;
        Ok(Self::of(DistTensor::from_fn(world, extents, &distribution, element)?))
    }

    /// Creates a tensor from what rank 0 holds.
    ///
    /// # Errors
    /// Returns the errors of [`DistTensor::scatter`].
    pub fn scatter(
        world: &impl Transport<T>,
        mesh: &NamedMesh<'b, Axes>,
        whole: Option<&Tensor<T, E>>,
        extents: E,
    ) -> Result<Self, DistError> {
        let distribution = distribution::<E, Axes, P, ()>(mesh.mesh(), &extents)?;
        Ok(Self::of(DistTensor::scatter(world, whole, extents, &distribution)?))
    }

    /// Gives a tensor its placement as types.
    ///
    /// # Errors
    /// Returns [`DistError::OtherPlacement`] where it is distributed otherwise.
    ///
    /// ```
    /// use extents::{StaticExtents, extents, labels};
    /// use extents_mpi::{Dist, DistError, DistTensor, Distribution, NamedMesh, Replicated, Shard, Share, simulated};
    /// labels! { node }
    /// type Rows<'b> = Dist<i64, StaticExtents![5], NamedMesh<'b, (node,)>, (Shard<node>,)>;
    /// let parts = simulated::run(2, |world| {
    ///     NamedMesh::<(node,)>::scope([2], |mesh| {
    ///         let blocks = Distribution::new(mesh.mesh(), [Share::block(5, mesh.mesh(), &[0])?])?;
    ///         let tensor = DistTensor::from_fn(world, extents![5], &blocks, |[i]| i as i64)?;
    ///         let rows: Rows = Dist::from_tensor(mesh, tensor)?;
    ///         Ok::<_, DistError>(rows.local().as_slice().to_vec())
    ///     })?
    /// });
    /// assert_eq!(sums(parts), [3, 7]);
    /// # fn sums(parts: Vec<Result<Vec<i64>, DistError>>) -> Vec<i64> {
    /// #     parts.into_iter().map(|part| part.unwrap().into_iter().sum()).collect()
    /// # }
    /// ```
    pub fn from_tensor(
        mesh: &NamedMesh<'b, Axes>,
        tensor: DistTensor<T, E>,
    ) -> Result<Self, DistError> {
        let typed = distribution::<E, Axes, P, ()>(mesh.mesh(), tensor.extents())?;
        if !tensor.distribution().holds_the_same(&typed) {
            return Err(DistError::OtherPlacement);
        }
        Ok(Self::of(DistTensor::from_local(tensor.extents().clone(), typed, tensor.into_local())))
    }
}

impl<'b, T, E, Axes, P, S> Dist<T, E, NamedMesh<'b, Axes>, P, S>
where
    T: Scalar,
    E: Extents,
    Axes: MeshAxes,
{
    /// Returns what this rank holds.
    pub fn local(&self) -> &Tensor<T, DynRankExtents>
    where
        S: Reduced,
    {
        self.tensor.local()
    }

    /// Returns the whole tensor on rank 0, and nothing elsewhere.
    ///
    /// # Errors
    /// Returns the errors of [`DistTensor::reshard`], but those of parts of sums and of other extents, which do not compile.
    pub fn gather(&self, world: &impl Transport<T>) -> Result<Option<Tensor<T, E>>, DistError>
    where
        S: Reduced,
    {
        self.tensor.gather(world)
    }

    /// Returns the same tensor, placed otherwise.
    ///
    /// # Errors
    /// Returns the errors of [`DistTensor::reshard`], but those of parts of sums and of other extents, which do not compile.
    ///
    /// ```
    /// use extents::{StaticExtents, extents, labels};
    /// use extents_mpi::{Dist, DistError, NamedMesh, Replicated, Shard, simulated};
    /// labels! { node }
    /// type On<'b, P> = Dist<i64, StaticExtents![4, 2], NamedMesh<'b, (node,)>, P>;
    /// let columns = simulated::run(2, |world| {
    ///     NamedMesh::<(node,)>::scope([2], |mesh| {
    ///         let rows: On<'_, (Shard<node>, Replicated)> =
    ///             Dist::from_fn(world, mesh, extents![4, 2], |[i, j]| (2 * i + j) as i64)?;
    ///         let columns = rows.reshard::<(Replicated, Shard<node>)>(world)?;
    ///         Ok::<_, DistError>(columns.local().as_slice().to_vec())
    ///     })?
    /// });
    /// assert_eq!(columns, [Ok(vec![0, 2, 4, 6]), Ok(vec![1, 3, 5, 7])]);
    /// ```
    pub fn reshard<Q: Placed<Axes> + PlacementsFor<E::Index>>(
        &self,
        world: &impl Transport<T>,
    ) -> Result<Dist<T, E, NamedMesh<'b, Axes>, Q>, DistError>
    where
        S: Reduced,
    {
        self.moved(world)
    }

    /// Returns the tensor of whole sums, placed as `Q` says. What each rank has a part of is added up in the order of the ranks.
    ///
    /// # Errors
    /// Returns the errors of [`reshard`](Self::reshard).
    pub fn reduce<Q: Placed<Axes> + PlacementsFor<E::Index>>(
        &self,
        world: &impl Transport<T>,
    ) -> Result<Dist<T, E, NamedMesh<'b, Axes>, Q>, DistError>
    where
        S: Tuple<List: Unreduced>,
    {
        self.moved(world)
    }

    fn moved<Q: Placed<Axes> + PlacementsFor<E::Index>>(
        &self,
        world: &impl Transport<T>,
    ) -> Result<Dist<T, E, NamedMesh<'b, Axes>, Q>, DistError> {
        let to = distribution::<E, Axes, Q, ()>(self.mesh(), self.extents())?;
        Ok(Dist::of(self.tensor.reduce(world, &to)?))
    }

    /// Returns the tensor without its placement in the type.
    pub fn into_tensor(self) -> DistTensor<T, E>
    where
        S: Reduced,
    {
        self.tensor
    }
}

impl<T, E: Extents, M, P, S> Dist<T, E, M, P, S> {
    /// The types are believed.
    pub(super) fn of(tensor: DistTensor<T, E>) -> Self {
        Dist { tensor, types: PhantomData }
    }

    pub(super) fn tensor(&self) -> &DistTensor<T, E> {
        &self.tensor
    }

    pub(super) fn tensor_mut(&mut self) -> &mut DistTensor<T, E> {
        &mut self.tensor
    }
}

impl<T: Scalar, E: Extents, M, P, S> Dist<T, E, M, P, S> {
    /// Returns the extents of the whole.
    pub fn extents(&self) -> &E {
        self.tensor.extents()
    }

    /// Returns the same tensor with less known of its extents in the type.
    pub fn weaken<F: WeakenedFrom<E>>(self) -> Dist<T, F, M, P, S> {
        Dist::of(self.tensor.weaken())
    }

    /// Returns the same tensor with more known of its extents in the type.
    ///
    /// # Errors
    /// Returns [`ShapeError::ExtentMismatch`], or [`ShapeError::RankMismatch`].
    pub fn strengthen<F: Extents>(self) -> Result<Dist<T, F, M, P, S>, ShapeError>
    where
        E: UnitesWith<F>,
    {
        Ok(Dist::of(self.tensor.strengthen()?))
    }

    /// Returns which rank holds what.
    pub fn distribution(&self) -> &Distribution {
        self.tensor.distribution()
    }

    pub(super) fn mesh(&self) -> &Mesh {
        self.tensor.distribution().mesh()
    }
}

impl<T: Clone, E: Extents, M, P, S> Clone for Dist<T, E, M, P, S> {
    fn clone(&self) -> Self {
        Dist { tensor: self.tensor.clone(), types: PhantomData }
    }
}

impl<T: fmt::Debug, E: Extents, M, P, S> fmt::Debug for Dist<T, E, M, P, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Dist").field(&self.tensor).finish()
    }
}

/// The distribution that types say.
pub(super) fn distribution<E, Axes, P, S>(
    mesh: &Mesh,
    extents: &E,
) -> Result<Distribution, DistError>
where
    E: Extents,
    Axes: MeshAxes,
    P: Placed<Axes>,
    S: Sums<Axes>,
{
    if extents.is_null() {
        return Err(ShapeError::Null.into());
    }
    let axes = P::axes();
    let modes = extents.with_slice(|extents| {
        let (expected, found) = (axes.len(), extents.len());
        if expected != found {
            return Err(ShapeError::RankMismatch { expected, found }.into());
        }
        let modes = extents.iter().zip(&axes);
        modes.map(|(&extent, axis)| Share::block(extent, mesh, axis.as_slice())).collect()
    });
    Distribution::of_labels(mesh, modes?, S::axes())
}
