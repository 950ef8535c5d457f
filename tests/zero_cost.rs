//! Zero cost, proved: the typed functions of `tests/zero-cost` compile to no more machine code than their twins,
//! which are written by hand without the library.
//!
//! A function costs its own instructions and those of all that it calls or jumps to, each function once. The typed
//! one must have no more of them than the twin, no more loops, no more in its loops, no narrower vectors, and must
//! leave the assembly for nothing for which the twin does not. For each pair there is a control, the same done more
//! slowly, which the same comparison must refuse. Functions over extents with names are compared with the same over
//! extents without, too: what is not compared must not cost anything.
#![cfg(target_arch = "x86_64")]
#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a test says what is wrong by panicking"
)]

#[path = "zero-cost/assembly.rs"]
mod assembly;

use assembly::{Assembly, Cost};
use std::fs;
use std::path::Path;

/// Each has a `_typed`, a `_twin` and a `_control` function.
const PAIRS: [&str; 41] = [
    "offset_static",
    "offset_mixed",
    "offset_batch",
    "named_offset",
    "named_compose",
    "once_compose",
    "scope_compose",
    "once_add",
    "scope_add",
    "stored_add",
    "fixed_matmul",
    "offset_of_permuted",
    "blocked_offset",
    "blocked_sum",
    "tiled_offset",
    "tiled_padded",
    "tiled_nested",
    "tiled_index",
    "strides",
    "slice_static",
    "subview",
    "permuted",
    "padded",
    "iterate_static",
    "proven_sum",
    "flat",
    "sum_static",
    "sum_strengthened",
    "matmul",
    "matmul_into",
    "modes",
    "matvec",
    "proof",
    "zip",
    "indices",
    "iter",
    "expr_axpy",
    "expr_norm_l2_of_difference",
    "expr_orders",
    "expr_four",
    "stencil",
];

/// Each has a `_typed` function whose extents have names, a `_dyn` one that is the same of extents without, and a `_control`.
const NAMED: [&str; 8] = [
    "once_add",
    "scope_add",
    "fixed_add",
    "stored_add",
    "stored_compose",
    "once_contract",
    "named_sum",
    "named_merge",
];

/// Where a loop of the typed function does what so many turns of the twin's do. `modes`, with vectors of 16 bytes:
/// eight of its 16 rows in each of two turns, where the twin has 16.
fn turns(pair: &str) -> usize {
    if pair == "modes" { 8 } else { 1 }
}

#[test]
fn typed_code_is_no_more_than_its_twin_on_the_default_target() {
    compare("x86-64");
}

#[test]
fn typed_code_is_no_more_than_its_twin_on_x86_64_v3() {
    compare("x86-64-v3");
}

/// Vectors of 64 bytes.
#[test]
fn typed_code_is_no_more_than_its_twin_on_x86_64_v4() {
    compare("x86-64-v4");
}

/// Vectors of 64 bytes, and loops written out many times.
#[test]
fn typed_code_is_no_more_than_its_twin_on_zen_4() {
    compare("znver4");
}

fn compare(cpu: &str) {
    let assembly = Assembly::of(cpu);
    let mut wrong = Vec::new();
    let twins = PAIRS.map(|pair| (pair, "twin")).into_iter().chain(NAMED.map(|pair| (pair, "dyn")));
    for (pair, twin) in twins {
        let [typed, twin, control] =
            ["typed", twin, "control"].map(|kind| assembly.cost(&format!("{pair}_{kind}")));
        if let Err(more) = typed.no_more_than(&twin, turns(pair)) {
            wrong.push(format!("{pair}: {more}\n typed {typed:?}\n twin {twin:?}"));
        }
        if control.no_more_than(&twin, turns(pair)).is_ok() {
            wrong
                .push(format!("{pair}: a slower one passes\n control {control:?}\n twin {twin:?}"));
        }
    }
    assert!(wrong.is_empty(), "on {cpu}:\n{}", wrong.join("\n"));
}

/// A 4x4 product is straight code: nothing loops, nothing is called.
#[test]
fn a_small_static_contraction_unrolls() {
    let matmul = Assembly::of("x86-64").cost("matmul_typed");
    assert_eq!((matmul.loops, matmul.outside.len()), (0, 0), "{matmul:?}");
}

