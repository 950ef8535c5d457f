//! Questions to layouts and indices, and what constructors refuse: each answer by its definition.

use core::cmp::Ordering;
use extents_xla::error::{Bounded, Computed};

use extents::{DType, ShapeError};
use extents_xla::{
    ArrayShape, DimLevel, Dimension, Layout, LevelFormat, PaddingValue, SplitConfig, Tile,
    TileDimension, XlaError, compare_indices,
};
use proptest::prelude::*;

use super::model::{self, indices};
use super::{cases, shape_of};

/// All orders of so many dimensions.
fn orders(rank: usize) -> Vec<Vec<usize>> {
    let lists = indices(&vec![rank; rank]);
    lists.into_iter().filter(|list| (0..rank).all(|dimension| list.contains(&dimension))).collect()
}

#[test]
fn dim0_is_minor_in_ascending_orders_and_major_in_descending_ones() {
    let (mut minor, mut major) = (0, 0);
    for rank in 0..=4 {
        for order in orders(rank) {
            let layout = Layout::new(order.clone()).unwrap();
            // The dimensions as they are counted, and backwards.
            let ascending: Vec<usize> = (0..rank).collect();
            let descending: Vec<usize> = (0..rank).rev().collect();
            assert_eq!(layout.is_monotonic_with_dim0_minor(), order == ascending, "{order:?}");
            assert_eq!(layout.is_monotonic_with_dim0_major(), order == descending, "{order:?}");
            minor += usize::from(layout.is_monotonic_with_dim0_minor());
            major += usize::from(layout.is_monotonic_with_dim0_major());
            // In memory: the first dimension is the fastest of an array of threes, or the slowest.
            let shape = ArrayShape::new(DType::F32, vec![3; rank]).with_layout(layout).unwrap();
            let mut unit = vec![0; rank];
            if let Some(first) = unit.first_mut() {
                *first = 1;
                let step = shape.linear_index(&unit).unwrap();
                assert!(order != ascending || step == 1);
                assert!(order != descending || step == 3_usize.pow(rank as u32 - 1));
            }
        }
    }
    // One order of each rank.
    assert_eq!((minor, major), (5, 5));
}

