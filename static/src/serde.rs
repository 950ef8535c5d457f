//! Extents by the traits of the crate `serde`: a list of numbers, which each type compares with what it knows.
//!
//! All layers have one form, so that each can be read as another: `[2, 3]` in a text, and `null` for the null shape.

use core::fmt;

use serde_core::de::{Error, SeqAccess, Visitor};
use serde_core::ser::SerializeSeq;
use serde_core::{Deserialize, Deserializer, Serialize, Serializer};

use crate::mode_tuple::ModeTuple;
use crate::{Extents, ShapeError, StaticExtents};

/// Writes the extents of a shape.
pub fn serialize<E: Extents, S: Serializer>(extents: &E, serializer: S) -> Result<S::Ok, S::Error> {
    if extents.is_null() {
        return serializer.serialize_none();
    }
    extents.with_slice(|extents| serializer.serialize_some(&List(extents)))
}

struct List<'a>(&'a [usize]);

impl Serialize for List<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.0.len()))?;
        for extent in self.0 {
            list.serialize_element(extent)?;
        }
        list.end()
    }
}

/// Calls `take` with each extent of a list. Returns whether there is a list, and not the null shape.
pub fn read<'de, D: Deserializer<'de>>(
    deserializer: D,
    take: impl FnMut(usize),
) -> Result<bool, D::Error> {
    deserializer.deserialize_option(Extent(take))
}

/// Reads extents of at most `N` modes.
pub fn deserialize<'de, const N: usize, E: Extents, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<E, D::Error> {
    let (mut extents, mut count) = ([0; N], 0_usize);
    let is_list = read(deserializer, |extent| {
        if let Some(place) = extents.get_mut(count) {
            *place = extent;
        }
        count = count.saturating_add(1);
    })?;
    let found = match extents.get(..count) {
        _ if !is_list => Err(ShapeError::Null),
        Some(extents) => E::from_extents(extents),
        None => {
            Err(ShapeError::RankMismatch { expected: E::STATIC_RANK.unwrap_or(N), found: count })
        }
    };
    found.map_err(D::Error::custom)
}

/// Hands on what it visits.
struct Extent<F>(F);

impl<'de, F: FnMut(usize)> Visitor<'de> for Extent<F> {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of extents")
    }

    fn visit_none<E: Error>(self) -> Result<bool, E> {
        Ok(false)
    }

    fn visit_unit<E: Error>(self) -> Result<bool, E> {
        Ok(false)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<bool, D::Error> {
        deserializer.deserialize_seq(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<bool, A::Error> {
        while let Some(extent) = list.next_element()? {
            (self.0)(extent);
        }
        Ok(true)
    }
}

/// A list of all extents, the static ones included.
impl<T: ModeTuple> Serialize for StaticExtents<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize(self, serializer)
    }
}

/// A list of all extents. Another rank, another number where the type has one, and too many elements are errors.
impl<'de, T: ModeTuple> Deserialize<'de> for StaticExtents<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // The highest rank of these types.
        deserialize::<12, _, _>(deserializer)
    }
}
