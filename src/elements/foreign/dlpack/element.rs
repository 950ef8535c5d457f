//! [`ElementType`] and [`DeviceId`]: what the elements are, and where.

use core::fmt;

use super::abi::{RawDevice, RawElement};
use crate::DType;

/// The type of an element as DLPack states it: a code, bits, and lanes if an element is a vector.
///
/// ```
/// use extents::DType;
/// use extents::dlpack::ElementType;
/// let float = ElementType::of(DType::F32).unwrap();
/// assert_eq!((float.code, float.bits, float.lanes), (2, 32, 1));
/// assert_eq!(float.dtype(), Some(DType::F32));
/// assert_eq!(ElementType { lanes: 4, ..float }.to_string(), "vectors of 4 f32");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ElementType {
    /// The kind of number: `kDLInt` is 0, `kDLFloat` is 2.
    pub code: u8,
    /// The number of bits.
    pub bits: u8,
    /// The number of elements of a vector, 1 if an element is a number.
    pub lanes: u16,
}

/// The types with DLPack's codes. Each has as many bits as here.
const CODES: [(DType, u8); 30] = [
    (DType::S1, 0),
    (DType::S2, 0),
    (DType::S4, 0),
    (DType::S8, 0),
    (DType::S16, 0),
    (DType::S32, 0),
    (DType::S64, 0),
    (DType::U1, 1),
    (DType::U2, 1),
    (DType::U4, 1),
    (DType::U8, 1),
    (DType::U16, 1),
    (DType::U32, 1),
    (DType::U64, 1),
    (DType::F16, 2),
    (DType::F32, 2),
    (DType::F64, 2),
    (DType::Bf16, 4),
    (DType::C64, 5),
    (DType::C128, 5),
    (DType::Pred, 6),
    (DType::F8E3M4, 7),
    (DType::F8E4M3, 8),
    (DType::F8E4M3B11Fnuz, 9),
    (DType::F8E4M3Fn, 10),
    (DType::F8E4M3Fnuz, 11),
    (DType::F8E5M2, 12),
    (DType::F8E5M2Fnuz, 13),
    (DType::F8E8M0Fnu, 14),
    (DType::F4E2M1Fn, 17),
];

impl ElementType {
    /// Returns how DLPack states a type, or `None` if it has no code for it.
    ///
    /// ```
    /// use extents::DType;
    /// use extents::dlpack::ElementType;
    /// assert_eq!(ElementType::of(DType::Bf16), Some(ElementType { code: 4, bits: 16, lanes: 1 }));
    /// ```
    pub fn of(dtype: DType) -> Option<Self> {
        let (_, code) = *CODES.iter().find(|known| known.0 == dtype)?;
        Some(ElementType { code, bits: u8::try_from(dtype.bits()).ok()?, lanes: 1 })
    }

    /// Returns the type of an element, or `None` for vectors and for types that have no [`DType`].
    ///
    /// ```
    /// use extents::dlpack::ElementType;
    /// assert_eq!(ElementType { code: 3, bits: 64, lanes: 1 }.dtype(), None);
    /// ```
    pub fn dtype(self) -> Option<DType> {
        if self.lanes == 1 { self.number() } else { None }
    }

    /// The type of a lane.
    fn number(self) -> Option<DType> {
        let is_it =
            |known: &&(DType, u8)| known.1 == self.code && known.0.bits() == usize::from(self.bits);
        CODES.iter().find(is_it).map(|known| known.0)
    }

    pub(super) fn raw(self) -> RawElement {
        RawElement { code: self.code, bits: self.bits, lanes: self.lanes }
    }
}

impl From<RawElement> for ElementType {
    fn from(raw: RawElement) -> Self {
        ElementType { code: raw.code, bits: raw.bits, lanes: raw.lanes }
    }
}

impl fmt::Display for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.lanes != 1 {
            write!(f, "vectors of {} ", self.lanes)?;
        }
        match self.number() {
            Some(dtype) => dtype.fmt(f),
            None => write!(f, "of type code {} with {} bits", self.code, self.bits),
        }
    }
}

/// A device as DLPack states it: a kind and a number.
///
/// ```
/// use extents::dlpack::DeviceId;
/// assert_eq!(DeviceId { kind: 2, number: 1 }.to_string(), "cuda:1");
/// assert_eq!(DeviceId::HOST.to_string(), "cpu:0");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DeviceId {
    /// The kind: `kDLCPU` is 1, `kDLCUDA` is 2.
    pub kind: i32,
    /// The number among devices of this kind.
    pub number: i32,
}

impl DeviceId {
    /// The memory of the processor.
    pub const HOST: Self = DeviceId { kind: 1, number: 0 };

    /// The name of the kind, in the header without its prefix.
    fn name(self) -> Option<&'static str> {
        Some(match self.kind {
            1 => "cpu",
            2 => "cuda",
            3 => "cuda_host",
            4 => "opencl",
            7 => "vulkan",
            8 => "metal",
            9 => "vpi",
            10 => "rocm",
            11 => "rocm_host",
            12 => "ext_dev",
            13 => "cuda_managed",
            14 => "oneapi",
            15 => "webgpu",
            16 => "hexagon",
            17 => "maia",
            18 => "trn",
            _ => return None,
        })
    }

    pub(super) fn raw(self) -> RawDevice {
        RawDevice { kind: self.kind, number: self.number }
    }
}

impl From<RawDevice> for DeviceId {
    fn from(raw: RawDevice) -> Self {
        DeviceId { kind: raw.kind, number: raw.number }
    }
}

impl fmt::Display for DeviceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => write!(f, "{name}:{}", self.number),
            None => write!(f, "a device of kind {}:{}", self.kind, self.number),
        }
    }
}
