//! Everything that programs about shapes use all the time, the letters `a` to `z` as labels included.
//!
//! ```
//! use extents::prelude::*;
//! let Ok(shape) = contract!(extents![2, 3][i, j] * extents![3, 4][j, k] => [i, k]);
//! assert_eq!(shape, extents![2, 4]);
//! ```
//!
//! The labels come by a glob import, so anything that you name `i` yourself wins.

pub use crate::elements::with_proofs;
pub use crate::label::{
    Label, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z,
};
pub use crate::layout::{Canonical, ColMajor, RowMajor};
pub use crate::{
    Compose, Composed, Const, Dim, Dyn, DynExtents, Extents, InlineTensor, Mapping, Mode, Rank,
    ShapeError, StaticExtents, Sym, Tensor, View, ViewMut, contract, dims, extents, labels, modes,
    names, slice,
};
#[cfg(feature = "alloc")]
pub use crate::{
    DynRankExtents, TensorOf,
    arrange::{Padding, concat, stack},
    einsum,
};
