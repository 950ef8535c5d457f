//! [`Inline`]: the elements of a tensor of static extents as a nested array, without any overhead.

use core::fmt;
use core::mem::MaybeUninit;

use extents_static::__private::Known;

use super::{Storage, Tensor, View, ViewMut};
use crate::layout::{Canonical, RowMajor, TrustedLayout};
use crate::{Extents, Mapping, Mode, Rank, Scalar, StaticExtents, StaticModes};

/// The largest inline storage, in bytes: beyond, results of contractions would threaten the stack.
const MOST_BYTES: usize = 64 * 1024;

/// Extents that are all static, whose elements fit a nested array such as `[[T; 3]; 2]`. A number may have a name: of
/// `dims! { Heads = 8 }` the mode `(Heads)` is an array of 8, `(Heads * 64)` one of 8 arrays of 64, and `(Heads + 1)` one of 8 and
/// one of 1 behind it, as [`Parts`](crate::names::Parts).
///
/// # Safety
/// `Array<T>` is `SIZE` values of `T` one after the other, and nothing else.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be stored inline: each mode must be a number, a name of a number, or a product or sum of these",
    label = "has a mode that is none of these",
    note = "a `Tensor` with its elements in a `Vec` takes any extents"
)]
pub unsafe trait InlineExtents: Extents + Default {
    /// The nested array, row-major: `[[T; 3]; 2]` for extents `[2, 3]`.
    type Array<T>;
    /// The number of elements.
    const ELEMENTS: usize;
    /// The one value of the type.
    #[doc(hidden)]
    const VALUE: Self;
}

macro_rules! inline_extents {
    (@array $T:ident) => { $T };
    (@array $T:ident $A:ident $($rest:ident)*) => {
        <$A as Mode>::Array<inline_extents!(@array $T $($rest)*)>
    };
    ($rank:literal; $(($A:ident $B:ident $k:tt))*) => {
        // SAFETY: as many `T` a mode as its extent, so that the product of the extents is the number of elements; arrays, and two
        // arrays one behind the other, have no padding between or around elements.
        #[diagnostic::do_not_recommend]
        unsafe impl<$($A: Mode<IsArray = Known>),*> InlineExtents for StaticExtents<($($A,)*)>
        where
            ($($A,)*): StaticModes,
        {
            type Array<T> = inline_extents!(@array T $($A)*);
            const ELEMENTS: usize = Self::SIZE;
            const VALUE: Self = Self::new();
        }
    };
}
extents_static::for_each_arity!(inline_extents);

/// A storage of the elements of static extents `E` in a nested array, without pointer, length or heap.
///
/// At most 64 KiB, which the compiler checks: keep larger tensors in a `Vec`.
///
/// ```
/// use extents::storage::Inline;
/// use extents::StaticExtents;
/// assert_eq!(size_of::<Inline<f32, StaticExtents![3, 4]>>(), 12 * size_of::<f32>());
/// ```
pub struct Inline<T, E: InlineExtents> {
    array: E::Array<T>,
}

/// A tensor of static extents whose elements are stored in the value. It is `Copy` if `T` is.
///
/// ```
/// use extents::{InlineTensor, StaticExtents};
/// let identity = InlineTensor::<f32, StaticExtents![2, 2]>::from_array([[1.0, 0.0], [0.0, 1.0]]);
/// assert_eq!(size_of_val(&identity), 4 * size_of::<f32>());
/// assert_eq!(identity[[1, 1]], 1.0);
/// ```
pub type InlineTensor<T, E, L = RowMajor> = Tensor<T, E, L, Inline<T, E>>;

/// Stops the compiler, which then shows the line that calls this, and no line of the standard library.
#[track_caller]
#[allow(clippy::panic, reason = "in a const: a compile error")]
const fn too_large() -> ! {
    panic!(
        "an inline tensor holds at most 64 KiB: keep it, or an operand of the contraction that gives it, in a `Vec` (`Tensor::full`, `from_fn`)"
    )
}

impl<T, E: InlineExtents> Inline<T, E> {
    pub(super) const FITS: () = if size_of::<E::Array<T>>() > MOST_BYTES {
        too_large()
    };

    #[inline]
    pub(super) const fn from_array(array: E::Array<T>) -> Self {
        const { Self::FITS };
        Inline { array }
    }

