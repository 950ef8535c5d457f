//! What the library answered, and whether that is what a case expects.

use std::fmt::Display;

use extents::ShapeError;
use extents::shape::StructureError;
use serde_json::Value;

use crate::json::get;

/// Whether a case passed, and why not.
pub(crate) type Check = Result<(), String>;

/// What the library answered: a value as the vectors write it, or a refusal.
pub(crate) type Answer = Result<Value, ShapeError>;

/// An answer, or why the case could not be put to the library, which is never a refusal.
pub(crate) type Outcome = Result<Answer, String>;

/// The same of what answers with a [`StructureError`].
pub(crate) type ShapeAnswer = Result<Value, StructureError>;
pub(crate) type ShapeOutcome = Result<ShapeAnswer, String>;

/// Passes where the answer is the `out` of a case, or a refusal where it has an `error` instead.
pub(crate) fn judge<E: Display>(case: &Value, answer: Result<Value, E>) -> Check {
    judge_as(case, "out", |expected| Ok(expected.clone()), answer)
}

/// The same where both are read: the expected value, which stands under this name, is put into the words of
/// the answer.
pub(crate) fn judge_as<E: Display>(
    case: &Value,
    name: &str,
    read: impl FnOnce(&Value) -> Result<Value, String>,
    answer: Result<Value, E>,
) -> Check {
    match (case.get("error"), answer) {
        (Some(_), Err(_)) => Ok(()),
        (Some(error), Ok(found)) => Err(format!("expected a refusal ({error}), found {found}")),
        (None, Ok(found)) => same(name, &read(&get(case, name)?)?, &found),
        (None, Err(error)) => Err(format!("refused: {error}")),
    }
}

/// Passes where both values are the same; names the field in which they differ.
pub(crate) fn same(what: &str, expected: &Value, found: &Value) -> Check {
    if let (Value::Object(expected), Value::Object(found)) = (expected, found) {
        for name in expected.keys().chain(found.keys()) {
            let field = |of: &serde_json::Map<String, Value>| of.get(name).cloned();
            match (field(expected), field(found)) {
                (Some(expected), Some(found)) => same(name, &expected, &found)?,
                (None, _) => return Err(format!("there is no `{name}` in `{what}`")),
                (_, None) => return Err(format!("no such answer yet: `{name}` in `{what}`")),
            }
        }
    }
    if expected == found {
        Ok(())
    } else {
        Err(format!("`{what}`: expected {expected}, found {found}"))
    }
}
