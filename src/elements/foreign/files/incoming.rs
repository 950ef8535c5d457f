//! Elements that are read from a stream, and converted on the way.

use alloc::vec;
use alloc::vec::Vec;
use std::io::{self, Read};

use bytemuck::checked::{CheckedBitPattern, try_pod_read_unaligned};

use super::FileProblem;
use crate::ShapeError;
use crate::elements::foreign::bytes::{BytesError, wrong_length};

/// How much is read at once, in bytes. Memory for elements is reserved as they come, so that a header that lies about
/// their number costs nothing.
const CHUNK: usize = 1 << 16;

/// Reads `count` elements, whose bytes are turned around `unit` by `unit` if there is one.
pub(super) fn read_elements<T: CheckedBitPattern>(
    mut reader: impl Read,
    count: usize,
    unit: Option<usize>,
) -> Result<Vec<T>, FileProblem> {
    let width = size_of::<T>();
    let most = CHUNK.checked_div(width).ok_or(BytesError::NoSize)?.max(1);
    let mut elements: Vec<T> = Vec::new();
    let mut buffer = vec![0; most.min(count).saturating_mul(width)];
    while elements.len() < count {
        let now = most.min(count.saturating_sub(elements.len()));
        let bytes = buffer.get_mut(..now.saturating_mul(width)).unwrap_or_default();
        let found = fill(&mut reader, bytes)?;
        if found < bytes.len() {
            let found = elements.len().saturating_mul(width).saturating_add(found);
            return Err(wrong_length::<T>(count, found).into());
        }
        if let Some(unit) = unit {
            bytes.chunks_exact_mut(unit.max(1)).for_each(<[u8]>::reverse);
        }
        elements.try_reserve(now).map_err(|_| ShapeError::Allocation { elements: count })?;
        for element in bytes.chunks_exact(width) {
            let wrong = |_| BytesError::Value { offset: elements.len() };
            elements.push(try_pod_read_unaligned(element).map_err(wrong)?);
        }
    }
    Ok(elements)
}

/// Reads as many bytes as there are, up to the length of the buffer, and returns their number.
fn fill(reader: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while let Some(rest) = buffer.get_mut(filled..).filter(|rest| !rest.is_empty()) {
        match reader.read(rest) {
            Ok(0) => break,
            Ok(more) => filled = filled.saturating_add(more),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}
