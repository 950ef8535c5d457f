//! What shapes of all kinds have in common (smooth, with an origin, jagged, tiled, nested), against lists of their
//! indices that are counted by hand.

use extents::{
    DynExtents, DynRankExtents, Extents, ShapeError, StaticExtents, error::Quantity, extents,
};
use extents_shapes::error::{Item, Pieces};
use extents_shapes::{
    JaggedShape, Nested, PlacedShape, RaggedTensor, Shape, ShapeBase, StructureError, TiledShape,
    jagged,
};
use proptest::prelude::*;

type Indices = Vec<Vec<usize>>;

fn smooth(extents: &[usize]) -> Shape {
    Shape::from_list(extents).unwrap()
}

fn placed(extents: &[usize], origin: &[usize]) -> PlacedShape {
    smooth(extents).with_origin(origin).unwrap()
}

fn moved(indices: Indices, origin: &[usize]) -> Indices {
    let step = |index: Vec<usize>| index.iter().zip(origin).map(|(at, first)| at + first).collect();
    indices.into_iter().map(step).collect()
}

fn listed<I: AsRef<[usize]>>(indices: impl Iterator<Item = I>) -> Indices {
    indices.map(|index| index.as_ref().to_vec()).collect()
}

/// Each row counted from 0: a coordinate without that of the first index which has the same coordinates before it.
fn from_zero(indices: &Indices) -> Indices {
    let offset = |index: &Vec<usize>, mode: usize| {
        let first = indices.iter().find(|other| other[..mode] == index[..mode]).unwrap();
        index[mode] - first[mode]
    };
    indices.iter().map(|index| (0..index.len()).map(|mode| offset(index, mode)).collect()).collect()
}

/// Rank, size, iteration, slices and chips of any shape, where each partial index has elements.
fn check<S: ShapeBase>(shape: &S, rank: usize, indices: &Indices) {
    assert!(indices.is_sorted());
    assert_eq!((shape.rank(), shape.size(), shape.is_null()), (rank, indices.len(), false));
    assert_eq!(&listed(shape.indices()), indices, "{shape:?}");
    assert_eq!(listed(shape.indices_from_zero()), from_zero(indices), "{shape:?}");
    // Smooth is what fills a box.
    let coordinates = |mode: usize| -> std::collections::BTreeSet<usize> {
        indices.iter().map(|index| index[mode]).collect()
    };
    let boxed: Vec<usize> = (0..rank).map(|mode| coordinates(mode).len()).collect();
    let is_smooth = boxed.iter().product::<usize>() == indices.len();
    assert_eq!(shape.is_smooth(), is_smooth, "{shape:?}");
    assert_eq!(shape.smooth_extents().map(|all| all.to_vec()), is_smooth.then(|| boxed.clone()));
    // The same shape as a jagged one.
    let jagged = shape.jagged().unwrap();
    assert_eq!((jagged.rank(), &listed(jagged.indices())), (rank, indices));

    // Pins: the first modes have one coordinate each.
    for pins in (0..rank).flat_map(|count| indices.iter().map(move |index| &index[..=count])) {
        let below: Indices =
            indices.iter().filter(|index| index.starts_with(pins)).cloned().collect();
        let slice = shape.slice(pins).unwrap();
        assert_eq!((slice.rank(), listed(slice.indices())), (rank, below.clone()), "{pins:?}");
        let left = below.iter().map(|index| index[pins.len()..].to_vec()).collect::<Indices>();
        let chip = shape.chip(pins).unwrap();
        let expected = (rank - pins.len(), left.len(), left);
        assert_eq!((chip.rank(), chip.size(), listed(chip.indices())), expected, "{pins:?}");
    }
    // A box: clipped to what there is; taken whole where no row is left.
    let (Some(first), Some(last)) = (indices.first(), indices.last()) else { return };
    let end: Vec<usize> = last.iter().map(|at| at + 1).collect();
    let inside: Indices = indices
        .iter()
        .filter(|index| (0..rank).all(|mode| (first[mode]..end[mode]).contains(&index[mode])))
        .cloned()
        .collect();
    let clip = shape.clip((first.clone(), end)).unwrap();
    assert_eq!(listed(clip.indices()), inside, "{shape:?}");
}

