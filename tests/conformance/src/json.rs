//! Reading fields of a case, with a reason where one is missing or odd.

use serde_json::Value;

/// The field `name` of an object.
pub(crate) fn get<T: FromJson>(object: &Value, name: &str) -> Result<T, String> {
    let value = object.get(name).ok_or_else(|| format!("there is no field `{name}`"))?;
    T::from_json(value).ok_or_else(|| format!("the field `{name}` cannot be read: {value}"))
}

/// The field `name`, if there is one.
pub(crate) fn get_if_any<T: FromJson>(object: &Value, name: &str) -> Result<Option<T>, String> {
    object.get(name).map(|_| get(object, name)).transpose()
}

/// Refuses an object with other fields than these.
pub(crate) fn only(object: &Value, names: &[&str]) -> Result<(), String> {
    let Value::Object(fields) = object else { return Err(format!("no object: {object}")) };
    match fields.keys().find(|name| !names.contains(&name.as_str())) {
        Some(name) => Err(format!("there is no check of a field `{name}` yet")),
        None => Ok(()),
    }
}

/// An object with the fields of another laid over its own.
pub(crate) fn overlaid(object: &Value, over: &Value) -> Value {
    match (object, over) {
        (Value::Object(object), Value::Object(over)) => {
            let mut fields = object.clone();
            fields.extend(over.clone());
            Value::Object(fields)
        }
        _ => object.clone(),
    }
}

/// What a JSON value can be read as; nothing is rounded or converted.
pub(crate) trait FromJson: Sized {
    fn from_json(value: &Value) -> Option<Self>;
}

impl FromJson for Value {
    fn from_json(value: &Value) -> Option<Self> {
        Some(value.clone())
    }
}

impl FromJson for bool {
    fn from_json(value: &Value) -> Option<Self> {
        value.as_bool()
    }
}

impl FromJson for usize {
    fn from_json(value: &Value) -> Option<Self> {
        value.as_u64()?.try_into().ok()
    }
}

impl FromJson for i64 {
    fn from_json(value: &Value) -> Option<Self> {
        value.as_i64()
    }
}

impl FromJson for String {
    fn from_json(value: &Value) -> Option<Self> {
        value.as_str().map(str::to_owned)
    }
}

impl<T: FromJson> FromJson for Vec<T> {
    fn from_json(value: &Value) -> Option<Self> {
        value.as_array()?.iter().map(T::from_json).collect()
    }
}

/// A list of two.
impl<A: FromJson, B: FromJson> FromJson for (A, B) {
    fn from_json(value: &Value) -> Option<Self> {
        match value.as_array()?.as_slice() {
            [first, second] => Some((A::from_json(first)?, B::from_json(second)?)),
            _ => None,
        }
    }
}

/// What a type says of one extent: `null` or `"dyn"` for one that is known only at run time.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct StaticExtent(pub(crate) Option<usize>);

impl FromJson for StaticExtent {
    fn from_json(value: &Value) -> Option<Self> {
        match value {
            Value::Null => Some(StaticExtent(None)),
            Value::String(word) if word == "dyn" => Some(StaticExtent(None)),
            extent => usize::from_json(extent).map(|extent| StaticExtent(Some(extent))),
        }
    }
}
