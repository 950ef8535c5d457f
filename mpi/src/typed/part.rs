//! Slices of distributed tensors, and tensors that are joined: along modes that are whole on each process.

use extents::arrange::{PartList, concat};
use extents::error::Place;
use extents::layout::RowMajor;
use extents::rearrange::{Chip, Rearrange, Resize, Slice, Sliced};
use extents::{Const, Extents, Mapping, Mode, Scalar, ShapeError, Tensor};
use extents_static::__private::{Nil, Nth, NthOf, ToTuple, assert_joined, assert_joined_names};
use extents_static::for_each_arity;
use extents_static::slice::{Full, Kept, SliceEntry, SliceTuple};

use super::dist::{Dist, distribution};
use super::elementwise::collected;
use super::mesh::{MeshAxes, NamedMesh};
use super::place::{Placed, Replicated, Shard, Sums};
use crate::{DistError, DistTensor};

/// The extents that an operation gives.
type ExtentsOf<O, E> = <O as Rearrange<E, RowMajor>>::Extents;

/// A tensor on the mesh of named axes.
type On<'b, T, E, Axes, P, S> = Dist<T, E, NamedMesh<'b, Axes>, P, S>;

/// The placements of the modes that have no index.
type Chipped<P, W> = <<P as Slices<W>>::Chipped as ToTuple>::Tuple;

