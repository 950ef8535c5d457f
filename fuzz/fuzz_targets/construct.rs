//! Any numbers, given to the constructors of shapes and layouts.
#![no_main]

#[path = "../harness/mod.rs"]
mod harness;

libfuzzer_sys::fuzz_target!(|data: &[u8]| harness::xla::construct(data));
