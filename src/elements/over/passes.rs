//! Folds in two passes: what the first one finds of each group of values stands beside these in the second one.

use core::marker::PhantomData;

use extents_static::__private::Known;

use super::accumulate::Sum;
use super::destination::Fill;
use super::folds::{KnownBy, Work};
use super::{Destination, Modes, NewTensor};
use crate::elements::expression::{Accumulate, Back, ByRef, InOrder, Map, Node, Pair, write_each};
use crate::elements::{Tensor, ViewMut};
use crate::layout::TrustedLayout;
use crate::rearrange::{BroadcastTo, Like};
use crate::{Extents, Scalar, ShapeError};

/// The results, each of which `finish` makes of what was found.
pub(super) struct Finished<V, E: Extents, F> {
    // INVARIANT: the extents are those of the results.
    pub(super) found: Tensor<V, E>,
    pub(super) finish: F,
}

impl<T, V, E: Extents, F: Fn(&V) -> T> Fill<T> for Finished<V, E, F> {
    #[inline]
    #[track_caller]
    unsafe fn fill<O: InOrder, S, G: Extents, L: TrustedLayout<G>>(
        self,
        target: ViewMut<'_, S, G, L>,
        put: impl Fn(&mut S, T),
    ) {
        let found = self.found.view();
        // A fold places the modes of the target among those of the results, and what is written from them takes these in the order of
        // the target.
        // SAFETY: the target has the extents of the results in this order, as the caller promises; each element is lent as long as
        // the call.
        unsafe {
            write_each::<Back<O>, _, _, _, _>(target, &ByRef(&found), |to, found| {
                put(&mut *to, (self.finish)(found));
            });
        }
    }
}

/// Folds along the modes, which are kept.
///
/// `node` has these extents, and the modes are of them, each once; where they have no entry, the fold has something to start with.
pub(super) fn kept<T, M, N, A>(
    node: &N,
    list: &[usize],
    extents: &N::Extents,
    fold: A,
) -> Result<Tensor<T, M::Kept>, ShapeError>
where
    N: Node<Elem = T, Extents: Extents>,
    M: Modes<N::Extents>,
    A: Accumulate<T, T>,
{
    let results = M::kept(list, extents, crate::rearrange::Seal)?;
    let known = PhantomData::<KnownBy<M, _>>;
    let work = Work { node, extents, modes: list, fold, known };
    Destination::<_, _, Known>::fill(NewTensor, Ok((results, work)))
}

/// The sums, along the modes, of what a function makes of each value and of what was [kept](kept) of its group.
pub(super) fn sums_beside<T: Copy, V: Scalar, M, N>(
    values: &N,
    list: &[usize],
    (extents, results): (&N::Extents, &M::Result),
    kept: &Tensor<T, M::Kept>,
    f: impl Fn(T, T) -> V,
) -> Result<Tensor<V, M::Result>, ShapeError>
where
    N: Node<Elem = T, Extents: Extents>,
    M: Modes<N::Extents>,
{
    let kept = kept.view().rearrange(BroadcastTo(Like(extents.clone())))?;
    let beside = Map {
        // SAFETY: the extents of what was kept, broadcast, are those of the node.
        a: unsafe { Pair::new(values, ByRef(&kept)) },
        f: |(value, kept): (T, &T)| f(value, *kept),
    };
    let known = PhantomData::<KnownBy<M, _>>;
    let work = Work { node: &beside, extents, modes: list, fold: Sum, known };
    Destination::<_, _, Known>::fill(NewTensor, Ok((results.clone(), work)))
}
