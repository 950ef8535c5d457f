//! The unsafe code of this door: what is believed of a pointer that is passed in, and of one that is given away.

use alloc::boxed::Box;
use core::any::TypeId;
use core::ffi::c_void;
use core::ptr::{NonNull, null_mut};

use bytemuck::NoUninit;
use bytemuck::checked::CheckedBitPattern;

use super::DlpackError;
use super::abi::{
    IS_PADDED, MAJOR, MINOR, MINOR_WITH_STRIDES, READ_ONLY, RawTensor, RawVersion, Unversioned,
    Versioned,
};
use super::check::{Described, ManagedLayout, describe, without_repeats};
use super::element::{DeviceId, ElementType};
use crate::elements::foreign::bytes::BytesError;
use crate::elements::{Rejected, Storage, StorageMut, Tensor, View, ViewMut};
use crate::layout::{StridedLayout, TrustedLayout};
use crate::{DType, Extents, HasDType, Mapping};

/// A managed tensor of DLPack, owned: elements of another library, or of a [`Tensor`] that was moved out, with the function
/// that frees them.
///
/// Dropping it calls that function, the deleter, unless the pointer was given away. [`typed`](Self::typed) compares what the
/// tensor says of itself with a type.
///
/// ```
/// use extents::dlpack::Managed;
/// use extents::{StaticExtents, Tensor, extents};
/// let tensor = Tensor::from_vec(extents![2, 3], vec![1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0])?;
/// let pointer = Managed::new(tensor)?.into_versioned();
/// // Here it may pass through a library in C, or through a capsule of Python.
/// // SAFETY: the pointer was given away by `into_versioned`, and is used once.
/// let managed = unsafe { Managed::from_versioned(pointer.as_ptr()) }?;
/// let tensor = managed.typed::<f32, StaticExtents![dyn, 3]>()?;
/// assert_eq!(tensor.view()[[1, 2]], 6.0);
/// # Ok::<(), extents::error::DlpackError>(())
/// ```
pub struct Managed {
    // INVARIANT: the struct is what `from_versioned` or `from_unversioned` asks for, of the major version that is known here;
    // nobody else frees it.
    handle: Handle,
}

#[derive(Clone, Copy)]
enum Handle {
    Versioned(NonNull<Versioned>),
    Unversioned(NonNull<Unversioned>),
}

// SAFETY: whoever made it from a pointer promised that the elements and the deleter may be used by any thread; a tensor of
// ours has elements and a storage that may, by the bounds of `new`.
unsafe impl Send for Managed {}
// SAFETY: what is done through a shared reference reads the struct, which nobody writes, and elements, as above.
unsafe impl Sync for Managed {}

impl Managed {
    /// Takes ownership of a `DLManagedTensorVersioned`, as the Python capsules named `dltensor_versioned` hold it.
    ///
    /// # Errors
    /// [`DlpackError::NullTensor`]; [`DlpackError::Version`] for another major version than 1, after the deleter was called.
    ///
    /// # Safety
    /// A pointer that is not null must point to such a struct of `dlpack.h`, which nobody else uses or frees from here on. If its
    /// major version is 1:
    /// - where `shape` and `strides` are not null, they point to `ndim` numbers each;
    /// - if the tensor is in the memory of the processor, each index below the extents leads, by the strides, from `data` plus
    ///   `byte_offset` to initialized bytes of an element, all of one allocation;
    /// - until the deleter is called, nobody writes to these elements; nobody reads them either while a
    ///   [mutable view](ManagedTensor::view_mut) is used, which there is unless the flag for reading only is set;
    /// - any thread may use them and call the deleter, as DLPack's specification for Python asks of its producers.
    ///
    /// All else that the struct says is checked: device, type, numbers, null pointers, alignment.
    ///
    /// ```
    /// use extents::dlpack::Managed;
    /// use extents::error::DlpackError;
    /// // SAFETY: the pointer is null.
    /// let none = unsafe { Managed::from_versioned(std::ptr::null_mut()) };
    /// assert_eq!(none.unwrap_err(), DlpackError::NullTensor);
    /// ```
    pub unsafe fn from_versioned(tensor: *mut c_void) -> Result<Self, DlpackError> {
        let tensor = NonNull::new(tensor.cast::<Versioned>()).ok_or(DlpackError::NullTensor)?;
        // SAFETY: the caller promises such a struct, of which all versions have this field.
        let RawVersion { major, minor } = unsafe { (*tensor.as_ptr()).version };
        // If the version is not known, all that is done with it is to call the deleter, which the specification asks for.
        let managed = Managed { handle: Handle::Versioned(tensor) };
        match major == MAJOR {
            true => Ok(managed),
            false => Err(DlpackError::Version { major, minor }),
        }
    }

