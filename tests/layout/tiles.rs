//! Tiles at run time, of extents in each layer: against the offset of each index, and the places of whole tiles.
#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

use extents::error::{Bounded, Part};
use extents::generic::AddressedBy;
use extents::layout::{
    Block, Blocked, Blocking, Canonical, ColMajor, Layout, MinorToMajor, RowMajor, Tiled,
    UniformTiles,
};
use extents::{Dyn, DynExtents, DynRankExtents, Extents, Mapping, ShapeError, extents, modes};

use super::static_mappings::{blocked, tiled};
use crate::oracle;

/// Every answer of a mapping of so many places, against the offset of each index in row-major order.
fn check<E, L>(mapping: &Mapping<E, L>, offsets: &[usize], places: usize)
where
    E: Extents + for<'a> AddressedBy<&'a <E as Extents>::Index>,
    L: Layout<E>,
{
    let extents: Vec<usize> = mapping.extents().iter().collect();
    let indices = oracle::indices(&extents);
    assert_eq!(indices.len(), offsets.len());
    assert_eq!(mapping.required_span_size(), places, "{mapping:?}");
    assert_eq!(mapping.is_exhaustive(), offsets.len() == places, "{mapping:?}");
    assert!(!L::IS_ALWAYS_EXHAUSTIVE || mapping.is_exhaustive(), "{mapping:?}");
    assert!(mapping.is_unique() && !mapping.is_strided(), "{mapping:?}");
    for (index, offset) in indices.iter().zip(offsets) {
        let mut at = mapping.extents().extents();
        at.as_mut().copy_from_slice(index);
        assert_eq!(mapping.offset(&at), Ok(*offset), "{mapping:?} at {index:?}");
    }
    for offset in (0..places + 3).chain([usize::MAX]) {
        let place = offsets.iter().position(|other| *other == offset);
        match (mapping.index(offset), place) {
            (Ok(index), Some(at)) => assert_eq!(index.as_ref(), indices[at], "{mapping:?}"),
            (found, place) => {
                assert_eq!(place, None, "{mapping:?} at {offset}");
                let of = Bounded::Offset;
                let error = ShapeError::OutOfBounds { of, number: offset, limit: places };
                assert_eq!(found, Err(error), "{mapping:?}");
            }
        }
    }
}

/// How many places whole tiles have: each tile of XLA's rule rounds the last sizes up.
fn places(extents: &[usize], list: &[usize], tiles: &[&[usize]]) -> usize {
    let mut sizes: Vec<usize> = list.iter().rev().map(|&mode| extents[mode]).collect();
    for tile in tiles {
        while sizes.len() < tile.len() {
            sizes.insert(0, 1);
        }
        let cut = sizes.split_off(sizes.len() - tile.len());
        sizes.extend(cut.iter().zip(*tile).map(|(size, tile)| size.div_ceil(*tile)));
        sizes.extend(*tile);
    }
    sizes.iter().product()
}

#[test]
fn tiled_mappings_have_the_offsets_and_the_places_of_whole_tiles() {
    macro_rules! cases {
        ($([$($extent:literal),*] $order:expr, $list:tt, $tiles:expr, $numbers:expr;)*) => {$({
            let (e, tiles): (&[usize], &[&[usize]]) = (&[$($extent),*], $numbers);
            let (offsets, places) = (tiled(e, &$list, tiles), places(e, &$list, tiles));
            let layout = Tiled::new($tiles).in_order($order);
            assert_eq!(layout.tiles(), tiles);
            check(&Mapping::with_layout(extents![$($extent),*], layout).unwrap(), &offsets, places);
            let open = extents![$(dyn $extent),*].unwrap();
            check(&Mapping::with_layout(open, layout).unwrap(), &offsets, places);
            let array = DynExtents::new([$($extent),*]).unwrap();
            check(&Mapping::with_layout(array, layout).unwrap(), &offsets, places);
        })*};
    }
    cases! {
        [3, 5] RowMajor, [1, 0], modes![2, 2], &[&[2, 2]];
        [4, 6] RowMajor, [1, 0], modes![2, 3], &[&[2, 3]];
        [4, 6] ColMajor, [0, 1], modes![2, 3], &[&[2, 3]];
        [4, 4] ColMajor, [0, 1], (modes![4, 4], modes![2, 1]), &[&[4, 4], &[2, 1]];
        [5, 7] RowMajor, [1, 0], (modes![4, 4], modes![3]), &[&[4, 4], &[3]];
        [2, 3, 4] MinorToMajor::new(modes![1, 2, 0]), [1, 2, 0], modes![4, 3], &[&[4, 3]];
        [2, 3, 4] MinorToMajor::new(modes![0, 2, 1]), [0, 2, 1], (modes![2, 2], modes![2]),
            &[&[2, 2], &[2]];
        [5] RowMajor, [0], modes![2, 3], &[&[2, 3]];
        [6] ColMajor, [0], modes![3], &[&[3]];
        [3, 0] RowMajor, [1, 0], modes![2, 2], &[&[2, 2]];
        [0, 3] RowMajor, [1, 0], modes![2, 2], &[&[2, 2]];
        [2, 2, 3] RowMajor, [2, 1, 0], (modes![2, 2], modes![2], modes![1, 2], modes![2]),
            &[&[2, 2], &[2], &[1, 2], &[2]];
    }
    // A scalar is the first place of a tile.
    let scalar = Mapping::with_layout(extents![], Tiled::new(modes![2, 3])).unwrap();
    check(&scalar, &[0], 6);
}