#[allow(clippy::type_complexity, reason = "types say where tensors are placed")]
impl<'b, T, E, Axes, P, S> Dist<T, E, NamedMesh<'b, Axes>, P, S>
where
    T: Scalar,
    E: Extents,
    Axes: MeshAxes,
    P: Placed<Axes>,
    S: Sums<Axes>,
{
    /// Returns the part that a slice keeps, with every mode: an index leaves a mode of extent 1. Nothing moves, so that of a mode
    /// that is sharded all is kept, `..`; any other entry does not compile.
    ///
    /// # Errors
    /// Returns the errors of [`Tensor::slice`].
    ///
    /// ```
    /// use extents::{StaticExtents, extents, labels, slice};
    /// use extents_mpi::{Dist, DistError, NamedMesh, Replicated, Shard, simulated};
    /// labels! { node }
    /// type Rows<'b, E> = Dist<i64, E, NamedMesh<'b, (node,)>, (Shard<node>, Replicated)>;
    /// let parts = simulated::run(2, |world| {
    ///     NamedMesh::<(node,)>::scope([2], |mesh| {
    ///         let rows: Rows<StaticExtents![2, 5]> =
    ///             Dist::from_fn(world, mesh, extents![2, 5], |[i, j]| (10 * i + j) as i64)?;
    ///         let part: Rows<StaticExtents![2, 2]> = rows.slice(slice![.., 1..5; 2])?;
    ///         Ok::<_, DistError>(part.local().as_slice().to_vec())
    ///     })?
    /// });
    /// assert_eq!(parts, [Ok(vec![1, 3]), Ok(vec![11, 13])]);
    /// ```
    pub fn slice<W>(
        &self,
        slice: W,
    ) -> Result<On<'b, T, ExtentsOf<Sliced<W>, E>, Axes, P, S>, DistError>
    where
        W: SliceTuple,
        P: Slices<W>,
        Sliced<W>: Rearrange<E, RowMajor>,
    {
        const { <Sliced<W> as Rearrange<E, RowMajor>>::CHECK };
        self.part(Sliced(slice), slice, false)
    }

    /// Returns the part that a slice keeps, without the modes that have an index. Nothing moves, so that of a mode that is sharded
    /// all is kept, `..`; any other entry does not compile.
    ///
    /// # Errors
    /// Returns the errors of [`Tensor::chip`].
    ///
    /// ```
    /// use extents::{StaticExtents, extents, labels, slice};
    /// use extents_mpi::{Dist, DistError, NamedMesh, Replicated, Shard, simulated};
    /// labels! { node }
    /// type On<'b, E, P> = Dist<i64, E, NamedMesh<'b, (node,)>, P>;
    /// let columns = simulated::run(2, |world| {
    ///     NamedMesh::<(node,)>::scope([2], |mesh| {
    ///         let rows: On<'_, StaticExtents![4, 3], (Shard<node>, Replicated)> =
    ///             Dist::from_fn(world, mesh, extents![4, 3], |[i, j]| (10 * i + j) as i64)?;
    ///         let column: On<'_, StaticExtents![4], (Shard<node>,)> = rows.chip(slice![.., 2])?;
    ///         Ok::<_, DistError>(column.local().as_slice().to_vec())
    ///     })?
    /// });
    /// assert_eq!(columns, [Ok(vec![2, 12]), Ok(vec![22, 32])]);
    /// ```
    pub fn chip<W>(
        &self,
        slice: W,
    ) -> Result<On<'b, T, ExtentsOf<Chip<W>, E>, Axes, Chipped<P, W>, S>, DistError>
    where
        W: SliceTuple,
        P: Slices<W, Chipped: ToTuple<Tuple: Placed<Axes>>>,
        Chip<W>: Rearrange<E, RowMajor>,
    {
        const { <Chip<W> as Rearrange<E, RowMajor>>::CHECK };
        self.part(Chip(slice), slice, true)
    }

    /// What a slice keeps.
    fn part<O, W, Q>(
        &self,
        operation: O,
        slice: W,
        drops: bool,
    ) -> Result<On<'b, T, ExtentsOf<O, E>, Axes, Q, S>, DistError>
    where
        O: Rearrange<E, RowMajor>,
        W: SliceTuple,
        Q: Placed<Axes>,
    {
        let whole = Mapping::new(self.extents().clone()).rearrange(operation);
        let extents = whole.map_err(Into::into)?.mapping().extents().clone();
        let kept = self.extents().with_slice(|extents| slice.kept(extents))?;
        let entries = kept.iter().zip(P::axes()).map(|(kept, axis)| match axis {
            // The rank has other numbers of entries than the whole, and keeps all of them.
            Some(_) => Slice::from(..),
            None => entry(*kept),
        });
        let entries: Vec<Slice> = entries.collect();
        self.of_local(extents, |local| {
            let part = match drops {
                true => local.chip(&entries[..]),
                false => local.slice(&entries[..]),
            }?;
            let elements = collected(part.iter().copied())?;
            Ok(Tensor::from_vec(part.extents().clone(), elements).map_err(|it| it.error)?)
        })
    }

    /// Joins this tensor and another one, which is placed alike, along a mode that is whole on each process. The caller states the
    /// mode of the result: [`Const<N>`](Const) or [`Dyn`](extents::Dyn). The other modes have the same extents. Nothing moves, and
    /// along a mode that is sharded it does not compile.
    ///
    /// # Errors
    /// Returns [`ShapeError::ExtentMismatch`]; where the types know that, it does not compile. [`ShapeError::SizeOverflow`],
    /// [`ShapeError::Allocation`], on a rank without memory alone as of [`map`](Self::map).
    ///
    /// ```
    /// use extents::{Const, StaticExtents, extents, labels};
    /// use extents_mpi::{Dist, DistError, NamedMesh, Replicated, Shard, simulated};
    /// labels! { node }
    /// type Rows<'b, E> = Dist<i64, E, NamedMesh<'b, (node,)>, (Shard<node>, Replicated)>;
    /// let parts = simulated::run(2, |world| {
    ///     NamedMesh::<(node,)>::scope([2], |mesh| {
    ///         let narrow: Rows<StaticExtents![2, 1]> = Dist::from_fn(world, mesh, extents![2, 1], |[i, _]| i as i64)?;
    ///         let wide: Rows<StaticExtents![2, 2]> =
    ///             Dist::from_fn(world, mesh, extents![2, 2], |[i, j]| (10 * i + j) as i64)?;
    ///         let both: Rows<StaticExtents![2, 3]> = narrow.concat::<Const<3>, _, 1>(Const, &wide)?;
    ///         Ok::<_, DistError>(both.local().as_slice().to_vec())
    ///     })?
    /// });
    /// assert_eq!(parts, [Ok(vec![0, 0, 1]), Ok(vec![1, 10, 11])]);
    /// ```
    pub fn concat<X, F, const MODE: usize>(
        &self,
        mode: Const<MODE>,
        other: &Dist<T, F, NamedMesh<'b, Axes>, P, S>,
    ) -> Result<On<'b, T, <E as Resize<Const<MODE>, X>>::Extents, Axes, P, S>, DistError>
    where
        X: Mode,
        F: Extents,
        E: Resize<Const<MODE>, X>,
        P: Nth<MODE>,
        NthOf<P, MODE>: KeptBy<MODE, Joined>,
        for<'t> (&'t Tensor<T, E>, &'t Tensor<T, F>): PartList<Elem = T, Extents = E>,
    {
        const {
            let names = <(&Tensor<T, E>, &Tensor<T, F>) as PartList>::STATIC_NAMES;
            let labels = <(&Tensor<T, E>, &Tensor<T, F>) as PartList>::STATIC_LABELS;
            let extents = <(&Tensor<T, E>, &Tensor<T, F>) as PartList>::STATIC_EXTENTS;
            assert_joined_names(Some(MODE), names, labels);
            assert_joined(Some(MODE), extents, true, X::EXTENT);
        }
        let _ = mode;
        let extents = self.extents().with_slice(|first| {
            other.extents().with_slice(|second| {
                check_joined(MODE, first, second)?;
                let along = |extents: &[usize]| extents.get(MODE).copied().unwrap_or(0);
                Resize::resize(self.extents(), MODE, along(first).saturating_add(along(second)))
            })
        })?;
        let other = other.tensor().local();
        self.of_local(extents, |local| Ok(concat(MODE, (local, other))?))
    }

    /// A tensor of other extents, which a function makes of what this rank holds.
    fn of_local<F: Extents, Q: Placed<Axes>>(
        &self,
        extents: F,
        make: impl FnOnce(&LocalTensor<T>) -> Result<LocalTensor<T>, DistError>,
    ) -> Result<Dist<T, F, NamedMesh<'b, Axes>, Q, S>, DistError> {
        let distribution = distribution::<F, Axes, Q, S>(self.mesh(), &extents)?;
        let local = self.tensor().local();
        let local = match local.extents().is_null() {
            // This rank is outside of the mesh.
            true => local.clone(),
            false => make(local)?,
        };
        Ok(Dist::of(DistTensor::from_local(extents, distribution, local)))
    }
}

