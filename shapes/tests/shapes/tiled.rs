//! Tiled shapes, against lists of all tiles and elements made by nested counting.

use extents::error::{Bounded, Part, Place, Quantity};
use extents_shapes::error::{Compared, Item};
use std::collections::HashSet;

use crate::tilings::{boundaries, check_mode};
use extents::generic::AddressedBy;
use extents::label::LabelName;
use extents::layout::{Blocked, Layout, RowMajor, UniformTiles};
use extents::{
    Composition, DynExtents, DynRankExtents, Extents, Mapping, ShapeError, StaticExtents, Tensor,
    View, ViewMut, extents,
};
use extents_shapes::{
    ContractedTilings, JaggedShape, ModeTiling, ModeTilings, ShapeBase, StructureError, TiledShape,
    Tiling,
};
use proptest::prelude::*;
use static_assertions::{assert_eq_size_val, assert_impl_all};

const HUGE: usize = isize::MAX as usize;

fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// The tile, the place in it, and the place in the whole of each element, tile after tile.
fn walk(sizes: &[Vec<usize>]) -> Vec<(Vec<usize>, Vec<usize>, Vec<usize>)> {
    let grid: Vec<usize> = sizes.iter().map(Vec::len).collect();
    let mut all = Vec::new();
    for tile in crate::oracle::indices(&grid) {
        let extents: Vec<usize> = tile.iter().zip(sizes).map(|(&t, sizes)| sizes[t]).collect();
        for within in crate::oracle::indices(&extents) {
            let starts = tile.iter().zip(sizes).map(|(&t, sizes)| boundaries(sizes)[t]);
            let element = starts.zip(&within).map(|(start, at)| start + at).collect();
            all.push((tile.clone(), within, element));
        }
    }
    all
}

/// The tiles as slices of slices, one level a mode of the grid: below the levels each has the extents of its sizes.
fn jagged_by_hand(grid: &[usize], tile: &[usize], sizes: &[Vec<usize>]) -> JaggedShape {
    let Some((&tiles, rest)) = grid.split_first() else {
        let extents: Vec<usize> = tile.iter().zip(sizes).map(|(&t, sizes)| sizes[t]).collect();
        return JaggedShape::from_extents(&DynRankExtents::new(&extents).unwrap());
    };
    let slices: Vec<JaggedShape> =
        (0..tiles).map(|t| jagged_by_hand(rest, &[tile, &[t]].concat(), sizes)).collect();
    JaggedShape::from_slices_of_rank(rest.len() + sizes.len(), &slices).unwrap()
}

