//! [`Mapping`]: extents and a layout, from index to offset and back.

use core::convert::Infallible;
use core::fmt;

use crate::layout::known::{KnownMapping, static_strides, strides_of};
use crate::layout::{Canonical, Layout, RowMajor, StridedLayout};
use crate::{AddressedBy, DynExtents, Extents, ModeTuple, ShapeError, StaticExtents};

/// Extents with a layout: maps each index to an offset, in elements.
///
/// If both are fully static, a mapping takes no space, and [`STRIDES`](Self::STRIDES), [`offset_of`](Self::offset_of)
/// and the other consts can be used in const contexts.
///
/// ```
/// use extents::{Mapping, extents};
/// let mapping = Mapping::new(extents![2, dyn 3]?);
/// assert_eq!(mapping.offset([1, 2])?, 5);
/// assert_eq!(mapping.index(5)?, [1, 2]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mapping<E, L = RowMajor> {
    // INVARIANT: the layout's `check` passes for the extents.
    extents: E,
    layout: L,
}

impl<E: Extents> Mapping<E> {
    /// Creates the row-major mapping of these extents.
    ///
    /// ```
    /// use extents::{Mapping, extents};
    /// assert_eq!(Mapping::new(extents![2, 3]).strides(), [3, 1]);
    /// ```
    #[inline]
    pub const fn new(extents: E) -> Self {
        Mapping { extents, layout: RowMajor }
    }
}

impl<E: Extents, L: Canonical> Mapping<E, L> {
    /// Creates the mapping of these extents in a layout without state.
    ///
    /// ```
    /// use extents::layout::ColMajor;
    /// use extents::{Mapping, StaticExtents, extents};
    /// const COLUMNS: Mapping<StaticExtents![2, 3], ColMajor> = Mapping::of(extents![2, 3]);
    /// assert_eq!(COLUMNS.strides(), [1, 2]);
    /// ```
    #[inline]
    pub const fn of(extents: E) -> Self {
        Mapping { extents, layout: L::VALUE }
    }
}

