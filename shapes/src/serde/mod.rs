//! Shapes by the traits of the crate `serde`. Each is read field by field, and goes through a constructor.
//!
//! All forms are flat lists of numbers, so that no text or bytes can be nested deeper than they are here.

mod fields;
mod shapes;

pub(crate) use fields::{read, write};
