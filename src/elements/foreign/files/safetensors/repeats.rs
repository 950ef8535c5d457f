//! Keys that a header has twice, which the format disallows, and of which the crate `safetensors` keeps the last one.

use alloc::format;
use alloc::string::String;
use core::fmt;
use std::collections::HashSet;

use serde_core::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Visitor};

use super::{FileError, FileProblem, NOTES};

/// Refuses a header of JSON in which two tensors have one name, or two texts one key.
pub(super) fn check(header: &[u8]) -> Result<(), FileError> {
    let mut source = serde_json::Deserializer::from_slice(header);
    // What is not a header is refused elsewhere.
    match (Keys { of_texts: false }).deserialize(&mut source).ok().flatten() {
        None => Ok(()),
        Some(Repeat::Name(name)) => {
            let what = "the header has two entries of this name";
            Err(FileError::named(name, FileProblem::Format(what.into())))
        }
        Some(Repeat::Key(key)) => {
            let what = format!("there are two texts of the key `{key}`");
            Err(FileError::named(NOTES, FileProblem::Format(what.into())))
        }
    }
}

/// What a header has twice.
enum Repeat {
    Name(String),
    Key(String),
}

/// Finds the first repeat in the object of the entries, or of the texts among them.
struct Keys {
    of_texts: bool,
}

impl<'de> DeserializeSeed<'de> for Keys {
    type Value = Option<Repeat>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Keys {
    type Value = Option<Repeat>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    /// The texts may be `null`.
    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
        let (mut seen, mut first) = (HashSet::new(), None);
        while let Some(key) = map.next_key::<String>()? {
            let within = match !self.of_texts && key == NOTES {
                true => map.next_value_seed(Keys { of_texts: true })?,
                false => map.next_value::<IgnoredAny>().map(|_| None)?,
            };
            let repeat = if self.of_texts { Repeat::Key } else { Repeat::Name };
            first = first.or(within).or(seen.replace(key).map(repeat));
        }
        Ok(first)
    }
}