/// Compares every answer of a tiled shape with the walk over all its tiles.
fn check<E, T>(shape: &TiledShape<E, T>, sizes: &[Vec<usize>])
where
    E: Extents + for<'a> AddressedBy<&'a <E as Extents>::Index>,
    T: Tiling,
{
    let walk = walk(sizes);
    let grid: Vec<usize> = sizes.iter().map(Vec::len).collect();
    assert_eq!(shape.tiles().as_ref(), grid);
    assert_eq!(shape.grid().as_slice(), grid);
    assert_eq!(shape.size(), walk.len());
    assert_eq!(shape.rank(), 2 * sizes.len());
    let extents: Vec<usize> = sizes.iter().map(|sizes| sizes.iter().sum()).collect();
    assert_eq!(shape.logical().extents().as_ref(), extents);
    for (mode, sizes) in sizes.iter().enumerate() {
        check_mode(&shape.mode(mode).unwrap(), sizes);
    }

    let mapping = shape.mapping();
    assert!(mapping.is_unique() && mapping.is_exhaustive() && !mapping.is_strided());
    assert_eq!(mapping.required_span_size(), walk.len());
    for (offset, (tile, within, element)) in walk.iter().enumerate() {
        let mut at = shape.logical().extents();
        at.as_mut().copy_from_slice(element);
        let (found, place) = shape.tile_of(&at).unwrap();
        assert_eq!((found.as_ref(), place.as_ref()), (&tile[..], &within[..]), "{shape:?}");
        assert_eq!(shape.element(tile, within).unwrap().as_ref(), element);
        assert_eq!(mapping.offset(&at), Ok(offset), "{shape:?} at {element:?}");
        assert_eq!(mapping.index(offset).unwrap().as_ref(), element, "{shape:?} at {offset}");
    }
    let past =
        ShapeError::OutOfBounds { of: Bounded::Offset, number: walk.len(), limit: walk.len() };
    assert_eq!(mapping.index(walk.len()), Err(past));

    let tiles = crate::oracle::indices(&grid);
    assert_eq!((shape.n_tiles(), shape.iter().len()), (tiles.len(), tiles.len()));
    let mut begin = 0;
    for (ordinal, (found, tile)) in shape.iter().zip(&tiles).enumerate() {
        let inside: Vec<_> = walk.iter().filter(|(other, ..)| other == tile).collect();
        assert_eq!(found.index().as_ref(), tile);
        assert_eq!(found.size(), inside.len());
        let (elements, offsets) = (found.elements(), found.indices_from_zero());
        assert_eq!((elements.len(), offsets.len()), (inside.len(), inside.len()));
        for ((element, offset), (_, within, at)) in elements.zip(offsets).zip(&inside) {
            assert_eq!((element.as_ref(), offset.as_ref()), (&at[..], &within[..]));
        }
        for (mode, range) in found.ranges().enumerate() {
            let ends = boundaries(&sizes[mode]);
            assert_eq!(range, ends[tile[mode]]..ends[tile[mode] + 1]);
        }
        assert_eq!(shape.tile(tile).as_ref(), Ok(&found));
        assert_eq!(shape.nth_tile(ordinal).as_ref(), Ok(&found));
        assert_eq!(shape.ordinal(tile), Ok(ordinal));
        assert_eq!(shape.span_of(tile), Ok(begin..begin + inside.len()));
        begin += inside.len();
    }
    let no_tile =
        StructureError::OutOfRange { of: Item::Tile, number: tiles.len(), count: tiles.len() };
    assert_eq!(shape.nth_tile(tiles.len()), Err(no_tile));
    assert!(shape.iter().rev().eq(shape.iter().collect::<Vec<_>>().into_iter().rev()));

    let alike = |sizes: &Vec<usize>| sizes.iter().all(|&size| size == sizes[0]);
    assert_eq!(shape.is_uniform(), sizes.iter().all(alike));
    let smooth = sizes.iter().all(|sizes| !sizes.is_empty() && alike(sizes));
    assert_eq!(shape.is_smooth(), smooth);
    let of_tile = sizes.iter().map(|sizes| sizes.first().copied().unwrap_or(0));
    let all = grid.iter().copied().chain(of_tile).collect::<Vec<_>>();
    assert_eq!(shape.smooth_extents().map(|extents| extents.to_vec()), smooth.then_some(all));
    let joined: Vec<Vec<usize>> = walk.iter().map(|(t, w, _)| [&t[..], w].concat()).collect();
    assert!(shape.indices().map(|index| index.to_vec()).eq(joined.iter().cloned()));
    assert!(shape.indices_from_zero().map(|index| index.to_vec()).eq(joined.iter().cloned()));

    // The jagged shape of the tiles has the same answers.
    let jagged = shape.jagged().unwrap();
    // Where there is no tile, a list of no slices does not say how long the further modes of the grid are.
    if !tiles.is_empty() {
        assert_eq!(jagged, jagged_by_hand(&grid, &[], sizes), "{shape:?}");
    }
    assert_eq!((jagged.rank(), jagged.size()), (shape.rank(), shape.size()));
    assert_eq!(jagged.is_null(), shape.is_null());
    assert_eq!(jagged.smooth_extents(), shape.smooth_extents(), "{shape:?}");
    assert!(jagged.indices().map(|index| index.to_vec()).eq(joined));
    for tile in shape.iter() {
        let leaf = jagged.leaf(tile.index().as_ref()).unwrap();
        assert_eq!(leaf.smooth_extents().unwrap().as_ref(), tile.extents().as_ref(), "{shape:?}");
        if !sizes.is_empty() {
            let (slice, chip) =
                (shape.slice(tile.index().as_ref()), shape.chip(tile.index().as_ref()));
            let (slice, chip) = (slice.unwrap(), chip.unwrap());
            assert_eq!((slice.rank(), slice.size()), (2 * sizes.len(), tile.size()));
            assert_eq!((chip.rank(), chip.size()), (sizes.len(), tile.size()));
            assert_eq!(chip.smooth_extents().unwrap().as_ref(), tile.extents().as_ref());
        }
    }
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn a_tiled_shape_is_its_tiles(
        sizes in prop::collection::vec(prop::collection::vec(0..4_usize, 0..4), 0..4),
    ) {
        let shape = TiledShape::from_sizes(&sizes).unwrap();
        check(&shape, &sizes);
        let ends: Vec<_> = sizes.iter().map(|sizes| boundaries(sizes)).collect();
        prop_assert_eq!(&shape, &TiledShape::from_boundaries(ends).unwrap());
        let modes = sizes.iter().map(|sizes| ModeTiling::from_sizes(sizes).unwrap());
        prop_assert_eq!(&shape, &TiledShape::from_tilings(modes).unwrap());
        let over = TiledShape::new(shape.logical().clone(), shape.tiling().clone()).unwrap();
        prop_assert_eq!(HashSet::from([shape, over]).len(), 1);
    }

    #[test]
    fn uniform_tiles_are_those_of_a_list(
        modes in prop::collection::vec((0..7_usize, 1..5_usize), 0..4),
    ) {
        let (extents, tile): (Vec<_>, Vec<_>) = modes.into_iter().unzip();
        let modes = extents.iter().zip(&tile);
        let lists = modes.map(|(&extent, &tile)| ModeTiling::uniform(extent, tile).unwrap());
        let listed = TiledShape::from_tilings(lists).unwrap();
        let sizes: Vec<Vec<usize>> = listed.tiling().iter().map(|t| t.sizes().collect()).collect();
        let extents = DynRankExtents::new(&extents).unwrap();
        let shape = TiledShape::uniform(extents, DynRankExtents::new(&tile).unwrap()).unwrap();
        check(&shape, &sizes);
        prop_assert_eq!(shape.tilings(), listed.tilings());
        prop_assert_eq!(shape, listed);
    }
}