    /// Takes ownership of a `DLManagedTensor`, as the Python capsules named `dltensor` hold it.
    ///
    /// The struct cannot say whether elements may be written, so that they may not: [`is_read_only`](Self::is_read_only) is true.
    ///
    /// # Errors
    /// [`DlpackError::NullTensor`].
    ///
    /// # Safety
    /// As [`from_versioned`](Self::from_versioned).
    ///
    /// ```
    /// use extents::dlpack::Managed;
    /// use extents::{Tensor, extents};
    /// let pointer = Managed::new(Tensor::full(extents![2], 7_u8)?)?.into_unversioned()?;
    /// // SAFETY: the pointer was given away by `into_unversioned`, and is used once.
    /// let managed = unsafe { Managed::from_unversioned(pointer.as_ptr()) }?;
    /// assert!(managed.is_read_only());
    /// # Ok::<(), extents::error::DlpackError>(())
    /// ```
    pub unsafe fn from_unversioned(tensor: *mut c_void) -> Result<Self, DlpackError> {
        let tensor = NonNull::new(tensor.cast()).ok_or(DlpackError::NullTensor)?;
        Ok(Managed { handle: Handle::Unversioned(tensor) })
    }

    pub(super) fn give_versioned(self) -> NonNull<c_void> {
        match self.handle {
            Handle::Versioned(tensor) => {
                core::mem::forget(self);
                tensor.cast()
            }
            Handle::Unversioned(_) => {
                let flags = self.flags();
                let tensor = self.tensor();
                versioned(tensor, flags, self).cast()
            }
        }
    }

    pub(super) fn give_unversioned(self) -> Result<NonNull<c_void>, Rejected<Self, DlpackError>> {
        match self.handle {
            Handle::Unversioned(tensor) => {
                core::mem::forget(self);
                Ok(tensor.cast())
            }
            Handle::Versioned(_) if self.is_read_only() => {
                Err(Rejected { value: self, error: DlpackError::ReadOnly })
            }
            Handle::Versioned(_) => {
                let tensor = self.tensor();
                match tensor.element.bits {
                    bits @ ..8 if self.flags() & IS_PADDED != 0 => {
                        Err(Rejected { value: self, error: DlpackError::Padded { bits } })
                    }
                    _ => Ok(unversioned(tensor, self).cast()),
                }
            }
        }
    }

    pub(super) fn tensor(&self) -> RawTensor {
        // SAFETY: by the invariant of `handle` there is such a struct, which nobody else uses.
        unsafe {
            match self.handle {
                Handle::Versioned(managed) => (*managed.as_ptr()).tensor,
                Handle::Unversioned(managed) => (*managed.as_ptr()).tensor,
            }
        }
    }

    pub(super) fn flags(&self) -> u64 {
        match self.handle {
            // SAFETY: by the invariant of `handle` there is such a struct, of a version that has flags.
            Handle::Versioned(managed) => unsafe { (*managed.as_ptr()).flags },
            Handle::Unversioned(_) => READ_ONLY,
        }
    }

    /// The major and the minor version; `None` of a struct that has none.
    pub(super) fn version_of(&self) -> Option<(u32, u32)> {
        match self.handle {
            Handle::Versioned(managed) => {
                // SAFETY: by the invariant of `handle` there is such a struct, which nobody else uses.
                let RawVersion { major, minor } = unsafe { (*managed.as_ptr()).version };
                Some((major, minor))
            }
            Handle::Unversioned(_) => None,
        }
    }

