//! Which process owns which tile, against dealing the tiles out one by one.

use extents::ShapeError;
use extents_mpi::{GridOwnership, Ownership};
use extents_shapes::StructureError;
use extents_shapes::error::Item;
use serde_json::Value;

use crate::random::Random;

const HUGE: usize = isize::MAX as usize;

/// Compares every answer of a map with the list of the owners of all tiles.
fn check(map: &Ownership, processes: usize, owners: &[usize], weights: &[u64]) {
    assert_eq!((map.tiles(), map.processes()), (owners.len(), processes));
    for process in 0..processes {
        let owned: Vec<usize> = (0..owners.len()).filter(|&t| owners[t] == process).collect();
        assert_eq!(map.count(process), Ok(owned.len()), "{map:?}");
        assert!(map.tiles_of(process).unwrap().eq(owned.iter().copied()), "{map:?}");
        for (local, &tile) in owned.iter().enumerate() {
            assert_eq!((map.owner(tile), map.local(tile)), (Ok(process), Ok(local)), "{map:?}");
            assert_eq!(map.global(process, local), Ok(tile), "{map:?}");
        }
        let (local, count) = (owned.len(), owned.len());
        let none = StructureError::OutOfRange {
            of: Item::TileOfProcess { process },
            number: local,
            count,
        };
        assert_eq!(map.global(process, local), Err(none));
    }
    let load = |process| {
        let tiles = owners.iter().zip(weights).filter(move |(owner, _)| **owner == process);
        tiles.map(|(_, weight)| weight).sum::<u64>()
    };
    let loads: Vec<u64> = (0..processes).map(load).collect();
    assert!(map.loads().eq(loads.iter().copied()), "{map:?}");
    let total: u64 = loads.iter().sum();
    let imbalance = match total {
        0 => 1.0,
        _ => *loads.iter().max().unwrap() as f64 * processes as f64 / total as f64,
    };
    assert_eq!(map.imbalance(), imbalance, "{map:?}");
    let (tile, tiles) = (owners.len(), owners.len());
    assert_eq!(
        map.owner(tile),
        Err(StructureError::OutOfRange { of: Item::Tile, number: tile, count: tiles })
    );
    let process = processes;
    let nobody =
        StructureError::OutOfRange { of: Item::Process, number: process, count: processes };
    assert_eq!(map.count(process), Err(nobody));
    assert_eq!(map.tiles_of(process).err(), Some(nobody));
}

#[test]
fn tiles_are_dealt_as_by_hand() {
    for tiles in 0..20 {
        let ones = vec![1; tiles];
        for processes in 1..7 {
            // One more for each process in turns gives the sizes of the runs.
            let mut sizes = vec![0; processes];
            (0..tiles).for_each(|tile| sizes[tile % processes] += 1);
            let runs = |sizes: &[usize]| -> Vec<usize> {
                let owners = sizes.iter().enumerate();
                owners.flat_map(|(owner, &size)| std::iter::repeat_n(owner, size)).collect()
            };
            check(&Ownership::block(tiles, processes).unwrap(), processes, &runs(&sizes), &ones);

            let most = sizes[0];
            let mut left = tiles;
            for size in &mut sizes {
                *size = left.min(most);
                left -= *size;
            }
            let map = Ownership::block_ceil(tiles, processes).unwrap();
            check(&map, processes, &runs(&sizes), &ones);

            let turns: Vec<usize> = (0..tiles).map(|tile| tile % processes).collect();
            check(&Ownership::cyclic(tiles, processes).unwrap(), processes, &turns, &ones);

            for (block, source) in (1..5).flat_map(|b| (0..processes).map(move |s| (b, s))) {
                let (mut owners, mut owner) = (Vec::new(), source);
                while owners.len() < tiles {
                    owners.extend(std::iter::repeat_n(owner, block));
                    owner = if owner + 1 == processes { 0 } else { owner + 1 };
                }
                owners.truncate(tiles);
                let map = Ownership::block_cyclic(tiles, processes, block, source).unwrap();
                check(&map, processes, &owners, &ones);
            }
        }
    }
}

/// The smallest of the largest sums, over all ways to cut the weights into so many runs.
fn best(weights: &[u64], runs: usize) -> u64 {
    if runs == 1 {
        return weights.iter().sum();
    }
    let cuts = 0..=weights.len();
    cuts.map(|cut| weights[..cut].iter().sum::<u64>().max(best(&weights[cut..], runs - 1)))
        .min()
        .unwrap()
}

