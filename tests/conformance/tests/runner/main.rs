//! The runner, and the vectors again with everything in types; one shape in the words of
//! several systems.

mod cross_system;
mod graph_layouts;
mod libraries;
mod operations;
mod perturbed;
mod running;
mod shapes;
mod typed;
mod typed_slices;
mod vectors;
