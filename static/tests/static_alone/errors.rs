//! The texts of errors, and the names of labels in them.

use extents_static::__private::refuse;
use extents_static::error::{Bounded, Limit, Part, Place, Quantity};
use extents_static::{LabelName, ShapeError};

#[test]
fn each_error_is_a_sentence_with_its_numbers() {
    let label = LabelName::new("batch");
    let sentences = [
        (ShapeError::OutOfBounds { of: Bounded::Index { mode: 1 }, number: 7, limit: 5 }, "7 1 5"),
        (ShapeError::OutOfBounds { of: Bounded::Offset, number: 9, limit: 8 }, "9 8"),
        (ShapeError::CountMismatch { of: Quantity::Elements, expected: 12, found: 11 }, "12 11"),
        (
            ShapeError::ExtentMismatch { place: Place::Label(label), expected: 3, found: 8 },
            "`batch` 3 8",
        ),
        (
            ShapeError::CountMismatch {
                of: Quantity::Labels { operand: 1 },
                expected: 3,
                found: 2,
            },
            "1 2 3",
        ),
        (ShapeError::UnknownLabel { label }, "`batch`"),
        (ShapeError::Repeated { place: Place::Label(label) }, "`batch`"),
        (ShapeError::Text { position: 4, expected: "a label", found: None }, "4"),
        (ShapeError::CountMismatch { of: Quantity::Operands, expected: 2, found: 3 }, "2 3"),
        (
            ShapeError::LimitExceeded { of: Limit::DeviceExtent { mode: 1 }, found: 13, most: 12 },
            "mode 1 has extent 13, but a number of the device is at most 12",
        ),
        (
            ShapeError::LimitExceeded { of: Limit::DeviceStride { mode: 2 }, found: 13, most: 12 },
            "mode 2 has a stride of 13 elements, but a number of the device is at most 12",
        ),
        (
            ShapeError::LimitExceeded { of: Limit::DeviceOffset { mode: 3 }, found: 13, most: 12 },
            "mode 3 reaches offset 13, but a number of the device is at most 12",
        ),
        (
            ShapeError::OutOfBounds { of: Bounded::PathOperand { step: 1 }, number: 5, limit: 3 },
            "1 5 3",
        ),
        (ShapeError::Repeated { place: Place::PathOperand { step: 1, operand: 4 } }, "1 4"),
        (ShapeError::CountMismatch { of: Quantity::PathSteps, expected: 3, found: 2 }, "3 2"),
        (ShapeError::OutOfBounds { of: Bounded::Mode, number: 4, limit: 2 }, "4 2"),
        (ShapeError::Allocation { elements: 77 }, "77"),
        (ShapeError::Text { position: 6, expected: "a label", found: Some('?') }, "'?' 6"),
    ];
    for (error, parts) in sentences {
        let sentence = error.to_string();
        assert!(parts.split(' ').all(|part| sentence.contains(part)), "{sentence}");
        assert!(sentence.contains(' ') && !sentence.ends_with('.'), "{sentence}");
    }
}

#[test]
fn label_names_are_cut_at_a_character() {
    assert_eq!(LabelName::new("exactly_fifteen").as_str(), "exactly_fifteen");
    assert_eq!(LabelName::new("exactly_sixteen!").as_str(), "exactly_sixt…");
    assert_eq!(LabelName::new("eleven_byteé_and_more").as_str(), "eleven_byte…");
    assert_eq!(LabelName::new("").as_str(), "");
    assert_eq!(format!("{:>4}|{:?}", LabelName::new("i"), LabelName::new("i")), "   i|`i`");
}

