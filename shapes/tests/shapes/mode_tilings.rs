//! Tilings of one mode, against lists of all tiles made by counting.

use extents::error::{Part, Place};
use extents_shapes::error::{Compared, Pieces};
use std::collections::{BTreeMap, HashSet};

use crate::tilings::{boundaries, check_mode};
use extents::ShapeError;
use extents_shapes::{ModeTiling, ModeTilings, StructureError};
use proptest::prelude::*;

const HUGE: usize = isize::MAX as usize;

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

#[test]
fn uniform_tiles_have_one_size_but_the_last() {
    for extent in 0..40 {
        for tile in 1..12 {
            let mut sizes = Vec::new();
            let mut left: usize = extent;
            while left > 0 {
                sizes.push(left.min(tile));
                left = left.saturating_sub(tile);
            }
            let tiling = ModeTiling::uniform(extent, tile).unwrap();
            check_mode(&tiling, &sizes);
            assert_eq!(tiling, ModeTiling::from_sizes(&sizes).unwrap());
        }
    }
}

#[test]
fn balanced_tiles_are_few_and_nearly_alike() {
    for extent in 0..40 {
        for target in 1..12 {
            let tiling = ModeTiling::balanced(extent, target).unwrap();
            // Entries are dealt to as many tiles as are needed, one each in turns.
            let tiles = (0..).find(|tiles| tiles * target >= extent).unwrap();
            let mut sizes = vec![0; tiles];
            for entry in 0..extent {
                sizes[entry % tiles] += 1;
            }
            check_mode(&tiling, &sizes);
            assert_eq!(tiling, ModeTiling::from_sizes(&sizes).unwrap());
        }
    }
}

#[test]
fn many_small_tiles_in_one_bucket_are_found() {
    let mut sizes = vec![1_000_000, 0, 3];
    sizes.extend((0..1000).map(|k| k % 3));
    sizes.push(2_000_000);
    let tiling = ModeTiling::from_sizes(&sizes).unwrap();
    let ends = boundaries(&sizes);
    for entry in (999_990..1_001_100).chain([0, 500_000, 3_000_000]) {
        let tile = (0..sizes.len()).find(|&tile| ends[tile + 1] > entry).unwrap();
        assert_eq!(tiling.tile_of(entry), Ok((tile, entry - ends[tile])));
    }
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn a_tiling_is_its_sizes(sizes in prop::collection::vec(0..6_usize, 0..12)) {
        let tiling = ModeTiling::from_sizes(&sizes).unwrap();
        check_mode(&tiling, &sizes);
        let twin = ModeTiling::from_boundaries(boundaries(&sizes)).unwrap();
        prop_assert_eq!(&tiling, &twin);
        prop_assert_eq!(HashSet::from([tiling.clone(), twin]).len(), 1);
        prop_assert_eq!(tiling.same_as(&tiling), Ok(()));
    }

    #[test]
    fn tilings_are_equal_where_their_sizes_are(
        left in prop::collection::vec(0..3_usize, 0..6),
        right in prop::collection::vec(0..3_usize, 0..6),
    ) {
        let one = ModeTiling::from_sizes(&left).unwrap();
        let other = ModeTiling::from_sizes(&right).unwrap();
        prop_assert_eq!(one == other, left == right);
        prop_assert_eq!(one.same_as(&other).is_ok(), left == right);
        // What a check says is there.
        match one.same_as(&other) {
            Err(StructureError::Mismatch { place: Place::Mode(_), of: Compared::TileEnd { tile }, left: one, right: other }) => {
                prop_assert_eq!(&left[..tile], &right[..tile]);
                prop_assert_eq!(boundaries(&left)[tile + 1], one);
                prop_assert_eq!(boundaries(&right)[tile + 1], other);
                prop_assert_ne!(one, other);
            }
            Err(StructureError::Mismatch { place: Place::Mode(_), of: Compared::TiledExtent, left: one, right: other }) => {
                prop_assert_eq!((left.iter().sum(), right.iter().sum()), (one, other));
                prop_assert_ne!(one, other);
            }
            Err(StructureError::Mismatch { place: Place::Mode(_), of: Compared::Tiles, left: one, right: other }) => {
                prop_assert_eq!((left.len(), right.len()), (one, other));
                prop_assert!(one != other && left.iter().zip(&right).all(|(a, b)| a == b));
            }
            other => prop_assert_eq!(other, Ok(())),
        }
    }

    #[test]
    fn a_refinement_is_cut_where_either_is_and_nowhere_else(
        left in prop::collection::vec(0..5_usize, 1..8),
        right in prop::collection::vec(0..5_usize, 1..8),
    ) {
        // The last tile of the shorter one takes what is missing.
        let (mut left, mut right) = (left, right);
        let (ours, theirs): (usize, usize) = (left.iter().sum(), right.iter().sum());
        *left.last_mut().unwrap() += theirs.saturating_sub(ours);
        *right.last_mut().unwrap() += ours.saturating_sub(theirs);
        // A boundary stands as often as in one of them, the larger number counts.
        let mut all: BTreeMap<usize, usize> = BTreeMap::new();
        for sizes in [&left, &right] {
            let ends = boundaries(sizes);
            for &end in &ends {
                let times = ends.iter().filter(|&&other| other == end).count();
                let most = all.entry(end).or_insert(0);
                *most = times.max(*most);
            }
        }
        let cuts: Vec<usize> =
            all.iter().flat_map(|(&end, &times)| std::iter::repeat_n(end, times)).collect();
        let one = ModeTiling::from_sizes(&left).unwrap();
        let other = ModeTiling::from_sizes(&right).unwrap();
        let both = one.refine(&other).unwrap();
        prop_assert_eq!(both.tiling(), &ModeTiling::from_boundaries(&cuts).unwrap());
        let tiles = (cuts.len() - 1) as f64;
        prop_assert_eq!(both.blow_up(), (tiles / left.len() as f64, tiles / right.len() as f64));
        prop_assert_eq!(other.refine(&one).unwrap().into_tiling(), both.into_tiling());
        prop_assert_eq!(one.refine(&one).unwrap().into_tiling(), one);
    }
}

