//! Files that are refused, with the words in which they are.

use std::io::{Cursor, Write};

use extents::layout::RowMajor;
use extents::npy::{self, Archive};
use extents::{DynExtents, DynRankExtents, StaticExtents, Tensor, extents};
use zip::write::SimpleFileOptions;

use crate::counting::asked_by;
use crate::scratch::{Folder, data};

/// A file of version 1 with this header, and zeros for elements.
fn file(header: &str, bytes: usize) -> Vec<u8> {
    let mut file = b"\x93NUMPY\x01\x00".to_vec();
    file.extend((header.len() as u16).to_le_bytes());
    file.extend(header.bytes());
    file.resize(file.len() + bytes, 0);
    file
}

fn header(descr: &str, order: &str, shape: &str) -> String {
    format!("{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}, }}\n")
}

#[test]
fn a_wrong_file_is_refused_in_words() {
    let good = |shape: &str| header("'<f4'", "False", shape);
    let cases: Vec<(Vec<u8>, &str)> = vec![
        (vec![], "the header is truncated"),
        (b"\x93NUMPX\x01\x00".to_vec(), "the file is not an .npy file: it does not begin as one"),
        (
            b"\x93NUMPY\x07\x00\x00\x00".to_vec(),
            "the header has version 7.0, but 1.0 to 3.0 are known",
        ),
        (
            b"\x93NUMPY\x01\x00\xff\x00{}".to_vec(),
            "the header is truncated: the file ends inside of it",
        ),
        (
            b"\x93NUMPY\x02\x00\xff\xff\xff\xff".to_vec(),
            "the header has 4294967295 bytes, but at most 65535 are read",
        ),
        (file("\u{e9}{", 0), "the header is not a dictionary of Python, as NumPy writes it"),
        (b"\x93NUMPY\x01\x00\x01\x00\xff".to_vec(), "the header is not UTF-8"),
        (file("[1, 2]", 0), "the header is not a dictionary of Python, as NumPy writes it"),
        (file(&"[".repeat(60_000), 0), "the header is nested more than 2 deep"),
        (file("{((1,),)}", 0), "the header is nested more than 2 deep"),
        // What the parser would read again and again.
        (file("{{", 0), "the header has a dictionary in a dictionary"),
        (file(&"1".repeat(60_000), 0), "the header has a number of more than 40 digits"),
        (
            file(&format!("{{({}", "1,".repeat(3_000)), 0),
            "the header is not a dictionary of Python, as NumPy writes it",
        ),
        (
            file(&format!("{{['{}", " ".repeat(3_000)), 0),
            "the header is not a dictionary of Python, as NumPy writes it",
        ),
        (file(&header("'><f4'", "False", "(2, 3)"), 24), "should be f32, but are ><f4"),
        (file(&header("'<<f4'", "False", "(2, 3)"), 24), "should be f32, but are <<f4"),
        (file(&header("'<=f4'", "False", "(2, 3)"), 24), "should be f32, but are <=f4"),
        (file("{'descr': '<f4', 'shape': (2, 3)}", 24), "the header lacks one of the entries"),
        (
            file("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), 'shape': (1, 1)}", 24),
            "the header has two entries 'shape'",
        ),
        (
            file("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), 'more': 1}", 24),
            "the header has an entry 'more'",
        ),
        (file(&header("4", "False", "(2, 3)"), 24), "the header has a descr that is not a text"),
        (
            file(&header("'<f4'", "0", "(2, 3)"), 24),
            "the header has a fortran_order that is not True or False",
        ),
        (file(&good("[2, 3]"), 24), "the header has a shape that is not a tuple"),
        (
            file(&good("(2, -3)"), 24),
            "the header has a shape with an entry that is not an extent: (2, -3)",
        ),
        (file(&good("(2, 3.0)"), 24), "the header has a shape with an entry that is not an extent"),
        (
            file(&good("(2, 99999999999999999999999)"), 24),
            "the header has a shape with an entry that is not an extent",
        ),
        (
            file(&good("(4294967296, 4294967296)"), 24),
            "the extents other than 0 make more than 9223372036854775807 elements: 4294967296 before mode 1",
        ),
        (file(&good("(2, 3, 1)"), 24), "the rank should be 2, but is 3"),
        (file(&good("(2, 4)"), 32), "mode 1 should have extent 3, but has 4"),
        (file(&good("(2, 3)"), 23), "the elements take 24 bytes, but 23 were given"),
        (file(&good("(2, 3)"), 25), "the file goes on behind the last element"),
        (file(&header("'<f8'", "False", "(2, 3)"), 48), "the elements should be f32, but are <f8"),
        (file(&header("'<i4'", "False", "(2, 3)"), 24), "the elements should be f32, but are <i4"),
        (file(&header("'|O'", "False", "(2, 3)"), 24), "the elements should be f32, but are |O"),
        (file(&header("'|V4'", "False", "(2, 3)"), 24), "the elements should be f32, but are |V4"),
        (file(&header("'<U4'", "False", "(2, 3)"), 96), "the elements should be f32, but are <U4"),
        (file(&header("[('x', '<f4')]", "False", "(2, 3)"), 24), "the header is that of a record"),
        // What stands in a text is no shape.
        (
            file("{'descr': \"'shape': (2, 3)\", 'fortran_order': False, 'shape': (1, 1)}", 24),
            "the header has a descr that is not the code of a type: \"'shape': (2, 3)\"",
        ),
    ];
    let folder = Folder::new("npy-gallery");
    for (number, (bytes, words)) in cases.iter().enumerate() {
        let path = folder.with(&format!("{number}.npy"), bytes);
        let error = npy::read::<f32, StaticExtents![dyn, 3]>(&path).unwrap_err().to_string();
        assert!(error.contains(words), "{number}: {error}");
        assert!(error.contains(&format!("{number}.npy`: ")), "{number}: {error}");
        // A view is refused with them, but for what the type of a view cannot say.
        assert!(npy::view::<f32, StaticExtents![dyn, 3], RowMajor>(bytes).is_err(), "{number}");
    }
}

