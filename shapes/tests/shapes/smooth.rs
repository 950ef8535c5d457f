//! Smooth shapes: the seed's own examples and vectors, what types keep, huge numbers and texts.

use extents::error::{Place, Quantity};
use extents_shapes::error::{Compared, Item};
use std::collections::HashSet;
use std::convert::Infallible;

use extents::label::{LabelName, i, j, k, l};
use extents::{
    Const, Dyn, DynExtents, DynRankExtents, ModeArray, ShapeError, StaticExtents, extents, slice,
};
use extents_shapes::{
    PlacedShape, Region, Shape, ShapeBase, ShapeIndices, SmoothShape, StaticOrigin, StructureError,
    ValueOrigin, ZeroOrigin,
};
use serde_json::Value;
use static_assertions::{
    assert_eq_size, assert_impl_all, assert_not_impl_any, assert_type_eq_all, const_assert_eq,
};

type Fixed = Shape<StaticExtents![3, 4]>;

const_assert_eq!(size_of::<Fixed>(), 0);
const_assert_eq!(size_of::<Shape<StaticExtents![]>>(), 0);
assert_eq_size!(Shape<StaticExtents![3, dyn]>, usize);
assert_eq_size!(Shape<DynExtents<3>>, [usize; 3]);
assert_eq_size!(Shape, DynRankExtents);
assert_eq_size!(PlacedShape<StaticExtents![3, 4]>, [usize; 2]);
assert_type_eq_all!(PlacedShape, Shape<DynRankExtents, ValueOrigin>, Shape<DynRankExtents, ValueOrigin<ModeArray<usize>>>);
assert_type_eq_all!(Shape, Shape<DynRankExtents, ZeroOrigin>);
assert_type_eq_all!(<Fixed as ShapeBase>::Index, [usize; 2]);
assert_type_eq_all!(<Fixed as ShapeBase>::Slice, PlacedShape<StaticExtents![dyn, dyn]>);
assert_type_eq_all!(<Shape<DynExtents<2>> as ShapeBase>::Slice, PlacedShape<DynExtents<2>>);
assert_type_eq_all!(<Fixed as ShapeBase>::Chip, PlacedShape);
assert_impl_all!(Fixed: Copy, Default, Send, Sync, SmoothShape);
assert_impl_all!(PlacedShape<StaticExtents![3, dyn]>: Copy, Send, Sync, Eq, std::hash::Hash);
assert_not_impl_any!(Shape: Copy);
assert_impl_all!(
    ShapeIndices<StaticExtents![3, 4], ZeroOrigin>:
        Clone, DoubleEndedIterator, ExactSizeIterator, std::iter::FusedIterator, Send
);

fn list(extents: &[usize]) -> Shape {
    Shape::from_list(extents).unwrap()
}

// The seed, under its own words.

#[test]
fn constructing_a_shape() {
    let null_shape: Shape = Shape::default();
    let rank0_shape = Shape::new(extents![]);
    let rank1_shape = Shape::new(extents![10]);
    let rank2_shape = Shape::new(extents![10, 20]);
    let rank3_shape = Shape::new(extents![10, 20, 30]);
    assert_eq!((null_shape.rank(), null_shape.size(), null_shape.is_null()), (0, 0, true));
    assert_eq!((rank0_shape.rank(), rank0_shape.size()), (0, 1));
    assert_eq!((rank1_shape.rank(), rank1_shape.size()), (1, 10));
    assert_eq!((rank2_shape.rank(), rank2_shape.size()), (2, 200));
    assert_eq!((rank3_shape.rank(), rank3_shape.size()), (3, 6000));
    let from_a_vector: Vec<usize> = vec![10, 20, 30];
    assert_eq!(Shape::from_extents(from_a_vector).unwrap(), rank3_shape);
    assert_ne!(null_shape, rank0_shape);
    assert_eq!(null_shape, Shape::null());
}

#[test]
fn basic_operations() {
    let s = Shape::new(extents![10, 20, 30]);
    assert!(s.rank() == 3);
    assert!(s.size() == 6000);
}

