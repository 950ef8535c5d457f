//! What is asked of any input, by the fuzz targets and by `tests/conformance/tests/fuzz_corpus.rs`.
//!
//! Nothing may panic, take longer than some seconds or more memory than a gigabyte; and what is answered is compared with
//! the definition, element by element, where the input is small enough to list its elements.
#![allow(dead_code, reason = "each target uses one of these")]

mod bytes;
pub(crate) mod descriptions;
pub(crate) mod labels;
pub(crate) mod npy;
pub(crate) mod patterns;
pub(crate) mod shapes;
pub(crate) mod slices;
pub(crate) mod strides;
pub(crate) mod xla;

#[path = "../../examples/support/npy.rs"]
mod npy_file;
#[path = "../../tests/oracle/mod.rs"]
mod oracle;
