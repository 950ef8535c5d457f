//! Origins in the type: what typed slices of shapes know of where they begin.

use extents::{Const, Dyn, StaticExtents, extents, slice};
use extents_shapes::{PlacedShape, Shape, ShapeBase, StaticOrigin, StructureError};

#[test]
fn static_origins_stay_static() {
    let s = Shape::new(extents![10, 20, 30]);
    let Ok(part) = s.slice_typed(slice![2..7, .., 4]);
    let part: Shape<StaticExtents![5, 20, 1], StaticOrigin<(Const<2>, Const<0>, Const<4>)>> = part;
    assert_eq!((size_of_val(&part), part.origin()), (0, [2, 0, 4]));
    assert_eq!(part, s.slice(([2, 0, 4], [7, 20, 5])).unwrap());
    // A slice of the slice, by the indices of the first shape. Nothing can fail.
    let Ok(smaller) = part.slice_typed(slice![3..6, 5..+2, ..]);
    let smaller: Shape<StaticExtents![3, 2, 1], StaticOrigin<(Const<3>, Const<5>, Const<4>)>> =
        smaller;
    assert_eq!(size_of_val(&smaller), 0);
    assert_eq!(smaller, part.slice(([3, 5, 4], [6, 7, 5])).unwrap());
    assert!(smaller.indices().eq((3..6).flat_map(|i| [[i, 5, 4], [i, 6, 4]])));
    // A chip leaves the coordinates of the other modes, at both ends of what is there.
    let Ok(row) = smaller.chip_typed(slice![5, .., ..]);
    let row: Shape<StaticExtents![2, 1], StaticOrigin<(Const<5>, Const<4>)>> = row;
    assert_eq!(row.to_string(), "[2, 1] at [5, 4]");
    let Ok(point) = row.chip_typed(slice![6, 4]);
    let point: Shape<StaticExtents![], StaticOrigin<()>> = point;
    assert_eq!(point.size(), 1);
    // What stays whole keeps its begin, and an empty range has one.
    let Ok(all) = part.slice_typed(slice![.., .., ..]);
    assert_eq!((all, size_of_val(&all)), (part, 0));
    let Ok(none) = part.slice_typed(slice![7..7, .., 4]);
    assert_eq!((none.size(), none.origin()), (0, [7, 0, 4]));
    // It becomes a value where one is asked for.
    let placed: PlacedShape<StaticExtents![5, 20, 1]> = part.into();
    assert_eq!((placed, placed.to_string()), (part.weaken(), "[5, 20, 1] at [2, 0, 4]".into()));
}

#[test]
fn origins_are_known_mode_by_mode() {
    let (n, s) = (3, Shape::new(extents![10, 20]));
    let part = s.slice_typed(slice![n..+4, 5..8]).unwrap();
    let part: Shape<StaticExtents![4, 3], StaticOrigin<(Dyn, Const<5>)>> = part;
    assert_eq!((size_of_val(&part), part.origin()), (size_of::<usize>(), [3, 5]));
    assert_eq!(part, s.slice(([3, 5], [7, 8])).unwrap());
    // Slices of it are checked against all its indices.
    for (first, last) in [(0, 3), (2, 4), (3, 3), (3, 7), (4, 6), (6, 8), (7, 7), (8, 8)] {
        let found = part.slice_typed(slice![first..last, 6]).map(|part| part.to_string());
        let expected = part.slice(([first, 6], [last, 7])).map(|part| part.to_string());
        assert_eq!(found, expected, "{first}..{last}");
    }
    for row in 0..9 {
        let found = part.chip_typed(slice![row, ..]).map(|part| part.to_string());
        let expected = part.chip(([row, 5], [row + 1, 8])).map(|part| part.to_string());
        assert_eq!(found.ok(), expected.ok(), "{row}");
    }
    let error = part.chip_typed(slice![7, ..]).unwrap_err();
    let index = StructureError::IndexOutOfBounds { mode: 0, row: 0, index: 7, begin: 3, end: 7 };
    assert_eq!(error, index);
}