    /// Element `k` of memory is `element(k)`.
    #[inline]
    pub(super) fn generate(mut element: impl FnMut(usize) -> T) -> Self {
        const { Self::FITS };
        let mut array = MaybeUninit::<E::Array<T>>::uninit();
        let start = array.as_mut_ptr().cast::<T>();
        // Should `element` panic, the elements made so far are leaked, which is safe.
        for k in 0..E::ELEMENTS {
            // SAFETY: by the contract of `InlineExtents` the array has room for `ELEMENTS` values.
            unsafe { start.add(k).write(element(k)) };
        }
        // SAFETY: all `ELEMENTS` values, which is all there is in the array, were written.
        Inline { array: unsafe { array.assume_init() } }
    }

    /// # Safety
    /// `write` writes each element.
    #[inline]
    pub(super) unsafe fn written(write: impl FnOnce(&mut [MaybeUninit<T>])) -> Self {
        const { Self::FITS };
        let mut array = MaybeUninit::<E::Array<T>>::uninit();
        let start = array.as_mut_ptr().cast::<MaybeUninit<T>>();
        // SAFETY: by the contract of `InlineExtents` the array has room for `ELEMENTS` values. Should
        // `write` panic, what it wrote is leaked, which is safe.
        write(unsafe { core::slice::from_raw_parts_mut(start, E::ELEMENTS) });
        // SAFETY: `write` has written each element, as the caller promises, and there is nothing else in the array.
        Inline { array: unsafe { array.assume_init() } }
    }

    #[inline]
    pub(super) fn into_array(self) -> E::Array<T> {
        self.array
    }

    #[inline]
    pub(super) fn elements(&self) -> &[T] {
        let start = (&raw const self.array).cast::<T>();
        // SAFETY: by the contract of `InlineExtents` the array is `ELEMENTS` values of `T`, which
        // are initialised and borrowed as long as `self`.
        unsafe { core::slice::from_raw_parts(start, E::ELEMENTS) }
    }

    #[inline]
    pub(super) fn elements_mut(&mut self) -> &mut [T] {
        let start = (&raw mut self.array).cast::<T>();
        // SAFETY: by the contract of `InlineExtents` the array is `ELEMENTS` values of `T`, which are initialised and
        // borrowed mutably as long as `self`.
        unsafe { core::slice::from_raw_parts_mut(start, E::ELEMENTS) }
    }
}

impl<T: Clone, E: InlineExtents> Inline<T, E> {
    /// A copy of `ELEMENTS` elements.
    #[inline]
    fn copy(elements: &[T]) -> Self {
        Self::generate(|k| match elements.get(k) {
            Some(element) => element.clone(),
            None => unreachable!("a tensor of these extents has `ELEMENTS` elements"),
        })
    }
}

impl<T: Clone, E: InlineExtents> Clone for Inline<T, E> {
    #[inline]
    fn clone(&self) -> Self {
        Self::copy(self.elements())
    }
}

impl<T: Copy, E: InlineExtents> Copy for Inline<T, E> where E::Array<T>: Copy {}

impl<T: fmt::Debug, E: InlineExtents> fmt::Debug for Inline<T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.elements().fmt(f)
    }
}

impl<T, E: InlineExtents> InlineTensor<T, E> {
    /// Creates a tensor from a nested array: `[[1, 2], [3, 4]]` for extents `[2, 2]`.
    ///
    /// ```
    /// use extents::{InlineTensor, StaticExtents};
    /// let a = InlineTensor::<_, StaticExtents![2, 3]>::from_array([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(a[[1, 0]], 4);
    /// // In the memory of the program:
    /// static SOBEL: InlineTensor<i8, StaticExtents![3, 3]> =
    ///     InlineTensor::from_array([[1, 0, -1], [2, 0, -2], [1, 0, -1]]);
    /// assert_eq!(SOBEL.sum(), 0);
    /// ```
    #[inline]
    pub const fn from_array(array: E::Array<T>) -> Self {
        Tensor::from_parts(Inline::from_array(array), Mapping::new(E::VALUE))
    }

