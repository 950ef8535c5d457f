//! Views and tensors: what they hold in each layer, iteration, parts and whole-array work.

mod along;
mod arrange;
mod arranged_types;
mod auto_traits;
mod construct;
mod display;
mod dtype;
mod elementwise;
mod iteration;
mod layers;
mod methods;
pub(crate) mod models;
mod proofs;
mod scattered;
mod sorted;
