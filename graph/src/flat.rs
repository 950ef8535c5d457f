//! Tensors that one flat loop can walk.

use crate::error::Required;
use alloc::vec::Vec;
use core::ops::Range;

use super::access::Access;
use super::assigned::Assigned;
use super::error::DescriptionError;
use super::row_major_strides;
use super::tensor::TensorDescription;

impl<A: Access> TensorDescription<A> {
    /// Returns whether the layout is known and row-major without padding.
    ///
    /// ```
    /// use extents_graph::TensorDescription;
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[2, 3])?.row_major()?;
    /// assert!(tensor.c_contiguous() && !tensor.transpose()?.c_contiguous());
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn c_contiguous(&self) -> bool {
        self.is_row_major_of(|_, length| length)
    }

    /// Returns whether the layout is known and row-major without padding, except for axes of stride 0, which take no
    /// space.
    ///
    /// ```
    /// use extents_graph::{Axis, TensorDescription};
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[2, 3])?.row_major()?;
    /// let spread = tensor.expand_dims(Axis::new("N", 8), 1)?;
    /// assert!(spread.broadcast_contiguous() && !spread.c_contiguous());
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn broadcast_contiguous(&self) -> bool {
        self.is_row_major_of(|stride, length| if stride == 0 { 1 } else { length })
    }

    /// Whether the strides are those of a row-major tensor of these lengths; `room` may change a length. A stride of
    /// an axis that has no more than one entry leads nowhere and is not looked at.
    fn is_row_major_of(&self, room: impl Fn(isize, usize) -> usize) -> bool {
        let (Some(strides), shape) = (self.strides(), self.shape()) else { return false };
        let rooms = strides.iter().zip(&shape).map(|(stride, length)| room(*stride, *length));
        let rooms: Vec<usize> = rooms.collect();
        let Ok(expected) = row_major_strides(&rooms) else { return false };
        let mut modes = strides.iter().zip(&expected).zip(&rooms);
        shape.contains(&0) || modes.all(|((own, expected), room)| own == expected || *room <= 1)
    }

    /// Returns the range of the offsets of all elements, if they are contiguous in memory, in any order.
    ///
    /// # Errors
    /// Returns [`DescriptionError::Requires`]: [`Required::Dense`] where there are gaps between the elements, or some
    /// share a place, [`Required::Layout`] or [`Required::Storage`] where the tensor has no layout.
    ///
    /// ```
    /// use extents_graph::TensorDescription;
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[2, 3])?.row_major()?;
    /// assert_eq!(tensor.transpose()?.flat_offsets()?, 0..6);
    /// assert_eq!(tensor.slice(&[1.into()])?.flat_offsets()?, 3..6);
    /// assert!(tensor.slice(&["::".parse()?, "1:".parse()?])?.flat_offsets().is_err());
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn flat_offsets(&self) -> Result<Range<usize>, DescriptionError> {
        let layout = self.known_layout()?;
        if layout.is_empty() {
            return Ok(layout.offset()..layout.offset());
        }
        // The stride of a mode of one entry leads nowhere.
        let modes = self.lengths().into_iter().zip(layout.strides().iter().copied());
        let (lengths, strides): (Vec<_>, Vec<_>) = modes.filter(|(length, _)| *length > 1).unzip();
        let moving = Assigned::new(&lengths, &strides, layout.offset())?;
        if moving.mapping().is_exhaustive() {
            Ok(layout.spanned())
        } else {
            Err(DescriptionError::Requires(Required::Dense))
        }
    }

    /// Returns whether one flat loop over the offsets of both visits pairs of elements of equal index: both have the
    /// same shape, the same strides, and no gaps.
    ///
    /// The k-th of the [offsets](Self::flat_offsets) of the one belongs to the k-th of the other. Names and types of
    /// elements may differ.
    ///
    /// ```
    /// use extents_graph::TensorDescription;
    /// use extents::DType;
    /// let one = <TensorDescription>::of_shape(DType::F32, &[2, 3])?;
    /// let other = <TensorDescription>::of_shape(DType::F64, &[2, 3])?;
    /// assert!(one.column_major()?.flatten_compatible(&other.column_major()?));
    /// assert!(!one.row_major()?.flatten_compatible(&other.column_major()?));
    /// let padded = one.with_sizes(&[2, 4])?.row_major()?;
    /// assert!(!padded.flatten_compatible(&padded));
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn flatten_compatible<B: Access>(&self, other: &TensorDescription<B>) -> bool {
        let (Some(left), Some(right)) = (self.strides(), other.strides()) else { return false };
        let shape = self.shape();
        let same =
            left.iter().zip(&right).zip(&shape).all(|((l, r), length)| l == r || *length < 2);
        let is_empty = shape.contains(&0);
        // What holds of the one then holds of the other.
        shape == other.shape() && (same || is_empty) && self.flat_offsets().is_ok()
    }
}