    /// Returns the elements as a nested array.
    ///
    /// ```
    /// use extents::{InlineTensor, StaticExtents};
    /// let a = InlineTensor::<_, StaticExtents![2, 2]>::from_array([[1, 2], [3, 4]]);
    /// assert_eq!(a.into_array(), [[1, 2], [3, 4]]);
    /// ```
    #[inline]
    pub fn into_array(self) -> E::Array<T> {
        self.into_storage().into_array()
    }
}

impl<T, E: InlineExtents, L: Canonical> InlineTensor<T, E, L> {
    #[inline]
    pub(super) fn of_inline(elements: Inline<T, E>) -> Self {
        Tensor::from_parts(elements, Mapping::trusted(E::default(), L::default()))
    }

    /// Creates an inline tensor whose element at each index is `element(index)`, called in memory order.
    ///
    /// Where the function panics, the elements so far are leaked.
    ///
    /// ```
    /// use extents::{InlineTensor, StaticExtents};
    /// let a = InlineTensor::<_, StaticExtents![2, 3]>::inline_from_fn(|[i, j]| 10 * i + j);
    /// assert_eq!(a[[1, 2]], 12);
    /// let b: InlineTensor<usize, StaticExtents![2, 3]> = InlineTensor::inline_from_fn(|[i, j]| 10 * i + j);
    /// assert_eq!(a, b);
    /// ```
    #[inline]
    pub fn inline_from_fn<const R: usize>(mut element: impl FnMut([usize; R]) -> T) -> Self
    where
        // The rank is the function's own, so that an annotated result says the extents: an index of type `E::Index` would
        // be asked for before they are known.
        E: Rank<R>,
    {
        let mapping = Mapping::<E, L>::trusted(E::default(), L::default());
        let indices = mapping.indices_in_layout_order();
        // SAFETY: a canonical layout has an index for each element.
        Tensor::of_inline(unsafe {
            Inline::written(|elements| {
                let mut elements = elements.iter_mut();
                indices.for_each(|index| {
                    if let Some(to) = elements.next() {
                        to.write(element(index));
                    }
                });
            })
        })
    }

    /// Creates an inline tensor with the same value everywhere.
    ///
    /// ```
    /// use extents::{InlineTensor, StaticExtents};
    /// let ones = InlineTensor::<f32, StaticExtents![2, 2]>::inline_full(1.0);
    /// assert_eq!(ones[[0, 1]], 1.0);
    /// ```
    #[inline]
    pub fn inline_full(value: T) -> Self
    where
        T: Clone,
    {
        Tensor::of_inline(Inline::generate(|_| value.clone()))
    }

    /// Creates an inline tensor of zeros.
    ///
    /// ```
    /// use extents::{InlineTensor, StaticExtents};
    /// assert_eq!(InlineTensor::<i32, StaticExtents![2]>::inline_zeros()[[1]], 0);
    /// ```
    #[inline]
    pub fn inline_zeros() -> Self
    where
        T: Scalar,
    {
        Self::inline_full(T::ZERO)
    }
}

macro_rules! to_inline {
    () => {
        /// Copies a tensor of static extents into an inline tensor.
        ///
        /// ```
        /// use extents::{InlineTensor, StaticExtents, Tensor, extents};
        /// let read = Tensor::from_vec(extents![2, 2], vec![1, 2, 3, 4])?;
        /// let inline: InlineTensor<i32, StaticExtents![2, 2]> = read.to_inline();
        /// assert_eq!(inline.into_array(), [[1, 2], [3, 4]]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[inline]
        pub fn to_inline(&self) -> InlineTensor<T, E, L>
        where
            T: Clone,
        {
            Tensor::of_inline(Inline::copy(self.as_slice()))
        }
    };
}

impl<T, E: InlineExtents, L: Canonical + TrustedLayout<E>> View<'_, T, E, L> {
    to_inline!();
}

impl<T, E: InlineExtents, L: Canonical + TrustedLayout<E>> ViewMut<'_, T, E, L> {
    to_inline!();
}

impl<T, E, L, S> Tensor<T, E, L, S>
where
    E: InlineExtents,
    L: Canonical + TrustedLayout<E>,
    S: Storage<Elem = T>,
{
    to_inline!();
}

impl<T: Scalar, E: InlineExtents, L: Canonical> Default for InlineTensor<T, E, L> {
    fn default() -> Self {
        Self::inline_zeros()
    }
}
