//! Bytes as `.npy` and `.npz` files, by the door: any bytes, headers of any text, and files as NumPy writes them.

use std::io::Cursor;

use bytemuck::NoUninit;
use bytemuck::checked::CheckedBitPattern;
use extents::layout::{ColMajor, RowMajor};
use extents::npy::{self, Archive, ArchiveWriter, Header};
use extents::{DType, DynExtents, DynRankExtents, Extents, HasDType, Tensor};

use super::bytes::Bytes;
use super::oracle::{self, Order};

pub(crate) fn npy(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    match bytes.byte() % 5 {
        0 => file(data.get(1..).unwrap_or_default()),
        1 => file(&with_header(&bytes.text(), &[7; 24])),
        2 => written(&mut bytes),
        3 => archive(data.get(1..).unwrap_or_default()),
        _ => changed_archive(&mut bytes),
    }
}

/// A file of version 1 with this literal as its header.
fn with_header(literal: &str, elements: &[u8]) -> Vec<u8> {
    let mut literal = literal.as_bytes().to_vec();
    literal.truncate(60_000);
    literal.push(b'\n');
    let length = u16::try_from(literal.len()).unwrap_or(u16::MAX).to_le_bytes();
    [&b"\x93NUMPY\x01\0"[..], &length, &literal, elements].concat()
}

/// What is read is what the bytes behind the header say, or an error.
fn file(bytes: &[u8]) {
    let mut rest = bytes;
    let header = match Header::read(&mut rest) {
        Ok(header) => header,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert!(npy::read_from::<u8, DynRankExtents>(bytes).is_err());
            return;
        }
    };
    assert!(DynRankExtents::new(header.extents().as_slice()).is_ok());
    match header.dtype() {
        Some(DType::Pred) => elements::<bool>(bytes, rest, &header, |of| of == [1]),
        Some(DType::S8) => elements(bytes, rest, &header, |of| i8::from_le_bytes(whole(of))),
        Some(DType::U16) => elements(bytes, rest, &header, |of| u16::from_le_bytes(whole(of))),
        Some(DType::S32) => elements(bytes, rest, &header, |of| i32::from_le_bytes(whole(of))),
        Some(DType::U64) => elements(bytes, rest, &header, |of| u64::from_le_bytes(whole(of))),
        Some(DType::F32) => elements(bytes, rest, &header, |of| f32::from_le_bytes(whole(of))),
        Some(DType::F64) => elements(bytes, rest, &header, |of| f64::from_le_bytes(whole(of))),
        Some(DType::U8) => elements::<u8>(bytes, rest, &header, |of| of[0]),
        _ => assert!(npy::read_from::<u8, DynRankExtents>(bytes).is_err()),
    }
}

fn whole<const N: usize>(bytes: &[u8]) -> [u8; N] {
    bytes.try_into().expect("as many bytes as the type has")
}

/// The bytes of a number, for comparison: no number equals what is none.
fn bytes_of<T: NoUninit>(number: &T) -> &[u8] {
    bytemuck::bytes_of(number)
}

/// Reads `file`, behind whose header `rest` stands, in all ways; `little` makes an element of bytes in little endian.
fn elements<T>(file: &[u8], rest: &[u8], header: &Header, little: impl Fn(&[u8]) -> T)
where
    T: HasDType + CheckedBitPattern + NoUninit,
{
    let extents = header.extents().as_slice();
    let (size, width) = (header.extents().size(), size_of::<T>());
    let is_big = header.descr().starts_with('>');
    let enough = size.checked_mul(width).filter(|&length| length <= rest.len());
    // By the definition: element after element, in the order that the header says.
    let expected: Option<Vec<T>> = enough.and_then(|length| {
        let is_value = |of: &[u8]| T::DTYPE != DType::Pred || of[0] < 2;
        let mut each = rest[..length].chunks(width);
        if !each.all(is_value) {
            return None;
        }
        let one = |of: &[u8]| {
            let mut of = of.to_vec();
            if is_big {
                of.reverse();
            }
            little(&of)
        };
        let in_file: Vec<T> = rest[..length].chunks(width).map(one).collect();
        if size == 0 {
            return Some(in_file);
        }
        let order = if header.is_col_major() { Order::ColMajor } else { Order::RowMajor };
        let strides = oracle::strides(extents, order);
        let all = oracle::indices(extents);
        Some(all.iter().map(|index| in_file[oracle::offset(index, &strides)]).collect())
    });
    let is_same = |one: &T, other: &T| bytes_of(one) == bytes_of(other);
    match (npy::read_from::<T, DynRankExtents>(file), &expected) {
        (Ok(found), Some(expected)) => {
            assert_eq!(found.extents().as_slice(), extents);
            let mut pairs = found.as_slice().iter().zip(expected);
            assert!(found.as_slice().len() == expected.len());
            assert!(pairs.all(|(one, other)| is_same(one, other)), "{header:?}");
            let mut again = Vec::new();
            npy::write_to(&mut again, &found).expect("what was read is written");
            let again = npy::read_from::<T, DynRankExtents>(&again[..]).expect("and read");
            assert!(again.extents() == found.extents());
            assert!(again.as_slice().iter().zip(expected).all(|(one, other)| is_same(one, other)));
        }
        (Err(error), None) => assert!(!error.to_string().is_empty()),
        (found, _) => panic!("{header:?}: {:?}", found.map(|found| found.extents().clone())),
    }
    // A view is of all bytes that follow, which have the order of this processor and are aligned.
    let rows = npy::view::<T, DynRankExtents, RowMajor>(file);
    let columns = npy::view::<T, DynRankExtents, ColMajor>(file);
    if let Ok(rows) = rows {
        let expected = expected.as_ref().expect("what a view shows can be read");
        assert!(rows.extents() == header.extents());
        assert!(rows.iter().zip(expected).all(|(one, other)| is_same(one, other)));
    }
    if let Ok(columns) = columns {
        let expected = expected.as_ref().expect("what a view shows can be read");
        assert!(columns.extents() == header.extents());
        assert!(columns.iter().zip(expected).all(|(one, other)| is_same(one, other)));
    }
    let is_plane = npy::read_from::<T, DynExtents<2>>(file).is_ok();
    assert_eq!(is_plane, expected.is_some() && extents.len() == 2);
    // No file is of two types.
    assert!(npy::read_from::<i64, DynRankExtents>(file).is_err());
}

