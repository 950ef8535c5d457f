//! Shapes that are huge, empty, odd or deep: composition answers at once, with a shape or an error.

mod sizes;

use extents::error::{Place, Quantity};
use extents_shapes::error::{Compared, Need};

use extents::label::LabelName;
use extents::{ShapeError, StaticExtents, extents};
use extents_shapes::{
    Indexed, JaggedShape, Nested, PlacedShape, Shape, ShapeBase, StructureError, jagged,
};

fn smooth(extents: &[usize]) -> Shape {
    Shape::from_list(extents).unwrap()
}

fn name(label: &str) -> LabelName {
    LabelName::new(label)
}

#[test]
fn sums_in_products_in_sums_go_a_hundred_deep() {
    let js = jagged![[1], [2]].unwrap();
    let deep = |count: usize| -> Indexed<JaggedShape> {
        (0..count).fold(js.ix("i,j"), |whole, at| {
            if at % 2 == 0 { whole + js.ix("i,j") } else { whole * js.ix("i,j") }
        })
    };
    assert_eq!(deep(100).to("i,j").unwrap(), js);
    let error = deep(101).to("i,j").unwrap_err();
    assert_eq!(error, StructureError::ExpressionDepth { depth: 101, most: 100 });
    assert_eq!(
        error.to_string(),
        "sums and products are nested 101 deep, but at most 100 are allowed: `to` computes the shape of a part",
    );
    assert_eq!(
        deep(100_000).to("i,j").unwrap_err().to_string(),
        "sums and products are nested 101 deep, but at most 100 are allowed: `to` computes the shape of a part"
    );
}

#[test]
fn sums_stand_in_products() {
    let (a, b, c) = (smooth(&[2, 3]), smooth(&[3, 4]), smooth(&[2, 4]));
    let sum = a.ix("i,j") * b.ix("j,k") + c.ix("i,k");
    assert_eq!(sum.clone().to("i,k").unwrap(), c);
    // As a factor it has the labels of the term that is no product.
    assert_eq!((sum * c.ix("i,l")).to("i,k,l").unwrap(), smooth(&[2, 4, 4]));
    let error = (a.ix("i,j") + b.ix("j,k")).to("i,j").unwrap_err();
    assert_eq!(error, StructureError::LabelSets { label: name("k") });
    // A term says which one it is.
    let error = (a.ix("i,j") + a.ix("i,j,i")).to("i,j").unwrap_err();
    assert_eq!(
        error,
        ShapeError::CountMismatch { of: Quantity::Labels { operand: 1 }, expected: 2, found: 3 }
            .into()
    );
}

#[test]
fn diagonals_of_ragged_modes() {
    // Modes `j` of one shape, both ragged over `i`.
    let square = jagged![[2, 2], [3, 3]].unwrap();
    assert_eq!(square.ix("i,j,j").to("i,j").unwrap(), jagged![[2], [3]].unwrap());
    let oblong = jagged![[2, 2], [3, 4]].unwrap();
    assert_eq!(
        oblong.ix("i,j,j").to("i,j").unwrap_err(),
        StructureError::Mismatch {
            place: Place::Label(name("j")),
            of: Compared::RowLength { row: 1 },
            left: 3,
            right: 4
        },
    );
    // Rows of which only the diagonal is asked for: {1, 2} and {3, 4} leave 1 and 4.
    let rows = jagged![{ [1], [2] }, { [3], [4] }].unwrap();
    assert_eq!(rows.ix("i,i,k").to("i,k").unwrap(), jagged![[1], [4]].unwrap());
    let product = (rows.ix("i,i,k") * rows.ix("i,i,k")).to("i,k").unwrap();
    assert_eq!(product, jagged![[1], [4]].unwrap());
    // The diagonal may be smooth where the rest is not.
    let alike = jagged![{ [7], [2] }, { [3], [7] }].unwrap();
    assert_eq!(alike.ix("i,i,k").to("k,i").unwrap(), smooth(&[7, 2]));
    assert_eq!(alike.ix("i,i,k").to("k").unwrap(), smooth(&[7]));
    // A mode is no diagonal of the one that its own rows depend on.
    let error = jagged![[1], [2]].unwrap().ix("i,i").to("i").unwrap_err();
    let expected = StructureError::Mismatch {
        place: Place::Label(name("i")),
        of: Compared::SmoothLength { row: 0 },
        left: 2,
        right: 1,
    };
    assert_eq!(error, expected);
}

