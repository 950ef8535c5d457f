//! Tiled shapes by the traits of the crate `serde`: their extents, and the tiles of each mode.

use alloc::vec::Vec;

use serde_core::de::Error;
use serde_core::ser::SerializeSeq;
use serde_core::{Deserialize, Deserializer, Serialize, Serializer};

use super::cut::room_for;
use super::{ModeTiling, ModeTilings, TiledShape, Tiling, at_mode};
use crate::StructureError;
use crate::error::Pieces;
use crate::serde::{read, write};
use extents::{Extents, check_size};

/// Tiles in turn: how many, and of what size.
type Run = (usize, usize);

/// Tiles of one size after another, as their count and their size.
///
/// ```
/// use extents_shapes::ModeTiling;
/// let text = serde_json::to_string(&ModeTiling::uniform(17, 5)?)?;
/// assert_eq!(text, "[[3,5],[1,2]]");
/// assert_eq!(serde_json::from_str::<ModeTiling>(&text)?, ModeTiling::from_sizes([5, 5, 5, 2])?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Serialize for ModeTiling {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Their number, for forms that state it before them.
        let mut list = serializer.serialize_seq(Some(self.runs().count()))?;
        for run in self.runs() {
            list.serialize_element(&run)?;
        }
        list.end()
    }
}

/// Counts and sizes. Tiles of more than two sizes in turn are stated one by one, so that what is read takes no more memory than
/// its text.
impl<'de> Deserialize<'de> for ModeTiling {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        of_runs(&Vec::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// Why counts and sizes are not a tiling.
enum Wrong {
    Structure(StructureError),
    Count { run: usize, count: usize },
}

impl core::fmt::Display for Wrong {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Wrong::Structure(error) => error.fmt(f),
            Wrong::Count { run, count } => write!(
                f,
                "tiles of more than two sizes in turn should be stated one by one, but entry {run} has {count}"
            ),
        }
    }
}

fn of_runs(runs: &[Run]) -> Result<ModeTiling, Wrong> {
    // At most two runs of different sizes, or `None` where there are more.
    let mut closed: Option<[Run; 2]> = Some([(0, 0); 2]);
    let (mut tiles, mut extent) = (0_usize, 0_usize);
    for &(count, size) in runs {
        let all = tiles.saturating_add(count);
        check_size(&[all]).map_err(|error| Wrong::Structure(error.into()))?;
        let fits = |number: &usize| isize::try_from(*number).is_ok();
        let end = count.checked_mul(size).and_then(|run| extent.checked_add(run)).filter(fits);
        extent = end.ok_or_else(|| {
            // The tiles of the run that fit.
            let room = isize::MAX.cast_unsigned().saturating_sub(extent);
            let whole = room.checked_div(size).unwrap_or(0);
            let (of, piece) = (Pieces::Tiles, tiles.saturating_add(whole));
            let before = extent.saturating_add(whole.saturating_mul(size));
            Wrong::Structure(StructureError::SumOverflow { of, mode: 0, piece, before, size })
        })?;
        tiles = all;
        if count == 0 {
            continue;
        }
        closed = closed.and_then(|[first, second]| match (first, second) {
            ((0, _), _) => Some([(count, size), second]),
            ((before, of), (0, _)) if of == size => {
                Some([(before.wrapping_add(count), of), second])
            }
            (_, (0, _)) => Some([first, (count, size)]),
            (_, (before, of)) if of == size => Some([first, (before.wrapping_add(count), of)]),
            _ => None,
        });
    }
    if let Some([(first, size), (second, next)]) = closed {
        return Ok(ModeTiling::closed([first, second], [size, next]));
    }
    if let Some((run, &(count, _))) = runs.iter().enumerate().find(|(_, run)| run.0 != 1) {
        return Err(Wrong::Count { run, count });
    }
    let structure = |error: extents::ShapeError| Wrong::Structure(error.into());
    let mut boundaries = room_for(runs.len().saturating_add(1)).map_err(structure)?;
    let mut end = 0_usize;
    boundaries.push(end);
    for &(_, size) in runs {
        end = end.wrapping_add(size);
        boundaries.push(end);
    }
    ModeTiling::of_boundaries(boundaries).map_err(Wrong::Structure)
}

/// The tiles of each mode.
impl Serialize for ModeTilings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// The tiles of each mode.
impl<'de> Deserialize<'de> for ModeTilings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let modes: Vec<Vec<Run>> = Vec::deserialize(deserializer)?;
        let of_mode = |(mode, runs): (usize, Vec<Run>)| {
            of_runs(&runs).map_err(|error| match error {
                Wrong::Structure(error) => D::Error::custom(at_mode(error, mode)),
                wrong => D::Error::custom(format_args!("mode {mode}: {wrong}")),
            })
        };
        modes.into_iter().enumerate().map(of_mode).collect()
    }
}

const FIELDS: [&str; 2] = ["extents", "tiles"];

/// The extents, and the tiles: those of each mode, or the extents of all tiles where they are uniform.
///
/// ```
/// use extents::extents;
/// use extents_shapes::TiledShape;
/// let tiled = TiledShape::from_sizes([[5, 15, 10], [10, 10, 10]])?;
/// let text = serde_json::to_string(&tiled)?;
/// assert_eq!(text, r#"{"extents":[30,30],"tiles":[[[1,5],[1,15],[1,10]],[[3,10]]]}"#);
/// assert_eq!(serde_json::from_str::<TiledShape>(&text)?, tiled);
/// let Ok(uniform) = TiledShape::uniform(extents![4, 6], extents![2, 2]);
/// assert_eq!(serde_json::to_string(&uniform)?, r#"{"extents":[4,6],"tiles":[2,2]}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl<E: Extents + Serialize, T: Tiling + Serialize> Serialize for TiledShape<E, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write(serializer, "TiledShape", FIELDS, (self.logical(), self.tiling()))
    }
}

/// The extents, and tiles that fill them.
impl<'de, E, T> Deserialize<'de> for TiledShape<E, T>
where
    E: Extents + Deserialize<'de>,
    T: Tiling + Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (extents, tiling, (), ()): (E, T, _, _) = read(deserializer, "TiledShape", &FIELDS)?;
        TiledShape::new(extents, tiling).map_err(D::Error::custom)
    }
}
