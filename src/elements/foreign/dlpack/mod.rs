//! Tensors of other libraries in the same process, by DLPack, the structs in C that numerical libraries of Python and of other
//! languages exchange: versioned (1.x) and unversioned, both ways, without a copy.
//!
//! [`Managed`] owns a tensor whose pointer came in, or a [`Tensor`] that goes out. [`Managed::typed`] compares it with the type
//! that a program asks for, and gives views. Only a pointer is unsafe: that there is memory where it leads can be known by who
//! passes it alone. Everything else that a struct says is checked; elements must be in the memory of the processor, one number
//! each.
//!
//! ```
//! use extents::dlpack::Managed;
//! use extents::{DynExtents, StaticExtents, Tensor};
//! let tensor = Tensor::full(DynExtents::new([2, 3])?, 1.5_f32)?;
//! let managed = Managed::new(tensor)?;
//! let rejected = managed.typed::<f32, StaticExtents![dyn, 8]>().unwrap_err();
//! assert_eq!(rejected.to_string(), "mode 1 should have extent 8, but has 3");
//! let rejected = rejected.value.typed::<f64, StaticExtents![dyn, 3]>().unwrap_err();
//! assert_eq!(rejected.to_string(), "the elements should be f64, but are f32");
//! let tensor = rejected.value.typed::<f32, StaticExtents![dyn, 3]>()?;
//! assert_eq!(tensor.view().sum(), 9.0);
//! # Ok::<(), extents::error::DlpackError>(())
//! ```

#![allow(clippy::type_complexity, reason = "an error gives back a tensor with all of its types")]

mod abi;
mod check;
mod element;
mod error;
mod raw;

pub use element::{DeviceId, ElementType};
pub use error::DlpackError;
#[doc(hidden)]
pub use raw::check_memory;
pub use raw::{Managed, ManagedTensor};

use core::ffi::c_void;
use core::fmt;
use core::ptr::NonNull;

use bytemuck::NoUninit;
use bytemuck::checked::CheckedBitPattern;

use self::abi::{IS_COPIED, READ_ONLY};
use self::check::ManagedLayout;
use crate::elements::{AsView, Operand, Rejected, Storage, StorageMut, Tensor, View};
use crate::layout::{StridedLayout, TrustedLayout};
use crate::placement::OnHeap;
use crate::{DynRankExtents, Extents, HasDType};

impl Managed {
    /// Moves a tensor out, without a copy of its elements: what the deleter frees is its storage.
    ///
    /// If two indices share an element, elements may only be read, and so may those of a type that another crate gave its
    /// [`HasDType`]: not all elements of that type need be its values.
    ///
    /// # Errors
    /// With the tensor: [`DlpackError::NoCode`] and [`DlpackError::Width`] for a type that DLPack does not have,
    /// [`ShapeError::Null`](crate::ShapeError::Null) for the null tensor.
    ///
    /// ```
    /// use extents::dlpack::{DeviceId, Managed};
    /// use extents::{DType, Tensor, extents};
    /// let managed = Managed::new(Tensor::full(extents![2, 3], 1.0_f32)?)?;
    /// assert_eq!(managed.device(), DeviceId::HOST);
    /// assert_eq!(managed.element_type().dtype(), Some(DType::F32));
    /// assert!(!managed.is_read_only());
    /// # Ok::<(), extents::error::DlpackError>(())
    /// ```
    pub fn new<T, E, L, S>(
        tensor: Tensor<T, E, L, S>,
    ) -> Result<Self, Rejected<Tensor<T, E, L, S>, DlpackError>>
    where
        T: HasDType + NoUninit + Send + Sync,
        E: Extents,
        L: TrustedLayout<E> + StridedLayout<E>,
        S: StorageMut<Elem = T> + Send + 'static,
    {
        raw::writable(tensor)
    }

