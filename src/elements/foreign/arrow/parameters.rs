//! [`Parameters`]: the metadata of both extension types, JSON with a shape, names of dimensions and a permutation.
//!
//! The crate `arrow-schema` has types of these names, too, but calls the last entry `permutations`, which the format does
//! not: it refuses what other libraries write, and they ignore what it writes. Here both names are read.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use serde_core::de::{DeserializeSeed, Error, MapAccess, Visitor};
use serde_core::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use super::ColumnError;

/// What the metadata says, each list in the order of memory.
#[doc(hidden)]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parameters {
    /// The extents of all tensors; `None` where they differ.
    pub shape: Option<Vec<Option<usize>>>,
    pub dim_names: Option<Vec<String>>,
    /// The mode in memory of each mode of the tensors.
    pub permutation: Option<Vec<usize>>,
}

/// The names of the two lists beside the shape.
const DIM_NAMES: &str = "dim_names";
const PERMUTATION: &str = "permutation";

impl Parameters {
    /// Reads the metadata, in which the shape has this name.
    pub fn parse(shape: &'static str, text: &str) -> Result<Self, ColumnError> {
        let mut source = serde_json::Deserializer::from_str(text);
        let parsed = Entries { shape }.deserialize(&mut source);
        let whole = parsed.and_then(|parsed| source.end().map(|()| parsed));
        whole.map_err(|error| ColumnError::Metadata(error.to_string().into()))
    }

    /// Writes the metadata, without lists that are not there.
    pub fn to_json(&self, shape: &'static str) -> String {
        let mut entries = Map::new();
        if let Some(extents) = &self.shape {
            entries.insert(shape.into(), extents.as_slice().into());
        }
        if let Some(names) = &self.dim_names {
            entries.insert(DIM_NAMES.into(), names.as_slice().into());
        }
        if let Some(permutation) = &self.permutation {
            entries.insert(PERMUTATION.into(), permutation.as_slice().into());
        }
        Value::Object(entries).to_string()
    }

    /// Compares all lists with the number of modes.
    pub fn check(&self, shape: &'static str, rank: usize) -> Result<(), ColumnError> {
        let lists = [
            (shape, self.shape.as_ref().map(Vec::len)),
            (DIM_NAMES, self.dim_names.as_ref().map(Vec::len)),
            (PERMUTATION, self.permutation.as_ref().map(Vec::len)),
        ];
        for (list, found) in lists {
            if let Some(found) = found.filter(|&found| found != rank) {
                return Err(ColumnError::Count { list, expected: rank, found });
            }
        }
        let permutation = self.permutation.as_deref().unwrap_or_default();
        let mut places = alloc::vec![None; permutation.len()];
        for (place, &mode) in permutation.iter().enumerate() {
            // The list has as many places as there are modes.
            let Some(before) = places.get_mut(mode) else {
                return Err(ColumnError::NotAMode { place, rank, found: mode });
            };
            if let Some(first) = before.replace(place) {
                return Err(ColumnError::ModeTwice { places: [first, place], mode });
            }
        }
        Ok(())
    }

    /// Sets the names of the modes, in the order of the modes of the tensors.
    pub fn set_names(&mut self, names: Vec<String>) {
        let mut in_memory = names.clone();
        for (mode, name) in self.permutation.iter().flatten().zip(names) {
            if let Some(place) = in_memory.get_mut(*mode) {
                *place = name;
            }
        }
        self.dim_names = Some(in_memory);
    }

    /// Puts a list in the order of memory into that of the modes of the tensors.
    pub fn permuted<'a, T>(&'a self, list: &'a [T]) -> impl Iterator<Item = &'a T> {
        let permutation = self.permutation.as_deref();
        (0..list.len()).filter_map(move |mode| match permutation {
            Some(permutation) => list.get(*permutation.get(mode)?),
            None => list.get(mode),
        })
    }
}

/// Reads the entries of the metadata, of which none may be there twice.
struct Entries {
    shape: &'static str,
}

impl<'de> DeserializeSeed<'de> for Entries {
    type Value = Parameters;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Parameters, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Entries {
    type Value = Parameters;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Parameters, M::Error> {
        let (mut shape, mut dim_names, mut permutation) = (None, None, None);
        while let Some(key) = map.next_key::<String>()? {
            let is_second = match &*key {
                name if name == self.shape => shape.replace(map.next_value()?).is_some(),
                DIM_NAMES => dim_names.replace(map.next_value()?).is_some(),
                // The second as `arrow-schema` has it.
                PERMUTATION | "permutations" => permutation.replace(map.next_value()?).is_some(),
                _ => return Err(M::Error::custom(format_args!("there is an entry `{key}`"))),
            };
            if is_second {
                return Err(M::Error::custom(format_args!("there are two entries `{key}`")));
            }
        }
        let extents: Option<Vec<Extent>> = shape.flatten();
        let extents = extents.map(|list| list.into_iter().map(|extent| extent.0).collect());
        let (dim_names, permutation) = (dim_names.flatten(), permutation.flatten());
        Ok(Parameters { shape: extents, dim_names, permutation })
    }
}

/// An extent, or `null`.
struct Extent(Option<usize>);

impl<'de> Deserialize<'de> for Extent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ExtentVisitor)
    }
}

struct ExtentVisitor;

impl Visitor<'_> for ExtentVisitor {
    type Value = Extent;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an extent")
    }

    fn visit_unit<E: Error>(self) -> Result<Extent, E> {
        Ok(Extent(None))
    }

    fn visit_u64<E: Error>(self, extent: u64) -> Result<Extent, E> {
        let extent = usize::try_from(extent);
        extent.map(|extent| Extent(Some(extent))).map_err(|_| E::custom("an extent is too large"))
    }
}

/// The text of a type of Arrow, for errors.
#[doc(hidden)]
pub fn text(found: &impl fmt::Display) -> Box<str> {
    found.to_string().into()
}
