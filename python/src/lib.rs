#![doc = include_str!("../README.md")]

mod array;
pub mod dlpack;
mod error;
mod lease;
mod result;

pub use array::{PyView, PyViewMut};
pub use error::to_py_err;
pub use result::PyTensor;