/// Rows of these lengths: the indices of a jagged matrix.
fn rows(lengths: &[usize]) -> Indices {
    let each = lengths.iter().enumerate();
    each.flat_map(|(row, &length)| (0..length).map(move |at| vec![row, at])).collect()
}

/// Tile by tile, and the elements of each.
fn tiles(sizes: &[Vec<usize>]) -> Indices {
    let grid: Vec<usize> = sizes.iter().map(Vec::len).collect();
    let inside = |tile: Vec<usize>| {
        let extents: Vec<usize> = tile.iter().zip(sizes).map(|(&at, sizes)| sizes[at]).collect();
        crate::tables::indices(&extents)
            .into_iter()
            .map(move |within| [&tile[..], &within].concat())
    };
    crate::tables::indices(&grid).into_iter().flat_map(inside).collect()
}

#[test]
fn all_kinds_have_rank_size_parts_and_iteration() {
    let box_of = |extents: &[usize]| crate::tables::indices(extents);
    check(&Shape::new(extents![2, 3]), 2, &box_of(&[2, 3]));
    check(&Shape::new(extents![dyn 2, 3, 1].unwrap()), 3, &box_of(&[2, 3, 1]));
    check(&Shape::new(DynExtents::new([3, 2]).unwrap()), 2, &box_of(&[3, 2]));
    check(&smooth(&[2, 1, 2, 2]), 4, &box_of(&[2, 1, 2, 2]));
    check(&smooth(&[4]), 1, &box_of(&[4]));
    check(&placed(&[2, 3], &[7, 1]), 2, &moved(box_of(&[2, 3]), &[7, 1]));
    check(&smooth(&[2, 3]).to_jagged(), 2, &box_of(&[2, 3]));
    let lengths = [2, 1, 3];
    check(&JaggedShape::from_lengths(lengths).unwrap(), 2, &rows(&lengths));
    let at = JaggedShape::from_lengths(lengths).unwrap().with_origin(&[5, 9]).unwrap();
    check(&at, 2, &moved(rows(&lengths), &[5, 9]));
    let rank_3 = jagged![{ [1] }, { [2], [3] }].unwrap();
    let indices: Indices =
        [[0, 0, 0], [1, 0, 0], [1, 0, 1], [1, 1, 0], [1, 1, 1], [1, 1, 2]].map(Vec::from).into();
    check(&rank_3, 3, &indices);
    let sizes = [vec![1, 2], vec![2, 1]];
    check(&TiledShape::from_sizes(&sizes).unwrap(), 4, &tiles(&sizes));
    let equal = [vec![2, 2, 2], vec![1, 1]];
    let uniform = TiledShape::uniform(extents![6, 2], extents![2, 1]).unwrap();
    check(&uniform, 4, &tiles(&equal));
    check(&Nested::new([1, 1], smooth(&[2, 3])).unwrap(), 2, &box_of(&[2, 3]));
    check(&Nested::new([1, 0, 2], rank_3).unwrap(), 3, &indices);
    check(&Nested::new([2, 2], uniform).unwrap(), 4, &tiles(&equal));
    let part = Nested::new([1, 1], placed(&[2, 3], &[7, 1])).unwrap();
    check(&part, 2, &moved(box_of(&[2, 3]), &[7, 1]));
}

