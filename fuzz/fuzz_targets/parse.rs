//! Any text, read as a shape, a layout and a program.
#![no_main]

#[path = "../harness/mod.rs"]
mod harness;

libfuzzer_sys::fuzz_target!(|data: &[u8]| harness::xla::parse(data));
