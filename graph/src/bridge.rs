//! From a description to a mapping, and to a view of a buffer.

use crate::error::{Counted, Required};
use core::ops::Range;

use super::access::{Access, CanAssign};
use super::error::DescriptionError;
use super::tensor::TensorDescription;
use extents::layout::Strided;
use extents::{DynRankExtents, Mapping, ModeArray, View, ViewMut};

/// The type of the mapping of a description.
pub type DescriptionMapping = Mapping<DynRankExtents, Strided<ModeArray<isize>>>;

impl<A: Access> TensorDescription<A> {
    /// Returns the mapping from indices to offsets, which count from the element with the smallest offset.
    ///
    /// # Errors
    /// Returns [`DescriptionError::Requires`].
    ///
    /// ```
    /// use extents_graph::TensorDescription;
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[2, 3])?.row_major()?;
    /// assert_eq!(tensor.transpose()?.mapping()?.offset([2, 1])?, 5);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn mapping(&self) -> Result<DescriptionMapping, DescriptionError> {
        self.known_layout()?;
        let merged = self.merged()?.ok_or(DescriptionError::Requires(Required::Layout))?;
        Ok(merged.mapping().clone())
    }

    /// Returns the range of the storage that the mapping spans, from the smallest offset to one past the largest.
    ///
    /// # Errors
    /// Returns [`DescriptionError::Requires`].
    ///
    /// ```
    /// use extents_graph::TensorDescription;
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[6])?.row_major()?;
    /// assert_eq!(tensor.slice(&["4:1:-1".parse()?])?.spanned()?, 2..5);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn spanned(&self) -> Result<Range<usize>, DescriptionError> {
        Ok(self.known_layout()?.spanned())
    }

    fn range_in<T>(&self, length: usize) -> Result<Range<usize>, DescriptionError> {
        let (expected, found) = (self.dtype.bytes(), size_of::<T>());
        if expected != found {
            return Err(DescriptionError::CountMismatch {
                of: Counted::ElementBytes,
                expected,
                found,
            });
        }
        let range = self.spanned()?;
        if range.end > length {
            return Err(DescriptionError::CountMismatch {
                of: Counted::BufferElements,
                expected: range.end,
                found: length,
            });
        }
        Ok(range)
    }

    /// Returns a view of the storage of the base.
    ///
    /// # Errors
    /// Returns [`DescriptionError::Requires`] where the tensor has no layout; [`DescriptionError::CountMismatch`]:
    /// [`Counted::ElementBytes`] where `T` has another size than the type of elements, [`Counted::BufferElements`] where
    /// `storage` ends before the last element.
    ///
    /// ```
    /// use extents_graph::{AxisSlice, TensorDescription};
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[2, 3])?.row_major()?;
    /// let part = tensor.slice(&[AxisSlice::from(1), AxisSlice::from(..).step_by(-1)])?;
    /// let storage = [1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0];
    /// assert_eq!(part.view(&storage)?[[0]], 6.0);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn view<'a, T>(
        &self,
        storage: &'a [T],
    ) -> Result<View<'a, T, DynRankExtents, Strided<ModeArray<isize>>>, DescriptionError> {
        let range = self.range_in::<T>(storage.len())?;
        Ok(View::from_slice(self.mapping()?, storage.get(range).unwrap_or(&[]))?)
    }

    /// Returns a mutable view of the storage of the base. Does not compile for a [read-only](super::ReadOnly)
    /// description.
    ///
    /// # Errors
    /// Returns the errors of [`view`](Self::view).
    ///
    /// ```
    /// use extents_graph::{Assignable, TensorDescription};
    /// use extents::DType;
    /// let tensor = TensorDescription::<Assignable>::of_shape(DType::F32, &[2, 3])?.row_major()?;
    /// let mut storage = [0.0_f32; 6];
    /// tensor.transpose()?.view_mut(&mut storage)?[[2, 1]] = 7.0;
    /// assert_eq!(storage, [0.0, 0.0, 0.0, 0.0, 0.0, 7.0]);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    #[allow(private_bounds, reason = "no other access than `Assignable` can be assigned")]
    pub fn view_mut<'a, T>(
        &self,
        storage: &'a mut [T],
    ) -> Result<ViewMut<'a, T, DynRankExtents, Strided<ModeArray<isize>>>, DescriptionError>
    where
        A: CanAssign,
    {
        let range = self.range_in::<T>(storage.len())?;
        Ok(ViewMut::from_slice(self.mapping()?, storage.get_mut(range).unwrap_or(&mut []))?)
    }
}
