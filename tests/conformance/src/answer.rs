//! What the library answered, and whether that is what a case expects.

use std::fmt::{self, Display};

use extents::ShapeError;
use extents_graph::DescriptionError;
use extents_shapes::StructureError;
use extents_xla::{TextError, XlaError};
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

/// Why there is no value: the case could not be put to the library, or the library refused.
pub(crate) enum Problem {
    Unreadable(String),
    Refused(String),
}

/// What the library answered, where reading the case and asking the library are one.
pub(crate) type Found = Result<Value, Problem>;

impl Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Unreadable(reason) | Problem::Refused(reason) => f.write_str(reason),
        }
    }
}

impl From<String> for Problem {
    fn from(reason: String) -> Self {
        Problem::Unreadable(reason)
    }
}

impl From<XlaError> for Problem {
    fn from(error: XlaError) -> Self {
        Problem::Refused(error.to_string())
    }
}

impl From<TextError> for Problem {
    fn from(error: TextError) -> Self {
        Problem::Refused(error.to_string())
    }
}

impl From<DescriptionError> for Problem {
    fn from(error: DescriptionError) -> Self {
        Problem::Refused(error.to_string())
    }
}

impl From<ShapeError> for Problem {
    fn from(error: ShapeError) -> Self {
        Problem::Refused(error.to_string())
    }
}

/// What the question of a case is about, and not the question: a refusal of it is no answer.
pub(crate) fn made<T, E: Display>(operand: Result<T, E>) -> Result<T, Problem> {
    operand.map_err(|error| Problem::Unreadable(format!("an operand cannot be made: {error}")))
}

/// [`judge`] of what was found.
pub(crate) fn judge_found(case: &Value, found: Found) -> Check {
    match found {
        Ok(value) => judge(case, Ok::<_, String>(value)),
        Err(Problem::Refused(error)) => judge(case, Err(error)),
        Err(Problem::Unreadable(reason)) => Err(reason),
    }
}

/// What is asked of a case, if it is asked one by one: an answer to each field of its `out`.
pub(crate) fn each_field(
    case: &Value,
    mut answer: impl FnMut(&str, &Value) -> Result<Option<Value>, Problem>,
) -> Found {
    let mut all = serde_json::Map::new();
    let Some(expected) = case.get("out").and_then(Value::as_object) else {
        return Ok(Value::Object(all));
    };
    if expected.is_empty() {
        return Err(Problem::Unreadable("`out` expects nothing".into()));
    }
    for (name, expected) in expected {
        let found = answer(name, expected)?;
        let found = found.ok_or_else(|| format!("there is no check of an answer `{name}` yet"))?;
        all.insert(name.clone(), found);
    }
    Ok(Value::Object(all))
}

/// Passes on what two ways to the same have in common.
pub(crate) fn both<T: PartialEq>(what: &str, left: T, right: &T) -> Result<T, Problem> {
    if left == *right {
        Ok(left)
    } else {
        Err(Problem::Unreadable(format!("two ways to {what} disagree")))
    }
}

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
    // `null` is no error. What is an error and an answer expects neither.
    let error = case.get("error").filter(|error| !error.is_null());
    if error.is_some() && case.get(name).is_some() {
        return Err(format!("the case has both an `error` and `{name}`"));
    }
    match (error, answer) {
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
