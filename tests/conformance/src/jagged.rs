//! Ragged shapes and tilings, worked out by a plain walk and by awkward-array and dask.

mod compose;
mod leaves;
mod ownership;
mod shapes;
mod tilings;

use serde_json::Value;

use crate::answer::Check;

/// Runs a case of `jagged.json`.
pub(crate) fn run(kind: &str, case: &Value) -> Check {
    match kind {
        "jagged" => shapes::run(case),
        "compose" => compose::run(case),
        "tiling" => tilings::shape(case),
        "tiling_invalid" => tilings::invalid(case),
        "unify_tilings" => tilings::unify(case),
        "contract_tiling" => tilings::contract(case),
        "ownership" => ownership::run(case),
        _ => Err(format!("no such operation yet: `{kind}`")),
    }
}
