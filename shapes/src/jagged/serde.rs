//! Jagged shapes by the traits of the crate `serde`: a list for each mode, with a number for each of its rows.

use alloc::vec::Vec;

use serde_core::de::{Error, Visitor};
use serde_core::ser::SerializeStruct;
use serde_core::{Deserialize, Deserializer, Serialize, Serializer};

use super::JaggedShape;
use super::run::Column;
use super::spans::{MOST, Spans, uniform_overflow};
use super::tower::{LeafMode, Level, Tower};
use crate::serde::read;
use core::fmt;
use extents::ShapeError;

const FIELDS: [&str; 4] = ["levels", "outer_rank", "extents", "origin"];

/// For each mode the extents of its rows and their origins, of rows that are all alike one number; `null` for the null shape.
///
/// A row of a mode is an index of the modes before it, of no more than the first `levels` modes: the ones that are divided row by
/// row. `outer_rank` is [`JaggedShape::outer_rank`]. Shapes in compact form are read as others are.
///
/// ```
/// use extents_shapes::{JaggedShape, jagged};
/// let rows = JaggedShape::from_lengths([2, 0, 3])?;
/// let text = serde_json::to_string(&rows)?;
/// assert_eq!(text, r#"{"levels":2,"outer_rank":1,"extents":[[3],[2,0,3]],"origin":[[0],[0]]}"#);
/// assert_eq!(serde_json::from_str::<JaggedShape>(&text)?, rows);
/// let wrong = r#"{"levels":2,"outer_rank":1,"extents":[[3],[2,0]],"origin":[[0],[0]]}"#;
/// let error = serde_json::from_str::<JaggedShape>(wrong).unwrap_err().to_string();
/// assert!(error.starts_with("mode 1 has 3 rows, but there are 2 extents"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Serialize for JaggedShape {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.tower {
            Some(tower) => serializer.serialize_some(&**tower),
            None => serializer.serialize_none(),
        }
    }
}

impl Serialize for Tower {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let [levels, outer_rank, extents, origin] = FIELDS;
        let mut fields = serializer.serialize_struct("JaggedShape", 4)?;
        fields.serialize_field(levels, &self.levels.len())?;
        // What is read has to be in these bounds.
        let outer = self.outer_rank.max(self.least_levels()).min(self.rank());
        fields.serialize_field(outer_rank, &outer)?;
        fields.serialize_field(extents, &Modes { tower: self, of: |(extents, _)| extents })?;
        fields.serialize_field(origin, &Modes { tower: self, of: |(_, origins)| origins })?;
        fields.end()
    }
}

/// One column a mode.
struct Modes<'a> {
    tower: &'a Tower,
    of: fn((Column, Column)) -> Column,
}

impl Serialize for Modes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let modes = (0..self.tower.rank()).map(|mode| {
            let (extents, origins, rows) = self.tower.mode(mode);
            Rows { column: (self.of)((extents, origins)), rows }
        });
        serializer.collect_seq(modes)
    }
}

struct Rows {
    column: Column,
    rows: usize,
}

impl Serialize for Rows {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rows = if self.column.is_uniform() { 1 } else { self.rows };
        serializer.collect_seq((0..rows).map(|row| self.column.get(row)))
    }
}

impl<'de> Deserialize<'de> for JaggedShape {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_option(MaybeNull)
    }
}

struct MaybeNull;

impl<'de> Visitor<'de> for MaybeNull {
    type Value = JaggedShape;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JaggedShape")
    }

    fn visit_none<E: Error>(self) -> Result<JaggedShape, E> {
        Ok(JaggedShape::null())
    }

    fn visit_unit<E: Error>(self) -> Result<JaggedShape, E> {
        Ok(JaggedShape::null())
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<JaggedShape, D::Error> {
        let (levels, outer, extents, origin) = read(deserializer, "JaggedShape", &FIELDS)?;
        let parts = Parts { levels, outer, extents, origin };
        parts.into_shape()
    }
}

/// The fields as they are written.
struct Parts {
    levels: usize,
    outer: usize,
    extents: Vec<Vec<usize>>,
    origin: Vec<Vec<usize>>,
}

impl Parts {
    fn into_shape<E: Error>(self) -> Result<JaggedShape, E> {
        let rank = self.extents.len();
        if self.origin.len() != rank {
            let error = ShapeError::RankMismatch { expected: rank, found: self.origin.len() };
            return Err(E::custom(error));
        }
        if self.levels > rank {
            return Err(E::custom(format_args!(
                "{} modes should be divided row by row, but there are {rank}",
                self.levels
            )));
        }
        let (mut levels, mut leaves) = (Vec::new(), Vec::new());
        // The rows of the mode: each is an entry of a row before, up to the last level.
        let mut rows = 1_usize;
        for (mode, (extents, origins)) in self.extents.into_iter().zip(self.origin).enumerate() {
            let extent = column(extents, mode, rows, "extents")?;
            let origin = column(origins, mode, rows, "coordinates of the origin")?;
            if mode >= self.levels {
                leaves.push(LeafMode { extent, origin });
                continue;
            }
            let spans = match extent {
                Column::Varying(lengths) => {
                    let lengths = lengths.as_slice().iter().copied();
                    Spans::from_lengths(mode, lengths, Vec::new()).map_err(E::custom)?
                }
                extent => Spans::Uniform(extent.get(0)),
            };
            rows = match &spans {
                Spans::Uniform(length) => {
                    let entries = rows.checked_mul(*length).filter(|&entries| entries <= MOST);
                    entries.ok_or_else(|| E::custom(uniform_overflow(mode, *length)))?
                }
                spans => spans.start(rows),
            };
            levels.push(Level { spans, origin });
        }
        let tower = Tower::new(levels, leaves, self.outer).map_err(E::custom)?;
        let least = tower.least_levels();
        if self.outer < least || self.outer > rank {
            return Err(E::custom(format_args!(
                "the outer rank should be from {least} to {rank}, but is {}",
                self.outer
            )));
        }
        Ok(JaggedShape::from_tower(tower))
    }
}

/// One number for all rows, or a number for each.
fn column<E: Error>(values: Vec<usize>, mode: usize, rows: usize, what: &str) -> Result<Column, E> {
    match values[..] {
        [value] => Ok(Column::Uniform(value)),
        _ if values.len() == rows => Ok(Column::new(values)),
        _ => Err(E::custom(format_args!(
            "mode {mode} has {rows} rows, but there are {} {what}",
            values.len()
        ))),
    }
}
