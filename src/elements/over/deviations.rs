//! Sums of squares of distances from the means.
//!
//! A mean is rounded, and where the values are far from 0 beside how far they are from each other, that is much. So the mean of the
//! distances from it is subtracted from these: both together are a mean of about twice the digits. (T. F. Chan, G. H. Golub and R. J.
//! LeVeque, *Algorithms for computing the sample variance*, 1983, correct the sum of the squares instead.)

use core::convert::identity;
use core::marker::PhantomData;

use extents_static::__private::{Known, Open};

use super::accumulate::Mean;
use super::folds::{KnownBy, Work, prepared};
use super::{Destination, Foldable, Modes, NewTensor, Over, ResultExtents, modes};
use crate::elements::Tensor;
use crate::elements::arithmetic::{Number, Real};
use crate::elements::expression::{ByRef, Map, Node, Pair};
use crate::rearrange::{BroadcastTo, Like};
use crate::{Scalar, ShapeError};

/// The means along the modes, which are kept.
///
/// `node` has these extents, and the modes are of them, each once, with an entry each.
fn means<T: Real, M, N>(
    node: &N,
    list: &[usize],
    extents: &N::Extents,
) -> Result<Tensor<T, M::Kept>, ShapeError>
where
    N: Node<Elem = T, Extents: crate::Extents>,
    M: Modes<N::Extents>,
{
    let results = M::kept(list, extents, crate::rearrange::Seal)?;
    let fold = Mean { count: modes::entries(list, extents), finish: identity };
    let known = PhantomData::<KnownBy<M, _>>;
    let work = Work { node, extents, modes: list, fold, known };
    Destination::<_, _, Known>::fill(NewTensor, Ok((results, work)))
}

impl<S: Foldable<Value: Real>, M: Modes<S::Extents>, D> Over<S, M, D> {
    /// The sums of the squares of the distances from the means, over the number of values less `ddof`, each as `finish` makes it.
    #[inline]
    #[track_caller]
    pub(crate) fn spread(self, ddof: usize, finish: impl Fn(S::Value) -> S::Value) -> D::Output
    where
        D: Destination<S::Value, ResultExtents<S, M>, Open>,
    {
        let Over { source, modes, to } = self;
        modes.with_modes(|list| {
            let values = Map { a: source.node(), f: |elem| S::value(elem) };
            let prepared = prepared::<_, _, M>(&values, list, true);
            let extents = prepared.as_ref().map(|(extents, _)| extents).map_err(|error| *error);

            let first = extents.and_then(|extents| means::<_, M, _>(&values, list, extents));
            let first = first
                .as_ref()
                .map_err(|error| *error)
                .and_then(|means| means.view().rearrange(BroadcastTo(Like(extents?.clone()))));
            let distances = first.as_ref().map_err(|error| *error).map(|means| Map {
                // SAFETY: the extents of the broadcast means are those of the node.
                a: unsafe { Pair::new(&values, ByRef(means)) },
                f: |(value, mean): (S::Value, &S::Value)| value.minus(*mean),
            });

            let rest = distances.as_ref().map_err(|error| *error);
            let rest = rest.and_then(|distances| means::<_, M, _>(distances, list, extents?));
            let rest = rest
                .as_ref()
                .map_err(|error| *error)
                .and_then(|means| means.view().rearrange(BroadcastTo(Like(extents?.clone()))));
            let squares = rest.as_ref().map_err(|error| *error).and_then(|means| {
                let distances = distances.as_ref().map_err(|error| *error)?;
                Ok(Map {
                    // SAFETY: as above.
                    a: unsafe { Pair::new(distances, ByRef(means)) },
                    f: |(distance, mean): (S::Value, &S::Value)| {
                        let distance = distance.minus(*mean);
                        distance.times(distance)
                    },
                })
            });
            to.fill(match (&prepared, &squares) {
                (Ok((extents, results)), Ok(squares)) => {
                    let count = modes::entries(list, extents).saturating_sub(ddof);
                    let fold = Mean { count, finish };
                    let known = PhantomData::<KnownBy<M, _>>;
                    let work = Work { node: squares, extents, modes: list, fold, known };
                    Ok((results.clone(), work))
                }
                (Err(error), _) => Err(*error),
                (_, Err(error)) => Err(*error),
            })
        })
    }
}
