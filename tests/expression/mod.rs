//! Lazy expressions.

mod all_forms;
mod eager;
mod tiles;
mod values;
