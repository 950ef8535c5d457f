//! `examples/einsum.rs`: each way to fail.

use std::fs;

use super::einsum::{fails, small};
use super::harness::*;

#[test]
fn labels_that_do_not_fit() {
    let folder = small();
    let cases: [(&[&str], &[&str]); 9] = [
        (&["ijk->i", "a.npy"], &["operand 0", "2 modes", "has 3"]),
        (&["ij,j->i", "a.npy", "b.npy"], &["operand 1", "2 modes", "has 1"]),
        (&["ij->iq", "a.npy"], &["`q`"]),
        (&["ij->ii", "a.npy"], &["`i`", "twice"]),
        (&["ij,ij->ij", "a.npy", "b.npy"], &["`i`", "2 and 3"]),
        (&["ii->i", "a.npy"], &["`i`", "2 and 3"]),
        (&["ij,jk->ik", "a.npy"], &["operands", "be 2", "is 1"]),
        (&["ij->ij", "a.npy", "b.npy"], &["operands", "be 1", "is 2"]),
        (&["i1->i", "a.npy"], &["'1'", "position 1"]),
    ];
    for (arguments, expected) in cases {
        fails(&folder, arguments, expected);
    }
}

#[test]
fn arguments_that_do_not_fit() {
    let folder = small();
    let cases: [(&[&str], &str); 6] = [
        (&["ij->ij", "a.npy", "--bar-after", "soon"], "--bar-after"),
        (&["ij->ij"], "<files>"),
        (&["ij->ij", "a.npy", "--dtype", "f16"], "f16"),
        (&["ij->ij", "a.npy", "--bogus"], "--bogus"),
        (&["ij->ij", "absent.npy"], "absent.npy"),
        (&["ij->ij", "."], "cannot read ."),
    ];
    for (arguments, expected) in cases {
        fails(&folder, arguments, &[expected]);
    }
    assert!(sentence(&folder.run("einsum", &[])).contains("<labels> <files>"));
    let help = stdout(&folder.run("einsum", &["--help"]));
    assert!(help.contains("--dtype") && help.contains("Fortran"), "{help}");
}

#[test]
fn dtypes_that_are_not_supported() {
    let folder = Folder::new();
    for descr in
        ["|b1", "<f2", "<f16", "<c8", "<c16", "<U3", "|S4", "|O", "<M8[s]", "<m8[s]", "|V2"]
    {
        folder.write("x.npy", &npy(descr, false, "(1,)", &[0; 16]));
        fails(&folder, &["i->", "x.npy"], &["x.npy", descr, "not supported"]);
    }
    let record = "{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (1,), }\n";
    folder.write("x.npy", &npy_with_header(record, &[0; 4]));
    fails(&folder, &["i->", "x.npy"], &["x.npy", "'x'", "not supported"]);
}

#[test]
fn files_that_are_damaged() {
    let folder = Folder::new();
    let sound = npy("<f8", false, "(3, 5)", &[0; 120]);
    let header = sound.len() - 120;
    let open = |bytes: &[u8], expected: &[&str]| {
        folder.write("x.npy", bytes);
        fails(&folder, &["ij->", "x.npy"], &[expected, &["x.npy"]].concat());
    };
    for cut in [header, header + 1, sound.len() - 1] {
        open(&sound[..cut], &["truncated", "120 bytes", &(cut - header).to_string()]);
    }
    for cut in [7, 8, 9, 10, 11, header - 1] {
        open(&sound[..cut], &["truncated", "header"]);
    }
    for cut in [0, 1, 5] {
        open(&sound[..cut], &["not a .npy file"]);
    }
    open(&[&sound[..], b"x"].concat(), &["too long", "120 bytes", "121"]);
    open(b"PK\x03\x04 and more of a zip archive", &["not a .npy file"]);
    open(&npy_with_header("{'descr': '<f8', 'shape': (1,), }\n", &[0; 8]), &["header"]);
    open(&npy_with_header("{'descr': \n", &[]), &["header"]);
    open(&npy_with_header("no dictionary\n", &[]), &["header"]);
    open(&npy_with_header("\u{fffd}", &[]), &["header"]);
    open(&npy_with_header("", &[]), &["header"]);
    open(&npy("<f8", false, "(-1, 1)", &[0; 8]), &["header", "negative"]);
    open(&npy("<f8", false, "7", &[0; 8]), &["header", "shape"]);
    // Nested so deeply that a recursive parser would run out of stack.
    open(&npy_with_header(&"(".repeat(60_000), &[]), &["header", "nested"]);
    open(&npy_with_header(&"{".repeat(40), &[]), &["header", "nested"]);
}

