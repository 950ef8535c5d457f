//! Any bytes, read as files of `safetensors`.
#![no_main]

#[path = "../harness/doors/mod.rs"]
mod harness;

libfuzzer_sys::fuzz_target!(|data: &[u8]| harness::safetensors::safetensors(data));
