//! Any text and bytes as extents, mappings and tensors, by `serde`.
#![no_main]

#[path = "../harness/doors/mod.rs"]
mod harness;

libfuzzer_sys::fuzz_target!(|data: &[u8]| harness::serde::serde(data));
