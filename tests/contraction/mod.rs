//! Contractions: by typed labels and by labels as text, of two operands and of more.

mod backend;
mod batches;
mod edges;
mod floats;
mod generic_code;
mod gradients;
mod input;
mod layers;
mod multilinear;
mod multilinear_typed;
mod options;
mod outputs;
mod path;
mod plan_paths;
mod plans;
mod properties;
mod rearranged_operands;
mod recorded;
mod typed_einsums;
mod windows;
