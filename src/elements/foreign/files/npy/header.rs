//! [`Header`]: what an `.npy` file says of its elements.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;
use std::io::{self, Read};

use py_literal::Value;

use crate::elements::foreign::files::{FileProblem, check_width};
use crate::{DType, DynRankExtents, Extents, HasDType};

const MAGIC: &[u8; 6] = b"\x93NUMPY";

/// The longest header that is read: the longest one of version 1. A longer one is that of a record with many fields.
const LONGEST: usize = 65_535;

/// The deepest nesting of brackets that is parsed: a shape in a dictionary. The parser recurs, and reads what is inside of brackets
/// that do not end as it expects up to three times.
const DEEPEST: usize = 2;

const RECORD: &str = "is that of a record, which no element type holds";

/// The most digits of a number that is parsed: more than an extent has.
const LONGEST_NUMBER: usize = 40;

/// The header of an `.npy` file: the type of the elements, their extents and their order.
///
/// A program that takes files of several types asks it for [`dtype`](Self::dtype) and calls
/// [`read_elements`](Self::read_elements) for the one that it is.
///
/// ```
/// use extents::npy::{self, Header};
/// use extents::{DType, DynRankExtents, Tensor, extents};
/// let mut file = Vec::new();
/// npy::write_to(&mut file, &Tensor::full(extents![2, 3], 1.5)?)?;
/// let mut rest = file.as_slice();
/// let header = Header::read(&mut rest)?;
/// assert_eq!(header.dtype(), Some(DType::F64));
/// assert_eq!(header.extents(), &DynRankExtents::new(&[2, 3])?);
/// let tensor = header.read_elements::<f64, DynRankExtents>(rest)?;
/// assert_eq!(tensor[[1, 2]], 1.5);
/// # Ok::<(), extents::error::FileError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// NumPy's code of the type, with its byte order.
    pub(super) code: Box<str>,
    pub(super) extents: DynRankExtents,
    pub(super) is_col_major: bool,
}

impl Header {
    /// Returns the type of the elements, in either byte order, or `None` if NumPy's name of it is none of [`DType`]'s. The
    /// types of `ml_dtypes`, such as `bfloat16`, have no name in these files.
    ///
    /// ```
    /// # use extents::{Tensor, extents, npy};
    /// # let mut file = Vec::new();
    /// # npy::write_to(&mut file, &Tensor::full(extents![1], true)?)?;
    /// let header = npy::Header::read(file.as_slice())?;
    /// assert_eq!(header.dtype(), Some(extents::DType::Pred));
    /// # Ok::<(), extents::error::FileError>(())
    /// ```
    pub fn dtype(&self) -> Option<DType> {
        self.known_type()
    }

    /// Returns NumPy's code of the type, with its byte order: `<f4`, `>i2`, `|b1`.
    ///
    /// ```
    /// # use extents::{Tensor, extents, npy};
    /// # let mut file = Vec::new();
    /// # npy::write_to(&mut file, &Tensor::full(extents![1], 7_u8)?)?;
    /// assert_eq!(npy::Header::read(file.as_slice())?.descr(), "|u1");
    /// # Ok::<(), extents::error::FileError>(())
    /// ```
    pub fn descr(&self) -> &str {
        &self.code
    }

    /// Returns the extents.
    ///
    /// ```
    /// # use extents::{Extents, Tensor, extents, npy};
    /// # let mut file = Vec::new();
    /// # npy::write_to(&mut file, &Tensor::full(extents![4], 7_u8)?)?;
    /// assert!(npy::Header::read(file.as_slice())?.extents().same_extents(&extents![4]));
    /// # Ok::<(), extents::error::FileError>(())
    /// ```
    pub fn extents(&self) -> &DynRankExtents {
        &self.extents
    }

