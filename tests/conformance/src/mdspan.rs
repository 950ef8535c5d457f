//! The cases of mdspan: what mappings and slices of them answer, and what converts into what.

mod conversion;
mod mapping;
mod slice_types;
mod submdspan;

use serde_json::Value;

use crate::answer::Check;

/// Runs a case of `mdspan.json`.
pub(crate) fn run(kind: &str, case: &Value) -> Check {
    match kind {
        "mapping" => mapping::run(case),
        "conv_extents" => conversion::of_extents(case),
        "conv_mapping" => conversion::of_mappings(case),
        "submdspan" => submdspan::run(case),
        _ => Err(format!("no such operation yet: `{kind}`")),
    }
}
