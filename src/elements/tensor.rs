//! [`Tensor`]: elements that are owned, under a mapping.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::{Index, IndexMut};

use extents_static::__private::stop;

use super::view::{check_length, index_panic};
use super::{Rejected, Storage, StorageMut, View, ViewMut, length_of, offset_in};
#[cfg(feature = "alloc")]
use crate::DynRankExtents;
#[cfg(feature = "alloc")]
use crate::layout::RowMajor;
use crate::layout::mapping::IntoMapping;
use crate::layout::{Layout, TrustedLayout};
use crate::{AddressedBy, Extents, Mapping, ShapeError, UnitesWith, WeakenedFrom};

/// A tensor: elements of type `T` under extents `E` and layout `L`, in a storage `S`.
///
/// The storage is a choice of its own: a `Vec` for any extents, [`Inline`](crate::storage::Inline) for static
/// extents, or a [`Storage`] that you bring.
///
/// ```
/// use extents::{Tensor, extents};
/// let mut a = Tensor::from_fn(extents![2, dyn 3]?, |[i, j]| 10 * i + j)?;
/// a[[1, 2]] += 100;
/// assert_eq!(a[[1, 2]], 112);
/// assert_eq!(a.get([2, 0]), None);
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[cfg(feature = "alloc")]
#[derive(Clone, Copy)]
pub struct Tensor<T = f32, E = DynRankExtents, L = RowMajor, S = Vec<T>> {
    // INVARIANT: at least `mapping.required_span_size()` elements, and only `&` and `&mut [T]` of
    // them are lent.
    pub(super) storage: S,
    pub(super) mapping: Mapping<E, L>,
    elements: PhantomData<T>,
}

/// A tensor: elements of type `T` under extents `E` and layout `L`, in a storage `S`.
#[cfg(not(feature = "alloc"))]
#[derive(Clone, Copy)]
pub struct Tensor<T, E, L, S> {
    // INVARIANT: at least `mapping.required_span_size()` elements, and only `&` and `&mut [T]` of
    // them are lent.
    pub(super) storage: S,
    pub(super) mapping: Mapping<E, L>,
    elements: PhantomData<T>,
}

/// A tensor type that is named by its extents first, with elements of `f32` by default.
///
/// ```
/// use extents::{StaticExtents, TensorOf};
/// let zeros: TensorOf<StaticExtents![2, 3]> = TensorOf::default();
/// assert_eq!(zeros[[1, 2]], 0.0_f32);
/// ```
#[cfg(feature = "alloc")]
pub type TensorOf<E, T = f32, L = RowMajor> = Tensor<T, E, L, Vec<T>>;

impl<T, E: Extents, L: Layout<E>, S> Tensor<T, E, L, S> {
    /// The storage has as many elements as the mapping spans, or more.
    #[inline]
    pub(super) const fn from_parts(storage: S, mapping: Mapping<E, L>) -> Self {
        Tensor { storage, mapping, elements: PhantomData }
    }

    /// Returns the extents.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// assert_eq!(Tensor::full(extents![2, 3], 0)?.extents(), &extents![2, 3]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[doc(alias = "shape")]
    #[inline]
    pub fn extents(&self) -> &E {
        self.mapping.extents()
    }

    /// Returns the mapping.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// assert_eq!(Tensor::full(extents![2, 3], 0)?.mapping().strides(), [3, 1]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn mapping(&self) -> &Mapping<E, L> {
        &self.mapping
    }

    /// Returns the storage, which owns the elements.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// assert_eq!(Tensor::full(extents![2], 7)?.into_storage(), vec![7, 7]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn into_storage(self) -> S {
        self.storage
    }

    /// Converts to extents of a type that knows less, without moving elements.
    ///
    /// ```
    /// use extents::{DynRankExtents, Tensor, extents};
    /// let known = Tensor::full(extents![2, 3], 1.0)?;
    /// let open: Tensor<f64, DynRankExtents> = known.weaken();
    /// assert_eq!(open[[1, 2]], 1.0);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn weaken<F: WeakenedFrom<E>>(self) -> Tensor<T, F, L, S>
    where
        L: TrustedLayout<E> + TrustedLayout<F>,
    {
        let extents = self.extents().weaken();
        self.with_extents(extents)
    }

    /// Converts to extents of a type that knows more, checked at run time, without moving elements.
    ///
    /// # Errors
    /// Returns the errors of [`Extents::strengthen`], with the tensor.
    ///
    /// ```
    /// use extents::{DynExtents, StaticExtents, Tensor};
    /// let open = Tensor::full(DynExtents::new([2, 3])?, 1.0)?;
    /// let known = open.strengthen::<StaticExtents![2, 3]>()?;
    /// let rejected = known.weaken::<DynExtents<2>>().strengthen::<StaticExtents![2, 4]>();
    /// let rejected = rejected.unwrap_err();
    /// assert_eq!(rejected.to_string(), "mode 1 should have extent 4, but has 3");
    /// assert_eq!(rejected.value[[1, 2]], 1.0);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn strengthen<F: Extents>(self) -> Result<Tensor<T, F, L, S>, Rejected<Self>>
    where
        E: UnitesWith<F>,
        L: TrustedLayout<E> + TrustedLayout<F>,
    {
        const { <E as UnitesWith<F>>::CHECK };
        match self.extents().strengthen() {
            Ok(extents) => Ok(self.with_extents(extents)),
            Err(error) => Err(Rejected { value: self, error }),
        }
    }

    /// The same elements under equal extents.
    #[inline]
    fn with_extents<F: Extents>(self, extents: F) -> Tensor<T, F, L, S>
    where
        L: TrustedLayout<E> + TrustedLayout<F>,
    {
        let mapping = Mapping::trusted(extents, self.mapping.layout().clone());
        // A layout that is trusted for both types spans as much under the other.
        Tensor::from_parts(self.storage, mapping)
    }
}