    /// Returns whether the elements are in column-major order, which NumPy calls Fortran order.
    ///
    /// ```
    /// # use extents::{Tensor, extents, npy};
    /// # use extents::layout::{Canonical, ColMajor};
    /// # let mut file = Vec::new();
    /// # npy::write_to(&mut file, &Tensor::full(ColMajor.of(extents![2, 2]), 7_u8)?)?;
    /// assert!(npy::Header::read(file.as_slice())?.is_col_major());
    /// # Ok::<(), extents::error::FileError>(())
    /// ```
    pub fn is_col_major(&self) -> bool {
        self.is_col_major
    }

    /// Creates the header of elements of this type in row-major order, in the byte order of this machine.
    ///
    /// Together with [`write`](Self::write) it begins a file whose elements are written by parts.
    ///
    /// # Errors
    /// Returns [`FileProblem::Width`] where the type has another size than its [`DType`].
    ///
    /// ```
    /// # use extents::{DynRankExtents, npy};
    /// let header = npy::Header::row_major::<f32>(DynRankExtents::new(&[2, 1])?)?;
    /// let mut file = Vec::new();
    /// header.write(&mut file)?;
    /// file.extend([1.5_f32, 2.5].into_iter().flat_map(f32::to_ne_bytes));
    /// assert_eq!(npy::read_from::<f32, DynRankExtents>(&file[..])?.as_slice(), [1.5, 2.5]);
    /// # Ok::<(), extents::error::FileError>(())
    /// ```
    pub fn row_major<T: HasDType>(extents: DynRankExtents) -> Result<Self, FileProblem> {
        check_width::<T>()?;
        Ok(Header::of(T::DTYPE, extents, false))
    }

    /// Writes the header. What has to follow are the elements, at a multiple of 64 bytes.
    ///
    /// # Errors
    /// Returns [`FileProblem::Io`]; [`FileProblem::Format`] for a header that is too long; [`FileProblem::Shape`] for null.
    ///
    /// ```
    /// # use extents::{DynRankExtents, npy};
    /// let header = npy::Header::row_major::<f64>(DynRankExtents::new(&[7])?)?;
    /// let mut file = Vec::new();
    /// header.write(&mut file)?;
    /// assert_eq!((npy::Header::read(&file[..])?, file.len() % 64), (header, 0));
    /// # Ok::<(), extents::error::FileError>(())
    /// ```
    pub fn write(&self, mut writer: impl io::Write) -> Result<(), FileProblem> {
        Ok(writer.write_all(&self.to_bytes()?)?)
    }

    /// Reads the header that a file begins with. What follows are the elements.
    ///
    /// # Errors
    /// [`FileProblem::Io`]; [`FileProblem::Format`] for what is not a header, or one of a record; [`FileProblem::Shape`] for
    /// extents that are too large. A code that no [`DType`] has, such as `|O` of Python objects, is not an error before
    /// elements are read.
    ///
    /// ```
    /// let error = extents::npy::Header::read(&b"PK\x03\x04    "[..]).unwrap_err();
    /// assert_eq!(error.to_string(), "the file is not an .npy file: it does not begin as one");
    /// ```
    pub fn read(mut reader: impl Read) -> Result<Self, FileProblem> {
        let [a, b, c, d, e, f, major, minor] = read_array::<8>(&mut reader)?;
        if [a, b, c, d, e, f] != *MAGIC {
            return Err(FileProblem::Format(Cow::Borrowed(
                "the file is not an .npy file: it does not begin as one",
            )));
        }
        let length = match (major, minor) {
            (1, 0) => usize::from(u16::from_le_bytes(read_array(&mut reader)?)),
            (2 | 3, 0) => {
                usize::try_from(u32::from_le_bytes(read_array(&mut reader)?)).unwrap_or(usize::MAX)
            }
            _ => {
                return Err(wrong(format!(
                    "has version {major}.{minor}, but 1.0 to 3.0 are known"
                )));
            }
        };
        if length > LONGEST {
            return Err(wrong(format!("has {length} bytes, but at most {LONGEST} are read")));
        }
        let mut text = alloc::vec![0; length];
        reader.read_exact(&mut text).map_err(truncated)?;
        Header::parse(&text)
    }

