//! Tiles whose extents are in the type: each against the elements that it has by definition.

use extents::layout::UniformTiles;
use extents::{
    Const, Dyn, DynExtents, DynRankExtents, ShapeError, StaticExtents,
    error::{Part, Place},
    extents,
};
use extents_shapes::error::{Compared, Item};
use extents_shapes::{PlacedShape, Shape, StructureError, TiledShape};

#[test]
fn tiles_have_the_extents_of_their_type() {
    let Ok(s) = TiledShape::uniform(extents![6, 8], extents![3, 4]);
    for (row, column) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let tile: PlacedShape<StaticExtents![3, 4]> = s.tile_typed([row, column]).unwrap();
        let rows = (0..6).filter(|i| i / 3 == row);
        let elements = rows.flat_map(|i| (0..8).filter(|j| j / 4 == column).map(move |j| [i, j]));
        assert!(tile.indices().eq(elements), "{row}, {column}");
    }
    let out = StructureError::OutOfRange { of: Item::TileOfMode { mode: 1 }, number: 2, count: 2 };
    assert_eq!(s.tile_typed([0, 2]).unwrap_err(), out);
    // Mixed: what one of both does not know is checked.
    let mixed = TiledShape::uniform(extents![dyn 6, 8].unwrap(), extents![3, dyn 4].unwrap());
    let mixed = mixed.unwrap();
    let tile: PlacedShape<StaticExtents![3, dyn]> = mixed.tile_typed([1, 1]).unwrap();
    assert_eq!(tile, Shape::at(extents![3, 4], [3, 4]).unwrap());
    let rest = TiledShape::uniform(extents![dyn 7, 8].unwrap(), extents![3, 4]).unwrap();
    let error = ShapeError::PartMismatch { part: Part::Tile, mode: 0, size: 3, extent: 7 };
    assert_eq!(rest.tile_typed([0, 0]).unwrap_err(), error.into());
}

type Uniform<E, X> = TiledShape<E, UniformTiles<X>>;

/// The tiles of the refinement are those between the boundaries of either.
#[test]
fn refined_tiles_stay_in_the_type() {
    let Ok(a) = TiledShape::uniform(extents![24, 20, 7], extents![8, 5, 7]);
    let Ok(b) = TiledShape::uniform(extents![24, 20, 7], extents![4, 10, 1]);
    let both = a.refine_typed::<_, _, StaticExtents![4, 5, 1]>(&b).unwrap();
    let both: Uniform<StaticExtents![24, 20, 7], StaticExtents![4, 5, 1]> = both;
    assert_eq!(size_of_val(&both), 0);
    for (mode, (extent, left, right)) in
        [(24, 8, 4), (20, 5, 10), (7, 7, 1)].into_iter().enumerate()
    {
        let cuts = (0..=extent).filter(|at| at % left == 0 || at % right == 0 || *at == extent);
        let cuts: Vec<usize> = cuts.collect();
        let sizes: Vec<usize> = cuts.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let found: Vec<usize> = both.tilings()[mode].sizes().collect();
        assert_eq!(found, sizes, "{mode}");
    }
    // Run-time tiles: the type says what it is told.
    let n = 8;
    let open = TiledShape::uniform(extents![24, 20, 7], extents![dyn n, 5, 7].unwrap()).unwrap();
    let both = open.refine_typed::<_, _, StaticExtents![4, dyn, 1]>(&b).unwrap();
    let _: Uniform<_, StaticExtents<(Const<4>, Dyn, Const<1>)>> = both;
    assert_eq!(both, open.refine(&b).unwrap());
}

#[test]
fn what_is_refused() {
    let of = |extent: usize, tile: usize| {
        let tile = DynExtents::new([tile]).unwrap();
        TiledShape::uniform(DynExtents::new([extent]).unwrap(), tile).unwrap()
    };
    let mismatch = ShapeError::PartMismatch { part: Part::Tile, mode: 0, size: 4, extent: 6 };
    let found = of(24, 6).refine_typed::<_, _, DynExtents<1>>(&of(24, 4));
    assert_eq!(found.unwrap_err(), mismatch.into());
    let differ = StructureError::Mismatch {
        place: Place::Mode(0),
        of: Compared::TiledExtent,
        left: 24,
        right: 25,
    };
    let found = of(24, 6).refine_typed::<_, _, DynExtents<1>>(&of(25, 3));
    assert_eq!(found.unwrap_err(), differ);
    let other = ShapeError::ExtentMismatch { place: Place::Mode(0), expected: 2, found: 3 };
    let found = of(24, 6).refine_typed::<_, _, StaticExtents![2]>(&of(24, 3));
    assert_eq!(found.unwrap_err(), other.into());
    // The scalar has no tiles of the null shape, nor the other way.
    let tile = || DynRankExtents::new(&[]).unwrap();
    let null = TiledShape::uniform(DynRankExtents::null(), tile()).unwrap();
    let scalar = TiledShape::uniform(tile(), tile()).unwrap();
    for (one, other) in [(&null, &scalar), (&scalar, &null)] {
        let found = one.refine_typed::<_, _, StaticExtents![]>(other);
        assert_eq!(found.unwrap_err(), ShapeError::Null.into());
        assert_eq!(one.refine(other).unwrap_err(), ShapeError::Null.into());
    }
}
