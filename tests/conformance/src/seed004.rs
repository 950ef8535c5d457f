//! The examples of the uBLAS document: how extents, strides and tensors are made, and its functions
//! on shapes.
//!
//! Where its C++ names a type of static or mixed extents, the run-time equivalent of our types is
//! asked: the rank by `DynExtents<N>`, each mode by its own type.

use extents::layout::{Canonical, ColMajor, RowMajor, Strides};
use extents::ublas::{
    is_matrix, is_scalar, is_tensor, is_vector, product, squeeze, squeeze_octave, valid,
};
use extents::{DynExtents, DynRankExtents, Extents, Scalar, Tensor};
use serde_json::{Value, json};

use crate::answer::{Answer, Check, Outcome, judge, same};
use crate::json::{StaticExtent, get, get_if_any, overlaid};
use crate::layers::{agree, each_layer, known_by_modes, modes_take, with_const};

/// Runs a case of section `seed004`.
pub(crate) fn run(op: &str, case: &Value) -> Check {
    let input: Value = get(case, "in")?;
    let outcome = match op {
        "make_basic_shape" => make_basic_shape(&input),
        "equivalent" => equivalent(&input),
        "extents_rank_first" => extents_rank_first(&input),
        "extents_runtime" => extents_runtime(&input),
        "static_extents" => {
            known_by_modes(&get::<Vec<_>>(&input, "args")?).map(|all| Ok(json!(all)))
        }
        "dynamic_extents" => dynamic_extents(&input),
        "strides" => strides(&get::<Vec<usize>>(&input, "extents")?, &input),
        "strides_static" => strides_static(&input),
        "strides_from_values" => strides_from_values(&input),
        "predicates" => each_shape(&input, Reading::Predicates),
        "squeeze" => each_shape(&input, Reading::Squeeze),
        "tensor" => tensor(&input),
        _ => Err(format!("no such operation yet: `{op}` of section `seed004`")),
    };
    judge(case, outcome?)?;
    match case.get("octave") {
        Some(expected) => match each_shape(&input, Reading::SqueezeOctave)? {
            Ok(found) => same("octave", expected, &found),
            Err(error) => Err(format!("`octave` refused: {error}")),
        },
        None => Ok(()),
    }
}

/// The functions of one shape that give a truth or a number.
pub(crate) fn predicates<E: Extents>(shape: &E) -> Value {
    json!({
        "valid": valid(shape),
        "is_scalar": is_scalar(shape),
        "is_vector": is_vector(shape),
        "is_matrix": is_matrix(shape),
        "is_tensor": is_tensor(shape),
        "product": product(shape),
    })
}

#[derive(Clone, Copy)]
enum Reading {
    Predicates,
    Squeeze,
    SqueezeOctave,
}

fn each_shape(input: &Value, reading: Reading) -> Outcome {
    let extents: Vec<usize> = get(input, "extents")?;
    each_layer!(extents.len(), E => E::from_extents(&extents).map(|shape| read(&shape, reading)))
}

fn read<E: Extents>(shape: &E, reading: Reading) -> Value {
    match reading {
        Reading::Predicates => predicates(shape),
        Reading::Squeeze => json!(squeeze(shape).as_slice()),
        Reading::SqueezeOctave => json!(squeeze_octave(shape).as_slice()),
    }
}

/// The rank, then all extents or none: what the type of rank `N` knows, -1 where that is nothing.
fn make_basic_shape(input: &Value) -> Outcome {
    let (rank, extents) = rank_first(input)?;
    with_const!(rank, N => Ok(if extents.is_empty() {
        let known = DynExtents::<N>::STATIC_EXTENTS;
        Ok(known.iter().map(|extent| extent.map_or(json!(-1), |extent| json!(extent))).collect())
    } else {
        list::<DynExtents<N>>(&extents)
    }))
}

/// The rank, then the static extents; without any, all are in the values.
fn extents_rank_first(input: &Value) -> Outcome {
    let (rank, extents) = rank_first(input)?;
    let values = get_if_any::<Vec<usize>>(input, "runtime")?;
    let values = values.filter(|_| extents.is_empty()).unwrap_or(extents);
    with_const!(rank, N => Ok(list::<DynExtents<N>>(&values)))
}

fn rank_first(input: &Value) -> Result<(usize, Vec<usize>), String> {
    let args: Vec<usize> = get(input, "args")?;
    let (rank, extents) = args.split_first().ok_or("`args` has no rank")?;
    Ok((*rank, extents.to_vec()))
}

/// Whether types know the same: given by their modes, or by a rank of run-time extents.
fn equivalent(input: &Value) -> Outcome {
    let types = input.as_object().ok_or("`in` is not an object")?;
    let known = types.values().map(|description| match get_if_any(description, "rank")? {
        Some::<usize>(rank) => with_const!(rank, N => Ok(DynExtents::<N>::STATIC_EXTENTS.to_vec())),
        None => known_by_modes(&get::<Vec<_>>(description, "modes")?),
    });
    let known = known.collect::<Result<Vec<_>, String>>()?;
    let (first, others) = known.split_first().ok_or("`in` names no type")?;
    Ok(Ok(json!(others.iter().all(|other| other == first))))
}

