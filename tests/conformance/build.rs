//! Writes typed tests from the vectors: shapes as types, labels as types, answers as literals.
//!
//! This only transcribes: a case becomes a test that states its types and expected answers, and
//! what is asserted of them stands in `tests/runner/typed.rs`. Where the vectors say nothing of types, a
//! definition is spelled out here (which modes of a result are static, which extents weaken).
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a build script fails by panicking"
)]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::Value;

#[path = "build/mappings.rs"]
mod mappings;
#[path = "build/slices.rs"]
mod slices;

fn main() {
    let mut tests = Tests::default();
    for case in cases("mdspan_left_right.json") {
        match text(&case["kind"]) {
            "mapping" => mappings::mapping(&mut tests, &case),
            _ => mappings::conversion(&mut tests, &case),
        }
    }
    for case in cases("mdspan_layouts.json") {
        match text(&case["kind"]) {
            "mapping" => mappings::mapping_in_layout(&mut tests, &case),
            _ => mappings::conversion_of_mappings(&mut tests, &case),
        }
    }
    for (position, case) in cases("ublas.json").iter().enumerate() {
        match text(&case["op"]) {
            "contraction" if case.get("error").is_some() => refused_contraction(&mut tests, case),
            "contraction" => contraction(&mut tests, case, position),
            "shape_functions" => shape_functions(&mut tests, case),
            _ => bounds(&mut tests, case),
        }
    }
    for case in list(&read("seed_examples.json")["sections"]["seed004"]) {
        example(&mut tests, case);
    }
    tests.write_mappings();
    tests.write("typed.rs");

    let mut tests = Tests::default();
    for (position, case) in cases("mdspan_submdspan.json").iter().enumerate() {
        slices::slice(&mut tests, case, position);
    }
    tests.write("typed_slices.rs");
}

/// The tests so far.
#[derive(Default)]
struct Tests {
    text: String,
    ids: Vec<String>,
    mappings: Vec<String>,
}

impl Tests {
    fn add(&mut self, case: &Value, body: &str) {
        let id = text(&case["id"]).replace('/', "_");
        write!(self.text, "#[test]\nfn {id}() {{\n{body}}}\n\n").unwrap();
        self.ids.push(id);
    }

    fn write_mappings(&mut self) {
        let mappings = self.mappings.join(", ");
        write!(
            self.text,
            "/// The types of the mappings above.\n\
             const MAPPINGS: &[&[Option<usize>]] = &[{mappings}];\n"
        )
        .unwrap();
    }

    fn write(self, file: &str) {
        let ids = format!("/// The tests above.\nconst IDS: &[&str] = &{:?};\n", self.ids);
        let path = Path::new(&env::var_os("OUT_DIR").unwrap()).join(file);
        fs::write(path, self.text + &ids).unwrap();
    }
}

// --- uBLAS ---

/// A contraction of tensors: of static operands at even positions, of mixed ones at odd positions.
fn contraction(tests: &mut Tests, case: &Value, position: usize) {
    let (labels, result) = einsum(case);
    let layout = if case["in"]["layout"] == "row_major" { "RowMajor" } else { "ColMajor" };
    let (extents, data) = (&case["out"]["extents"], &case["out"]["data_in_memory_order"]);
    let mixed = position % 2 == 1;
    let variant = position / 2;
    let is_dyn = |operand: usize, mode: usize| {
        mixed && (mode + variant + operand * (variant / 2)).is_multiple_of(2)
    };
    let mut body = String::new();
    for (operand, shape) in list(&case["in"]["operands"]).iter().enumerate() {
        let modes = list(shape).iter().enumerate().map(|(mode, extent)| {
            if is_dyn(operand, mode) { format!("dyn {extent}") } else { extent.to_string() }
        });
        let modes: Vec<String> = modes.collect();
        let unwrap =
            if modes.iter().any(|mode| mode.starts_with("dyn")) { ".unwrap()" } else { "" };
        let modes = modes.join(", ");
        writeln!(body, "let x{operand} = counted({layout}.of(extents![{modes}]{unwrap}));")
            .unwrap();
    }
    // A label of the result is known where any operand knows it.
    let known: Vec<Option<u64>> = result
        .chars()
        .zip(list(extents))
        .map(|(label, extent)| {
            let is_known = labels.iter().enumerate().any(|(operand, of_operand)| {
                let mut modes = of_operand.chars().enumerate();
                modes.any(|(mode, other)| other == label && !is_dyn(operand, mode))
            });
            extent.as_u64().filter(|_| is_known)
        })
        .collect();
    let target = if mixed {
        format!("DynExtents::new({extents}).unwrap()")
    } else {
        format!("extents!{extents}")
    };
    let (product, result) = (product(&labels), brackets(&result));
    write!(
        body,
        "let mut into = Tensor::zeros({layout}.of({target})).unwrap();\n\
         contract!(into{result} = {product}).unwrap();\n\
         assert_eq!(into.as_slice(), {data});\n\
         let fresh = contract!({product} => {result}).unwrap();\n\
         knows(fresh.extents(), &{known:?});\n\
         let copy = Tensor::from_fn({layout}.of(extents!{extents}), |at| fresh[at]).unwrap();\n\
         assert_eq!(copy.as_slice(), {data});\n"
    )
    .unwrap();
    tests.add(case, &body);
}

