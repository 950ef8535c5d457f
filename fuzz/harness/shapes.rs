//! Lengths, offsets, boundaries and texts of shapes that are any numbers.

use extents::Extents;
use extents_mpi::Ownership;
use extents_shapes::{
    JaggedShape, ModeTiling, Nested, PlacedShape, Shape, ShapeBase, StructureError, TiledShape,
};

use super::bytes::Bytes;

/// The most elements that are listed.
const LISTED: usize = 1000;

pub(crate) fn shapes(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    match bytes.below(5) {
        0 => text(&bytes.text()),
        1 => ragged_matrix(&mut bytes),
        2 => levels(&mut bytes),
        3 => tilings(&mut bytes),
        _ => nested(&mut bytes),
    }
}

/// A text that is a shape prints as one that reads back.
fn text(text: &str) {
    match text.parse::<PlacedShape>() {
        Ok(shape) => {
            assert_eq!(shape.to_string().parse::<PlacedShape>().as_ref(), Ok(&shape), "{text:?}");
            let plain = text.parse::<Shape>();
            let at_zero = shape.origin().iter().all(|&coordinate| coordinate == 0);
            assert_eq!(plain.is_ok(), at_zero, "{text:?}: {plain:?}");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Lengths and offsets of rows, and what a list of rows says of them.
fn ragged_matrix(bytes: &mut Bytes<'_>) {
    let lengths: Vec<usize> = (0..bytes.below(12)).map(|_| bytes.size()).collect();
    let mut offsets = vec![0];
    for &length in &lengths {
        let before: usize = offsets[offsets.len() - 1];
        offsets.push(before.wrapping_add(length));
    }
    let shape = JaggedShape::from_lengths(lengths.iter().copied());
    let compact = JaggedShape::compact_from_lengths(lengths.iter().copied());
    let by_offsets = JaggedShape::from_offsets(offsets.clone());
    let sum = lengths.iter().try_fold(0_usize, |sum, &length| sum.checked_add(length));
    let fits = sum.is_some_and(|sum| isize::try_from(sum).is_ok());
    assert_eq!(shape.is_ok(), fits, "{lengths:?}: {shape:?}");
    let Ok(shape) = shape else {
        assert!(compact.is_err());
        return;
    };
    assert_eq!(compact.as_ref(), Ok(&shape));
    assert_eq!(by_offsets.as_ref(), Ok(&shape));
    assert_eq!((shape.rank(), Some(shape.size())), (2, sum));
    assert_eq!(shape.rows().len(), lengths.len());
    for (row, pair) in offsets.windows(2).enumerate() {
        assert_eq!(shape.rows().get(row), Some(pair[0]..pair[1]));
    }
    let (row, column) = (bytes.size(), bytes.size());
    let expected =
        lengths.get(row).filter(|length| column < **length).map(|_| offsets[row] + column);
    assert_eq!(shape.offset(&[row, column]).ok(), expected);
    assert_eq!(shape.contains(&[row, column]), expected.is_some());
    if let Some(offset) = expected {
        assert_eq!(shape.index_of(offset), Ok([row, column]));
    }
    let (first, last) = (bytes.size(), bytes.size());
    let rows = shape.slice_rows(first..last);
    match lengths.get(first..last) {
        Some(part) => assert_eq!(rows.map(|rows| rows.size()), Ok(part.iter().sum())),
        None => assert!(rows.is_err()),
    }
    look_into(&shape, bytes);
}

/// What holds for each shape; a part by pins and boxes; and permutations of it.
fn look_into(shape: &JaggedShape, bytes: &mut Bytes<'_>) {
    assert!(!shape.to_string().is_empty());
    let _ = (shape.padded(), shape.padding(), shape.first_modes(bytes.below(5)));
    if let Ok(flat) = shape.flatten(bytes.below(4)) {
        assert_eq!((flat.size(), flat.rank() + 1), (shape.size(), shape.rank()));
    }
    let pins: Vec<usize> = (0..bytes.below(4)).map(|_| bytes.size()).collect();
    let last: Vec<usize> = pins.iter().map(|_| bytes.size()).collect();
    let region = (&pins[..], &last[..]);
    let _ = (shape.chip(&pins), shape.element(&pins), shape.leaf(&pins));
    let (strict, clipped) =
        (shape.slice((pins.clone(), last.clone())), shape.clip((pins.clone(), last.clone())));
    let inside = |index: &[usize]| {
        let (first, last) = region;
        index.iter().zip(first.iter().zip(last)).all(|(i, (first, last))| first <= i && i < last)
    };
    if shape.size() > LISTED {
        return;
    }
    let all: Vec<Vec<usize>> = shape.indices().map(|index| index.as_ref().to_vec()).collect();
    assert_eq!(all.len(), shape.size());
    for (offset, index) in all.iter().enumerate() {
        assert_eq!(shape.offset(index), Ok(offset));
        assert!(shape.contains(index));
    }
    let expected: Vec<&Vec<usize>> = all.iter().filter(|index| inside(index)).collect();
    for part in [strict, clipped.clone()].into_iter().flatten() {
        let found: Vec<Vec<usize>> = part.indices().map(|index| index.as_ref().to_vec()).collect();
        assert!(found.iter().eq(expected.iter().copied()), "{shape}: {pins:?} to {last:?}: {part}");
    }
    let labels = ["", "i", "i,j", "i,j,k", "i,j,k,l"];
    let orders = ["i", "j", "j,i", "i,k,j", "k,i,j", "i,j", "", "j,j", "i,l,k,j", "i,k"];
    if let Some(labels) = labels.get(shape.rank()) {
        let order = orders[bytes.below(orders.len())];
        let _ = shape.ix(labels).to(order);
        let _ = (shape.ix(labels).clip().to(order), shape.ix(labels).zero_extend().to(order));
        let sum = (shape.ix(labels) + shape.ix(labels)).to(labels);
        assert!(sum.is_ok_and(|sum| sum.same_extents(shape)) || shape.is_null());
        let _ = (shape.ix(labels) * shape.ix(order)).to(order);
    }
}

trait SameExtents {
    fn same_extents(&self, other: &JaggedShape) -> bool;
}

impl SameExtents for JaggedShape {
    fn same_extents(&self, other: &JaggedShape) -> bool {
        self.size() == other.size() && self.rank() == other.rank()
    }
}

/// Offsets of several levels, right ones mostly.
fn levels(bytes: &mut Bytes<'_>) {
    let mut rows = bytes.below(5);
    let mut levels = Vec::new();
    for _ in 0..1 + bytes.below(3) {
        let mut level = vec![0_usize];
        for _ in 0..rows {
            let length = if bytes.byte() > 250 { bytes.size() } else { bytes.below(4) };
            level.push(level[level.len() - 1].wrapping_add(length));
        }
        if bytes.byte() > 245 {
            level.push(bytes.size());
        }
        rows = (*level.last().unwrap_or(&0)).min(LISTED);
        levels.push(level);
    }
    let rises = levels.iter().all(|level| level.windows(2).all(|pair| pair[0] <= pair[1]));
    let fits = levels.windows(2).all(|pair| pair[1].len() - 1 == *pair[0].last().unwrap());
    let counted = levels.iter().flatten().all(|offset| isize::try_from(*offset).is_ok());
    match JaggedShape::from_offset_levels(levels.clone()) {
        Ok(shape) => {
            assert!(rises && fits, "{levels:?}");
            assert_eq!(shape.size(), *levels.last().unwrap().last().unwrap());
            assert_eq!(shape.rank(), levels.len() + 1);
            look_into(&shape, bytes);
            let slices: Result<Vec<_>, StructureError> =
                (0..shape.rows().len()).map(|row| shape.element(&[row])).collect();
            // A row without entries does not know what would be in them.
            let full = levels.iter().all(|level| level.windows(2).all(|pair| pair[0] < pair[1]));
            if let (Ok(slices), true) = (slices, shape.size() <= LISTED && full)
                && !slices.is_empty()
            {
                assert_eq!(JaggedShape::from_slices(&slices).as_ref(), Ok(&shape));
            }
        }
        Err(_) => assert!(!(rises && fits && counted), "{levels:?}"),
    }
}

/// Tilings of one mode and their refinement, and ownership of tiles.
fn tilings(bytes: &mut Bytes<'_>) {
    let sizes: Vec<usize> = (0..bytes.below(6)).map(|_| bytes.size()).collect();
    let (extent, tile, tiles) = (bytes.size(), bytes.size(), bytes.size());
    let made = [
        ModeTiling::from_sizes(&sizes),
        ModeTiling::from_boundaries(&sizes),
        ModeTiling::uniform(extent, tile),
        ModeTiling::balanced(extent, tile),
    ];
    let made: Vec<ModeTiling> = made.into_iter().flatten().collect();
    for tiling in &made {
        let at = bytes.size();
        if let Ok((tile, within)) = tiling.tile_of(at) {
            let range = tiling.range(tile).expect("it has this tile");
            assert!(range.contains(&at) && range.start + within == at);
        } else {
            assert!(at >= tiling.extent());
        }
        if tiling.tiles() <= LISTED {
            assert_eq!(tiling.sizes().sum::<usize>(), tiling.extent());
        }
        assert!(tiling.to_string().len() < 1 << 20);
        assert_eq!(tiling.same_as(tiling), Ok(()));
        for other in made.iter().filter(|other| other.tiles() < 1 << 20 && tiling.tiles() < 1 << 20)
        {
            if let Ok(fine) = tiling.refine(other) {
                assert!(fine.tiling().tiles() >= tiling.tiles().max(other.tiles()));
                assert_eq!(fine.tiling().extent(), tiling.extent());
            }
        }
    }
    let processes = bytes.below(6);
    let source = bytes.below(6);
    let owners = [
        Ownership::block(tiles, processes),
        Ownership::block_ceil(tiles, processes),
        Ownership::cyclic(tiles, processes),
        Ownership::block_cyclic(tiles, processes, bytes.size(), source),
    ];
    for owners in owners.into_iter().flatten() {
        let tile = bytes.size();
        match (owners.owner(tile), owners.local(tile)) {
            (Ok(owner), Ok(local)) => assert_eq!(owners.global(owner, local), Ok(tile)),
            (owner, local) => assert!(owner.is_err() && local.is_err() && tile >= tiles),
        }
        let counts = (0..processes).map(|process| owners.count(process).unwrap_or(usize::MAX));
        assert_eq!(counts.sum::<usize>(), tiles);
    }
    let lists: Vec<Vec<usize>> =
        (0..bytes.below(4)).map(|_| (0..bytes.below(4)).map(|_| bytes.size()).collect()).collect();
    if let Ok(tiled) = TiledShape::from_sizes(&lists) {
        let mapping = tiled.mapping();
        let size = mapping.extents().size();
        assert_eq!(mapping.required_span_size(), size);
        if size > 0 {
            let offset = bytes.size() % size;
            let index = mapping.index(offset).expect("each offset has an index");
            assert_eq!(mapping.offset(index.as_ref()), Ok(offset));
        }
    }
}

/// Shapes with an origin, and layers.
fn nested(bytes: &mut Bytes<'_>) {
    let extents: Vec<usize> = (0..bytes.below(5)).map(|_| bytes.size()).collect();
    let origin: Vec<usize> = (0..bytes.below(5)).map(|_| bytes.size()).collect();
    let layers: Vec<usize> = (0..bytes.below(4)).map(|_| bytes.size()).collect();
    let Ok(shape) = Shape::from_list(&extents) else { return };
    let depth = bytes.below(5);
    if let Ok(nested) = Nested::new(layers.iter().copied(), shape.clone()) {
        assert_eq!(layers.iter().sum::<usize>(), extents.len());
        let _ =
            (nested.rank_layer(depth), nested.elements_in_layer(depth), nested.layer_origin(depth));
        assert!(!nested.to_string().is_empty());
        let _ = nested.relayered(layers.iter().rev().copied());
    }
    let Ok(placed) = shape.with_origin(&origin) else { return };
    let at: Vec<usize> = origin
        .iter()
        .zip(&extents)
        .map(|(&from, &extent)| from.saturating_add(bytes.size() % extent.max(1)))
        .collect();
    match placed.offset(&at[..]) {
        Ok(offset) => assert_eq!(placed.index(offset).map(|index| index.to_vec()), Ok(at.clone())),
        Err(_) => assert_eq!(placed.size(), 0),
    }
    let last: Vec<usize> = at.iter().map(|at| at.saturating_add(1)).collect();
    if placed.size() > 0 {
        let one = placed.slice((at.clone(), last.clone())).expect("one element");
        assert_eq!((one.size(), one.origin().to_vec()), (1, at.clone()));
    }
    let region: Vec<usize> = at.iter().map(|_| bytes.size()).collect();
    let _ = (placed.slice((region.clone(), last.clone())), placed.clip((region.clone(), last)));
    let _ = placed.chip(&region);
}