/// The text of each, word for word: those that a const panic can have are made without the formatting machinery.
#[test]
fn texts_of_errors() {
    let label = LabelName::new("batch");
    for (error, text) in [
        (ShapeError::RankMismatch { expected: 2, found: 13 }, "the rank should be 2, but is 13"),
        (
            ShapeError::ExtentMismatch { place: Place::Mode(1), expected: 20, found: 3 },
            "mode 1 should have extent 20, but has 3",
        ),
        (
            ShapeError::OutOfBounds { of: Bounded::Mode, number: 4, limit: 2 },
            "there is no mode 4 in a shape of rank 2",
        ),
        (
            ShapeError::OutOfBounds { of: Bounded::Index { mode: 1 }, number: 107, limit: 50 },
            "index 107 is out of bounds for mode 1 of extent 50",
        ),
        (
            ShapeError::OutOfBounds { of: Bounded::Offset, number: 9, limit: 8 },
            "no index has offset 9: the mapping spans 8 elements",
        ),
        (
            ShapeError::SearchLimit { offset: 9, tried: 8 },
            "the search for the index of offset 9 gave up after 8 combinations: too many strides overlap",
        ),
        (
            ShapeError::InterleavedStrides { mode: 1, stride: 4, reach: 7 },
            "mode 1 of stride 4 does not pass over the modes of shorter strides, which reach 7 elements",
        ),
        (
            ShapeError::StrideMismatch { mode: 1, expected: -4, found: 7 },
            "mode 1 should have stride -4, but has 7",
        ),
        (ShapeError::NotStrided, "the mapping has no strides"),
        (ShapeError::Repeated { place: Place::Mode(3) }, "mode 3 occurs twice in the list"),
        (
            ShapeError::SliceOutOfBounds { mode: 1, begin: 3, end: 9, extent: 8 },
            "slice 3..9 is out of bounds for mode 1 of extent 8",
        ),
        (
            ShapeError::TooManyLeftOut { mode: 0, front: 5, back: 4, extent: 8 },
            "mode 0 of extent 8 has fewer entries than the 5 and 4 that are left out",
        ),
        (
            ShapeError::TooManyLeftOut { mode: 1, front: 0, back: 6, extent: 4 },
            "mode 1 of extent 4 has fewer entries than the 6 that are left out",
        ),
        (
            ShapeError::TooManyLeftOut { mode: 1, front: 6, back: 0, extent: 4 },
            "mode 1 of extent 4 has fewer entries than the 6 that are left out",
        ),
        (
            ShapeError::BeginAfterEnd { mode: 1, begin: 9, end: 3 },
            "slice 9..3 of mode 1 begins after its end",
        ),
        (
            ShapeError::EntryOutOfBounds { mode: 1, position: 2, index: 7, extent: 7 },
            "index 7 at position 2 is out of bounds for mode 1 of extent 7",
        ),
        (
            ShapeError::NegativeEntry { mode: 1, position: 2, index: -7 },
            "index -7 at position 2 is negative: entries of mode 1 are counted from 0",
        ),
        (
            ShapeError::EntryOutOfBounds { mode: 1, position: 2, index: 7, extent: 0 },
            "mode 1 has extent 0: it has no entry 7",
        ),
        (ShapeError::ZeroSize { part: Part::Step, mode: 1 }, "the step along mode 1 is 0"),
        (
            ShapeError::CountMismatch { of: Quantity::SliceEntries, expected: 2, found: 1 },
            "the number of entries of the slice, one per mode, should be 2, but is 1",
        ),
        (ShapeError::NothingToChip, "a chip drops the modes that have an index, and there is none"),
        (
            ShapeError::NotMergeable { mode: 0, stride: -7, expected: Some(10) },
            "mode 0 of stride -7 cannot merge with the next: it needs stride 10, or a copy, as `to_tensor()` makes",
        ),
        (
            ShapeError::NotMergeable { mode: 0, stride: 1, expected: None },
            "mode 0 of stride 1 cannot merge with the next: it needs a copy, as `to_tensor()` makes",
        ),
        (
            ShapeError::NotMergeable { mode: 0, stride: isize::MIN, expected: Some(0) },
            &format!(
                "mode 0 of stride {} cannot merge with the next: it needs stride 0, or a copy, as `to_tensor()` makes",
                isize::MIN
            ),
        ),
        (
            ShapeError::PartMismatch { part: Part::Split, mode: 1, size: 12, extent: 11 },
            "mode 1 of extent 11 cannot split into parts whose product is 12",
        ),
        (
            ShapeError::ExtentMismatch { place: Place::Mode(1), expected: 1, found: 11 },
            "mode 1 should have extent 1, but has 11",
        ),
        (
            ShapeError::Repeated { place: Place::Diagonal(1, 1) },
            "a diagonal is that of two modes, not of mode 1 with itself",
        ),
        (
            ShapeError::ExtentMismatch { place: Place::Diagonal(0, 2), expected: 3, found: 4 },
            "modes 0 and 2 have no diagonal: their extents are 3 and 4",
        ),
        (
            ShapeError::PartMismatch { part: Part::Window, mode: 1, size: 5, extent: 4 },
            "a window of extent 5 does not fit mode 1 of extent 4",
        ),
        (
            ShapeError::ZeroSize { part: Part::Tile, mode: 1 },
            "mode 1 cannot be divided into parts of extent 0",
        ),
        (
            ShapeError::PartMismatch { part: Part::Tile, mode: 1, size: 4, extent: 6 },
            "tiles of extent 4 do not cover mode 1 of extent 6",
        ),
        (
            ShapeError::CountMismatch { of: Quantity::LayeredModes, expected: 4, found: 3 },
            "the ranks of the layers add up to 3, but the rank of the shape is 4",
        ),
        (
            ShapeError::CountMismatch { of: Quantity::Elements, expected: 12, found: 11 },
            "the shape needs 12 elements, but 11 were given",
        ),
        (
            ShapeError::NotUnique,
            "two indices of the mapping share an element, so it cannot be changed",
        ),
        (
            ShapeError::LimitExceeded { of: Limit::Drawing, found: 12, most: 11 },
            "a drawing has at most 11 places, but this would have 12",
        ),
        (ShapeError::Allocation { elements: 77 }, "there is no memory for 77 elements"),
        (ShapeError::Null, "the null shape has no modes and no elements to work on"),
        (
            ShapeError::ExtentMismatch { place: Place::Label(label), expected: 3, found: 8 },
            "label `batch` names modes of different extents: 3 and 8",
        ),
        (
            ShapeError::CountMismatch {
                of: Quantity::Labels { operand: 1 },
                expected: 3,
                found: 2,
            },
            "operand 1 should have a label for each of its 3 modes, but has 2",
        ),
        (ShapeError::UnknownLabel { label }, "label `batch` of the result occurs in no operand"),
        (
            ShapeError::Repeated { place: Place::Label(label) },
            "label `batch` occurs twice in the result",
        ),
        (
            ShapeError::Text { position: 4, expected: "a label", found: None },
            "expected a label at position 4",
        ),
        (
            ShapeError::Text { position: 6, expected: "a label", found: Some('?') },
            "expected a label at position 6, found '?'",
        ),
        (
            ShapeError::CountMismatch { of: Quantity::Operands, expected: 2, found: 3 },
            "the number of operands should be 2, but is 3",
        ),
        (
            ShapeError::ExtentMismatch { place: Place::Pair(0, 1), expected: 2, found: 3 },
            "mode 0 of the left operand has extent 2, but mode 1 of the right one has 3",
        ),
        (
            ShapeError::CountMismatch { of: Quantity::ContractedModes, expected: 1, found: 2 },
            "1 modes of the left operand cannot be contracted with 2 of the right one",
        ),
        (
            ShapeError::LimitExceeded { of: Limit::PlanOperands, found: 3, most: 2 },
            "a plan has at most 2 operands, but there are 3: a path has a plan for each of its steps",
        ),
        (
            ShapeError::LimitExceeded { of: Limit::OrderedOperands, found: 3, most: 2 },
            "a backend contracts at most 2 operands of elements whose products keep their order, but \
             there are 3",
        ),
        (
            ShapeError::LimitExceeded { of: Limit::Loops, found: 13, most: 12 },
            "a plan has at most 12 loops, but 13 labels need one each",
        ),
        (
            ShapeError::OutOfBounds { of: Bounded::PathOperand { step: 1 }, number: 5, limit: 3 },
            "step 1 of the path names operand 5, but only 3 are left",
        ),
        (
            ShapeError::Repeated { place: Place::PathOperand { step: 1, operand: 4 } },
            "step 1 of the path contracts operand 4 with itself",
        ),
        (
            ShapeError::CountMismatch { of: Quantity::PathSteps, expected: 3, found: 2 },
            "the path should have 3 steps, but has 2",
        ),
    ] {
        assert_eq!(error.to_string(), text);
    }
    let most = isize::MAX;
    assert_eq!(
        ShapeError::SizeOverflow { mode: 1, elements: 5, extent: 6 }.to_string(),
        format!(
            "the extents other than 0 make more than {most} elements: 5 before mode 1, times its extent 6"
        ),
    );
    assert_eq!(
        ShapeError::RoomOverflow { mode: 1, elements: 5, room: 6 }.to_string(),
        format!(
            "the layout takes more than {most} elements: 5 before mode 1, times 6 for that mode"
        ),
    );
    // A product of which all that is known is that it is too large.
    assert_eq!(
        ShapeError::PartMismatch { part: Part::Split, mode: 1, size: usize::MAX, extent: 6 }
            .to_string(),
        format!("mode 1 of extent 6 cannot split into parts whose product is more than {most}"),
    );
    let place = Place::part(LabelName::new("i"), 1);
    assert_eq!(
        ShapeError::ExtentMismatch { place, expected: usize::MAX, found: 6 }.to_string(),
        format!(
            "label `i` of mode 1 has no whole size: the extent 6 is less than the product of the other sizes, which is more than {most}"
        ),
    );
    assert_eq!(
        ShapeError::SpanOverflow { mode: 1, extent: 5, stride: -6 }.to_string(),
        format!("the mapping spans more than {most} elements: mode 1 has extent 5 and stride -6"),
    );
}

