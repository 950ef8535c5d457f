//! Tests of mappings and of conversions, from the vectors of mdspan.

use std::fmt::Write;

use serde_json::Value;

use super::{Tests, known, list, modes_text, text};

pub(crate) fn mapping(tests: &mut Tests, case: &Value) {
    let (modes, rank) = (&case["static_extents"], &case["rank"]);
    let layout = if case["layout"] == "left" { "ColMajor" } else { "RowMajor" };
    let (known, dynamic) = (known(modes), &case["rank_dynamic"]);
    let (strides, span) = (&case["strides"], &case["required_span_size"]);
    let (mut pairs, mut arms) = (String::new(), String::new());
    for pair in list(&case["offsets"]) {
        write!(pairs, "({}, {}), ", pair[0], pair[1]).unwrap();
        write!(arms, "{} => {}, ", pair[0], pair[1]).unwrap();
    }
    let mut body = format!(
        "type E = StaticExtents!{modes};\n\
         check_type::<E>(&{known}, {dynamic});\n\
         check_mapping::<E, {layout}, {rank}>(&{extents}, {strides}, {span}, &[{pairs}]);\n",
        modes = modes_text(modes),
        extents = case["extents"],
    );
    if *dynamic == 0 {
        body += &format!("const_mapping!(E, {layout}, {rank}, {strides}, {span}, [{arms}]);\n");
    }
    tests.mappings.push(format!("&{known}"));
    tests.add(case, &body);
}

/// A padded or strided mapping, with its static part in the types. Strides are given as an array, about
/// which the type promises what mdspan's does, and in the type.
pub(crate) fn mapping_in_layout(tests: &mut Tests, case: &Value) {
    let answer = |name: &str| case["std"].get(name).unwrap_or(&case[name]).clone();
    let (modes, rank) = (&case["static_extents"], case["rank"].as_u64().unwrap());
    let (extents, strides) = (&case["extents"], &case["strides"]);
    let mut pairs = String::new();
    for pair in list(&case["offsets"]) {
        write!(pairs, "({}, {}), ", pair[0], pair[1]).unwrap();
    }
    let layouts = if case["layout"] == "stride" {
        let typed: String =
            list(strides).iter().map(|stride| format!("Const::<{stride}>, ")).collect();
        vec![format!("Strided::new({strides})"), format!("Strided::new(({typed}))")]
    } else {
        let order = if case["layout"] == "left_padded" { "ColMajor" } else { "RowMajor" };
        let padding = match case["padding"].as_u64() {
            Some(padding) => format!("Const::<{padding}>"),
            // The mapping of extents alone has no room.
            None => format!("Dyn::new({})", case.get("dyn_padding_arg").unwrap_or(&Value::from(1))),
        };
        vec![format!("{order}.padded({padding})")]
    };
    let (span, exhaustive) = (answer("required_span_size"), answer("is_exhaustive"));
    let always = answer("is_always_exhaustive");
    let mut body = format!("type E = StaticExtents!{};\n", modes_text(modes));
    for (position, layout) in layouts.iter().enumerate() {
        let always = if position == 0 { format!("Some({always})") } else { "None".into() };
        writeln!(
            body,
            "check_layout::<E, _, {rank}>({layout}, {extents}, {strides}, {span}, {exhaustive}, \
             {always}, &[{pairs}]);"
        )
        .unwrap();
    }
    if case["layout"] != "stride" && rank >= 2 {
        let next = if case["layout"] == "left_padded" { 1 } else { rank - 2 };
        let known = case["static_padding_stride"].as_u64();
        let layout = &layouts[0];
        writeln!(body, "knows_stride::<E, _>({layout}, {next}, {known:?});").unwrap();
    }
    tests.add(case, &body);
}

