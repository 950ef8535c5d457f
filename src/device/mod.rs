//! Arrays of a [`Device`]: a buffer and a typed mapping beside it. `backend` shows them.

mod arrange;
mod array;
mod contract;
mod evaluate;
mod expression;
mod folds;
#[cfg(feature = "gradients")]
mod gradients;
mod operands;
mod operators;
mod temporaries;

pub use crate::elements::NativeError;
pub(crate) use crate::run::device::PlanRef;
pub use crate::run::device::{
    Binary, BufferPlace, ContractTask, Device, EvaluateTask, Fold, GatherTask, Operation, TaskLoop,
    Transfer, Unary, Unsupported,
};
pub use arrange::{ArrayList, concat};
pub use array::{Array, ArrayView, ArrayViewMut, AsArrayView};
pub use expression::{ArrayExpression, ArrayTerm};
pub use folds::ArrayFolds;
