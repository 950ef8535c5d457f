//! Nested shapes against their definition: layers share out the modes of a shape from left to right.

use extents_shapes::error::Item;
use std::collections::BTreeSet;
use std::hash::{BuildHasher, RandomState};

use extents::{Const, ModeArray, ShapeError, StaticExtents, error::Quantity, extents, modes};
use extents_shapes::{
    JaggedShape, ModeTiling, Nested, PlacedShape, Shape, ShapeBase, SmoothShape, StructureError,
    TiledShape, jagged,
};
use proptest::prelude::*;
use static_assertions::{assert_impl_all, assert_type_eq_all, const_assert_eq};

type Typed = Nested<Shape<StaticExtents![2, 3, 4]>, (Const<1>, Const<2>)>;

const_assert_eq!(size_of::<Typed>(), 0);
assert_impl_all!(Typed: Copy, Eq, std::hash::Hash, Send, Sync, SmoothShape);
assert_impl_all!(Nested<JaggedShape>: Clone, Eq, std::hash::Hash, Send, Sync);
assert_type_eq_all!(
    <Typed as ShapeBase>::Slice,
    Nested<PlacedShape<StaticExtents![dyn, dyn, dyn]>, (Const<1>, Const<2>)>
);
assert_type_eq_all!(<Typed as ShapeBase>::Chip, Nested<PlacedShape>);

/// Jagged shapes of rank 3, with an origin.
fn shapes() -> impl Strategy<Value = JaggedShape> {
    let rows = prop::collection::vec(prop::collection::vec(0_usize..4, 0..4), 1..4);
    (rows, prop::collection::vec(0_usize..3, 3)).prop_map(|(rows, origin)| {
        let slices: Vec<JaggedShape> = rows
            .into_iter()
            .map(|row| {
                let vectors: Vec<JaggedShape> = row
                    .iter()
                    .map(|&extent| Shape::from_list(&[extent]).unwrap().to_jagged())
                    .collect();
                JaggedShape::from_slices_of_rank(1, &vectors).unwrap()
            })
            .collect();
        JaggedShape::from_slices(&slices).unwrap().with_origin(&origin).unwrap()
    })
}

/// Ranks of layers, two or more, that add up to 3.
fn layers() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(0_usize..4, 2..5)
        .prop_filter("three modes", |ranks| ranks.iter().sum::<usize>() == 3)
}

fn all(shape: &impl ShapeBase) -> Vec<Vec<usize>> {
    shape.indices().map(|index| index.as_ref().to_vec()).collect()
}

/// All partial indices of so many modes, whether or not an element is below them.
fn prefixes(shape: &JaggedShape, modes: usize) -> Vec<Vec<usize>> {
    let mut found = vec![vec![]];
    for mode in 0..modes {
        let longer = found.iter().flat_map(|prefix: &Vec<usize>| {
            // A coordinate is one if the slice there exists.
            (0..16)
                .map(move |at| [&prefix[..], &[at]].concat())
                .filter(|p| shape.element(p).is_ok())
        });
        found = longer.collect();
        assert!(found.iter().all(|prefix| prefix.len() == mode + 1));
    }
    found
}