#[test]
fn tiles_in_the_type_are_those_of_a_list() {
    let Ok(shape) = TiledShape::uniform(extents![7, 6, 2], extents![3, 2, 4]);
    assert_eq_size_val!(shape, ());
    let sizes = [vec![3, 3, 1], vec![2, 2, 2], vec![2]];
    check(&shape, &sizes);
    let open = extents![dyn 7, 6, dyn 2].unwrap();
    check(&TiledShape::uniform(open, extents![3, dyn 2, 4].unwrap()).unwrap(), &sizes);
    let values = DynExtents::new([7, 6, 2]).unwrap();
    check(&TiledShape::uniform(values, DynExtents::new([3, 2, 4]).unwrap()).unwrap(), &sizes);
    check(&TiledShape::new(extents![7, 6, 2], shape.tilings()).unwrap(), &sizes);
    assert_eq!(shape, TiledShape::from_sizes(&sizes).unwrap());
    let Ok(scalar) = TiledShape::uniform(extents![], extents![]);
    check(&scalar, &[]);
    let Ok(empty) = TiledShape::uniform(extents![4, 0], extents![2, 3]);
    check(&empty, &[vec![2, 2], vec![]]);
}

/// The seed's own example: a 30 x 30 matrix, each mode in tiles of 5, 15 and 10.
#[test]
fn the_example_of_the_seed() {
    let shape = TiledShape::from_sizes([[5, 15, 10], [5, 15, 10]]).unwrap();
    check(&shape, &[vec![5, 15, 10], vec![5, 15, 10]]);
    let leaves: Vec<Vec<usize>> = shape.iter().map(|tile| tile.extents().to_vec()).collect();
    let rows = [5, 15, 10].map(|row| [5, 15, 10].map(|column| vec![row, column]));
    assert_eq!(leaves, rows.concat());
    assert_eq!(shape.to_string(), "[[5, 15, 10], [5, 15, 10]]");
}

