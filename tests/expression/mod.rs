//! Lazy expressions.

mod all_forms;
mod eager;
mod extremes;
mod generic_code;
mod short_rows;
mod tiles;
mod values;