#[test]
fn scalars_have_one_index_and_what_is_null_or_without_elements_none() {
    fn all<S: ShapeBase>(shape: &S) -> (usize, Indices, Indices) {
        (shape.size(), listed(shape.indices()), listed(shape.indices_from_zero()))
    }
    let one = (1, vec![vec![]], vec![vec![]]);
    assert_eq!(all(&Shape::scalar()), one);
    assert_eq!(all(&Shape::new(extents![])), one);
    assert_eq!(all(&Shape::new(DynExtents::new([]).unwrap())), one);
    assert_eq!(all(&PlacedShape::from(Shape::scalar())), one);
    assert_eq!(all(&JaggedShape::scalar()), one);
    assert_eq!(all(&Nested::new([0, 0], Shape::scalar()).unwrap()), one);
    assert_eq!(all(&TiledShape::from_sizes(&[] as &[Vec<usize>]).unwrap()), one);
    let none = (0, vec![], vec![]);
    assert_eq!(all(&Shape::null()), none);
    assert_eq!(all(&PlacedShape::from(Shape::null())), none);
    assert_eq!(all(&JaggedShape::null()), none);
    assert_eq!(all(&Nested::new([0], Shape::null()).unwrap()), none);
    for extents in [&[0][..], &[0, 3], &[3, 0], &[2, 0, 4], &[0, 0]] {
        assert_eq!(all(&smooth(extents)), none, "{extents:?}");
        assert_eq!(all(&placed(extents, &vec![5; extents.len()])), none, "{extents:?}");
        assert_eq!(all(&smooth(extents).to_jagged()), none, "{extents:?}");
        assert_eq!(all(&Nested::new([extents.len()], smooth(extents)).unwrap()), none);
        let sizes: Vec<Vec<usize>> = extents.iter().map(|&extent| vec![extent]).collect();
        assert_eq!(all(&TiledShape::from_sizes(&sizes).unwrap()), none);
        // From both ends, and counted.
        let shape = smooth(extents);
        assert_eq!((shape.indices().len(), shape.indices().next_back()), (0, None));
    }
    assert_eq!(all(&Shape::new(extents![3, 0])), none);
    assert_eq!(all(&JaggedShape::from_lengths([]).unwrap()), none);
    assert_eq!(all(&JaggedShape::from_lengths([0, 0]).unwrap()), none);
    let mut scalar = Shape::scalar().indices();
    assert_eq!((scalar.len(), scalar.next_back(), scalar.next()), (1, Some([][..].into()), None));
}

/// The errors of parts, for any shape of the extents `[2, 3]`.
fn check_errors<S: ShapeBase>(shape: &S) {
    let index =
        |mode, index, end| StructureError::IndexOutOfBounds { mode, row: 0, index, begin: 0, end };
    let rank = |expected, found| ShapeError::RankMismatch { expected, found }.into();
    let slice = |pins: &[usize]| shape.slice(pins).err();
    let chip = |pins: &[usize]| shape.chip(pins).err();
    let in_box = |first: &[usize], last: &[usize]| {
        let region = || (first.to_vec(), last.to_vec());
        // A chip says the same.
        assert_eq!(shape.slice(region()).err(), shape.chip(region()).err());
        shape.slice(region()).err()
    };
    for part in [&slice as &dyn Fn(&[usize]) -> Option<StructureError>, &chip] {
        assert_eq!(part(&[2]), Some(index(0, 2, 2)));
        assert_eq!(part(&[usize::MAX, 0]), Some(index(0, usize::MAX, 2)));
        assert_eq!(part(&[1, 3]), Some(index(1, 3, 3)));
        assert_eq!(part(&[0, 0, 0]), Some(StructureError::TooManyPins { pins: 3, rank: 2 }));
        assert_eq!(part(&[1, 2]), None);
    }
    let out = |mode, first, last, end| {
        Some(StructureError::SliceOutOfBounds { mode, row: 0, first, last, begin: 0, end })
    };
    assert_eq!(in_box(&[0, 0], &[3, 1]), out(0, 0, 3, 2));
    assert_eq!(in_box(&[1, 0], &[2, 4]), out(1, 0, 4, 3));
    assert_eq!(in_box(&[0], &[1]), Some(rank(2, 1)));
    assert_eq!(in_box(&[0, 0, 0], &[1, 1, 1]), Some(rank(2, 3)));
    let falls = |mode, begin, end| Some(ShapeError::BeginAfterEnd { mode, begin, end }.into());
    assert_eq!(in_box(&[1, 0], &[0, 1]), falls(0, 1, 0));
    assert_eq!(in_box(&[0, 3], &[1, 2]), falls(1, 3, 2));
    assert_eq!(in_box(&[0, 2], &[1, 3]), None);
    // A chip drops a mode, a slice need not.
    let whole = || (vec![0, 0], vec![2, 3]);
    assert_eq!(shape.slice(whole()).err(), None);
    assert_eq!(shape.chip(whole()).err(), Some(ShapeError::NothingToChip.into()));
    assert_eq!(chip(&[]), Some(ShapeError::NothingToChip.into()));
    // To clip cuts what is outside, and nothing else is right then.
    assert_eq!(shape.clip(([0, 0], [9, usize::MAX])).unwrap().size(), 6);
    assert_eq!(shape.clip(([0], [1])).err(), Some(rank(2, 1)));
    assert_eq!(shape.clip(([1, 0], [0, 1])).err(), falls(0, 1, 0));
}

