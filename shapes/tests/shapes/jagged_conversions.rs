//! Jagged shapes made from smooth ones, compared with them, and taken apart for their memory.

use extents::error::Place;
use extents::{DynExtents, DynRankExtents, extents};
use extents_shapes::{
    IntoJagged, JaggedShape, RaggedTensor, Shape, ShapeBase, StructureError, jagged,
};

fn smooth(extents: &[usize]) -> JaggedShape {
    JaggedShape::from_extents(&DynRankExtents::new(extents).unwrap())
}

#[test]
fn a_smooth_shape_equals_the_jagged_one_of_its_indices_and_no_other() {
    let shape = Shape::new(extents![2, 3]);
    let of_origin = smooth(&[2, 3]).with_origin(&[0, 1]).unwrap();
    for (jagged, is_equal) in [
        (smooth(&[2, 3]), true),
        (jagged![[3], [3]].unwrap(), true),
        (smooth(&[3, 2]), false),
        (smooth(&[6]), false),
        (jagged![[3], [2]].unwrap(), false),
        (of_origin, false),
        (JaggedShape::null(), false),
    ] {
        assert_eq!(jagged == shape, is_equal, "{jagged}");
        assert_eq!(shape == jagged, is_equal, "{jagged}");
    }
    assert!(JaggedShape::null() == Shape::<DynRankExtents>::null());
}

#[test]
fn extents_of_each_layer_become_a_jagged_shape() {
    let expected = smooth(&[2, 3]);
    let into = |shape: Result<JaggedShape, _>| assert_eq!(shape.unwrap(), expected);
    into([2, 3].into_jagged());
    into(extents![2, 3].into_jagged());
    into(extents![dyn 2, 3].unwrap().into_jagged());
    into(DynExtents::new([2, 3]).unwrap().into_jagged());
    into(DynRankExtents::new(&[2, 3]).unwrap().into_jagged());
    into(Shape::new(extents![2, 3]).into_jagged());
    into((&Shape::new(extents![2, 3])).into_jagged());
    into(expected.clone().into_jagged());
    into((&expected).into_jagged());
}

#[test]
fn ragged_elements_print_row_by_row() {
    let rows = vec![vec![1, 2], vec![], vec![3]];
    let tensor = RaggedTensor::from_rows(rows.clone()).unwrap();
    assert_eq!(format!("{tensor:?}"), format!("{rows:?}"));
}

#[test]
fn memory_comes_back_from_a_compact_matrix_that_nobody_shares() {
    let lengths = || (0..600).map(|row| row % 5);
    let compact = || JaggedShape::compact_from_lengths(lengths()).unwrap();
    let memory = compact().into_compact_memory().unwrap();
    let again = JaggedShape::compact_from_lengths_in(memory, [4, 5]).unwrap();
    assert_eq!(again, jagged![[4], [5]].unwrap());
    // Shared, a part, or stored as offsets.
    let shared = compact();
    let part = shared.slice_rows(100..500).unwrap();
    assert!(part.clone().into_compact_memory().is_none());
    assert!(shared.into_compact_memory().is_none());
    assert!(part.into_compact_memory().is_none());
    // A part that begins where the list does is the list, shortened.
    let first = compact().slice_rows(0..500).unwrap();
    let memory = first.into_compact_memory().unwrap();
    let again = JaggedShape::compact_from_lengths_in(memory, [4, 5]).unwrap();
    assert_eq!(again, jagged![[4], [5]].unwrap());
    assert!(JaggedShape::from_lengths(lengths()).unwrap().into_compact_memory().is_none());
    assert!(compact().into_offsets().is_none());
    assert!(smooth(&[2, 3]).into_compact_memory().is_none());
    assert!(JaggedShape::null().into_compact_memory().is_none());
}

#[test]
fn an_extent_that_no_row_tells_is_named_by_its_mode() {
    let none = JaggedShape::from_slices_of_rank(1, []).unwrap();
    let error = StructureError::NoRows { place: Place::Mode(1) };
    assert_eq!(none.to_smooth().unwrap_err(), error);
    let none = JaggedShape::from_slices_of_rank(2, []).unwrap();
    assert_eq!(none.to_smooth().unwrap_err(), error);
    // A mode between that no row tells either, but whose extent is known, is not the one.
    let none = JaggedShape::from_slices_of_rank(1, []).unwrap();
    let product = (none.ix("i,j") * smooth(&[3]).ix("k")).to("i,k,j").unwrap();
    let error = StructureError::NoRows { place: Place::Mode(2) };
    assert_eq!(product.to_smooth().unwrap_err(), error);
}

/// A rule that one side of a sum or a product states holds for all of it, on whichever side it stands.
#[test]
fn a_rule_of_one_side_is_that_of_both() {
    let rows = jagged![[2], [3]].unwrap();
    let clipped = jagged![[2], [2]].unwrap();
    let plain = || rows.ix("i,j");
    for sum in [plain().clip() + plain(), plain() + plain().clip(), plain().clip() * plain()] {
        assert_eq!(sum.to("j,i").unwrap(), clipped);
    }
    assert!((plain() + plain()).to("j,i").is_err());
    let meeting = || rows.ix("k,j");
    for product in [plain().strict() * meeting(), plain() * meeting().strict()] {
        assert!(product.to("i,k").is_err());
    }
    assert!((plain() * meeting()).to("i,k").is_ok());
}

#[test]
fn two_lengths_a_row_take_two_words() {
    let slices: Vec<JaggedShape> = (0..100).map(|row| smooth(&[row % 7, row % 5])).collect();
    let shape = JaggedShape::from_slices(&slices).unwrap();
    assert!(shape.bytes() >= 2 * 100 * size_of::<usize>(), "{}", shape.bytes());
    assert_eq!(smooth(&[2, 3]).bytes(), 0);
}

#[test]
fn a_table_has_the_row_of_each_so_manieth_element_and_of_the_last() {
    let shape = JaggedShape::from_lengths((0..1000).map(|row| row % 7)).unwrap();
    for (every, step) in [(0, 1), (1, 1), (2, 2), (3, 4), (64, 64), (100, 128), (5000, 8192)] {
        let sampled = shape.sampled(every).unwrap();
        let rows = shape.size().div_ceil(step) + 1;
        assert_eq!(sampled.bytes(), rows * size_of::<usize>(), "{every}");
        assert!((0..=shape.size()).all(|at| sampled.index(at) == shape.index(at)), "{every}");
    }
    assert_eq!(smooth(&[2, 3]).sampled(2).unwrap().bytes(), 0);
}

/// Rows of matrices: those of row 0 differ, and those of row 1 do not.
#[test]
fn a_slice_is_smooth_where_its_own_slices_are_alike() {
    let shape = jagged![{ [1, 2], [2, 1] }, { [3, 1], [3, 1] }].unwrap();
    let tensor = RaggedTensor::new(shape, (0..10).collect::<Vec<i32>>()).unwrap();
    assert!(tensor.view_at::<DynRankExtents>(&[0]).is_err());
    let smooth = tensor.view_at::<DynRankExtents>(&[1]).unwrap();
    assert_eq!(smooth.extents(), &DynRankExtents::new(&[2, 3, 1]).unwrap());
    assert_eq!((smooth[[0, 0, 0]], smooth[[1, 2, 0]]), (4, 9));
}
