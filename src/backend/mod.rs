//! Contractions on storage and kernels that are not ours.
//!
//! Who has a tensor type of their own implements [`Backend`]: how long the modes of an array are, how far apart
//! their elements, how to make one of zeros, and how to run a [`Plan`](crate::plan::Plan) on one or two of them. Then
//! [`contract_on`] does the rest: it reads labels, checks extents, chooses the order of pairs for more than two
//! operands, makes the plans and the temporaries.
//!
//! [`Native`] is the backend of this crate's own tensors. With the feature `ndarray` there is `NdArray`, which
//! runs plans by `ndarray`'s products of matrices. The example `record` writes plans down as C. The guide has a
//! chapter on how to write one.

mod drive;

pub use crate::elements::Native;
pub use crate::run::{Backend, Contraction};
pub use drive::{contract_on, contract_on_add, contract_on_assign};

#[cfg(feature = "ndarray")]
pub use crate::elements::{Axes, NdArray};
