//! Reading `.npy` files with the crate `npyz`: numbers, and extents that only the file knows.
//!
//! A file is input that nobody has checked, so everything that its header says is compared with the
//! bytes that are there before memory is reserved for it.

use std::error::Error;
use std::fmt;
use std::path::Path;

use extents::{DynRankExtents, Extents};
use npyz::{DType, Deserialize, NpyHeader, Order, TypeChar};
use py_literal::Value;

/// What is wrong, in one sentence.
pub(crate) type Failure = Box<dyn Error>;

/// A file in memory, its header understood.
pub(crate) struct NpyFile {
    pub(crate) dtype: Dtype,
    pub(crate) extents: DynRankExtents,
    header: NpyHeader,
    bytes: Vec<u8>,
    /// Where the elements begin in `bytes`.
    start: usize,
}

impl NpyFile {
    /// Reads a file whose length is the one that its header promises.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        let name = path.display();
        let bytes = std::fs::read(path).map_err(|error| format!("cannot read {name}: {error}"))?;
        Ok(Self::parse(bytes).map_err(|error| format!("{name} {error}"))?)
    }

    /// Reads the bytes of a file. The errors go on after the name of the file.
    pub(crate) fn parse(bytes: Vec<u8>) -> Result<Self, String> {
        check_header(&bytes)?;
        let mut rest = bytes.as_slice();
        let header = NpyHeader::from_reader(&mut rest).map_err(|error| {
            // The parser draws the place over several lines; the first says what it is about.
            let text = error.to_string();
            format!("has a header that cannot be read: {}", text.lines().next().unwrap_or_default())
        })?;
        let dtype = Dtype::of(&header.dtype()).ok_or_else(|| {
            format!(
                "has elements of dtype {}, which is not supported: only f32, f64, i8 to i64 and u8 \
                 to u64 are",
                header.dtype().descr()
            )
        })?;
        let extents = extents_of(header.shape())?;
        let expected = extents.size().saturating_mul(usize::from(dtype.bytes));
        let found = rest.len();
        if found < expected {
            return Err(format!(
                "is truncated: {extents} elements of {dtype} take {expected} bytes, but only \
                 {found} follow the header"
            ));
        }
        if found > expected {
            return Err(format!(
                "is too long: {extents} elements of {dtype} take {expected} bytes, but {found} \
                 follow the header"
            ));
        }
        let start = bytes.len().saturating_sub(found);
        Ok(NpyFile { dtype, extents, header, bytes, start })
    }

    /// Whether the first mode is the one whose elements are adjacent.
    pub(crate) fn is_fortran_order(&self) -> bool {
        self.header.order() == Order::Fortran
    }

    /// The elements in the order of the file, each passed through `convert`.
    pub(crate) fn elements<T>(
        &self,
        convert: impl Fn(Number) -> Result<T, String>,
    ) -> Result<Vec<T>, Failure> {
        match (self.dtype.kind, self.dtype.bytes) {
            (Kind::Signed, 1) => self.decode(|v: i8| convert(Number::Integer(v.into()))),
            (Kind::Signed, 2) => self.decode(|v: i16| convert(Number::Integer(v.into()))),
            (Kind::Signed, 4) => self.decode(|v: i32| convert(Number::Integer(v.into()))),
            (Kind::Signed, _) => self.decode(|v: i64| convert(Number::Integer(v.into()))),
            (Kind::Unsigned, 1) => self.decode(|v: u8| convert(Number::Integer(v.into()))),
            (Kind::Unsigned, 2) => self.decode(|v: u16| convert(Number::Integer(v.into()))),
            (Kind::Unsigned, 4) => self.decode(|v: u32| convert(Number::Integer(v.into()))),
            (Kind::Unsigned, _) => self.decode(|v: u64| convert(Number::Integer(v.into()))),
            (Kind::Float, 4) => self.decode(|v: f32| convert(Number::Float(v.into()))),
            (Kind::Float, _) => self.decode(|v: f64| convert(Number::Float(v))),
        }
    }

    fn decode<S: Deserialize, T>(
        &self,
        convert: impl Fn(S) -> Result<T, String>,
    ) -> Result<Vec<T>, Failure> {
        let data = self.bytes.get(self.start..).unwrap_or_default();
        let file = npyz::NpyFile::with_header(self.header.clone(), data);
        let count = self.extents.size();
        let mut elements = Vec::new();
        elements
            .try_reserve_exact(count)
            .map_err(|_| format!("there is no memory for {count} elements"))?;
        for element in file.data::<S>()? {
            elements.push(convert(element?)?);
        }
        Ok(elements)
    }
}

