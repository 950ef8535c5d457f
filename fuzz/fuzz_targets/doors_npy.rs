//! Any bytes, read as `.npy` and `.npz` files by the feature `npy`.
#![no_main]

#[path = "../harness/doors/mod.rs"]
mod harness;

libfuzzer_sys::fuzz_target!(|data: &[u8]| harness::npy::npy(data));