/// The source of a module of `tests/zero-cost`.
fn source(module: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/zero-cost/src");
    fs::read_to_string(folder.join(module)).unwrap()
}

/// Whether a module could reach the library: by its name, or through a module beside it.
fn reaches_the_library(source: &str) -> bool {
    ["extents::", "extents!", "crate", "super", "use "].iter().any(|path| source.contains(path))
}

#[test]
fn twins_use_nothing_of_the_library() {
    let twins = source("twins.rs");
    assert!(!reaches_the_library(&twins));
    for pair in PAIRS {
        assert!(twins.contains(&format!("pub fn {pair}_twin(")), "{pair}");
    }
    for typed in TYPED {
        assert!(reaches_the_library(&source(typed)), "{typed}");
    }
}

/// The modules of typed functions.
const TYPED: [&str; 10] = [
    "blocked.rs",
    "contraction.rs",
    "expression.rs",
    "iteration.rs",
    "named.rs",
    "offset.rs",
    "slices.rs",
    "sum.rs",
    "tiled.rs",
    "walk.rs",
];

#[test]
fn each_typed_function_is_compared() {
    let sources = TYPED.map(source).concat();
    let names = sources.split("pub fn ").skip(1);
    // Some have lifetimes.
    let mut names: Vec<&str> =
        names.filter_map(|text| text.split(['(', '<']).next()?.strip_suffix("_typed")).collect();
    names.sort_unstable();
    let mut pairs = [&PAIRS[..], &NAMED].concat();
    pairs.sort_unstable();
    pairs.dedup();
    assert_eq!(names, pairs);
}

/// What a function of this name costs in an assembly that is written here.
fn cost(name: &str, text: &str) -> Cost {
    Assembly::parse(text).cost(name)
}

/// A function with these lines, mangled as the compiler does it.
fn function(name: &str, lines: &[&str]) -> String {
    let lines: String = lines.iter().map(|line| format!("\t{line}\n")).collect();
    format!("_ZN1c{}{name}17h0123456789abcdefE:\n{lines}.Lfunc_end0:\n", name.len())
}

#[test]
fn what_is_behind_a_jump_or_a_call_counts() {
    let kernel = function("kernel", &["addq\t%rsi, %rdi", "movq\t%rdi, %rax", "retq"]);
    let name = "_ZN1c6kernel17h0123456789abcdefE";
    let direct = function("direct", &[&format!("jmp\t{name}")]);
    let through_table = function("table", &[&format!("jmpq\t*{name}@GOTPCREL(%rip)")]);
    let twice = function("twice", &[&format!("callq\t{name}"), &format!("jmp\t{name}")]);
    let pointer = function("pointer", &[&format!("leaq\t{name}(%rip), %rax"), "retq"]);
    let alias = format!("alias = {name}\n");
    let through_alias = function("renamed", &["jmp\talias"]);
    let all = [kernel, direct, through_table, twice, pointer, alias, through_alias].concat();
    let instructions = |name| cost(name, &all).instructions;
    assert_eq!(instructions("kernel"), 3);
    assert_eq!(instructions("direct"), 4);
    assert_eq!(instructions("table"), 4);
    assert_eq!(instructions("twice"), 5);
    assert_eq!(instructions("pointer"), 5);
    assert_eq!(instructions("renamed"), 4);
    assert!(cost("direct", &all).outside.is_empty());
}

#[test]
fn calls_out_of_the_assembly_are_refused() {
    let twin = function("twin", &["movq\t%rdi, %rax", "nop", "nop", "retq"]);
    let twin = cost("twin", &twin);
    for line in [
        "jmpq\t*elsewhere@GOTPCREL(%rip)",
        "callq\telsewhere@PLT",
        "jmp\telsewhere",
        "callq\t*%rax",
        "jmpq\t*8(%rdi)",
    ] {
        let out = cost("out", &function("out", &[line]));
        assert_eq!(out.no_more_than(&twin, 1), Err("calls of other functions".into()), "{line}");
        assert_eq!(out.no_more_than(&out, 1), Ok(()), "{line}");
    }
}