    /// What the tensor says of itself.
    pub(super) fn described(&self) -> Result<Described<'_>, DlpackError> {
        let tensor = self.tensor();
        let rank = usize::try_from(tensor.rank)
            .map_err(|_| DlpackError::Rank { found: tensor.rank.into() })?;
        let minor = self.version_of().map_or(0, |(_, minor)| minor);
        let numbers = |pointer: *mut i64| match pointer.is_null() {
            true => None,
            // SAFETY: whoever made it from a pointer promised so many numbers, which are not written while we own the struct.
            false => Some(unsafe { core::slice::from_raw_parts(pointer.cast_const(), rank) }),
        };
        let (extents, strides) = match rank {
            0 => (&[][..], Some(&[][..])),
            _ => (
                numbers(tensor.shape).ok_or(DlpackError::NullExtents { rank })?,
                numbers(tensor.strides),
            ),
        };
        if strides.is_none() && minor >= MINOR_WITH_STRIDES {
            return Err(DlpackError::NullStrides { rank, minor });
        }
        Ok(Described {
            data: tensor.data.cast(),
            byte_offset: tensor.byte_offset,
            device: tensor.device.into(),
            element: tensor.element.into(),
            extents,
            strides,
        })
    }

    pub(super) fn checked<T, E>(self) -> Result<ManagedTensor<T, E>, Rejected<Self, DlpackError>>
    where
        T: HasDType + CheckedBitPattern + 'static,
        E: Extents,
    {
        let checked = self.described().and_then(|described| {
            // SAFETY: whoever made it from a pointer promised that, in the memory of the processor, each index leads to
            // initialized bytes of an element, which nobody writes while we own the struct.
            unsafe { check_all::<T, E>(&described) }
        });
        match checked {
            Ok((mapping, first)) => Ok(ManagedTensor { managed: self, first, mapping }),
            Err(error) => Err(Rejected { value: self, error }),
        }
    }
}

/// Compares what is said of a tensor with a type.
///
/// # Safety
/// If the tensor is in the memory of the processor, each index below its extents leads, by its strides, to initialized bytes of
/// an element that nobody writes meanwhile.
unsafe fn check_all<T, E>(
    described: &Described<'_>,
) -> Result<(Mapping<E, ManagedLayout<E>>, *mut T), DlpackError>
where
    T: HasDType + CheckedBitPattern + 'static,
    E: Extents,
{
    let (mapping, first) = described.check::<T, E>()?;
    // SAFETY: `check` passes only for the memory of the processor, where the caller promises that each index leads, by the
    // strides that the mapping has, to initialized bytes of an element.
    unsafe { check_values::<T, E>(&mapping, first) }?;
    Ok((mapping, first))
}

/// What a managed tensor is compared with, of memory that is known otherwise: an array of Python. The mapping leads from the
/// pointer to elements as [`View::from_ptr`] wants them.
///
/// # Safety
/// Each index below the extents leads from `data`, by the strides in elements, to initialized bytes of an element, all of one
/// allocation and not written meanwhile.
pub unsafe fn check_memory<T, E>(
    data: *mut u8,
    extents: &[i64],
    strides: &[i64],
) -> Result<(Mapping<E, ManagedLayout<E>>, *mut T), DlpackError>
where
    T: HasDType + CheckedBitPattern + 'static,
    E: Extents,
{
    let element = ElementType::of(T::DTYPE).ok_or(DlpackError::NoCode(T::DTYPE))?;
    let (device, strides) = (DeviceId::HOST, Some(strides));
    let described = Described { data, byte_offset: 0, device, element, extents, strides };
    // SAFETY: the caller promises that each index below the extents leads, by the strides, to initialized bytes of an element
    // that nobody writes meanwhile.
    unsafe { check_all(&described) }
}

