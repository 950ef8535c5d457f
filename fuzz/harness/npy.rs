//! Bytes as `.npy` files: any bytes, and files whose header is put together from numbers.

use extents::Extents;

use super::bytes::Bytes;
use super::npy_file::{NpyFile, Number};

pub(crate) fn npy(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    match bytes.byte() % 3 {
        0 => read(data.get(1..).unwrap_or_default().to_vec()),
        1 => read(file(&bytes.text(), &[])),
        _ => written(&mut bytes),
    }
}

/// A file of version 1 with this literal as its header.
fn file(literal: &str, elements: &[u8]) -> Vec<u8> {
    let mut literal = literal.to_owned();
    literal.truncate(60_000);
    literal.push('\n');
    let length = u16::try_from(literal.len()).unwrap_or(u16::MAX).to_le_bytes();
    [&b"\x93NUMPY\x01\0"[..], &length, literal.as_bytes(), elements].concat()
}

/// What is read is as many elements as the extents say, or an error.
fn read(bytes: Vec<u8>) {
    match NpyFile::parse(bytes) {
        Ok(file) => {
            let _ = file.is_fortran_order();
            let elements = file.elements(Ok::<Number, String>);
            assert!(elements.is_ok_and(|elements| elements.len() == file.extents.size()));
        }
        Err(error) => assert!(!error.is_empty()),
    }
}

/// A file with other entries and orders of entries in its header reads as what was written.
fn written(bytes: &mut Bytes<'_>) {
    let extents = bytes.extents();
    let count: usize = extents.iter().product();
    let is_fortran = bytes.byte() % 2 == 1;
    let list: Vec<String> = extents.iter().map(|extent| format!("{extent},")).collect();
    let mut entries = [
        "'descr': '<i2'".to_owned(),
        format!("'fortran_order': {}", if is_fortran { "True" } else { "False" }),
        format!("'shape': ({})", list.join(" ")),
    ];
    let order = bytes.order(3);
    if order.len() == 3 {
        entries =
            order.iter().map(|&at| entries[at].clone()).collect::<Vec<_>>().try_into().unwrap();
    }
    let literal = format!("{{{}, }}", entries.join(", "));
    let elements: Vec<i16> =
        (0..count as i16).map(|at| at.wrapping_mul(257).wrapping_sub(300)).collect();
    let raw: Vec<u8> = elements.iter().flat_map(|element| element.to_le_bytes()).collect();
    let found = NpyFile::parse(file(&literal, &raw)).expect("a file that NumPy could have written");
    assert_eq!(found.extents.as_slice(), extents, "{literal}");
    assert_eq!(found.is_fortran_order(), is_fortran);
    let numbers = found.elements(|number| match number {
        Number::Integer(value) => Ok(value),
        Number::Float(value) => Err(format!("{value} is no integer")),
    });
    assert!(numbers.is_ok_and(|found| found.into_iter().eq(elements.into_iter().map(i128::from))));
    let mut short = file(&literal, &raw);
    if short.pop().is_some() && count > 0 {
        assert!(NpyFile::parse(short).is_err());
    }
}
