//! Extents of so few modes that both orders are one. `L` and `M` only make the errors speak.

#[cfg(feature = "alloc")]
use crate::DynRankExtents;
use crate::{DynExtents, Mode, StaticExtents};

/// Extents of rank 0 to `MOST`.
#[diagnostic::on_unimplemented(
    message = "layout `{L}` becomes layout `{M}` without a check only for extents of rank at most {MOST}, not for `{Self}`",
    label = "this needs a check at run time, or is never possible",
    note = "`try_convert::<_, _>()` makes the check, where it is possible, and gives a `Result`"
)]
pub(crate) trait FewModes<const MOST: usize, L, M>: MaybeFewModes<L, M> {}
impl<L, M> FewModes<0, L, M> for StaticExtents<()> {}
impl<L, M> FewModes<0, L, M> for DynExtents<0> {}
impl<L, M> FewModes<1, L, M> for StaticExtents<()> {}
impl<L, M, A: Mode> FewModes<1, L, M> for StaticExtents<(A,)> {}
impl<L, M> FewModes<1, L, M> for DynExtents<0> {}
impl<L, M> FewModes<1, L, M> for DynExtents<1> {}

/// Extents that may be of rank 0 or 1.
#[diagnostic::on_unimplemented(
    message = "layout `{L}` can become layout `{M}` only for extents of rank 0 or 1, not for `{Self}`",
    label = "the modes follow each other in opposite orders",
    note = "`Strided<_>` takes the strides of any layout"
)]
pub(crate) trait MaybeFewModes<L, M> {}
impl<L, M> MaybeFewModes<L, M> for StaticExtents<()> {}
impl<L, M, A: Mode> MaybeFewModes<L, M> for StaticExtents<(A,)> {}
impl<L, M> MaybeFewModes<L, M> for DynExtents<0> {}
impl<L, M> MaybeFewModes<L, M> for DynExtents<1> {}
#[cfg(feature = "alloc")]
impl<L, M> MaybeFewModes<L, M> for DynRankExtents {}
