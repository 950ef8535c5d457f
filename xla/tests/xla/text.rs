//! XLA's text: written and read, with a column for whatever is wrong in it.

use extents::DType;
use extents_xla::error::Required;
use extents_xla::{
    ArrayShape, Compare, DimLevel, Dimension, Layout, LevelFormat, PaddingValue, ProgramShape,
    Shape, SplitConfig, Tile, TileDimension, XlaError,
};
use proptest::prelude::*;

/// What a text says when it is written again.
fn again(text: &str) -> String {
    text.parse::<Shape>().unwrap().to_string()
}

#[test]
fn each_type_has_its_name() {
    for dtype in DType::all() {
        let shape: ArrayShape = format!("{}[2,3]", dtype.name()).parse().unwrap();
        assert_eq!(shape, ArrayShape::new(dtype, [2, 3]));
        assert_eq!(shape.to_string(), format!("{dtype}[2,3]"));
    }
}

#[test]
fn texts_that_are_written_as_they_are_read() {
    let texts = [
        "pred[]",
        "f8e4m3b11fnuz[0]",
        "s1[1,1,1]",
        "f4e2m1fn[16]{0:E(4)}",
        "bf16[?,<=3,4]{2,1,0}",
        "f32[?]",
        "f32[<=0]",
        "f32[]{:S(5)}",
        "u4[7,8]{0,1:T(8,128)(4,1)L(64)#(s32)*(u8)E(4)S(3)SC(0:4)(1:1,2)M(16)PAD(9,10:highest)}",
        "f32[2,3,4]{2,1,0:T(*,2,128)(8)}",
        "f32[2,3]{1,0:T()}",
        "f32[2]{0:L(1024)}",
        "f32[2]{0:#(u8)}",
        "f32[2]{0:*(u8)}",
        "f32[2]{0:S(-1)}",
        "f32[5]{0:SC(0:)}",
        "f32[9]{0:P((f32[4]{0:T(2)}, s32[4]{0}, token[]))M(8)}",
        "f32[9]{0:P(f32[4]{0:P(f32[2])})}",
        "f32[2,3]{1,0:D(D,C)}",
        "f32[2,3]{1,0:D(D,D)}",
        "f32[2,3,4,5]{3,2,1,0:D(C,S+,H~,S+~)#(s32)*(u8)E(16)S(2)}",
        "f32[18446744073709551615]",
        "()",
        "(token[])",
        "(f32[2]{0}, (), ((opaque[], c64[])), c128[1])",
        // XLA counts the parts of long tuples.
        "(f32[], f32[], f32[], f32[], f32[], /*index=5*/f32[], f32[], f32[], f32[], f32[], /*index=10*/f32[])",
        "(u8[], (u8[], u8[], u8[], u8[], u8[], /*index=5*/u8[]), u8[], u8[], u8[], /*index=5*/u8[])",
    ];
    for text in texts {
        assert_eq!(again(text), text);
    }
}

#[test]
fn texts_that_are_written_more_plainly() {
    let pairs = [
        (" f32 [ 2 , 3 ] { 1 , 0 : T ( 8 , 128 ) ( 2 , 1 ) } ", "f32[2,3]{1,0:T(8,128)(2,1)}"),
        ("f32[2]\n\t{0}", "f32[2]{0}"),
        ("(f32[2],s8[])", "(f32[2], s8[])"),
        ("( )", "()"),
        ("(f32[2], /*index=1*/ s8[] /* and more */)", "(f32[2], s8[])"),
        ("f32[ <= 3, ? ]", "f32[<=3,?]"),
        ("f32[007]", "f32[7]"),
        // What is the default is not written.
        ("f32[]{}", "f32[]"),
        ("f32[2]{0:}", "f32[2]{0}"),
        ("f32[2]{0:L(1)E(0)S(0)M(0)}", "f32[2]{0}"),
        ("f32[2]{0:SC (0 : 1)}", "f32[2]{0:SC(0:1)}"),
    ];
    for (text, plain) in pairs {
        assert_eq!(again(text), plain, "{text}");
    }
    let shape: Shape = "(f32[2]{0:T(8)}, s8[]{:S(1)})".parse().unwrap();
    assert_eq!(format!("{shape:#}"), "(f32[2], s8[])", "without layouts");
}