#[test]
fn a_header_that_is_read_can_be_written_and_read_again() {
    // Each sign of ASCII, and some beyond it, as a literal of Python.
    for sign in ('\0'..='\x7f').chain(['\u{e9}', '\u{1f4a9}']) {
        let literal = format!("'<f4\\U{:08x}'", u32::from(sign));
        let found = npy::Header::read(file(&header(&literal, "False", "(2, 3)"), 0).as_slice());
        let words = match sign {
            // They would count as brackets around the shape.
            '(' | '[' => Some("the header is nested more than 2 deep".to_owned()),
            '{' => Some("the header has a dictionary in a dictionary".to_owned()),
            ' '..='~' if !['\'', '"', '\\'].contains(&sign) => None,
            _ => {
                let code = format!("<f4{sign}");
                Some(format!("the header has a descr that is not the code of a type: {code:?}"))
            }
        };
        assert_eq!(found.as_ref().err().map(ToString::to_string), words);
        if let Ok(found) = found {
            let mut again = Vec::new();
            found.write(&mut again).unwrap();
            assert_eq!(npy::Header::read(again.as_slice()).unwrap(), found);
        }
    }
    // A time, whose unit is in brackets, and digits, which no header may have so many of.
    let read = |descr: &str| npy::Header::read(file(&header(descr, "False", "()"), 0).as_slice());
    assert_eq!(read("'<M8[25ns]'").unwrap().descr(), "<M8[25ns]");
    assert!(read(&format!("'{}'", "\\x31".repeat(40))).is_ok());
    assert!(read(&format!("'{}'", "\\x31".repeat(41))).is_err());
    let quote = npy::Header::read(file(&header("\"it's\"", "False", "(2, 3)"), 0).as_slice());
    let words = "the header has a descr that is not the code of a type: \"it's\"";
    assert_eq!(quote.unwrap_err().to_string(), words);
}

#[test]
fn a_header_of_another_type_is_read_and_its_elements_are_not() {
    for descr in ["|O", "<U4", "|V3"] {
        let bytes = file(&header(&format!("'{descr}'"), "False", "(2,)"), 32);
        let mut rest = bytes.as_slice();
        let found = npy::Header::read(&mut rest).unwrap();
        assert_eq!((found.dtype(), found.descr()), (None, descr));
        let error = found.read_elements::<f32, DynExtents<1>>(rest).unwrap_err().to_string();
        assert_eq!(error, format!("the elements should be f32, but are {descr}"));
    }
}

#[test]
fn elements_that_are_no_values_are_refused() {
    let mut bytes = file(&header("'|b1'", "False", "(4,)"), 4);
    *bytes.last_mut().unwrap() = 2;
    let error = npy::read_from::<bool, StaticExtents![4]>(bytes.as_slice()).unwrap_err();
    assert_eq!(error.to_string(), "the bytes of element 3 are not a value of its type");
    let error = npy::view::<bool, StaticExtents![4], RowMajor>(&bytes).unwrap_err();
    assert_eq!(error.to_string(), "the bytes of element 3 are not a value of its type");
}

