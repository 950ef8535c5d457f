//! `examples/quickstart.rs`.

use super::harness::*;

#[test]
fn transforms_the_digits() {
    let folder = Folder::new();
    let text = stdout(&folder.run("quickstart", &[]));
    for fact in [
        "[dyn 1797, dyn 8, dyn 8] DynRankExtents",
        "[Image = 1797, 8, 8]",
        "StaticExtents<(Sym<Image>, Const<8>, Const<8>)>",
        "with Image = dyn 1797, i = 8, j = 8, u = 8, v = 8",
        "6907012 ",
        "39.0733166388425",
    ] {
        assert!(text.contains(fact), "no {fact:?} in\n{text}");
    }
    assert_eq!(text.matches(" ok\n").count(), 5);
    assert!(!text.contains("WRONG"));
    assert!(text.lines().count() <= 40 && text.lines().all(|line| line.len() <= 100));
    // No space for what the types know: extents, mapping, view, and 64 numbers of 8 bytes.
    let sizes = text.lines().find(|line| line.contains("d, everything in the type")).unwrap();
    assert!(sizes.split_whitespace().skip(5).eq(["0", "0", "8", "512"]), "{sizes}");
}

#[test]
fn takes_images_of_any_dtype_and_order() {
    let folder = Folder::new();
    let values: Vec<i16> = counting(2 * 64);
    folder.write("big.npy", &npy(">i2", false, "(2, 8, 8)", &bytes_of!(values, to_be_bytes)));
    let text = stdout(&folder.run("quickstart", &["big.npy"]));
    assert!(text.contains("Image = dyn 2, i = 8"), "{text}");
    // By definition, without wrapping: the largest value is 382.
    let squares: i64 = values.iter().map(|&value| i64::from(value) * i64::from(value)).sum();
    let line = text.lines().find(|line| line.contains("sum of squares, x")).unwrap();
    let figure: f64 = line.split_whitespace().rev().nth(1).unwrap().parse().unwrap();
    assert!((figure - squares as f64).abs() < 1e-6, "{line}");

    let floats: Vec<f32> = values.iter().map(|&value| value.into()).collect();
    let fortran = npy("<f4", true, "(2, 8, 8)", &bytes_of!(floats, to_le_bytes));
    folder.write("fortran.npy", &fortran);
    let text = stdout(&folder.run("quickstart", &["fortran.npy"]));
    assert_eq!(text.matches(" ok\n").count(), 2);
}

#[test]
fn fortran_order_changes_which_pixel_is_which() {
    // One image that is dark in its first row only; in Fortran order that is every 8th number.
    let folder = Folder::new();
    let row: Vec<u8> = (0..64).map(|k| u8::from(k < 8)).collect();
    let every_eighth: Vec<u8> = (0..64).map(|k| u8::from(k % 8 == 0)).collect();
    folder.write("c.npy", &npy("|u1", false, "(1, 8, 8)", &row));
    folder.write("fortran.npy", &npy("|u1", true, "(1, 8, 8)", &every_eighth));
    let picture = |name| {
        let text = stdout(&folder.run("quickstart", &[name]));
        text.split_once("Image 0").unwrap().1.to_owned()
    };
    assert_eq!(picture("c.npy"), picture("fortran.npy"));
    let picture = picture("c.npy");
    let rows: Vec<&str> = picture.lines().skip(1).map(|line| &line[2..18]).collect();
    assert_eq!(rows[0], "@".repeat(16));
    assert!(rows[1..].iter().all(|row| row.trim().is_empty()), "{picture}");
}

#[test]
fn no_images_are_fine() {
    let folder = Folder::new();
    folder.write("none.npy", &npy("|u1", false, "(0, 8, 8)", &[]));
    assert!(stdout(&folder.run("quickstart", &["none.npy"])).contains("no image to show"));
}

#[test]
fn says_what_is_wrong_in_one_sentence() {
    let folder = Folder::new();
    folder.write("narrow.npy", &npy("|u1", false, "(2, 8, 7)", &[0; 112]));
    folder.write("flat.npy", &npy("|u1", false, "(2, 64)", &[0; 128]));
    folder.write("cut.npy", &npy("|u1", false, "(2, 8, 8)", &[0; 127]));
    for (arguments, expected) in [
        (&["narrow.npy"][..], "mode 2 should have extent 8, but has 7"),
        (&["flat.npy"], "the rank should be 3, but is 2"),
        (&["cut.npy"], "take 128 bytes, but only 127 follow"),
        (&["absent.npy"], "cannot read absent.npy"),
        (&["."], "cannot read ."),
        (&["narrow.npy", "flat.npy"], "one path"),
    ] {
        let sentence = sentence(&folder.run("quickstart", arguments));
        assert!(sentence.contains(expected), "{sentence}");
    }
}
