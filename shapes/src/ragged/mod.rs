//! [`RaggedTensor`]: elements over a jagged shape.

#[cfg(feature = "arrow")]
pub mod arrow;
mod build;
mod padded;

use core::fmt;
use core::ops::{Deref, DerefMut, Index, IndexMut, Range};

use alloc::vec::Vec;

use crate::{JaggedShape, ShapeBase, StructureError};
use extents::{
    Extents, Mapping, ModeArray, ShapeError, View, ViewMut,
    error::{Quantity, Rejected},
};

/// A tensor of a [`JaggedShape`]: its elements are in one buffer, row after row.
///
/// `S` holds them: a `Vec<T>`, a borrowed `&[T]` or `&mut [T]`, or anything else that lends a slice. Rows are slices of
/// it; a smooth slice of any rank is a [`View`].
///
/// ```
/// use extents_shapes::{JaggedShape, RaggedTensor, jagged};
/// use extents::StaticExtents;
/// let words = RaggedTensor::from_rows(["ragged", "rows"].map(str::bytes))?;
/// assert_eq!(words.shape(), &JaggedShape::from_lengths([6, 4])?);
/// assert_eq!(words.row(1), Some(&b"rows"[..]));
/// assert_eq!(words[[0, 2]], b'g');
/// // Slices with extents of any layer; what the type knows is checked.
/// let pairs = RaggedTensor::new(jagged![[2, 2], [1, 2]]?, [1, 2, 3, 4, 5, 6].as_slice())?;
/// let matrix = pairs.view_at::<StaticExtents![dyn, 2]>(&[1])?;
/// assert_eq!(matrix[[0, 1]], 6);
/// # Ok::<(), extents_shapes::StructureError>(())
/// ```
#[derive(Clone)]
pub struct RaggedTensor<S> {
    // As many elements as the size of the shape.
    shape: JaggedShape,
    elements: S,
}

impl<T, S: Deref<Target = [T]>> RaggedTensor<S> {
    /// Creates a tensor from elements in the lexicographic order of the indices of a shape.
    ///
    /// # Errors
    /// Returns [`CountMismatch`](ShapeError::CountMismatch), with which the elements come back.
    ///
    /// ```
    /// use extents_shapes::{JaggedShape, RaggedTensor};
    /// let shape = JaggedShape::from_lengths([1, 2])?;
    /// assert_eq!(RaggedTensor::new(shape.clone(), vec![5, 6, 7])?.row(1), Some(&[6, 7][..]));
    /// let rejected = RaggedTensor::new(shape, vec![5, 6]).unwrap_err();
    /// assert_eq!(rejected.to_string(), "the shape needs 3 elements, but 2 were given");
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn new(shape: JaggedShape, elements: S) -> Result<Self, Rejected<S>> {
        let (expected, found) = (shape.size(), elements.len());
        if expected != found {
            let error = ShapeError::CountMismatch { of: Quantity::Elements, expected, found };
            return Err(Rejected { value: elements, error });
        }
        Ok(RaggedTensor { shape, elements })
    }

    /// Returns the shape.
    pub fn shape(&self) -> &JaggedShape {
        &self.shape
    }

    /// Returns all elements as a slice, row after row.
    pub fn as_slice(&self) -> &[T] {
        &self.elements
    }

    /// Returns the shape and the elements.
    pub fn into_parts(self) -> (JaggedShape, S) {
        (self.shape, self.elements)
    }

    /// Returns a reference to the element at an index, or `None` if there is none.
    ///
    /// ```
    /// let rows = extents_shapes::RaggedTensor::from_rows([vec![1], vec![2, 3]])?;
    /// assert_eq!((rows.get([1, 1]), rows.get([0, 1])), (Some(&3), None));
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    #[inline]
    pub fn get(&self, index: impl AsRef<[usize]>) -> Option<&T> {
        self.elements.get(self.shape.offset(index.as_ref()).ok()?)
    }

    /// Returns the elements of a slice along mode 0, counted from 0 whatever the origin is.
    #[inline]
    pub fn row(&self, row: usize) -> Option<&[T]> {
        self.elements.get(self.shape.rows().get(row)?)
    }

    /// Returns an iterator over the slices along mode 0.
    ///
    /// ```
    /// let rows = extents_shapes::RaggedTensor::from_rows([vec![1], vec![], vec![2, 3]])?;
    /// let sums: Vec<i32> = rows.rows().map(|row| row.iter().sum()).collect();
    /// assert_eq!(sums, [1, 0, 5]);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn rows<'a>(&'a self) -> impl ExactSizeIterator<Item = &'a [T]>
    where
        T: 'a,
    {
        let elements = self.as_slice();
        self.shape.rows().iter().map(move |range| elements.get(range).unwrap_or(&[]))
    }

