//! Mappings and tensors by the traits of the crate `serde`: their extents, their layout and their elements.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde_core::de::{Error, MapAccess, SeqAccess, Visitor};
use serde_core::ser::SerializeStruct;
use serde_core::{Deserialize, Deserializer, Serialize, Serializer};

use crate::elements::{Storage, Tensor, View};
use crate::layout::{Layout, RowMajor};
use crate::{Extents, Mapping, ShapeError};

const FIELDS: &[&str] = &["extents", "layout", "elements"];

/// The extents and the layout.
impl<E: Extents + Serialize, L: Layout<E> + Serialize> Serialize for Mapping<E, L> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Mapping", 2)?;
        fields.serialize_field("extents", self.extents())?;
        fields.serialize_field("layout", self.layout())?;
        fields.end()
    }
}

/// The extents and the layout, which have to have a mapping.
impl<'de, E, L> Deserialize<'de> for Mapping<E, L>
where
    E: Extents + Deserialize<'de>,
    L: Layout<E> + Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (names, _) = FIELDS.split_at(2);
        let visitor = Parts::<E, L, ()> { needs_elements: false, of: PhantomData };
        let (extents, layout, ()) = deserializer.deserialize_struct("Mapping", names, visitor)?;
        Mapping::with_layout(extents, layout).map_err(D::Error::custom)
    }
}

fn write<S, E, L, A>(
    serializer: S,
    extents: &E,
    layout: &L,
    elements: &A,
) -> Result<S::Ok, S::Error>
where
    S: Serializer,
    E: Serialize,
    L: Serialize,
    A: Serialize,
{
    let mut fields = serializer.serialize_struct("Tensor", 3)?;
    fields.serialize_field("extents", extents)?;
    fields.serialize_field("layout", layout)?;
    fields.serialize_field("elements", elements)?;
    fields.end()
}

/// The extents, the layout, and the elements in the order of memory.
///
/// ```
/// use extents::{StaticExtents, Tensor, TensorOf, extents};
/// let tensor = Tensor::from_slice(extents![2, dyn 3]?, &[1, 2, 3, 4, 5, 6])?;
/// let text = serde_json::to_string(&tensor)?;
/// assert_eq!(text, r#"{"extents":[2,3],"layout":"row-major","elements":[1,2,3,4,5,6]}"#);
/// let found: TensorOf<StaticExtents![2, 3], i32> = serde_json::from_str(&text)?;
/// assert_eq!(found, tensor);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl<T, E, L, S> Serialize for Tensor<T, E, L, S>
where
    T: Serialize,
    E: Extents + Serialize,
    L: Layout<E> + Serialize,
    S: Storage<Elem = T>,
{
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let span = self.mapping().required_span_size();
        let elements = self.as_slice().get(..span).unwrap_or_default();
        write(serializer, self.extents(), self.mapping().layout(), &elements)
    }
}

/// A row-major tensor of the elements that the view shows.
impl<T: Serialize, E: Extents + Serialize, L: Layout<E>> Serialize for View<'_, T, E, L> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        write(serializer, self.extents(), &RowMajor, &Elements(self))
    }
}

struct Elements<'a, 'b, T, E: Extents, L: Layout<E>>(&'a View<'b, T, E, L>);

impl<T: Serialize, E: Extents, L: Layout<E>> Serialize for Elements<'_, '_, T, E, L> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        serializer.collect_seq(self.0.iter())
    }
}

/// The extents, the layout, and as many elements as the mapping of both spans.
impl<'de, T, E, L> Deserialize<'de> for Tensor<T, E, L, Vec<T>>
where
    T: Deserialize<'de>,
    E: Extents + Deserialize<'de>,
    L: Layout<E> + Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let visitor = Parts::<E, L, Vec<T>> { needs_elements: true, of: PhantomData };
        let (extents, layout, elements) =
            deserializer.deserialize_struct("Tensor", FIELDS, visitor)?;
        let mapping = Mapping::with_layout(extents, layout).map_err(D::Error::custom)?;
        let tensor = Tensor::from_vec(mapping, elements).map_err(ShapeError::from);
        tensor.map_err(D::Error::custom)
    }
}

/// Reads the fields of a mapping or a tensor.
struct Parts<E, L, A> {
    /// A mapping has none, and `()` stands for them.
    needs_elements: bool,
    of: PhantomData<(E, L, A)>,
}

impl<'de, E, L, A> Visitor<'de> for Parts<E, L, A>
where
    E: Deserialize<'de>,
    L: Deserialize<'de>,
    A: Deserialize<'de> + Default,
{
    type Value = (E, L, A);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.needs_elements { "a tensor" } else { "a mapping" })
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut fields: S) -> Result<Self::Value, S::Error> {
        let extents = fields.next_element()?.ok_or_else(|| S::Error::missing_field("extents"))?;
        let layout = fields.next_element()?.ok_or_else(|| S::Error::missing_field("layout"))?;
        let elements = match self.needs_elements {
            true => fields.next_element()?.ok_or_else(|| S::Error::missing_field("elements"))?,
            false => A::default(),
        };
        Ok((extents, layout, elements))
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
        let (mut extents, mut layout, mut elements) = (None, None, None);
        while let Some(Field(field)) = map.next_key()? {
            let is_second = match field {
                "extents" => extents.replace(map.next_value()?).is_some(),
                "layout" => layout.replace(map.next_value()?).is_some(),
                _ if self.needs_elements => elements.replace(map.next_value()?).is_some(),
                _ => return Err(M::Error::unknown_field(field, &["extents", "layout"])),
            };
            if is_second {
                return Err(M::Error::duplicate_field(field));
            }
        }
        let missing = |field| move || M::Error::missing_field(field);
        if !self.needs_elements {
            elements = Some(A::default());
        }
        Ok((
            extents.ok_or_else(missing("extents"))?,
            layout.ok_or_else(missing("layout"))?,
            elements.ok_or_else(missing("elements"))?,
        ))
    }
}

/// One of the names of [`FIELDS`].
struct Field(&'static str);

impl<'de> Deserialize<'de> for Field {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_identifier(FieldVisitor)
    }
}

struct FieldVisitor;

impl Visitor<'_> for FieldVisitor {
    type Value = Field;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a field")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Field, E> {
        let field = usize::try_from(number).ok().and_then(|number| FIELDS.get(number));
        field.map(|field| Field(field)).ok_or_else(|| E::custom("there is no such field"))
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Field, E> {
        let field = FIELDS.iter().find(|field| **field == name);
        field.map(|field| Field(field)).ok_or_else(|| E::unknown_field(name, FIELDS))
    }

    fn visit_bytes<E: Error>(self, name: &[u8]) -> Result<Field, E> {
        let field = FIELDS.iter().find(|field| field.as_bytes() == name);
        field.map(|field| Field(field)).ok_or_else(|| E::custom("there is no such field"))
    }
}
