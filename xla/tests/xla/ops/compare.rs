//! Comparison, layouts copied, and the parts of tuples.

use extents_xla::error::{Bounded, Computed, Required};
use extents_xla::{Compare, Shape, ShapeIndex, XlaError};

fn shape(text: &str) -> Shape {
    text.parse().unwrap()
}

/// Each part of a shape that a comparison can ignore: two shapes that differ in it alone.
#[test]
fn each_part_counts_unless_it_is_ignored() {
    let all = Compare::new();
    let parts: [(&str, &str, Compare); 12] = [
        ("f32[2,3]{0,1}", "f32[2,3]{1,0}", all.ignore_layout()),
        ("f32[2,3]{0,1}", "f32[2,3]", all.ignore_layout()),
        ("f32[2]{0:T(2)}", "f32[2]{0:T(4)}", all.ignore_tiles()),
        ("s4[2]{0:E(4)}", "s4[2]{0}", all.ignore_element_size()),
        ("f32[2]{0:S(3)}", "f32[2]{0}", all.ignore_memory_space()),
        ("f32[2]{0:L(8)}", "f32[2]{0}", all.ignore_tail_padding()),
        ("f32[2]{0:SC(0:1)}", "f32[2]{0}", all.ignore_split_configs()),
        ("f32[2]", "s8[2]", all.ignore_element_type()),
        ("f32[2]", "bf16[2]", all.ignore_float_precision()),
        ("f32[<=2]", "f32[2]", all.ignore_dynamic_dimensions()),
        ("f32[?]", "f32[2]", all.ignore_dynamic_dimensions()),
        ("f32[2]", "f32[3]", all.ignore_dimensions()),
    ];
    for (at, (left, right, ignoring)) in parts.iter().enumerate() {
        for nested in [false, true] {
            let make = |text: &str| match nested {
                true => {
                    let inner = Shape::tuple([shape(text)]).unwrap();
                    Shape::tuple([Shape::Token, inner]).unwrap()
                }
                false => shape(text),
            };
            let (left, right) = (make(left), make(right));
            assert!(!all.equal(&left, &right) && !all.equal(&right, &left), "{left} {right}");
            assert!(ignoring.equal(&left, &right) && ignoring.equal(&right, &left));
            assert!(all.equal(&left, &left) && left != right);
            for (other, (_, _, compare)) in parts.iter().enumerate() {
                let same = compare == ignoring
                    || (*compare == all.ignore_layout() && (2..7).contains(&at));
                let floats = at == 8 && other == 7;
                assert_eq!(compare.equal(&left, &right), same || floats, "{left} {right} {other}");
            }
        }
    }
    // An integer is no float, whatever is ignored of floats; a complex number is none either.
    let floats = all.ignore_float_precision();
    assert!(!floats.equal(&shape("f32[]"), &shape("s32[]")));
    assert!(!floats.equal(&shape("f32[]"), &shape("c64[]")));
    assert!(floats.equal(&shape("f8e5m2[]"), &shape("f64[]")));
    // Two sorts of dynamic dimensions are two.
    assert!(!all.equal(&shape("f32[?]"), &shape("f32[<=2]")));
    assert!(all.ignore_dynamic_dimensions().equal(&shape("f32[?]"), &shape("f32[<=2]")));
    // Ranks count even where dimensions do not.
    assert!(!all.ignore_dimensions().equal(&shape("f32[2]"), &shape("f32[2,1]")));
    // So does which dimensions are dynamic, unless that is ignored too.
    let (fixed, dynamic) = (shape("f32[2]"), shape("f32[<=3]"));
    assert!(!all.ignore_dimensions().equal(&fixed, &dynamic));
    assert!(all.ignore_dimensions().ignore_dynamic_dimensions().equal(&fixed, &dynamic));
    // A layout's padding and metadata count.
    for (left, right) in
        [("f32[2]{0:PAD(3:zero)}", "f32[2]{0:PAD(3:one)}"), ("f32[2]{0:M(4)}", "f32[2]{0}")]
    {
        assert!(!all.equal(&shape(left), &shape(right)));
    }
}

