//! Jagged shapes with slices and rows that hold nothing: what they keep, and which regions leave them.

use extents::Extents;
use extents_shapes::{JaggedShape, ShapeBase, StructureError, jagged};

fn extents_of(shape: &JaggedShape, prefix: &[usize]) -> Result<Vec<usize>, StructureError> {
    let leaf = shape.element(prefix)?.smooth_extents();
    Ok(leaf.map_or_else(Vec::new, |extents| extents.to_vec()))
}

/// In the second list mode 2 alone varies, so it could be a level of its own. Then nothing would tell that the
/// empty slice of the first list has an extent of 2.
#[test]
fn a_slice_without_elements_keeps_its_extents() -> Result<(), StructureError> {
    let shape = jagged![{ [3, 1], [0, 2] }, { [3, 2], [1, 2] }]?;
    assert_eq!(extents_of(&shape, &[0, 0])?, [3, 1]);
    assert_eq!(extents_of(&shape, &[0, 1])?, [0, 2]);
    assert_eq!(extents_of(&shape, &[1, 0])?, [3, 2]);
    assert_eq!(extents_of(&shape, &[1, 1])?, [1, 2]);
    assert_eq!(shape, jagged![{ [3, 1], [0, 2] }, { [3, 2], [1, 2] }]?);
    assert_ne!(shape, jagged![{ [3, 1], [0, 1] }, { [3, 2], [1, 2] }]?);

    // Beside a list without slices, and one of other extents.
    let none = JaggedShape::from_slices_of_rank(2, [])?;
    let shape = jagged![{ [3, 3] }, &none, { [1, 0], [0, 0] }]?;
    assert_eq!(extents_of(&shape, &[2, 0])?, [1, 0]);
    assert_eq!(extents_of(&shape, &[2, 1])?, [0, 0]);
    assert_eq!(shape.padded()?.iter().collect::<Vec<_>>(), [3, 2, 3, 3]);
    // Two lists of which each could have a level of its own, of unlike extents behind it.
    let shape = jagged![{ [0, 6], [0, 6] }, { [0, 5], [3, 5] }]?;
    assert_eq!(extents_of(&shape, &[0, 1])?, [0, 6]);
    assert_eq!(extents_of(&shape, &[1, 0])?, [0, 5]);
    assert_eq!(shape.padded()?.iter().collect::<Vec<_>>(), [2, 2, 3, 6]);
    // Both have a level of their own, and unlike extents behind it.
    let shape = jagged![{ [0, 5], [3, 5] }, { [0, 6], [1, 6] }]?;
    assert_eq!(extents_of(&shape, &[0, 0])?, [0, 5]);
    assert_eq!(extents_of(&shape, &[1, 0])?, [0, 6]);
    assert_eq!(extents_of(&shape, &[1, 1])?, [1, 6]);
    Ok(())
}

/// Modes that are spelled out slice by slice have rows, and where a region takes none, it leaves none.
#[test]
fn a_region_without_rows_leaves_no_row() -> Result<(), StructureError> {
    let shape = jagged![{ [0] }, { [2] }]?;
    // No slice along mode 0, so no row of mode 1.
    assert_eq!(shape.slice(([2, 1, 0], [2, 2, 2]))?.size(), 0);
    // Of slice 0 no row is taken, so that it is shorter than 2 does not matter.
    assert_eq!(shape.slice(([0, 1, 1], [1, 1, 2]))?.size(), 0);
    // Here it does.
    assert_eq!(
        shape.slice(([0, 0, 1], [1, 1, 2])).unwrap_err(),
        StructureError::SliceOutOfBounds { mode: 2, row: 0, first: 1, last: 2, begin: 0, end: 0 },
    );
    // The modes of a smooth slice that is taken are checked, all of them, as those of a smooth shape.
    let matrices = jagged![[2, 2], [1, 2]]?;
    assert!(matrices.slice(([0, 0, 1], [2, 0, 2])).is_ok());
    assert_eq!(
        matrices.slice(([0, 0, 1], [2, 0, 3])).unwrap_err(),
        StructureError::SliceOutOfBounds { mode: 2, row: 0, first: 1, last: 3, begin: 0, end: 2 },
    );
    assert!(matrices.slice(([2, 0, 1], [2, 0, 3])).is_ok());
    assert_eq!(
        matrices.slice(([3, 0, 1], [3, 0, 2])).unwrap_err().to_string(),
        "slice 3..3 is out of bounds for row 0 of mode 0, which spans 0..2"
    );
    let smooth = extents_shapes::Shape::from_list(&[2, 2])?;
    assert_eq!(
        smooth.slice(([0, 0], [0, 3])).unwrap_err().to_string(),
        "slice 0..3 is out of bounds for row 0 of mode 1, which spans 0..2"
    );
    assert_eq!(
        smooth.to_jagged().slice(([0, 0], [0, 3])).unwrap_err().to_string(),
        "slice 0..3 is out of bounds for row 0 of mode 1, which spans 0..2"
    );
    Ok(())
}

/// Cut row by row or strictly, a part without rows is the same one.
#[test]
fn parts_without_rows_are_equal() -> Result<(), StructureError> {
    for shape in [
        jagged![{ [1], [0] }]?,
        jagged![{ [2], [3] }, { [4] }]?,
        jagged![{ [2, 2], [3, 1] }]?.element(&[0])?,
        jagged![[1, 2], [0, 2]]?,
    ] {
        let rank = shape.rank();
        let rows = shape.rows().len();
        for begin in 0..=rows {
            let (mut first, mut last) = (vec![0; rank], vec![1; rank]);
            first.iter_mut().take(1).for_each(|first| *first = begin);
            last.iter_mut().take(1).for_each(|last| *last = begin);
            let region = (first, last);
            assert_eq!(shape.slice(region.clone())?, shape.clip(region)?, "{shape} at {begin}");
        }
    }
    Ok(())
}
