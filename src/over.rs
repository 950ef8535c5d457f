//! Folds along some modes: [`Over`], which `over` of tensors, views and expressions returns, and what it is made of.
//!
//! What is folded is a view or an expression, along [`Modes`], which are dropped or [`Kept`]; the results go to a new tensor, an
//! inline one, or to a tensor or mutable view that there is.

pub use crate::elements::over::{
    Destination, Foldable, Kept, Modes, NewInline, NewTensor, Over, Partial, ResultExtents, Total,
};
