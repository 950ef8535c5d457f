//! Structs of two or four fields, by name or in order.

use core::fmt;
use core::marker::PhantomData;

use serde_core::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};
use serde_core::ser::SerializeStruct;
use serde_core::{Deserialize, Deserializer, Serialize, Serializer};

/// Writes a struct of two fields.
pub(crate) fn write<S: Serializer>(
    serializer: S,
    name: &'static str,
    [first, second]: [&'static str; 2],
    values: (&impl Serialize, &impl Serialize),
) -> Result<S::Ok, S::Error> {
    let mut fields = serializer.serialize_struct(name, 2)?;
    fields.serialize_field(first, values.0)?;
    fields.serialize_field(second, values.1)?;
    fields.end()
}

/// Reads a struct of two fields, or of four. Those that have no name stay as they are by default.
pub(crate) fn read<'de, S, A, B, C, D>(
    deserializer: S,
    name: &'static str,
    names: &'static [&'static str],
) -> Result<(A, B, C, D), S::Error>
where
    S: Deserializer<'de>,
    A: Deserialize<'de>,
    B: Deserialize<'de>,
    C: Deserialize<'de> + Default,
    D: Deserialize<'de> + Default,
{
    deserializer.deserialize_struct(name, names, Fields { name, names, of: PhantomData })
}

struct Fields<A, B, C, D> {
    name: &'static str,
    names: &'static [&'static str],
    of: PhantomData<(A, B, C, D)>,
}

impl<'de, A, B, C, D> Visitor<'de> for Fields<A, B, C, D>
where
    A: Deserialize<'de>,
    B: Deserialize<'de>,
    C: Deserialize<'de> + Default,
    D: Deserialize<'de> + Default,
{
    type Value = (A, B, C, D);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a {}", self.name)
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut fields: S) -> Result<Self::Value, S::Error> {
        let missing =
            |at: usize| S::Error::missing_field(self.names.get(at).copied().unwrap_or_default());
        let first = fields.next_element()?.ok_or_else(|| missing(0))?;
        let second = fields.next_element()?.ok_or_else(|| missing(1))?;
        if self.names.len() == 2 {
            return Ok((first, second, C::default(), D::default()));
        }
        let third = fields.next_element()?.ok_or_else(|| missing(2))?;
        let fourth = fields.next_element()?.ok_or_else(|| missing(3))?;
        Ok((first, second, third, fourth))
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
        let (mut first, mut second, mut third, mut fourth) = (None, None, None, None);
        while let Some(field) = map.next_key_seed(Field { names: self.names })? {
            let is_second = match field {
                0 => first.replace(map.next_value()?).is_some(),
                1 => second.replace(map.next_value()?).is_some(),
                2 => third.replace(map.next_value()?).is_some(),
                _ => fourth.replace(map.next_value()?).is_some(),
            };
            if is_second {
                return Err(M::Error::duplicate_field(
                    self.names.get(field).copied().unwrap_or_default(),
                ));
            }
        }
        let missing = |at: usize| {
            move || M::Error::missing_field(self.names.get(at).copied().unwrap_or_default())
        };
        if self.names.len() == 2 {
            (third, fourth) = (Some(C::default()), Some(D::default()));
        }
        Ok((
            first.ok_or_else(missing(0))?,
            second.ok_or_else(missing(1))?,
            third.ok_or_else(missing(2))?,
            fourth.ok_or_else(missing(3))?,
        ))
    }
}

/// The number of a field among these.
struct Field {
    names: &'static [&'static str],
}

impl<'de> DeserializeSeed<'de> for Field {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Field {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a field")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<usize, E> {
        let field = usize::try_from(number).ok().filter(|&field| field < self.names.len());
        field.ok_or_else(|| E::custom("there is no such field"))
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<usize, E> {
        let field = self.names.iter().position(|field| *field == name);
        field.ok_or_else(|| E::unknown_field(name, self.names))
    }

    fn visit_bytes<E: Error>(self, name: &[u8]) -> Result<usize, E> {
        let field = self.names.iter().position(|field| field.as_bytes() == name);
        field.ok_or_else(|| E::custom("there is no such field"))
    }
}
