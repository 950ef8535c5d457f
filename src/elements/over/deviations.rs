//! Sums of squares of distances from the means, in two passes: the means, then one loop over the elements and their means.

use core::convert::identity;
use core::marker::PhantomData;

use extents_static::__private::{Known, Open};

use super::accumulate::Mean;
use super::folds::{KnownBy, Work, prepared};
use super::{Destination, Foldable, Modes, NewTensor, Over, ResultExtents, modes};
use crate::ShapeError;
use crate::elements::Divide;
use crate::elements::Tensor;
use crate::elements::expression::{ByRef, Map, Node, Pair};
use crate::rearrange::{BroadcastTo, Like};

/// The means along the modes, which are kept.
///
/// `node` is that of the source, has these extents, and the modes are of them, each once.
fn means<S, M, N>(
    node: &N,
    list: &[usize],
    extents: &S::Extents,
) -> Result<Tensor<S::Value, M::Kept>, ShapeError>
where
    S: Foldable<Value: Divide>,
    M: Modes<S::Extents>,
    N: Node<Elem = S::Elem, Extents = S::Extents>,
{
    let results = M::kept(list, extents, crate::rearrange::Seal)?;
    let node = Map { a: node, f: |elem| S::value(elem) };
    let fold = Mean { count: modes::entries(list, extents), finish: identity };
    let known = PhantomData::<KnownBy<M, _>>;
    let work = Work { node: &node, extents, modes: list, fold, known };
    Destination::<_, _, Known>::fill(NewTensor, Ok((results, work)))
}

impl<S: Foldable, M: Modes<S::Extents>, D> Over<S, M, D> {
    /// The sums of `square(value, mean)` over the number of values less `ddof`, each as `finish` makes it.
    #[inline]
    #[track_caller]
    pub(crate) fn spread(
        self,
        ddof: usize,
        square: impl Fn(S::Value, S::Value) -> S::Value,
        finish: impl Fn(S::Value) -> S::Value,
    ) -> D::Output
    where
        S::Value: Divide,
        D: Destination<S::Value, ResultExtents<S, M>, Open>,
    {
        let Over { source, modes, to } = self;
        modes.with_modes(|list| {
            let node = source.node();
            let prepared = prepared::<_, _, M>(&node, list, true);
            let prepared = prepared.and_then(|(extents, results)| {
                let means = means::<S, M, _>(&node, list, &extents)?;
                Ok((extents, results, means))
            });
            let means = match &prepared {
                Ok((extents, _, means)) => {
                    means.view().rearrange(BroadcastTo(Like(extents.clone())))
                }
                Err(error) => Err(*error),
            };
            let squares = means.as_ref().map(|means| {
                // SAFETY: the extents of the broadcast means are those of the node.
                let both = unsafe { Pair::new(&node, ByRef(means)) };
                Map {
                    a: both,
                    f: |(elem, mean): (S::Elem, &S::Value)| square(S::value(elem), *mean),
                }
            });
            to.fill(match (&prepared, &squares) {
                (Ok((extents, results, _)), Ok(squares)) => {
                    let count = modes::entries(list, extents).saturating_sub(ddof);
                    let fold = Mean { count, finish };
                    let known = PhantomData::<KnownBy<M, _>>;
                    let work = Work { node: squares, extents, modes: list, fold, known };
                    Ok((results.clone(), work))
                }
                (Err(error), _) => Err(*error),
                (_, Err(error)) => Err(**error),
            })
        })
    }
}