#[test]
fn slicing_and_chipping() {
    let s = Shape::new(extents![10, 20]);
    assert_eq!(s.slice(0).unwrap(), Shape::new(extents![1, 20]));
    assert_eq!(s.slice(([0, 0], [10, 1])).unwrap(), Shape::new(extents![10, 1]));
    assert_eq!(s.slice(([0, 0], [5, 5])).unwrap(), Shape::new(extents![5, 5]));
    assert_eq!(s.slice(([0, 0], [1, 5])).unwrap(), Shape::new(extents![1, 5]));
    assert_eq!(s.chip(2).unwrap(), Shape::new(extents![20]));
    assert_eq!(s.chip(([0, 2], [10, 3])).unwrap(), Shape::new(extents![10]));
}

#[test]
fn slicing_and_chipping_in_the_type() {
    let s = Shape::new(extents![10, 20]);
    let Ok(s0) = s.slice_typed(slice![0, ..]);
    let Ok(sx0) = s.slice_typed(slice![.., 0]);
    let Ok(s05_05) = s.slice_typed(slice![0..5, ..5]);
    let Ok(s2) = s.chip_typed(slice![2, ..]);
    let Ok(sx2) = s.chip_typed(slice![.., 2]);
    type Zero = Const<0>;
    let _: Shape<StaticExtents![1, 20], StaticOrigin<(Zero, Zero)>> = s0;
    let _: Shape<StaticExtents![10, 1], StaticOrigin<(Zero, Zero)>> = sx0;
    let _: Shape<StaticExtents![5, 5], StaticOrigin<(Zero, Zero)>> = s05_05;
    let _: Shape<StaticExtents![20], StaticOrigin<(Zero,)>> = s2;
    let _: Shape<StaticExtents![10], StaticOrigin<(Zero,)>> = sx2;
    assert_eq!(s0, s.slice(0).unwrap());
    assert_eq!(sx0, s.slice(([0, 0], [10, 1])).unwrap());
    assert_eq!(s05_05, s.slice(([0, 0], [5, 5])).unwrap());
    assert_eq!(s2, s.chip(2).unwrap());
    assert_eq!(sx2, s.chip(([0, 2], [10, 3])).unwrap());
}

/// As the seed prints a shape.
fn print_shape<I: AsRef<[usize]>>(indices: impl Iterator<Item = I>) -> String {
    let braced = indices.map(|index| format!("{{{},{}}}", index.as_ref()[0], index.as_ref()[1]));
    braced.collect::<Vec<_>>().join(" ")
}

#[test]
fn iterating() {
    let s = Shape::new(extents![2, 3]);
    assert_eq!(print_shape(s.indices()), "{0,0} {0,1} {0,2} {1,0} {1,1} {1,2}");
    let s01_13 = s.slice(([0, 1], [1, 3])).unwrap();
    assert_eq!(print_shape(s01_13.indices()), "{0,1} {0,2}");
    assert_eq!(print_shape(s01_13.indices_from_zero()), "{0,0} {0,1}");
    let mut s = PlacedShape::from(s);
    s.set_origin([10, 10]).unwrap();
    assert_eq!(print_shape(s.indices()), "{10,10} {10,11} {10,12} {11,10} {11,11} {11,12}");
    assert_eq!(s, Shape::at(extents![2, 3], [10, 10]).unwrap());
}

#[test]
fn shape_composition() {
    let s0 = Shape::new(extents![10, 20, 30]);
    let ijk = s0.labelled::<(i, j, k)>();
    let Ok(s1) = (ijk + ijk).to::<(i, j, k)>();
    assert_eq!(s1, s0);
    let Ok(s1) = (ijk + ijk).to::<(j, i, k)>();
    let _: Shape<StaticExtents![20, 10, 30]> = s1;
    let Ok(s1) = (ijk * ijk).to::<(i, k)>();
    let _: Shape<StaticExtents![10, 30]> = s1;
    let Ok(s1) = (ijk * s0.labelled::<(i, j, l)>()).to::<(i, j, k, l)>();
    let _: Shape<StaticExtents![10, 20, 30, 30]> = s1;
    // This one throws: the contracted modes are not of the same length.
    let s0 = list(&[10, 20, 30]);
    let error = (s0.labelled::<(j, i, k)>() * s0.labelled::<(i, j, k)>()).to::<(i, k)>();
    let label = LabelName::new("j");
    let found = error.unwrap_err();
    // `j` is met first as a mode of 10, then as one of 20; or `i`, as 20 and 10.
    let by_i = ShapeError::ExtentMismatch {
        place: Place::Label(LabelName::new("i")),
        expected: 20,
        found: 10,
    };
    let by_j = ShapeError::ExtentMismatch { place: Place::Label(label), expected: 10, found: 20 };
    assert!([by_i.into(), by_j.into()].contains(&found), "{found}");
}

