//! The texts of errors, and the names of labels in them.

use extents_static::__private::refuse;
use extents_static::{LabelName, ShapeError};

#[test]
fn each_error_is_a_sentence_with_its_numbers() {
    let label = LabelName::new("batch");
    let sentences = [
        (ShapeError::IndexOutOfBounds { mode: 1, index: 7, extent: 5 }, "7 1 5"),
        (ShapeError::OffsetOutOfBounds { offset: 9, span: 8 }, "9 8"),
        (ShapeError::LengthMismatch { expected: 12, found: 11 }, "12 11"),
        (ShapeError::LabelMismatch { label, left: 3, right: 8 }, "`batch` 3 8"),
        (ShapeError::LabelCount { operand: 1, labels: 2, rank: 3 }, "1 2 3"),
        (ShapeError::UnknownLabel { label }, "`batch`"),
        (ShapeError::RepeatedLabel { label }, "`batch`"),
        (ShapeError::EmptyLabel { position: 4 }, "4"),
        (ShapeError::OperandCount { expected: 2, found: 3 }, "2 3"),
        (ShapeError::PathPosition { step: 1, position: 5, operands: 3 }, "1 5 3"),
        (ShapeError::PathRepeats { step: 1, position: 4 }, "1 4"),
        (ShapeError::PathLength { expected: 3, found: 2 }, "3 2"),
        (ShapeError::ModeOutOfRange { mode: 4, rank: 2 }, "4 2"),
        (ShapeError::Allocation { elements: 77 }, "77"),
        (ShapeError::UnexpectedCharacter { character: '?', position: 6 }, "'?' 6"),
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
    use ShapeError::*;
    let label = LabelName::new("batch");
    for (error, text) in [
        (RankMismatch { expected: 2, found: 13 }, "the rank should be 2, but is 13"),
        (
            ExtentMismatch { mode: 1, expected: 20, found: 3 },
            "mode 1 should have extent 20, but has 3",
        ),
        (ModeOutOfRange { mode: 4, rank: 2 }, "there is no mode 4 in a shape of rank 2"),
        (
            IndexOutOfBounds { mode: 1, index: 107, extent: 50 },
            "index 107 is out of bounds for mode 1 of extent 50",
        ),
        (
            OffsetOutOfBounds { offset: 9, span: 8 },
            "no index has offset 9: the mapping spans 8 elements",
        ),
        (
            SearchLimit { offset: 9, tried: 8 },
            "the search for the index of offset 9 gave up after 8 combinations: too many strides overlap",
        ),
        (
            InterleavedStrides { mode: 1, stride: 4, reach: 7 },
            "mode 1 of stride 4 does not pass over the modes of shorter strides, which reach 7 elements",
        ),
        (
            StrideMismatch { mode: 1, expected: -4, found: 7 },
            "mode 1 should have stride -4, but has 7",
        ),
        (NotStrided, "the mapping has no strides"),
        (RepeatedMode { mode: 3 }, "mode 3 stands twice in the list"),
        (
            SliceOutOfBounds { mode: 1, begin: 3, end: 9, extent: 8 },
            "slice 3..9 is out of bounds for mode 1 of extent 8",
        ),
        (BeginAfterEnd { mode: 1, begin: 9, end: 3 }, "slice 9..3 of mode 1 begins after its end"),
        (ZeroStep { mode: 1 }, "the step along mode 1 is 0"),
        (
            SliceCount { entries: 1, rank: 2 },
            "a slice of extents of rank 2 has one entry per mode, but this has 1",
        ),
        (NothingToChip, "a chip drops the modes that have an index, and there is none"),
        (
            NotMergeable { mode: 0, stride: -7, expected: 10 },
            "mode 0 of stride -7 cannot merge with the next: it needs stride 10",
        ),
        (
            NotMergeable { mode: 0, stride: isize::MIN, expected: 0 },
            &format!(
                "mode 0 of stride {} cannot merge with the next: it needs stride 0",
                isize::MIN
            ),
        ),
        (
            SplitMismatch { mode: 1, parts: 12, extent: 11 },
            "mode 1 of extent 11 cannot split into parts whose product is 12",
        ),
        (NotUnit { mode: 1, extent: 11 }, "mode 1 should have extent 1, but has 11"),
        (
            DiagonalMismatch { first: 0, second: 2, left: 3, right: 4 },
            "modes 0 and 2 have no diagonal: their extents are 3 and 4",
        ),
        (
            WindowMismatch { mode: 1, window: 5, extent: 4 },
            "a window of extent 5 does not fit mode 1 of extent 4",
        ),
        (ZeroTile { mode: 1 }, "tiles of extent 0 cover nothing of mode 1"),
        (
            TileMismatch { mode: 1, tile: 4, extent: 6 },
            "tiles of extent 4 do not cover mode 1 of extent 6",
        ),
        (
            LayerRank { layered: 3, rank: 4 },
            "the ranks of the layers add up to 3, but the rank of the shape is 4",
        ),
        (
            LengthMismatch { expected: 12, found: 11 },
            "the shape needs 12 elements, but 11 were given",
        ),
        (NotUnique, "two indices of the mapping share an element, so it cannot be changed"),
        (
            DrawingTooLarge { places: 12, most: 11 },
            "a drawing has at most 11 places, but this would have 12",
        ),
        (Allocation { elements: 77 }, "there is no memory for 77 elements"),
        (Null, "the null shape has no modes and no elements to work on"),
        (
            LabelMismatch { label, left: 3, right: 8 },
            "label `batch` names modes of different extents: 3 and 8",
        ),
        (
            LabelCount { operand: 1, labels: 2, rank: 3 },
            "operand 1 should have a label for each of its 3 modes, but has 2",
        ),
        (UnknownLabel { label }, "label `batch` of the result stands in no operand"),
        (RepeatedLabel { label }, "label `batch` stands twice in the result"),
        (EmptyLabel { position: 4 }, "there is an empty label at position 4"),
        (
            UnexpectedCharacter { character: '?', position: 6 },
            "'?' at position 6 cannot stand in labels",
        ),
        (OperandCount { expected: 2, found: 3 }, "the number of operands should be 2, but is 3"),
        (
            ModePairMismatch { left_mode: 0, right_mode: 1, left: 2, right: 3 },
            "mode 0 of the left operand has extent 2, but mode 1 of the right one has 3",
        ),
        (
            ModeCount { left: 1, right: 2 },
            "1 modes of the left operand cannot be summed against 2 of the right one",
        ),
        (
            TooManyLoops { labels: 13, most: 12 },
            "13 labels are more than the 12 loops that a plan can have",
        ),
        (
            PathPosition { step: 1, position: 5, operands: 3 },
            "step 1 of the path names operand 5, but only 3 are left",
        ),
        (
            PathRepeats { step: 1, position: 4 },
            "step 1 of the path contracts operand 4 with itself",
        ),
        (PathLength { expected: 3, found: 2 }, "the path should have 3 steps, but has 2"),
    ] {
        assert_eq!(error.to_string(), text);
    }
    let most = isize::MAX;
    assert_eq!(
        SizeOverflow { mode: 1, elements: 5, extent: 6 }.to_string(),
        format!("the shape has more than {most} elements: 5 before mode 1, times its extent 6"),
    );
    assert_eq!(
        SpanOverflow { mode: 1, extent: 5, stride: -6 }.to_string(),
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
        "the mapping spans more than isize::MAX elements: mode 1 has extent 5 and stride -6"
    );
    assert_eq!(
        text(ShapeError::SizeOverflow { mode: 1, elements: 5, extent: 6 }),
        "the layout needs more than isize::MAX elements: 5 before mode 1 of extent 6"
    );
    assert_eq!(
        text(ShapeError::PathLength { expected: 3, found: 2 }),
        "the path should have 3 steps, but has 2"
    );
    assert_eq!(text(ShapeError::NotStrided), "this is wrong");
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