/// A file whose header is written with other spaces and another order of entries reads as what was written.
fn written(bytes: &mut Bytes<'_>) {
    let extents = bytes.extents();
    let (is_big, is_col_major) = (bytes.byte() % 2 == 1, bytes.byte() % 2 == 1);
    let list: Vec<String> = extents.iter().map(|extent| format!("{extent},")).collect();
    let entries = [
        format!("'descr': '{}i4'", if is_big { '>' } else { '<' }),
        format!("\"fortran_order\" : {}", if is_col_major { "True" } else { "False" }),
        format!("'shape':({})", list.join(" ")),
    ];
    let mut order = bytes.order(3);
    order.truncate(3);
    let entries: Vec<&str> = order.iter().map(|&at| entries[at].as_str()).collect();
    let count: usize = extents.iter().product();
    let numbers = (0..count as i32).map(|at| at.wrapping_mul(0x0123_4567).wrapping_sub(300));
    let raw: Vec<u8> =
        numbers.flat_map(|n| if is_big { n.to_be_bytes() } else { n.to_le_bytes() }).collect();
    let whole = with_header(&format!("{{{}, }}", entries.join(", ")), &raw);
    assert!(npy::read_from::<i32, DynRankExtents>(&whole[..]).is_ok(), "{entries:?}");
    file(&whole);
    if count > 0 {
        file(&whole[..whole.len() - 1]);
    }
}

/// Each entry that is read is what its file would be.
fn archive(bytes: &[u8]) {
    let Ok(mut archive) = Archive::new(Cursor::new(bytes)) else { return };
    let Ok(names) = archive.names() else { return };
    for name in names {
        let header = archive.header(&name);
        let read = archive.read::<u8, DynRankExtents>(&name);
        match (header, read) {
            (Ok(header), Ok(found)) => {
                assert!(found.extents() == header.extents());
                assert_eq!(found.as_slice().len(), header.extents().size());
            }
            (Err(_), Ok(_)) => panic!("{name} has no header and is read"),
            (_, Err(error)) => assert!(!error.to_string().is_empty()),
        }
        let _ = archive.read::<f32, DynRankExtents>(&name);
    }
    assert!(archive.header("a name of no entry").is_err());
}

/// An archive of two tensors reads as it was written, and with a few bytes changed as that or not at all.
fn changed_archive(bytes: &mut Bytes<'_>) {
    let extents = bytes.extents();
    let of = DynRankExtents::new(&extents).expect("small extents");
    let count = of.size();
    let first = Tensor::from_vec(of.clone(), (0..count).map(|at| at as u8).collect()).expect("all");
    let second = Tensor::full(of, 1.5_f32).expect("small extents");
    let mut writer = ArchiveWriter::new(Cursor::new(Vec::new()));
    if bytes.byte() % 2 == 1 {
        writer = writer.compressed();
    }
    writer.add("first", &first).expect("a new name");
    writer.add("second", &second).expect("a new name");
    let mut whole = writer.finish().expect("written into memory").into_inner();
    let mut reader = Archive::new(Cursor::new(&whole)).expect("an archive");
    let found = reader.read::<u8, DynRankExtents>("first").expect("as written");
    assert!(found == first);
    let found = reader.read::<f32, DynRankExtents>("second").expect("as written");
    assert!(found == second);
    assert!(reader.read::<f32, DynRankExtents>("first").is_err());

    while !bytes.is_empty() {
        let at = (usize::from(bytes.byte()) * 256 + usize::from(bytes.byte())) % whole.len();
        whole[at] = bytes.byte();
    }
    archive(&whole);
    // Archives hold sums of their entries: what is read all the same are other extents, or what was written.
    if let Ok(mut reader) = Archive::new(Cursor::new(&whole))
        && let Ok(found) = reader.read::<u8, DynRankExtents>("first")
        && found.extents() == first.extents()
    {
        let _ = found.as_slice();
    }
}
