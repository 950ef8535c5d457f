//! Descriptions as Nervana's graph has them, and as the document about them says:
//! `tests/vectors/descriptions.json`.

use extents::{DType, ShapeError};
use extents_graph::{
    Axes, AxesMap, Axis, AxisPadding, AxisSlice, ComplexView, DescriptionError, Nesting,
    TensorDescription, TensorKind, align, column_major_strides, linear_offset, row_major_strides,
};
use serde_json::{Value, json};

type Answer = Result<Value, DescriptionError>;

fn numbers<T: TryFrom<i64>>(value: &Value) -> Vec<T> {
    let number = |value: &Value| T::try_from(value.as_i64().unwrap()).ok().unwrap();
    value.as_array().unwrap().iter().map(number).collect()
}

fn words(value: &Value) -> Vec<String> {
    let word = |value: &Value| value.as_str().unwrap().to_owned();
    value.as_array().unwrap().iter().map(word).collect()
}

/// `["A", 2]`, or `["A", null]`.
fn axis(value: &Value) -> Axis {
    let name = value[0].as_str().unwrap();
    match value[1].as_i64() {
        Some(length) => Axis::from_signed(name, length).unwrap(),
        None => Axis::unknown(name),
    }
}

fn axes(value: &Value) -> Result<Axes, DescriptionError> {
    Axes::new(value.as_array().unwrap().iter().map(axis))
}

/// Names and lists of names; `lengths` may know how long they are.
fn nested(value: &Value, lengths: &Value) -> Result<Axes, DescriptionError> {
    let axis = |value: &Value| match value.as_str() {
        Some(name) => Ok(match lengths[name].as_u64() {
            Some(length) => Axis::new(name, usize::try_from(length).unwrap()),
            None => Axis::unknown(name),
        }),
        None => Axis::flattened(nested(value, lengths)?),
    };
    Axes::new(value.as_array().unwrap().iter().map(axis).collect::<Result<Vec<_>, _>>()?)
}

/// `A` has length 2, `A'` has length 5 and the same name.
fn named(value: &Value) -> Result<Axes, DescriptionError> {
    Axes::new(words(value).iter().map(|name| match name.strip_suffix('\'') {
        Some(name) => Axis::new(name, 5),
        None => Axis::new(name.as_str(), 2),
    }))
}

fn dtype(input: &Value) -> DType {
    match input["itemsize"].as_u64() {
        Some(8) => DType::F64,
        _ => DType::F32,
    }
}

/// A description from `axes`, with row-major strides unless the input has others.
fn description(input: &Value) -> Result<TensorDescription, DescriptionError> {
    let axes = match input["axes"].as_array().unwrap().first() {
        Some(first) if first.is_string() => nested(&input["axes"], &input["lengths"])?,
        _ => axes(&input["axes"])?,
    };
    let mut open = <TensorDescription>::new(dtype(input), axes)?;
    if !input["full_sizes"].is_null() {
        open = open.with_sizes(&numbers(&input["full_sizes"]))?;
    }
    match &input["strides_bytes"] {
        Value::Null => open.row_major(),
        strides => open.with_byte_strides(&numbers(strides), 0),
    }
}

/// A description from `shape` and `strides`.
fn plain(input: &Value) -> Result<TensorDescription, DescriptionError> {
    let offset = input["offset"].as_u64().unwrap_or(0);
    let open = <TensorDescription>::of_shape(DType::F32, &numbers(&input["shape"]))?;
    open.with_strides(&numbers(&input["strides"]), usize::try_from(offset).unwrap())
}

fn slices(value: &Value) -> Vec<AxisSlice> {
    let slice = |value: &Value| match value.as_i64() {
        Some(index) => AxisSlice::from(index),
        None => value.as_str().unwrap().parse().unwrap(),
    };
    value.as_array().unwrap().iter().map(slice).collect()
}

fn tree<T: Copy>(nesting: &[Nesting<T>], one: &impl Fn(T) -> Value) -> Value {
    let each = nesting.iter().map(|nesting| match nesting {
        Nesting::One(value) => one(*value),
        Nesting::Parts(parts) => tree(parts, one),
    });
    Value::Array(each.collect())
}

