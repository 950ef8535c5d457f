//! Headers: what the crate `safetensors` refuses, in words that name the tensor.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use ::safetensors::SafeTensors;
use ::safetensors::tensor::{Metadata, SafeTensorError, TensorInfo};
use serde_json::{Map, Value};

use super::{FileError, FileProblem, NOTES, repeats};

/// The length of a header, with which a file begins.
const LENGTH: usize = 8;

/// The header of a file, and the bytes that follow it.
pub(super) fn read(file: &[u8]) -> Result<(Metadata, &[u8]), FileError> {
    match SafeTensors::read_metadata(file) {
        Ok((length, metadata)) => {
            let after = file.get(LENGTH..).unwrap_or_default();
            let (header, elements) = after.split_at_checked(length).unwrap_or_default();
            repeats::check(header)?;
            Ok((metadata, elements))
        }
        Err(error) => Err(explain(file, &error)),
    }
}

/// The error of a file that the crate refused, with its numbers.
#[cold]
fn explain(file: &[u8], error: &SafeTensorError) -> FileError {
    let wrong = |what: String| FileError::from(FileProblem::Format(what.into()));
    let Some((length, rest)) = file.split_first_chunk::<LENGTH>() else {
        return wrong(format!(
            "the file has {} bytes, but its header alone begins with {LENGTH}",
            file.len()
        ));
    };
    let length = u64::from_le_bytes(*length);
    let header = usize::try_from(length).ok().and_then(|length| rest.split_at_checked(length));
    let Some((header, elements)) = header else {
        return wrong(format!("the header should have {length} bytes, but {} follow", rest.len()));
    };
    let Ok(entries) = serde_json::from_slice::<Map<String, Value>>(header) else {
        return wrong(format!("the header is not an object of JSON: {error}"));
    };
    if let Err(repeat) = repeats::check(header) {
        return repeat;
    }
    match first_wrong(entries, elements.len()) {
        Some((name, what)) => FileError::named(name, FileProblem::Format(what.into())),
        None => wrong(format!("the header cannot be used: {error}")),
    }
}

/// The first tensor whose entry is wrong, in the order of its bytes, and what is wrong with it.
fn first_wrong(entries: Map<String, Value>, bytes: usize) -> Option<(String, String)> {
    let mut tensors: Vec<(String, TensorInfo)> = Vec::new();
    for (name, entry) in entries.into_iter().filter(|(name, _)| name != NOTES) {
        match serde_json::from_value(entry) {
            Ok(tensor) => tensors.push((name, tensor)),
            Err(error) => {
                return Some((name, format!("its entry in the header is wrong: {error}")));
            }
        }
    }
    tensors.sort_by_key(|(_, tensor)| tensor.data_offsets);
    let mut free = 0;
    for (name, tensor) in tensors {
        let (begin, end) = tensor.data_offsets;
        let what = match expected_bytes(&tensor) {
            Err(why) => format!("{:?} elements of {} {why}", tensor.shape, tensor.dtype),
            Ok(_) if end < begin => {
                format!("its bytes end at {end}, before they begin at {begin}")
            }
            Ok(_) if begin < free => {
                format!(
                    "its bytes begin at {begin}, within those of the tensor before it, which end at {free}"
                )
            }
            Ok(_) if begin > free => {
                format!("its bytes begin at {begin}, but nothing is before them from {free} on")
            }
            Ok(expected) if expected != end.saturating_sub(begin) => format!(
                "{:?} elements of {} take {expected} bytes, but its offsets {begin} to {end} hold {}",
                tensor.shape,
                tensor.dtype,
                end.saturating_sub(begin)
            ),
            Ok(_) if end > bytes => {
                format!("its bytes end at {end}, but {bytes} bytes follow the header")
            }
            Ok(_) => {
                free = end;
                continue;
            }
        };
        return Some((name, what));
    }
    None
}

/// How many bytes the elements take, or why they take none.
fn expected_bytes(tensor: &TensorInfo) -> Result<usize, &'static str> {
    let mut sizes = tensor.shape.iter();
    let size = sizes.try_fold(1_usize, |size, &extent| size.checked_mul(extent));
    match size.and_then(|size| size.checked_mul(tensor.dtype.bitsize())) {
        None => Err("are too many"),
        Some(bits) if !bits.is_multiple_of(8) => Err("do not fill whole bytes"),
        Some(bits) => Ok(bits.div_ceil(8)),
    }
}