#[test]
fn rows_that_depend_on_two_labels_in_another_order() {
    // Rows of (i, j), 2 by 3, and the same function of (j, i).
    let a = jagged![{ [1], [2], [3] }, { [4], [5], [6] }].unwrap();
    let b = jagged![{ [1], [4] }, { [2], [5] }, { [3], [6] }].unwrap();
    assert_eq!((a.ix("i,j,k") + b.ix("j,i,k")).to("i,j,k").unwrap(), a);
    assert_eq!((a.ix("i,j,k") + b.ix("j,i,k")).to("j,i,k").unwrap(), b);
    assert_eq!((b.ix("j,i,k") * a.ix("i,j,k")).to("j,i,k").unwrap(), b);
    assert_eq!(
        (a.ix("i,j,k") + a.ix("j,i,k")).to("i,j,k").unwrap_err(),
        ShapeError::ExtentMismatch { place: Place::Label(name("i")), expected: 2, found: 3 }.into(),
    );
    let odd = jagged![{ [1], [4] }, { [2], [9] }, { [3], [6] }].unwrap();
    assert_eq!(
        (a.ix("i,j,k") * odd.ix("j,i,k")).to("i,j,k").unwrap_err(),
        StructureError::Mismatch {
            place: Place::Label(name("k")),
            of: Compared::RowLength { row: 4 },
            left: 5,
            right: 9
        },
    );
    assert_eq!(
        a.ix("i,j,k").to("i,k,j").unwrap_err(),
        StructureError::RaggedOrder { label: name("k"), parent: name("j") },
    );
}

#[test]
fn parents_of_other_names() {
    let a = jagged![[1], [2]].unwrap();
    // Summed over, a mode may have rows of its own in each operand; kept, it may not.
    assert_eq!((a.ix("i,j") * a.ix("k,j")).to("k,i").unwrap(), smooth(&[2, 2]));
    assert_eq!(
        (a.ix("i,j") * a.ix("k,j")).to("i,k,j").unwrap_err(),
        StructureError::RaggedParents { label: name("j"), left: name("i"), right: name("k") },
    );
    // One parent here and two there, and two that are laid out in another way.
    let two = jagged![{ [1], [2] }, { [3] }].unwrap();
    let error = (a.ix("i,j") * two.ix("k,l,j")).to("i,k").unwrap_err();
    assert_eq!(
        error,
        StructureError::Mismatch {
            place: Place::Label(name("j")),
            of: Compared::Parents,
            left: 1,
            right: 2
        }
    );
    let other = jagged![{ [1] }, { [2], [3] }].unwrap();
    let error = (two.ix("h,i,j") * other.ix("k,l,j")).to("h,k").unwrap_err();
    assert_eq!(error, StructureError::ProfilePlaces { label: name("j"), row: 1 });
    let error = (a.ix("i,j") * jagged![[1], [2], [3]].unwrap().ix("k,j")).to("").unwrap_err();
    assert_eq!(
        error,
        StructureError::Mismatch {
            place: Place::Label(name("j")),
            of: Compared::Rows,
            left: 2,
            right: 3
        }
    );
    // Kept under one parent here and two there: the odd one is named.
    let error = (a.ix("i,j") * two.ix("i,l,j")).to("i,l,j").unwrap_err();
    assert_eq!(
        error,
        StructureError::RaggedParents { label: name("j"), left: name("i"), right: name("l") },
    );
    // With equal lengths throughout.
    let error = (a.ix("i,j") * a.ix("k,j")).strict().to("i,k").unwrap_err();
    let label = name("j");
    let expected =
        StructureError::RowsMeet { label, row: 0, length: 1, other_row: 1, other_length: 2 };
    assert_eq!(error, expected);
}

#[test]
fn rows_that_some_labels_do_not_have() {
    // Mode `k` depends on `i` alone, and row 1 of `i` has none: 2 entries in row 0, and 1 in row 2.
    let gap = jagged![{ [2] }, JaggedShape::from_slices_of_rank(1, []).unwrap(), { [1] }].unwrap();
    assert_eq!(gap.ix("i,j,k").to("i,k").unwrap(), jagged![[2], [0], [1]].unwrap());
    let found = gap.ix("i,j,k").to("k,i").unwrap_err();
    let (label, parent) = (name("k"), name("i"));
    let expected =
        StructureError::ParentNeeded { label, parent, by: Need::Order, row: 2, left: 0, right: 1 };
    assert_eq!(found, expected);
    // Where the last rows are missing, the columns end before them.
    let end = jagged![{ [2] }, { [1] }, JaggedShape::from_slices_of_rank(1, []).unwrap()].unwrap();
    assert_eq!(end.ix("i,j,k").to("k,i").unwrap(), jagged![[2], [1]].unwrap());
}

