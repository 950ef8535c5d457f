//! Views with other axes: renamed, repeated, or of another shape.

use alloc::vec::Vec;

use super::access::{Access, ReadOnly};
use super::error::{DescriptionError, short};
use super::index_map::IndexMap;
use super::lookup::Lookup;
use super::tensor::TensorDescription;
use super::views::{Reads, part_lengths};
use super::{Axes, Axis};
use extents::ShapeError;

impl<A: Access> TensorDescription<A> {
    /// Returns the view with other axes of the same lengths. A scalar can have any axes: its value is repeated.
    ///
    /// # Errors
    /// Returns the errors of [`Axes::check_cast`]; of a scalar that is repeated, [`DescriptionError::LengthUnknown`],
    /// [`ShapeError::SizeOverflow`] and [`DescriptionError::TooLarge`] for too many bytes. An assignable scalar keeps its
    /// rank: make it [read-only](Self::to_read_only) first.
    ///
    /// ```
    /// use extents_graph::{Axes, Axis, TensorDescription};
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[2])?.row_major()?;
    /// assert_eq!(tensor.cast(Axes::new([Axis::new("C", 2)])?)?.axes().to_string(), "[C]");
    /// let scalar = <TensorDescription>::of_shape(DType::F32, &[])?.row_major()?;
    /// assert_eq!(scalar.cast(Axes::of_shape(&[2, 3]))?.strides(), Some(vec![0, 0]));
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn cast(&self, axes: Axes) -> Result<Self, DescriptionError> {
        if self.rank() == 0 && A::READ_ONLY {
            let reads: Vec<Reads> = axes.iter().map(|_| None).collect();
            return self.picked(axes, &reads, &[]);
        }
        self.axes.check_cast(&axes)?;
        let reads: Vec<Reads> = (0..self.rank()).map(|place| Some((place, 0, 1))).collect();
        self.picked(axes, &reads, &[])
    }

    /// Broadcasts the tensor to these axes. Its elements are repeated along the axes that it lacks, with stride 0.
    ///
    /// # Errors
    /// Returns [`DescriptionError::MissingAxis`] where an axis of the tensor is not among these,
    /// [`DescriptionError::LengthMismatch`], [`DescriptionError::LengthUnknown`]; [`ShapeError::SizeOverflow`],
    /// [`DescriptionError::TooLarge`] for too many bytes.
    ///
    /// ```
    /// use extents_graph::{Axes, Axis, TensorDescription};
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[2, 3])?.row_major()?;
    /// let axes = Axes::new([Axis::new("1", 3), Axis::new("N", 8), Axis::new("0", 2)])?;
    /// assert_eq!(tensor.broadcast(&axes)?.strides(), Some(vec![1, 0, 3]));
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn broadcast(&self, axes: &Axes) -> Result<TensorDescription, DescriptionError> {
        let new = Lookup::new(axes);
        if let Some(missing) = self.axes.iter().find(|own| !new.contains(own)) {
            return Err(DescriptionError::MissingAxis { axis: short(missing) });
        }
        let own_places = Lookup::new(&self.axes);
        let mut reads: Vec<Reads> = Vec::with_capacity(axes.rank());
        for axis in axes {
            let place = own_places.place(axis);
            if let Some(own) = place.and_then(|place| self.axes.get(place)) {
                own.known()?;
                axis.known()?;
                own.agree(axis)?;
            }
            reads.push(place.map(|place| (place, 0, 1)));
        }
        self.picked::<ReadOnly>(axes.clone(), &reads, &[])
    }

    /// Reorders and broadcasts: another name of [`broadcast`](Self::broadcast).
    ///
    /// # Errors
    /// Returns the errors of [`broadcast`](Self::broadcast).
    ///
    /// ```
    /// use extents_graph::{Axes, TensorDescription};
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[2])?;
    /// let axes = Axes::of_shape(&[2, 5]);
    /// assert_eq!(tensor.reorder_and_broadcast(&axes)?, tensor.broadcast(&axes)?);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn reorder_and_broadcast(
        &self,
        axes: &Axes,
    ) -> Result<TensorDescription, DescriptionError> {
        self.broadcast(axes)
    }

    /// Inserts an axis at a position, along which the elements are repeated.
    ///
    /// # Errors
    /// Returns the errors of [`Axes::expand_dims`]; [`DescriptionError::LengthUnknown`]; [`ShapeError::SizeOverflow`],
    /// [`DescriptionError::TooLarge`] for too many bytes.
    ///
    /// ```
    /// use extents_graph::{Axis, TensorDescription};
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[2, 3])?.row_major()?;
    /// assert_eq!(tensor.expand_dims(Axis::new("N", 8), 1)?.strides(), Some(vec![3, 0, 1]));
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn expand_dims(
        &self,
        axis: Axis,
        place: usize,
    ) -> Result<TensorDescription, DescriptionError> {
        self.broadcast(&self.axes.expand_dims(axis, place)?)
    }

    /// Returns the elements, in row-major order, under another shape.
    ///
    /// # Errors
    /// Returns [`DescriptionError::CountMismatch`]; [`DescriptionError::NotMergeable`] where the layout is known and the
    /// result has no strides: materialise it, or lay it out otherwise; [`DescriptionError::LengthUnknown`],
    /// [`ShapeError::SizeOverflow`] of the new axes.
    ///
    /// ```
    /// use extents_graph::{Axes, TensorDescription};
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[2, 6])?.row_major()?;
    /// assert_eq!(tensor.reshape(Axes::of_shape(&[2, 3, 2]))?.strides(), Some(vec![6, 2, 1]));
    /// assert!(tensor.transpose()?.reshape(Axes::of_shape(&[12])).is_err());
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn reshape(&self, axes: Axes) -> Result<Self, DescriptionError> {
        let map = IndexMap::reshape(&self.shape(), &axes.lengths()?)?;
        let parts: Vec<usize> = axes.iter().flat_map(part_lengths).collect();
        let layout = self.layout.as_ref().map(|layout| layout.reshaped(&parts)).transpose();
        let layout = layout.map_err(|error| match error {
            ShapeError::NotMergeable { mode, stride, expected } => {
                let axis = self.axes.leaves().get(mode).map(|leaf| short(*leaf));
                let axis = axis.unwrap_or_else(|| short(&mode));
                DescriptionError::NotMergeable { axis, stride, expected }
            }
            other => other.into(),
        })?;
        self.through(axes, &map, parts, layout)
    }
}
