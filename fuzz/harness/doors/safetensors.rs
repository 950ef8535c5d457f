//! Bytes as files of `safetensors`: any bytes, headers of any text, and headers put together from numbers.

use std::collections::BTreeMap;

use bytemuck::NoUninit;
use bytemuck::checked::CheckedBitPattern;
use extents::safetensors::{Archive, Writer};
use extents::{DType, DynExtents, DynRankExtents, Extents, HasDType, Tensor};
use serde_json::{Map, Value};

use super::bytes::Bytes;

pub(crate) fn safetensors(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    match bytes.byte() % 4 {
        0 => {
            file(data.get(1..).unwrap_or_default());
        }
        1 => {
            let count = bytes.below(64);
            file(&with_header(&bytes.text(), &[1; 64][..count]));
        }
        2 => numbers(&mut bytes),
        _ => written(&mut bytes),
    }
}

fn with_header(text: &str, elements: &[u8]) -> Vec<u8> {
    let length = u64::try_from(text.len()).expect("few bytes").to_le_bytes();
    [&length[..], text.as_bytes(), elements].concat()
}

/// What is read is what the header says, read as JSON by the definition of the format; whether it is read.
fn file(bytes: &[u8]) -> bool {
    let archive = match Archive::new(bytes) {
        Ok(archive) => archive,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return false;
        }
    };
    let (length, rest) = bytes.split_first_chunk().expect("eight bytes");
    let length = usize::try_from(u64::from_le_bytes(*length)).expect("of a file in memory");
    let (header, elements) = rest.split_at(length);
    let header: Map<String, Value> = serde_json::from_slice(header).expect("an object of JSON");
    let entries: BTreeMap<&String, &Value> =
        header.iter().filter(|(name, _)| *name != "__metadata__").collect();
    let mut names = archive.names();
    names.sort();
    assert!(names.iter().eq(entries.keys().copied()));
    let borrowed: Vec<&str> = names.iter().map(String::as_str).collect();
    assert!(archive.check_names(&borrowed).is_ok());
    if let Some((first, others)) = borrowed.split_first() {
        assert!(archive.check_names(others).is_err());
        assert!(archive.view::<f32, DynRankExtents>(&format!("{first} of no entry")).is_err());
    }
    let mut used = Vec::new();
    for (name, entry) in entries {
        let number = |value: &Value| value.as_u64().and_then(|n| usize::try_from(n).ok());
        let list = |key: &str| -> Vec<usize> {
            let list = entry[key].as_array().expect("a list");
            list.iter().map(|value| number(value).expect("a number")).collect()
        };
        let (extents, offsets) = (list("shape"), list("data_offsets"));
        let of = &elements[offsets[0]..offsets[1]];
        used.push((offsets[0], offsets[1]));
        let found = archive.extents(name);
        let dtype = archive.dtype(name).expect("a name of the file");
        assert_eq!(
            found.as_ref().ok().map(|e| e.as_slice()),
            Some(&extents[..]).filter(|_| found.is_ok())
        );
        match dtype {
            Some(DType::Pred) => read::<bool>(&archive, name, &extents, of),
            Some(DType::U8) => read::<u8>(&archive, name, &extents, of),
            Some(DType::S16) => read::<i16>(&archive, name, &extents, of),
            Some(DType::F32) => read::<f32>(&archive, name, &extents, of),
            Some(DType::U64) => read::<u64>(&archive, name, &extents, of),
            _ => assert!(archive.read::<f32, DynRankExtents>(name).is_err()),
        }
    }
    // No byte is of two tensors, or of none.
    used.sort_unstable();
    let mut free = 0;
    for (begin, end) in used {
        assert_eq!(begin, free);
        free = end;
    }
    assert_eq!(free, elements.len());
    true
}

