//! XLA's text: `f32[2,3]{1,0:T(8,128)}`, read and written.

mod parse;
mod print;

pub use print::ProgramShape;
