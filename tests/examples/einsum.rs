//! `examples/einsum.rs`: results against loops over all indices.

use std::fs;
use std::path::Path;

use super::harness::*;

/// Runs a contraction that must fail, with and without an output that is there already.
pub(super) fn fails(folder: &Folder, arguments: &[&str], expected: &[&str]) {
    let before = folder.files();
    let arguments = [arguments, &["-o", "out.npy"]].concat();
    let said = sentence(&folder.run("einsum", &arguments));
    for part in expected {
        assert!(said.contains(part), "no {part:?} in {said:?}");
    }
    assert_eq!(folder.files(), before, "a file was left behind: {said}");

    folder.write("out.npy", b"kept");
    assert_eq!(sentence(&folder.run("einsum", &arguments)), said);
    assert_eq!(fs::read(folder.0.join("out.npy")).unwrap(), b"kept", "{said}");
    fs::remove_file(folder.0.join("out.npy")).unwrap();
    assert_eq!(folder.files(), before, "a file was left behind: {said}");
}

/// A folder with `a.npy` (2 x 3), `b.npy` (3 x 4) and `s.npy` (2 x 2), all of u8.
pub(super) fn small() -> Folder {
    let folder = Folder::new();
    folder.write("a.npy", &npy("|u1", false, "(2, 3)", &counting::<u8>(6)));
    folder.write("b.npy", &npy("|u1", false, "(3, 4)", &counting::<u8>(12)));
    folder.write("s.npy", &npy("|u1", false, "(2, 2)", &counting::<u8>(4)));
    folder
}

#[test]
fn f32_product_with_its_report() {
    let folder = Folder::new();
    let (a, b): (Vec<i16>, Vec<i16>) = (counting(6), counting(12));
    let floats = |values: &[i16]| values.iter().map(|&v| f32::from(v) / 4.0).collect::<Vec<_>>();
    let (a, b) = (floats(&a), floats(&b));
    folder.write("a.npy", &npy("<f4", false, "(2, 3)", &bytes_of!(a, to_le_bytes)));
    folder.write("b.npy", &npy("<f4", false, "(3, 4)", &bytes_of!(b, to_le_bytes)));
    let output = folder.run("einsum", &["ij,jk->ki", "a.npy", "b.npy", "-o", "c.npy"]);
    let report = stdout(&output);

    let mut expected = Vec::new();
    for k in 0..4 {
        for i in 0..2 {
            // Multiples of 1/16 far below 2^20: each step is exact in f32.
            expected.push((0..3).map(|j| a[3 * i + j] * b[4 * j + k]).sum::<f32>());
        }
    }
    let (header, elements) = read(&folder.0.join("c.npy"));
    assert!(header.contains("'<f4'") && header.contains("(4, 2"), "{header}");
    assert_eq!(elements, bytes_of!(expected, to_le_bytes));
    assert_eq!(folder.files(), ["a.npy", "b.npy", "c.npy"]);

    for fact in [
        "operand 0: a.npy: f32 [2, 3]\n",
        "operand 1: b.npy: f32 [3, 4]\n",
        "labels: k = 4, i = 2, j = 3\n",
        "result: f32 [4, 2]\n",
    ] {
        assert!(report.contains(fact), "no {fact:?} in\n{report}");
    }
    let plan: Vec<Vec<&str>> =
        report.lines().map(|line| line.split_whitespace().collect()).collect();
    let contracted = ["j", "contracted", "3", "1", "4", "0"];
    assert!(plan.iter().any(|line| *line == contracted), "{report}");
}

