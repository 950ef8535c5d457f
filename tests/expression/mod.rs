//! Lazy expressions.

mod all_forms;
mod tiles;
mod values;