#[test]
fn parts_that_are_none_are_the_same_errors_for_all_kinds() {
    check_errors(&Shape::new(extents![2, 3]));
    check_errors(&Shape::new(extents![2, dyn 3].unwrap()));
    check_errors(&smooth(&[2, 3]));
    check_errors(&placed(&[2, 3], &[0, 0]));
    check_errors(&smooth(&[2, 3]).to_jagged());
    check_errors(&JaggedShape::from_lengths([3, 3]).unwrap());
    check_errors(&Nested::new([1, 1], smooth(&[2, 3])).unwrap());
    check_errors(&Nested::new([1, 1], JaggedShape::from_lengths([3, 3]).unwrap()).unwrap());
    // A tiled shape has the modes of its grid as well: two tiles of 3.
    check_errors(&TiledShape::from_sizes([[3, 3]]).unwrap());
    // Ragged rows say which row it is.
    let ragged = JaggedShape::from_lengths([3, 1]).unwrap();
    let error = ragged.slice([1, 2]).unwrap_err();
    let (mode, row) = (1, 1);
    assert_eq!(error, StructureError::IndexOutOfBounds { mode, row, index: 2, begin: 0, end: 1 });
    let error = ragged.slice(([0, 0], [2, 2])).unwrap_err();
    let (first, last, begin, end) = (0, 2, 0, 1);
    assert_eq!(error, StructureError::SliceOutOfBounds { mode, row, first, last, begin, end });
}

#[test]
fn origins_are_set_where_their_rank_is_that_of_the_shape() {
    let rank =
        |expected, found| StructureError::Shape(ShapeError::RankMismatch { expected, found });
    let box_of = crate::tables::indices(&[2, 3]);
    let mut shape = placed(&[2, 3], &[0, 0]);
    shape.set_origin([10, 20]).unwrap();
    assert_eq!(shape.origin().as_ref(), [10, 20]);
    assert_eq!(listed(shape.indices()), moved(box_of.clone(), &[10, 20]));
    assert_eq!(listed(shape.indices_from_zero()), box_of);
    for wrong in [&[][..], &[10], &[1, 2, 3]] {
        assert_eq!(shape.set_origin(wrong), Err(rank(2, wrong.len())));
        assert_eq!(shape, placed(&[2, 3], &[10, 20]));
        assert_eq!(smooth(&[2, 3]).with_origin(wrong), Err(rank(2, wrong.len())));
        assert_eq!(Shape::at(extents![2, 3], wrong), Err(rank(2, wrong.len())));
    }
    // The type of a shape at zero has no word to set: it becomes one that has.
    let typed: PlacedShape<StaticExtents![2, 3]> =
        Shape::new(extents![2, 3]).with_origin([10, 20]).unwrap();
    assert_eq!(typed.weaken::<DynRankExtents>(), shape);
    // Of a jagged shape the first modes may be moved alone.
    let mut ragged = JaggedShape::from_lengths([1, 2]).unwrap();
    for (origin, whole) in [(&[10][..], [10, 0]), (&[3, 7], [3, 7]), (&[], [3, 7])] {
        ragged.set_origin(origin).unwrap();
        let expected = moved(rows(&[1, 2]), &whole);
        assert_eq!(
            (listed(ragged.indices()), ragged.origin().to_vec()),
            (expected, whole.to_vec())
        );
    }
    let before = ragged.clone();
    assert_eq!(ragged.set_origin(&[1, 2, 3]), Err(rank(2, 3)));
    assert_eq!(ragged, before);
    // A nested shape takes the origin of what it is of, layer by layer.
    let nested = Nested::new([1, 1], shape).unwrap();
    let origins: Vec<Vec<usize>> =
        (0..2).map(|layer| nested.layer_origin(layer).unwrap().to_vec()).collect();
    assert_eq!(origins, [[10], [20]]);
}

