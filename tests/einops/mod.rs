//! Patterns, against the answers of the Python packages `einops`, `einx` and `numpy` in `tests/vectors/einops.json`, which
//! `tests/vectors/write_einops.py` writes. docs/einops.md has a row for each.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::type_complexity,
    reason = "a panic fails the test, as it should; the numbers are small, and types are spelled out where they are tested"
)]

mod any_rank;
mod einx;
mod ellipsis;
mod mistakes;
mod products;
mod rows;
mod typed;
mod typed_einx;
mod typed_ellipsis;
mod typed_rows;
mod typed_sums;
mod views;

use std::sync::OnceLock;

use extents::{DynRankExtents, Extents, ShapeError, Tensor, View};
use serde_json::Value;

/// What a package answered.
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) verb: String,
    pub(crate) pattern: String,
    pub(crate) fold: String,
    pub(crate) sizes: Vec<(String, usize)>,
    pub(crate) shapes: Vec<Vec<usize>>,
    /// The shape and the elements; nothing where the package refuses.
    pub(crate) result: Option<(Vec<usize>, Vec<f64>)>,
}

fn numbers(list: &Value) -> Vec<usize> {
    list.as_array().unwrap().iter().map(|n| n.as_u64().unwrap() as usize).collect()
}

/// A Boolean counts as 0 or 1.
fn element(value: &Value) -> f64 {
    value.as_bool().map_or_else(|| value.as_f64().unwrap(), f64::from)
}

fn row(case: &Value) -> Row {
    let text = |key: &str| case[key].as_str().unwrap_or("").to_owned();
    let sizes = case["sizes"].as_object().unwrap().iter();
    let result = case["result"].as_object().map(|result| {
        let values = result["values"].as_array().unwrap().iter().map(element);
        (numbers(&result["shape"]), values.collect())
    });
    Row {
        name: text("name"),
        verb: text("verb"),
        pattern: text("pattern"),
        fold: text("fold"),
        sizes: sizes.map(|(name, n)| (name.clone(), n.as_u64().unwrap() as usize)).collect(),
        shapes: case["shapes"].as_array().unwrap().iter().map(numbers).collect(),
        result,
    }
}

/// All rows.
pub(crate) fn rows() -> &'static [Row] {
    static ROWS: OnceLock<Vec<Row>> = OnceLock::new();
    ROWS.get_or_init(|| {
        let data: Value = serde_json::from_str(include_str!("../vectors/einops.json")).unwrap();
        data["cases"].as_array().unwrap().iter().map(row).collect()
    })
}

/// The answer of a package.
pub(crate) fn answer(name: &str) -> (Vec<usize>, Vec<f64>) {
    let row = rows().iter().find(|row| row.name == name);
    row.unwrap_or_else(|| panic!("no row `{name}`")).result.clone().unwrap()
}

/// Elements 0, 1, 2 and so on.
pub(crate) fn counting(shape: &[usize]) -> Tensor<f64, DynRankExtents> {
    let extents = DynRankExtents::new(shape).unwrap();
    let elements = (0..extents.size()).map(|n| n as f64).collect();
    Tensor::from_vec(extents, elements).unwrap()
}

/// Compares extents and elements with a row.
pub(crate) fn assert_is<E: Extents, L: extents::layout::Layout<E>>(
    found: &View<'_, f64, E, L>,
    name: &str,
) {
    let (shape, values) = answer(name);
    assert_eq!(found.extents().with_slice(<[usize]>::to_vec), shape, "{name}");
    assert_eq!(found.iter().count(), values.len(), "{name}");
    for (found, expected) in found.iter().zip(values) {
        assert!((found - expected).abs() <= 1e-12 * expected.abs(), "{name}: {found} {expected}");
    }
}

/// The text of an error.
pub(crate) fn message<T>(result: Result<T, ShapeError>) -> String {
    result.map_or_else(|error| error.to_string(), |_| "no error".into())
}
