//! What is asked of any input by the targets of doors, features that are off by default: by `tests/doors/fuzz_corpus.rs` too.
#![allow(dead_code, reason = "each target uses one of these")]

#[path = "../bytes.rs"]
mod bytes;
pub(crate) mod dlpack;
pub(crate) mod npy;
pub(crate) mod safetensors;
pub(crate) mod serde;

#[path = "../../../tests/doors/dlpack/given.rs"]
#[allow(clippy::duplicate_mod, reason = "the tests of the door have it, too")]
mod given;
#[path = "../../../tests/oracle/mod.rs"]
mod oracle;