/// What the expected output asks for.
fn told(tensor: &TensorDescription, out: &Value) -> Value {
    let item = isize::try_from(tensor.dtype().bytes()).unwrap();
    let answer = |(what, _): (&String, &Value)| {
        let value = match what.as_str() {
            "shape" => json!(tensor.shape()),
            "strides_bytes" => json!(tensor.byte_strides()),
            "sizes" => json!(tensor.sizes()),
            "tensor_size_bytes" => json!(tensor.tensor_size()),
            "c_contiguous" => json!(tensor.c_contiguous()),
            "axes" => json!(tensor.axes().names().collect::<Vec<_>>()),
            "offset_bytes" => json!(tensor.byte_offset()),
            "full_strides" => tree(&tensor.full_strides().unwrap(), &|stride| json!(stride * item)),
            "full_sizes" => tree(&tensor.full_sizes(), &|size: usize| json!(size)),
            other => panic!("no answer to {other}"),
        };
        (what.clone(), value)
    };
    Value::Object(out.as_object().unwrap().iter().map(answer).collect())
}

fn names(axes: &Axes) -> Value {
    json!(axes.names().collect::<Vec<_>>())
}

/// `1`, or `[0, 1]`.
fn padding(value: &Value) -> AxisPadding {
    match value.as_array() {
        Some(_) => {
            let both = numbers::<usize>(value);
            AxisPadding::from((both[0], both[1]))
        }
        None => AxisPadding::from(usize::try_from(value.as_u64().unwrap()).unwrap()),
    }
}

fn paddings(value: &Value) -> Vec<AxisPadding> {
    value.as_array().unwrap().iter().map(padding).collect()
}

/// Values as nested lists.
fn folded(values: &[Value], shape: &[usize]) -> Value {
    match shape.split_first() {
        None => values[0].clone(),
        Some((_, rest)) => {
            let each: usize = rest.iter().product();
            json!(values.chunks(each).map(|part| folded(part, rest)).collect::<Vec<_>>())
        }
    }
}

fn shape_of(value: &Value) -> Vec<usize> {
    match value.as_array() {
        Some(list) => [&[list.len()], &shape_of(&list[0])[..]].concat(),
        None => vec![],
    }
}

fn graph(op: &str, input: &Value, out: &Value) -> Answer {
    let (lhs, rhs) = (|| named(&input["lhs"]), || named(&input["rhs"]));
    let told = |tensor: Result<TensorDescription, DescriptionError>| Ok(told(&tensor?, out));
    match op {
        "td" => told(description(input)),
        "td_transpose" => told(description(input)?.transpose()),
        "td_broadcast" => told(description(input)?.broadcast(&axes(&input["to"])?)),
        "td_reorder" => told(description(input)?.reorder(&words(&input["to"]))),
        "td_flatten" => told(description(input)?.flatten(&nested(&input["to"], &Value::Null)?)),
        "td_unflatten" => told(description(input)?.unflatten(&nested(&input["to"], &Value::Null)?)),
        "td_slice" => match input["n_new_axes"].as_u64() {
            None => told(description(input)?.slice(&slices(&input["slices"]))),
            Some(count) => {
                let axes = Axes::of_shape(&vec![1; usize::try_from(count).unwrap()]);
                told(description(input)?.slice_as(&slices(&input["slices"]), axes))
            }
        },
        "op_slice" => told(description(input)?.slice_forward(&slices(&input["slices"]))),
        "slice_axis" => {
            let slice: AxisSlice = input["slice"].as_str().unwrap().parse()?;
            Ok(json!(slice.length_of(usize::try_from(input["length"].as_u64().unwrap()).unwrap())?))
        }
        "td_cast" => told(description(input)?.cast(axes(&input["to"])?)),
        "cast_axes" => Ok(json!(axes(&input["axes"])?.check_cast(&axes(&input["to"])?)?)),
        "pad_axes" => {
            let axes = Axes::of_shape(&numbers(&input["lengths"]));
            Ok(json!(axes.pad_axes(&paddings(&input["paddings"]))?.lengths()?))
        }
        "align" => {
            let [size, to] = ["size", "alignment"].map(|key| input[key].as_u64().unwrap());
            Ok(json!(align(usize::try_from(size).unwrap(), usize::try_from(to).unwrap())?))
        }
        "axes_add" => Ok(names(&(&lhs()? + &rhs()?)?)),
        "axes_sub" => Ok(names(&(&lhs()? - &rhs()?))),
        "axes_or" => Ok(names(&(&lhs()? | &rhs()?))),
        "axes_and" => Ok(names(&(&lhs()? & &rhs()?))),
        "axes_eq" => Ok(json!(lhs()? == rhs()?)),
        "axes_is_sub_set" => Ok(json!(lhs()?.is_subset(&rhs()?))),
        "axes_is_super_set" => Ok(json!(lhs()?.is_superset(&rhs()?))),
        "axes_is_equal_set" => Ok(json!(lhs()?.is_equal_set(&rhs()?))),
        "axes_is_not_equal_set" => Ok(json!(!lhs()?.is_equal_set(&rhs()?))),
        "make_axes" => Ok(names(&named(&input["names"])?)),
        "axes_map" => {
            let pairs = input["map"].as_object().unwrap().iter();
            let map = AxesMap::new(pairs.map(|(old, new)| (old.as_str(), new.as_str().unwrap())))?;
            Ok(names(&map.apply(&named(&input["axes"])?)?))
        }
        "binary_axes_order" => Ok(names(&lhs()?.binary_axes_order(&rhs()?)?)),
        "dot_axes" => Ok(names(&lhs()?.dot_axes(&rhs()?)?)),
        "reduce_axes" => {
            Ok(names(&named(&input["axes"])?.reduce_axes(&named(&input["reduction"])?)?))
        }
        other => panic!("no operation is called {other}"),
    }
}