proptest! {
    #[test]
    fn layers_count_prefixes(shape in shapes(), ranks in layers()) {
        let nested = Nested::new(ranks.iter().copied(), shape.clone()).unwrap();
        prop_assert_eq!((nested.n_layers(), nested.rank(), nested.size()), (ranks.len(), 3, shape.size()));
        prop_assert_eq!(all(&nested), all(&shape));
        let (mut modes, origin) = (0, shape.origin());
        for (layer, &rank) in ranks.iter().enumerate() {
            prop_assert_eq!(nested.rank_layer(layer), Ok(rank));
            prop_assert_eq!(nested.layer_origin(layer).unwrap().to_vec(), &origin[modes..modes + rank]);
            modes += rank;
            let expected = prefixes(&shape, modes);
            prop_assert_eq!(nested.elements_in_layer(layer), Ok(expected.len()));
            let through = nested.through(layer).unwrap();
            prop_assert_eq!(all(&through), expected.clone());
            for prefix in &expected {
                let inner = nested.inner(prefix).unwrap();
                let below = all(&shape).into_iter().filter(|index| index.starts_with(prefix));
                let below: Vec<Vec<usize>> = below.map(|index| index[modes..].to_vec()).collect();
                prop_assert_eq!(all(&inner), below);
            }
        }
        let layer = ranks.len();
        let out = StructureError::OutOfRange { of: Item::Layer, number: layer, count: layer };
        prop_assert_eq!(nested.rank_layer(layer), Err(out));
        prop_assert_eq!(nested.elements_in_layer(layer), Err(out));
        prop_assert_eq!(nested.layer_origin(layer), Err(out));
    }

    #[test]
    fn parts_keep_their_layers(shape in shapes(), ranks in layers(), pins in prop::collection::vec(0_usize..4, 0..4)) {
        let nested = Nested::new(ranks.iter().copied(), shape.clone()).unwrap();
        match (nested.slice(&pins), shape.slice(&pins)) {
            (Ok(slice), Ok(expected)) => {
                prop_assert_eq!(slice.shape(), &expected);
                prop_assert_eq!(slice.layers().to_vec(), ranks.clone());
            }
            (slice, expected) => prop_assert_eq!(slice.unwrap_err(), expected.unwrap_err()),
        }
        match (nested.chip(&pins), shape.chip(&pins)) {
            (Ok(chip), Ok(expected)) => {
                prop_assert_eq!(chip.shape(), &expected);
                // Mode by mode: which layer it is of, and whether it is left.
                let of: Vec<usize> = ranks.iter().enumerate().flat_map(|(layer, &rank)| vec![layer; rank]).collect();
                let left = |layer| (pins.len()..3).filter(|&mode| of[mode] == layer).count();
                let expected: Vec<usize> = (0..ranks.len()).map(left).collect();
                prop_assert_eq!(chip.layers().to_vec(), expected);
            }
            (chip, expected) => prop_assert_eq!(chip.unwrap_err(), expected.unwrap_err()),
        }
    }

    #[test]
    fn boxes_chip_what_has_one_entry(first in prop::array::uniform4(0_usize..3), extent in prop::array::uniform4(0_usize..3)) {
        let nested = Nested::new([1, 2, 1], Shape::new(extents![4, 4, 4, 4])).unwrap();
        let last: Vec<usize> = first.iter().zip(extent).map(|(begin, extent)| begin + extent).collect();
        let region = (first.to_vec(), last.clone());
        let left = |modes: std::ops::Range<usize>| modes.filter(|&mode| extent[mode] != 1).count();
        match nested.chip(region.clone()) {
            Ok(chip) => prop_assert_eq!(chip.layers().to_vec(), [left(0..1), left(1..3), left(3..4)]),
            Err(error) => {
                let nothing = StructureError::Shape(ShapeError::NothingToChip);
                prop_assert!(error == nothing && !extent.contains(&1) || last.iter().any(|&end| end > 4));
            }
        }
        if last.iter().all(|&end| end <= 4) {
            prop_assert_eq!(nested.slice(region).unwrap().layers().to_vec(), [1, 2, 1]);
        }
    }

    #[test]
    fn equality_has_layers_and_same_shape_has_none(shape in shapes(), left in layers(), right in layers()) {
        let state = RandomState::new();
        let a = Nested::new(left.iter().copied(), shape.clone()).unwrap();
        let b = Nested::new(right.iter().copied(), shape.clone()).unwrap();
        prop_assert_eq!(a == b, left == right);
        prop_assert!(a.same_shape(&b) && a.same_shape(&shape));
        prop_assert_eq!(a.clone().relayered(right).unwrap(), b.clone());
        if a == b {
            prop_assert_eq!(state.hash_one(&a), state.hash_one(&b));
        }
        let moved = Nested::new(left, shape.with_origin(&[7]).unwrap()).unwrap();
        prop_assert!(a != moved && !a.same_shape(&moved));
    }
}

#[test]
fn layers_in_the_type() {
    let shape = Shape::new(extents![2, 3, 4]);
    let typed: Typed = Nested::typed(modes![1, 2], shape);
    let untyped = Nested::new([1, 2], shape).unwrap();
    assert_eq!(typed, untyped);
    assert_eq!(untyped, typed);
    let state = RandomState::new();
    assert_eq!(state.hash_one(typed), state.hash_one(&untyped));
    assert_eq!(
        (typed.n_layers(), typed.rank_layer(1), typed.elements_in_layer(0)),
        (2, Ok(2), Ok(2))
    );
    assert_eq!(typed.chip([1]).unwrap(), untyped.chip([1]).unwrap());
    assert_eq!(typed.slice([1]).unwrap(), untyped.slice([1]).unwrap());
    assert_eq!(typed.to_string(), "[2, 3, 4] in layers [1, 2]");
    let expected = format!("{:?} in layers [1, 2]", typed.shape());
    assert_eq!((format!("{typed:?}"), format!("{untyped:?}")), (expected.clone(), expected));
    assert_eq!(typed.extents(), &extents![2, 3, 4]);
    assert_eq!(typed.relayered([3]).unwrap(), Nested::new([3], shape).unwrap());
}

