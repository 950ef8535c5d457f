//! Layouts, mappings and tensors by the traits of the crate `serde`. Extents are in the packages that they are of.

mod layouts;
mod tensors;
