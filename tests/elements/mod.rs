//! Views and tensors: iteration, parts and whole-array work.

mod along;
mod auto_traits;
mod construct;
mod display;
mod elementwise;
mod iteration;
mod methods;
mod proofs;