#[test]
fn a_type_that_is_wrong_about_its_size_is_refused() {
    #[derive(Clone, Copy, Debug)]
    struct Wrong(#[allow(dead_code, reason = "only its size counts")] u64);
    // SAFETY: a number without padding, of which all bits are values.
    unsafe impl bytemuck::Zeroable for Wrong {}
    // SAFETY: as above.
    unsafe impl bytemuck::AnyBitPattern for Wrong {}
    // SAFETY: as above.
    unsafe impl bytemuck::NoUninit for Wrong {}
    impl extents::HasDType for Wrong {
        const DTYPE: extents::DType = extents::DType::F32;
    }
    let bytes = file(&header("'<f4'", "False", "(2,)"), 8);
    let words = "elements of f32 take 4 bytes, but the Rust type takes 8";
    let error = npy::read_from::<Wrong, DynExtents<1>>(bytes.as_slice()).unwrap_err();
    assert_eq!(error.to_string(), words);
    let error = npy::view::<Wrong, DynExtents<1>, RowMajor>(&bytes).unwrap_err();
    assert_eq!(error.to_string(), words);
    let error = npy::write_to(Vec::new(), &Tensor::full(extents![2], Wrong(0)).unwrap());
    assert_eq!(error.unwrap_err().to_string(), words);
}

#[test]
fn what_numpy_has_and_rust_has_not_is_named() {
    let error = |name: &str| npy::read::<f32, DynRankExtents>(data(name)).unwrap_err().to_string();
    assert!(
        error("npy/data/record.npy")
            .ends_with("the header is that of a record, which no element type holds")
    );
    assert!(error("npy/data/text.npy").ends_with("the elements should be f32, but are <U2"));
}

#[test]
fn a_header_that_lies_about_the_length_reserves_nothing() {
    let bytes = file(&header("'<f8'", "False", "(1152921504606846975,)"), 24);
    let (asked, result) = asked_by(|| npy::read_from::<f64, DynExtents<1>>(bytes.as_slice()));
    let words = "the elements take 9223372036854775800 bytes, but 24 were given";
    assert_eq!(result.unwrap_err().to_string(), words);
    assert!(asked.bytes < 1 << 20, "{asked:?}");
}

#[test]
fn elements_of_more_bytes_than_a_number_counts_are_named_by_both_factors() {
    let bytes = file(&header("'<f8'", "False", "(4611686018427387904,)"), 24);
    let words = "the elements are 4611686018427387904 of 8 bytes each, but 24 bytes were given";
    let error = npy::read_from::<f64, DynExtents<1>>(bytes.as_slice()).unwrap_err();
    assert_eq!(error.to_string(), words);
    let error = npy::view::<f64, DynExtents<1>, RowMajor>(&bytes).unwrap_err();
    assert_eq!(error.to_string(), words);
}

#[test]
fn wrong_archives_are_refused() {
    let refused = |bytes: &[u8]| match Archive::new(Cursor::new(bytes.to_vec())) {
        Ok(mut archive) => archive.read::<f32, StaticExtents![2, 3]>("a").unwrap_err().to_string(),
        Err(error) => error.to_string(),
    };
    let archive = |members: &[(&str, &[u8])]| {
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, bytes) in members {
            writer
                .start_file(
                    *name,
                    SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored),
                )
                .unwrap();
            writer.write_all(bytes).unwrap();
        }
        writer.finish().unwrap().into_inner()
    };
    let good = file(&header("'<f4'", "False", "(2, 3)"), 24);
    assert!(refused(b"").starts_with("the archive cannot be read"));
    assert!(refused(b"PK\x03\x04").starts_with("the archive cannot be read"));
    assert_eq!(refused(&archive(&[("b.npy", &good)])), "`a`: the file has no tensor of this name");
    assert_eq!(refused(&archive(&[("a", &good)])), "`a`: the file has no tensor of this name");
    assert!(
        refused(&archive(&[("a.npy", b"no header")]))
            .starts_with("`a`: the file is not an .npy file")
    );
    assert!(
        refused(&archive(&[("a.npy", &good[..good.len() - 1])]))
            .starts_with("`a`: the elements take 24 bytes, but 23")
    );
    // A bit of the elements that the checksum does not have.
    let mut broken = archive(&[("a.npy", &good)]);
    let place = broken.windows(2).position(|pair| pair == b"}\n").unwrap() + 5;
    broken[place] ^= 1;
    assert!(refused(&broken).to_lowercase().contains("checksum"), "{}", refused(&broken));
    // Two members of one name.
    let mut twice = archive(&[("a.npy", &good), ("b.npy", &good)]);
    let names: Vec<_> = twice
        .windows(5)
        .enumerate()
        .filter(|(_, name)| name == b"b.npy")
        .map(|(at, _)| at)
        .collect();
    for at in names {
        twice[at] = b'a';
    }
    assert_eq!(refused(&twice), "two tensors of the archive have one name");
    let whole = archive(&[("a.npy", &good)]);
    for length in 0..whole.len() {
        assert!(Archive::new(Cursor::new(whole[..length].to_vec())).is_err(), "{length}");
    }
}
