//! Any numbers as structs of DLPack.
#![no_main]

#[path = "../harness/doors/mod.rs"]
mod harness;

libfuzzer_sys::fuzz_target!(|data: &[u8]| harness::dlpack::dlpack(data));
