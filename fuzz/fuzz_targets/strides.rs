//! Any numbers as extents and strides of mappings.
#![no_main]

#[path = "../harness/mod.rs"]
mod harness;

libfuzzer_sys::fuzz_target!(|data: &[u8]| harness::strides::strides(data));
