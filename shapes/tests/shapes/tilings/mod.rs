//! What a tiling of one mode is, by counting.
#![allow(dead_code, reason = "each test uses a part of it")]

use extents_shapes::error::Item;
use std::collections::BTreeSet;

use extents::{ShapeError, error::Bounded};
use extents_shapes::{ModeTiling, StructureError};

/// The tile and the place in it of each entry, by counting tile after tile.
pub(crate) fn entries(sizes: &[usize]) -> Vec<(usize, usize)> {
    let tiles = sizes.iter().enumerate();
    tiles.flat_map(|(tile, &size)| (0..size).map(move |within| (tile, within))).collect()
}

/// Where the tiles begin, and where the last one ends.
pub(crate) fn boundaries(sizes: &[usize]) -> Vec<usize> {
    (0..=sizes.len()).map(|tile| sizes[..tile].iter().sum()).collect()
}

/// Compares every answer of a tiling with the list of its sizes.
pub(crate) fn check_mode(tiling: &ModeTiling, sizes: &[usize]) {
    let (entries, ends) = (entries(sizes), boundaries(sizes));
    assert_eq!((tiling.extent(), tiling.tiles()), (entries.len(), sizes.len()), "{sizes:?}");
    assert!(tiling.sizes().eq(sizes.iter().copied()), "{tiling:?} of {sizes:?}");
    for (tile, &size) in sizes.iter().enumerate() {
        assert_eq!(tiling.size_of(tile), Ok(size));
        assert_eq!(tiling.begin_of(tile), Ok(ends[tile]));
        assert_eq!(tiling.range(tile), Ok(ends[tile]..ends[tile + 1]));
    }
    for (entry, &place) in entries.iter().enumerate() {
        assert_eq!(tiling.tile_of(entry), Ok(place), "entry {entry} of {sizes:?}");
    }
    let (index, extent, tiles) = (entries.len(), entries.len(), sizes.len());
    let outside =
        ShapeError::OutOfBounds { of: Bounded::Index { mode: 0 }, number: index, limit: extent };
    assert_eq!(tiling.tile_of(index), Err(outside.into()));
    let no_tile = StructureError::OutOfRange {
        of: Item::TileOfMode { mode: 0 },
        number: tiles,
        count: tiles,
    };
    assert_eq!(tiling.range(tiles), Err(no_tile));
    assert_eq!(tiling.largest(), sizes.iter().copied().max().unwrap_or(0));
    assert_eq!(tiling.smallest(), sizes.iter().copied().min().unwrap_or(0));
    assert_eq!(tiling.is_even(), sizes.iter().collect::<BTreeSet<_>>().len() <= 1);
}