    /// Returns the smooth slice at a partial index as a view with extents of type `E`.
    ///
    /// # Errors
    /// Returns [`StructureError::IndexOutOfBounds`], [`TooManyPins`](StructureError::TooManyPins);
    /// [`Mismatch`](StructureError::Mismatch) where its rows differ; of [`ShapeError`] `RankMismatch` and
    /// `ExtentMismatch` where the type knows otherwise.
    ///
    /// ```
    /// use extents_shapes::RaggedTensor;
    /// use extents::DynExtents;
    /// let rows = RaggedTensor::from_rows([vec![1], vec![2, 3]])?;
    /// assert_eq!(rows.view_at::<DynExtents<1>>(&[1])?[[1]], 3);
    /// assert!(rows.view_at::<DynExtents<2>>(&[]).is_err());
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn view_at<E: Extents>(&self, prefix: &[usize]) -> Result<View<'_, T, E>, StructureError> {
        let (range, extents) = self.smooth_at(prefix)?;
        let elements = self.elements.get(range).unwrap_or(&[]);
        Ok(View::from_slice(Mapping::new(E::from_extents(&extents)?), elements)?)
    }

    /// Returns the slice at a partial index, smooth or not, with borrowed elements.
    ///
    /// # Errors
    /// Returns the errors of [`JaggedShape::element`].
    ///
    /// ```
    /// use extents_shapes::{RaggedTensor, jagged};
    /// let shape = jagged![{ [1] }, { [2], [1] }]?;
    /// let tensor = RaggedTensor::new(shape, vec![1, 2, 3, 4])?;
    /// let matrix = tensor.element(&[1])?;
    /// assert_eq!(matrix.row(0), Some(&[2, 3][..]));
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn element(&self, prefix: &[usize]) -> Result<RaggedTensor<&[T]>, StructureError> {
        let shape = self.shape.element(prefix)?;
        // The null shape is its own slice, and has no elements.
        let elements = if shape.is_null() { 0..0 } else { self.shape.slice_at(prefix)?.elements };
        Ok(RaggedTensor::new(shape, self.elements.get(elements).unwrap_or(&[]))?)
    }

    /// Returns a range of slices along mode 0, in absolute indices, without copying offsets or elements.
    ///
    /// # Errors
    /// Returns the errors of [`JaggedShape::slice_rows`].
    ///
    /// ```
    /// let rows = extents_shapes::RaggedTensor::from_rows([vec![1], vec![2, 3], vec![4]])?;
    /// let last = rows.slice_rows(1..3)?;
    /// assert_eq!(last.as_slice(), [2, 3, 4]);
    /// assert_eq!(last.get(&[1, 0]), Some(&2));
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn slice_rows(&self, rows: Range<usize>) -> Result<RaggedTensor<&[T]>, StructureError> {
        let origin = self.shape.origin().first().copied().unwrap_or(0);
        let first = rows.start.wrapping_sub(origin);
        let shape = self.shape.slice_rows(rows)?;
        // Without a row there is no element either.
        let begin = self.shape.rows().get(first).map_or(0, |range| range.start);
        let end = begin.wrapping_add(shape.size());
        Ok(RaggedTensor::new(shape, self.elements.get(begin..end).unwrap_or(&[]))?)
    }

    /// Returns an iterator over all indices with their elements, in lexicographic order.
    pub fn indexed_iter<'a>(&'a self) -> impl Iterator<Item = (ModeArray<usize>, &'a T)>
    where
        T: 'a,
    {
        self.shape.indices().zip(self.elements.iter())
    }

    /// Applies `f` to each element and returns a tensor of the same shape.
    ///
    /// # Errors
    /// Returns [`Allocation`](ShapeError::Allocation); [`CountMismatch`](ShapeError::CountMismatch) where the storage
    /// no longer gives as many elements as it had.
    ///
    /// ```
    /// let rows = extents_shapes::RaggedTensor::from_rows([vec![1], vec![2, 3]])?;
    /// assert_eq!(rows.map(|x| x * 10)?.as_slice(), [10, 20, 30]);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn map<U>(&self, f: impl FnMut(&T) -> U) -> Result<RaggedTensor<Vec<U>>, StructureError> {
        // Asked once: a storage may answer otherwise the next time.
        let found = self.as_slice();
        let mut elements = Vec::new();
        build::reserve(&mut elements, found.len())?;
        elements.extend(found.iter().map(f));
        RaggedTensor::new(self.shape.clone(), elements).map_err(|rejected| rejected.error.into())
    }

    fn smooth_at(
        &self,
        prefix: &[usize],
    ) -> Result<(Range<usize>, ModeArray<usize>), StructureError> {
        let found = self.shape.slice_at(prefix)?;
        let extents = match found.extents {
            Some(extents) => extents,
            // Says which rows differ.
            None => self.shape.leaf(prefix)?.smooth_extents().unwrap_or_default(),
        };
        Ok((found.elements, extents))
    }
}