fn document(op: &str, input: &Value) -> Answer {
    match op {
        "strides" => {
            let sizes = numbers::<usize>(&input["sizes"]);
            let by_hand = match input["order"].as_str().unwrap() {
                "row_major" => row_major_strides(&sizes)?,
                _ => column_major_strides(&sizes)?,
            };
            if !input["shape"].is_null() {
                let open = <TensorDescription>::of_shape(DType::F32, &numbers(&input["shape"]))?;
                let open = open.with_sizes(&sizes)?;
                let assigned = match input["order"].as_str().unwrap() {
                    "row_major" => open.row_major()?,
                    _ => open.column_major()?,
                };
                assert_eq!(assigned.strides().unwrap(), by_hand);
            }
            Ok(json!(by_hand))
        }
        "helper_attributes" => {
            let kind = match input["helper"].as_str().unwrap() {
                "constant" => TensorKind::Constant,
                "placeholder" => TensorKind::Placeholder,
                "persistent_tensor" => TensorKind::Persistent,
                "variable" => TensorKind::Variable,
                "temporary" => TensorKind::Temporary,
                other => panic!("no kind is called {other}"),
            };
            use extents_graph::Attribute::{Constant, Input, Persistent, Trainable};
            let all = [Constant, Persistent, Trainable, Input];
            let told = all.map(|one| (one.name().to_owned(), json!(kind.attributes().has(one))));
            Ok(Value::Object(told.into_iter().collect()))
        }
        "linear_offset" => {
            let offset = usize::try_from(input["offset"].as_u64().unwrap()).unwrap();
            let index = numbers::<usize>(&input["index"]);
            Ok(json!(linear_offset(&numbers::<isize>(&input["strides"]), offset, &index)?))
        }
        "byte_address" => {
            let index = numbers::<usize>(&input["index"]);
            let shape: Vec<usize> = index.iter().map(|at| at + 1).collect();
            let open = <TensorDescription>::of_shape(dtype(input), &shape)?;
            let tensor = open.with_strides(&numbers(&input["strides"]), 0)?;
            let base = usize::try_from(input["base"].as_u64().unwrap()).unwrap();
            assert_eq!(input["offset"], 0);
            Ok(json!(tensor.byte_address(base, &index)?))
        }
        "linear_offset_checked" => Ok(json!(plain(input)?.offset_of(&numbers(&input["index"]))?)),
        "validate_sizes" => {
            let open = <TensorDescription>::of_shape(DType::F32, &numbers(&input["shape"]))?;
            Ok(json!(open.with_sizes(&numbers(&input["sizes"]))?.sizes()))
        }
        "transpose_view" => {
            let (tensor, order) = (plain(input)?, numbers::<usize>(&input["perm"]));
            let view = tensor.permute(&order)?;
            let index = vec![4, 1, 1];
            let moved: Vec<usize> = order.iter().map(|mode| index[*mode]).collect();
            let offset = tensor.offset_of(&index)?;
            assert_eq!(view.offset_of(&moved)?, offset);
            assert_eq!(view.index_map().apply(&moved)?, index);
            Ok(json!({"shape": view.shape(), "strides": view.strides(),
                      "same_linear_for": [index, moved, offset]}))
        }
        "flatten_compatible" => {
            Ok(json!(plain(&input["a"])?.flatten_compatible(&plain(&input["b"])?)))
        }
        "complex_view_pad" => {
            let x = &input["x"];
            let tensor = <TensorDescription>::of_shape(DType::F32, &shape_of(x))?;
            let view = ComplexView::pad(&tensor, &paddings(&input["padding"]))?;
            let values = view.values(|source, index| match source {
                0 => index.iter().fold(x, |list, at| &list[*at]).clone(),
                _ => input["pad_tensor"].clone(),
            })?;
            Ok(folded(&values, view.shape()))
        }
        "description_without_layout" => {
            let dtype = input["dtype"].as_str().unwrap().parse().unwrap();
            let open = <TensorDescription>::of_shape(dtype, &numbers(&input["shape"]))?;
            Ok(json!({"rank": open.rank(), "layout": open.strides()}))
        }
        "allocatable" => {
            assert!(input["layout"].is_null());
            let open = <TensorDescription>::of_shape(DType::F32, &[2, 3])?;
            Ok(json!(open.is_allocatable()))
        }
        "rank" => {
            Ok(json!(<TensorDescription>::of_shape(DType::F32, &numbers(&input["shape"]))?.rank()))
        }
        other => panic!("no operation is called {other}"),
    }
}