    /// Moves a tensor out, whose elements may only be read, such as those of a shared storage.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    ///
    /// ```
    /// use extents::dlpack::Managed;
    /// use extents::{Tensor, extents};
    /// let table: &'static [f32] = &[1.0, 2.0];
    /// let managed = Managed::new_read_only(Tensor::from_storage(extents![2], table)?)?;
    /// assert!(managed.is_read_only());
    /// # Ok::<(), extents::error::DlpackError>(())
    /// ```
    pub fn new_read_only<T, E, L, S>(
        tensor: Tensor<T, E, L, S>,
    ) -> Result<Self, Rejected<Tensor<T, E, L, S>, DlpackError>>
    where
        T: HasDType + NoUninit + Send + Sync,
        E: Extents,
        L: TrustedLayout<E> + StridedLayout<E>,
        S: Storage<Elem = T> + Send + 'static,
    {
        raw::read_only(tensor)
    }

    /// Compares the tensor with a type: elements `T` under extents `E`, with any strides.
    ///
    /// # Errors
    /// [`DlpackError`], with the tensor. `bool` and other types that not all bytes are values of are looked at element by
    /// element; of other types no element is read.
    ///
    /// ```
    /// use extents::dlpack::Managed;
    /// use extents::{DynRankExtents, StaticExtents, Tensor, extents};
    /// let managed = Managed::new(Tensor::full(extents![2, 3], 7_i64)?)?;
    /// let known = managed.typed::<i64, StaticExtents![2, 3]>()?;
    /// let open = known.into_managed().typed::<i64, DynRankExtents>()?;
    /// assert_eq!(open.view()[[1, 2]], 7);
    /// # Ok::<(), extents::error::DlpackError>(())
    /// ```
    pub fn typed<T, E>(self) -> Result<ManagedTensor<T, E>, Rejected<Self, DlpackError>>
    where
        T: HasDType + CheckedBitPattern + 'static,
        E: Extents,
    {
        self.checked()
    }

    /// Gives away the pointer to a `DLManagedTensorVersioned`, whose deleter its new owner calls.
    ///
    /// ```
    /// use extents::dlpack::Managed;
    /// use extents::{Tensor, extents};
    /// let pointer = Managed::new(Tensor::full(extents![2], 7_u8)?)?.into_versioned();
    /// // SAFETY: the pointer was given away a line above, and is used once.
    /// drop(unsafe { Managed::from_versioned(pointer.as_ptr()) }?);
    /// # Ok::<(), extents::error::DlpackError>(())
    /// ```
    pub fn into_versioned(self) -> NonNull<c_void> {
        self.give_versioned()
    }

    /// Gives away the pointer to a `DLManagedTensor`, whose deleter its new owner calls.
    ///
    /// # Errors
    /// The struct cannot say these, so that they are errors, with the tensor: [`DlpackError::ReadOnly`] if elements may not be
    /// written; [`DlpackError::Padded`] if elements of less than a byte take a byte each.
    ///
    /// ```
    /// use extents::dlpack::Managed;
    /// use extents::{Tensor, extents};
    /// let shared: &'static [u8] = &[1, 2];
    /// let managed = Managed::new_read_only(Tensor::from_storage(extents![2], shared)?)?;
    /// let rejected = managed.into_unversioned().unwrap_err();
    /// assert_eq!(rejected.to_string(), "the elements may be read, but not written");
    /// # Ok::<(), extents::error::DlpackError>(())
    /// ```
    pub fn into_unversioned(self) -> Result<NonNull<c_void>, Rejected<Self, DlpackError>> {
        self.give_unversioned()
    }

    /// Returns the type of the elements.
    ///
    /// ```
    /// use extents::dlpack::Managed;
    /// use extents::{Tensor, extents};
    /// let managed = Managed::new(Tensor::full(extents![2], 7_i64)?)?;
    /// assert_eq!(managed.element_type().to_string(), "s64");
    /// # Ok::<(), extents::error::DlpackError>(())
    /// ```
    pub fn element_type(&self) -> ElementType {
        self.tensor().element.into()
    }