#[test]
fn kinds_do_not_mix() {
    let kinds = ["f32[]", "token[]", "opaque[]", "()", "(f32[])", "(f32[], f32[])"].map(shape);
    let loose = Compare::new().ignore_layout().ignore_element_type().ignore_dimensions();
    for (at, left) in kinds.iter().enumerate() {
        for (other, right) in kinds.iter().enumerate() {
            assert_eq!(loose.equal(left, right), at == other, "{left} {right}");
            assert_eq!(left.is_compatible_kind(right), at == other);
            let neither = [1, 2].contains(&at) && [1, 2].contains(&other);
            assert_eq!(left.layouts_equal(right), at == other || neither);
            // What is no tuple has one structure.
            let structure = at == other || (at < 3 && other < 3);
            assert_eq!(left.equal_structure(right), structure, "{left} {right}");
        }
    }
}

#[test]
fn layouts_are_copied_where_they_suit() {
    let from = shape("(f32[2,3]{0,1:T(8,128)}, (token[], f32[4]), s8[]{:T(128)})");
    let to = shape("(s8[5,6]{1,0}, (token[], f32[9]{0}), f32[])");
    let copied = to.with_layouts_of(&from).unwrap();
    assert_eq!(copied.to_string(), "(s8[5,6]{0,1:T(8,128)}, (token[], f32[9]), f32[]{:T(128)})");
    assert!(copied.layouts_equal(&from) && !to.layouts_equal(&from));
    assert!(copied.equal_ignoring_layout(&to));

    let error = |to: &str, from: &str| shape(to).with_layouts_of(&shape(from)).unwrap_err();
    let rank = XlaError::LayoutRank { part: "minor_to_major", found: 3, rank: 2 };
    assert_eq!(error("f32[2,3]", "f32[1,2,3]{0,1,2}"), rank);
    assert_eq!(error("f32[2,3]{0,1}", "f32[1,2,3]"), rank, "even without a layout");
    let parts = XlaError::Incompatible { what: "the parts of a tuple", left: 1, right: 2 };
    assert_eq!(error("(f32[])", "(f32[], f32[])"), parts);
    assert_eq!(error("(f32[])", "f32[]"), XlaError::Requires(Required::Tuple));
    assert_eq!(error("f32[]", "token[]"), XlaError::Requires(Required::Array));
    let small = XlaError::PaddingTooSmall { dimension: 0, padded: 3, size: 4 };
    assert_eq!(error("f32[4]", "f32[2]{0:PAD(3:zero)}"), small);
}

