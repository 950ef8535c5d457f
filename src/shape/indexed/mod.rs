//! Shapes whose modes carry labels.

mod typed;

pub use typed::{Labelled, Product, ResultOf, ShapeOf, Sum};
