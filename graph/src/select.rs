//! Views of the same axes in another order, and of parts of them.

use alloc::vec::Vec;

use super::access::Access;
use super::algebra::same_count;
use super::error::{DescriptionError, short};
use super::slices::{Cut, check_count};
use super::tensor::TensorDescription;
use super::views::Reads;
use super::{Axes, AxisSlice, strides_in_order};

impl<A: Access> TensorDescription<A> {
    /// Reverses the order of the axes.
    ///
    /// # Errors
    /// Never fails for a description whose axes all have a length, which every description has.
    ///
    /// ```
    /// use extents_graph::TensorDescription;
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[2, 3, 4])?.row_major()?;
    /// assert_eq!(tensor.transpose()?.byte_strides(), Some(vec![4, 16, 48]));
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn transpose(&self) -> Result<Self, DescriptionError> {
        let order: Vec<usize> = (0..self.rank()).rev().collect();
        self.permute(&order)
    }

    /// Permutes the axes: axis `k` of the view is axis `order[k]` of this tensor.
    ///
    /// # Errors
    /// Returns the errors of [`strides_in_order`](super::strides_in_order).
    ///
    /// ```
    /// use extents_graph::TensorDescription;
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[5, 3, 2])?.row_major()?;
    /// assert_eq!(tensor.permute(&[2, 0, 1])?.strides(), Some(vec![1, 6, 2]));
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn permute(&self, order: &[usize]) -> Result<Self, DescriptionError> {
        strides_in_order(&self.shape(), order)?;
        let axes = order.iter().filter_map(|place| self.axes.get(*place).cloned()).collect();
        let reads: Vec<Reads> = order.iter().map(|place| Some((*place, 0, 1))).collect();
        self.picked(Axes::distinct(axes), &reads, &[])
    }

    /// Puts the axes in the order of these names.
    ///
    /// # Errors
    /// Returns [`DescriptionError::UnknownAxis`], [`DescriptionError::DuplicateAxis`],
    /// [`DescriptionError::MissingAxis`].
    ///
    /// ```
    /// use extents_graph::TensorDescription;
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[5, 3])?.row_major()?;
    /// assert_eq!(tensor.reorder(&["1", "0"])?.strides(), Some(vec![1, 3]));
    /// assert_eq!(tensor.reorder(&["1"]).unwrap_err().to_string(), "axis `0` is missing");
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn reorder<Name: AsRef<str>>(&self, names: &[Name]) -> Result<Self, DescriptionError> {
        let places = self.axes.places_of_names();
        let mut taken: Vec<bool> = self.axes.iter().map(|_| false).collect();
        let mut order = Vec::with_capacity(names.len());
        for name in names {
            let axis = || short(&name.as_ref());
            let place = places.get(name.as_ref()).copied();
            let place = place.ok_or_else(|| DescriptionError::UnknownAxis { axis: axis() })?;
            let is_taken = taken.get_mut(place).map(|taken| core::mem::replace(taken, true));
            if is_taken == Some(true) {
                return Err(DescriptionError::DuplicateAxis { axis: axis() });
            }
            order.push(place);
        }
        match self.axes.iter().zip(&taken).find(|(_, is_taken)| !**is_taken) {
            Some((axis, _)) => Err(DescriptionError::MissingAxis { axis: short(axis) }),
            None => self.permute(&order),
        }
    }

    /// Slices the tensor: one slice for each axis, and the whole of each axis that has none.
    ///
    /// # Errors
    /// Returns [`DescriptionError::CountMismatch`], [`DescriptionError::IndexOutOfBounds`],
    /// [`DescriptionError::Step`], [`DescriptionError::TooLarge`] for a stride; [`DescriptionError::DuplicateAxis`]
    /// where a part of a flattened axis, which is a plain one, gets the name of another.
    ///
    /// ```
    /// use extents_graph::{AxisSlice, TensorDescription};
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[2, 3])?.row_major()?;
    /// let part = tensor.slice(&[AxisSlice::from(1), AxisSlice::from(1..3)])?;
    /// assert_eq!((part.shape(), part.byte_offset()), (vec![2], Some(16)));
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn slice(&self, slices: &[AxisSlice]) -> Result<Self, DescriptionError> {
        check_count(&self.axes, slices)?;
        let (mut axes, mut reads, mut fixed) = (Vec::new(), Vec::new(), Vec::new());
        for (place, axis) in self.axes.iter().enumerate() {
            let slice = slices.get(place).copied().unwrap_or_default();
            match slice.on(axis)? {
                _ if slice.is_all() => {
                    axes.push(axis.clone());
                    reads.push(Some((place, 0, 1)));
                }
                Cut::Entry(entry) => fixed.push((place, entry)),
                Cut::Part { begin, step, length } => {
                    axes.push(axis.with_length(length));
                    reads.push(Some((place, begin, step)));
                }
            }
        }
        self.picked(Axes::new(axes)?, &reads, &fixed)
    }

    /// Slices the tensor, and gives the result these axes.
    ///
    /// # Errors
    /// Returns the errors of [`slice`](Self::slice) and [`cast`](Self::cast).
    ///
    /// ```
    /// use extents_graph::{Axes, Axis, AxisSlice, TensorDescription};
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[2, 3])?;
    /// let row = tensor.slice_as(&[AxisSlice::from(1)], Axes::new([Axis::new("W", 3)])?)?;
    /// assert_eq!(row.axes().to_string(), "[W]");
    /// assert!(tensor.slice_as(&[AxisSlice::from(1)], Axes::of_shape(&[1, 3])).is_err());
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn slice_as(&self, slices: &[AxisSlice], axes: Axes) -> Result<Self, DescriptionError> {
        let part = self.slice(slices)?;
        same_count(part.rank(), axes.rank())?;
        part.cast(axes)
    }

    /// Slices the tensor with non-negative steps only: the operation of Nervana's graph.
    ///
    /// # Errors
    /// Returns the errors of [`slice`](Self::slice); [`DescriptionError::Step`].
    ///
    /// ```
    /// use extents_graph::TensorDescription;
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[10])?;
    /// assert!(tensor.slice(&["::-1".parse()?]).is_ok());
    /// assert!(tensor.slice_forward(&["::-1".parse()?]).is_err());
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn slice_forward(&self, slices: &[AxisSlice]) -> Result<Self, DescriptionError> {
        check_count(&self.axes, slices)?;
        for (slice, axis) in slices.iter().zip(&self.axes) {
            if let AxisSlice::Part { step, .. } = *slice
                && step < 0
            {
                return Err(DescriptionError::Step { axis: short(axis), step });
            }
        }
        self.slice(slices)
    }
}
