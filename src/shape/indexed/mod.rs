//! Shapes whose modes carry labels.

mod typed;

pub use typed::{ComposesTo, Labelled, Product, ShapeOf, Sum};