/// The type of an element in a file, the byte order left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dtype {
    pub(crate) kind: Kind,
    pub(crate) bytes: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Signed,
    Unsigned,
    Float,
}

impl Dtype {
    fn of(dtype: &DType) -> Option<Self> {
        let DType::Plain(plain) = dtype else { return None };
        let kind = match plain.type_char() {
            TypeChar::Int => Kind::Signed,
            TypeChar::Uint => Kind::Unsigned,
            // NumPy also has floats of 2 and of 16 bytes, for which Rust has no stable type.
            TypeChar::Float if matches!(plain.size_field(), 4 | 8) => Kind::Float,
            _ => return None,
        };
        Some(Dtype { kind, bytes: plain.num_bytes().and_then(|n| n.try_into().ok())? })
    }
}

impl fmt::Display for Dtype {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.kind {
            Kind::Signed => 'i',
            Kind::Unsigned => 'u',
            Kind::Float => 'f',
        };
        f.pad(&format!("{letter}{}", u16::from(self.bytes).saturating_mul(8)))
    }
}

/// An element as exactly as its file has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Number {
    Integer(i128),
    Float(f64),
}

impl Number {
    /// The number as an `f64`, unless that would round it.
    #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "compared")]
    pub(crate) fn to_f64(self) -> Result<f64, String> {
        match self {
            Number::Float(value) => Ok(value),
            // 2^127 is beyond `i128`, and would come back as the largest of its numbers.
            Number::Integer(value)
                if (value as f64) < 2_f64.powi(127) && value as f64 as i128 == value =>
            {
                Ok(value as f64)
            }
            Number::Integer(value) => Err(format!(
                "the element {value} has no exact value in f64, so it would be rounded"
            )),
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Integer(value) => value.fmt(f),
            Number::Float(value) => fmt::Debug::fmt(value, f),
        }
    }
}

fn extents_of(shape: &[u64]) -> Result<DynRankExtents, String> {
    let shape: Result<Vec<usize>, _> = shape.iter().map(|&extent| extent.try_into()).collect();
    let shape = shape.map_err(|_| "has an extent that is too large for this machine")?;
    DynRankExtents::new(&shape).map_err(|error| format!("cannot be read: {error}"))
}

/// Refuses headers that `npyz` would trust too far: it reserves the length that a header declares,
/// parses nested literals recursively, and multiplies the extents without a check.
fn check_header(bytes: &[u8]) -> Result<(), String> {
    let Some((b"\x93NUMPY", rest)) = bytes.split_first_chunk::<6>() else {
        return Err("is not a .npy file: it does not begin as one".to_owned());
    };
    let text = header_text(rest).ok_or("is truncated: it ends inside its header")?;
    let mut depth = 0_usize;
    for byte in text {
        depth = match byte {
            b'(' | b'[' | b'{' => depth.saturating_add(1),
            b')' | b']' | b'}' => depth.saturating_sub(1),
            _ => depth,
        };
        // A dictionary of plain arrays is 2 deep, one of nested records hardly more.
        if depth > 8 {
            return Err("has a header that cannot be read: it is nested too deeply".to_owned());
        }
    }
    match declared_shape(text) {
        Some(shape) => extents_of(&shape).map(drop),
        None => Ok(()),
    }
}

/// The literal after the magic text, the version and the header's length.
fn header_text(bytes: &[u8]) -> Option<&[u8]> {
    let ([major, _minor], rest) = bytes.split_first_chunk::<2>()?;
    let (length, rest) = if *major == 1 {
        let (length, rest) = rest.split_first_chunk::<2>()?;
        (usize::from(u16::from_le_bytes(*length)), rest)
    } else {
        let (length, rest) = rest.split_first_chunk::<4>()?;
        (usize::try_from(u32::from_le_bytes(*length)).ok()?, rest)
    };
    rest.get(..length)
}

/// The extents that `npyz` finds in a header, or `None` where it is for `npyz` to complain. The parser is its own: what
/// a search in the text finds may stand in a string.
fn declared_shape(header: &[u8]) -> Option<Vec<u64>> {
    let text = std::str::from_utf8(header.strip_suffix(b"\n").unwrap_or(header)).ok()?;
    let Ok(Value::Dict(entries)) = text.parse() else { return None };
    // Of several entries the last one counts.
    let is_shape = |(key, _): &&(Value, Value)| key.as_string().is_some_and(|key| key == "shape");
    let (_, shape) = entries.iter().rfind(is_shape)?;
    let extents = shape.as_tuple().or(shape.as_list())?;
    extents.iter().map(|extent| extent.as_integer()?.try_into().ok()).collect()
}
