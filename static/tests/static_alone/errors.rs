//! The texts of errors, and the names of labels in them.

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
