//! Layouts by the traits of the crate `serde`: `"row-major"`, `"column-major"`, or a list of strides.

use core::fmt;

use serde_core::de::{EnumAccess, Error, SeqAccess, VariantAccess, Visitor};
use serde_core::ser::SerializeSeq;
use serde_core::{Deserialize, Deserializer, Serialize, Serializer};

use super::super::strides_of;
use crate::ModeArray;
use crate::layout::{ColMajor, RowMajor, StrideList, Strided, UniformTiles};
use crate::{Extents, ShapeError};

/// The names of the layouts without state, in the order of their numbers.
const NAMES: &[&str] = &["row-major", "column-major"];

macro_rules! canonical {
    ($($layout:ident: $number:literal;)*) => {$(
        impl Serialize for $layout {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let name = NAMES.get($number).copied().unwrap_or_default();
                serializer.serialize_unit_variant("Layout", $number, name)
            }
        }

        impl<'de> Deserialize<'de> for $layout {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_enum("Layout", NAMES, Name { expected: $number })?;
                Ok($layout)
            }
        }
    )*};
}
canonical! {
    RowMajor: 0;
    ColMajor: 1;
}

/// Reads the name of a layout, and compares it.
struct Name {
    expected: usize,
}

impl Name {
    fn check<E: Error>(self, found: Option<usize>) -> Result<(), E> {
        let name = |number: usize| NAMES.get(number).copied().unwrap_or_default();
        match found {
            Some(found) if found == self.expected => Ok(()),
            Some(found) => Err(E::custom(format_args!(
                "the layout should be {}, but is {}",
                name(self.expected),
                name(found)
            ))),
            None => Err(E::custom(format_args!("the layout should be {}", name(self.expected)))),
        }
    }
}

impl<'de> Visitor<'de> for Name {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the layout {}", NAMES.get(self.expected).copied().unwrap_or_default())
    }

    fn visit_enum<A: EnumAccess<'de>>(self, access: A) -> Result<(), A::Error> {
        let (found, rest) = access.variant::<Variant>()?;
        rest.unit_variant()?;
        self.check(found.0)
    }
}

/// The number of a layout, if there is one of this name.
struct Variant(Option<usize>);

impl<'de> Deserialize<'de> for Variant {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_identifier(VariantVisitor)
    }
}

struct VariantVisitor;

impl Visitor<'_> for VariantVisitor {
    type Value = Variant;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a layout")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Variant, E> {
        Ok(Variant(usize::try_from(number).ok().filter(|&number| number < NAMES.len())))
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Variant, E> {
        Ok(Variant(NAMES.iter().position(|known| *known == name)))
    }

    fn visit_bytes<E: Error>(self, name: &[u8]) -> Result<Variant, E> {
        Ok(Variant(NAMES.iter().position(|known| known.as_bytes() == name)))
    }
}

/// A list of all strides, the static ones included.
impl<S: StrideList> Serialize for Strided<S> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        self.list().with_strides(|strides| {
            let mut list = serializer.serialize_seq(Some(strides.len()))?;
            for stride in strides {
                list.serialize_element(stride)?;
            }
            list.end()
        })
    }
}

/// A list of all strides. Another number of them, and another stride where the type has one, are errors.
impl<'de, S: StrideList> Deserialize<'de> for Strided<S> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let strides = deserializer.deserialize_seq(Strides)?;
        Ok(Strided::new(strides_of(&strides).map_err(D::Error::custom)?))
    }
}

struct Strides;

impl<'de> Visitor<'de> for Strides {
    type Value = ModeArray<isize>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of strides")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut strides = ModeArray::default();
        while let Some(stride) = list.next_element()? {
            strides.push(stride);
        }
        Ok(strides)
    }
}

/// The extents of a tile.
impl<X: Extents + Serialize> Serialize for UniformTiles<X> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.tile().serialize(serializer)
    }
}

/// The extents of a tile. An extent of 0 is an error.
impl<'de, X: Extents + Deserialize<'de>> Deserialize<'de> for UniformTiles<X> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let tiles = UniformTiles::new(X::deserialize(deserializer)?);
        tiles.map_err(|error| D::Error::custom(Into::<ShapeError>::into(error)))
    }
}