/// Each with the column and the sentence.
#[test]
fn errors_point_at_the_column() {
    let errors = [
        ("", "column 1: expected a type or a tuple"),
        ("  ", "column 3: expected a type or a tuple"),
        ("[2]", "column 1: expected a type or a tuple"),
        ("x32[2]", "column 1: no type of elements has this name"),
        ("(f32[], F32[])", "column 9: no type of elements has this name"),
        ("NaN", "column 1: no type of elements has this name"),
        ("f32", "column 4: expected `[`"),
        ("f32[2", "column 6: expected `,` or `]`"),
        ("f32[2,", "column 7: expected a dimension"),
        ("f32[2,]", "column 7: expected a dimension"),
        ("f32[,2]", "column 5: expected a dimension"),
        ("f32[-1]", "column 5: expected a dimension"),
        ("f32[2.5]", "column 6: expected `,` or `]`"),
        ("f32[1e9]", "column 6: expected `,` or `]`"),
        ("f32[NaN]", "column 5: expected a dimension"),
        ("f32[<=]", "column 7: expected a bound"),
        ("f32[< =3]", "column 5: expected a dimension"),
        ("f32[2, 18446744073709551616]", "column 8: this number is too large"),
        ("f32[2]]", "column 7: expected the end"),
        ("f32[2] f32[2]", "column 8: expected the end"),
        ("f32[2]é", "column 7: expected the end"),
        ("é[2]", "column 1: expected a type or a tuple"),
        ("(f32[2],", "column 9: expected a type or a tuple"),
        ("(f32[2] f32[2])", "column 9: expected `,` or `)`"),
        ("(f32[2],)", "column 9: expected a type or a tuple"),
        ("f32[2] /* no end", "column 8: expected the end"),
        ("token[2]", "column 7: expected `]`"),
        ("token", "column 6: expected `[]`"),
        ("token[]{0}", "column 8: expected the end"),
        ("f32[123,456]foobar{0,1}", "column 13: expected the end"),
        ("f32[2]{foo}", "column 8: expected a dimension"),
        ("f32[2]{0", "column 9: expected `,`, `:` or `}`"),
        ("f32[2,3]{0,}", "column 12: expected a dimension"),
        ("f32[2]{-1}", "column 8: expected a dimension"),
        ("f32[2,3]{0,0}", "column 12: dimension 0 occurs twice"),
        ("f32[2,3]{0,2}", "column 12: there is no dimension 2 in a shape of rank 2"),
        ("f32[2,3]{0}", "column 9: minor_to_major has 1 entries for a shape of rank 2"),
        ("f32[2,3] {}", "column 10: minor_to_major has 0 entries for a shape of rank 2"),
        ("(f32[], f32[2]{})", "column 15: minor_to_major has 0 entries for a shape of rank 1"),
        ("f32[2]{0:D}", "column 11: expected `(`"),
        ("f32[2]{0:D(X)}", "column 12: expected `D`, `C`, `S` or `H`"),
        ("f32[2]{0:D(C~+)}", "column 14: expected `,` or `)`"),
        (
            "f32[2,3]{1,0:D(C, D+)}",
            "column 19: dimension 1 is dense, so its indices must be unique and ordered",
        ),
        (
            "f32[2,3]{1,0:D(C)}",
            "column 9: the list of dimension levels has 1 entries for a shape of rank 2",
        ),
        ("f32[2]{0:D(C)T(2)}", "column 7: a sparse array cannot have tiles"),
        ("f32[2]{0:X}", "column 10: expected an attribute or `}`"),
        ("f32[2]{0:E(4)T(2)}", "column 14: expected an attribute or `}`"),
        ("f32[2]{0:T}", "column 11: expected `(`"),
        ("f32[2]{0:T(2", "column 13: expected `,` or `)`"),
        ("f32[2]{0:T(a)}", "column 12: expected a size or `*`"),
        ("f32[2]{0:T(8)(4, 0)}", "column 18: dimension 1 of tile 1 has size 0"),
        (
            "f32[2]{0:T(8,*)}",
            "column 14: tile 0 ends with `*`, which has no dimension to combine with",
        ),
        ("f32[2]{0:L(0)}", "column 11: the alignment of the tail is 0"),
        ("f32[2]{0:#(i32)}", "column 12: no type of elements has this name"),
        ("f32[2]{0:S(9223372036854775808)}", "column 12: this number is too large"),
        ("f32[2]{0:S(-9223372036854775809)}", "column 12: this number is too small"),
        ("f32[2]{0:S(-99999999999999999999)}", "column 12: this number is too small"),
        ("f32[2]{0:E(-4)}", "column 12: expected a number"),
        ("f32[2]{0:SC(1)}", "column 14: expected `:`"),
        ("f32[2]{0:SC(1:1)}", "column 10: there is no dimension 1 in a shape of rank 1"),
        (
            "f32[2]{0:S(1)SC(0:2)}",
            "column 14: split index 2 is not increasing, or out of bounds for dimension 0 of size 2",
        ),
        ("f32[2,?]{1,0:SC(1:2)}", "column 7: dimension 1 has no bound"),
        (
            "f32[2,3]{1,0:PAD(2:one)}",
            "column 14: padded_dimensions has 1 entries for a shape of rank 2",
        ),
        ("f32[2,3]{1,0:PAD(2,2:one)}", "column 20: dimension 1 of size 3 cannot be padded to 2"),
        (
            "f32[2]{0:PAD(2: two)}",
            "column 17: expected `zero`, `one`, `lowest`, `highest` or `unknown`",
        ),
        ("f32[2]{0:P(f32[2]{1})}", "column 19: there is no dimension 1 in a shape of rank 1"),
        ("f32[2]{0:P()}", "column 12: expected a type or a tuple"),
    ];
    for (text, sentence) in errors {
        let error = text.parse::<Shape>().unwrap_err();
        assert_eq!(error.to_string(), sentence, "{text}");
        assert!(sentence.starts_with(&format!("column {}:", error.column())), "{text}");
    }
    let error = "  (f32[2])".parse::<ArrayShape>().unwrap_err();
    assert_eq!((error.column(), error.problem()), (3, XlaError::Requires(Required::Array)));
    let error = " {0,1} x".parse::<Layout>().unwrap_err();
    assert_eq!(error.to_string(), "column 8: expected the end");
}

