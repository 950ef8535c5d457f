//! Ragged tensors padded to a box.

use core::ops::Deref;

use super::RaggedTensor;
use crate::{ShapeBase, StructureError};
use extents::{DynRankExtents, Extents, Tensor};
use extents_static::__private::Order;

impl<T: Clone, S: Deref<Target = [T]>> RaggedTensor<S> {
    /// Pads each row with `fill` and returns the tensor of the smooth shape into which it fits. Its indices count from
    /// 0.
    ///
    /// # Errors
    /// Returns [`SizeOverflow`](extents::ShapeError::SizeOverflow), [`Allocation`](extents::ShapeError::Allocation).
    ///
    /// ```
    /// use extents_shapes::RaggedTensor;
    /// use extents::StaticExtents;
    /// let rows = RaggedTensor::from_rows([vec![1], vec![2, 3]])?;
    /// let padded = rows.padded(0)?;
    /// assert_eq!(padded.as_slice(), [1, 0, 2, 3]);
    /// let typed = padded.strengthen::<StaticExtents![dyn, 2]>()?;
    /// assert_eq!(typed[[1, 0]], 2);
    /// # Ok::<(), extents_shapes::StructureError>(())
    /// ```
    pub fn padded(&self, fill: T) -> Result<Tensor<T, DynRankExtents>, StructureError> {
        let extents = self.shape.padded()?;
        let mut padded = Tensor::full(extents, fill)?;
        let extents = padded.extents().extents();
        let (mut elements, memory) = (self.elements.iter(), padded.as_mut_slice());
        for index in self.shape.indices_from_zero() {
            let offset = Order::RowMajor.offset(&extents, &index);
            if let (Some(to), Some(element)) = (memory.get_mut(offset), elements.next()) {
                *to = element.clone();
            }
        }
        Ok(padded)
    }
}