/// Compares the bytes of each element with the values of its type.
///
/// # Safety
/// Each index in bounds leads, from `first`, to initialized bytes of an element that nobody writes meanwhile. `T` has a size.
unsafe fn check_values<T: CheckedBitPattern + 'static, E: Extents>(
    mapping: &Mapping<E, ManagedLayout<E>>,
    first: *mut T,
) -> Result<(), DlpackError> {
    // All bytes are values of what stands for its own bits, as all numbers do; `bool` does not.
    if TypeId::of::<T::Bits>() == TypeId::of::<T>() {
        return Ok(());
    }
    let mapping = without_repeats(mapping)?;
    // SAFETY: the caller promises that each index in bounds leads to initialized bytes that nobody writes; a mapping without
    // repeats has some of these indices. `Bits` has the layout of `T`, and any bytes are a value of it.
    let bits = unsafe { View::from_ptr(mapping, first.cast::<T::Bits>().cast_const()) };
    let Some(number) = bits.iter().position(|bits| !T::is_valid_bit_pattern(bits)) else {
        return Ok(());
    };
    let index = bits.extents().indices().nth(number);
    let offset = index.map_or(Ok(number), |index| bits.mapping().offset(index))?;
    Err(BytesError::Value { offset }.into())
}

impl Drop for Managed {
    fn drop(&mut self) {
        // SAFETY: by the invariant of `handle` we own it, and so call the deleter, once; the specification has it at the same place in all
        // versions.
        unsafe {
            match self.handle {
                Handle::Versioned(managed) => {
                    if let Some(delete) = (*managed.as_ptr()).deleter {
                        delete(managed.as_ptr());
                    }
                }
                Handle::Unversioned(managed) => {
                    if let Some(delete) = (*managed.as_ptr()).deleter {
                        delete(managed.as_ptr());
                    }
                }
            }
        }
    }
}

/// A [`Managed`] tensor that has been compared with a type: elements `T` under extents `E`, with strides that are values.
///
/// It is an operand where tensors are: of `contract!`, of expressions and of assignments.
///
/// ```
/// use extents::dlpack::Managed;
/// use extents::{StaticExtents, Tensor, contract, extents};
/// use extents::label::{i, j};
/// let managed = Managed::new(Tensor::full(extents![2, 3], 2.0)?)?;
/// let a = managed.typed::<f64, StaticExtents![dyn, 3]>()?;
/// let ones = Tensor::full(extents![3], 1.0)?;
/// assert_eq!(contract!(a[i, j] * ones[j] => [i])?.as_slice(), [6.0, 6.0]);
/// # Ok::<(), extents::error::DlpackError>(())
/// ```
pub struct ManagedTensor<T, E: Extents> {
    managed: Managed,
    // INVARIANT: each index in bounds leads, by the mapping, from `first` to an element of the managed tensor, aligned and
    // of a value of `T`.
    first: *mut T,
    mapping: Mapping<E, ManagedLayout<E>>,
}

// SAFETY: elements that may be used by any thread, a managed tensor that may be dropped by any, and a mapping.
unsafe impl<T: Send, E: Extents> Send for ManagedTensor<T, E> {}
// SAFETY: what is done through a shared reference reads elements.
unsafe impl<T: Sync, E: Extents> Sync for ManagedTensor<T, E> {}

impl<T, E: Extents> ManagedTensor<T, E> {
    /// Returns the extents.
    ///
    /// ```
    /// use extents::dlpack::Managed;
    /// use extents::{StaticExtents, Tensor, extents};
    /// let managed = Managed::new(Tensor::full(extents![2, 3], 7)?)?;
    /// let tensor = managed.typed::<i32, StaticExtents![dyn, 3]>()?;
    /// assert_eq!(tensor.extents(), &extents![dyn 2, 3]?);
    /// # Ok::<(), extents::error::DlpackError>(())
    /// ```
    pub fn extents(&self) -> &E {
        self.mapping.extents()
    }

