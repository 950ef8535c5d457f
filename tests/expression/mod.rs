//! Lazy expressions.

#[cfg(not(sanitized))]
mod all_forms;
#[cfg(not(sanitized))]
mod eager;
mod extremes;
#[cfg(not(sanitized))]
mod generic_code;
mod short_rows;
mod tiles;
mod values;
