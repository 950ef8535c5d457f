//! Tensor descriptions and axes, as Nervana's graph has them.

mod axes;
pub(crate) mod read;
mod tensor;

use serde_json::Value;

use crate::answer::{Check, judge_found};
use crate::json::{get, only};

/// Runs a case of `nervana.json`.
pub(crate) fn run(op: &str, case: &Value) -> Check {
    only(case, &["id", "op", "in", "out", "error", "note", "reading", "as_written"])?;
    let input: Value = get(case, "in")?;
    let found = if op.starts_with("td") || ["op_slice", "expand_dims"].contains(&op) {
        tensor::run(op, &input, case)
    } else {
        axes::run(op, &input, case)
    };
    judge_found(case, found)
}