#[test]
fn layers_that_are_none() {
    let wrong = |ranks: &[usize], extents: &[usize]| {
        Nested::new(ranks.iter().copied(), Shape::from_list(extents).unwrap()).unwrap_err()
    };
    let rank = |layered, rank| {
        StructureError::Shape(ShapeError::CountMismatch {
            of: Quantity::LayeredModes,
            expected: rank,
            found: layered,
        })
    };
    assert_eq!(wrong(&[1], &[10, 20]), rank(1, 2));
    assert_eq!(wrong(&[1, 2], &[10, 20]), rank(3, 2));
    assert_eq!(wrong(&[], &[10]), rank(0, 1));
    assert_eq!(wrong(&[3], &[]), rank(3, 0));
    assert_eq!(wrong(&[usize::MAX, usize::MAX], &[10]), rank(usize::MAX, 1));
    // A jagged shape of rank r with smooth slices of rank s takes r - s layers or more.
    let shape = jagged![{ [10] }, { [20], [30] }].unwrap();
    let few = StructureError::TooFewLayers { layers: 1, needed: 2 };
    assert_eq!(Nested::new([3], shape.clone()).unwrap_err(), few);
    let two = Nested::new([1, 2], shape).unwrap();
    assert_eq!(two.clone().relayered([3]).unwrap_err(), few);
    assert_eq!(two.relayered([1, 1]).unwrap_err(), rank(2, 3));
    // The null shape has no layers to tell of, and no first modes.
    let null = Nested::new([0], JaggedShape::null()).unwrap();
    assert!(null.is_null() && !null.same_shape(&JaggedShape::scalar()));
    assert_eq!(null.elements_in_layer(0), Err(ShapeError::Null.into()));
}

#[test]
fn inner_shapes_are_those_of_whole_layers() {
    let nested = Nested::new([2, 0, 1], Shape::new(extents![2, 3, 4])).unwrap();
    assert_eq!(nested.inner([]).unwrap(), Shape::new(extents![2, 3, 4]));
    assert_eq!(nested.inner([1, 2]).unwrap(), Shape::new(extents![4]));
    assert_eq!(nested.inner([1, 2, 3]).unwrap(), JaggedShape::scalar());
    let inside = ShapeError::RankMismatch { expected: 2, found: 1 };
    assert_eq!(nested.inner([1]).unwrap_err(), inside.into());
    let pins = StructureError::TooManyPins { pins: 4, rank: 3 };
    assert_eq!(nested.inner([0, 0, 0, 0]).unwrap_err(), pins);
    let out = StructureError::IndexOutOfBounds { mode: 1, row: 0, index: 3, begin: 0, end: 3 };
    assert_eq!(nested.inner([0, 3]).unwrap_err(), out);
}

#[test]
fn nested_tiles() {
    // The grid, and what is in a tile: tiles of 1, 2 rows and of 2, 1 columns.
    let tiled = TiledShape::from_sizes([[1, 2], [2, 1]]).unwrap();
    let nested = Nested::new([2, 2], tiled.clone()).unwrap();
    assert_eq!((nested.elements_in_layer(0), nested.elements_in_layer(1)), (Ok(4), Ok(9)));
    assert_eq!(nested.inner([1, 0]).unwrap(), Shape::new(extents![2, 2]));
    assert!(nested.same_shape(&tiled) && nested.same_shape(&tiled.jagged().unwrap()));
    let listed: BTreeSet<Vec<usize>> = all(&nested).into_iter().collect();
    assert_eq!(listed.len(), 9);
    // Each element of the matrix has a place of its own, tile after tile.
    let mapping = nested.mapping();
    let places: BTreeSet<usize> = (0..3)
        .flat_map(|row| (0..3).map(move |column| [row, column]))
        .map(|index| mapping.offset(index.as_slice()).unwrap())
        .collect();
    assert!(places.into_iter().eq(0..9));
    let ranks: ModeArray<usize> = nested.layers();
    assert_eq!(ranks.as_ref(), [2, 2]);
}

/// Every two of these are different, and so are their hashes.
fn assert_hashes_differ<T: std::hash::Hash + Eq + std::fmt::Debug>(values: &[T]) {
    let state = RandomState::new();
    for (place, value) in values.iter().enumerate() {
        for other in &values[..place] {
            assert_ne!(value, other);
            assert_ne!(state.hash_one(value), state.hash_one(other), "{value:?} and {other:?}");
        }
        assert_eq!(state.hash_one(value), state.hash_one(value));
    }
}