#[test]
fn i64_of_both_byte_orders_and_both_mode_orders() {
    let folder = Folder::new();
    // a[i, j] = 10 i + j - 5 in C order, big-endian; b[j, k] = 7 j - k in Fortran order.
    let a = |i: i64, j: i64| 10 * i + j - 5;
    let b = |j: i64, k: i64| 7 * j - k;
    let in_c: Vec<i64> = (0..2).flat_map(|i| (0..3).map(move |j| a(i, j))).collect();
    let in_fortran: Vec<i64> = (0..4).flat_map(|k| (0..3).map(move |j| b(j, k))).collect();
    folder.write("a.npy", &npy(">i8", false, "(2, 3)", &bytes_of!(in_c, to_be_bytes)));
    folder.write("b.npy", &npy("<i8", true, "(3, 4)", &bytes_of!(in_fortran, to_le_bytes)));
    let report = stdout(&folder.run("einsum", &["ij,jk->ik", "a.npy", "b.npy", "-o", "c.npy"]));

    let mut expected: Vec<i64> = Vec::new();
    for i in 0..2 {
        for k in 0..4 {
            expected.push((0..3).map(|j| a(i, j) * b(j, k)).sum());
        }
    }
    let (header, elements) = read(&folder.0.join("c.npy"));
    assert!(header.contains("'<i8'") && header.contains("'fortran_order': False"), "{header}");
    assert_eq!(elements, bytes_of!(expected, to_le_bytes));
    assert!(report.contains("operand 1: b.npy: i64 [3, 4], Fortran order\n"), "{report}");
}

#[test]
fn each_dtype_is_read_and_written() {
    macro_rules! sums {
        ($($code:literal $t:ty;)*) => {$({
            let folder = Folder::new();
            let values: [$t; 3] = [1 as $t, 2 as $t, 4 as $t];
            let bytes = bytes_of!(values, to_be_bytes);
            folder.write("x.npy", &npy(concat!(">", $code), false, "(3,)", &bytes));
            let report = stdout(&folder.run("einsum", &["i->", "x.npy", "-o", "y.npy"]));
            assert!(report.contains(concat!("result: ", stringify!($t), " []\n")), "{report}");
            let (header, elements) = read(&folder.0.join("y.npy"));
            assert!(header.contains(concat!($code, "'")) && header.contains("()"), "{header}");
            assert_eq!(elements, (7 as $t).to_le_bytes());
        })*};
    }
    sums! {
        "i1" i8; "i2" i16; "i4" i32; "i8" i64; "u1" u8; "u2" u16; "u4" u32; "u8" u64;
        "f4" f32; "f8" f64;
    }
}

#[test]
fn the_readme_command_gives_the_reference() {
    let folder = Folder::new();
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/data");
    let file = |name| data.join(name).to_str().unwrap().to_owned();
    let (x, d) = (file("digits_u8.npy"), file("dct8_f64.npy"));
    stdout(&folder.run("einsum", &["nij,ui,vj->nuv", &x, &d, &d, "-o", "out.npy"]));
    let (header, elements) = read(&folder.0.join("out.npy"));
    assert!(header.contains("'<f8'") && header.contains("(1797, 8, 8"), "{header}");
    let (_, reference) = read(&data.join("digits_dct_f32.npy"));
    let result = elements.chunks_exact(8).map(|v| f64::from_le_bytes(v.try_into().unwrap()));
    let reference: Vec<f32> =
        reference.chunks_exact(4).map(|v| f32::from_le_bytes(v.try_into().unwrap())).collect();
    assert_eq!((result.len(), reference.len()), (1797 * 64, 1797 * 64));
    assert!(result.zip(reference).all(|(a, b)| (a - f64::from(b)).abs() <= 1e-4));
}

/// The words of each line.
fn table(report: &str) -> Vec<Vec<&str>> {
    report.lines().map(|line| line.split_whitespace().collect()).collect()
}