    /// The header of this text, which is a literal of Python.
    fn parse(text: &[u8]) -> Result<Self, FileProblem> {
        check_text(text)?;
        let text = core::str::from_utf8(text).map_err(|_| wrong("is not UTF-8"))?;
        let Ok(Value::Dict(entries)) = text.trim_end().parse() else {
            return Err(wrong("is not a dictionary of Python, as NumPy writes it"));
        };
        let [mut code, mut order, mut shape] = [None; 3];
        for (key, value) in &entries {
            let place = match key.as_string().map(String::as_str) {
                Some("descr") => &mut code,
                Some("fortran_order") => &mut order,
                Some("shape") => &mut shape,
                _ => {
                    return Err(wrong(format!(
                        "has an entry {key}, but only descr, fortran_order and shape are known"
                    )));
                }
            };
            if place.replace(value).is_some() {
                return Err(wrong(format!("has two entries {key}")));
            }
        }
        let (Some(code), Some(order), Some(shape)) = (code, order, shape) else {
            return Err(wrong("lacks one of the entries descr, fortran_order and shape"));
        };
        let code = match code {
            Value::String(code) => code,
            // Names and codes of fields, or a code and the extents of what each element is.
            Value::List(_) | Value::Tuple(_) => return Err(wrong(RECORD)),
            _ => return Err(wrong("has a descr that is not a text")),
        };
        check_code(code)?;
        let order = order
            .as_boolean()
            .ok_or_else(|| wrong("has a fortran_order that is not True or False"))?;
        Ok(Header { code: code.as_str().into(), extents: extents_of(shape)?, is_col_major: order })
    }

    /// The header of elements of a type, in the byte order of this machine.
    pub(super) fn of(dtype: DType, extents: DynRankExtents, is_col_major: bool) -> Self {
        let order = match dtype.bytes() {
            1 => '|',
            _ if cfg!(target_endian = "big") => '>',
            _ => '<',
        };
        let code = match dtype.code() {
            "" => format!("{order}V{}", dtype.bytes()),
            "?" => format!("{order}b1"),
            code => format!("{order}{code}"),
        };
        Header { code: code.into(), extents, is_col_major }
    }

    /// The bytes of the header. With them, elements begin at a multiple of 64 bytes.
    pub(super) fn to_bytes(&self) -> Result<Vec<u8>, FileProblem> {
        if self.extents.is_null() {
            return Err(crate::ShapeError::Null.into());
        }
        // A tuple of one has a comma too.
        let mut shape = String::new();
        for (mode, extent) in self.extents.iter().enumerate() {
            let comma = if mode == 0 { "" } else { " " };
            write!(shape, "{comma}{extent},").map_err(io::Error::other)?;
        }
        let shape = if self.extents.rank() > 1 { shape.trim_end_matches(',') } else { &shape };
        let order = if self.is_col_major { "True" } else { "False" };
        let text =
            format!("{{'descr': '{}', 'fortran_order': {order}, 'shape': ({shape}), }}", self.code);
        let whole = text.len().saturating_add(11).next_multiple_of(64);
        let length = whole.saturating_sub(10);
        let length = u16::try_from(length).map_err(|_| {
            wrong(format!("takes {length} bytes, but at most {LONGEST} are written"))
        })?;
        let mut bytes = MAGIC.to_vec();
        bytes.extend([1, 0]);
        bytes.extend(length.to_le_bytes());
        bytes.extend(text.as_bytes());
        bytes.resize(whole.saturating_sub(1), b' ');
        bytes.push(b'\n');
        Ok(bytes)
    }

    /// The type of the code, which has one byte order at most, or the name.
    fn known_type(&self) -> Option<DType> {
        match self.type_code() {
            code if code.len() < self.code.len() => DType::from_numpy_code(code),
            name => DType::from_numpy(name),
        }
    }

    /// The code without its byte order.
    fn type_code(&self) -> &str {
        self.code.strip_prefix(['<', '>', '|', '=']).unwrap_or(&self.code)
    }