    /// Returns a view of the elements.
    ///
    /// ```
    /// use extents::dlpack::Managed;
    /// use extents::{StaticExtents, Tensor, extents};
    /// let tensor = Managed::new(Tensor::full(extents![2], 7)?)?.typed::<i32, StaticExtents![dyn]>()?;
    /// assert_eq!(tensor.view()[[1]], 7);
    /// # Ok::<(), extents::error::DlpackError>(())
    /// ```
    pub fn view(&self) -> View<'_, T, E, ManagedLayout<E>> {
        // SAFETY: by the invariant of `first` each index leads to an element; nobody writes to elements that `self` owns but by a mutable view, which borrows it.
        unsafe { View::from_ptr(self.mapping.clone(), self.first) }
    }

    /// Returns a mutable view of the elements.
    ///
    /// # Errors
    /// [`DlpackError::ReadOnly`] if they may not be written; [`ShapeError::NotUnique`](crate::ShapeError::NotUnique) if two indices share an element.
    ///
    /// ```
    /// use extents::dlpack::Managed;
    /// use extents::{StaticExtents, Tensor, extents};
    /// let mut tensor = Managed::new(Tensor::full(extents![2], 7)?)?.typed::<i32, StaticExtents![2]>()?;
    /// tensor.view_mut()?[[1]] = 8;
    /// assert!(tensor.view().iter().eq(&[7, 8]));
    /// # Ok::<(), extents::error::DlpackError>(())
    /// ```
    ///
    /// Elements have no padding: whoever reads the tensor next, as elements of another type, reads all bytes.
    ///
    /// ```compile_fail,E0277
    /// use extents::dlpack::ManagedTensor;
    /// use extents::{DType, DynExtents, HasDType};
    /// #[derive(Clone, Copy, bytemuck::AnyBitPattern)]
    /// #[repr(C, align(16))]
    /// struct Padded(u64);
    /// impl HasDType for Padded {
    ///     const DTYPE: DType = DType::C128;
    /// }
    /// fn write(tensor: &mut ManagedTensor<Padded, DynExtents<1>>) {
    ///     let _ = tensor.view_mut();
    /// }
    /// ```
    pub fn view_mut(&mut self) -> Result<ViewMut<'_, T, E, ManagedLayout<E>>, DlpackError>
    where
        T: HasDType + NoUninit,
    {
        // A type of another crate may take for a `bool` what is none, and the elements may be those of a tensor of `bool`.
        let is_other_bool = matches!(T::DTYPE, DType::Pred) && !T::TAKES_ALL.0;
        if self.managed.is_read_only() || is_other_bool {
            return Err(DlpackError::ReadOnly);
        }
        // SAFETY: by the invariant of `first` each index leads to an element; `self` is borrowed mutably, and whoever made it from a pointer promised that nobody
        // else uses the elements meanwhile.
        Ok(unsafe { ViewMut::from_ptr(self.mapping.clone(), self.first) }?)
    }

    /// Returns the tensor without its types, such as to pass it on.
    ///
    /// ```
    /// use extents::dlpack::Managed;
    /// use extents::{StaticExtents, Tensor, extents};
    /// let tensor = Managed::new(Tensor::full(extents![2], 7)?)?.typed::<i32, StaticExtents![2]>()?;
    /// assert_eq!(tensor.into_managed().extents()?.as_slice(), [2]);
    /// # Ok::<(), extents::error::DlpackError>(())
    /// ```
    pub fn into_managed(self) -> Managed {
        self.managed
    }
}

/// What a struct that is given away is the begin of: it goes with what it needs.
#[repr(C)]
struct Context<C, S> {
    managed: C,
    keeps: S,
}