// The vectors.

fn numbers(value: &Value) -> Vec<usize> {
    let number = |n: &Value| usize::try_from(n.as_u64().unwrap()).unwrap();
    value.as_array().unwrap().iter().map(number).collect()
}

/// A smooth shape or the null shape; nothing for jagged, tiled and nested ones.
fn smooth(value: &Value) -> Option<PlacedShape> {
    if value.get("null").is_some() {
        return Some(Shape::null().into());
    }
    let extents = numbers(value.get("smooth")?);
    let origin = value.get("origin").map_or(vec![0; extents.len()], numbers);
    Some(list(&extents).with_origin(origin).unwrap())
}

/// What an operation of the vectors gives; nothing where it is about other shapes.
fn answer(case: &Value) -> Option<Result<Value, StructureError>> {
    let input = &case["in"];
    let shape = || smooth(&input["shape"]);
    let pair = || Some((smooth(&input["lhs"])?, smooth(&input["rhs"])?));
    let part = |chips: bool| {
        let shape = shape()?;
        let (pins, first, last);
        let region = if let Some(all) = input.get("pins") {
            pins = numbers(all);
            Region::Pins(&pins)
        } else {
            (first, last) = (numbers(&input["first"]), numbers(&input["last"]));
            Region::Box { first: &first, last: &last }
        };
        Some(if chips { shape.chip(region) } else { shape.slice(region) })
    };
    let to_json = |shape: PlacedShape| {
        if shape.is_null() {
            return serde_json::json!({ "null": true });
        }
        let (extents, origin) = (shape.extents().as_slice(), shape.origin());
        if origin.iter().all(|&first| first == 0) {
            serde_json::json!({ "smooth": extents })
        } else {
            serde_json::json!({ "smooth": extents, "origin": &origin[..] })
        }
    };
    let lists = |all: Vec<ModeArray<usize>>| {
        Value::Array(all.iter().map(|index| serde_json::json!(&index[..])).collect())
    };
    let out = match case["op"].as_str()? {
        "shape_info" => {
            let shape = shape()?;
            let extents = shape.smooth_extents().map(|all| all.to_vec());
            Ok(serde_json::json!({
                "rank": shape.rank(),
                "size": shape.size(),
                "is_smooth": shape.is_smooth(),
                "extents": extents,
            }))
        }
        "rank_size" => shape()
            .map(|shape| Ok(serde_json::json!({ "rank": shape.rank(), "size": shape.size() })))?,
        "slice" => part(false)?.map(to_json),
        "chip" => part(true)?.map(to_json),
        "iterate" => Ok(lists(shape()?.indices().collect())),
        "iterate_offsets" => Ok(lists(shape()?.indices_from_zero().collect())),
        "set_origin" => {
            let mut shape = shape()?;
            let before = shape.clone();
            let moved = shape.set_origin(numbers(&input["origin"]));
            if moved.is_err() {
                assert_eq!(shape, before);
            }
            moved.map(|()| to_json(shape))
        }
        "equal" => pair().map(|(left, right)| Ok(Value::Bool(left == right)))?,
        "same_extents" => pair().map(|(left, right)| Ok(Value::Bool(left.same_extents(&right))))?,
        _ => return None,
    };
    Some(out)
}

#[test]
fn the_vectors_of_the_seed() {
    let text = include_str!("../../../tests/vectors/seed_examples.json");
    let vectors: Value = serde_json::from_str(text).unwrap();
    let mut run = 0;
    for case in vectors["sections"]["seed000"].as_array().unwrap() {
        let Some(answer) = answer(case) else { continue };
        match (answer, case.get("out")) {
            (Ok(found), Some(expected)) => assert_eq!(&found, expected, "{case}"),
            (Err(_), None) => assert!(case.get("error").is_some(), "{case}"),
            (found, _) => panic!("{found:?} for {case}"),
        }
        run += 1;
    }
    assert!(run >= 40, "only {run} cases");
}

// What types keep.

