//! Ragged tensors from rows, and of elements that a function makes.

use alloc::vec::Vec;

use super::RaggedTensor;
use crate::{JaggedShape, ShapeBase, StructureError};
use extents::{ModeArray, ShapeError};

impl<T> RaggedTensor<Vec<T>> {
    /// Creates a ragged matrix of these rows.
    ///
    /// # Errors
    /// Returns [`Allocation`](ShapeError::Allocation).
    ///
    /// ```
    /// use extents_shapes::RaggedTensor;
    /// let rows = RaggedTensor::from_rows([vec![1], vec![], vec![2, 3]])?;
    /// assert_eq!(rows.shape().to_string(), "{[1], [0], [2]}");
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn from_rows<R: IntoIterator<Item = T>>(
        rows: impl IntoIterator<Item = R>,
    ) -> Result<Self, StructureError> {
        let (mut lengths, mut elements) = (Vec::new(), Vec::new());
        for row in rows {
            let before = elements.len();
            let row = row.into_iter();
            // An iterator may promise more than there is memory for.
            reserve(&mut elements, row.size_hint().0)?;
            elements.extend(row);
            reserve(&mut lengths, 1)?;
            lengths.push(elements.len().wrapping_sub(before));
        }
        Ok(RaggedTensor { shape: JaggedShape::from_lengths(lengths)?, elements })
    }

    /// Creates a tensor whose elements are the results of `f` for each index.
    ///
    /// # Errors
    /// Returns [`Allocation`](ShapeError::Allocation).
    ///
    /// ```
    /// use extents_shapes::{JaggedShape, RaggedTensor};
    /// let shape = JaggedShape::from_lengths([1, 2])?;
    /// let tensor = RaggedTensor::from_fn(shape, |index| 10 * index[0] + index[1])?;
    /// assert_eq!(tensor.as_slice(), [0, 10, 11]);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn from_fn(
        shape: JaggedShape,
        mut f: impl FnMut(&ModeArray<usize>) -> T,
    ) -> Result<Self, StructureError> {
        let mut elements = Vec::new();
        reserve(&mut elements, shape.size())?;
        elements.extend(shape.indices().map(|index| f(&index)));
        Ok(RaggedTensor { shape, elements })
    }

    /// Creates a tensor of copies of one value.
    ///
    /// # Errors
    /// Returns [`Allocation`](ShapeError::Allocation).
    ///
    /// ```
    /// use extents_shapes::RaggedTensor;
    /// let zeros = RaggedTensor::full(extents_shapes::jagged![[1], [2]]?, 0.0)?;
    /// assert_eq!(zeros.as_slice(), [0.0; 3]);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn full(shape: JaggedShape, value: T) -> Result<Self, StructureError>
    where
        T: Clone,
    {
        let mut elements = Vec::new();
        reserve(&mut elements, shape.size())?;
        elements.resize(shape.size(), value);
        Ok(RaggedTensor { shape, elements })
    }
}

pub(super) fn reserve<T>(memory: &mut Vec<T>, elements: usize) -> Result<(), ShapeError> {
    memory.try_reserve(elements).map_err(|_| ShapeError::Allocation { elements })
}