#[test]
fn a_hash_sees_what_equality_compares() {
    let lists = [&[2, 3][..], &[3, 2], &[2], &[]];
    assert_hashes_differ(&lists.map(|list| Shape::from_list(list).unwrap()));
    let origins = [[0, 0], [0, 1], [1, 0]];
    assert_hashes_differ(
        &origins.map(|at| Shape::from_list(&[2, 3]).unwrap().with_origin(at).unwrap()),
    );
    let rows = [&[2, 3][..], &[3, 2], &[2, 3, 0], &[]];
    assert_hashes_differ(
        &rows.map(|rows| JaggedShape::from_lengths(rows.iter().copied()).unwrap()),
    );
    assert_hashes_differ(&[JaggedShape::null(), JaggedShape::scalar()]);
    let tiles = [&[1, 2][..], &[2, 1], &[3]];
    assert_hashes_differ(&tiles.map(|sizes| ModeTiling::from_sizes(sizes).unwrap()));
    assert_hashes_differ(&tiles.map(|sizes| TiledShape::from_sizes([sizes, &[2]]).unwrap()));
    let layers = [&[1, 1][..], &[2], &[0, 2]];
    assert_hashes_differ(&layers.map(|layers| {
        Nested::new(layers.iter().copied(), Shape::from_list(&[2, 3]).unwrap()).unwrap()
    }));
}

#[test]
fn layers_of_layers_are_no_fewer() {
    // Two modes outside of smooth slices of one mode.
    let inner = Nested::new([1, 2], jagged![{ [10] }, { [20], [30] }].unwrap()).unwrap();
    let error = Nested::new([3], inner.clone()).unwrap_err();
    assert_eq!(error, StructureError::TooFewLayers { layers: 1, needed: 2 });
    assert_eq!(Nested::new([0, 3], inner).unwrap().layers().as_ref(), [0, 3]);
}

/// The tiles of a jagged grid are slices in two modes: a slice of them needs two layers, as the jagged shape does.
#[test]
fn parts_of_tiles_need_their_layers() {
    let tiled = TiledShape::from_sizes([[5, 15, 10], [5, 15, 10]]).unwrap();
    let one = Nested::new([4], tiled.clone()).unwrap();
    let few = StructureError::TooFewLayers { layers: 1, needed: 2 };
    let region = ([0, 0, 0, 0], [1, 1, 5, 5]);
    assert_eq!(one.slice(region).unwrap_err(), few);
    assert_eq!(one.clip(region).unwrap_err(), few);
    assert_eq!(one.jagged().and_then(|shape| Nested::new([4], shape)).unwrap_err(), few);
    // A chip of one tile has no modes outside of it, of one row of tiles one.
    assert_eq!(
        one.chip([1, 0]).unwrap(),
        Nested::new([2], JaggedShape::from_extents(&extents![15, 5])).unwrap()
    );
    assert!(one.chip([1]).is_ok());
    assert_eq!(one.chip(([0, 0, 2, 0], [2, 2, 3, 5])).unwrap_err(), few);
    let two = one.relayered([2, 2]).unwrap();
    for part in [two.slice(region).unwrap(), two.clip(region).unwrap()] {
        assert_eq!(part, Nested::new([2, 2], part.shape().clone()).unwrap());
    }
    // Tiles that are all alike make a smooth shape.
    let even = TiledShape::from_sizes([[5, 5], [2, 2]]).unwrap();
    let part = Nested::new([4], even).unwrap().slice([1]).unwrap();
    assert_eq!(part, Nested::new([4], part.shape().clone()).unwrap());
}

/// What is jagged only when it is asked for takes memory then.
#[test]
fn more_tiles_than_memory_are_an_error() {
    let sides = extents![dyn 1_000_000_000_000_000_000, dyn 4].unwrap();
    let nested = Nested::new([2, 2], TiledShape::uniform(sides, extents![7, 3]).unwrap()).unwrap();
    // A hundred and forty-two quadrillion rows of two tiles, and two numbers for each of these.
    let elements = 1_000_000_000_000_000_000_usize.div_ceil(7) * 2 * 2;
    let error = StructureError::Shape(ShapeError::Allocation { elements });
    assert_eq!(nested.layer_origin(1).unwrap_err(), error);
    assert_eq!(nested.jagged().unwrap_err(), error);
    assert_eq!(nested.slice([0]).unwrap_err(), error);
    assert_eq!(nested.clip([0]).unwrap_err(), error);
    assert_eq!(nested.chip([0]).unwrap_err(), error);
}