type LocalTensor<T> = Tensor<T, extents::DynRankExtents>;

/// What is kept of a mode, as a value.
fn entry(kept: Kept) -> Slice {
    match kept.is_index {
        true => Slice::index(kept.begin),
        false => Slice::count(kept.begin, kept.count).step(kept.step),
    }
}

/// Compares the extents of two tensors that are joined along a mode.
fn check_joined(along: usize, first: &[usize], second: &[usize]) -> Result<(), ShapeError> {
    let (expected, found) = (first.len(), second.len());
    if expected != found {
        return Err(ShapeError::RankMismatch { expected, found });
    }
    for (mode, (&expected, &found)) in first.iter().zip(second).enumerate() {
        if mode != along && expected != found {
            let place = Place::Joined { operand: 1, mode };
            return Err(ShapeError::ExtentMismatch { place, expected, found });
        }
    }
    Ok(())
}

/// Placements of modes that can be sliced by the entries `W`.
#[diagnostic::on_unimplemented(
    message = "a slice of modes that are placed as `{Self}` needs one entry per mode: `{W}` has another number",
    label = "more or fewer entries than modes"
)]
pub trait Slices<W> {
    /// The list of the placements of the modes that have no index.
    type Chipped;
}

macro_rules! slices {
    (@chipped) => { Nil };
    (@chipped ($A:ident $B:ident) $($rest:tt)*) => {
        $B::Chipped<$A, slices!(@chipped $($rest)*)>
    };
    ($rank:literal; $(($A:ident $B:ident $n:tt))*) => {
        impl<$($A: KeptBy<$n, $B>, $B: SliceEntry),*> Slices<($($B,)*)> for ($($A,)*) {
            type Chipped = slices!(@chipped $(($A $B))*);
        }
    };
}
for_each_arity!(slices);

/// In the place of an entry: the mode is joined with that of another tensor, or a fold goes over it.
#[derive(Debug)]
pub struct Joined;

/// An entry of which there is none: with it a sharded mode has two implementations, so that the compiler does not conclude from them
/// what the entry must be, and says what is wrong with another one in our words.
#[derive(Debug)]
pub enum NoEntry {}

/// A placement of mode `N` that the entry `B` of a slice leaves as it is.
#[diagnostic::on_unimplemented(
    message = "mode {N} is `{Self}`, and only modes that are whole on each process are sliced, joined or folded: `.reshard()` it to `Replicated`",
    label = "no process holds all entries of mode {N}"
)]
pub trait KeptBy<const N: usize, B> {}
impl<const N: usize, B> KeptBy<N, B> for Replicated {}
impl<const N: usize, X> KeptBy<N, Full> for Shard<X> {}
#[diagnostic::do_not_recommend]
impl<const N: usize, X> KeptBy<N, NoEntry> for Shard<X> {}