#[test]
fn weights_are_shared_out_as_well_as_can_be() {
    let mut random = Random(0x5eed);
    for _ in 0..1500 {
        let most = random.pick(&[4, 50]);
        let count = random.below(9);
        let weights: Vec<u64> = (0..count).map(|_| random.below(most) as u64).collect();
        let processes = 1 + random.below(5);
        let map = Ownership::by_weight(&weights, processes).unwrap();
        let owners: Vec<usize> = (0..weights.len()).map(|tile| map.owner(tile).unwrap()).collect();
        assert!(owners.is_sorted());
        check(&map, processes, &owners, &weights);
        assert_eq!(map.loads().max().unwrap(), best(&weights, processes));
        // Nobody is idle who could have a tile.
        let busy = (0..processes).filter(|&process| map.count(process) != Ok(0)).count();
        assert_eq!(busy, processes.min(weights.len()));
    }
}

#[test]
fn any_function_may_say_who_owns_a_tile() {
    let mut random = Random(0xf00d);
    for _ in 0..500 {
        let (tiles, processes) = (random.below(12), 1 + random.below(6));
        let owners: Vec<usize> = (0..tiles).map(|_| random.below(processes)).collect();
        let map = Ownership::by_fn(tiles, processes, |tile| owners[tile]).unwrap();
        check(&map, processes, &owners, &vec![1; tiles]);
    }
    let far = Ownership::by_fn(3, usize::MAX, |tile| usize::MAX - 1 - tile).unwrap();
    assert_eq!((far.owner(0), far.count(0)), (Ok(usize::MAX - 1), Ok(0)));
    assert_eq!(
        Ownership::by_fn(3, 2, |tile| tile).unwrap_err(),
        StructureError::OutOfRange { of: Item::Process, number: 2, count: 2 },
    );
    assert_eq!(
        Ownership::by_fn(3, 0, |_| 0).unwrap_err(),
        StructureError::NoDistribution { tiles: 3, processes: 0 },
    );
}

#[test]
fn what_nobody_can_own_is_refused_with_both_numbers() {
    let nobody = StructureError::NoDistribution { tiles: 3, processes: 0 };
    assert_eq!(Ownership::block(3, 0).unwrap_err(), nobody);
    assert_eq!(Ownership::block_ceil(3, 0).unwrap_err(), nobody);
    assert_eq!(Ownership::cyclic(3, 0).unwrap_err(), nobody);
    assert_eq!(Ownership::block_cyclic(3, 0, 0, 0).unwrap_err(), nobody);
    assert_eq!(Ownership::by_weight(&[1, 2, 3], 0).unwrap_err(), nobody);
    assert_eq!(
        Ownership::block_cyclic(3, 2, 0, 0).unwrap_err(),
        StructureError::NoDistribution { tiles: 3, processes: 2 },
    );
    assert_eq!(
        Ownership::block_cyclic(3, 2, 1, 2).unwrap_err(),
        StructureError::OutOfRange { of: Item::Process, number: 2, count: 2 },
    );
    assert_eq!(
        Ownership::by_weight(&[1, u64::MAX - 1, 1], 2).unwrap_err(),
        StructureError::WeightOverflow { tile: 2, before: u64::MAX, weight: 1 },
    );
}

#[test]
fn huge_numbers_of_tiles_and_processes() {
    let map = Ownership::block(HUGE, 2).unwrap();
    assert_eq!((map.count(0), map.owner(HUGE - 1)), (Ok(HUGE / 2 + 1), Ok(1)));
    let map = Ownership::block(3, usize::MAX).unwrap();
    assert_eq!((map.owner(2), map.count(3), map.count(usize::MAX - 1)), (Ok(2), Ok(0), Ok(0)));
    let map = Ownership::block_ceil(3, usize::MAX).unwrap();
    assert_eq!((map.owner(2), map.count(3), map.count(usize::MAX - 1)), (Ok(2), Ok(0), Ok(0)));
    let map = Ownership::by_weight(&[5, 7], usize::MAX).unwrap();
    assert_eq!((map.owner(1), map.count(1), map.count(usize::MAX - 1)), (Ok(1), Ok(1), Ok(0)));
    let last = usize::MAX - 1;
    let map = Ownership::block_cyclic(usize::MAX, usize::MAX, 1, last).unwrap();
    assert_eq!((map.owner(0), map.owner(1), map.owner(last)), (Ok(last), Ok(0), Ok(last - 1)));
    assert_eq!((map.count(0), map.global(last, 0), map.global(0, 0)), (Ok(1), Ok(0), Ok(1)));
    let map = Ownership::block_cyclic(usize::MAX, 3, usize::MAX, 2).unwrap();
    assert_eq!((map.owner(last), map.local(last), map.count(0)), (Ok(2), Ok(last), Ok(0)));
    assert!(matches!(
        Ownership::block(usize::MAX, 2),
        Err(StructureError::Shape(ShapeError::SizeOverflow { .. })),
    ));
}