/// What `[2, 3] at [4, 5]` and its like are read as.
fn texts() -> impl Strategy<Value = (Vec<usize>, Vec<usize>)> {
    prop::collection::vec((0_usize..1000, 0_usize..1000), 0..5)
        .prop_map(|modes| modes.into_iter().unzip())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_printed_is_read((extents, origin) in texts()) {
        let list = |numbers: &[usize]| numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
        let plain = format!("[{}]", list(&extents));
        let is_zero = origin.iter().all(|&first| first == 0);
        let text = if is_zero { plain.clone() } else { format!("{plain} at [{}]", list(&origin)) };
        let (shape, at) = (smooth(&extents), placed(&extents, &origin));
        prop_assert_eq!((shape.to_string(), at.to_string()), (plain.clone(), text.clone()));
        prop_assert_eq!(plain.parse::<Shape>(), Ok(shape.clone()));
        prop_assert_eq!(text.parse::<PlacedShape>(), Ok(at.clone()));
        // Spaces do not matter, and where the type says more, the text must agree.
        let spaced = text.replace(", ", " ,").replace("at", " at  ");
        prop_assert_eq!(spaced.parse::<PlacedShape>(), Ok(at));
        let of_two = plain.parse::<Shape<DynExtents<2>>>();
        prop_assert_eq!(of_two.is_ok(), extents.len() == 2);
        if let Ok(found) = of_two {
            prop_assert_eq!(found.extents().extents().to_vec(), extents.clone());
        }
        // Other kinds print what they hold.
        prop_assert_eq!(Nested::new([extents.len()], shape.clone()).unwrap().to_string(), format!("{plain} in layers [{}]", extents.len()));
        prop_assert_eq!(shape.to_jagged().to_string(), plain);
    }

    /// A shape exists where the product of its extents that are not zero is an `isize`.
    #[test]
    fn sizes_that_overflow_are_errors(extents in prop::collection::vec(prop_oneof![0_usize..4, Just(1 << 20), Just(1 << 31), Just(1 << 61), Just((1 << 62) - 1), Just(isize::MAX as usize), any::<usize>()], 0..5)) {
        // The mode that is one too many, and the product before it.
        let mut product = 1_u128;
        let mut error = None;
        for (mode, &extent) in extents.iter().enumerate().filter(|(_, extent)| **extent > 0) {
            let before = product;
            product *= extent as u128;
            if product > isize::MAX as u128 {
                error = Some(ShapeError::SizeOverflow { mode, elements: before as usize, extent });
                break;
            }
        }
        let size = if extents.contains(&0) { 0 } else { product as usize };
        let overflow = error.map(StructureError::Shape);
        let found = Shape::from_list(&extents);
        prop_assert_eq!(found.as_ref().map(ShapeBase::size).map_err(|error| *error), overflow.map_or(Ok(size), Err));
        prop_assert_eq!(Shape::from_extents(extents.iter().copied()), found);
        let text = format!("{extents:?}").parse::<PlacedShape>();
        prop_assert_eq!(text.map(|shape| shape.size()), overflow.map_or(Ok(size), Err));
        prop_assert_eq!(DynRankExtents::new(&extents).map(|found| found.size()), error.map_or(Ok(size), Err));
        // In a jagged shape no number of elements is larger either.
        let sum: u128 = extents.iter().map(|&extent| extent as u128).sum();
        let rows = JaggedShape::from_lengths(extents.iter().copied());
        if sum > isize::MAX as u128 {
            prop_assert!(matches!(rows, Err(StructureError::SumOverflow { of: Pieces::Rows, mode: 1, .. })), "{:?}", rows);
        } else {
            prop_assert_eq!(rows.unwrap().size() as u128, sum);
        }
    }

    /// Layers share out the modes: their ranks add up to that of the shape.
    #[test]
    fn layers_add_up_to_the_rank(ranks in prop::collection::vec(0_usize..4, 0..4), extents in prop::collection::vec(0_usize..4, 0..6)) {
        let (layered, rank) = (ranks.iter().sum(), extents.len());
        let found = Nested::new(ranks.iter().copied(), smooth(&extents));
        if layered == rank {
            let found = found.unwrap();
            prop_assert_eq!((found.layers().to_vec(), found.shape()), (ranks, &smooth(&extents)));
        } else {
            prop_assert_eq!(found.unwrap_err(), ShapeError::CountMismatch { of: Quantity::LayeredModes, expected: rank, found: layered }.into());
        }
    }

    /// Without its layers a nested shape is the shape that was given, smooth or jagged; and so are its first layers.
    #[test]
    fn nestings_flatten_to_what_they_are_of(lengths in prop::collection::vec(prop::collection::vec(1_usize..4, 1..4), 1..4), empty in 0_usize..3) {
        let slices: Vec<JaggedShape> =
            lengths.iter().map(|rows| JaggedShape::from_lengths(rows.iter().copied()).unwrap()).collect();
        let jagged = JaggedShape::from_slices(&slices).unwrap();
        let expected: Indices = lengths.iter().enumerate().flat_map(|(at, lengths)| {
            rows(lengths).into_iter().map(move |index| [&[at], &index[..]].concat())
        }).collect();
        let mut ranks = vec![1, 1, 1];
        ranks.insert(empty, 0);
        let nested = Nested::new(ranks.iter().copied(), jagged.clone()).unwrap();
        prop_assert_eq!(nested.jagged().unwrap(), jagged.clone());
        prop_assert_eq!(&listed(nested.jagged().unwrap().indices()), &expected);
        prop_assert_eq!(nested.is_smooth(), jagged.is_smooth());
        // Layer by layer: the partial indices, each once.
        let mut modes = 0;
        for (layer, rank) in ranks.iter().enumerate() {
            modes += rank;
            let mut prefixes: Indices = expected.iter().map(|index| index[..modes].to_vec()).collect();
            prefixes.dedup();
            prop_assert_eq!(listed(nested.through(layer).unwrap().indices()), prefixes);
        }
        prop_assert_eq!(nested.into_shape(), jagged.clone());
        // Where all rows are alike it flattens to a smooth shape, and only there.
        let first = &lengths[0];
        let alike = lengths.iter().all(|rows| rows == first) && first.iter().all(|length| *length == first[0]);
        let flat = Nested::new([1, 2], jagged).unwrap().into_shape().to_smooth();
        prop_assert_eq!(flat.is_ok(), alike);
        if let Ok(flat) = flat {
            prop_assert_eq!(flat, smooth(&[lengths.len(), first.len(), first[0]]));
        }
        let typed = Nested::new([1, 1], Shape::new(extents![2, 3])).unwrap();
        let back: Shape<StaticExtents![2, 3]> = typed.into_shape();
        prop_assert_eq!(back, smooth(&[2, 3]));
    }
}

