//! Values that are chosen among those of an expression, one after the other.

use alloc::vec::Vec;

use super::{Node, fold, fold_any};
use crate::elements::vec_tensor::reserved;
use crate::{Extents, ShapeError};

/// What `make` makes of each value that is chosen, and of its number in row-major order. The values are read twice: they are
/// counted first, so that there is room for them alone.
#[inline]
#[track_caller]
pub(crate) fn chosen<N: Node<Extents: Extents>, T>(
    node: &N,
    is_chosen: impl Fn(&N::Elem) -> bool,
    make: impl Fn(usize, N::Elem) -> T,
) -> Result<Vec<T>, ShapeError> {
    let add = |count: usize, value| count.wrapping_add(usize::from(is_chosen(&value)));
    let count = fold_any(node, 0, add)?;
    let mut all = reserved(count)?;
    fold(node, 0_usize, |at, value| {
        // A function of the user may choose more the second time.
        if is_chosen(&value) && all.len() < count {
            all.push(make(at, value));
        }
        at.wrapping_add(1)
    })?;
    Ok(all)
}