#[test]
fn the_path_of_three_operands_and_what_it_saves() {
    let folder = small();
    folder.write("v.npy", &npy("|u1", false, "(4,)", &counting::<u8>(4)));
    let (a, b, v): (Vec<i64>, Vec<i64>, Vec<i64>) = (counting(6), counting(12), counting(4));
    let expected: Vec<i64> = (0..2)
        .map(|i| {
            let terms = (0..12).map(|jk| a[3 * i + jk / 4] * b[jk] * v[jk % 4]);
            terms.sum()
        })
        .collect();
    let run = |more: &[&str]| {
        let arguments = ["ij,jk,k->i", "a.npy", "b.npy", "v.npy", "--dtype", "i64"];
        let report = stdout(&folder.run("einsum", &[&arguments, more].concat()));
        let elements = format!("elements: {}, {}\n", expected[0], expected[1]);
        assert!(report.ends_with(&elements), "{expected:?}\n{report}");
        report
    };
    let report = run(&[]);
    let lines = table(&report);
    let steps = [
        vec!["0", "operand", "1,", "operand", "2", "jk,k->j", "12", "3"],
        vec!["1", "operand", "0,", "temporary", "0", "ij,j->i", "6", "0"],
    ];
    assert!(lines.windows(2).any(|lines| lines == steps), "{report}");
    // Two products for each of 2 * 3 * 4 indices, against 12 + 6.
    let saved =
        "saved: 30 of the 48 multiply-adds of one nest of loops, which are 2 times as many\n";
    assert!(report.contains(saved), "{report}");
    // The plan of each step.
    assert!(report.contains("plan of step 0, jk,k->j:\n"), "{report}");
    assert!(lines.contains(&vec!["k", "contracted", "4", "1", "1", "0"]), "{report}");
    assert!(report.contains("plan of step 1, ij,j->i:\n"), "{report}");
    assert!(lines.contains(&vec!["j", "contracted", "3", "1", "1", "0"]), "{report}");

    assert_eq!(run(&["--path", "cheapest"]), report);
    assert_eq!(run(&["--path", "(1, 2), (0, 1)"]), report);
    let report = run(&["--path", "in-order"]);
    assert!(report.contains("plan of step 0, ij,jk->ik:\n"), "{report}");
    assert!(report.contains("in all: 32 multiply-adds, "), "{report}");
    assert_eq!(run(&["--path", "(0,1),(1,0)"]), report);
    let report = run(&["--path", "naive"]);
    assert!(report.contains("saved: none of the 48 multiply-adds"), "{report}");
    // One nest of loops over three operands is a step without a plan of its own.
    let step = ["0", "operand", "0,", "operand", "1,", "operand", "2", "ij,jk,k->i", "48", "0"];
    assert!(table(&report).contains(&step.to_vec()), "{report}");
    assert!(!report.contains("plan of step"), "{report}");

    let report = stdout(&folder.run("einsum", &["ij,jk->ik", "a.npy", "b.npy", "--dtype", "i64"]));
    assert!(!report.contains("path:") && !report.contains("saved:"), "{report}");
}

#[test]
fn paths_that_are_none() {
    let folder = small();
    let cases: [(&str, &[&str]); 6] = [
        ("(0,1)", &["path", "2 steps", "has 1"]),
        ("(0,3),(0,1)", &["step 0", "operand 3", "3 are left"]),
        ("(0,1),(0,2)", &["step 1", "operand 2", "2 are left"]),
        ("(1,1),(0,1)", &["step 0", "operand 1", "itself"]),
        ("best", &["best", "--path", "naive"]),
        ("(0,1),(0", &["--path", "(1,2),(0,1)"]),
    ];
    for (path, expected) in cases {
        let arguments = ["ij,jk,jk->i", "a.npy", "b.npy", "b.npy", "--path", path];
        fails(&folder, &arguments, expected);
    }
}

/// Work that is done in slices: `iij,jk,kl->il` of 40 entries each in one nest of loops.
fn sliced() -> (Folder, Vec<&'static str>, Vec<u8>) {
    let folder = Folder::new();
    let value = |n: usize| i64::try_from(n * 7 % 11).unwrap() - 5;
    let values = |count: usize| (0..count).map(value).collect::<Vec<i64>>();
    let (a, b) = (values(40 * 40 * 40), values(40 * 40));
    folder.write("a.npy", &npy("<i8", false, "(40, 40, 40)", &bytes_of!(a, to_le_bytes)));
    folder.write("b.npy", &npy("<i8", true, "(40, 40)", &bytes_of!(b, to_le_bytes)));
    let mut expected = Vec::new();
    for i in 0..40 {
        // b is in Fortran order: b[j, k] is element j + 40 k.
        let row =
            (0..40).map(|k| (0..40).map(|j| a[(40 * i + i) * 40 + j] * b[j + 40 * k]).sum::<i64>());
        let row: Vec<i64> = row.collect();
        expected.extend((0..40).map(|l| (0..40).map(|k| row[k] * b[k + 40 * l]).sum::<i64>()));
    }
    let arguments = ["iij,jk,kl->il", "a.npy", "b.npy", "b.npy", "--path", "naive"];
    (folder, arguments.to_vec(), bytes_of!(expected, to_le_bytes))
}