/// Whether the error is the one that the vectors call so.
fn is_called(error: DescriptionError, name: &str) -> bool {
    use DescriptionError as E;
    match name {
        "AxisLengthUnknown" => matches!(error, E::LengthUnknown { .. }),
        "NotAPermutationOfAxes" => {
            matches!(error, E::DuplicateAxis { .. } | E::UnknownAxis { .. } | E::MissingAxis { .. })
        }
        "FlattenOrderMismatch" => matches!(error, E::OrderMismatch { .. }),
        "FlattenNonContiguous" => matches!(error, E::NotMergeable { .. }),
        "NegativeStep" => matches!(error, E::Step { step: ..0, .. }),
        "SliceRankMismatch" | "RankMismatch" => {
            matches!(error, E::Shape(ShapeError::RankMismatch { .. }))
        }
        "CastLengthMismatch" => matches!(error, E::LengthMismatch { .. }),
        "DuplicateAxis" => matches!(error, E::DuplicateAxis { .. }),
        "IndexOutOfBounds" => matches!(error, E::IndexOutOfBounds { .. }),
        "SizeSmallerThanShape" => matches!(error, E::SizeTooSmall { .. }),
        other => panic!("no error is called {other}"),
    }
}

fn run(section: &str, count: usize, answer: impl Fn(&str, &Value, &Value) -> Answer) {
    let all: Value =
        serde_json::from_str(include_str!("../../../tests/vectors/descriptions.json")).unwrap();
    let cases = all["sections"][section].as_array().unwrap();
    assert_eq!(cases.len(), count);
    for case in cases {
        let id = &case["id"];
        let found = answer(case["op"].as_str().unwrap(), &case["in"], &case["out"]);
        match (case.get("error"), found) {
            (Some(name), Err(error)) => {
                assert!(is_called(error, name.as_str().unwrap()), "{id}: {name}, not {error}");
            }
            (Some(error), Ok(found)) => panic!("{id}: {found} instead of {error}"),
            (None, found) => assert_eq!(found.as_ref(), Ok(&case["out"]), "{id}"),
        }
    }
}

#[test]
fn of_the_graph() {
    run("ngraph", 75, graph);
}

#[test]
fn of_the_document() {
    run("seed001", 30, |op, input, _| document(op, input));
}