#[test]
fn shapes_that_the_tiles_do_not_cover_are_refused() {
    let tilings = |sizes: &[Vec<usize>]| ModeTilings::from_sizes(sizes).unwrap();
    assert_eq!(
        TiledShape::new(extents![5], tilings(&[vec![2, 2]])).unwrap_err(),
        StructureError::TilesDoNotCover { mode: 0, covered: 4, extent: 5 },
    );
    assert_eq!(
        TiledShape::new(extents![5, 5], tilings(&[vec![2, 3], vec![4]])).unwrap_err(),
        StructureError::TilesDoNotCover { mode: 1, covered: 4, extent: 5 },
    );
    let of_three = tilings(&[vec![2], vec![2], vec![2]]);
    let wrong = ShapeError::RankMismatch { expected: 2, found: 3 };
    assert_eq!(TiledShape::new(extents![5, 6], of_three.clone()).unwrap_err(), wrong.into());
    // The layout alone says so too.
    let layout = Blocked::new(of_three);
    assert_eq!(Mapping::with_layout(extents![5, 6], layout).unwrap_err(), wrong);
    let layout = Blocked::new(tilings(&[vec![2, 2]]));
    let wrong = ShapeError::ExtentMismatch { place: Place::Mode(0), expected: 4, found: 5 };
    assert_eq!(Mapping::with_layout(extents![5], layout).unwrap_err(), wrong);
    let flat = UniformTiles::new(DynRankExtents::new(&[2]).unwrap()).unwrap();
    let wrong = ShapeError::RankMismatch { expected: 2, found: 1 };
    assert_eq!(Mapping::with_layout(extents![5, 6], Blocked::new(flat.clone())), Err(wrong));
    assert_eq!(TiledShape::new(extents![5, 6], flat).unwrap_err(), wrong.into());
    let zero = DynRankExtents::new(&[2, 0]).unwrap();
    let wrong = ShapeError::ZeroSize { part: Part::Tile, mode: 1 };
    assert_eq!(TiledShape::uniform(extents![5, 6], zero).unwrap_err(), wrong);
    assert_eq!(UniformTiles::new(DynRankExtents::null()).unwrap_err(), ShapeError::Null);
}

#[test]
fn places_that_are_not_there_are_refused() {
    let shape = TiledShape::from_sizes([[5, 15, 10], [5, 15, 10]]).unwrap();
    let rank = |found| StructureError::Shape(ShapeError::RankMismatch { expected: 2, found });
    assert_eq!(shape.tile([0]).unwrap_err(), rank(1));
    assert_eq!(shape.ordinal([0, 0, 0]).unwrap_err(), rank(3));
    assert_eq!(shape.element([0, 0], [0]).unwrap_err(), rank(1));
    let no_tile =
        StructureError::OutOfRange { of: Item::TileOfMode { mode: 0 }, number: 3, count: 3 };
    assert_eq!(shape.span_of([3, 0]).unwrap_err(), no_tile);
    assert_eq!(shape.element([3, 0], [0, 0]).unwrap_err(), no_tile);
    let outside = ShapeError::OutOfBounds { of: Bounded::Index { mode: 1 }, number: 5, limit: 5 };
    assert_eq!(shape.element([1, 0], [14, 5]).unwrap_err(), outside.into());
    let outside = ShapeError::OutOfBounds { of: Bounded::Index { mode: 1 }, number: 30, limit: 30 };
    assert_eq!(shape.tile_of([0, 30]).unwrap_err(), outside.into());
    let no_mode = ShapeError::OutOfBounds { of: Bounded::Mode, number: 2, limit: 2 };
    assert_eq!(shape.mode(2).unwrap_err(), no_mode.into());
}

#[test]
fn the_null_shape_has_no_tiles() {
    let null = TiledShape::new(DynRankExtents::null(), ModeTilings::from([])).unwrap();
    let scalar = TiledShape::from_tilings([]).unwrap();
    assert_ne!(null, scalar);
    assert!(null.is_null() && null.is_smooth() && null.smooth_extents().is_none());
    assert_eq!((null.n_tiles(), null.size(), null.iter().len()), (0, 0, 0));
    assert!(null.grid().is_null() && null.jagged().unwrap().is_null());
    assert_eq!(null.mapping().required_span_size(), 0);
    assert_eq!((scalar.n_tiles(), scalar.size()), (1, 1));
    assert_eq!(null.tile([]).unwrap_err(), ShapeError::Null.into());
    assert_eq!(null.refine(&scalar).unwrap_err(), ShapeError::Null.into());
    assert_eq!((null.to_string(), scalar.to_string()), ("null".into(), "[]".into()));
}