impl<E: Extents, L: Layout<E>> Mapping<E, L> {
    /// Creates the mapping of these extents in a layout. [`Canonical::of`] cannot fail.
    ///
    /// # Errors
    /// As [`Layout::check`].
    ///
    /// ```
    /// use extents::layout::{ColMajor, Strided};
    /// use extents::{Mapping, extents};
    /// assert_eq!(Mapping::with_layout(extents![2, 3], ColMajor)?.strides(), [1, 2]);
    /// assert_eq!(Mapping::with_layout(extents![2, 3], Strided::new([8, 2]))?.strides(), [8, 2]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn with_layout(extents: E, layout: L) -> Result<Self, ShapeError> {
        const { L::CHECK };
        layout.check(&extents)?;
        Ok(Mapping { extents, layout })
    }

    /// The extents and the layout.
    #[inline]
    pub(crate) const fn parts(&self) -> (&E, &L) {
        (&self.extents, &self.layout)
    }

    /// The mapping of extents in a layout whose `check` passes for them.
    #[inline]
    pub(crate) const fn trusted(extents: E, layout: L) -> Self {
        Mapping { extents, layout }
    }

    /// Returns the extents.
    ///
    /// ```
    /// use extents::{Mapping, extents};
    /// assert_eq!(Mapping::new(extents![2, 3]).extents(), &extents![2, 3]);
    /// ```
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn extents(&self) -> &E {
        &self.extents
    }

    /// Returns the layout.
    ///
    /// ```
    /// use extents::layout::RowMajor;
    /// use extents::{Mapping, extents};
    /// assert_eq!(Mapping::new(extents![2, 3]).layout(), &RowMajor);
    /// ```
    #[cfg_attr(not(unoptimized), inline(always))]
    pub const fn layout(&self) -> &L {
        &self.layout
    }

    /// Returns the offset of an index.
    ///
    /// # Errors
    /// [`ShapeError::OutOfBounds`]; [`ShapeError::RankMismatch`] if the rank is a run-time value.
    ///
    /// ```
    /// use extents::{Mapping, ShapeError, error::Bounded, extents};
    /// let mapping = Mapping::new(extents![2, 3]);
    /// assert_eq!(mapping.offset([1, 0]), Ok(3));
    /// assert_eq!(
    ///     mapping.offset([0, 3]),
    ///     Err(ShapeError::OutOfBounds { of: Bounded::Index { mode: 1 }, number: 3, limit: 3 }),
    /// );
    /// ```
    #[inline]
    pub fn offset<I>(&self, index: I) -> Result<usize, ShapeError>
    where
        E: AddressedBy<I>,
    {
        Ok(self.layout.offset(&self.extents, &self.extents.locate(index)?))
    }

    /// Returns the offset of an index, without checking bounds.
    ///
    /// # Safety
    /// The index must be in bounds: one coordinate per mode, each below its extent.
    ///
    /// ```
    /// use extents::{Mapping, extents};
    /// // SAFETY: 1 < 2 and 2 < 3.
    /// assert_eq!(unsafe { Mapping::new(extents![2, 3]).offset_unchecked(&[1, 2]) }, 5);
    /// ```
    #[inline]
    pub unsafe fn offset_unchecked(&self, index: &E::Index) -> usize {
        self.layout.offset(&self.extents, index)
    }

    /// Returns the index with this offset: the first in row-major order if there are several.
    ///
    /// # Errors
    /// [`ShapeError::OutOfBounds`] if there is none; [`ShapeError::SearchLimit`] if the search gave up, which
    /// happens only for [overlapping strides](crate::layout::Strided) of many lengths.
    ///
    /// ```
    /// use extents::{Mapping, ShapeError, error::Bounded, extents};
    /// let mapping = Mapping::new(extents![2, 3]);
    /// assert_eq!(mapping.index(4), Ok([1, 1]));
    /// assert_eq!(mapping.index(6), Err(ShapeError::OutOfBounds { of: Bounded::Offset, number: 6, limit: 6 }));
    /// ```
    #[inline]
    pub fn index(&self, offset: usize) -> Result<E::Index, ShapeError> {
        self.layout.index(&self.extents, offset)
    }

    /// Returns the index with this offset, without checking that there is one.
    ///
    /// # Safety
    /// [`index`](Self::index) of this offset must be `Ok`.
    ///
    /// ```
    /// use extents::{Mapping, extents};
    /// // SAFETY: all offsets below 6 have an index.
    /// assert_eq!(unsafe { Mapping::new(extents![2, 3]).index_unchecked(4) }, [1, 1]);
    /// ```
    #[inline]
    #[allow(clippy::missing_panics_doc, reason = "it does not panic")]
    pub unsafe fn index_unchecked(&self, offset: usize) -> E::Index {
        match self.layout.index(&self.extents, offset) {
            Ok(index) => index,
            // The caller promised that there is one; a zero index keeps a broken promise harmless.
            Err(_) => {
                let mut index = self.extents.extents();
                index.as_mut().fill(0);
                index
            }
        }
    }

    /// Returns the number of elements that a buffer needs: one more than the largest offset, or 0 if there are no
    /// elements.
    ///
    /// ```
    /// use extents::{Mapping, extents};
    /// assert_eq!(Mapping::new(extents![2, 3]).required_span_size(), 6);
    /// ```
    #[inline]
    pub fn required_span_size(&self) -> usize {
        self.layout.required_span_size(&self.extents)
    }

    /// Returns the stride of each mode, in elements: an array if the rank is static.
    ///
    /// ```
    /// use extents::{Mapping, extents};
    /// assert_eq!(Mapping::new(extents![2, 3, 4]).strides(), [12, 4, 1]);
    /// ```
    #[inline]
    pub fn strides(&self) -> E::Strides
    where
        L: StridedLayout<E>,
    {
        self.layout.strides(&self.extents)
    }

    /// Returns whether no two indices share an offset.
    ///
    /// ```
    /// assert!(extents::Mapping::new(extents::extents![2, 3]).is_unique());
    /// ```
    #[inline]
    pub fn is_unique(&self) -> bool {
        self.layout.is_unique(&self.extents)
    }

    /// Returns whether each offset below the span has exactly one index, as far as [`Layout::is_exhaustive`] can tell
    /// from the strides.
    ///
    /// ```
    /// assert!(extents::Mapping::new(extents::extents![2, 3]).is_exhaustive());
    /// ```
    #[inline]
    pub fn is_exhaustive(&self) -> bool {
        self.layout.is_exhaustive(&self.extents)
    }

    /// Returns whether each mode has one stride.
    ///
    /// ```
    /// assert!(extents::Mapping::new(extents::extents![2, 3]).is_strided());
    /// ```
    #[inline]
    pub fn is_strided(&self) -> bool {
        self.layout.is_strided(&self.extents)
    }
}

