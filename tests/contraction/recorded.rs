//! The C code that `examples/record.rs` writes, compiled by `cc`, against a loop over all indices and against this crate.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::panic,
    reason = "a panic fails the test, as it should; the numbers are small"
)]

#[path = "../../examples/record.rs"]
#[allow(dead_code, reason = "its `main` is run as a program")]
mod program;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::einsums::chance::Chance;
use crate::einsums::draw::{Case, Size, Update, case};
use crate::einsums::{Placed, base, definition, updated};
use extents::{
    Composition, ContractBy, DynRankExtents, ModeArray, ShapeError, composition::DynOperand,
    error::Place,
};
use program::{Buffer, HEADER, RecordError, record};

/// A folder of this test alone, in the folder that Cargo gives tests.
fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("recorded_{name}"))
}

/// Compiles a program and gives what it prints. Without a compiler this fails, and says so.
fn run(name: &str, source: &str) -> String {
    let (code, binary) = (file(name).with_extension("c"), file(name));
    std::fs::write(&code, source).unwrap();
    let compiler = Command::new("cc")
        .args(["-std=c99", "-O1", "-Wall", "-Wextra", "-Werror", "-o"])
        .args([&binary, &code])
        .output()
        .unwrap_or_else(|error| {
            panic!("this test needs a C compiler: `cc` cannot be run: {error}");
        });
    let messages = String::from_utf8_lossy(&compiler.stderr);
    assert!(compiler.status.success(), "`cc` refuses {}:\n{messages}", code.display());
    let output = Command::new(&binary).output().unwrap();
    assert!(output.status.success(), "{} fails: {}", binary.display(), output.status);
    String::from_utf8(output.stdout).unwrap()
}

/// Whether the target is added to; only such updates can be recorded.
fn adds(case: &Case<u64>) -> bool {
    case.update != Update::Assign
}

fn described(name: String, placed: &Placed<u64>) -> Buffer {
    let extents = DynRankExtents::new(&placed.extents).unwrap();
    Buffer { name, extents, strides: ModeArray::from(placed.strides.as_slice()) }
}

/// An array of C with these elements, and the place of the one at the index of zeros.
fn array(to: &mut String, name: &str, placed: &Placed<u64>) -> String {
    let list: Vec<String> = placed.buffer.iter().map(|element| format!("{element}u")).collect();
    // C has no arrays without elements.
    let list = if list.is_empty() { "0".into() } else { list.join(", ") };
    writeln!(to, "static uint64_t {name}[] = {{{list}}};").unwrap();
    let start = placed.front as isize + base(&placed.extents, &placed.strides);
    format!("{name} + {start}")
}

/// The buffer of the target after the contraction by this crate.
fn by_this_crate(case: &Case<u64>) -> Vec<u64> {
    let mut target = case.target.clone();
    let operands: Vec<Box<dyn DynOperand<u64> + '_>> =
        case.operands.iter().map(Placed::operand).collect();
    let operands: Vec<&dyn DynOperand<u64>> = operands.iter().map(|operand| &**operand).collect();
    let composition = Composition::einsum(&case.text).unwrap();
    if adds(case) {
        ContractBy::new(&composition).add_to(&operands, target.target()).unwrap();
    } else {
        ContractBy::new(&composition).assign_to(&operands, target.target()).unwrap();
    }
    target.buffer
}