#[test]
fn uniform_tilings_refine_as_any_others() {
    for extent in 0..30 {
        for (left, right) in (1..9).flat_map(|left| (1..9).map(move |right| (left, right))) {
            let one = ModeTiling::uniform(extent, left).unwrap();
            let other = ModeTiling::uniform(extent, right).unwrap();
            let cuts: Vec<usize> = (0..=extent)
                .filter(|&at| at % left == 0 || at % right == 0 || at == extent)
                .collect();
            let both = one.refine(&other).unwrap().into_tiling();
            assert_eq!(both, ModeTiling::from_boundaries(cuts).unwrap());
        }
    }
}

#[test]
fn huge_modes_are_tiled_in_closed_form() {
    let fine = ModeTiling::uniform(HUGE, 1).unwrap();
    assert_eq!((fine.tiles(), fine.tile_of(HUGE - 1)), (HUGE, Ok((HUGE - 1, 0))));
    assert_eq!(fine, ModeTiling::balanced(HUGE, 1).unwrap());
    let pairs = ModeTiling::uniform(HUGE, 2).unwrap();
    assert_eq!(pairs.tiles(), HUGE / 2 + 1);
    assert_eq!(pairs.range(HUGE / 2), Ok(HUGE - 1..HUGE));
    assert_eq!(pairs.refine(&fine).unwrap().tiling(), &fine);
    assert_eq!(
        pairs.same_as(&fine),
        Err(StructureError::Mismatch {
            place: Place::Mode(0),
            of: Compared::TileEnd { tile: 0 },
            left: 2,
            right: 1
        }),
    );
    // The last tile of two alone differs.
    let balanced = ModeTiling::from_sizes([HUGE - 1, 1]).unwrap();
    let whole = ModeTiling::uniform(HUGE, usize::MAX).unwrap();
    assert_eq!((whole.tiles(), balanced.refine(&whole).unwrap().tiling()), (1, &balanced));
    assert_eq!(fine.to_string(), format!("[{HUGE} * 1]"));
    // Nothing in memory holds a boundary for each three and each two of so many entries.
    let threes = ModeTiling::uniform(HUGE, 3).unwrap();
    assert!(matches!(
        threes.refine(&pairs),
        Err(StructureError::Shape(ShapeError::Allocation { .. })),
    ));
}