#[test]
fn padding_that_holds_too_much_is_refused_with_the_padded_extent() {
    const LONG: usize = 1 << (usize::BITS - 2);
    let rows =
        Mapping::with_layout(extents![dyn 5, dyn 3].unwrap(), RowMajor.padded(Dyn::new(LONG)));
    assert_eq!(rows.unwrap_err(), ShapeError::RoomOverflow { mode: 1, elements: 5, room: LONG });
    let columns =
        Mapping::with_layout(extents![dyn 5, dyn 3].unwrap(), ColMajor.padded(Dyn::new(LONG)));
    assert_eq!(columns.unwrap_err(), ShapeError::RoomOverflow { mode: 1, elements: LONG, room: 3 });
}

#[test]
fn tiles_that_hold_too_much_are_refused_with_mode_and_numbers() {
    const LONG: usize = 1 << (usize::BITS - 2);
    const ROWS: usize = LONG / 2 + 1;
    let tiles = Tiled::new(modes![2, 2]);
    // `LONG / 4 + 1` tiles down, 2 across, and of each one mode: twice that is too much.
    let overflow = |mode| ShapeError::RoomOverflow { mode, elements: LONG + 4, room: 2 };
    let rows = Mapping::with_layout(extents![dyn ROWS, 3].unwrap(), tiles);
    assert_eq!(rows.unwrap_err(), overflow(1));
    let columns = Mapping::with_layout(extents![dyn ROWS, 3].unwrap(), tiles.in_order(ColMajor));
    assert_eq!(columns.unwrap_err(), overflow(0));
    let none = Mapping::with_layout(extents![dyn LONG, 0].unwrap(), tiles);
    assert_eq!(none.unwrap_err(), ShapeError::RoomOverflow { mode: 1, elements: LONG, room: 2 });
    let fits = Mapping::with_layout(extents![dyn LONG / 2, 2].unwrap(), tiles).unwrap();
    assert_eq!((fits.required_span_size(), fits.is_exhaustive()), (LONG, true));
    assert_eq!(fits.index(LONG - 1), Ok([LONG / 2 - 1, 1]));
}

#[test]
fn tiles_say_their_order_and_their_sizes() {
    let rows = Tiled::new(modes![8, 128]);
    assert_eq!(format!("{rows:?}"), "RowMajor in tiles [8, 128]");
    assert_eq!(rows, Tiled::default());
    let nested = Tiled::new((modes![4, 4], modes![2, 1])).in_order(ColMajor);
    assert_eq!(format!("{nested:?}"), "ColMajor in tiles [4, 4][2, 1]");
    let list = Tiled::new(modes![2]).in_order(MinorToMajor::new(modes![1, 0]));
    assert_eq!(format!("{list:?}"), "MinorToMajor [1, 0] in tiles [2]");
    assert_eq!(format!("{:?}", MinorToMajor::new([1, 0])), "MinorToMajor [1, 0]");
    let Ok(layout) = Blocked::uniform(extents![2, 3]);
    assert_eq!(format!("{layout:?}"), "Blocked tiles of [2, 3]");
}

#[test]
fn blocked_mappings_store_tile_after_tile() {
    macro_rules! cases {
        ($([$($extent:literal),*] by [$($tile:literal),*];)*) => {$({
            let (e, tile): (&[usize], &[usize]) = (&[$($extent),*], &[$($tile),*]);
            let (offsets, size) = (blocked(e, tile), e.iter().product());
            let Ok(known) = Blocked::uniform(extents![$($tile),*]);
            let open = Blocked::uniform(DynRankExtents::new(tile).unwrap()).unwrap();
            let array = Blocked::uniform(DynExtents::new([$($tile),*]).unwrap()).unwrap();
            macro_rules! check_on {
                ($extents:expr) => {
                    check(&Mapping::with_layout($extents, known).unwrap(), &offsets, size);
                    check(&Mapping::with_layout($extents, open.clone()).unwrap(), &offsets, size);
                    check(&Mapping::with_layout($extents, array).unwrap(), &offsets, size);
                };
            }
            check_on!(extents![$($extent),*]);
            check_on!(extents![$(dyn $extent),*].unwrap());
            check_on!(DynExtents::new([$($extent),*]).unwrap());
            check_on!(DynRankExtents::new(e).unwrap());
        })*};
    }
    cases! {
        [4, 6] by [2, 3];
        [5, 7] by [2, 3];
        [3, 0] by [2, 2];
        [0, 3] by [2, 2];
        [3, 2, 5] by [2, 2, 4];
        [2, 3, 4] by [1, 3, 2];
        [4] by [9];
        [7] by [2];
    }
}