#[test]
fn static_extents_stay_static() {
    let s = Shape::at(extents![3, dyn 4].unwrap(), [5, 6]).unwrap();
    let part: Result<PlacedShape<StaticExtents![3, 2]>, StructureError> =
        s.slice_typed(slice![.., 7..9]);
    assert_eq!(format!("{:?}", part.unwrap()), "[3, 2] at [5, 7]");
    let column: PlacedShape<StaticExtents![3]> = s.chip_typed(slice![.., 9]).unwrap();
    assert_eq!(column.origin(), [5]);
    // A range stays, also one of one entry.
    let range: PlacedShape<StaticExtents![1]> = s.chip_typed(slice![6..7, 9]).unwrap();
    assert_eq!(range.to_string(), "[1] at [6]");
    let scalar: PlacedShape<StaticExtents![]> = s.chip_typed(slice![7, 9]).unwrap();
    assert_eq!((scalar.size(), scalar.to_string()), (1, "[]".to_string()));
    let moved: PlacedShape<StaticExtents![3, dyn]> = s.with_origin([1, 1]).unwrap();
    let _: Shape<StaticExtents![3, dyn]> = moved.without_origin();
    let known: PlacedShape<StaticExtents![3, 4]> = moved.strengthen().unwrap();
    let open: PlacedShape<DynExtents<2>> = known.weaken();
    assert_eq!(open.origin(), [1, 1]);
    let zero: Shape<StaticExtents![3, 4]> = list(&[3, 4]).strengthen().unwrap();
    let _: Shape<DynRankExtents> = zero.weaken();
}

#[test]
fn composition_keeps_what_either_operand_knows() {
    let (known, open) = (Shape::new(extents![3, 4]), list(&[4, 5]));
    let product = (known.labelled::<(i, j)>() * open.labelled::<(j, k)>()).to::<(j, k, i)>();
    let _: &Result<Shape<StaticExtents<(Const<4>, Dyn, Const<3>)>>, StructureError> = &product;
    assert_eq!(product.unwrap(), list(&[4, 5, 3]));
    // Static all through, nothing can fail; three factors, and a diagonal.
    let square = Shape::new(extents![4, 4]);
    let all =
        known.labelled::<(i, j)>() * square.labelled::<(j, k)>() * square.labelled::<(l, l)>();
    let product: Result<Shape<StaticExtents![3, 4, 4]>, Infallible> = all.to::<(i, k, l)>();
    assert!(product.is_ok());
    let grouped =
        known.labelled::<(i, j)>() * (square.labelled::<(j, k)>() * known.labelled::<(l, k)>());
    let Ok(product) = grouped.to::<(i, l)>();
    assert_eq!(product, Shape::new(extents![3, 3]));
    // Sums take what either knows as well.
    let sum = (open.labelled::<(j, k)>()
        - Shape::new(extents![5, dyn 4].unwrap()).labelled::<(k, j)>())
    .to::<(k, j)>();
    let _: &Result<Shape<StaticExtents![5, dyn]>, StructureError> = &sum;
    assert_eq!(sum.unwrap(), list(&[5, 4]));
    // One operand is permuted, summed or cut to its diagonal.
    let Ok(trace) = square.labelled::<(i, i)>().to::<()>();
    assert_eq!(trace, Shape::scalar());
}

#[test]
fn composition_needs_equal_origins_on_a_shared_label() {
    let zero = Shape::new(extents![3, 3]);
    let a = Shape::at(extents![3, 3], [0, 2]).unwrap();
    let label = LabelName::new("j");
    let mismatch = |left, right| StructureError::Mismatch {
        place: Place::Label(label),
        of: Compared::Origin,
        left,
        right,
    };
    let product = (a.labelled::<(i, j)>() * zero.labelled::<(j, k)>()).to::<(i, k)>();
    assert_eq!(product.unwrap_err(), mismatch(2, 0));
    let sum = (zero.labelled::<(i, j)>() + a.labelled::<(i, j)>()).to::<(i, j)>();
    assert_eq!(sum.unwrap_err(), mismatch(0, 2));
    let diagonal = a.labelled::<(j, j)>().to::<(j,)>();
    assert_eq!(diagonal.unwrap_err(), mismatch(0, 2));
    // The same origin on `j`, and the others are kept.
    let product = (a.labelled::<(i, j)>() * a.labelled::<(k, j)>()).to::<(j, i, k)>();
    assert_eq!(product.unwrap().to_string(), "[3, 3, 3] at [2, 0, 0]");
    // A zero origin that is a value equals one that is a type.
    let by_value = PlacedShape::from(zero);
    let product = (by_value.labelled::<(i, j)>() * zero.labelled::<(j, k)>()).to::<(i, k)>();
    assert_eq!(product.unwrap(), zero);
}