#[test]
fn huge_shapes_are_tiled_in_closed_form() {
    let side = 3_000_000_000;
    let shape = TiledShape::uniform(extents![dyn side, dyn side].unwrap(), extents![7, 1]).unwrap();
    // 3_000_000_000 is 7 * 428_571_428 + 4.
    assert_eq!(shape.tiles(), [428_571_429, side]);
    let last = shape.nth_tile(shape.n_tiles() - 1).unwrap();
    assert_eq!((last.origin(), last.extents()), (&[side - 4, side - 1], &[4, 1]));
    let mapping = shape.mapping();
    assert_eq!(mapping.offset([side - 1, side - 1]), Ok(side * side - 1));
    assert_eq!(mapping.index(side * side - 1), Ok([side - 1, side - 1]));
    // All that stands in rows of tiles before, then in this one columns of 4.
    let offset = (side - 4) * side + 4 * 10 + 2;
    assert_eq!(mapping.offset([side - 2, 10]), Ok(offset));
    assert_eq!(mapping.index(offset), Ok([side - 2, 10]));
    assert_eq!(shape.span_of([428_571_428, 10]), Ok(offset - 2..offset + 2));
    // There is no memory for each of so many tiles.
    let unheld = shape.jagged().unwrap_err();
    assert!(matches!(unheld, StructureError::Shape(ShapeError::Allocation { .. })), "{unheld:?}");
}

#[test]
fn empty_tiles_beyond_measure_are_refused() {
    let zeros = vec![0; 1 << 16];
    let many = vec![zeros; 5];
    assert!(matches!(
        TiledShape::from_sizes(&many),
        Err(StructureError::Shape(ShapeError::SizeOverflow { .. })),
    ));
    // There is no element, but the first mode alone has as many rows as there are, for each of two tiles.
    let over = |mode, elements, extent| {
        Err(StructureError::Shape(ShapeError::SizeOverflow { mode, elements, extent }))
    };
    assert_eq!(TiledShape::from_sizes([vec![HUGE], vec![0, 0]]), over(1, HUGE, 2));
    // Neither two tiles are too many, nor the elements of modes 0 and 1; as many rows for each of two tiles are.
    let sizes = [vec![3], vec![HUGE / 3], vec![0, 0]];
    assert_eq!(TiledShape::from_sizes(sizes), over(2, HUGE / 3 * 3, 2));
    let one = TiledShape::from_sizes([vec![3], vec![HUGE / 3], vec![0]]).unwrap();
    assert_eq!((one.n_tiles(), one.size()), (1, 0));
}

// Elements.

#[test]
fn elements_are_addressed_by_their_place_in_the_whole() {
    let shape = TiledShape::from_sizes([vec![2, 0, 3], vec![1, 4]]).unwrap();
    let blocked = Tensor::from_fn(shape.mapping(), |at| 10 * at[0] + at[1]).unwrap();
    let expected: Vec<usize> =
        walk(&[vec![2, 0, 3], vec![1, 4]]).iter().map(|(.., at)| 10 * at[0] + at[1]).collect();
    assert_eq!(blocked.as_slice(), expected);
    let dense = Tensor::from_fn(extents![5, 5], |[i, j]| 10 * i + j).unwrap();
    assert!(blocked.iter().eq(dense.iter()));
    assert!(blocked.indexed_iter().all(|(at, &value)| value == 10 * at[0] + at[1]));
    for i in 0..5 {
        for j in 0..5 {
            assert_eq!(blocked.get([i, j]), Some(&(10 * i + j)));
        }
    }
    assert_eq!(blocked.get([5, 0]), None);
}

