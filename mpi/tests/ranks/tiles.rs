//! Tiles, layers and who owns them: each element is where the definition says, and nowhere else.

use extents::{DynRankExtents, ShapeError, extents, modes};
use extents_mpi::{DistError, DistTensor, Distribution, GridOwnership, Ownership, simulated};
use extents_shapes::{ModeTilings, Nested, Shape, TiledShape};

use crate::random::{Random, holds, indices};

/// Owners of tiles along a mode, and the same by dealing tiles out one by one.
fn owners(random: &mut Random, tiles: usize, processes: usize) -> (Ownership, Vec<usize>) {
    match random.below(4) {
        0 => {
            let mut sizes = vec![0; processes];
            (0..tiles).for_each(|tile| sizes[tile % processes] += 1);
            let runs = sizes.iter().enumerate();
            let list = runs.flat_map(|(owner, &size)| std::iter::repeat_n(owner, size)).collect();
            (Ownership::block(tiles, processes).unwrap(), list)
        }
        1 => {
            let list = (0..tiles).map(|tile| tile % processes).collect();
            (Ownership::cyclic(tiles, processes).unwrap(), list)
        }
        2 => {
            let (block, source) = (1 + random.below(3), random.below(processes));
            let list = (0..tiles).map(|tile| (source + tile / block) % processes).collect();
            (Ownership::block_cyclic(tiles, processes, block, source).unwrap(), list)
        }
        _ => {
            let list: Vec<usize> = (0..tiles).map(|_| random.below(processes)).collect();
            (Ownership::by_fn(tiles, processes, |tile| list[tile]).unwrap(), list)
        }
    }
}

#[test]
fn each_element_is_on_the_rank_that_owns_its_tile() {
    let mut random = Random(0x71e5);
    for _ in 0..300 {
        let rank = 1 + random.below(3);
        let (mut sizes, mut maps, mut lists, mut lengths) = (vec![], vec![], vec![], vec![]);
        for _ in 0..rank {
            let tiles = random.below(6);
            let processes = 1 + random.below(3);
            sizes.push((0..tiles).map(|_| random.below(4)).collect::<Vec<usize>>());
            let (map, list) = owners(&mut random, tiles, processes);
            maps.push(map);
            lists.push(list);
            lengths.push(processes);
        }
        let extents: Vec<usize> = sizes.iter().map(|sizes| sizes.iter().sum()).collect();
        let tilings = ModeTilings::from_sizes(&sizes).unwrap();
        let shape = TiledShape::new(DynRankExtents::new(&extents).unwrap(), tilings).unwrap();
        let map = GridOwnership::new(maps).unwrap();
        let found = Distribution::of_tiles(&shape, &map).unwrap();
        let ranks: usize = lengths.iter().product();
        assert_eq!(found.mesh().lengths(), lengths);
        for index in indices(&extents) {
            // The tile of each coordinate, by counting, its owner by the list, and the rank by rows.
            let mut owner = 0;
            for mode in 0..rank {
                let (mut tile, mut end) = (0, sizes[mode][0]);
                while index[mode] >= end {
                    tile += 1;
                    end += sizes[mode][tile];
                }
                owner = owner * lengths[mode] + lists[mode][tile];
            }
            for rank in 0..ranks {
                assert_eq!(holds(&found, rank, &index), rank == owner, "{index:?} {found:?}");
            }
        }
    }
}

#[test]
fn layers_are_nodes_then_ranks_then_tiles() {
    let mut random = Random(0x1a7e5);
    for _ in 0..200 {
        let (layers, rank) = (1 + random.below(3), 1 + random.below(2));
        let mut extents: Vec<usize> = (0..layers * rank).map(|_| 1 + random.below(3)).collect();
        // The last layer may have nothing.
        let last = extents.len() - 1;
        extents[last] = random.below(4);
        let shape = Shape::new(DynRankExtents::new(&extents).unwrap());
        let nested = Nested::new(vec![rank; layers], shape).unwrap();
        let found = Distribution::of_layers(&nested).unwrap();
        let of = |layer: usize, mode: usize| extents[layer * rank + mode];
        let whole: Vec<usize> =
            (0..rank).map(|mode| (0..layers).map(|layer| of(layer, mode)).product()).collect();
        assert_eq!(found.extents().to_vec(), whole);
        let ranks: usize = extents[..(layers - 1) * rank].iter().product();
        assert_eq!(found.mesh().processes(), ranks);
        for index in indices(&whole) {
            // The digits of each coordinate, from the outermost layer on; those of all modes but of the last layer number the rank.
            let mut owner = 0;
            for layer in 0..layers - 1 {
                for (mode, at) in index.iter().enumerate() {
                    let below: usize = (layer + 1..layers).map(|inner| of(inner, mode)).product();
                    owner = owner * of(layer, mode) + at / below % of(layer, mode);
                }
            }
            for rank in 0..ranks {
                assert_eq!(holds(&found, rank, &index), rank == owner, "{index:?} {extents:?}");
            }
        }
    }
}

#[test]
fn a_tensor_of_layers_is_gathered() {
    let layers = Nested::typed(modes![2, 2, 2], Shape::new(extents![2, 1, 1, 3, 2, 2]));
    let tiles = Distribution::of_layers(&layers).unwrap();
    let found = simulated::run(6, |world| {
        let whole = extents![4, 6];
        let tensor = DistTensor::from_fn(world, whole, &tiles, |[i, j]| (6 * i + j) as i64)?;
        assert_eq!(tensor.local().as_slice().len(), 4);
        tensor.gather(world)
    });
    let all = found[0].clone().unwrap().map(|all| all.as_slice().to_vec());
    assert_eq!(all, Some((0..24).collect()));
}

#[test]
fn wrong_layers_are_refused_with_both_numbers() {
    let shape = Shape::new(DynRankExtents::new(&[2, 2, 3]).unwrap());
    let uneven = Nested::new([1, 2], shape).unwrap();
    let error = Distribution::of_layers(&uneven).unwrap_err();
    assert_eq!(error, ShapeError::RankMismatch { expected: 2, found: 1 }.into());
    let nobody = Nested::new([1, 1], Shape::new(extents![0, 3])).unwrap();
    let error = Distribution::of_layers(&nobody).unwrap_err();
    assert_eq!(error, DistError::EmptyAxis { axis: 0 });
    let null = Nested::new([0], Shape::new(DynRankExtents::null())).unwrap();
    assert_eq!(Distribution::of_layers(&null).unwrap_err(), ShapeError::Null.into());
    // Tiles of another rank than the owners.
    let Ok(tiles) = TiledShape::uniform(extents![4, 4], extents![2, 2]);
    let owners = GridOwnership::new([Ownership::cyclic(2, 2).unwrap()]).unwrap();
    let error = Distribution::of_tiles(&tiles, &owners).unwrap_err();
    assert_eq!(error, ShapeError::RankMismatch { expected: 2, found: 1 }.into());
    // Owners of more tiles than the second mode has.
    let modes = [2, 3].map(|tiles| Ownership::cyclic(tiles, 2).unwrap());
    let owners = GridOwnership::new(modes).unwrap();
    let error = Distribution::of_tiles(&tiles, &owners).unwrap_err();
    assert_eq!(error.to_string(), "mode 1 has 2 tiles, but there are owners of 3");
}