impl<T, S: DerefMut<Target = [T]>> RaggedTensor<S> {
    /// Returns all elements as a mutable slice.
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.elements
    }

    /// Returns a mutable reference to the element at an index, or `None` if there is none.
    #[inline]
    pub fn get_mut(&mut self, index: impl AsRef<[usize]>) -> Option<&mut T> {
        let offset = self.shape.offset(index.as_ref()).ok()?;
        self.elements.get_mut(offset)
    }

    /// Returns the elements of a slice along mode 0 as a mutable slice.
    ///
    /// ```
    /// let mut rows = extents_shapes::RaggedTensor::from_rows([vec![1], vec![2, 3]])?;
    /// if let Some(row) = rows.row_mut(1) {
    ///     row.reverse();
    /// }
    /// assert_eq!(rows.as_slice(), [1, 3, 2]);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    #[inline]
    pub fn row_mut(&mut self, row: usize) -> Option<&mut [T]> {
        let range = self.shape.rows().get(row)?;
        self.elements.get_mut(range)
    }

    /// Returns the smooth slice at a partial index as a mutable view.
    ///
    /// # Errors
    /// Returns the errors of [`view_at`](Self::view_at).
    ///
    /// ```
    /// use extents_shapes::RaggedTensor;
    /// use extents::DynExtents;
    /// let mut rows = RaggedTensor::from_rows([vec![1], vec![2, 3]])?;
    /// rows.view_mut_at::<DynExtents<1>>(&[1])?[[0]] = 9;
    /// assert_eq!(rows.as_slice(), [1, 9, 3]);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn view_mut_at<E: Extents>(
        &mut self,
        prefix: &[usize],
    ) -> Result<ViewMut<'_, T, E>, StructureError> {
        let (range, extents) = self.smooth_at(prefix)?;
        let elements = self.elements.get_mut(range).unwrap_or(&mut []);
        Ok(ViewMut::from_slice(Mapping::new(E::from_extents(&extents)?), elements)?)
    }
}

impl<T, S: Deref<Target = [T]>, const R: usize> Index<[usize; R]> for RaggedTensor<S> {
    type Output = T;
    /// # Panics
    /// If the index is out of bounds.
    #[inline]
    #[allow(clippy::indexing_slicing, reason = "`[]` panics as that of slices does")]
    fn index(&self, index: [usize; R]) -> &T {
        match self.shape.offset(&index) {
            Ok(offset) => &self.as_slice()[offset],
            Err(error) => out_of_bounds(&error),
        }
    }
}

impl<T, S: DerefMut<Target = [T]>, const R: usize> IndexMut<[usize; R]> for RaggedTensor<S> {
    /// # Panics
    /// If the index is out of bounds.
    #[inline]
    #[allow(clippy::indexing_slicing, reason = "`[]` panics as that of slices does")]
    fn index_mut(&mut self, index: [usize; R]) -> &mut T {
        match self.shape.offset(&index) {
            Ok(offset) => &mut self.as_mut_slice()[offset],
            Err(error) => out_of_bounds(&error),
        }
    }
}

#[cold]
#[track_caller]
#[allow(clippy::panic, reason = "`[]` panics as that of slices does")]
fn out_of_bounds(error: &StructureError) -> ! {
    panic!("{error}")
}

impl<T: PartialEq, S, R> PartialEq<RaggedTensor<R>> for RaggedTensor<S>
where
    S: Deref<Target = [T]>,
    R: Deref<Target = [T]>,
{
    fn eq(&self, other: &RaggedTensor<R>) -> bool {
        self.shape == other.shape && self.as_slice() == other.as_slice()
    }
}

impl<T: fmt::Debug, S: Deref<Target = [T]>> fmt::Debug for RaggedTensor<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.rows()).finish()
    }
}
