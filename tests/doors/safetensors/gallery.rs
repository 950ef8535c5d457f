//! Files that are refused, with the words in which they are: when the header is read, or when the struct of tensors is made
//! and before any of them is used.

use extents::error::FileError;
use extents::safetensors::Archive;
use extents::{StaticExtents, View};

/// What each file should hold: 24 bytes of `w`, and 8 of `b`.
#[derive(Debug)]
#[allow(dead_code, reason = "to load it is what counts")]
struct Model<'a> {
    weight: View<'a, f32, StaticExtents![dyn, 3]>,
    bias: View<'a, u16, StaticExtents![4]>,
}

impl<'a> Model<'a> {
    fn load(file: &'a [u8]) -> Result<Self, FileError> {
        let file = Archive::new(file)?;
        file.check_names(&["w", "b"])?;
        Ok(Model { weight: file.view("w")?, bias: file.view("b")? })
    }
}

/// A file with this header, at an aligned place of the buffer.
fn file<'a>(place: &'a mut Vec<u8>, header: &str, bytes: usize) -> &'a [u8] {
    let header = format!("{header:<width$}", width = header.len().next_multiple_of(8));
    let whole = 8 + header.len() + bytes;
    *place = vec![0; whole + 8];
    let begin = place.as_ptr().align_offset(8);
    let file = &mut place[begin..begin + whole];
    file[..8].copy_from_slice(&(header.len() as u64).to_le_bytes());
    file[8..8 + header.len()].copy_from_slice(header.as_bytes());
    file
}