#[test]
fn a_header_can_lie_about_sizes() {
    let folder = Folder::new();
    let cases = [
        ("(1000000, 1000000)", &["truncated", "8000000000000 bytes", "only 8"][..]),
        ("(1152921504606846976, 2)", &["truncated", "only 8"]),
        ("(4294967296, 4294967296)", &["4294967296", "mode 1"]),
        ("(18446744073709551615, 18446744073709551615)", &["18446744073709551615", "mode 0"]),
        ("(18446744073709551616, 1)", &["header", "u64"]),
        ("(4294967296, 4294967296, 0)", &["4294967296", "mode 1"]),
    ];
    for (shape, expected) in cases {
        folder.write("x.npy", &npy("<f8", false, shape, &[0; 8]));
        fails(&folder, &["ij->", "x.npy"], expected);
    }
    // The shape that counts is the value of the key, whatever else says `shape` before it or after it.
    let decoys = [
        "{'descr': [('shape (1,)', '<f4')], 'fortran_order': False, 'shape': (4294967296, 4294967296), }",
        "{'shape (1,)': 0, 'descr': '<f8', 'fortran_order': False, 'shape': (4294967296, 4294967296), }",
        "{'a': \"'shape': (1,)\", 'shape': [4294967296, 4294967296], 'descr': '<f8', 'fortran_order': False}",
        "{'shape': (1,), 'descr': '<f8', 'fortran_order': False, 'shape': (4294967296, 4294967296), }",
        "{'descr': '<f8', 'fortran_order': False, 'sh\\x61pe': (4294967296, 2 + 4294967294), }",
        "{'shape': (4294967296, 4294967296), 'shape ': (1,), 'descr': '<f8', 'fortran_order': False}",
    ];
    for header in decoys {
        folder.write("x.npy", &npy_with_header(header, &[0; 8]));
        let said = sentence(&folder.run("einsum", &["ij->", "x.npy"]));
        assert!(said.contains("x.npy") && !said.contains("panicked"), "{said}");
    }
    // Keys that are not known, or come twice, do not matter where the numbers are sound.
    let header = "{'shape': (9, 9), 'shape (1,)': 0, 'descr': '|u1', 'fortran_order': False, 'shape': (2,), }";
    folder.write("x.npy", &npy_with_header(header, &[3, 4]));
    assert!(stdout(&folder.run("einsum", &["i->", "x.npy"])).contains("elements: 7\n"));
    // Types of huge elements.
    for descr in [
        "|V9223372036854775807",
        "<U4611686018427387904",
        "|S18446744073709551615",
        "<f99999999999999999999",
    ] {
        folder.write("x.npy", &npy(descr, false, "(4294967296,)", &[0; 8]));
        fails(&folder, &["i->", "x.npy"], &["x.npy"]);
    }
    // Version 2.0 has a length of 32 bits: 4 GiB of header in a file of 14 bytes.
    folder.write("x.npy", b"\x93NUMPY\x02\x00\xff\xff\xff\xff{}");
    fails(&folder, &["ij->", "x.npy"], &["truncated", "header"]);
}

#[test]
fn results_that_are_too_large() {
    let folder = Folder::new();
    folder.write("x.npy", &npy("|u1", false, "(1048576,)", &vec![0; 1 << 20]));
    let labels_and_files = |text: &'static str| {
        let count = text.split(',').count();
        [vec![text], vec!["x.npy"; count]].concat()
    };
    // 2^60 elements are more bytes than a pointer can span, 2^80 more than a shape may have.
    let sizes = [
        ("i,j,k->ijk", &["memory", "1152921504606846976 elements"][..]),
        ("i,j,k,l->ijkl", &["elements", "mode 3", "1048576"]),
    ];
    for (text, expected) in sizes {
        fails(&folder, &labels_and_files(text), expected);
    }
}

/// `2^126 + (2^63 + 1)(2^63 - 1)` is `2^127 - 1`, the largest number of 128 bits, which f64 would round to `2^127`; the first
/// term alone is a power of two, and the second alone needs 126 bits.
#[test]
fn a_large_integer_that_f64_would_round() {
    let folder = Folder::new();
    let numbers = |name: &str, all: [u64; 2]| {
        folder.write(name, &npy("<u8", false, "(2,)", &all.map(u64::to_le_bytes).concat()));
    };
    let half = 1 << 63;
    numbers("a.npy", [half, half + 1]);
    numbers("b.npy", [half, half - 1]);
    let arguments = ["i,i->", "a.npy", "b.npy", "--dtype", "f64"];
    fails(&folder, &arguments, &["170141183460469231731687303715884105727", "f64"]);
    numbers("b.npy", [half, 0]);
    assert!(stdout(&folder.run("einsum", &arguments)).contains("result: f64"));
}

#[test]
fn outputs_that_cannot_be_written() {
    let folder = small();
    fs::create_dir(folder.0.join("directory")).unwrap();
    for output in ["absent/out.npy", "directory", "/", ".."] {
        let before = folder.files();
        let said = sentence(&folder.run("einsum", &["ij->ij", "a.npy", "-o", output]));
        assert!(said.contains(&format!("cannot write {output}")), "{said}");
        assert_eq!(folder.files(), before);
    }
}

#[test]
fn an_output_can_take_the_place_of_an_operand() {
    let folder = small();
    stdout(&folder.run("einsum", &["ij->ji", "a.npy", "-o", "a.npy"]));
    assert_eq!(read(&folder.0.join("a.npy")).1, [1, 10, 4, 13, 7, 16]);
    assert_eq!(folder.files(), ["a.npy", "b.npy", "s.npy"]);
}