/// Strides that the types know.
impl<E: Extents, L: Layout<E>> Mapping<E, L> {
    /// The stride of each mode that the types know; empty if the rank is a run-time value or above 12, and for a
    /// layout without strides.
    ///
    /// ```
    /// use extents::layout::ColMajor;
    /// use extents::{DynExtents, Mapping, StaticExtents};
    /// type Batch = StaticExtents![dyn, 8, 8];
    /// assert_eq!(Mapping::<Batch>::STATIC_STRIDES, [Some(64), Some(8), Some(1)]);
    /// assert_eq!(Mapping::<Batch, ColMajor>::STATIC_STRIDES, [Some(1), None, None]);
    /// assert_eq!(Mapping::<DynExtents<2>>::STATIC_STRIDES, [None, Some(1)]);
    /// ```
    pub const STATIC_STRIDES: &'static [Option<isize>] = static_strides::<E, L>();
}

/// Consts of fully static mappings, for every layout of this crate. A value that is only known at run time does not
/// compile where it is needed.
impl<T: ModeTuple, L: Layout<StaticExtents<T>>> Mapping<StaticExtents<T>, L> {
    const KNOWN: KnownMapping = KnownMapping::of::<T, L>();

    /// The stride of each mode, in elements. The extent of the slowest mode may be unknown.
    ///
    /// ```
    /// use extents::layout::Padded;
    /// use extents::layout::RowMajor;
    /// use extents::{Const, Mapping, StaticExtents};
    /// const ROW: isize = Mapping::<StaticExtents![2, 3]>::STRIDES[0];
    /// assert_eq!(ROW, 3);
    /// type Padding = Padded<RowMajor, Const<4>>;
    /// const PADDED: [isize; 3] = Mapping::<StaticExtents![dyn, 2, 3], Padding>::STRIDES;
    /// assert_eq!(PADDED, [8, 4, 1]);
    /// ```
    pub const STRIDES: T::Strides = strides_of::<T, L>();

    /// The number of elements that a buffer needs: one more than the largest offset, or 0 if there are no
    /// elements.
    ///
    /// ```
    /// use extents::layout::Tiled;
    /// use extents::{Const, Mapping, StaticExtents};
    /// let buffer = [0.0; Mapping::<StaticExtents![2, 3]>::REQUIRED_SPAN_SIZE];
    /// assert_eq!(buffer.len(), 6);
    /// type Rows = Mapping<StaticExtents![9, 100], Tiled<(Const<8>, Const<128>)>>;
    /// assert_eq!(Rows::REQUIRED_SPAN_SIZE, 2 * 8 * 128);
    /// ```
    pub const REQUIRED_SPAN_SIZE: usize = Self::KNOWN.span();