fn entry(name: &str, dtype: &str, shape: &str, offsets: &str) -> String {
    format!(r#""{name}":{{"dtype":"{dtype}","shape":{shape},"data_offsets":{offsets}}}"#)
}

/// A header of `w` as it should be, and another entry.
fn with(second: &str) -> String {
    format!("{{{},{second}}}", entry("w", "F32", "[2,3]", "[0,24]"))
}

/// A header of `b` as it should be, and another entry.
fn and_b(first: &str) -> String {
    format!("{{{first},{}}}", entry("b", "U16", "[4]", "[24,32]"))
}

#[test]
fn the_right_file_is_loaded() {
    let mut place = Vec::new();
    let header = with(&entry("b", "U16", "[4]", "[24,32]"));
    let model = Model::load(file(&mut place, &header, 32)).unwrap();
    assert_eq!(model.weight.len() + model.bias.len(), 10);
}

#[test]
fn a_wrong_header_is_refused_in_words() {
    let w = |dtype: &str, shape: &str, offsets: &str| and_b(&entry("w", dtype, shape, offsets));
    let b = |dtype: &str, shape: &str, offsets: &str| with(&entry("b", dtype, shape, offsets));
    let cases: [(String, usize, &str); 33] = [
        // Rank.
        (w("F32", "[6]", "[0,24]"), 32, "`w`: the rank should be 2, but is 1"),
        (w("F32", "[2,3,1]", "[0,24]"), 32, "`w`: the rank should be 2, but is 3"),
        (b("U16", "[]", "[24,26]"), 26, "`b`: the rank should be 1, but is 0"),
        // Extents.
        (w("F32", "[3,2]", "[0,24]"), 32, "`w`: mode 1 should have extent 3, but has 2"),
        (b("U16", "[3]", "[24,30]"), 30, "`b`: mode 0 should have extent 4, but has 3"),
        (b("U16", "[0]", "[24,24]"), 24, "`b`: mode 0 should have extent 4, but has 0"),
        // Types.
        (w("I32", "[2,3]", "[0,24]"), 32, "`w`: the elements should be f32, but are I32"),
        (w("F16", "[2,6]", "[0,24]"), 32, "`w`: the elements should be f32, but are F16"),
        (b("BF16", "[4]", "[24,32]"), 32, "`b`: the elements should be u16, but are BF16"),
        (w("F4", "[16,3]", "[0,24]"), 32, "`w`: the elements should be f32, but are F4"),
        (
            w("F31", "[2,3]", "[0,24]"),
            32,
            "`w`: its entry in the header is wrong: unknown variant `F31`",
        ),
        (w("F4", "[1,3]", "[0,24]"), 32, "`w`: [1, 3] elements of F4 do not fill whole bytes"),
        // Overlaps, gaps and offsets.
        (
            b("U16", "[4]", "[20,28]"),
            28,
            "`b`: its bytes begin at 20, within those of the tensor before it, which end at 24",
        ),
        (
            b("U16", "[4]", "[0,8]"),
            32,
            "`w`: its bytes begin at 0, within those of the tensor before it, which end at 8",
        ),
        (
            b("U16", "[4]", "[26,34]"),
            34,
            "`b`: its bytes begin at 26, but nothing is before them from 24 on",
        ),
        (w("F32", "[2,3]", "[24,0]"), 32, "`w`: its bytes end at 0, before they begin at 24"),
        (
            b("U16", "[4]", "[24,30]"),
            30,
            "`b`: [4] elements of U16 take 8 bytes, but its offsets 24 to 30 hold 6",
        ),
        (
            b("U16", "[4]", "[24,34]"),
            34,
            "`b`: [4] elements of U16 take 8 bytes, but its offsets 24 to 34 hold 10",
        ),
        (b("U16", "[4]", "[24]"), 32, "`b`: its entry in the header is wrong: "),
        (
            b("U16", "[4]", "[24,-8]"),
            32,
            "`b`: its entry in the header is wrong: invalid value: integer `-8`",
        ),
        // Overflow.
        (
            w("F32", "[4294967296,4294967296]", "[0,24]"),
            32,
            "`w`: [4294967296, 4294967296] elements of F32 are too many",
        ),
        (
            w("F32", "[9223372036854775807,3]", "[0,24]"),
            32,
            "`w`: [9223372036854775807, 3] elements of F32 are too many",
        ),
        (
            w("F32", "[18446744073709551616,3]", "[0,24]"),
            32,
            "`w`: its entry in the header is wrong: ",
        ),
        (
            b("U16", "[4]", "[18446744073709551608,18446744073709551615]"),
            32,
            "`b`: its bytes begin at 18446744073709551608, but nothing",
        ),
        (
            and_b(&entry("w", "F32", "[0,9223372036854775807,9223372036854775807]", "[0,0]"))
                .replace("[24,32]", "[0,8]"),
            8,
            "`w`: the extents other than 0 make more than 9223372036854775807 elements",
        ),
        // Truncation, and bytes that belong to nobody.
        (
            b("U16", "[4]", "[24,32]"),
            31,
            "`b`: its bytes end at 32, but 31 bytes follow the header",
        ),
        (
            b("U16", "[4]", "[24,32]"),
            24,
            "`b`: its bytes end at 32, but 24 bytes follow the header",
        ),
        (b("U16", "[4]", "[24,32]"), 33, "the header cannot be used: incomplete metadata"),
        // Names and the header itself.
        (
            format!("{{{}}}", entry("w", "F32", "[2,3]", "[0,24]")),
            24,
            "`b`: the file has no tensor of this name",
        ),
        (
            with(&format!(
                "{},{}",
                entry("b", "U16", "[4]", "[24,32]"),
                entry("c", "U8", "[1]", "[32,33]")
            )),
            33,
            "`c`: the file has this tensor, for which nobody asked",
        ),
        (
            with(r#""b":{"dtype":"U16","shape":[4]}"#),
            32,
            "`b`: its entry in the header is wrong: missing field `data_offsets`",
        ),
        ("[1, 2]".to_owned(), 0, "the header is not an object of JSON"),
        (
            with(
                r#""__metadata__":{"a":1},"b":{"dtype":"U16","shape":[4],"data_offsets":[24,32]}"#,
            ),
            32,
            "the header cannot be used: invalid JSON in header",
        ),
    ];
    let mut others = Vec::new();
    for (header, bytes, words) in &cases {
        let mut place = Vec::new();
        let error = Model::load(file(&mut place, header, *bytes)).unwrap_err().to_string();
        if !error.starts_with(words) {
            others.push(format!("{words}\n{error}\n"));
        }
    }
    assert!(others.is_empty(), "{}", others.join("\n"));
}

#[test]
fn a_file_that_ends_early_is_refused() {
    let mut place = Vec::new();
    let whole = file(&mut place, &with(&entry("b", "U16", "[4]", "[24,32]")), 32);
    for length in 0..whole.len() {
        let error = Model::load(&whole[..length]).unwrap_err().to_string();
        let words = match length {
            0..8 => format!("the file has {length} bytes, but its header alone begins with 8"),
            _ if length < whole.len() - 32 => {
                let header = whole.len() - 40;
                format!("the header should have {header} bytes, but {} follow", length - 8)
            }
            _ => {
                let found = length - (whole.len() - 32);
                let (name, end) = if found < 24 { ("w", 24) } else { ("b", 32) };
                format!("`{name}`: its bytes end at {end}, but {found} bytes follow the header")
            }
        };
        assert_eq!(error, words);
    }
    // A length that is no length.
    for length in [u64::MAX, 1 << 40, 100_000_001] {
        let mut file = length.to_le_bytes().to_vec();
        file.extend(b"{}");
        let words = format!("the header should have {length} bytes, but 2 follow");
        assert_eq!(Archive::new(&file).unwrap_err().to_string(), words);
    }
    let mut text = 2_u64.to_le_bytes().to_vec();
    text.extend([0xff, 0xff]);
    assert!(
        Archive::new(&text)
            .unwrap_err()
            .to_string()
            .starts_with("the header is not an object of JSON")
    );
}

#[test]
fn a_name_or_a_key_that_is_there_twice_is_refused() {
    let refused = |header: &str, bytes: usize| {
        Archive::new(file(&mut Vec::new(), header, bytes)).unwrap_err().to_string()
    };
    let twice = "`a`: the header has two entries of this name";
    let first = entry("a", "U8", "[2]", "[0,2]");
    // The same bytes of another type; other bytes; and the same name in other signs.
    for (second, bytes) in [
        (entry("a", "I8", "[2]", "[0,2]"), 2),
        (entry("a", "U8", "[2]", "[2,4]"), 4),
        (entry("\\u0061", "U8", "[2]", "[0,2]"), 2),
    ] {
        assert_eq!(refused(&format!("{{{first},{second}}}"), bytes), twice);
        let between = entry("b", "U8", "[0]", "[0,0]");
        assert_eq!(refused(&format!("{{{first},{between},{second}}}"), bytes), twice);
    }
    let notes = r#""__metadata__":{"k":"1"}"#;
    assert_eq!(
        refused(&format!("{{{notes},{first},{notes}}}"), 2),
        "`__metadata__`: the header has two entries of this name"
    );
    assert_eq!(
        refused(&format!(r#"{{"__metadata__":{{"k":"1","l":"2","k":"1"}},{first}}}"#), 2),
        "`__metadata__`: there are two texts of the key `k`"
    );
    // Names and keys are apart, and so are the entries of two tensors.
    let apart = format!(
        r#"{{"__metadata__":{{"a":"1","__metadata__":"2"}},{first},{}}}"#,
        entry("b", "U8", "[2]", "[2,4]")
    );
    assert!(Archive::new(file(&mut Vec::new(), &apart, 4)).is_ok());
    let none = format!(r#"{{"__metadata__":null,{first}}}"#);
    assert!(Archive::new(file(&mut Vec::new(), &none, 2)).is_ok());
}

#[test]
fn values_that_their_type_has_not_are_refused() {
    let mut place = Vec::new();
    let header = format!("{{{}}}", entry("t", "BOOL", "[4]", "[0,4]"));
    let length = file(&mut place, &header, 4).len();
    let begin = place.as_ptr().align_offset(8);
    place[begin + length - 1] = 2;
    let file = Archive::new(&place[begin..begin + length]).unwrap();
    let error = file.view::<bool, StaticExtents![4]>("t").unwrap_err().to_string();
    assert_eq!(error, "`t`: the bytes of element 3 are not a value of its type");
    let error = file.read::<bool, StaticExtents![4]>("t").unwrap_err().to_string();
    assert_eq!(error, "`t`: the bytes of element 3 are not a value of its type");
}