#[test]
fn elements_are_assigned_between_layouts() {
    let Ok(shape) = TiledShape::uniform(extents![5, 7], extents![2, 3]);
    let dense = Tensor::from_fn(extents![5, 7], |[i, j]| 10 * i + j).unwrap();
    let mut buffer = vec![0; 35];
    let mut blocked = ViewMut::from_slice(shape.mapping(), &mut buffer).unwrap();
    blocked.assign(&dense).unwrap();
    let places = walk(&[vec![2, 2, 1], vec![3, 3, 1]]);
    let expected: Vec<usize> = places.iter().map(|(.., at)| 10 * at[0] + at[1]).collect();
    assert_eq!(buffer, expected);
    let blocked = View::from_slice(shape.mapping(), &buffer).unwrap();
    let mut back = Tensor::full(extents![5, 7], 0).unwrap();
    back.assign(&blocked).unwrap();
    assert_eq!(back.as_slice(), dense.as_slice());
    let short = View::from_slice(shape.mapping(), &buffer[..34]).unwrap_err();
    assert!(matches!(
        short,
        ShapeError::CountMismatch { of: Quantity::Elements, expected: 35, found: 34 }
    ));
}

#[test]
fn a_tile_lies_together_in_memory() {
    let shape = TiledShape::from_sizes([vec![2, 3], vec![4, 1]]).unwrap();
    let tensor = Tensor::from_fn(shape.mapping(), |at| (at[0], at[1])).unwrap();
    for tile in shape.iter() {
        let block = &tensor.as_slice()[shape.span_of(tile.index()).unwrap()];
        let extents = DynRankExtents::new(tile.extents()).unwrap();
        let view = View::from_slice(extents, block).unwrap();
        for (element, offset) in tile.elements().zip(tile.indices_from_zero()) {
            assert_eq!(view[&offset], tensor[&element]);
        }
    }
}

/// The offset as blocking by hand has it.
#[test]
fn uniform_tiles_are_blocking_by_hand() {
    let Ok(layout) = Blocked::uniform(extents![8, 8]);
    let shape = extents![32, 64];
    for [i, j] in shape.indices() {
        let by_hand = ((i / 8) * (64 / 8) + j / 8) * 64 + (i % 8) * 8 + j % 8;
        assert_eq!(layout.offset(&shape, &[i, j]), by_hand);
    }
    // One tile for all, and tiles of one element, are row-major.
    let Ok(whole) = Blocked::uniform(extents![32, 100]);
    let Ok(single) = Blocked::uniform(extents![1, 1]);
    for index in shape.indices() {
        let offset = RowMajor.offset(&shape, &index);
        assert_eq!((whole.offset(&shape, &index), single.offset(&shape, &index)), (offset, offset));
    }
}

assert_impl_all!(ModeTilings: Send, Sync, Clone);
assert_impl_all!(TiledShape<StaticExtents![2], UniformTiles<StaticExtents![1]>>: Copy, Send, Sync);

// Composition.