/// Operands of run-time rank that do not meet. (Of typed ones, and of unknown labels, no program
/// compiles.)
fn refused_contraction(tests: &mut Tests, case: &Value) {
    let (labels, result) = einsum(case);
    if !result.chars().all(|label| labels.iter().any(|operand| operand.contains(label))) {
        return;
    }
    let (mut body, mut error) = (String::new(), "ExtentMismatch");
    for (operand, shape) in list(&case["in"]["operands"]).iter().enumerate() {
        writeln!(body, "let x{operand} = counted(DynRankExtents::new(&{shape}).unwrap());")
            .unwrap();
        if labels[operand].len() != list(shape).len() {
            error = "CountMismatch";
        }
    }
    let (product, result) = (product(&labels), brackets(&result));
    write!(
        body,
        "let refused = contract!({product} => {result});\n\
         assert!(matches!(refused, Err(ShapeError::{error} {{ .. }})));\n"
    )
    .unwrap();
    tests.add(case, &body);
}

/// The labels of each operand, and of the result.
fn einsum(case: &Value) -> (Vec<String>, String) {
    let (operands, result) = text(&case["in"]["einsum"]).split_once("->").unwrap();
    (operands.split(',').map(str::to_owned).collect(), result.to_owned())
}

/// `x0[i, j] * x1[j, k]`
fn product(labels: &[String]) -> String {
    let operands = labels.iter().enumerate();
    let operands: Vec<_> =
        operands.map(|(n, labels)| format!("x{n}{}", brackets(labels))).collect();
    operands.join(" * ")
}

/// `[i, j]`
fn brackets(labels: &str) -> String {
    format!("[{}]", labels.chars().map(String::from).collect::<Vec<_>>().join(", "))
}

fn shape_functions(tests: &mut Tests, case: &Value) {
    let (extents, out) = (&case["in"]["extents"], &case["out"]);
    let body = format!(
        "type E = StaticExtents!{extents};\n{}squeezed!(E, {});\n{}{}",
        predicates(out),
        out["squeeze"],
        strides(extents, "ColMajor", &out["strides"]["col_major"]),
        strides(extents, "RowMajor", &out["strides"]["row_major"]),
    );
    tests.add(case, &body);
}

fn predicates(out: &Value) -> String {
    let classes = ["valid", "is_scalar", "is_vector", "is_matrix", "is_tensor"];
    let classes = classes.map(|name| out[name].as_bool().unwrap());
    format!("predicates!(E, {classes:?}, {});\n", out["product"])
}

fn strides(extents: &Value, layout: &str, strides: &Value) -> String {
    format!("strides!(E, {layout}, {}, {strides});\n", list(extents).len())
}

fn bounds(tests: &mut Tests, case: &Value) {
    let (extents, index) = (&case["in"]["extents"], &case["in"]["index"]);
    // Another number of coordinates does not compile as an index.
    let offset = if list(extents).len() == list(index).len() {
        format!("Mapping::<E>::offset_of({index})")
    } else {
        "None".into()
    };
    let body = format!(
        "type E = StaticExtents!{extents};\nconst OFFSET: Option<usize> = {offset};\n\
         check_bounds(&E::new(), &{index}, OFFSET, {});\n",
        case["out"],
    );
    tests.add(case, &body);
}

// --- The examples of the uBLAS document ---