#[test]
fn parts_of_tuples() {
    let tuple = shape("(f32[2], (s8[3], ()), ((token[], opaque[]), u8[]))");
    let all: Vec<(ShapeIndex, String)> =
        tuple.subshapes().map(|(index, shape)| (index, shape.to_string())).collect();
    let expected: [(&[i64], &str); 10] = [
        (&[], "(f32[2], (s8[3], ()), ((token[], opaque[]), u8[]))"),
        (&[0], "f32[2]"),
        (&[1], "(s8[3], ())"),
        (&[1, 0], "s8[3]"),
        (&[1, 1], "()"),
        (&[2], "((token[], opaque[]), u8[])"),
        (&[2, 0], "(token[], opaque[])"),
        (&[2, 0, 0], "token[]"),
        (&[2, 0, 1], "opaque[]"),
        (&[2, 1], "u8[]"),
    ];
    let expected = expected.map(|(index, text)| (index.to_vec(), text.to_string()));
    assert_eq!(all, expected);
    for (index, found) in tuple.subshapes() {
        assert_eq!(tuple.subshape(&index), Ok(found));
        assert_eq!(tuple.is_leaf_index(&index), Ok(!matches!(found, Shape::Tuple(_))));
    }
    let leaves: Vec<ShapeIndex> = tuple.leaves().map(|(index, _)| index).collect();
    assert_eq!(leaves, [vec![0], vec![1, 0], vec![2, 0, 0], vec![2, 0, 1], vec![2, 1]]);
    assert_eq!(
        (tuple.leaf_count(), shape("f32[]").leaf_count(), shape("()").leaf_count()),
        (5, 1, 0)
    );

    let nothing = |index: &[i64]| tuple.subshape(index).unwrap_err();
    let error = |depth, index, count| XlaError::OutOfBounds {
        of: Bounded::Part { depth },
        number: index,
        limit: count,
    };
    assert_eq!(nothing(&[3]), error(0, 3, 3));
    assert_eq!(nothing(&[-1]), error(0, -1, 3));
    assert_eq!(nothing(&[1, 2]), error(1, 2, 2));
    assert_eq!(nothing(&[1, 0, 0]), error(2, 0, 0));
    assert_eq!(nothing(&[i64::MAX]), error(0, i64::MAX.into(), 3));
    assert_eq!(tuple.is_leaf_index(&[9]), Err(error(0, 9, 3)));

    assert_eq!(tuple.tuple_index_table_bytes(8), Ok(24));
    assert_eq!(shape("()").tuple_index_table_bytes(8), Ok(0));
    assert_eq!(shape("f32[]").tuple_index_table_bytes(8), Err(XlaError::Requires(Required::Tuple)));
    let large = XlaError::TooLarge { of: Computed::Pointers, elements: 3, size: usize::MAX };
    assert_eq!(tuple.tuple_index_table_bytes(usize::MAX), Err(large));
    assert_eq!(
        large.to_string(),
        "the table is too large: 3 pointers of 18446744073709551615 bytes"
    );
}

#[test]
fn shapes_are_valid_where_all_arrays_are_laid_out() {
    let valid = |text: &str| shape(text).validate();
    for text in [
        "token[]",
        "()",
        "f32[]",
        "f32[2,3]{0,1}",
        "(f32[0]{0}, (opaque[], s8[<=3]{0}))",
        "f32[?]{0}",
    ] {
        assert_eq!(valid(text), Ok(()), "{text}");
    }
    for text in ["f32[2]", "(token[], (f32[2]{0}, f32[2]))"] {
        assert_eq!(valid(text), Err(XlaError::Requires(Required::Layout)), "{text}");
        assert_eq!(shape(text).validate_with_optional_layout(), Ok(()), "{text}");
    }
    // As many elements as can be counted, but not as many bytes; and more than that.
    for text in [
        "f64[4611686018427387904]{0}",
        "s8[9223372036854775807,2]{1,0}",
        "(s8[0,18446744073709551615]{1,0})",
    ] {
        assert!(matches!(valid(text), Err(XlaError::TooLarge { .. })), "{text}");
        let bare = shape(text).validate_with_optional_layout();
        assert!(matches!(bare, Err(XlaError::TooLarge { .. })), "{text}");
    }
    let physical = |text: &str| valid(&format!("f32[9]{{0:{text}}}"));
    assert_eq!(physical("D(C)P((f32[4]{0}, s32[4]{0}))"), Ok(()));
    assert_eq!(physical("P((f32[4]{0}, s32[4]{0}))"), Err(XlaError::PhysicalShape));
    assert_eq!(physical("D(C)P((f32[4]{0:D(C)P(f32[2]{0})}))"), Err(XlaError::PhysicalShape));
}