/// What the layers of any shape say, where each partial index has elements.
fn check_layers<S: ShapeBase>(nested: &Nested<S>, ranks: &[usize], indices: &Indices) {
    assert_eq!((nested.layers().as_ref(), nested.n_layers()), (ranks, ranks.len()));
    let mut modes = 0;
    for (layer, rank) in ranks.iter().enumerate() {
        modes += rank;
        let mut prefixes: Indices = indices.iter().map(|index| index[..modes].to_vec()).collect();
        prefixes.dedup();
        assert_eq!(nested.rank_layer(layer), Ok(*rank));
        assert_eq!(nested.elements_in_layer(layer), Ok(prefixes.len()), "{nested:?}");
        for prefix in prefixes {
            let below = indices.iter().filter(|index| index.starts_with(&prefix));
            let below: Indices = below.map(|index| index[modes..].to_vec()).collect();
            assert_eq!(listed(nested.inner(&prefix).unwrap().indices()), below, "{nested:?}");
        }
    }
    let layers = ranks.len();
    let none = StructureError::OutOfRange { of: Item::Layer, number: layers, count: layers };
    assert_eq!(nested.rank_layer(layers), Err(none));
    assert_eq!(nested.elements_in_layer(layers), Err(none));
}

#[test]
fn smooth_jagged_and_tiled_shapes_have_layers() {
    let plain = crate::tables::indices(&[2, 3, 2]);
    for ranks in [&[3][..], &[1, 2], &[2, 1], &[1, 1, 1], &[0, 1, 0, 2, 0]] {
        let nested = |shape| Nested::new(ranks.iter().copied(), shape).unwrap();
        check_layers(&nested(smooth(&[2, 3, 2])), ranks, &plain);
    }
    let jagged = jagged![{ [1] }, { [2], [3] }].unwrap();
    let indices = listed(jagged.indices());
    assert_eq!(indices.len(), 6);
    for ranks in [&[1, 2][..], &[2, 1], &[1, 1, 1], &[1, 1, 0, 1]] {
        check_layers(&Nested::new(ranks.iter().copied(), jagged.clone()).unwrap(), ranks, &indices);
    }
    let sizes = [vec![1, 2], vec![2, 1]];
    let tiled = TiledShape::from_sizes(&sizes).unwrap();
    for ranks in [&[4][..], &[2, 2], &[1, 1, 2], &[1, 3], &[2, 0, 2]] {
        let nested = Nested::new(ranks.iter().copied(), tiled.clone()).unwrap();
        check_layers(&nested, ranks, &tiles(&sizes));
    }
}

