//! Any bytes, read as a `.npy` file as the examples do.
#![no_main]

#[path = "../harness/mod.rs"]
mod harness;

libfuzzer_sys::fuzz_target!(|data: &[u8]| harness::npy::npy(data));
