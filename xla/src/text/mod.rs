//! XLA's text: `f32[2,3]{1,0:T(8,128)}`, read and written.

mod attributes;
mod error;
mod parse;
mod print;
mod program;
mod scan;

pub use error::TextError;
pub use program::ProgramShape;