#[test]
fn nesting_has_an_end() {
    let tuples = |depth: usize| format!("{}{}", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(again(&tuples(65)), tuples(65));
    let error = tuples(66).parse::<Shape>().unwrap_err();
    assert_eq!(error.to_string(), "column 66: expected no further shape within shapes");
    assert!("(".repeat(1_000_000).parse::<Shape>().is_err());
    assert!("f32[1]{0:P(".repeat(1_000_000).parse::<Shape>().is_err());
    assert!("{:P(f32[]".repeat(1_000_000).parse::<Layout>().is_err());
}

#[test]
fn long_texts_are_read_in_one_go() {
    let long = |part: &str| format!("({})", vec![part; 60_000].join(","));
    let shape: Shape = long("f32[2,3]{1,0:T(8,128)}").parse().unwrap();
    assert_eq!(shape.leaf_count(), 60_000);
    let text = long("f32[2,3]{1,0:T(8,128)}").replace(')', "");
    assert!(text.parse::<Shape>().is_err());
}

#[test]
fn programs() {
    let texts = [
        "() -> f32[]",
        "(p: f32[42,12]) -> f32[24,42]",
        "(Arg_0.1: f32[2], x-y: (s8[], token[])) -> (f32[], opaque[])",
        "((unknown): f32[]) -> f32[]",
    ];
    for text in texts {
        assert_eq!(text.parse::<ProgramShape>().unwrap().to_string(), text);
    }
    let plain: ProgramShape = "( p : f32[2]{0} )->f32[]{:S(1)}".parse().unwrap();
    assert_eq!(plain.to_string(), "(p: f32[2]) -> f32[]", "layouts are not written");
    assert_eq!(plain.result().to_string(), "f32[]{:S(1)}");
    let errors = [
        ("f32[]", "column 1: expected `(`"),
        ("(f32[]) -> f32[]", "column 5: expected `:`"),
        ("(: f32[]) -> f32[]", "column 2: expected a name, or `)`"),
        ("(p: f32[])", "column 11: expected `->`"),
        ("(p: f32[]) -> f32[] x", "column 21: expected the end"),
        ("(p: f32[2]{1}) -> f32[]", "column 12: there is no dimension 1 in a shape of rank 1"),
    ];
    for (text, sentence) in errors {
        assert_eq!(text.parse::<ProgramShape>().unwrap_err().to_string(), sentence, "{text}");
    }
}

fn any_dimension() -> impl Strategy<Value = Dimension> {
    let size = prop_oneof![4 => 0_usize..300, 1 => any::<usize>()];
    (size, 0_u8..8).prop_map(|(size, kind)| match kind {
        0 => Dimension::Unbounded,
        1 | 2 => Dimension::Bounded(size),
        _ => Dimension::Static(size),
    })
}

fn any_tile() -> impl Strategy<Value = Tile> {
    let dimension = prop_oneof![
        3 => (1_usize..200).prop_map(TileDimension::Size),
        1 => Just(TileDimension::Combine),
    ];
    (prop::collection::vec(dimension, 0..3), 1_usize..9).prop_map(|(mut sizes, last)| {
        sizes.push(TileDimension::Size(last));
        Tile::of(sizes)
    })
}

/// A type, or none, of those that may stand in a layout.
fn any_type() -> impl Strategy<Value = Option<DType>> {
    prop::option::weighted(
        0.2,
        (0..DType::all().len()).prop_map(|at| DType::all().nth(at).unwrap()),
    )
}

fn any_level() -> impl Strategy<Value = DimLevel> {
    (0_u8..5, any::<bool>(), any::<bool>()).prop_map(|(format, unique, ordered)| {
        let format = match format {
            0 => LevelFormat::Compressed,
            1 => LevelFormat::Singleton,
            2 => LevelFormat::LooseCompressed,
            _ => return DimLevel::DENSE,
        };
        DimLevel { format, unique, ordered }
    })
}

/// An array with any layout that suits it.
fn any_array() -> impl Strategy<Value = ArrayShape> {
    let dtype = (0..DType::all().len()).prop_map(|at| DType::all().nth(at).unwrap());
    let numbers = || prop_oneof![3 => Just(0_usize), 1 => any::<usize>()];
    let values = prop_oneof![
        Just(PaddingValue::Zero),
        Just(PaddingValue::One),
        Just(PaddingValue::Lowest),
        Just(PaddingValue::Highest),
        Just(PaddingValue::Unknown),
    ];
    (dtype, prop::collection::vec(any_dimension(), 0..6)).prop_flat_map(
        move |(dtype, dimensions)| {
            let rank = dimensions.len();
            let order = Just((0..rank).collect::<Vec<_>>()).prop_shuffle();
            let tiles = prop::collection::vec(any_tile(), 0..3);
            let more = prop::option::of(prop::collection::vec(0_usize..9, rank));
            let levels = prop::option::weighted(0.3, prop::collection::vec(any_level(), rank));
            let attributes =
                (numbers(), numbers(), any::<i64>(), numbers(), values.clone(), levels);
            (Just((dtype, dimensions)), order, tiles, more, attributes, any_type(), any_type())
                .prop_map(
                    |(
                        (dtype, dimensions),
                        order,
                        tiles,
                        more,
                        (bits, align, space, prefix, value, levels),
                        a,
                        b,
                    )| {
                        let array = ArrayShape::new(dtype, dimensions);
                        let mut layout = Layout::new(order).unwrap();
                        layout = layout.with_dim_levels(levels.unwrap_or_default()).unwrap();
                        if !layout.is_sparse() {
                            layout = layout.with_tiles(tiles).unwrap();
                        }
                        layout = layout.with_element_size_in_bits(bits).with_memory_space(space);
                        layout = layout.with_tail_padding_alignment(align.max(1)).unwrap();
                        layout = layout.with_metadata_prefix_bytes(prefix).with_index_types(a, b);
                        if let (Some(more), Ok(sizes)) = (more, array.sizes()) {
                            let widths = sizes
                                .iter()
                                .zip(more)
                                .map(|(size, more)| size.saturating_add(more));
                            layout = layout.with_padding(widths.collect::<Vec<_>>(), value);
                            let split = SplitConfig { dimension: 0, indices: vec![1] };
                            let split = layout.clone().with_split_configs([split]);
                            layout = if array.clone().with_layout(split.clone()).is_ok() {
                                split
                            } else {
                                layout
                            };
                        }
                        array.with_layout(layout).unwrap()
                    },
                )
        },
    )
}

fn any_shape() -> impl Strategy<Value = Shape> {
    let leaf = prop_oneof![
        5 => any_array().prop_map(Shape::Array),
        2 => any_array().prop_map(|array| Shape::Array(array.without_layout())),
        1 => Just(Shape::Token),
        1 => Just(Shape::Opaque),
    ];
    leaf.prop_recursive(4, 24, 8, |shape| {
        prop::collection::vec(shape, 0..8).prop_map(|parts| Shape::tuple(parts).unwrap())
    })
}

/// A scalar's layout is not written where it says nothing.
fn without_empty_layouts(shape: Shape) -> Shape {
    match shape {
        Shape::Array(array) if array.layout() == Some(&Layout::descending(0)) => {
            Shape::Array(array.without_layout())
        }
        Shape::Tuple(tuple) => {
            Shape::tuple(tuple.into_parts().into_iter().map(without_empty_layouts)).unwrap()
        }
        shape => shape,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read(shape in any_shape(), physical in any_shape()) {
        let shape = without_empty_layouts(shape);
        let text = shape.to_string();
        prop_assert_eq!(text.parse(), Ok(shape.clone()), "{}", text);
        let layout = Layout::descending(1).with_physical_shape(without_empty_layouts(physical)).unwrap();
        prop_assert_eq!(layout.to_string().parse(), Ok(layout));
        let program = ProgramShape::new([("p", shape.clone()), ("", shape.clone())], shape.clone());
        let text = program.to_string();
        prop_assert_eq!(text.parse::<ProgramShape>().unwrap().to_string(), text);
    }

    #[test]
    fn white_space_changes_nothing(shape in any_shape(), space in "[ \t\n]{1,3}") {
        let shape = without_empty_layouts(shape);
        let mut text = String::new();
        let all = shape.to_string();
        let mut signs = all.chars().peekable();
        // Between signs, and not within words, numbers, `<=` and comments.
        while let Some(sign) = signs.next() {
            text.push(sign);
            let is_word = |c: char| c.is_ascii_alphanumeric() || "-<=/*".contains(c);
            if !signs.peek().is_some_and(|&next| is_word(next) && is_word(sign)) && !"/*".contains(sign) {
                text.push_str(&space);
            }
        }
        prop_assert_eq!(text.parse(), Ok(shape), "{}", text);
    }

    #[test]
    fn garbage_is_an_error_with_a_column(
        text in prop_oneof![
            any::<String>(),
            "[f3s82(){}\\[\\]<=?,:*TSCLEMPAD#0-9 ]{0,40}",
            ("(f32|s8|token)?", "[\\[\\](){},:<=?0-9]{0,30}").prop_map(|(a, b)| a + &b),
        ]
    ) {
        let columns = 1..=text.chars().count().saturating_add(1);
        if let Err(error) = text.parse::<Shape>() {
            prop_assert!(columns.contains(&error.column()), "{} {}", text, error);
        }
        if let Err(error) = text.parse::<Layout>() {
            prop_assert!(columns.contains(&error.column()), "{} {}", text, error);
        }
        if let Err(error) = text.parse::<ProgramShape>() {
            prop_assert!(columns.contains(&error.column()), "{} {}", text, error);
        }
    }
}

/// A deep shape made from the inside out, with tuples and physical shapes in turn.
fn nested(depth: usize) -> Result<Shape, XlaError> {
    let mut shape = Shape::Token;
    for level in 0..depth {
        shape = if level % 2 == 0 {
            Shape::tuple([shape, Shape::Opaque])?
        } else {
            let layout = Layout::descending(1).with_physical_shape(shape)?;
            ArrayShape::new(DType::F32, [2]).with_layout(layout)?.into()
        };
        assert_eq!(shape.depth(), level + 1);
    }
    Ok(shape)
}

/// What visits a shape needs stack for each level. Nothing may be as deep as the stack.
#[test]
fn shapes_lie_in_a_bounded_number_of_others() {
    assert_eq!(Shape::MAX_DEPTH, 64);
    let error = XlaError::TooDeep { depth: 65, most: 64 };
    assert_eq!(nested(65).unwrap_err(), error);
    assert_eq!(error.to_string(), "shapes can be nested at most 64 deep, but this one is 65 deep");
    // Level 64 would be a layout.
    assert_eq!(nested(300_000).unwrap_err(), error);
    let deepest = nested(64).unwrap();
    assert_eq!(Layout::descending(0).with_physical_shape(deepest.clone()).unwrap_err(), error);
    // A part that is not deep does not hide one that is.
    assert_eq!(Shape::tuple([deepest.clone(), Shape::Token]).unwrap_err(), error);

    // Everything that visits works on the deepest, on half of the stack that a thread has.
    let visit = move || {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let copy = deepest.clone();
        assert!(copy == deepest && format!("{copy:?}") == format!("{deepest:?}"));
        let (mut one, mut other) = (DefaultHasher::new(), DefaultHasher::new());
        copy.hash(&mut one);
        deepest.hash(&mut other);
        assert_eq!(one.finish(), other.finish());
        assert_eq!(deepest.to_string().parse(), Ok(copy.clone()));
        assert!(Compare::new().equal(&copy, &deepest) && copy.equal_structure(&deepest));
        assert!(copy.layouts_equal(&deepest) && copy.dynamic_shape_is_compatible(&deepest));
        assert_eq!(copy.with_layouts_of(&deepest), Ok(deepest.clone()));
        let tuples = (0..64).try_fold(Shape::Token, |shape, _| Shape::tuple([shape])).unwrap();
        assert_eq!((tuples.subshapes().count(), tuples.leaf_count()), (65, 1));
        assert_eq!(tuples.to_string().parse::<Shape>(), Ok(tuples.clone()));
    };
    std::thread::Builder::new().stack_size(1 << 20).spawn(visit).unwrap().join().unwrap();

    // As text, too: the first sign that is too deep is named.
    for (open, close) in [("(", ")"), ("f32[2]{0:P(", ")}")] {
        let text = |depth: usize| [&open.repeat(depth), "token[]", &close.repeat(depth)].concat();
        assert_eq!(text(64).parse::<Shape>().unwrap().depth(), 64);
        for depth in [65, 300_000] {
            let error = text(depth).parse::<Shape>().unwrap_err();
            assert!(
                error.to_string().starts_with(&format!("column {}:", 65 * open.len() + 1)),
                "{error}"
            );
        }
    }
    let layout = ["{0:P(", &"(".repeat(65), &")".repeat(65), ")}"].concat();
    assert!(matches!(layout.parse::<Layout>().unwrap_err().problem(), XlaError::TooDeep { .. }));
}

#[test]
fn what_is_read_can_be_asked_for() {
    let layout: Layout = "{1,0:D(D,C)#(u32)*(u16)}".parse().unwrap();
    let formats: Vec<LevelFormat> = layout.dim_levels().iter().map(|level| level.format).collect();
    assert_eq!(formats, [LevelFormat::Dense, LevelFormat::Compressed]);
    assert_eq!(layout.index_types(), (Some(DType::U32), Some(DType::U16)));
    let program: ProgramShape = "(p: f32[2], q: s8[3]) -> f32[]".parse().unwrap();
    let names: Vec<&str> = program.parameters().iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["p", "q"]);
    assert_eq!(program.parameters()[1].1, "s8[3]".parse().unwrap());
}
