//! Writes a typed test for each slice of the vectors: source, slice and extents of the result as types.

use std::fmt::Write;

use serde_json::{Value, json};

use super::{Tests, list, modes_text, text};

/// A test; `position` decides between two ways to write the same.
pub(crate) fn slice(tests: &mut Tests, case: &Value, position: usize) {
    let (source, result) = (&case["src"], expected(case));
    let alternate = position % 2 == 1;
    let (mut values, mut entries, mut has_index) = (Vec::new(), Vec::new(), false);
    let mut never_fails = true;
    for (entry, extent) in list(&case["slices"]).iter().zip(list(&source["static_extents"])) {
        let kind = text(&entry["k"]);
        has_index |= kind.starts_with("index");
        never_fails &= kind == "full" || kind.ends_with("_c") && !extent.is_null();
        entries.push(entry_text(entry, &mut values, alternate));
    }
    let (entries, values) = (entries.join(", "), json!(values));
    let operation = if has_index { "chip" } else { "slice" };
    // Where nothing is left to check, the pattern has no other case.
    let (pattern, unwrap) = if never_fails { ("Ok(part)", "") } else { ("part", ".unwrap()") };

    let layout = text(&result["layout"]);
    let (modes, padding) = (&result["static_extents"], result["padding"].as_u64());
    let known = match layout {
        "stride" => known_strides(case, &result, alternate),
        _ => vec![],
    };
    let in_layout = match layout {
        "stride" => known.iter().filter(|stride| stride.is_none()).count(),
        _ => usize::from(result["padding"] == "dyn"),
    };
    let dynamic = list(modes).iter().filter(|mode| mode.is_null()).count();
    let of_mdspan = (result["index_type"] == "u64").then(|| result["sizeof_mapping"].as_u64());
    let mut offsets = String::new();
    for pair in list(&result["offsets"]) {
        write!(offsets, "(&{}, {}), ", pair[0], pair[1]).unwrap();
    }
    let body = format!(
        "type E = StaticExtents!{source_modes};\n\
         let v: &[usize] = &{values};\n\
         let _ = v;\n\
         let source = source::<E, _>(&{source_extents}, {source_layout});\n\
         let {pattern} = source.{operation}(slice![{entries}]){unwrap};\n\
         check::<StaticExtents!{modes}, _>(&part, &Expected {{\n\
         layout: {layout:?}, padding: {padding:?}, static_strides: &{known:?},\n\
         extents: &{extents}, strides: &{strides}, span: {span}, offset: {offset},\n\
         is_exhaustive: {exhaustive}, is_always_exhaustive: {always},\n\
         words: {words}, bytes_of_mdspan: {bytes:?},\n\
         offsets: &[{offsets}],\n}});\n",
        source_modes = modes_text(&source["static_extents"]),
        source_extents = source["extents"],
        source_layout = source_layout(source, alternate),
        modes = modes_text(modes),
        extents = result["extents"],
        strides = result["strides"],
        span = result["required_span_size"],
        offset = result["offset"],
        exhaustive = result["is_exhaustive"],
        always = result["is_always_exhaustive"],
        words = dynamic + in_layout,
        bytes = of_mdspan.flatten(),
    );
    tests.add(case, &body);
}

/// The answers of the standard. Where the reference addresses wrongly, the offsets are those of the strides.
fn expected(case: &Value) -> Value {
    let mut result = case["result"].clone();
    if let Some(standard) = case.get("std") {
        result.as_object_mut().unwrap().extend(standard.as_object().unwrap().clone());
    }
    if case.get("reference_addressing_wrong").is_some() {
        for pair in result["offsets"].as_array_mut().unwrap() {
            let index = list(&pair[0]).iter().zip(list(&case["std"]["strides"]));
            let index = index.map(|(at, stride)| at.as_u64().unwrap() * stride.as_u64().unwrap());
            pair[1] = json!(index.sum::<u64>());
        }
    }
    result
}

/// An entry as `slice!` takes it: what the vectors have in types as literals, other numbers as elements of `v`.
fn entry_text(entry: &Value, values: &mut Vec<Value>, alternate: bool) -> String {
    let mut value = |name: &str| {
        values.push(entry[name].clone());
        format!("v[{}]", values.len() - 1)
    };
    let known = |name: &str| entry[name].to_string();
    match text(&entry["k"]) {
        "full" => "..".into(),
        "index" => value("v"),
        "index_c" => known("v"),
        "pair" => format!("{}..{}", value("b"), value("e")),
        "pair_c" => format!("{}..{}", known("b"), known("e")),
        "strided" => format!("{}..+{}; {}", value("offset"), value("count"), value("stride")),
        "strided_m" => format!("{}..+{}; {}", value("offset"), known("count"), known("stride")),
        "strided_c" if alternate => {
            let (begin, length) = (entry["offset"].as_u64(), entry["extent"].as_u64());
            let end = begin.unwrap() + length.unwrap();
            format!("{}..{end}; {}", known("offset"), known("stride"))
        }
        "strided_c" => format!("{}..+{}; {}", known("offset"), known("count"), known("stride")),
        kind => panic!("no typed form of `{kind}`"),
    }
}

/// The second fastest of the modes of a source.
fn second(source: &Value) -> Option<usize> {
    let rank = list(&source["extents"]).len();
    if text(&source["layout"]).starts_with("left") {
        (rank >= 2).then_some(1)
    } else {
        rank.checked_sub(2)
    }
}

/// The layout of a source; strides are an array of values or a tuple of types.
fn source_layout(source: &Value, typed_strides: bool) -> String {
    let layout = text(&source["layout"]);
    let order = if layout.starts_with("left") { "ColMajor" } else { "RowMajor" };
    match (layout, source["padding"].as_u64()) {
        ("left" | "right", _) => order.into(),
        ("stride", _) if typed_strides => {
            let strides = list(&source["strides"]).iter();
            let strides: String = strides.map(|stride| format!("Const::<{stride}>, ")).collect();
            format!("Strided::new(({strides}))")
        }
        ("stride", _) => format!("Strided::new({})", source["strides"]),
        (_, Some(padding)) => format!("{order}.padded(Const::<{padding}>)"),
        (_, None) => {
            let room = second(source).map_or(json!(1), |mode| source["strides"][mode].clone());
            format!("{order}.padded(Dyn::new({room}))")
        }
    }
}

/// What the types know of the strides of a strided result: those of the source that the types know, unless a
/// run-time step comes to it. mdspan knows none of them.
fn known_strides(case: &Value, result: &Value, typed_strides: bool) -> Vec<Option<i64>> {
    let source = &case["src"];
    let modes = list(&source["static_extents"]);
    let layout = text(&source["layout"]);
    let is_known = |mode: usize| {
        // Modes faster than this one.
        let faster = if layout.starts_with("left") { &modes[..mode] } else { &modes[mode + 1..] };
        match layout {
            "stride" => typed_strides,
            _ if faster.is_empty() => true,
            "left" | "right" => !faster.iter().any(Value::is_null),
            _ => source["padding"] != "dyn" && !faster.iter().any(Value::is_null),
        }
    };
    let entries = list(&case["slices"]).iter().enumerate();
    let left = entries.filter(|(_, entry)| !text(&entry["k"]).starts_with("index"));
    let strides = left.zip(list(&result["strides"]));
    let known = strides.map(|((mode, entry), stride)| {
        stride.as_i64().filter(|_| is_known(mode) && entry["k"] != "strided")
    });
    known.collect()
}
