//! The corpus of the fuzz targets of doors in `fuzz/`, and changes of it by a fixed rule, with the pinned toolchain.

#[path = "../../fuzz/harness/doors/mod.rs"]
mod harness;
#[path = "../../fuzz/replay.rs"]
mod replay;

use replay::{any_byte, run};

#[test]
fn npy_files_and_archives_are_read_or_refused() {
    let signs = b"'shape': (1,2) descr<>|=i1u2b4f8 fortran_order FalseTrue{}[]\x93\0\x01\x02\xff";
    run("doors_npy", signs, 10_000, harness::npy::npy);
}

#[test]
fn files_of_safetensors_are_read_or_refused() {
    let signs = b"{}[]\",:0123456789FUIBOL\0\x01dtypeshap_offsets\xff";
    run("doors_safetensors", signs, 10_000, harness::safetensors::safetensors);
}

#[test]
fn structs_of_dlpack_agree_with_their_addresses_or_are_refused() {
    run("doors_dlpack", &any_byte(), 20_000, harness::dlpack::dlpack);
}

#[test]
fn values_of_serde_say_what_their_text_says_or_are_refused() {
    let signs = b"{}[]\",:-0123456789.e row-majorcolumnextentslayoutelementsnulltrue\0\x01\xff";
    run("doors_serde", signs, 20_000, harness::serde::serde);
}