/// Values for a rank, or for the modes of a mixed type.
fn extents_runtime(input: &Value) -> Outcome {
    let values: Vec<usize> = get(input, "values")?;
    match get_if_any::<Vec<StaticExtent>>(input, "static")? {
        Some(modes) => of_modes(
            &modes,
            &values,
            |rank, values| with_const!(rank, N => Ok(list::<DynExtents<N>>(values))),
        ),
        None => with_const!(get::<usize>(input, "rank")?, N => Ok(list::<DynExtents<N>>(&values))),
    }
}

fn dynamic_extents(input: &Value) -> Outcome {
    let values: Vec<usize> = get(input, "values")?;
    if get::<Value>(input, "rank")? == "dynamic" {
        return Ok(list::<DynRankExtents>(&values));
    }
    with_const!(get::<usize>(input, "rank")?, N => Ok(list::<DynExtents<N>>(&values)))
}

/// The answer for values that stand for modes of which some are static.
fn of_modes(
    modes: &[StaticExtent],
    values: &[usize],
    answer: impl Fn(usize, &[usize]) -> Outcome,
) -> Outcome {
    match modes_take(modes, values)? {
        Ok(()) => answer(modes.len(), values),
        Err(error) => Ok(Err(error)),
    }
}

fn list<E: Extents>(extents: &[usize]) -> Answer {
    E::from_extents(extents).map(|shape| json!(shape.extents().as_ref()))
}

fn strides(extents: &[usize], input: &Value) -> Outcome {
    let order = Order::of(input)?;
    each_layer!(extents.len(), E => order.strides::<E>(extents))
}

fn strides_static(input: &Value) -> Outcome {
    let (modes, values): (Vec<_>, Vec<_>) = (get(input, "extents")?, get(input, "values")?);
    let order = Order::of(input)?;
    of_modes(
        &modes,
        &values,
        |rank, values| with_const!(rank, N => Ok(order.strides::<DynExtents<N>>(values))),
    )
}

fn strides_from_values(input: &Value) -> Outcome {
    let (values, order): (Vec<_>, _) = (get(input, "values")?, Order::of(input)?);
    with_const!(get::<usize>(input, "rank")?, N => Ok(order.strides::<DynExtents<N>>(&values)))
}

/// uBLAS's names for the layouts: which mode has stride 1.
#[derive(Clone, Copy)]
enum Order {
    First,
    Last,
}

impl Order {
    fn of(input: &Value) -> Result<Self, String> {
        match get::<String>(input, "order")?.as_str() {
            "first" => Ok(Order::First),
            "last" => Ok(Order::Last),
            order => Err(format!("no such order yet: `{order}`")),
        }
    }

    fn strides<E: Extents>(self, extents: &[usize]) -> Answer {
        fn list<E: Extents, L: Canonical>(extents: &[usize]) -> Answer {
            let strides = Strides::<E, L>::from_values(extents)?;
            Ok(json!(strides.to_array().as_ref()))
        }
        match self {
            Order::First => list::<E, ColMajor>(extents),
            Order::Last => list::<E, RowMajor>(extents),
        }
    }
}

/// The ways to make a tensor: null, of extents, and of extents and the value of every element.
fn tensor(input: &Value) -> Outcome {
    if get_if_any::<bool>(input, "default")? == Some(true) {
        return agree(
            Ok(describe(&Tensor::<f32>::null())),
            Ok(describe(&Tensor::<f32>::default())),
        );
    }
    let extents: Value = get(input, "extents")?;
    let list: Vec<usize> = match get_if_any(&extents, "dynamic")? {
        Some(list) => list,
        None => get(&extents, "static")?,
    };
    match get_if_any::<i64>(input, "fill")? {
        Some(fill) => each_layer!(list.len(), E => {
            let tensor = E::from_extents(&list).and_then(|shape| Tensor::full(shape, fill));
            tensor.map(|tensor| with_every_element(&tensor))
        }),
        None => each_layer!(list.len(), E => {
            let tensor = E::from_extents(&list).and_then(Tensor::<f32, _>::zeros);
            tensor.map(|tensor| describe(&tensor))
        }),
    }
}

fn describe<T: Scalar, E: Extents>(tensor: &Tensor<T, E>) -> Value {
    json!({ "rank": tensor.extents().rank(), "size": tensor.as_slice().len() })
}

/// The element that all are equal to; `null` where there is none.
fn with_every_element<E: Extents>(tensor: &Tensor<i64, E>) -> Value {
    let elements = tensor.as_slice();
    let first = elements.first().filter(|first| elements.iter().all(|element| element == *first));
    overlaid(&describe(tensor), &json!({ "every_element": first }))
}