#[test]
fn empty_shapes() {
    let none = JaggedShape::from_slices_of_rank(1, []).unwrap();
    assert_eq!((none.ix("i,j") + none.ix("i,j")).to("i,j").unwrap(), none);
    assert_eq!((none.ix("i,j") * none.ix("k,j")).to("i,k").unwrap(), smooth(&[0, 0]));
    assert_eq!(none.ix("i,j").to("i").unwrap(), smooth(&[0]));
    assert_eq!(none.ix("i,j").to("j,i").unwrap(), smooth(&[0, 0]));
    let unknown = StructureError::NoRows { place: Place::Label(name("j")) };
    assert_eq!(none.ix("i,j").to("j").unwrap_err(), unknown);
    assert_eq!((none.ix("i,j") + smooth(&[0, 5]).ix("i,j")).to("i,j").unwrap_err(), unknown);
    // No row on either side tells whether all have one length.
    let rows = jagged![[1], [2]].unwrap();
    for (left, right) in [(&none, &rows), (&rows, &none)] {
        let product = left.ix("i,j") * right.ix("k,j");
        assert_eq!(product.strict().to("i,k").unwrap_err(), unknown);
    }
    // Rows without entries.
    let zeros = JaggedShape::from_lengths([0, 0]).unwrap();
    assert_eq!(zeros.ix("i,j").to("j,i").unwrap(), smooth(&[0, 2]));
    let some = JaggedShape::from_lengths([2, 0]).unwrap();
    assert_eq!(some.ix("i,j").to("j,i").unwrap(), smooth(&[2, 1]));
    assert_eq!(some.ix("i,j").to("").unwrap(), JaggedShape::scalar());
}

#[test]
fn nulls_and_scalars() {
    let null = JaggedShape::null();
    assert_eq!(null.ix("").to("").unwrap_err(), ShapeError::Null.into());
    assert_eq!((null.ix("") + null.ix("")).to("").unwrap_err(), ShapeError::Null.into());
    let scalar = JaggedShape::scalar();
    assert_eq!((scalar.ix("") * scalar.ix("")).to("").unwrap(), scalar);
    let js = jagged![[1], [2]].unwrap();
    assert_eq!((scalar.ix("") * js.ix("i,j")).to("i,j").unwrap(), js);
    let no_layers = Nested::new([], smooth(&[])).unwrap();
    assert_eq!((no_layers.ix("") * no_layers.ix("")).to("").unwrap(), no_layers);
}

#[test]
fn labels_that_are_no_labels() {
    let js = jagged![[1], [2]].unwrap();
    let product = || js.ix("i,j") * js.ix("i,k");
    assert!(matches!(
        product().to("i,,k"),
        Err(StructureError::Shape(ShapeError::Text { expected: "a label", found: None, .. }))
    ));
    assert!(matches!(
        js.ix("i,").to("i"),
        Err(StructureError::Shape(ShapeError::Text { expected: "a label", found: None, .. }))
    ));
    let unknown = ShapeError::UnknownLabel { label: name("x") };
    assert_eq!(product().to("i,x").unwrap_err(), unknown.into());
    let repeated = ShapeError::Repeated { place: Place::Label(name("i")) };
    assert_eq!(product().to("i,i").unwrap_err(), repeated.into());
    assert_eq!(
        js.ix("i").to("i").unwrap_err(),
        ShapeError::CountMismatch { of: Quantity::Labels { operand: 0 }, expected: 2, found: 1 }
            .into(),
    );
}