/// Random contractions of up to four operands, with gaps, negative strides and strides of 0, into targets with
/// gaps: all of them in one program, which prints the buffers of the targets.
#[test]
fn random_contractions_in_c_agree_with_the_definition() {
    let cases: Vec<Case<u64>> =
        (0..250).map(|n| case(Chance(n << 32 | 5).next(), Size::Small)).collect();
    let mut source = format!("#include <inttypes.h>\n#include <stdio.h>\n{HEADER}");
    let mut main = String::from("int main(void)\n{\n");
    for (n, case) in cases.iter().enumerate() {
        let operands: Vec<Buffer> = case
            .operands
            .iter()
            .enumerate()
            .map(|(operand, placed)| described(format!("a{operand}"), placed))
            .collect();
        let (target, name) = (described("result".into(), &case.target), format!("contract{n}"));
        let composition = Composition::einsum(&case.text).unwrap();
        let code = record(&name, "uint64_t", &composition, &operands, &target, adds(case));
        source.push_str(&code.unwrap());
        let mut arguments: Vec<String> = Vec::new();
        for (operand, placed) in case.operands.iter().enumerate() {
            arguments.push(array(&mut source, &format!("data{n}_{operand}"), placed));
        }
        arguments.push(array(&mut source, &format!("target{n}"), &case.target));
        writeln!(main, "    if ({name}({})) return 1;", arguments.join(", ")).unwrap();
        let size = case.target.buffer.len();
        let print = format!(r#"printf("%" PRIu64 " ", target{n}[i])"#);
        writeln!(main, "    for (ptrdiff_t i = 0; i < {size}; i++) {print};").unwrap();
        main.push_str("    puts(\"\");\n");
    }
    main.push_str("    return 0;\n}\n");
    let printed = run("random", &(source + &main));

    assert_eq!(printed.lines().count(), cases.len());
    for (case, line) in cases.iter().zip(printed.lines()) {
        let found: Vec<u64> = line.split_whitespace().map(|word| word.parse().unwrap()).collect();
        let expected = definition(&case.of_labels, &case.operands, &case.result);
        let expected = updated(&case.target, &expected, |to, value| {
            *to = if adds(case) { to.wrapping_add(value) } else { value };
        });
        assert_eq!(found, expected, "{case:?}");
        assert_eq!(found, by_this_crate(case), "{case:?}");
    }
    // There were some of each kind.
    assert!(cases.iter().any(|case| case.operands.len() > 2 && adds(case)));
    assert!(cases.iter().any(|case| case.operands.len() > 2 && case.of_labels.contains(&0)));
}

/// What the program prints is a file of C.
#[test]
fn the_program_prints_a_file_of_c() {
    let program = |arguments: &[&str]| {
        let arguments: Vec<String> = arguments.iter().map(|each| (*each).to_owned()).collect();
        program::program(&arguments).map_err(|error| error.to_string())
    };
    let code = program(&["bij,bjk,k,->bi", "2x3x4", "2x4x5", "5", ""]).unwrap();
    assert!(code.starts_with("// bij,bjk,k,->bi\n#include "));
    run("program", &format!("{code}int main(void) {{ (void)contract; return 0; }}\n"));
    let code = program(&["ij,\n jk -> ik", "2x3", "3x4"]).unwrap();
    assert!(code.starts_with("// ij,jk->ik\n#include "), "{code}");
    assert_eq!(
        program(&["ij,jk->ik", "2x3", "4x4"]).unwrap_err(),
        "label `j` names modes of different extents: 3 and 4"
    );
    let number = program(&["ij->i", "2xthree"]).unwrap_err();
    assert_eq!(number, "invalid digit found in string");
    let missing = program(&["ij->i"]).unwrap_err();
    assert_eq!(missing, "the number of operands should be 1, but is 0");
    assert!(program(&[]).unwrap_err().starts_with("usage: "));
}

/// A function of doubles as the program prints it, on values that a formula gives in C and here.
#[test]
fn a_chain_of_matrices() {
    let shapes = [[20, 3], [3, 17], [17, 5]].map(|shape| DynRankExtents::new(&shape).unwrap());
    let composition = Composition::einsum("ij,jk,kl->il").unwrap();
    let operands: Vec<Buffer> = ["a", "b", "c"]
        .into_iter()
        .zip(&shapes)
        .map(|(name, shape)| Buffer::row_major(name, shape.clone()))
        .collect();
    let result = Buffer::row_major("result", DynRankExtents::new(&[20, 5]).unwrap());
    let code = record("chain", "double", &composition, &operands, &result, false).unwrap();
    // The right product first: 3 * 17 * 5 + 20 * 3 * 5 multiplications, and not 20 * 3 * 17 + 20 * 17 * 5.
    assert!(
        code.contains("chain_step0(b, c, t0);") && code.contains("chain_step1(a, t0, result);")
    );
    assert!(code.contains("// j      contracted       3"), "{code}");
    let main = r#"
static void fill(double *to, ptrdiff_t size, int seed)
{
    for (ptrdiff_t i = 0; i < size; i++) to[i] = (double)((i * i + seed * i + seed) % 19) - 9;
}

int main(void)
{
    static double a[60], b[51], c[85], d[100];
    fill(a, 60, 1);
    fill(b, 51, 2);
    fill(c, 85, 3);
    if (chain(a, b, c, d)) return 1;
    for (int i = 0; i < 100; i++) printf("%.17g\n", d[i]);
    return 0;
}
"#;
    let printed = run("chain", &format!("#include <stdio.h>\n{HEADER}{code}{main}"));
    let found: Vec<f64> = printed.lines().map(|line| line.parse().unwrap()).collect();
    let filled = |size: usize, seed: usize| -> Vec<f64> {
        (0..size).map(|i| ((i * i + seed * i + seed) % 19) as f64 - 9.0).collect()
    };
    let (a, b, c) = (filled(60, 1), filled(51, 2), filled(85, 3));
    let mut expected = vec![0.0; 100];
    for i in 0..20 {
        for j in 0..3 {
            for k in 0..17 {
                for l in 0..5 {
                    expected[i * 5 + l] += a[i * 3 + j] * b[j * 17 + k] * c[k * 5 + l];
                }
            }
        }
    }
    assert_eq!(found, expected);
}

#[test]
fn nothing_is_recorded_of_what_is_refused() {
    let matrix =
        |rows, columns| Buffer::row_major("a", DynRankExtents::new(&[rows, columns]).unwrap());
    let product = Composition::einsum("ij,jk->ik").unwrap();
    let operands = [matrix(2, 3), matrix(4, 2)];
    let found = record("f", "double", &product, &operands, &matrix(2, 2), false);
    let Err(RecordError::Shape(error)) = found else { panic!("{found:?}") };
    assert_eq!(error.to_string(), "label `j` names modes of different extents: 3 and 4");
    let operands = [matrix(2, 3), matrix(3, 2)];
    let found = record("f", "double", &product, &operands, &matrix(2, 3), false);
    let Err(RecordError::Shape(error)) = found else { panic!("{found:?}") };
    assert_eq!(error, ShapeError::ExtentMismatch { place: Place::Mode(1), expected: 2, found: 3 });
}