#[test]
fn what_is_no_tiling_is_refused_with_both_numbers() {
    let overflow = |extent| {
        Err(StructureError::Shape(ShapeError::SizeOverflow { mode: 0, elements: 1, extent }))
    };
    let no_tiles = |extent| {
        let error = ShapeError::PartMismatch { part: Part::Tile, mode: 0, size: 0, extent };
        Err(StructureError::Shape(error))
    };
    assert_eq!(ModeTiling::uniform(5, 0), no_tiles(5));
    assert_eq!(ModeTiling::balanced(0, 0), no_tiles(0));
    assert_eq!(ModeTiling::uniform(HUGE + 1, 3), overflow(HUGE + 1));
    assert_eq!(ModeTiling::balanced(usize::MAX, 3), overflow(usize::MAX));
    assert_eq!(ModeTiling::from_boundaries([0, usize::MAX]), overflow(usize::MAX));
    assert_eq!(
        ModeTiling::from_sizes([2, HUGE, 1]),
        Err(StructureError::SumOverflow {
            of: Pieces::Tiles,
            mode: 0,
            piece: 1,
            before: 2,
            size: HUGE
        }),
    );
    assert_eq!(
        ModeTiling::from_sizes([2, usize::MAX]),
        Err(StructureError::SumOverflow {
            of: Pieces::Tiles,
            mode: 0,
            piece: 1,
            before: 2,
            size: usize::MAX
        }),
    );
    assert_eq!(
        ModeTiling::from_boundaries([]),
        Err(StructureError::BoundaryCount { of: Pieces::Tiles, mode: 0, expected: 1, found: 0 })
    );
    assert_eq!(
        ModeTiling::from_boundaries([1, 2]),
        Err(StructureError::FirstBoundary { of: Pieces::Tiles, mode: 0, found: 1 }),
    );
    assert_eq!(
        ModeTilings::from_boundaries([vec![0, 5], vec![0, 4, 2]]),
        Err(StructureError::FallingBoundary {
            of: Pieces::Tiles,
            mode: 1,
            piece: 1,
            from: 4,
            to: 2
        }),
    );
    let (two, three) = (ModeTiling::uniform(2, 1).unwrap(), ModeTiling::uniform(3, 1).unwrap());
    let differ = StructureError::Mismatch {
        place: Place::Mode(0),
        of: Compared::TiledExtent,
        left: 2,
        right: 3,
    };
    assert_eq!(two.refine(&three), Err(differ));
    assert_eq!(two.same_as(&three), Err(differ));
}

#[test]
fn up_to_three_equal_tiles_are_written_out() {
    let text = |sizes: &[usize]| ModeTiling::from_sizes(sizes).unwrap().to_string();
    assert_eq!(text(&[8, 8, 8]), "[8, 8, 8]");
    assert_eq!(text(&[8, 8, 8, 8]), "[4 * 8]");
    assert_eq!(text(&[8, 8, 8, 5]), "[8, 8, 8, 5]");
}

/// Of 2, 2, 3 and 2, 2, 2 the third tiles differ, though what follows is again alike.
#[test]
fn the_first_tile_that_differs_is_named_within_a_run_of_equal_ones() {
    let [left, right] = [[2, 2, 3, 2], [2, 2, 2, 3]].map(|s| ModeTiling::from_sizes(s).unwrap());
    let differs = |left, right| StructureError::Mismatch {
        place: Place::Mode(0),
        of: Compared::TileEnd { tile: 2 },
        left,
        right,
    };
    assert_eq!(left.same_as(&right), Err(differs(7, 6)));
    assert_eq!(right.same_as(&left), Err(differs(6, 7)));
}

#[test]
fn parts_are_as_even_as_can_be() {
    for extent in 0..12 {
        for tiles in 1..15 {
            // One entry more for each tile in turns.
            let mut sizes = vec![0; tiles];
            (0..extent).for_each(|entry| sizes[entry % tiles] += 1);
            let tiling = ModeTiling::in_parts(extent, tiles).unwrap();
            assert_eq!(tiling, ModeTiling::from_sizes(&sizes).unwrap());
            for entry in 0..extent {
                let (tile, within) = tiling.tile_of(entry).unwrap();
                assert_eq!(sizes[..tile].iter().sum::<usize>() + within, entry);
            }
        }
    }
    assert_eq!(ModeTiling::in_parts(0, 0).unwrap().tiles(), 0);
    assert!(ModeTiling::in_parts(1, 0).is_err());
    assert!(ModeTiling::in_parts(1, usize::MAX).is_err());
}