    /// How many bytes to turn around for elements of this type: none where the file has the byte order of the machine.
    ///
    /// Types that NumPy has no code for are written as that many bytes without a type, as `ml_dtypes` does.
    pub(super) fn unit(&self, expected: DType) -> Result<Option<usize>, FileProblem> {
        let code = self.type_code();
        let is_void = || {
            expected.code().is_empty()
                && code.strip_prefix('V') == Some(&format!("{}", expected.bytes()))
        };
        if self.known_type() != Some(expected) && !is_void() {
            return Err(FileProblem::DType { expected, found: self.code.clone() });
        }
        let is_other = match self.code.chars().next() {
            Some('<') => cfg!(target_endian = "big"),
            Some('>') => cfg!(target_endian = "little"),
            _ => false,
        };
        let parts = if expected.is_complex() { 2 } else { 1 };
        let unit = expected.bytes().checked_div(parts).unwrap_or(1);
        Ok((is_other && unit > 1).then_some(unit))
    }

    /// Whether row-major and column-major are the same: at most one mode has more than one entry.
    pub(super) fn is_line(&self) -> bool {
        self.extents.size() == 0 || self.extents.iter().filter(|&extent| extent > 1).count() < 2
    }
}

/// The error of a header, after "the header".
fn wrong(what: impl Into<Cow<'static, str>>) -> FileProblem {
    FileProblem::Format(format!("the header {}", what.into()).into())
}

fn truncated(error: io::Error) -> FileProblem {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => wrong("is truncated: the file ends inside of it"),
        _ => error.into(),
    }
}

fn read_array<const N: usize>(reader: &mut impl Read) -> Result<[u8; N], FileProblem> {
    let mut array = [0; N];
    reader.read_exact(&mut array).map_err(truncated)?;
    Ok(array)
}

/// Refuses what no header of numbers has and the parser takes long to read: brackets in brackets in brackets, a dictionary in another
/// one, and numbers without end. Those in texts count too: no name that is a type has any.
fn check_text(text: &[u8]) -> Result<(), FileProblem> {
    let (mut depth, mut dictionaries, mut digits, mut before) = (0_usize, 0_usize, 0_usize, b' ');
    for byte in text {
        depth = match byte {
            b'(' | b'[' | b'{' => depth.saturating_add(1),
            b')' | b']' | b'}' => depth.saturating_sub(1),
            _ => depth,
        };
        dictionaries = dictionaries.saturating_add(usize::from(*byte == b'{'));
        digits =
            if byte.is_ascii_hexdigit() || *byte == b'_' { digits.saturating_add(1) } else { 0 };
        if depth > DEEPEST {
            // A list of fields.
            return Err(match (before, byte) {
                (b'[', b'(') => wrong(RECORD),
                _ => wrong(format!("is nested more than {DEEPEST} deep")),
            });
        }
        before = *byte;
        if dictionaries > 1 {
            return Err(wrong("has a dictionary in a dictionary"));
        }
        if digits > LONGEST_NUMBER {
            return Err(wrong(format!("has a number of more than {LONGEST_NUMBER} digits")));
        }
    }
    Ok(())
}

/// Refuses what is not the code of a type, and in a header that is written could not be read again: there it stands between
/// quotes, without escapes, and a tuple follows.
fn check_code(code: &str) -> Result<(), FileProblem> {
    match code.bytes().all(|byte| matches!(byte, b' '..=b'~') && !b"'\"\\".contains(&byte)) {
        true => check_text(format!("{{{code},(").as_bytes()),
        false => Err(wrong(format!("has a descr that is not the code of a type: {code:?}"))),
    }
}

fn extents_of(shape: &Value) -> Result<DynRankExtents, FileProblem> {
    let shape = shape.as_tuple().ok_or_else(|| wrong("has a shape that is not a tuple"))?;
    let extent = |value: &Value| value.as_integer().and_then(|number| usize::try_from(number).ok());
    let extents: Option<Vec<usize>> = shape.iter().map(extent).collect();
    let extents = extents.ok_or_else(|| {
        wrong(format!(
            "has a shape with an entry that is not an extent: {}",
            Value::Tuple(shape.clone())
        ))
    })?;
    Ok(DynRankExtents::new(&extents)?)
}