/// What the methods that check a layout in a const say, beside the number that does not fit.
#[test]
fn texts_of_const_panics() {
    fn text(mistake: ShapeError) -> String {
        let refused = std::panic::catch_unwind(|| refuse(mistake));
        *refused.unwrap_err().downcast::<String>().unwrap()
    }
    assert_eq!(
        text(ShapeError::SpanOverflow { mode: 1, extent: 5, stride: -6 }),
        format!(
            "the mapping spans more than {} elements: mode 1 has extent 5 and stride -6",
            isize::MAX
        )
    );
    assert_eq!(
        text(ShapeError::SizeOverflow { mode: 1, elements: 5, extent: 6 }),
        format!(
            "the extents other than 0 make more than {} elements: 5 before mode 1, times its extent 6",
            isize::MAX
        )
    );
    assert_eq!(
        text(ShapeError::CountMismatch { of: Quantity::PathSteps, expected: 3, found: 2 }),
        "the path should have 3 steps, but has 2"
    );
    assert_eq!(text(ShapeError::NotStrided), "the mapping has no strides");
}

#[test]
fn names_of_merged_labels_are_joined() {
    let joined = |left, right| LabelName::new(left).joined(LabelName::new(right));
    assert_eq!(joined("i", "j").as_str(), "i,j");
    assert_eq!(joined("batch", "head").as_str(), "batch,head");
    assert_eq!(joined("", "j").as_str(), ",j");
    assert_eq!(joined("i", "").as_str(), "i,");
    assert_eq!(joined("sevenxx", "sevenyy").as_str(), "sevenxx,sevenyy");
    assert_eq!(joined("sevenxx", "eightyyy").as_str(), "sevenxx,eigh…");
    assert_eq!(joined("exactly_fifteen", "exactly_fifteen").as_str(), "exactly_fift…");
}