    /// Returns the offset of an index, or `None` if it is out of bounds.
    ///
    /// A wrong number of coordinates does not compile.
    ///
    /// ```
    /// use extents::layout::{Strided, Tiled};
    /// use extents::layout::Neg;
    /// use extents::{Const, Mapping, StaticExtents};
    /// const LAST: Option<usize> = Mapping::<StaticExtents![2, 3]>::offset_of([1, 2]);
    /// assert_eq!(LAST, Some(5));
    /// type Backwards = Mapping<StaticExtents![4], Strided<(Neg<Const<2>>,)>>;
    /// const FIRST: Option<usize> = Backwards::offset_of([0]);
    /// assert_eq!(FIRST, Some(6));
    /// type Rows = Mapping<StaticExtents![8, 256], Tiled<(Const<8>, Const<128>)>>;
    /// const NEXT_TILE: Option<usize> = Rows::offset_of([0, 128]);
    /// assert_eq!(NEXT_TILE, Some(1024));
    /// ```
    #[inline]
    pub const fn offset_of<const R: usize>(index: [usize; R]) -> Option<usize> {
        const { Self::assert_rank(R) };
        let known = const { &Self::KNOWN };
        if known.contains(&index) { Some(known.offset(&index)) } else { None }
    }

    /// Returns the index with this offset, or `None` if there is none: the first in row-major order if there are
    /// several.
    ///
    /// If strides overlap, all indices are tried, of which there may be at most 65,536; more do not compile.
    ///
    /// ```
    /// use extents::layout::Tiled;
    /// use extents::{Const, Mapping, StaticExtents};
    /// const LAST: Option<[usize; 2]> = Mapping::<StaticExtents![2, 3]>::index_of(5);
    /// assert_eq!(LAST, Some([1, 2]));
    /// type Small = Mapping<StaticExtents![3, 5], Tiled<(Const<2>, Const<2>)>>;
    /// const FOUND: Option<[usize; 2]> = Small::index_of(17);
    /// // There is padding at 9.
    /// assert_eq!((FOUND, Small::index_of(9)), (Some([2, 3]), None::<[usize; 2]>));
    /// ```
    #[inline]
    pub const fn index_of<const R: usize>(offset: usize) -> Option<[usize; R]> {
        const { Self::assert_rank(R) };
        const { Self::assert_found() };
        let mut index = [0; R];
        if const { &Self::KNOWN }.write_index(offset, &mut index) { Some(index) } else { None }
    }

    /// Returns the offset of an index, without checking bounds.
    ///
    /// # Safety
    /// The index must be in bounds: each coordinate below its extent.
    ///
    /// ```
    /// use extents::{Mapping, StaticExtents};
    /// // SAFETY: 1 < 2 and 2 < 3.
    /// const LAST: usize = unsafe { Mapping::<StaticExtents![2, 3]>::offset_of_unchecked([1, 2]) };
    /// assert_eq!(LAST, 5);
    /// ```
    #[inline]
    pub const unsafe fn offset_of_unchecked<const R: usize>(index: [usize; R]) -> usize {
        const { Self::assert_rank(R) };
        const { &Self::KNOWN }.offset(&index)
    }

    /// Returns the index with this offset, without checking that there is one.
    ///
    /// # Safety
    /// Some index must have this offset.
    ///
    /// ```
    /// use extents::{Mapping, StaticExtents};
    /// // SAFETY: 5 < 6.
    /// const LAST: [usize; 2] = unsafe { Mapping::<StaticExtents![2, 3]>::index_of_unchecked(5) };
    /// assert_eq!(LAST, [1, 2]);
    /// ```
    #[inline]
    pub const unsafe fn index_of_unchecked<const R: usize>(offset: usize) -> [usize; R] {
        const { Self::assert_rank(R) };
        const { Self::assert_found() };
        let mut index = [0; R];
        // Of an offset without an index, any will do.
        let _ = const { &Self::KNOWN }.write_index(offset, &mut index);
        index
    }

    #[track_caller]
    pub(super) const fn assert_found() {
        assert!(
            Self::KNOWN.finds_indices(),
            "the strides pass over each other, and there are too many indices to try all of them: \
             `Mapping::index` searches at run time"
        );
    }