#[test]
fn a_grid_of_processes_owns_mode_by_mode() {
    let rows = Ownership::block_cyclic(7, 2, 2, 1).unwrap();
    let columns = Ownership::cyclic(5, 3).unwrap();
    let map = GridOwnership::new([rows, columns]).unwrap();
    let mut counts = [[0; 3]; 2];
    for i in 0..7 {
        for j in 0..5 {
            // Blocks of 2 rows, the first one to the second process; columns in turns.
            let owner = [(i / 2 + 1) % 2, j % 3];
            assert_eq!(map.owner([i, j]).unwrap().as_ref(), owner);
            assert_eq!(map.local([i, j]).unwrap().as_ref(), [i / 4 * 2 + i % 2, j / 3]);
            counts[owner[0]][owner[1]] += 1;
        }
    }
    for (i, j) in (0..2).flat_map(|i| (0..3).map(move |j| (i, j))) {
        assert_eq!(map.count([i, j]), Ok(counts[i][j]));
        assert_eq!(map.rank_of([i, j]), Ok(3 * i + j));
    }
    let most = *counts.as_flattened().iter().max().unwrap();
    assert!((map.imbalance() - most as f64 * 6.0 / 35.0).abs() < 1e-12);
    assert_eq!((map.processes().as_ref(), map.modes().len()), (&[2, 3][..], 2));

    let no_tile =
        StructureError::OutOfRange { of: Item::TileOfMode { mode: 1 }, number: 5, count: 5 };
    assert_eq!(map.owner([0, 5]).unwrap_err(), no_tile);
    let wrong = ShapeError::RankMismatch { expected: 2, found: 1 };
    assert_eq!(map.local([0]).unwrap_err(), wrong.into());
    let nobody = StructureError::OutOfRange { of: Item::Process, number: 2, count: 2 };
    assert_eq!(map.rank_of([2, 0]).unwrap_err(), nobody);
    let many = Ownership::cyclic(HUGE, 1).unwrap();
    assert!(matches!(
        GridOwnership::new([many, Ownership::cyclic(2, 1).unwrap()]).unwrap_err(),
        StructureError::Shape(ShapeError::SizeOverflow { .. }),
    ));
    // Of so many processes, hardly any has a tile: what is asked takes as long as there are tiles.
    let few = Ownership::by_fn(6, usize::MAX / 2, |tile| tile / 2).unwrap();
    assert_eq!(few.imbalance(), 2.0 * (usize::MAX / 2) as f64 / 6.0);
    let nothing =
        GridOwnership::new([Ownership::cyclic(0, 2).unwrap(), Ownership::cyclic(3, 2).unwrap()]);
    assert_eq!(nothing.unwrap().imbalance(), 1.0);
    let idle = Ownership::by_weight(&[0, 0], 2).unwrap();
    let nothing = GridOwnership::new([idle, Ownership::cyclic(3, 2).unwrap()]);
    assert_eq!(nothing.unwrap().imbalance(), 1.0);
    // Loads of 5 and 1 along one mode, of 2 and 1 along the other.
    let uneven = Ownership::by_weight(&[5, 1], 2).unwrap();
    let map = GridOwnership::new([uneven, Ownership::cyclic(3, 2).unwrap()]).unwrap();
    assert!((map.imbalance() - 10.0 * 4.0 / 18.0).abs() < 1e-12);
}

/// `tests/vectors/tilings.json`.
#[test]
fn owners_are_those_of_scalapack() {
    let all: Value =
        serde_json::from_str(include_str!("../../../tests/vectors/tilings.json")).unwrap();
    let cases = all["cases"].as_array().unwrap().iter().filter(|case| case["kind"] == "ownership");
    let mut count = 0;
    for case in cases {
        count += 1;
        let id = &case["id"];
        let (tiles, processes) = (number(&case["n"]), number(&case["procs"]));
        let map = match case["map"].as_str().unwrap() {
            "block" => Ownership::block(tiles, processes),
            "block_ceil" => Ownership::block_ceil(tiles, processes),
            "cyclic" => Ownership::cyclic(tiles, processes),
            "block_cyclic" => {
                let (block, source) = (number(&case["block"]), number(&case["src"]));
                Ownership::block_cyclic(tiles, processes, block, source)
            }
            other => panic!("{id}: no map is called {other}"),
        };
        let map = map.unwrap();
        let owners: Vec<usize> = (0..tiles).map(|tile| map.owner(tile).unwrap()).collect();
        let locals: Vec<usize> = (0..tiles).map(|tile| map.local(tile).unwrap()).collect();
        let counts: Vec<usize> = (0..processes).map(|p| map.count(p).unwrap()).collect();
        assert_eq!(owners, list(&case["owner"]), "{id}");
        assert_eq!(locals, list(&case["local_index"]), "{id}");
        assert_eq!(counts, list(&case["local_count"]), "{id}");
        let imbalance = case["imbalance(max*p/n)"].as_f64().unwrap();
        assert!((map.imbalance() - imbalance).abs() < 1e-5, "{id}");
    }
    assert!(count > 0, "there are such cases");
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

fn list(value: &Value) -> Vec<usize> {
    value.as_array().unwrap().iter().map(number).collect()
}