#[test]
fn a_contraction_cuts_each_label_wherever_an_operand_does() {
    let tilings = |sizes: &[Vec<usize>]| ModeTilings::from_sizes(sizes).unwrap();
    let a = tilings(&[vec![5, 15, 10], vec![5, 15, 10]]);
    let b = tilings(&[vec![10, 10, 10], vec![30]]);
    let same = Composition::einsum("ij,ij->ij").unwrap();
    let both = ContractedTilings::refined(&same, &[a.clone(), b.clone()]).unwrap();
    assert_eq!(both.result(), &tilings(&[vec![5, 5, 10, 10], vec![5, 15, 10]]));
    assert_eq!(both.blow_up(), [4.0 / 3.0, 4.0 / 3.0 * 3.0]);
    assert_eq!(both.result_shape().unwrap().n_tiles(), 12);
    let label = LabelName::new("i");
    assert_eq!(
        ContractedTilings::strict(&same, &[a.clone(), b.clone()]).unwrap_err(),
        StructureError::Mismatch {
            place: Place::Label(label),
            of: Compared::TileEnd { tile: 0 },
            left: 5,
            right: 10
        },
    );
    let strict = ContractedTilings::strict(&same, &[a.clone(), a.clone()]).unwrap();
    assert_eq!((strict.result(), strict.blow_up()), (&a, &[1.0, 1.0][..]));

    let outer = Composition::einsum("i,j->ij").unwrap();
    let all = ContractedTilings::strict(&outer, &[tilings(&[vec![3, 4]]), tilings(&[vec![2, 2]])]);
    assert_eq!(all.unwrap().result(), &tilings(&[vec![3, 4], vec![2, 2]]));
    let dot = Composition::einsum("ij,ji->").unwrap();
    let operands = [tilings(&[vec![4], vec![6]]), tilings(&[vec![3, 3], vec![2, 2]])];
    let dot = ContractedTilings::refined(&dot, &operands).unwrap();
    assert_eq!(dot.result(), &tilings(&[]));
    assert_eq!(dot.labels(), &tilings(&[vec![2, 2], vec![3, 3]])[..]);

    // A diagonal meets itself.
    let trace = Composition::einsum("ii->i").unwrap();
    let square = ContractedTilings::refined(&trace, &[tilings(&[vec![1, 2], vec![2, 1]])]).unwrap();
    assert_eq!(square.result(), &tilings(&[vec![1, 1, 1]]));
    let empties = [tilings(&[vec![1, 0]]), tilings(&[vec![1]])];
    let same = Composition::einsum("i,i->i").unwrap();
    assert_eq!(
        ContractedTilings::strict(&same, &empties).unwrap_err(),
        StructureError::Mismatch {
            place: Place::Label(label),
            of: Compared::Tiles,
            left: 2,
            right: 1
        },
    );
}

#[test]
fn a_contraction_of_other_extents_names_the_label() {
    let operands = [[[2, 3]], [[2, 4]]].map(|sizes| ModeTilings::from_sizes(sizes).unwrap());
    let dot = Composition::einsum("i,i->").unwrap();
    let wrong = ShapeError::ExtentMismatch {
        place: Place::Label(LabelName::new("i")),
        expected: 5,
        found: 6,
    };
    assert_eq!(ContractedTilings::refined(&dot, &operands).unwrap_err(), wrong.into());
    let wrong = ShapeError::CountMismatch { of: Quantity::Operands, expected: 2, found: 1 };
    assert_eq!(ContractedTilings::strict(&dot, &operands[..1]).unwrap_err(), wrong.into());
    let matrix = Composition::einsum("ij->").unwrap();
    let wrong =
        ShapeError::CountMismatch { of: Quantity::Labels { operand: 0 }, expected: 1, found: 2 };
    assert_eq!(ContractedTilings::strict(&matrix, &operands[..1]).unwrap_err(), wrong.into());
}

#[test]
fn shapes_refine_mode_by_mode() {
    let left = TiledShape::from_sizes([vec![4, 4], vec![6]]).unwrap();
    let Ok(right) = TiledShape::uniform(extents![8, 6], extents![3, 2]);
    let expected = TiledShape::from_sizes([vec![3, 1, 2, 2], vec![2, 2, 2]]).unwrap();
    assert_eq!(left.refine(&right).unwrap(), expected);
    assert_eq!(right.refine(&left).unwrap(), expected);
    let other = TiledShape::from_sizes([vec![8], vec![7]]).unwrap();
    assert_eq!(
        left.refine(&other).unwrap_err(),
        StructureError::Mismatch {
            place: Place::Mode(1),
            of: Compared::TiledExtent,
            left: 6,
            right: 7
        },
    );
    let flat = TiledShape::from_sizes([vec![8]]).unwrap();
    let wrong = ShapeError::RankMismatch { expected: 2, found: 1 };
    assert_eq!(left.refine(&flat).unwrap_err(), wrong.into());
}

#[test]
fn tiles_print_where_they_are_and_how_large() {
    let shape = TiledShape::from_sizes([vec![5, 15, 10], vec![5, 25]]).unwrap();
    let tile = shape.tile([1, 0]).unwrap();
    assert_eq!(format!("{tile:?}"), "tile [1, 0] of [15, 5] at [5, 0]");
    assert_eq!(format!("{shape:?}"), "[dyn 30, dyn 30] in [[5, 15, 10], [5, 25]]");
}