#[test]
fn loops_and_what_they_call_count_more() {
    let kernel = function("kernel", &["addq\t%rsi, %rdi", "movq\t%rdi, %rax", "retq"]);
    let lines = |turn: &'static str| [".LBB0_1:", turn, "decq\t%rcx", "jne\t.LBB0_1", "retq"];
    let plain = cost("plain", &function("plain", &lines("incq\t%rax")));
    assert_eq!((plain.instructions, plain.loops, plain.in_loops), (4, 1, 3));
    let calls = kernel + &function("calls", &lines("callq\t_ZN1c6kernel17h0123456789abcdefE"));
    let calls = cost("calls", &calls);
    assert_eq!((calls.instructions, calls.loops, calls.in_loops), (7, 1, 6));
    let straight = function("straight", &["jne\t.LBB0_1", "incq\t%rax", ".LBB0_1:", "nop", "retq"]);
    let straight = cost("straight", &straight);
    assert_eq!((straight.instructions, straight.loops), (4, 0));
    assert_eq!(plain.no_more_than(&straight, 1), Err("loops, instructions in loops".into()));
}

#[test]
fn turns_count_where_the_assembly_says_how_many() {
    let lines = |first: &'static str, written: usize, step, end| {
        let turn = [format!("addq\t${step}, %r8"), format!("cmpq\t${end}, %r8"), "jne\t.L".into()];
        let lines =
            [vec![first.into(), ".L:".to_owned()], vec!["nop".to_owned(); written]].concat();
        [lines, turn.to_vec(), vec!["retq".to_owned()]].concat()
    };
    let cost = |first, written, step, end| {
        let lines = lines(first, written, step, end);
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        cost("f", &function("f", &lines))
    };
    let zero = "xorl\t%r8d, %r8d";
    let [four, six, more] = [cost(zero, 4, 8, 80), cost(zero, 6, 12, 120), cost(zero, 4, 8, 88)];
    assert_eq!((four.turns, four.in_loops), (Some(10), 7));
    assert_eq!((six.turns, six.in_loops), (Some(10), 9));
    assert_eq!(more.turns, Some(11));
    // Half the turns, each of less than twice the instructions.
    let written_out = cost(zero, 8, 16, 80);
    assert_eq!(written_out.turns, Some(5));
    assert_eq!(written_out.no_more_than(&four, 1), Ok(()));
    assert_eq!(six.no_more_than(&four, 1), Err("instructions in loops".into()));
    assert_eq!(more.no_more_than(&four, 1), Err("instructions in loops".into()));
    // From where, or to where, is not said.
    assert_eq!(cost("movq\t%rdi, %r8", 4, 8, 80).turns, None);
    assert_eq!(cost("xorl\t%ecx, %ecx", 4, 8, 80).turns, None);
    assert_eq!(cost(zero, 4, 8, 81).turns, None);
}

#[test]
fn one_number_at_a_time_is_no_match_for_vectors() {
    let vector = |line| cost("f", &function("f", &[line])).vector;
    assert_eq!(vector("addsd\t%xmm1, %xmm0"), 0);
    assert_eq!(vector("vfmadd231ss\t%xmm2, %xmm1, %xmm0"), 0);
    assert_eq!(vector("movups\t%xmm0, (%rdi)"), 0);
    assert_eq!(vector("vpxor\t%xmm0, %xmm0, %xmm0"), 0);
    assert_eq!(vector("addq\t%rsi, %rdi"), 0);
    assert_eq!(vector("mulps\t(%rdi), %xmm0"), 16);
    assert_eq!(vector("vfmadd231pd\t(%rdi), %ymm1, %ymm0"), 32);
    assert_eq!(vector("vpaddq\t%zmm1, %zmm0, %zmm0"), 64);
    let scalar = cost("f", &function("f", &["addsd\t%xmm1, %xmm0"]));
    let packed = cost("f", &function("f", &["addpd\t%xmm1, %xmm0"]));
    assert_eq!(scalar.no_more_than(&packed, 1), Err("narrower vectors".into()));
    assert_eq!(packed.no_more_than(&scalar, 1), Ok(()));
}