#[test]
fn long_work_in_slices_shows_no_bar_but_on_a_terminal() {
    let (folder, arguments, expected) = sliced();
    let bar_after = |seconds| [&arguments[..], &["-o", "out.npy", "--bar-after", seconds]].concat();
    // `stdout` looks that nothing is on standard error.
    stdout(&folder.run("einsum", &bar_after("0")));
    assert_eq!(read(&folder.0.join("out.npy")).1, expected);
    fs::remove_file(folder.0.join("out.npy")).unwrap();

    let Some(shown) = folder.run_on_terminal("einsum", &bar_after("0")) else { return };
    assert!(shown.contains(" % of 5,120,000 multiply-adds"), "{shown}");
    assert!(shown.contains("result: i64 [40, 40]"), "{shown}");
    assert_eq!(read(&folder.0.join("out.npy")).1, expected);
    let shown = folder.run_on_terminal("einsum", &bar_after("1000")).unwrap();
    assert!(!shown.contains(" % of "), "{shown}");
}

#[test]
fn scalars_and_zero_extents() {
    let folder = small();
    // The trace: 1 + 10.
    let report = stdout(&folder.run("einsum", &["ii->", "s.npy", "-o", "trace.npy"]));
    assert!(report.contains("result: u8 []\nelements: 11\n"), "{report}");
    assert_eq!(read(&folder.0.join("trace.npy")).1, [11]);
    // A scalar as operand, under no labels at all.
    let report = stdout(&folder.run("einsum", &["->", "trace.npy"]));
    assert!(report.contains("elements: 11\n"), "{report}");

    folder.write("empty.npy", &npy("<i4", false, "(2, 0)", &[]));
    stdout(&folder.run("einsum", &["ij->ji", "empty.npy", "-o", "turned.npy"]));
    let (header, elements) = read(&folder.0.join("turned.npy"));
    assert!(header.contains("(0, 2"), "{header}");
    assert!(elements.is_empty());
    // The sum of nothing is 0.
    stdout(&folder.run("einsum", &["ij->i", "empty.npy", "-o", "sums.npy"]));
    assert_eq!(read(&folder.0.join("sums.npy")).1, [0; 8]);

    // A huge extent beside a zero one: loops over nothing take no time.
    folder.write("wide.npy", &npy("<f8", false, "(1099511627776, 0)", &[]));
    let report = stdout(&folder.run("einsum", &["ij->", "wide.npy"]));
    assert!(report.contains("elements: 0.0\n"), "{report}");
    let report = stdout(&folder.run("einsum", &["ij->ij", "wide.npy"]));
    assert!(report.contains("result: f64 [1099511627776, 0]\n"), "{report}");
}

#[test]
fn without_an_arrow_the_labels_that_stand_once_remain() {
    let folder = small();
    let report = stdout(&folder.run("einsum", &["ba", "a.npy", "-o", "t.npy"]));
    assert!(report.contains("result: u8 [3, 2]\n"), "{report}");
    assert_eq!(read(&folder.0.join("t.npy")).1, [1, 10, 4, 13, 7, 16]);
}

