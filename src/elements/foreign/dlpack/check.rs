//! What a tensor of others says, compared with a type before there is a view, and what a tensor of ours says: nothing here
//! reads an element.

use alloc::boxed::Box;
use core::ptr::null_mut;

use super::DlpackError;
use super::abi::RawTensor;
use super::element::{DeviceId, ElementType};
use crate::elements::foreign::bytes::BytesError;
use crate::layout::{Strided, StridedLayout};
use crate::{DynRankExtents, Extents, HasDType, Mapping, ModeArray, ShapeError, StrideList};

/// A tensor as it describes itself, unchecked.
#[derive(Debug)]
pub(super) struct Described<'a> {
    pub(super) data: *mut u8,
    pub(super) byte_offset: u64,
    pub(super) device: DeviceId,
    pub(super) element: ElementType,
    pub(super) extents: &'a [i64],
    pub(super) strides: Option<&'a [i64]>,
}

/// The layout of imported elements: strides that are values, as many as the type has modes if it says so.
pub(super) type ManagedLayout<E> = Strided<<E as Extents>::Strides>;
type ManagedMapping<E> = Mapping<E, ManagedLayout<E>>;

impl Described<'_> {
    /// The mapping of the elements, and where the one at the index of zeros is.
    pub(super) fn check<T: HasDType, E: Extents>(
        &self,
    ) -> Result<(ManagedMapping<E>, *mut T), DlpackError> {
        self.check_element::<T>()?;
        let extents = E::from_extents(&self.extents()?)?;
        let strides = E::Strides::from_list(&self.strides(&extents)?)?;
        let mapping = Mapping::with_layout(extents, Strided::new(strides))?;
        let first = self.first(&mapping)?;
        Ok((mapping, first))
    }

    fn check_element<T: HasDType>(&self) -> Result<(), DlpackError> {
        if self.device.kind != DeviceId::HOST.kind {
            return Err(DlpackError::Device(self.device));
        }
        if self.element.dtype() != Some(T::DTYPE) {
            return Err(DlpackError::ElementType { expected: T::DTYPE, found: self.element });
        }
        check_width::<T>()
    }

    /// The extents, none of them negative.
    pub(super) fn extents(&self) -> Result<ModeArray<usize>, DlpackError> {
        let of = |(mode, &found)| {
            usize::try_from(found).map_err(|_| DlpackError::Extent { mode, found })
        };
        self.extents.iter().enumerate().map(of).collect()
    }

    /// The strides. Where nothing moves they may be anything, such as numbers that no offset could be, and become 0.
    fn strides<E: Extents>(&self, extents: &E) -> Result<ModeArray<isize>, DlpackError> {
        let Some(strides) = self.strides else {
            return Ok(row_major(extents));
        };
        let is_empty = extents.size() == 0;
        let of = |(mode, (&found, &extent))| match is_empty || extent == 1 {
            true => Ok(0),
            false => isize::try_from(found).map_err(|_| DlpackError::Stride { mode, found }),
        };
        strides.iter().zip(self.extents).enumerate().map(of).collect()
    }

    /// Where the element at the index of zeros is, if all elements have an address.
    fn first<T, E: Extents>(&self, mapping: &ManagedMapping<E>) -> Result<*mut T, DlpackError> {
        let elements = mapping.extents().size();
        if elements == 0 {
            return Ok(core::ptr::dangling_mut());
        }
        if self.data.is_null() {
            return Err(DlpackError::NullData { elements });
        }
        let too_far = DlpackError::ByteOffset { found: self.byte_offset };
        let offset = usize::try_from(self.byte_offset).map_err(|_| too_far)?;
        let address = self.data.addr().checked_add(offset).ok_or(too_far)?;
        check_addresses::<T, E>(address, mapping)?;
        let remainder = address.checked_rem(align_of::<T>()).unwrap_or(0);
        if remainder != 0 {
            return Err(BytesError::Alignment { expected: align_of::<T>(), remainder }.into());
        }
        Ok(self.data.wrapping_add(offset).cast())
    }
}

/// Whether the lowest and the highest byte have addresses, less than `isize` counts apart.
fn check_addresses<T, E: Extents>(
    first: usize,
    mapping: &ManagedMapping<E>,
) -> Result<(), DlpackError> {
    let width = size_of::<T>();
    let span = mapping.required_span_size();
    let base = mapping.layout().base_offset(mapping.extents());
    let addresses = || {
        let bytes = span.checked_mul(width).filter(|&bytes| isize::try_from(bytes).is_ok())?;
        first.checked_sub(base.checked_mul(width)?)?.checked_add(bytes)
    };
    addresses().map(|_| ()).ok_or(DlpackError::Addresses { span, width })
}

fn row_major<E: Extents>(extents: &E) -> ModeArray<isize> {
    let mapping = Mapping::new(extents.clone());
    mapping.strides().as_ref().iter().copied().collect()
}

/// Whoever implements [`HasDType`] may be wrong about the number of bytes; and elements that are packed have none.
pub(super) fn check_width<T: HasDType>() -> Result<(), DlpackError> {
    let (dtype, found) = (T::DTYPE, size_of::<T>());
    match dtype.bits() == found.saturating_mul(8) {
        true => Ok(()),
        false => Err(DlpackError::Width { dtype, found }),
    }
}

/// The mapping of the same elements, each of them once where a stride of 0 repeats it.
pub(super) fn without_repeats<E: Extents>(
    mapping: &ManagedMapping<E>,
) -> Result<ManagedMapping<DynRankExtents>, ShapeError> {
    let strides: ModeArray<isize> = mapping.strides().as_ref().iter().copied().collect();
    let once =
        |(&extent, &stride): (&usize, &isize)| if stride == 0 { extent.min(1) } else { extent };
    let extents: ModeArray<usize> = mapping
        .extents()
        .with_slice(|extents| extents.iter().zip(strides.iter()).map(once).collect());
    Mapping::with_layout(DynRankExtents::new(&extents)?, Strided::new(strides))
}

/// What a tensor of ours says of itself, and its extents and strides; without pointers.
pub(super) fn describe<T: HasDType, E: Extents, L: StridedLayout<E>>(
    mapping: &Mapping<E, L>,
) -> Result<(RawTensor, Box<[i64]>), DlpackError> {
    check_width::<T>()?;
    let element = ElementType::of(T::DTYPE).ok_or(DlpackError::NoCode(T::DTYPE))?;
    if mapping.extents().is_null() {
        return Err(ShapeError::Null.into());
    }
    let numbers: Box<[i64]> = mapping.extents().with_slice(|extents| {
        // Extents and strides fit `isize`, and so `i64`.
        let extents = extents.iter().map(|&extent| extent.cast_signed() as i64);
        extents.chain(mapping.strides().as_ref().iter().map(|&stride| stride as i64)).collect()
    });
    let modes = numbers.len() / 2;
    let rank = i32::try_from(modes)
        .map_err(|_| DlpackError::Rank { found: i64::try_from(modes).unwrap_or(i64::MAX) })?;
    let (device, element) = (DeviceId::HOST.raw(), element.raw());
    let (shape, strides) = (null_mut(), null_mut());
    let tensor =
        RawTensor { data: null_mut(), device, rank, element, shape, strides, byte_offset: 0 };
    Ok((tensor, numbers))
}
