//! Extents by the traits of the crate `serde`, in the form of `extents-static`.

#[cfg(feature = "alloc")]
use extents_static::__private::serde::read;
use extents_static::__private::serde::{deserialize, serialize};
#[cfg(feature = "alloc")]
use serde_core::de::Error;
use serde_core::{Deserialize, Deserializer, Serialize, Serializer};

use crate::DynExtents;
#[cfg(feature = "alloc")]
use crate::{DynRankExtents, ModeArray};

/// A list of all extents.
impl<const N: usize> Serialize for DynExtents<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize(self, serializer)
    }
}

/// A list of all extents. Another rank and too many elements are errors.
impl<'de, const N: usize> Deserialize<'de> for DynExtents<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserialize::<N, _, _>(deserializer)
    }
}

/// A list of all extents, or nothing for the null shape.
#[cfg(feature = "alloc")]
impl Serialize for DynRankExtents {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize(self, serializer)
    }
}

/// A list of all extents, or nothing for the null shape. Too many elements are an error.
#[cfg(feature = "alloc")]
impl<'de> Deserialize<'de> for DynRankExtents {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut extents = ModeArray::default();
        match read(deserializer, |extent| extents.push(extent))? {
            true => DynRankExtents::new(&extents).map_err(D::Error::custom),
            false => Ok(DynRankExtents::null()),
        }
    }
}