    /// Returns the device that the elements are on.
    ///
    /// ```
    /// use extents::dlpack::Managed;
    /// use extents::{Tensor, extents};
    /// let managed = Managed::new(Tensor::full(extents![2], 7)?)?;
    /// assert_eq!(managed.device().to_string(), "cpu:0");
    /// # Ok::<(), extents::error::DlpackError>(())
    /// ```
    pub fn device(&self) -> DeviceId {
        self.tensor().device.into()
    }

    /// Returns the extents as values.
    ///
    /// # Errors
    /// [`DlpackError::Rank`], [`DlpackError::NullExtents`], [`DlpackError::Extent`] and
    /// [`ShapeError::SizeOverflow`](crate::ShapeError::SizeOverflow) for what are not extents.
    ///
    /// ```
    /// use extents::dlpack::Managed;
    /// use extents::{Tensor, extents};
    /// let managed = Managed::new(Tensor::full(extents![2, 3], 7)?)?;
    /// assert_eq!(managed.extents()?.as_slice(), [2, 3]);
    /// # Ok::<(), extents::error::DlpackError>(())
    /// ```
    pub fn extents(&self) -> Result<DynRankExtents, DlpackError> {
        Ok(DynRankExtents::new(&self.described()?.extents()?)?)
    }

    /// Returns the major and the minor version of the struct, or `None` of one that has no version.
    ///
    /// ```
    /// use extents::dlpack::Managed;
    /// use extents::{Tensor, extents};
    /// let managed = Managed::new(Tensor::full(extents![2], 7)?)?;
    /// assert_eq!(managed.version(), Some((1, 1)));
    /// # Ok::<(), extents::error::DlpackError>(())
    /// ```
    pub fn version(&self) -> Option<(u32, u32)> {
        self.version_of()
    }

    /// Returns whether elements may only be read. Those of a struct that has no version may only be read.
    ///
    /// ```
    /// use extents::dlpack::Managed;
    /// use extents::{Tensor, extents};
    /// let managed = Managed::new(Tensor::full(extents![2], 7)?)?;
    /// assert!(!managed.is_read_only());
    /// # Ok::<(), extents::error::DlpackError>(())
    /// ```
    pub fn is_read_only(&self) -> bool {
        self.flags() & READ_ONLY != 0
    }

    /// Returns whether the library that it comes from says that it copied the elements.
    ///
    /// ```
    /// use extents::dlpack::Managed;
    /// use extents::{Tensor, extents};
    /// let managed = Managed::new(Tensor::full(extents![2], 7)?)?;
    /// assert!(!managed.is_copied());
    /// # Ok::<(), extents::error::DlpackError>(())
    /// ```
    pub fn is_copied(&self) -> bool {
        self.flags() & IS_COPIED != 0
    }
}

impl fmt::Debug for Managed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Managed")
            .field("version", &self.version())
            .field("device", &self.device())
            .field("element_type", &self.element_type())
            .field("is_read_only", &self.is_read_only())
            .finish_non_exhaustive()
    }
}

impl<T, E: Extents> fmt::Debug for ManagedTensor<T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ManagedTensor")
            .field("mapping", self.view().mapping())
            .finish_non_exhaustive()
    }
}

/// An operand as its view is.
impl<T, E: Extents> Operand for ManagedTensor<T, E> {
    type Extents = E;
    type Placement = OnHeap;
    #[inline]
    fn operand_extents(&self) -> E {
        self.extents().clone()
    }
}

impl<T, E: Extents> AsView for ManagedTensor<T, E> {
    type Elem = T;
    type Layout = ManagedLayout<E>;
    #[inline]
    fn as_view(&self) -> View<'_, T, E, ManagedLayout<E>> {
        self.view()
    }
}
