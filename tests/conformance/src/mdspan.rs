//! The cases of mdspan: what mappings answer, and what converts into what.

mod conversion;
mod mapping;

use serde_json::Value;

use crate::answer::Check;

/// Runs a case of `mdspan.json`.
pub(crate) fn run(kind: &str, case: &Value) -> Check {
    match kind {
        "mapping" => mapping::run(case),
        "conv_extents" => conversion::of_extents(case),
        "conv_mapping" => conversion::of_mappings(case),
        _ => Err(format!("no such operation yet: `{kind}`")),
    }
}