#[test]
fn run_time_ranks_are_checked_against_labels() {
    let s = list(&[2, 3]);
    let error = s.labelled::<(i, j, k)>().to::<(i, k)>().unwrap_err();
    assert_eq!(
        error,
        ShapeError::CountMismatch { of: Quantity::Labels { operand: 0 }, expected: 2, found: 3 }
            .into()
    );
    let null = Shape::null();
    let error = (s.labelled::<(i, j)>() * null.labelled::<()>()).to::<(i, j)>().unwrap_err();
    assert_eq!(error, ShapeError::Null.into());
}

#[test]
fn equality_goes_by_value() {
    let zero = Shape::new(extents![2, 3]);
    let moved = Shape::at(extents![2, 3], [0, 1]).unwrap();
    let all: HashSet<PlacedShape> = [
        PlacedShape::from(list(&[2, 3])),
        zero.weaken::<DynRankExtents>().into(),
        moved.weaken(),
        moved.weaken(),
    ]
    .into();
    assert_eq!(all.len(), 2);
    assert_eq!(PlacedShape::from(zero), zero);
    assert_ne!(moved, zero);
    assert_eq!(moved.with_origin([0, 0]).unwrap(), zero);
    assert!(moved.same_extents(&zero));
    assert!(!Shape::null().same_extents(&Shape::scalar()));
}

#[test]
fn a_smooth_shape_is_a_jagged_one() {
    let jagged = Shape::at(extents![2, 3], [4, 5]).unwrap().to_jagged();
    assert_eq!((jagged.rank(), jagged.is_smooth()), (2, true));
    assert_eq!(jagged.smooth_extents().unwrap().as_ref(), [2, 3]);
    assert!(Shape::null().to_jagged().is_null());
    assert!(!Shape::scalar().to_jagged().is_null());
}

// Huge numbers.

#[test]
fn origins_end_at_the_last_number() {
    let max = usize::MAX;
    let line = extents![dyn 3].unwrap();
    let last = Shape::at(line, [max - 3]).unwrap();
    assert!(last.indices().eq([[max - 3], [max - 2], [max - 1]]));
    assert!(!last.contains([max]) && last.contains([max - 1]));
    let overflow = StructureError::OriginOverflow { mode: 0, origin: max - 2, extent: 3 };
    assert_eq!(Shape::at(line, [max - 2]), Err(overflow));
    let mut shape = last;
    assert_eq!(shape.set_origin([max]), Err(overflow_at(max)));
    assert_eq!(shape, last);
    // A shape without elements may stand at the end.
    let empty = Shape::at(extents![0], [max]).unwrap();
    assert_eq!((empty.indices().count(), empty.contains([max])), (0, false));
    assert_eq!(empty.slice(([max], [max])).unwrap(), empty);
}

fn overflow_at(origin: usize) -> StructureError {
    StructureError::OriginOverflow { mode: 0, origin, extent: 3 }
}

#[test]
fn huge_numbers_in_regions_are_errors() {
    let max = usize::MAX;
    let s = Shape::at(extents![2, dyn 3].unwrap(), [1, max - 3]).unwrap();
    let bounds = |mode, index, begin, end| StructureError::IndexOutOfBounds {
        mode,
        row: 0,
        index,
        begin,
        end,
    };
    assert_eq!(s.slice([1, max]).unwrap_err(), bounds(1, max, max - 3, max));
    assert_eq!(s.chip(max).unwrap_err(), bounds(0, max, 1, 3));
    assert_eq!(s.clip([max, max]).unwrap().size(), 0);
    assert_eq!(s.clip(([0, 0], [max, max])).unwrap(), s);
    assert_eq!(s.slice_typed(slice![.., max]).unwrap_err(), bounds(1, max, max - 3, max));
    for (first, count) in [(max, 1), (max - 1, 2), (1, max), (max, max)] {
        assert!(s.slice_typed(slice![.., first..+count]).is_err(), "{first}..+{count}");
    }
    assert_eq!(s.slice_typed(slice![.., max..]).unwrap().size(), 0);
    assert_eq!(
        s.slice_typed(slice![.., 0..max]).unwrap_err().to_string(),
        "slice 0..18446744073709551615 is out of bounds for row 0 of mode 1, which spans 18446744073709551612..18446744073709551615"
    );
    assert_eq!(s.slice_typed(slice![.., (max - 1)..max]).unwrap().size(), 2);
    let huge = Shape::new(DynExtents::new([isize::MAX as usize, 1]).unwrap());
    assert_eq!(huge.offset([isize::MAX as usize - 1, 0]), Ok(isize::MAX as usize - 1));
    assert_eq!(huge.index(isize::MAX as usize - 1), Ok([isize::MAX as usize - 1, 0]));
    assert_eq!(huge.indices().next_back(), Some([isize::MAX as usize - 1, 0]));
}