impl<T, E: Extents, L: Layout<E>, S: Storage<Elem = T>> Tensor<T, E, L, S> {
    /// Creates a tensor from the elements in a storage, which are in memory order.
    ///
    /// # Errors
    /// Returns [`ShapeError::CountMismatch`], with the storage.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let boxed: Box<[i32]> = Box::new([1, 2, 3, 4]);
    /// let a = Tensor::from_storage(extents![2, 2], boxed)?;
    /// assert_eq!(a[[1, 0]], 3);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn from_storage<M, K>(mapping: M, storage: S) -> Result<Self, Rejected<S>>
    where
        M: IntoMapping<K, Extents = E, Layout = L>,
    {
        let mapping = match mapping.into_mapping() {
            Ok(mapping) => mapping,
            Err(error) => return Err(Rejected { value: storage, error: error.into() }),
        };
        match check_length(mapping.required_span_size(), storage.as_slice().len()) {
            Ok(()) => Ok(Tensor::from_parts(storage, mapping)),
            Err(error) => Err(Rejected { value: storage, error }),
        }
    }

    /// Returns a view of the elements.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::full(extents![2], 7)?;
    /// assert_eq!(a.view()[[1]], 7);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn view(&self) -> View<'_, T, E, L> {
        View::from_parts(self.storage.as_slice(), self.mapping.clone())
    }

    /// Returns the elements as a slice in memory order.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// assert_eq!(Tensor::full(extents![2], 7)?.as_slice(), [7, 7]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        self.storage.as_slice()
    }

    /// Returns a reference to the element at an index, or `None` if it is out of bounds.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::full(extents![2], 7)?;
    /// assert_eq!((a.get([1]), a.get([2])), (Some(&7), None));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn get<I>(&self, index: I) -> Option<&T>
    where
        E: AddressedBy<I>,
    {
        self.locate(index).ok()
    }

    #[inline]
    fn locate<I>(&self, index: I) -> Result<&T, ShapeError>
    where
        E: AddressedBy<I>,
    {
        let index = self.extents().locate(index)?;
        let elements = self.storage.as_slice();
        let offset = offset_in(&self.mapping, length_of::<E, L>(elements.len()), &index)?;
        // SAFETY: `locate` checked the index, so a trusted layout gives an offset below the span, and
        // by the invariant of `storage` there are as many elements; else the offset was compared with
        // their number.
        Ok(unsafe { elements.get_unchecked(offset) })
    }
}

impl<T, E: Extents, L: TrustedLayout<E>, S: Storage<Elem = T>> Tensor<T, E, L, S> {
    /// Returns the elements in memory order, if no other lie between them.
    ///
    /// ```
    /// use extents::layout::Strided;
    /// use extents::{Mapping, Tensor, extents};
    /// let gaps = Mapping::with_layout(extents![2], Strided::new([2]))?;
    /// assert_eq!(Tensor::full(gaps, 7)?.try_as_slice(), None);
    /// assert_eq!(Tensor::full(extents![2], 7)?.try_as_slice(), Some(&[7, 7][..]));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn try_as_slice(&self) -> Option<&[T]> {
        self.view().try_as_slice()
    }

    /// Returns a reference to the element at an index, without checking bounds.
    ///
    /// # Safety
    /// The index is in bounds: one coordinate a mode, each below its extent.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::full(extents![2], 7)?;
    /// // SAFETY: 1 < 2.
    /// assert_eq!(unsafe { a.get_unchecked(&[1]) }, &7);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub unsafe fn get_unchecked(&self, index: &E::Index) -> &T {
        // SAFETY: as in `locate`; the caller checked the index.
        unsafe { self.storage.as_slice().get_unchecked(self.mapping.offset_unchecked(index)) }
    }
}

