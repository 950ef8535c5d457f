//! Any numbers as lengths, offsets and tiles, and any text as a shape.
#![no_main]

#[path = "../harness/mod.rs"]
mod harness;

libfuzzer_sys::fuzz_target!(|data: &[u8]| harness::shapes::shapes(data));
