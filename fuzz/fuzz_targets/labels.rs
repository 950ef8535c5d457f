//! Any text, read as labels and as einsum's notation.
#![no_main]

#[path = "../harness/mod.rs"]
mod harness;

libfuzzer_sys::fuzz_target!(|data: &[u8]| harness::labels::labels(data));