/// What an example says of types. Examples of run-time rank and errors of the compiler are left out.
fn example(tests: &mut Tests, case: &Value) {
    let (input, out) = (&case["in"], &case["out"]);
    let refused = case.get("error").is_some();
    let extents = &input["extents"];
    let body = match text(&case["op"]) {
        "make_basic_shape" => {
            let modes = list(out).iter().map(|n| if *n == -1 { Value::Null } else { n.clone() });
            typed(&Value::Array(modes.collect()))
        }
        "extents_rank_first" if refused => return,
        "extents_rank_first" => match input.get("runtime") {
            Some(values) => taken(&format!("[dyn; {}]", input["args"][0]), values, out, refused),
            None => typed(out),
        },
        "static_extents" => typed(out),
        "extents_runtime" => match input.get("static") {
            Some(modes) => taken(&modes_text(modes), &input["values"], out, refused),
            None => taken(&format!("[dyn; {}]", input["rank"]), &input["values"], out, refused),
        },
        "dynamic_extents" if input["rank"] == "dynamic" => return,
        "dynamic_extents" => {
            taken(&format!("[dyn; {}]", input["rank"]), &input["values"], out, refused)
        }
        "equivalent" => {
            let (modes, rank) = (modes_text(&input["a"]["modes"]), &input["b"]["rank"]);
            format!("check_equivalent::<StaticExtents!{modes}, DynExtents<{rank}>>({out});\n")
        }
        "strides" => {
            let layout = layout_of(input);
            format!("type E = StaticExtents!{extents};\n{}", strides(extents, layout, out))
        }
        "strides_static" | "strides_from_values" => {
            let modes = match extents {
                Value::Null => format!("[dyn; {}]", input["rank"]),
                modes => modes_text(modes),
            };
            let (layout, values) = (layout_of(input), &input["values"]);
            let answer =
                format!("Strides::<StaticExtents!{modes}, {layout}>::from_values(&{values})");
            if refused {
                format!("assert!({answer}.is_err());\n")
            } else {
                format!("assert_eq!({answer}.unwrap().to_array(), {out});\n")
            }
        }
        "predicates" => format!("type E = StaticExtents!{extents};\n{}", predicates(out)),
        "squeeze" => format!("type E = StaticExtents!{extents};\nsqueezed!(E, {out});\n"),
        "tensor" => match extents.get("static") {
            Some(modes) => {
                let (rank, size) = (&out["rank"], &out["size"]);
                format!("zeroed::<StaticExtents!{modes}>({rank}, {size});\n")
            }
            None => return,
        },
        op => panic!("no typed form of `{op}`"),
    };
    tests.add(case, &body);
}

/// What a type with these modes knows.
fn typed(modes: &Value) -> String {
    let dynamic = list(modes).iter().filter(|mode| mode.is_null()).count();
    format!("check_type::<StaticExtents!{}>(&{}, {dynamic});\n", modes_text(modes), known(modes))
}

/// Whether a type takes these extents.
fn taken(modes: &str, values: &Value, out: &Value, refused: bool) -> String {
    let answer = format!("<StaticExtents!{modes}>::from_extents(&{values})");
    if refused {
        format!("assert!({answer}.is_err());\n")
    } else {
        format!("assert_eq!({answer}.unwrap().extents(), {out});\n")
    }
}

fn layout_of(input: &Value) -> &'static str {
    if input["order"] == "first" { "ColMajor" } else { "RowMajor" }
}

// --- Vectors as text ---

/// `[2, dyn]`, for the macros.
fn modes_text(modes: &Value) -> String {
    let modes = list(modes).iter();
    let modes = modes.map(|mode| mode.as_u64().map_or("dyn".into(), |extent| extent.to_string()));
    format!("[{}]", modes.collect::<Vec<_>>().join(", "))
}

/// `[Some(2), None]`, as `STATIC_EXTENTS` has it.
fn known(modes: &Value) -> String {
    format!("{:?}", list(modes).iter().map(Value::as_u64).collect::<Vec<_>>())
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

fn cases(file: &str) -> Vec<Value> {
    list(&read(file)["cases"]).to_vec()
}

fn read(file: &str) -> Value {
    let root: PathBuf = env::var_os("CARGO_MANIFEST_DIR").unwrap().into();
    let path = root.join("../vectors").join(file);
    println!("cargo::rerun-if-changed={}", path.display());
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}
