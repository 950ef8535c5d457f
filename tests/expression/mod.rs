//! Lazy expressions.

mod all_forms;
mod eager;
mod extremes;
mod generic_code;
mod tiles;
mod values;
