//! Any numbers and texts, given to tensor descriptions.
#![no_main]

#[path = "../harness/mod.rs"]
mod harness;

libfuzzer_sys::fuzz_target!(|data: &[u8]| harness::descriptions::descriptions(data));