macro_rules! given {
    ($($function:ident: $Struct:ident { $($field:ident: $value:expr),* }, ($($argument:ident: $Argument:ty),*);)*) => {$(
        /// A struct and what it needs, in a box that its deleter frees.
        fn $function<S>($($argument: $Argument,)* keeps: S) -> NonNull<Context<$Struct, S>> {
            /// # Safety
            /// The struct is one that the function around made of an `S`, and is not used afterwards.
            unsafe extern "C" fn delete<S>(managed: *mut $Struct) {
                // SAFETY: the caller promises a struct of this function, whose context is the box that it is in.
                drop(unsafe { Box::from_raw((*managed).context.cast::<Context<$Struct, S>>()) });
            }
            let managed = $Struct { context: null_mut(), deleter: Some(delete::<S>), $($field: $value),* };
            let context = NonNull::from(Box::leak(Box::new(Context { managed, keeps })));
            // SAFETY: the box is ours alone.
            unsafe { (*context.as_ptr()).managed.context = context.as_ptr().cast() };
            context
        }
    )*};
}
given! {
    versioned: Versioned { version: RawVersion { major: MAJOR, minor: MINOR }, flags: flags, tensor: tensor },
        (tensor: RawTensor, flags: u64);
    unversioned: Unversioned { tensor: tensor }, (tensor: RawTensor);
}

/// Moves a tensor out, whose elements may be written unless two indices share one, or not all that may be written are values.
pub(super) fn writable<T, E, L, S>(
    tensor: Tensor<T, E, L, S>,
) -> Result<Managed, Rejected<Tensor<T, E, L, S>, DlpackError>>
where
    T: HasDType + NoUninit + Send + Sync,
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
    S: StorageMut<Elem = T> + Send + 'static,
{
    let flags = if tensor.mapping().is_unique() && T::TAKES_ALL.0 { 0 } else { READ_ONLY };
    // SAFETY: the pointer is that of a mutable slice, and nothing else uses the storage. Where elements may be written, each that
    // another type of the same `DTYPE` has is a value of `T`, which this crate says of its own types alone.
    unsafe { export(tensor, flags, |storage| storage.as_mut_slice().as_mut_ptr()) }
}

/// Moves a tensor out, whose elements may be read.
pub(super) fn read_only<T, E, L, S>(
    tensor: Tensor<T, E, L, S>,
) -> Result<Managed, Rejected<Tensor<T, E, L, S>, DlpackError>>
where
    T: HasDType + NoUninit + Send + Sync,
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
    S: Storage<Elem = T> + Send + 'static,
{
    // SAFETY: the pointer is that of a slice, whose elements nobody writes, as the flag says.
    unsafe { export(tensor, READ_ONLY, |storage| storage.as_slice().as_ptr().cast_mut()) }
}

/// # Safety
/// `start` gives a pointer to the elements of the storage, which may be written if the flags allow it.
unsafe fn export<T, E, L, S>(
    tensor: Tensor<T, E, L, S>,
    flags: u64,
    start: impl FnOnce(&mut S) -> *mut T,
) -> Result<Managed, Rejected<Tensor<T, E, L, S>, DlpackError>>
where
    T: HasDType + NoUninit + Send + Sync,
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
    S: Storage<Elem = T> + Send + 'static,
{
    let (raw, numbers) = match describe::<T, E, L>(tensor.mapping()) {
        Ok(described) => described,
        Err(error) => return Err(Rejected { value: tensor, error }),
    };
    let (rank, is_empty) = (numbers.len() / 2, tensor.extents().size() == 0);
    let base = tensor.mapping().layout().base_offset(tensor.extents());
    let context = versioned(raw, flags, (numbers, tensor.into_storage()));
    // SAFETY: the box is ours alone. What is in it stays where it is until the deleter frees it, so that pointers to it hold.
    // By the invariant of a tensor its storage has an element at each offset of the mapping, whose offset at the index of
    // zeros is the base offset. `NoUninit` says that all bytes are initialized; the bounds of `T` and `S` let any thread use
    // and drop them.
    unsafe {
        let keeps = &mut (*context.as_ptr()).keeps;
        let numbers = keeps.0.as_mut_ptr();
        let start = start(&mut keeps.1);
        let tensor = &raw mut (*context.as_ptr()).managed.tensor;
        (*tensor).shape = numbers;
        (*tensor).strides = numbers.wrapping_add(rank);
        (*tensor).data = if is_empty { null_mut() } else { start.wrapping_add(base).cast() };
    }
    Ok(Managed { handle: Handle::Versioned(context.cast()) })
}
