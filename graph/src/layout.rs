//! Where the elements of a tensor lie: sizes, strides, offsets.

use crate::error::Required;
use alloc::vec::Vec;

use super::access::Access;
use super::assigned::Assigned;
use super::error::{DescriptionError, short};
use super::strides::{self, align, strides_in_order};
use super::tensor::{ElementSource, TensorDescription};

impl<A: Access> TensorDescription<A> {
    /// Returns the tensor with these sizes in memory, one for each plain axis: at least its length. The result has no
    /// layout. Views that were made before keep their sizes.
    ///
    /// # Errors
    /// Returns [`RankMismatch`](extents::ShapeError::RankMismatch), [`DescriptionError::SizeTooSmall`],
    /// [`SizeOverflow`](extents::ShapeError::SizeOverflow), [`DescriptionError::Requires`].
    ///
    /// ```
    /// use extents_graph::TensorDescription;
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[5, 3, 2])?.with_sizes(&[5, 4, 2])?;
    /// assert_eq!(tensor.row_major()?.strides(), Some(vec![8, 2, 1]));
    /// assert_eq!(tensor.column_major()?.strides(), Some(vec![1, 5, 20]));
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn with_sizes(&self, sizes: &[usize]) -> Result<Self, DescriptionError> {
        self.must_be_stored_base()?;
        super::algebra::same_count(self.sizes.len(), sizes.len())?;
        TensorDescription { sizes: sizes.to_vec(), layout: None, base_layout: None, ..self.clone() }
            .checked()
    }

    /// Returns the tensor with the size of one axis rounded up to a multiple. The result has no layout.
    ///
    /// # Errors
    /// Returns the errors of [`align`](super::align) and [`with_sizes`](Self::with_sizes);
    /// [`DescriptionError::UnknownAxis`] where no plain axis has this name.
    ///
    /// ```
    /// use extents_graph::TensorDescription;
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[2, 5])?.aligned("1", 4)?;
    /// assert_eq!(tensor.sizes(), [2, 8]);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn aligned(&self, axis: &str, multiple: usize) -> Result<Self, DescriptionError> {
        let leaves = self.axes.leaves();
        let place = leaves.iter().position(|leaf| alloc::string::ToString::to_string(leaf) == axis);
        let place = place.ok_or_else(|| DescriptionError::UnknownAxis { axis: short(&axis) })?;
        let mut sizes = self.sizes.clone();
        if let Some(size) = sizes.get_mut(place) {
            *size = align(*size, multiple)?;
        }
        self.with_sizes(&sizes)
    }

    /// Returns the tensor with the row-major layout of its sizes.
    ///
    /// # Errors
    /// Returns [`DescriptionError::Requires`]; [`DescriptionError::NotMergeable`] where
    /// a flattened axis has padding within.
    ///
    /// ```
    /// use extents_graph::TensorDescription;
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[2, 3])?.row_major()?;
    /// assert_eq!(tensor.byte_strides(), Some(vec![12, 4]));
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn row_major(&self) -> Result<Self, DescriptionError> {
        self.assigned(&strides::row_major_strides(&self.sizes)?, 0)
    }

    /// Returns the tensor with the column-major layout of its sizes.
    ///
    /// # Errors
    /// Returns the errors of [`row_major`](Self::row_major).
    ///
    /// ```
    /// use extents_graph::TensorDescription;
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[2, 3])?.column_major()?;
    /// assert_eq!(tensor.strides(), Some(vec![1, 2]));
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn column_major(&self) -> Result<Self, DescriptionError> {
        self.assigned(&strides::column_major_strides(&self.sizes)?, 0)
    }

    /// Returns the tensor with the layout of its sizes whose axes are in this order, the fastest first.
    ///
    /// # Errors
    /// Returns the errors of [`row_major`](Self::row_major) and [`strides_in_order`](super::strides_in_order).
    ///
    /// ```
    /// use extents_graph::TensorDescription;
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[5, 3, 2])?.in_order(&[1, 2, 0])?;
    /// assert_eq!(tensor.strides(), Some(vec![6, 1, 3]));
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn in_order(&self, minor_to_major: &[usize]) -> Result<Self, DescriptionError> {
        self.assigned(&strides_in_order(&self.sizes, minor_to_major)?, 0)
    }

    /// Returns the tensor with these strides, in elements, one for each plain axis, and this offset of the index of
    /// zeros.
    ///
    /// # Errors
    /// Returns the errors of [`row_major`](Self::row_major); [`RankMismatch`](extents::ShapeError::RankMismatch),
    /// [`DescriptionError::NegativeOffset`], [`DescriptionError::TooLarge`];
    /// [`NotUnique`](extents::ShapeError::NotUnique) where two indices of an assignable tensor would share an element.
    ///
    /// ```
    /// use extents_graph::TensorDescription;
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[5, 3, 2])?.with_strides(&[1, 5, 15], 3)?;
    /// assert_eq!(tensor.offset_of(&[4, 2, 1])?, 32);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn with_strides(&self, strides: &[isize], offset: usize) -> Result<Self, DescriptionError> {
        self.assigned(strides, offset)
    }

    /// Returns the tensor with these strides and this offset, in bytes.
    ///
    /// # Errors
    /// Returns the errors of [`with_strides`](Self::with_strides); [`DescriptionError::ByteStride`],
    /// [`DescriptionError::ByteOffset`].
    ///
    /// ```
    /// use extents_graph::TensorDescription;
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F64, &[3, 2])?;
    /// assert_eq!(tensor.with_byte_strides(&[8, 24], 0)?.strides(), Some(vec![1, 3]));
    /// assert!(tensor.with_byte_strides(&[8, 25], 0).is_err());
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn with_byte_strides(
        &self,
        strides: &[isize],
        offset: usize,
    ) -> Result<Self, DescriptionError> {
        let element = self.dtype.bytes();
        super::algebra::same_count(self.sizes.len(), strides.len())?;
        let in_elements = strides.iter().zip(self.axes.leaves()).map(|(bytes, axis)| {
            let bytes = *bytes;
            match (
                bytes.checked_rem(element.cast_signed()),
                bytes.checked_div(element.cast_signed()),
            ) {
                (Some(0), Some(stride)) => Ok(stride),
                _ => Err(DescriptionError::ByteStride { axis: short(axis), bytes, element }),
            }
        });
        let strides = in_elements.collect::<Result<Vec<_>, _>>()?;
        if !offset.is_multiple_of(element) {
            return Err(DescriptionError::ByteOffset { bytes: offset, element });
        }
        self.assigned(&strides, offset.checked_div(element).unwrap_or(0))
    }

    fn assigned(&self, strides: &[isize], offset: usize) -> Result<Self, DescriptionError> {
        self.must_be_stored_base()?;
        super::algebra::same_count(self.sizes.len(), strides.len())?;
        let layout = Some(Assigned::new(&self.lengths(), strides, offset)?);
        let mut base = TensorDescription { layout, ..self.clone() }.checked()?;
        base.base_layout = base.merged()?;
        Ok(base)
    }

    fn must_be_stored_base(&self) -> Result<(), DescriptionError> {
        if self.base.source != ElementSource::Stored {
            return Err(DescriptionError::Requires(Required::Storage));
        }
        self.must_be_base()
    }

    pub(super) fn known_layout(&self) -> Result<&Assigned, DescriptionError> {
        let missing = match self.base.source {
            ElementSource::Computed => DescriptionError::Requires(Required::Storage),
            ElementSource::Stored | ElementSource::Uniform => {
                DescriptionError::Requires(Required::Layout)
            }
        };
        self.layout.as_ref().ok_or(missing)
    }
}
