//! What there is without `std` and without `alloc`, and what memory the rest asks for, by an allocator that counts: a
//! program of its own, since a program has one allocator, and since `.ci/features` runs it without `std`, and without
//! `alloc`.

#[cfg(feature = "alloc")]
mod access;
#[cfg(feature = "alloc")]
mod contraction_memory;
#[cfg(feature = "alloc")]
mod contraction_rules;
mod counting;
// Norms and roots of expressions need `std`.
#[cfg(feature = "std")]
mod expression_memory;
mod no_alloc;
#[cfg(feature = "alloc")]
#[path = "../oracle/mod.rs"]
mod oracle;
#[cfg(feature = "alloc")]
mod pattern_memory;
