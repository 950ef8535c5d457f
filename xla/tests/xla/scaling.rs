//! Texts take time in proportion to their length, or little more.

#[path = "../../../tests/scaling/linear.rs"]
mod linear;

use extents::DType;
use extents_xla::{self as xla, ArrayShape, Layout, ProgramShape, SplitConfig};
use linear::is_nearly_linear;

#[test]
fn texts_of_xla() {
    let read = |text: &String| text.parse::<xla::Shape>().unwrap();
    let written = |shape: &xla::Shape| shape.to_string();
    let tuple = |n: usize| format!("({})", vec!["f32[2,3]{1,0:T(8,128)}"; n].join(", "));
    is_nearly_linear("a tuple", 500, tuple, read);
    is_nearly_linear("a tuple as text", 500, |n| read(&tuple(n)), written);
    let list = |numbers: &mut dyn Iterator<Item = usize>| {
        numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(",")
    };
    let ranks =
        |n: usize| format!("f32[{}]{{{}}}", vec!["1"; n].join(","), list(&mut (0..n).rev()));
    is_nearly_linear("dimensions", 2_000, ranks, read);
    is_nearly_linear("dimensions as text", 2_000, |n| read(&ranks(n)), written);
    let tiles = |n: usize| format!("f32[64]{{0:T{}}}", "(1)".repeat(n));
    is_nearly_linear("tiles", 2_000, tiles, read);
    is_nearly_linear(
        "the plan of tiles",
        2_000,
        |n| tiles(n).parse::<ArrayShape>().unwrap(),
        |shape| shape.to_layout().unwrap(),
    );
    let splits = |n: usize| format!("f32[{}]{{0:SC(0:{})}}", n + 1, list(&mut (1..=n)));
    is_nearly_linear("splits", 2_000, splits, read);
    let program = |n: usize| format!("({}) -> f32[]", vec!["x: f32[2]"; n].join(", "));
    is_nearly_linear("a program", 500, program, |text| text.parse::<ProgramShape>().unwrap());
    let comments = |n: usize| format!("{}f32[]", "/*comment*/ ".repeat(n));
    is_nearly_linear("comments", 5_000, comments, read);
}

#[test]
fn operations_on_many_dimensions() {
    let sized = |size: usize| {
        move |n: usize| {
            let sizes = (0..n).map(|k| if k % 2 == 0 { size } else { 1 });
            ArrayShape::new(DType::F32, sizes).with_default_layout()
        }
    };
    let (ones, zeros) = (sized(1), sized(0));
    let fallen = |shape: &ArrayShape| (0..shape.rank()).rev().collect::<Vec<usize>>();
    let risen = |shape: &ArrayShape| (0..shape.rank()).collect::<Vec<usize>>();
    is_nearly_linear("a transpose without ones", 4_000, zeros, |shape| {
        shape.normalized_logical_transpose(&fallen(shape)).unwrap()
    });
    is_nearly_linear("ones dropped", 4_000, zeros, |shape| shape.drop_degenerate_dimensions());
    is_nearly_linear("aligned layouts", 4_000, zeros, |shape| shape.align_layouts(shape).unwrap());
    is_nearly_linear("ones inserted", 4_000, ones, |shape| {
        shape.inserted_or_deleted_one_sized(shape).unwrap()
    });
    is_nearly_linear("dimensions of a reshape", 4_000, ones, |shape| {
        shape.reshape_leaves_dimensions_unmodified(shape, &risen(shape)).unwrap()
    });
    is_nearly_linear("the elements of a part", 4_000, ones, |shape| {
        shape.max_elements_per_split().unwrap()
    });
    is_nearly_linear("neighbors in a layout", 4_000, ones, |shape| {
        shape.layout().unwrap().are_dimensions_consecutive(&fallen(shape)).unwrap()
    });
    let split = |n: usize| {
        let splits = (0..n).map(|dimension| SplitConfig { dimension, indices: vec![1] });
        let layout = Layout::descending(n).with_split_configs(splits);
        ArrayShape::new(DType::F32, vec![2; n]).with_layout(layout).unwrap()
    };
    is_nearly_linear("splits of a transpose", 4_000, split, |shape| {
        shape.permute_dimensions(&fallen(shape)).unwrap()
    });
    is_nearly_linear("splits of another order", 4_000, split, |shape| {
        shape.move_dimension_to_minor(0).unwrap()
    });
}
