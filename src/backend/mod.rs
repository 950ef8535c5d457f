//! Contractions on storage and kernels that are not ours.
//!
//! Who has a tensor type of their own implements [`Backend`]: how long the modes of an array are, how far apart
//! their elements, how to make one of zeros, and how to run a [`Plan`](crate::plan::Plan) on one or two of them. Then
//! [`contract_on`] does the rest: it reads labels, checks extents, chooses the order of pairs for more than two
//! operands, makes the plans and the temporaries.
//!
//! Who has memory without a shape implements `Device` (feature `device`), and gets an `Array` with extents in its type: a
//! buffer with a typed mapping beside it, which stands in [`contract!`](crate::contract!), in expressions and in folds along modes, and
//! has the views that tensors have (slices, permutations, windows, ..), with the same types, checks and messages. No element is
//! touched but by tasks, which the device may queue: a `ContractTask` is a [`Plan`](crate::plan::Plan), an `EvaluateTask` a
//! short program at each index of some loops. By default a device runs the second by means of the first where it can (sums, products,
//! copies), so that a small device stays small.
//!
//! [`Native`] is the backend and the device of this crate's own kernels. With the feature `ndarray` there is `NdArray`, which
//! runs plans by `ndarray`'s products of matrices. The example `record` writes plans down as C. The guide has a
//! chapter on how to write one.

mod drive;
mod prepared;

pub use crate::elements::Native;
pub use crate::run::{Backend, Contraction};
pub use drive::{contract_on, contract_on_add, contract_on_assign};
pub use prepared::Prepared;

#[cfg(feature = "device")]
pub use crate::device::{
    Array, ArrayExpression, ArrayFolds, ArrayList, ArrayTerm, ArrayView, ArrayViewMut, AsArrayView,
    Binary, BufferPlace, ContractTask, Device, EvaluateTask, Fold, GatherTask, NativeError,
    Operation, TaskLoop, Transfer, Unary, Unsupported, concat,
};
#[cfg(feature = "nalgebra")]
pub use crate::elements::NalgebraDim;
#[cfg(feature = "ndarray")]
pub use crate::elements::{NdArray, NdarrayDim};
