//! What is done with shapes and layouts before there is an array: dimensions deleted, inserted and permuted, shapes
//! compared, tuples walked, and when a reshape or a transpose moves nothing in memory.

mod align;
mod bitcast;
mod compare;
mod decompose;
mod edit;
mod factors;
mod order;
mod permute;
mod relabel;
mod tuple;

pub use align::{NormalizedTranspose, OneSized};
pub use compare::Compare;
pub use decompose::{BitcastDecomposition, TransposeReshapeTranspose};
pub use permute::inverse_permutation;
pub use tuple::{Leaves, ShapeIndex, Subshapes};