#[test]
fn nested_shapes_are_equal_by_layers_and_shape_and_the_same_as_what_is_under_them() {
    let nested = |ranks: &[usize], extents: &[usize]| {
        Nested::new(ranks.iter().copied(), smooth(extents)).unwrap()
    };
    let one = nested(&[1, 2], &[2, 3, 4]);
    assert_eq!(one, nested(&[1, 2], &[2, 3, 4]));
    assert_ne!(one, nested(&[2, 1], &[2, 3, 4]));
    assert_ne!(one, nested(&[1, 2, 0], &[2, 3, 4]));
    assert_ne!(one, nested(&[1, 2], &[2, 4, 3]));
    // What is under them, nested or plain, smooth or spelled as a jagged shape.
    assert!(one.same_shape(&nested(&[2, 1], &[2, 3, 4])));
    assert!(one.same_shape(&smooth(&[2, 3, 4])));
    assert!(one.same_shape(&Shape::new(extents![2, 3, 4])));
    assert!(one.same_shape(&smooth(&[2, 3, 4]).to_jagged()));
    assert!(!one.same_shape(&smooth(&[2, 4, 3])));
    assert!(!one.same_shape(&placed(&[2, 3, 4], &[0, 0, 1])));
    assert!(!one.same_shape(&smooth(&[24])));
    let ragged = jagged![[1], [2]].unwrap();
    let rows = Nested::new([1, 1], ragged.clone()).unwrap();
    assert!(rows.same_shape(&ragged) && !rows.same_shape(&smooth(&[2, 2])));
    assert_eq!(rows, Nested::new([1, 1], ragged.clone()).unwrap());
    assert_ne!(rows, Nested::new([1, 1], jagged![[1], [3]].unwrap()).unwrap());
    assert_ne!(rows, Nested::new([2, 0], ragged).unwrap());
}

#[test]
fn views_share_what_they_are_of_and_stay_when_it_is_gone() {
    let lengths: Vec<usize> = (0..2000).map(|row| row % 7).collect();
    let whole = JaggedShape::from_lengths(lengths.iter().copied()).unwrap();
    let all = listed(whole.indices());
    // A part has the memory of the whole: it is a view, and takes next to none of its own.
    let part = whole.slice_rows(500..1500).unwrap();
    assert_eq!(part.clone().into_offsets(), None);
    assert!(whole.bytes() > 2000);
    let expected: Indices =
        all.iter().filter(|index| (500..1500).contains(&index[0])).cloned().collect();
    assert_eq!(listed(part.indices()), expected);
    // Who holds the view needs nothing else.
    drop(whole);
    assert_eq!(listed(part.indices()), expected);
    // Owned, it is equal.
    let offsets = lengths[500..1500].iter().copied();
    let owned = JaggedShape::from_lengths(offsets).unwrap().with_origin(&[500]).unwrap();
    assert_eq!(owned, part);
    assert!(owned.into_offsets().is_some());

    // Elements: borrowed from an array, or owned; a smooth slice of them is a view of this crate.
    let array: Vec<u16> = (0..6).collect();
    let shape = JaggedShape::from_lengths([2, 1, 3]).unwrap();
    let borrowed = RaggedTensor::new(shape.clone(), &array[..]).unwrap();
    let owned = RaggedTensor::new(shape, array.clone()).unwrap();
    assert_eq!(borrowed.as_slice().as_ptr(), array.as_ptr());
    assert_ne!(owned.as_slice().as_ptr(), array.as_ptr());
    assert!(borrowed.rows().eq(owned.rows()));
    let row = borrowed.view_at::<DynExtents<1>>(&[2]).unwrap();
    assert_eq!(row.try_as_slice().unwrap().as_ptr_range(), array[3..].as_ptr_range());
    let rows = owned.slice_rows(1..3).unwrap();
    assert_eq!(rows.as_slice().as_ptr_range(), owned.as_slice()[2..].as_ptr_range());
    assert!(rows.rows().eq([&[2][..], &[3, 4, 5]]));
}