/// Each mode in a first tile of a third, and the rest.
#[derive(Clone, Debug)]
struct Thirds;

// SAFETY: the first tile ends where the second begins, and the two cover any extent.
unsafe impl Blocking for Thirds {
    const STATIC_RANK: Option<usize> = None;
    fn check(&self, _: &[usize]) -> Result<(), ShapeError> {
        Ok(())
    }
    fn count(&self, _: usize, _: usize) -> usize {
        2
    }
    fn block(&self, _: usize, extent: usize, tile: usize) -> Block {
        let third = extent / 3;
        match tile {
            0 => Block { tile, begin: 0, size: third },
            _ => Block { tile: 1, begin: third, size: extent - third },
        }
    }
    fn block_of(&self, mode: usize, extent: usize, entry: usize) -> Block {
        self.block(mode, extent, usize::from(entry >= extent / 3))
    }
}

#[test]
fn tiles_of_a_rule_of_ones_own_follow_each_other() {
    for extents in [[4, 6, 3], [2, 7, 9], [1, 3, 5], [3, 0, 6]] {
        let mut order = oracle::indices(&extents);
        order.sort_by_key(|index| {
            let tiles: Vec<bool> =
                index.iter().zip(extents).map(|(at, extent)| *at >= extent / 3).collect();
            (tiles, index.clone())
        });
        let place = |index| order.iter().position(|other| *other == index).unwrap();
        let offsets: Vec<usize> = oracle::indices(&extents).into_iter().map(place).collect();
        let shape = DynExtents::new(extents).unwrap();
        let mapping = Mapping::with_layout(shape, Blocked::new(Thirds)).unwrap();
        check(&mapping, &offsets, extents.iter().product());
    }
}

#[test]
fn uniform_tiles_cut_a_mode_from_its_start() {
    for size in 1..8 {
        let open = UniformTiles::new(DynExtents::new([1, size]).unwrap()).unwrap();
        assert_eq!(open.tile().extents(), [1, size]);
        for extent in 0..20_usize {
            // One tile after the other, until the mode ends.
            let (mut tiles, mut begin) = (Vec::new(), 0);
            while begin < extent {
                let size = size.min(extent - begin);
                tiles.push(Block { tile: tiles.len(), begin, size });
                begin += size;
            }
            assert_eq!(open.count(1, extent), tiles.len());
            for tile in &tiles {
                assert_eq!(open.block(1, extent, tile.tile), *tile);
                for entry in tile.begin..tile.begin + tile.size {
                    assert_eq!(open.block_of(1, extent, entry), *tile, "{entry} of {extent}");
                }
            }
            for tile in [tiles.len(), tiles.len() + 1, usize::MAX] {
                let block = open.block(1, extent, tile);
                assert!(block.begin + block.size <= extent, "{tile} of {extent}: {block:?}");
            }
        }
    }
    // The same with the size in the type, where it divides the extent and where it does not.
    let Ok(known) = UniformTiles::new(extents![4]);
    assert_eq!(known.block_of(0, 8, 7), Block { tile: 1, begin: 4, size: 4 });
    assert_eq!(known.block_of(0, 9, 7), Block { tile: 1, begin: 4, size: 4 });
    assert_eq!(known.block_of(0, 9, 8), Block { tile: 2, begin: 8, size: 1 });
}

#[test]
fn tiles_that_do_not_fit_are_refused() {
    let zero = UniformTiles::new(DynExtents::new([2, 0, 0]).unwrap());
    assert_eq!(zero, Err(ShapeError::ZeroSize { part: Part::Tile, mode: 1 }));
    assert_eq!(UniformTiles::new(DynRankExtents::null()), Err(ShapeError::Null));
    let tiles = |tile: &[usize]| Blocked::uniform(DynRankExtents::new(tile).unwrap()).unwrap();
    let refused = |extents: &[usize], tile: &[usize]| {
        let extents = DynRankExtents::new(extents).unwrap();
        Mapping::with_layout(extents, tiles(tile)).map(|_| ())
    };
    assert_eq!(refused(&[4, 6], &[2]), Err(ShapeError::RankMismatch { expected: 2, found: 1 }));
    assert_eq!(refused(&[4], &[2, 3]), Err(ShapeError::RankMismatch { expected: 1, found: 2 }));
    assert_eq!(refused(&[4, 6], &[2, 3]), Ok(()));
}