    #[track_caller]
    pub(super) const fn assert_rank(coordinates: usize) {
        assert!(
            coordinates == StaticExtents::<T>::RANK,
            "an index has one coordinate for each mode of the extents"
        );
    }
}

impl<E: Extents, L: fmt::Debug> fmt::Debug for Mapping<E, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {:?}", self.extents, self.layout)
    }
}

/// Extents, which are taken as their row-major mapping, or a [`Mapping`], both of kind [`OfType`]; or an array of numbers, which
/// become [`DynExtents`], of kind [`OfNumbers`]. The compiler finds the kind `K`.
///
/// Constructors of tensors and views take each; those of a pointer, which return no error, take no array.
///
/// ```
/// use extents::layout::{Canonical, ColMajor};
/// use extents::{DynExtents, Tensor, extents};
/// let row_major = Tensor::full(extents![2, 3], 1.0)?;
/// let col_major = Tensor::full(ColMajor.of(extents![2, 3]), 1.0)?;
/// assert_eq!(row_major.mapping().strides(), [3, 1]);
/// assert_eq!(col_major.mapping().strides(), [1, 2]);
/// let (rows, columns) = (2, 3);
/// let numbers: Tensor<f64, DynExtents<2>> = Tensor::full([rows, columns], 1.0)?;
/// assert_eq!(numbers.mapping().strides(), [3, 1]);
/// // In generic code:
/// use extents::layout::IntoMapping;
/// use extents::{ShapeError, TensorOf};
/// fn ones<M: IntoMapping<K>, K>(shape: M) -> Result<TensorOf<M::Extents, f64, M::Layout>, ShapeError> {
///     Tensor::full(shape, 1.0)
/// }
/// assert_eq!((ones([4])?.sum(), ones(extents![5])?.sum()), (4.0, 5.0));
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither extents nor a mapping",
    label = "expected extents, an array of `usize`, or a `Mapping`",
    note = "numbers are written `extents![2, 3]`, or `[2, 3]` where the type need not know them; `extents![2, dyn n]` gives a `Result`: take the extents out of it with `?`"
)]
pub trait IntoMapping<K = OfType> {
    /// The type of the extents.
    type Extents: Extents;
    /// The type of the layout.
    type Layout: Layout<Self::Extents>;
    /// The error of numbers that are no extents: [`Infallible`] of extents and mappings.
    type Error: Into<ShapeError>;
    /// Converts to a mapping.
    ///
    /// # Errors
    /// Returns [`ShapeError::SizeOverflow`] of numbers.
    fn into_mapping(self) -> Result<Mapping<Self::Extents, Self::Layout>, Self::Error>;
}

/// The kind of what [converts to a mapping](IntoMapping) and is extents or a mapping.
#[derive(Debug)]
pub enum OfType {}

/// The kind of numbers that [convert to a mapping](IntoMapping).
#[derive(Debug)]
pub enum OfNumbers {}

#[diagnostic::do_not_recommend]
impl<E: Extents> IntoMapping for E {
    type Extents = E;
    type Layout = RowMajor;
    type Error = Infallible;
    #[inline]
    fn into_mapping(self) -> Result<Mapping<E>, Infallible> {
        Ok(Mapping::new(self))
    }
}

impl<E: Extents, L: Layout<E>> IntoMapping for Mapping<E, L> {
    type Extents = E;
    type Layout = L;
    type Error = Infallible;
    #[inline]
    fn into_mapping(self) -> Result<Self, Infallible> {
        Ok(self)
    }
}

impl<const N: usize> IntoMapping<OfNumbers> for [usize; N] {
    type Extents = DynExtents<N>;
    type Layout = RowMajor;
    type Error = ShapeError;
    #[inline]
    fn into_mapping(self) -> Result<Mapping<DynExtents<N>>, ShapeError> {
        Ok(Mapping::new(DynExtents::new(self)?))
    }
}
