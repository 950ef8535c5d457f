//! A library with labels, dims and generic functions of its own, for tests of programs that use it.

use extents::prelude::*;

labels! {
    /// The first label of this set, as `tests/conformance/tests/runner/libraries.rs` has one of its own.
    pub batch,
    /// The second one.
    pub class
}

dims! {
    /// The width of a layer.
    pub Width
}

/// Multiplies matrices whose shared modes have a label of this library, and the others labels of the caller.
///
/// # Errors
/// Those of [`contract!`].
#[allow(clippy::type_complexity, reason = "what generic code writes")]
pub fn product<L, M, A, B>(
    left: &TensorOf<A, i32>,
    right: &TensorOf<B, i32>,
) -> Result<TensorOf<Composed<(A, B), ((L, batch), (batch, M)), (M, L)>, i32>, ShapeError>
where
    A: Extents,
    B: Extents,
    L: Label,
    M: Label,
    (A, B): Compose<((L, batch), (batch, M)), (M, L)>,
{
    contract!(left[L, batch] * right[batch, M] => [M, L])
}