/// Reads a tensor in all ways, and compares it with its bytes.
fn read<T>(archive: &Archive<'_>, name: &str, extents: &[usize], of: &[u8])
where
    T: HasDType + CheckedBitPattern + NoUninit,
{
    let are_values = T::DTYPE != DType::Pred || of.iter().all(|&byte| byte < 2);
    let are_extents = DynRankExtents::new(extents).is_ok();
    match archive.read::<T, DynRankExtents>(name) {
        Ok(found) => {
            assert!(are_values && are_extents);
            assert_eq!(found.extents().as_slice(), extents);
            assert_eq!(bytemuck::cast_slice::<T, u8>(found.as_slice()), of);
            assert_eq!(found.as_slice().len(), found.extents().size());
            assert_eq!(archive.read::<T, DynExtents<1>>(name).is_ok(), extents.len() == 1);
        }
        Err(error) => {
            assert!(!(are_values && are_extents), "{error}");
            assert!(error.to_string().contains(name));
        }
    }
    // A view asks for alignment, too.
    if let Ok(view) = archive.view::<T, DynRankExtents>(name) {
        assert!(are_values && are_extents);
        assert_eq!(view.extents().as_slice(), extents);
        assert!(
            view.iter().zip(of.chunks(size_of::<T>())).all(|(e, b)| bytemuck::bytes_of(e) == b)
        );
    }
    assert!(archive.view::<i64, DynRankExtents>(name).is_err());
}

/// A header of entries from numbers, which is read exactly where the format's definition says so.
fn numbers(bytes: &mut Bytes<'_>) {
    const TYPES: [(&str, usize); 5] = [("BOOL", 1), ("U8", 1), ("I16", 2), ("F32", 4), ("U64", 8)];
    let mut entries = Map::new();
    let (mut free, mut is_right) = (0, true);
    for at in 0..bytes.below(5) {
        let (name, width) = TYPES[bytes.below(TYPES.len())];
        let extents: Vec<usize> = (0..bytes.below(4)).map(|_| bytes.size() % 64).collect();
        let extents = if bytes.byte() > 250 { vec![bytes.size(), bytes.size()] } else { extents };
        let size = extents.iter().try_fold(width, |size: usize, &e| size.checked_mul(e));
        let length = size.filter(|&size| size < 1 << 14);
        let (begin, mut end) = (free, free + length.unwrap_or(16));
        is_right &= length.is_some();
        if bytes.byte() > 240 {
            end += 1;
            is_right = false;
        }
        free = end;
        let entry =
            serde_json::json!({"dtype": name, "shape": extents, "data_offsets": [begin, end]});
        entries.insert(format!("t{at}"), entry);
    }
    let mut held = free;
    if bytes.byte() > 240 {
        held += 1;
        is_right = false;
    }
    let elements: Vec<u8> = (0..held).map(|at| (at % 2) as u8).collect();
    let text = serde_json::to_string(&entries).expect("text");
    assert_eq!(file(&with_header(&text, &elements)), is_right, "{text}");
}

/// What the writer writes is read as it was.
fn written(bytes: &mut Bytes<'_>) {
    let extents = DynRankExtents::new(&bytes.extents()).expect("small extents");
    let name = bytes.text();
    let numbers = Tensor::full(extents.clone(), 7_i16).expect("small extents");
    let truths = Tensor::full(extents, true).expect("small extents");
    let mut writer = Writer::new();
    let is_free = name != "__metadata__";
    assert_eq!(writer.add(&name, &numbers).is_ok(), is_free);
    assert_eq!(writer.add("truths", &truths).is_ok(), name != "truths");
    writer.note("text", &name);
    let mut whole = Vec::new();
    writer.write_to(&mut whole).expect("written into memory");
    assert!(file(&whole));
    let archive = Archive::new(&whole).expect("as written");
    assert_eq!(archive.note("text"), Some(&*name));
    if is_free {
        assert!(archive.read::<i16, DynRankExtents>(&name).expect("as written") == numbers);
    }
}