/// The compiler's verdict on both conversions, then a conversion of the mapping, whose offsets must stay.
///
/// That a conversion cannot fail is not mdspan's `implicit`, which may have a precondition: it is spelled
/// out here.
pub(crate) fn conversion_of_mappings(tests: &mut Tests, case: &Value) {
    let answer = |name: &str| case["std"].get(name).unwrap_or(&case[name]) == true;
    let (from, to) = (&case["from"], &case["to"]);
    let (source, target) = (list(&from["static_extents"]), list(&to["static_extents"]));
    let rank = target.len();
    let weakens = source.len() == rank
        && source.iter().zip(target).all(|(from, to)| to.is_null() || from == to);
    let order = |mapping: &Value| text(&mapping["layout"]).split('_').next().unwrap().to_owned();
    let is_padded = |mapping: &Value| text(&mapping["layout"]).ends_with("padded");
    let in_order = order(from) == order(to) || rank <= 1;
    let never_fails = match (text(&from["layout"]), text(&to["layout"])) {
        (_, "stride") => true,
        ("stride", _) => rank == 0,
        _ => match (is_padded(from), is_padded(to)) {
            (false, false) => in_order,
            (false, true) => in_order && (rank <= 1 || to["padding"] == "dyn"),
            (true, false) => order(from) == order(to) && rank <= 1,
            // Paddings are not looked at for rank 0 and 1 in one order, though they do not matter.
            (true, true) if order(from) == order(to) => {
                to["padding"] == "dyn" || from["padding"] == to["padding"]
            }
            (true, true) => in_order,
        },
    };
    let constructible = answer("constructible");
    let layout = |mapping: &Value| {
        let name = if order(mapping) == "left" { "ColMajor" } else { "RowMajor" };
        match (text(&mapping["layout"]), mapping["padding"].as_u64()) {
            ("stride", _) => {
                format!("Strided<[isize; {}]>", list(&mapping["static_extents"]).len())
            }
            ("left" | "right", _) => name.into(),
            (_, Some(padding)) => format!("Padded<{name}, Const<{padding}>>"),
            (_, None) => format!("Padded<{name}, DynStride>"),
        }
    };
    let mut body = format!(
        "type A = StaticExtents!{};\ntype B = StaticExtents!{};\ntype L = {};\ntype M = {};\n\
         assert_eq!(layout_verdict!(A, L, B, M), ({constructible}, {}));\n",
        modes_text(&from["static_extents"]),
        modes_text(&to["static_extents"]),
        layout(from),
        layout(to),
        never_fails && weakens,
    );
    if constructible {
        let fitting: Vec<u64> = (source.iter().zip(target))
            .map(|(from, to)| from.as_u64().or(to.as_u64()).unwrap_or(4))
            .collect();
        writeln!(body, "keeps_offsets::<A, L, B, M>(&{fitting:?}, {});", never_fails).unwrap();
    }
    tests.add(case, &body);
}

/// The compiler's verdict on both conversions, then values: extents that fit both types, and for
/// each mode that only the target knows, extents that do not fit there.
pub(crate) fn conversion(tests: &mut Tests, case: &Value) {
    let (from, to) = (&case["from"]["static_extents"], &case["to"]["static_extents"]);
    let each_mode = |rule: fn(&Value, &Value) -> bool| {
        let (from, to) = (list(from), list(to));
        from.len() == to.len() && from.iter().zip(to).all(|(from, to)| rule(from, to))
    };
    // mdspan's `implicit` asks for an index type that is no narrower, too; ours is always `usize`.
    let implicit = case["implicit"].as_bool().unwrap();
    let weakens = if largest_index(&case["to"]) >= largest_index(&case["from"]) {
        implicit
    } else {
        assert!(!implicit, "{case}");
        each_mode(|from, to| to.is_null() || from == to)
    };
    let mut body = format!(
        "type A = StaticExtents!{};\ntype B = StaticExtents!{};\n\
         assert_eq!(verdict!(A, B), ({}, {weakens}));\n",
        modes_text(from),
        modes_text(to),
        case["constructible"],
    );
    if case["constructible"] == true {
        let fitting: Vec<u64> = (list(from).iter().zip(list(to)))
            .map(|(from, to)| from.as_u64().or(to.as_u64()).unwrap_or(7))
            .collect();
        writeln!(body, "strengthens_to::<A, B>(&{fitting:?});").unwrap();
        for (mode, (from, to)) in list(from).iter().zip(list(to)).enumerate() {
            if let (None, Some(_)) = (from.as_u64(), to.as_u64()) {
                let mut unfit = fitting.clone();
                unfit[mode] += 1;
                writeln!(body, "refuses::<A, B>(&{unfit:?}, {mode}, {to});").unwrap();
            }
        }
        if weakens {
            writeln!(body, "weakens_to::<A, B>(&{fitting:?});").unwrap();
        }
    }
    tests.add(case, &body);
}

fn largest_index(extents: &Value) -> u64 {
    let (signed, bits) = text(&extents["index_type"]).split_at(1);
    let bits: u32 = bits.parse().unwrap();
    u64::MAX >> (64 - bits + u32::from(signed == "i"))
}
