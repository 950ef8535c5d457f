//! Arrays of the crate `ndarray`: as operands and targets, converted, and as a [`Backend`](crate::backend::Backend).
//!
//! What this rests on, beside what the methods of `ndarray` say of themselves:
//! - An array or a view has at each index in bounds of its shape an element, at the pointer of the first one plus the sum
//!   of coordinate times stride. So it is written at `as_ptr`, `strides` and in the requirements of `from_shape_ptr`.
//! - Of an array or a view that is mutable, no two indices share an element. Else its own `iter_mut`, which is safe,
//!   would lend an element twice. So views that repeat elements, as `broadcast` makes them, are always shared ones.
//! - `&mut ArrayRef` is exclusive: what shares its elements copies them before it lends one. So it is written at
//!   `ArrayRef`.
//!
//! That sizes and distances fit `isize` is written in its source, but "users cannot rely on it", so it is checked.

mod backend;
mod convert;
mod operand;
mod raw;

pub use backend::NdArray;
pub use raw::NdarrayDim;