#[test]
fn other_numbers_of_coordinates_are_errors() {
    let rank =
        |expected, found| StructureError::Shape(ShapeError::RankMismatch { expected, found });
    assert_eq!(Shape::at(extents![2, 3], [1]), Err(rank(2, 1)));
    assert_eq!(list(&[2, 3]).with_origin([1, 2, 3]), Err(rank(2, 3)));
    assert_eq!(Shape::null().with_origin([0]), Err(rank(0, 1)));
    assert_eq!(list(&[2, 3]).offset([1]), Err(rank(2, 1)));
    assert!(!list(&[2, 3]).contains([1, 1, 1]));
    assert_eq!(Shape::null().offset([]), Err(ShapeError::Null.into()));
    assert!(!Shape::null().contains([]) && Shape::scalar().contains([]));
    assert_eq!(
        Shape::null().index(0),
        Err(StructureError::OutOfRange { of: Item::Element, number: 0, count: 0 })
    );
    assert_eq!(Shape::null().chip([0; 0]), Err(ShapeError::NothingToChip.into()));
}

// Texts.

#[test]
fn shapes_print_what_they_are() {
    let s = Shape::at(extents![2, dyn 3].unwrap(), [10, 10]).unwrap();
    assert_eq!(
        (s.to_string(), format!("{s:?}")),
        ("[2, 3] at [10, 10]".into(), "[2, dyn 3] at [10, 10]".into())
    );
    let zero = s.with_origin([0, 0]).unwrap();
    assert_eq!(
        (zero.to_string(), format!("{zero:?}")),
        ("[2, 3]".into(), "[2, dyn 3] at [0, 0]".into())
    );
    assert_eq!(format!("{:?}", zero.without_origin()), "[2, dyn 3]");
    assert_eq!(
        (Shape::null().to_string(), Shape::scalar().to_string()),
        ("null".into(), "[]".into())
    );
    let s = Shape::new(extents![2, 3]);
    assert_eq!(format!("{:?}", s.labelled::<(i, j)>()), "[2, 3](i, j)");
}

#[test]
fn texts_that_are_no_shapes() {
    let error = |text: &str| text.parse::<PlacedShape>().unwrap_err();
    let text = |position, expected| {
        StructureError::Shape(ShapeError::Text { position, expected, found: None })
    };
    assert_eq!(error(""), text(0, "`[` or `null`"));
    assert_eq!(error("  nul"), text(2, "`[` or `null`"));
    assert_eq!(error("[2, ]"), text(4, "a number"));
    assert_eq!(error("[-2]"), text(1, "a number"));
    assert_eq!(error("[2 3]"), text(3, "`,` or `]`"));
    assert_eq!(error("[2] [3]"), text(4, "`at` or the end"));
    assert_eq!(error("[2] at 3"), text(7, "`[`"));
    assert_eq!(error("[2] at [3] at [4]"), text(11, "the end"));
    assert_eq!(error("null at []"), text(5, "the end"));
    assert_eq!(error("[18446744073709551616]"), text(1, "a number that fits `usize`"));
    assert_eq!(
        error("[18446744073709551615, 2]"),
        ShapeError::SizeOverflow { mode: 0, elements: 1, extent: usize::MAX }.into()
    );
    assert_eq!(error("[2, 3] at [1]"), ShapeError::RankMismatch { expected: 2, found: 1 }.into());
    assert_eq!(error("[3] at [18446744073709551615]"), overflow_at(usize::MAX));
    let fixed = "[2, 4]".parse::<Shape<StaticExtents![2, 3]>>().unwrap_err();
    assert_eq!(
        fixed,
        ShapeError::ExtentMismatch { place: Place::Mode(1), expected: 3, found: 4 }.into()
    );
    let null = "null".parse::<Shape<StaticExtents![]>>().unwrap_err();
    assert_eq!(null, ShapeError::Null.into());
    let moved = "[2] at [3]".parse::<Shape>().unwrap_err();
    assert_eq!(moved, text(4, "the end of a shape without origin"));
    assert_eq!("[2] at [0]".parse::<Shape>().unwrap(), list(&[2]));
}
