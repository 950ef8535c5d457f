//! Elementwise work, on what each process holds.

use std::ops::{Add, Sub};

use extents::error::Quantity;
use extents::{Extents, Scalar, Tensor};

use super::dist::Dist;
use super::mesh::{MeshAxes, NamedMesh};
use super::place::{PlacedAs, Reduced};
use crate::exchange::same_extents;
use crate::transport::count;
use crate::{DistError, DistTensor};

impl<'b, T, E, Axes, P, S> Dist<T, E, NamedMesh<'b, Axes>, P, S>
where
    T: Scalar,
    E: Extents,
    Axes: MeshAxes,
{
    /// Returns the tensor of what a function makes of each element.
    ///
    /// # Errors
    /// Returns [`ShapeError::Allocation`](extents::ShapeError::Allocation), on a rank without memory for its part alone: ranks say nothing to
    /// each other, and the others go on. Who returns it from the body of `extents_mpi::run` ends all ranks.
    ///
    /// ```
    /// use extents::{StaticExtents, extents, labels};
    /// use extents_mpi::{Dist, DistError, NamedMesh, Shard, simulated};
    /// labels! { node }
    /// type Rows<'b> = Dist<f64, StaticExtents![4], NamedMesh<'b, (node,)>, (Shard<node>,)>;
    /// let roots = simulated::run(2, |world| {
    ///     NamedMesh::<(node,)>::scope([2], |mesh| {
    ///         let squares: Rows = Dist::from_fn(world, mesh, extents![4], |[i]| (i * i) as f64)?;
    ///         Ok::<_, DistError>(squares.map(f64::sqrt)?.local().as_slice().to_vec())
    ///     })?
    /// });
    /// assert_eq!(roots, [Ok(vec![0.0, 1.0]), Ok(vec![2.0, 3.0])]);
    /// ```
    pub fn map<U: Scalar>(
        &self,
        function: impl Fn(T) -> U,
    ) -> Result<Dist<U, E, NamedMesh<'b, Axes>, P>, DistError>
    where
        S: Reduced,
    {
        let tensor = self.tensor();
        let elements = collected(tensor.local().as_slice().iter().map(|&it| function(it)))?;
        Ok(Dist::of(with_elements(tensor, elements)?))
    }

    /// Returns the tensor of what a function makes of each two elements of one index.
    ///
    /// # Errors
    /// Returns [`ShapeError::ExtentMismatch`](extents::ShapeError::ExtentMismatch), or, on a rank without memory alone as of
    /// [`map`](Self::map), [`ShapeError::Allocation`](extents::ShapeError::Allocation).
    pub fn zip_map<U: Scalar, V: Scalar>(
        &self,
        other: &Dist<U, E, NamedMesh<'b, Axes>, P, S>,
        function: impl Fn(T, U) -> V,
    ) -> Result<Dist<V, E, NamedMesh<'b, Axes>, P>, DistError>
    where
        S: Reduced,
    {
        Ok(Dist::of(zipped(self.tensor(), other.tensor(), function)?))
    }

    /// Returns the tensor times a number, which may be unreduced.
    ///
    /// # Errors
    /// Returns [`ShapeError::Allocation`](extents::ShapeError::Allocation), on a rank without memory alone as of [`map`](Self::map).
    pub fn scaled(&self, factor: T) -> Result<Self, DistError> {
        let tensor = self.tensor();
        let elements = collected(tensor.local().as_slice().iter().map(|it| it.times(factor)))?;
        Ok(Dist::of(with_elements(tensor, elements)?))
    }

    /// Adds another tensor, which is placed alike. Both may be unreduced along the same axes: parts of sums add up.
    ///
    /// # Errors
    /// Returns [`ShapeError::ExtentMismatch`](extents::ShapeError::ExtentMismatch); nothing is added then.
    pub fn accumulate(&mut self, other: &Self) -> Result<(), DistError> {
        check_extents(self.tensor(), other.tensor())?;
        let terms = other.tensor().local().as_slice();
        for (sum, &term) in self.tensor_mut().local_mut().as_mut_slice().iter_mut().zip(terms) {
            *sum = sum.plus(term);
        }
        Ok(())
    }
}

/// Adds two tensors that are placed alike. Both may be unreduced along the same axes: parts of sums add up.
///
/// A rank without memory has the error alone, as of [`map`](Dist::map).
impl<T, E, M, P, S, Q, R> Add<&Dist<T, E, M, Q, R>> for &Dist<T, E, M, P, S>
where
    T: Scalar,
    E: Extents,
    P: PlacedAs<Q>,
    S: PlacedAs<R>,
{
    type Output = Result<Dist<T, E, M, P, S>, DistError>;
    fn add(self, other: &Dist<T, E, M, Q, R>) -> Self::Output {
        Ok(Dist::of(zipped(self.tensor(), other.tensor(), T::plus)?))
    }
}

/// Subtracts a tensor that is placed alike. Both may be unreduced along the same axes: differences of parts are parts of differences.
///
/// A rank without memory has the error alone, as of [`map`](Dist::map).
impl<T, E, M, P, S, Q, R> Sub<&Dist<T, E, M, Q, R>> for &Dist<T, E, M, P, S>
where
    T: Scalar + Sub<Output = T>,
    E: Extents,
    P: PlacedAs<Q>,
    S: PlacedAs<R>,
{
    type Output = Result<Dist<T, E, M, P, S>, DistError>;
    fn sub(self, other: &Dist<T, E, M, Q, R>) -> Self::Output {
        Ok(Dist::of(zipped(self.tensor(), other.tensor(), T::sub)?))
    }
}

fn zipped<T: Scalar, U: Scalar, V: Scalar, E: Extents>(
    left: &DistTensor<T, E>,
    right: &DistTensor<U, E>,
    function: impl Fn(T, U) -> V,
) -> Result<DistTensor<V, E>, DistError> {
    check_extents(left, right)?;
    let pairs = left.local().as_slice().iter().zip(right.local().as_slice());
    with_elements(left, collected(pairs.map(|(&left, &right)| function(left, right)))?)
}

/// Checks what types leave open: extents at run time. Tensors of one type are on one mesh, and placed alike.
fn check_extents<T: Scalar, U: Scalar, E: Extents>(
    left: &DistTensor<T, E>,
    right: &DistTensor<U, E>,
) -> Result<(), DistError> {
    left.extents()
        .with_slice(|left| right.extents().with_slice(|right| same_extents(left, right)))?;
    // Of another world a rank may hold something else.
    count(Quantity::Elements, left.local().len(), right.local().len())
}

pub(super) fn collected<T>(
    elements: impl ExactSizeIterator<Item = T>,
) -> Result<Vec<T>, DistError> {
    let mut all = Vec::new();
    let elements_count = elements.len();
    let error = extents::ShapeError::Allocation { elements: elements_count };
    all.try_reserve_exact(elements_count).map_err(|_| error)?;
    all.extend(elements);
    Ok(all)
}

/// A tensor that is distributed as another one, of as many elements.
fn with_elements<T: Scalar, U: Scalar, E: Extents>(
    tensor: &DistTensor<U, E>,
    elements: Vec<T>,
) -> Result<DistTensor<T, E>, DistError> {
    let local = Tensor::from_vec(tensor.local().extents().clone(), elements);
    let local = local.map_err(|refused| refused.error)?;
    Ok(DistTensor::from_local(tensor.extents().clone(), tensor.distribution().clone(), local))
}