#[test]
fn run_time_sizes_fit_bounds() {
    let fits = |dynamic: &str, bounded: &str| {
        let (dynamic, bounded) = (shape(dynamic), shape(bounded));
        let array =
            dynamic.array().unwrap().dynamic_array_shape_is_compatible(bounded.array().unwrap());
        (array, dynamic.dynamic_shape_is_compatible(&bounded))
    };
    assert_eq!(fits("f32[<=3,<=2]", "f32[4,2]"), (true, true));
    assert_eq!(fits("f32[<=5,<=2]", "f32[4,2]"), (false, false));
    assert_eq!(fits("f32[<=3]", "f32[4,2]"), (false, false));
    assert_eq!(fits("f32[?]", "f32[4]"), (false, false));
    assert_eq!(fits("f32[?]", "f32[?]"), (true, true));
    assert_eq!(fits("f32[<=3]", "f32[?]"), (true, true));
    // XLA looks only at arrays that are dynamic.
    assert_eq!(fits("f32[9]", "f32[4]"), (false, true));
    let tuples = |left: &str, right: &str| shape(left).dynamic_shape_is_compatible(&shape(right));
    assert!(tuples("(f32[<=3], (token[]))", "(f32[<=4], (token[]))"));
    assert!(!tuples("(f32[<=5], (token[]))", "(f32[<=4], (token[]))"));
    assert!(!tuples("(f32[<=3])", "(f32[<=4], token[])"));
    assert!(!tuples("(f32[<=3])", "f32[<=4]"));
    assert!(!tuples("f32[<=3]", "token[]"));
}

/// Each comparison by name, with what it ignores.
#[test]
fn named_comparisons_ignore_what_they_say_and_nothing_else() {
    type Comparison = (fn(&Shape, &Shape) -> bool, &'static [&'static str]);
    let pairs = [
        ("layout", "f32[2,3]{0,1}", "f32[2,3]{1,0}"),
        ("layout", "f32[2,3]{0,1}", "f32[2,3]"),
        ("float", "f32[2,3]", "bf16[2,3]"),
        ("type", "f32[2,3]", "s8[2,3]"),
        ("dynamic", "f32[2,<=3]", "f32[2,3]"),
        ("sizes", "f32[2,3]", "f32[2,4]"),
        ("rank", "f32[2,3]", "f32[2]"),
        ("", "f32[2,3]", "f32[2,3]"),
    ];
    let comparisons: [Comparison; 7] = [
        (Shape::is_compatible, &["layout", "dynamic"]),
        (Shape::is_compatible_ignoring_element_type, &["layout", "dynamic", "type", "float"]),
        (Shape::is_compatible_ignoring_float_precision, &["layout", "dynamic", "float"]),
        (Shape::is_compatible_kind, &["layout", "dynamic", "type", "float", "sizes"]),
        (Shape::equal_ignoring_float_precision, &["float"]),
        (Shape::equal_ignoring_element_type, &["type", "float"]),
        (Shape::equal_ignoring_layout, &["layout"]),
    ];
    for (number, (compare, ignored)) in comparisons.iter().enumerate() {
        for (differs, left, right) in pairs {
            let expected = differs.is_empty() || ignored.contains(&differs);
            for [left, right] in [[left, right], [right, left]] {
                let tuples = [left, right].map(|text| shape(&format!("(s32[], ({text}))")));
                let found = compare(&shape(left), &shape(right));
                assert_eq!(found, expected, "comparison {number} of {left} and {right}");
                assert_eq!(compare(&tuples[0], &tuples[1]), expected, "{number}, {left}, {right}");
            }
        }
    }
}

#[test]
fn subshapes_are_counted_by_the_tuples_that_contain_them() {
    for (text, expected) in [
        ("f32[2]", 1),
        ("()", 1),
        ("(f32[2])", 2),
        ("(f32[2], (token[], s8[3]))", 5),
        ("((()), (f32[], ()))", 6),
    ] {
        // A bracket or a word begins each.
        let begins =
            |c: char, before: char| c == '(' || (c.is_alphabetic() && !before.is_alphanumeric());
        let before = std::iter::once(' ').chain(text.chars());
        let counted = text.chars().zip(before).filter(|(c, before)| begins(*c, *before)).count();
        assert_eq!((shape(text).subshape_count(), counted), (expected, expected), "{text}");
    }
}