impl<T, E: Extents, L: TrustedLayout<E>, S: StorageMut<Elem = T>> Tensor<T, E, L, S> {
    /// Returns the elements in memory order, to be changed, if no other lie between them.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let mut a = Tensor::full(extents![2], 7)?;
    /// if let Some(all) = a.try_as_mut_slice() {
    ///     all[0] = 5;
    /// }
    /// assert_eq!(a.as_slice(), [5, 7]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn try_as_mut_slice(&mut self) -> Option<&mut [T]> {
        if !self.mapping.is_exhaustive() {
            return None;
        }
        let span = self.mapping.required_span_size();
        self.storage.as_mut_slice().get_mut(..span)
    }

    /// Returns a mutable reference to the element at an index, without checking bounds.
    ///
    /// # Safety
    /// The index is in bounds: one coordinate a mode, each below its extent.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let mut a = Tensor::full(extents![2], 7)?;
    /// // SAFETY: 1 < 2.
    /// *unsafe { a.get_unchecked_mut(&[1]) } = 8;
    /// assert_eq!(a.as_slice(), [7, 8]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub unsafe fn get_unchecked_mut(&mut self, index: &E::Index) -> &mut T {
        // SAFETY: as in `locate`; the caller checked the index.
        unsafe {
            let offset = self.mapping.offset_unchecked(index);
            self.storage.as_mut_slice().get_unchecked_mut(offset)
        }
    }
}

impl<T, E: Extents, L: Layout<E>, S: StorageMut<Elem = T>> Tensor<T, E, L, S> {
    /// Returns a mutable view of the elements.
    ///
    /// The layout is one that is always unique, which the compiler checks; for others there is
    /// [`try_view_mut`](Self::try_view_mut).
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let mut a = Tensor::full(extents![2], 7)?;
    /// a.view_mut()[[1]] = 8;
    /// assert_eq!(a.as_slice(), [7, 8]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn view_mut(&mut self) -> ViewMut<'_, T, E, L> {
        const {
            if !L::IS_ALWAYS_UNIQUE {
                stop(
                    "a mutable view needs a layout that is always unique: `try_view_mut` checks at run time",
                )
            }
        };
        ViewMut::from_parts(self.storage.as_mut_slice(), self.mapping.clone())
    }

    /// Returns a mutable view of the elements, if no two indices share an element.
    ///
    /// # Errors
    /// Returns [`ShapeError::NotUnique`].
    ///
    /// ```
    /// use extents::layout::Strided;
    /// use extents::{Mapping, ShapeError, Tensor, extents};
    /// let mut gaps = Tensor::full(Mapping::with_layout(extents![2], Strided::new([3]))?, 7)?;
    /// gaps.try_view_mut()?[[1]] = 8;
    /// assert_eq!(gaps.as_slice(), [7, 7, 7, 8]);
    /// let mut shared = Tensor::full(Mapping::with_layout(extents![2], Strided::new([0]))?, 7)?;
    /// assert_eq!(shared.try_view_mut().unwrap_err(), ShapeError::NotUnique);
    /// # Ok::<(), ShapeError>(())
    /// ```
    #[inline]
    pub fn try_view_mut(&mut self) -> Result<ViewMut<'_, T, E, L>, ShapeError> {
        if !self.mapping.is_unique() {
            return Err(ShapeError::NotUnique);
        }
        Ok(ViewMut::from_parts(self.storage.as_mut_slice(), self.mapping.clone()))
    }

    /// Returns the elements as a mutable slice in memory order.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let mut a = Tensor::full(extents![2], 7)?;
    /// a.as_mut_slice()[0] = 5;
    /// assert_eq!(a[[0]], 5);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        self.storage.as_mut_slice()
    }

    /// Returns a mutable reference to the element at an index, or `None` if it is out of bounds.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let mut a = Tensor::full(extents![2], 7)?;
    /// *a.get_mut([1]).unwrap() = 8;
    /// assert_eq!(a.get_mut([2]), None);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn get_mut<I>(&mut self, index: I) -> Option<&mut T>
    where
        E: AddressedBy<I>,
    {
        self.locate_mut(index).ok()
    }

    #[inline]
    fn locate_mut<I>(&mut self, index: I) -> Result<&mut T, ShapeError>
    where
        E: AddressedBy<I>,
    {
        let index = self.mapping.extents().locate(index)?;
        let elements = self.storage.as_mut_slice();
        let offset = offset_in(&self.mapping, length_of::<E, L>(elements.len()), &index)?;
        // SAFETY: as in `locate`.
        Ok(unsafe { elements.get_unchecked_mut(offset) })
    }

    /// Writes a value to every element.
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let mut a = Tensor::full(extents![2], 7)?;
    /// a.fill(8);
    /// assert_eq!(a.as_slice(), [8, 8]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn fill(&mut self, value: T)
    where
        T: Clone,
    {
        self.storage.as_mut_slice().fill(value);
    }
}

impl<T, I, E, L, S> Index<I> for Tensor<T, E, L, S>
where
    E: AddressedBy<I>,
    L: Layout<E>,
    S: Storage<Elem = T>,
{
    type Output = T;
    #[inline]
    #[track_caller]
    fn index(&self, index: I) -> &T {
        match self.locate(index) {
            Ok(element) => element,
            Err(error) => index_panic(error),
        }
    }
}

impl<T, I, E, L, S> IndexMut<I> for Tensor<T, E, L, S>
where
    E: AddressedBy<I>,
    L: Layout<E>,
    S: StorageMut<Elem = T>,
{
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, index: I) -> &mut T {
        match self.locate_mut(index) {
            Ok(element) => element,
            Err(error) => index_panic(error),
        }
    }
}