#[test]
fn logical_to_physical_counts_from_the_slowest_dimension() {
    for rank in 0..=4 {
        for order in orders(rank) {
            let layout = Layout::new(order.clone()).unwrap();
            let places = layout.logical_to_physical();
            let slowest_first: Vec<usize> = order.iter().rev().copied().collect();
            assert!(layout.major_to_minor().eq(slowest_first.iter().copied()));
            assert_eq!(places.len(), rank);
            for (dimension, &place) in places.iter().enumerate() {
                assert_eq!(slowest_first[place], dimension, "{order:?}");
            }
            // The array with its dimensions at these places is row-major.
            let sizes: Vec<usize> = (2..2 + rank).collect();
            let shape = ArrayShape::new(DType::F32, sizes.clone()).with_layout(layout).unwrap();
            let physical: Vec<usize> = slowest_first.iter().map(|&at| sizes[at]).collect();
            for (at, index) in indices(&physical).iter().enumerate() {
                let logical: Vec<usize> = places.iter().map(|&place| index[place]).collect();
                assert_eq!(shape.linear_index(&logical), Ok(at), "{order:?}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_stride_of_a_dimension_is_what_one_step_along_it_is(case in cases()) {
        let shape = shape_of(&case);
        let (sizes, widths, order, tiles, alignment) = &case;
        let buffer = model::buffer(sizes, widths.as_deref(), order, tiles, *alignment);
        let all = indices(sizes);
        for dimension in 0..sizes.len() {
            let stride = shape.dimension_stride(dimension).unwrap();
            prop_assert_eq!(stride.is_some(), tiles.is_empty());
            let Some(stride) = stride else { continue };
            let place = |index: &Vec<usize>| {
                let element = all.iter().position(|other| other == index).unwrap();
                buffer.iter().position(|slot| *slot == Some(element)).unwrap()
            };
            for index in all.iter().filter(|index| index[dimension] + 1 < sizes[dimension]) {
                let mut next = index.clone();
                next[dimension] += 1;
                prop_assert_eq!(place(index) + stride as usize, place(&next));
            }
        }
        let (dimension, rank) = (sizes.len() as i64, sizes.len());
        let none = XlaError::OutOfBounds { of: Bounded::Dimension, number: dimension.into(), limit: rank };
        prop_assert_eq!(shape.dimension_stride(rank), Err(none));
    }

    #[test]
    fn indices_in_bounds_are_those_that_are_listed(sizes in prop::collection::vec(0_usize..4, 0..4), index in prop::collection::vec(-3_i64..6, 0..4)) {
        let shape = ArrayShape::new(DType::F32, sizes.iter().copied());
        let listed = indices(&sizes);
        let is_listed = listed.iter().any(|known| known.iter().map(|&at| at as i64).eq(index.iter().copied()));
        prop_assert_eq!(shape.index_in_bounds(&index), is_listed);
    }

    #[test]
    fn indices_compare_as_they_are_listed(left in 0_usize..60, right in 0_usize..60) {
        let listed = indices(&[3, 4, 5]);
        let index = |at: usize| -> Vec<i64> { listed[at].iter().map(|&at| at as i64).collect() };
        prop_assert_eq!(compare_indices(&index(left), &index(right)), Ok(left.cmp(&right)));
    }

    /// A layout suits an array where each list has its length, no width is below its size, and splits rise inside of
    /// their dimension.
    #[test]
    fn a_layout_is_taken_where_it_suits_the_array(
        sizes in prop::collection::vec(prop_oneof![4 => (0_usize..6).prop_map(Some), 1 => Just(None)], 0..4),
        order in prop::collection::vec(0_usize..4, 0..4),
        widths in prop::option::of(prop::collection::vec(0_usize..8, 0..4)),
        split in prop::option::of((0_usize..4, prop::collection::vec(0_usize..6, 0..3))),
    ) {
        let rank = sizes.len();
        let is_order = (0..order.len()).all(|dimension| order.contains(&dimension));
        let layout = Layout::new(order.clone());
        prop_assert_eq!(layout.is_ok(), is_order);
        let Ok(mut layout) = layout else { return Ok(()) };
        let mut suits = order.len() == rank;
        if let Some(widths) = &widths {
            layout = layout.with_padding(widths.iter().copied(), PaddingValue::Zero);
            let are_wide = widths.iter().zip(&sizes).all(|(&width, size)| size.is_some_and(|size| width >= size));
            suits &= widths.len() == rank && are_wide && !sizes.contains(&None);
        }
        if let Some((dimension, at)) = &split {
            layout = layout.with_split_configs([SplitConfig { dimension: *dimension, indices: at.clone() }]);
            // Splits count from the most major dimension on.
            suits &= order.iter().rev().nth(*dimension).and_then(|&of| sizes.get(of).copied().flatten()).is_some_and(|size| {
                let ends = [&[0][..], at, &[size]].concat();
                at.is_empty() || ends.windows(2).all(|pair| pair[0] < pair[1])
            });
        }
        let dimensions = sizes.iter().map(|size| size.map_or(Dimension::Unbounded, Dimension::Static));
        let shape = ArrayShape::new(DType::F32, dimensions);
        prop_assert_eq!(shape.clone().with_layout(layout.clone()).is_ok(), suits, "{:?} {:?}", shape, layout);
    }
}

#[test]
fn comparisons_and_bumps_of_bad_indices_are_errors() {
    assert_eq!(compare_indices(&[0, -5], &[0, 3]), Ok(Ordering::Less));
    assert_eq!(compare_indices(&[], &[]), Ok(Ordering::Equal));
    let rank = XlaError::Shape(ShapeError::RankMismatch { expected: 2, found: 1 });
    assert_eq!(compare_indices(&[0, 1], &[0]), Err(rank));
    let shape = ArrayShape::new(DType::F32, [2, 3]);
    let mut index = [1, 3];
    let out = XlaError::OutOfBounds { of: Bounded::Index { dimension: 1 }, number: 3, limit: 3 };
    assert_eq!(shape.bump_index(&mut index), Err(out));
    assert_eq!((shape.bump_index(&mut [0]), index), (Err(rank), [1, 3]));
    for index in [[-1, 0], [0, -1], [i64::MIN, 0], [2, 0], [0, 3], [i64::MAX, 0]] {
        assert!(!shape.index_in_bounds(&index), "{index:?}");
    }
}

#[test]
fn constructors_say_what_is_wrong() {
    let order = |list: &[usize]| Layout::new(list.iter().copied()).unwrap_err();
    assert_eq!(order(&[0, 0]), XlaError::DuplicateDimension { dimension: 0 });
    assert_eq!(
        order(&[0, 2]),
        XlaError::OutOfBounds { of: Bounded::Dimension, number: 2, limit: 2 }
    );
    let far = order(&[usize::MAX]);
    assert_eq!(far.to_string(), "there is no dimension 18446744073709551615 in a shape of rank 1");
    let two = || Layout::descending(2);
    let tiles = |tiles: Vec<Tile>| two().with_tiles(tiles).unwrap_err();
    let zero = XlaError::ZeroTile { tile: 1, dimension: 0 };
    assert_eq!(tiles(vec![Tile::new([2, 2]), Tile::new([0, 2])]), zero);
    let open = Tile::of([TileDimension::Size(2), TileDimension::Combine]);
    assert_eq!(tiles(vec![open]), XlaError::CombineAtEnd { tile: 0 });
    assert_eq!(two().with_tail_padding_alignment(0), Err(XlaError::ZeroAlignment));

    let shape = || ArrayShape::new(DType::F32, [2, 3]);
    let wrong = |layout: Layout| shape().with_layout(layout).unwrap_err();
    let (found, rank) = (3, 2);
    let part = "minor_to_major";
    assert_eq!(wrong(Layout::descending(3)), XlaError::LayoutRank { part, found, rank });
    let part = "padded_dimensions";
    let padded = |widths: &[usize]| two().with_padding(widths.iter().copied(), PaddingValue::Zero);
    assert_eq!(wrong(padded(&[2, 3, 1])), XlaError::LayoutRank { part, found, rank });
    let small = XlaError::PaddingTooSmall { dimension: 1, padded: 2, size: 3 };
    assert_eq!(wrong(padded(&[2, 2])), small);
    let split = |dimension, indices: &[usize]| {
        two().with_split_configs([SplitConfig { dimension, indices: indices.to_vec() }])
    };
    assert_eq!(
        wrong(split(2, &[1])),
        XlaError::OutOfBounds { of: Bounded::Dimension, number: 2, limit: 2 }
    );
    for index in [0, 3, usize::MAX] {
        let outside = XlaError::SplitIndex { dimension: 1, index, size: 3 };
        assert_eq!(wrong(split(1, &[index])), outside);
    }
    let sparse = two().with_dim_levels([DimLevel::new(LevelFormat::Compressed); 2]).unwrap();
    assert_eq!(wrong(sparse.with_tiles([Tile::new([2])]).unwrap()), XlaError::SparseTiles);
    let falls = XlaError::SplitIndex { dimension: 1, index: 1, size: 3 };
    assert_eq!(wrong(split(1, &[2, 1])), falls);
    // A split counts from the most major dimension on, which is 1 here; the error names the dimension of the array.
    let column_major =
        Layout::ascending(2).with_split_configs(split(0, &[3]).split_configs().to_vec());
    let outside = XlaError::SplitIndex { dimension: 1, index: 3, size: 3 };
    assert_eq!(shape().with_layout(column_major), Err(outside));
    let open = ArrayShape::new(DType::F32, [Dimension::Static(2), Dimension::Unbounded]);
    let unbounded = XlaError::Unbounded { dimension: 1 };
    assert_eq!(open.clone().with_layout(padded(&[2, 3])), Err(unbounded));
    assert_eq!(open.with_layout(split(1, &[1])), Err(unbounded));
    // Each of them is fine where it suits.
    for layout in [two(), padded(&[2, 3]), padded(&[9, 4]), split(1, &[1, 2]), split(0, &[1])] {
        assert_eq!(shape().with_layout(layout.clone()).unwrap().layout(), Some(&layout));
    }
}

/// What the documentation of `descending` says: the list has to fit in memory.
#[test]
fn an_order_of_more_dimensions_than_memory_holds_panics() {
    for order in [Layout::descending, Layout::ascending] {
        assert!(std::panic::catch_unwind(|| order(usize::MAX)).is_err());
    }
}

#[test]
fn a_negative_coordinate_is_in_bounds_of_nothing() {
    let open: ArrayShape = "f32[?,3]".parse().unwrap();
    for (index, expected) in [
        ([0, 0], true),
        ([i64::MAX, 2], true),
        ([-1, 0], false),
        ([i64::MIN, 0], false),
        ([0, 3], false),
        ([0, -1], false),
    ] {
        assert_eq!(open.index_in_bounds(&index), expected, "{index:?}");
    }
}

#[test]
fn the_default_layout_is_descending_and_has_nothing_else() {
    for rank in 0..=3 {
        for order in orders(rank) {
            let descending = order.iter().rev().copied().eq(0..rank);
            let layout = Layout::new(order.clone()).unwrap();
            assert_eq!(layout.is_default(), descending, "{order:?}");
            assert!(!layout.clone().with_element_size_in_bits(4).is_default());
            let tile = Tile::of([TileDimension::Size(2)]);
            assert!(!layout.with_tiles([tile]).unwrap().is_default());
        }
    }
}

#[test]
fn no_memory_holds_more_than_the_product_of_the_largest_parts() {
    let sizes = [5, 4, 3];
    // Each dimension is cut before these entries.
    for cuts in
        [[vec![], vec![], vec![]], [vec![2], vec![], vec![]], [vec![1, 4], vec![3], vec![1]]]
    {
        let splits = cuts.iter().enumerate().filter(|(_, indices)| !indices.is_empty());
        let splits =
            splits.map(|(dimension, indices)| SplitConfig { dimension, indices: indices.clone() });
        let layout = Layout::descending(3).with_split_configs(splits);
        let shape = ArrayShape::new(DType::F32, sizes).with_layout(layout).unwrap();
        // How many indices lie in the same parts along all dimensions.
        let part = |index: &[usize]| -> Vec<usize> {
            let places = index.iter().zip(&cuts);
            places.map(|(at, cuts)| cuts.iter().filter(|cut| *cut <= at).count()).collect()
        };
        let all = indices(&sizes);
        let held =
            |index: &Vec<usize>| all.iter().filter(|other| part(other) == part(index)).count();
        let most = all.iter().map(held).max().unwrap();
        assert_eq!(shape.max_elements_per_split(), Ok(most), "{cuts:?}");
    }
}

#[test]
fn what_a_tile_adds_to_several_dimensions_is_too_large() {
    // 2^32 elements, and each takes a tile of 2^32.
    let shape: ArrayShape = "f32[65536,65536,1]{2,1,0:T(4294967296)}".parse().unwrap();
    assert_eq!(
        shape.linear_index(&[0, 0, 0]).unwrap_err(),
        XlaError::TooLarge { of: Computed::Tile { tile: 0 }, elements: 1 << 32, size: 1 << 32 }
    );
    // Two of two by the first tile, and each two take one of the second.
    let second: ArrayShape = "f32[4]{0:T(2)(9223372036854775807)}".parse().unwrap();
    assert_eq!(
        second.to_layout().unwrap_err().to_string(),
        "the buffer is too large: 2 elements, times 9223372036854775807 of tile 1"
    );
}