#[test]
fn integers_do_not_wrap() {
    let folder = Folder::new();
    folder.write("x.npy", &npy("|u1", false, "(2, 3)", &[1, 2, 3, 200, 240, 88]));
    // Row 1: 200 + 240 + 88 = 528.
    fails(&folder, &["ij->i", "x.npy"], &["[1]", "528", "u8", "--dtype"]);
    stdout(&folder.run("einsum", &["ij->i", "x.npy", "--dtype", "u16", "-o", "y.npy"]));
    assert_eq!(read(&folder.0.join("y.npy")).1, bytes_of!([6_u16, 528], to_le_bytes));

    // (2^64 - 1)^2 is more than 128 bits with a sign hold.
    folder.write("huge.npy", &npy("<u8", false, "(1,)", &u64::MAX.to_le_bytes()));
    fails(&folder, &["i,i->i", "huge.npy", "huge.npy"], &["[0]", "128"]);
    // 2^64 - 1 is no f64, 2^24 + 1 no f32.
    fails(&folder, &["i->i", "huge.npy", "--dtype", "f64"], &["18446744073709551615", "f64"]);
    folder.write("odd.npy", &npy("<i4", false, "()", &16_777_217_i32.to_le_bytes()));
    fails(&folder, &["->", "odd.npy", "--dtype", "f32"], &["[]", "16777217", "f32"]);
    stdout(&folder.run("einsum", &["->", "odd.npy", "--dtype", "f64", "-o", "f.npy"]));
    assert_eq!(read(&folder.0.join("f.npy")).1, 16_777_217_f64.to_le_bytes());
}

#[test]
fn limits_of_each_integer_dtype() {
    let folder = Folder::new();
    for (dtype, lowest, highest) in [
        ("i8", i64::from(i8::MIN), i64::from(i8::MAX)),
        ("i16", i16::MIN.into(), i16::MAX.into()),
        ("i32", i32::MIN.into(), i32::MAX.into()),
        ("u8", 0, u8::MAX.into()),
        ("u16", 0, u16::MAX.into()),
        ("u32", 0, u32::MAX.into()),
    ] {
        let bounds = [lowest, highest];
        folder.write("x.npy", &npy("<i8", false, "(2,)", &bytes_of!(bounds, to_le_bytes)));
        let report = stdout(&folder.run("einsum", &["i", "x.npy", "--dtype", dtype]));
        assert!(report.contains(&format!("elements: {lowest}, {highest}\n")), "{report}");
        for beyond in [lowest - 1, highest + 1] {
            folder.write("x.npy", &npy("<i8", false, "(1,)", &beyond.to_le_bytes()));
            let number = beyond.to_string();
            fails(&folder, &["i", "x.npy", "--dtype", dtype], &["[0]", &number, dtype]);
        }
    }
}

#[test]
fn mixed_dtypes_promote_as_in_numpy() {
    let folder = Folder::new();
    let one = |descr: &str, bytes: &[u8]| npy(descr, false, "()", bytes);
    folder.write("i1", &one("|i1", &[1]));
    folder.write("i8", &one("<i8", &1_i64.to_le_bytes()));
    folder.write("u1", &one("|u1", &[1]));
    folder.write("u2", &one("<u2", &1_u16.to_le_bytes()));
    folder.write("u4", &one("<u4", &1_u32.to_le_bytes()));
    folder.write("u8", &one("<u8", &1_u64.to_le_bytes()));
    folder.write("f4", &one("<f4", &1_f32.to_le_bytes()));
    folder.write("f8", &one("<f8", &1_f64.to_le_bytes()));
    // The table of numpy.promote_types.
    for (left, right, expected) in [
        ("i1", "u1", "i16"),
        ("i1", "u2", "i32"),
        ("i1", "u4", "i64"),
        ("i8", "u4", "i64"),
        ("u1", "u4", "u32"),
        ("u2", "f4", "f32"),
        ("u4", "f4", "f64"),
        ("i8", "f4", "f64"),
        ("f4", "f8", "f64"),
    ] {
        let report = stdout(&folder.run("einsum", &[",->", left, right]));
        assert!(report.contains(&format!("result: {expected} []\n")), "{left} {right} {report}");
    }
    // NumPy would go to f64 and round.
    fails(&folder, &[",->", "i8", "u8"], &["u64", "signed", "--dtype"]);
    let past = (1_i64 << 53) + 1;
    folder.write("past", &one("<i8", &past.to_le_bytes()));
    fails(&folder, &[",->", "past", "f8"], &["past", "9007199254740993", "f64"]);
    fails(&folder, &[",->", "i1", "f8", "--dtype", "i32"], &["f64", "i32"]);
    folder.write("large", &one("<f8", &1e39_f64.to_le_bytes()));
    fails(&folder, &["->", "large", "--dtype", "f32"], &["1e39", "f32"]);
}