#[test]
fn origins_are_the_same_and_stay() {
    let at = |origin: &[usize]| jagged![[1], [2]].unwrap().with_origin(origin).unwrap();
    let a = at(&[10, 5]);
    assert_eq!((a.ix("i,j") * a.ix("i,k")).to("i,j,k").unwrap().origin().as_ref(), [10, 5, 5]);
    assert_eq!(
        (a.ix("i,j") + at(&[0, 5]).ix("i,j")).to("i,j").unwrap_err(),
        StructureError::Mismatch {
            place: Place::Label(name("i")),
            of: Compared::Origin,
            left: 10,
            right: 0
        },
    );
    let error = (a.ix("i,j") + at(&[10, 7]).ix("i,j")).to("i,j").unwrap_err();
    assert_eq!(
        error,
        StructureError::Mismatch {
            place: Place::Label(name("j")),
            of: Compared::RowOrigin { row: 0 },
            left: 5,
            right: 7
        }
    );
    assert_eq!(
        error.to_string(),
        "label `j` names ragged modes of different origins: row 0 begins at 5 and at 7",
    );
    // Rows of one length that begin at different coordinates.
    let slice = |origin: usize| -> PlacedShape {
        Shape::at(smooth(&[3]).extents().clone(), [origin]).unwrap()
    };
    let steps = jagged![slice(5), slice(7)].unwrap();
    let (label, parent) = (name("j"), name("i"));
    let moved =
        StructureError::ParentNeeded { label, parent, by: Need::Origin, row: 1, left: 5, right: 7 };
    assert_eq!(steps.ix("i,j").to("j,i").unwrap_err(), moved);
    assert_eq!(steps.ix("i,j").to("j").unwrap_err(), moved);
    assert_eq!(
        moved.to_string(),
        "label `j` depends on `i`, which must come before it in the result: row 0 begins at 5, row 1 at 7",
    );
    assert_eq!(
        (steps.ix("i,j") * slice(5).ix("j")).to("i").unwrap_err(),
        StructureError::Mismatch {
            place: Place::Label(label),
            of: Compared::RowOrigin { row: 1 },
            left: 5,
            right: 7
        },
    );
    assert_eq!(
        (steps.ix("i,j") * steps.ix("k,j")).strict().to("i,k").unwrap_err(),
        StructureError::Mismatch {
            place: Place::Label(label),
            of: Compared::RowOrigin { row: 1 },
            left: 5,
            right: 7
        },
    );
    let error = steps.to_smooth().unwrap_err();
    assert_eq!(
        error,
        StructureError::Mismatch {
            place: Place::Mode(1),
            of: Compared::RowOrigin { row: 1 },
            left: 5,
            right: 7
        }
    );
    assert_eq!(error.to_string(), "mode 1 is ragged: row 0 begins at 5, row 1 at 7");
}

#[test]
fn each_error_names_its_label_and_its_numbers() {
    let (a, b) = (jagged![[1], [2]].unwrap(), jagged![[1], [3]].unwrap());
    let two = jagged![{ [1], [2] }, { [3] }].unwrap();
    let other = jagged![{ [1] }, { [2], [3] }].unwrap();
    let words = |found: Result<JaggedShape, StructureError>| found.unwrap_err().to_string();
    let texts = [
        (
            words((a.ix("i,j") + b.ix("i,j")).to("i,j")),
            "label `j` names ragged modes of different lengths: row 1 has 2 and 3",
        ),
        (
            words((a.ix("i,j") * b.ix("k,j")).strict().to("i,k")),
            "label `j` should have one length throughout, but row 0 of 1 meets row 1 of 3",
        ),
        (
            words((a.ix("i,j") * two.ix("k,l,j")).to("i,k")),
            "label `j` names ragged modes that depend on 1 and on 2 labels",
        ),
        (
            words((two.ix("h,i,j") * other.ix("k,l,j")).to("h,k")),
            "label `j` names ragged modes of the same lengths, but row 1 belongs to other indices in one than in the other",
        ),
        (
            words(JaggedShape::from_lengths([]).unwrap().ix("i,j").to("j")),
            "label `j` names a ragged mode without rows, so its extent is unknown",
        ),
        (
            words(a.ix("i,j").to("j")),
            "label `j` depends on `i`, which is summed over: row 0 has 1, row 1 has 2",
        ),
    ];
    for (found, expected) in texts {
        assert_eq!(found, expected);
    }
}

#[test]
fn nested_shapes_need_their_layers_after_composition_too() {
    // Two jagged matrices, each in one layer; their product has two modes outside of its smooth slices.
    let a = Nested::new([2], jagged![[1], [2]].unwrap()).unwrap();
    let error = (a.ix("i,j") * a.ix("k,l")).to("i,k,j,l").unwrap_err();
    assert_eq!(error, StructureError::TooFewLayers { layers: 1, needed: 2 });
    let typed = Nested::typed(extents::modes![1, 1], Shape::new(extents![2, 3]));
    let product = (typed.ix("i,j") * typed.ix("i,j")).to("i").unwrap();
    assert_eq!(product, Nested::new([1, 0], smooth(&[2])).unwrap());
    let _: Shape<StaticExtents![2, 3]> = typed.into_shape();
}

#[test]
fn a_diagonal_without_rows_tells_no_extent() {
    // Row 1 alone has a slice, and that is slice 0: no index has two coordinates that are the same.
    let none = JaggedShape::from_slices_of_rank(1, []).unwrap();
    let shape = jagged![none, { [5] }].unwrap();
    let error = shape.ix("i,i,k").zero_extend().to("k");
    // Mode `k` has one extent throughout, so that it needs no row.
    assert_eq!(error.unwrap(), smooth(&[5]));
    let none = JaggedShape::from_slices_of_rank(1, []).unwrap();
    let two = jagged![none, { [5] }, { [6] }].unwrap();
    assert_eq!(
        two.ix("i,i,k").zero_extend().to("k").unwrap_err().to_string(),
        "label `k` depends on `i`, which is summed over: row 0 has 5, row 1 has 6"
    );
}
