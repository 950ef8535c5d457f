//! What a layout says: sizes, strides, offsets and addresses.

use crate::error::Required;
use alloc::vec::Vec;

use super::access::Access;
use super::assigned::Assigned;
use super::error::{DescriptionError, short};
use super::tensor::TensorDescription;
use extents::rearrange::merged_stride;
use extents::{DType, ShapeError};

/// A value for an axis, or a list of values for the parts of a flattened one.
///
/// ```
/// use extents_graph::{Axes, Axis, Nesting, TensorDescription};
/// use extents::DType;
/// let tensor = <TensorDescription>::of_shape(DType::F32, &[2, 3])?.row_major()?;
/// let flat = tensor.flatten_all()?;
/// let [Nesting::Parts(parts)] = &flat.full_sizes()[..] else { panic!() };
/// assert_eq!(parts, &[Nesting::One(2), Nesting::One(3)]);
/// # Ok::<(), extents_graph::DescriptionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Nesting<T> {
    /// The value of a plain axis.
    One(T),
    /// The values of the parts of a flattened axis.
    Parts(Vec<Nesting<T>>),
}

impl<A: Access> TensorDescription<A> {
    /// Returns the size of each axis in memory, in entries; for a flattened axis, the product of its parts.
    ///
    /// ```
    /// use extents_graph::TensorDescription;
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[2, 3])?.with_sizes(&[2, 4])?;
    /// assert_eq!(tensor.sizes(), [2, 4]);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn sizes(&self) -> Vec<usize> {
        let product =
            |parts: &[usize]| parts.iter().fold(1_usize, |all, size| all.wrapping_mul(*size));
        self.per_axis(&self.sizes, product)
    }

    /// Returns the stride of each axis, in elements, if the layout is known; for a flattened axis, that of the merged
    /// one.
    ///
    /// ```
    /// use extents_graph::TensorDescription;
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[2, 3])?;
    /// assert_eq!((tensor.strides(), tensor.row_major()?.strides()), (None, Some(vec![3, 1])));
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn strides(&self) -> Option<Vec<isize>> {
        self.merged_strides().ok().flatten()
    }

    /// Returns the stride of each axis, in bytes, if the layout is known.
    ///
    /// ```
    /// use extents_graph::TensorDescription;
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F64, &[2, 3])?.row_major()?;
    /// assert_eq!(tensor.byte_strides(), Some(vec![24, 8]));
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn byte_strides(&self) -> Option<Vec<isize>> {
        let bytes = self.dtype.bytes().cast_signed();
        Some(self.strides()?.into_iter().map(|stride| stride.wrapping_mul(bytes)).collect())
    }

    /// Returns the strides of all axes, in elements, those of flattened ones part by part.
    ///
    /// ```
    /// use extents_graph::{Nesting, TensorDescription};
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[2, 3])?.row_major()?.flatten_all()?;
    /// let parts = vec![Nesting::One(3), Nesting::One(1)];
    /// assert_eq!(tensor.full_strides(), Some(vec![Nesting::Parts(parts)]));
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn full_strides(&self) -> Option<Vec<Nesting<isize>>> {
        let layout = self.layout.as_ref()?;
        let mut strides = layout.strides().iter().copied();
        Some(self.axes.iter().map(|axis| nested(axis, &mut strides)).collect())
    }

    /// Returns the sizes of all axes, those of flattened ones part by part.
    ///
    /// ```
    /// use extents_graph::{Nesting, TensorDescription};
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[2])?;
    /// assert_eq!(tensor.full_sizes(), [Nesting::One(2)]);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn full_sizes(&self) -> Vec<Nesting<usize>> {
        let mut sizes = self.sizes.iter().copied();
        self.axes.iter().map(|axis| nested(axis, &mut sizes)).collect()
    }

    /// Returns the offset of the index of zeros, in elements, if the layout is known.
    ///
    /// ```
    /// use extents_graph::TensorDescription;
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[4])?.row_major()?;
    /// assert_eq!(tensor.slice(&["::-1".parse()?])?.offset(), Some(3));
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn offset(&self) -> Option<usize> {
        Some(self.layout.as_ref()?.offset())
    }

    /// Returns the offset of the index of zeros, in bytes, if the layout is known.
    ///
    /// ```
    /// use extents_graph::TensorDescription;
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[4])?.row_major()?;
    /// assert_eq!(tensor.slice(&["::-1".parse()?])?.byte_offset(), Some(12));
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn byte_offset(&self) -> Option<usize> {
        Some(self.offset()?.wrapping_mul(self.dtype.bytes()))
    }

    /// Returns the size of the tensor in memory, in bytes, padding included.
    ///
    /// ```
    /// use extents_graph::TensorDescription;
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[2, 3])?.with_sizes(&[2, 4])?;
    /// assert_eq!(tensor.tensor_size(), 32);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn tensor_size(&self) -> usize {
        self.sizes.iter().fold(self.dtype.bytes(), |all, size| all.wrapping_mul(*size))
    }

    /// Returns the number of elements that a buffer needs: one more than the largest offset, or 0 without elements.
    ///
    /// # Errors
    /// Returns [`DescriptionError::Requires`].
    ///
    /// ```
    /// use extents_graph::TensorDescription;
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[2, 3])?.with_sizes(&[2, 4])?;
    /// assert_eq!(tensor.row_major()?.span()?, 7);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn span(&self) -> Result<usize, DescriptionError> {
        Ok(self.known_layout()?.spanned().end)
    }

    /// Returns the offset of an index, in elements.
    ///
    /// [`linear_offset`](super::linear_offset) does not look at bounds.
    ///
    /// # Errors
    /// Returns [`DescriptionError::IndexOutOfBounds`], [`RankMismatch`](extents::ShapeError::RankMismatch),
    /// [`DescriptionError::Requires`].
    ///
    /// ```
    /// use extents_graph::TensorDescription;
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[5, 3, 2])?.row_major()?;
    /// assert_eq!(tensor.offset_of(&[4, 2, 1])?, 29);
    /// let error = tensor.offset_of(&[4, 3, 0]).unwrap_err();
    /// assert_eq!(error.to_string(), "index 3 is out of bounds for axis `1` of length 3");
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn offset_of(&self, index: &[usize]) -> Result<usize, DescriptionError> {
        self.check_index(index)?;
        self.known_layout()?;
        self.merged()?.ok_or(DescriptionError::Requires(Required::Layout))?.offset_of(index)
    }

    /// Returns the address of an element, where the storage of the tensor begins at address `base`.
    ///
    /// # Errors
    /// Returns the errors of [`offset_of`](Self::offset_of); [`DescriptionError::TooLarge`].
    ///
    /// ```
    /// use extents_graph::TensorDescription;
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[5, 3, 2])?.row_major()?;
    /// assert_eq!(tensor.byte_address(1000, &[4, 2, 1])?, 1116);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn byte_address(&self, base: usize, index: &[usize]) -> Result<usize, DescriptionError> {
        let bytes = self.offset_of(index)?.wrapping_mul(self.dtype.bytes());
        base.checked_add(bytes).ok_or(DescriptionError::TooLarge { what: "an address" })
    }

    /// Checks that an index is within the axes.
    pub(super) fn check_index(&self, index: &[usize]) -> Result<(), DescriptionError> {
        super::algebra::same_count(self.rank(), index.len())?;
        for (coordinate, axis) in index.iter().zip(&self.axes) {
            let length = axis.known()?;
            if *coordinate >= length {
                let index = *coordinate as i128;
                return Err(DescriptionError::IndexOutOfBounds {
                    axis: short(axis),
                    index,
                    length,
                });
            }
        }
        Ok(())
    }

    /// A number for each axis from one for each leaf.
    fn per_axis<T: Copy>(&self, leaves: &[T], merge: impl Fn(&[T]) -> T) -> Vec<T> {
        let mut rest = leaves;
        let merge_next = |axis: &super::Axis| {
            let mut own = Vec::new();
            axis.push_leaves(&mut own);
            let (these, others) = rest.split_at_checked(own.len()).unwrap_or((rest, &[]));
            rest = others;
            merge(these)
        };
        self.axes.iter().map(merge_next).collect()
    }

    /// The stride of each axis, or which axis has none.
    pub(super) fn merged_strides(&self) -> Result<Option<Vec<isize>>, DescriptionError> {
        let Some(layout) = &self.layout else { return Ok(None) };
        let leaves: Vec<(usize, isize)> =
            self.lengths().into_iter().zip(layout.strides().iter().copied()).collect();
        let mut rest = leaves.as_slice();
        let mut strides = Vec::with_capacity(self.rank());
        for axis in &self.axes {
            let mut own = Vec::new();
            axis.push_leaves(&mut own);
            let (these, others) = rest.split_at_checked(own.len()).unwrap_or((rest, &[]));
            rest = others;
            let (lengths, parts): (Vec<_>, Vec<_>) = these.iter().copied().unzip();
            let merged = merged_stride(&lengths, &parts).map_err(|error| match error {
                ShapeError::NotMergeable { mode, stride, expected } => {
                    let axis = own.get(mode).map_or_else(|| short(axis), |leaf| short(*leaf));
                    DescriptionError::NotMergeable { axis, stride, expected }
                }
                other => other.into(),
            });
            strides.push(merged?);
        }
        Ok(Some(strides))
    }

    /// The layout with one mode for each axis.
    pub(super) fn merged(&self) -> Result<Option<Assigned>, DescriptionError> {
        match (&self.layout, self.merged_strides()?) {
            (Some(layout), Some(strides)) => {
                Assigned::new(&self.shape(), &strides, layout.offset()).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Returns what a kernel depends on: tensors of equal keys can share a compiled kernel.
    ///
    /// Names and bases are not part of it.
    ///
    /// ```
    /// use extents_graph::TensorDescription;
    /// use extents::DType;
    /// let one = <TensorDescription>::of_shape(DType::F32, &[2, 2])?.row_major()?;
    /// let other = <TensorDescription>::of_shape(DType::F32, &[2, 2])?.row_major()?;
    /// assert!(one != other && one.parameter_key() == other.parameter_key());
    /// assert_ne!(one.transpose()?.parameter_key(), one.parameter_key());
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn parameter_key(&self) -> ParameterKey {
        ParameterKey {
            dtype: self.dtype,
            shape: self.shape(),
            strides: self.strides(),
            offset: self.offset(),
        }
    }
}

/// What a kernel depends on; see [`TensorDescription::parameter_key`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ParameterKey {
    dtype: DType,
    shape: Vec<usize>,
    strides: Option<Vec<isize>>,
    offset: Option<usize>,
}

fn nested<T>(axis: &super::Axis, leaves: &mut impl Iterator<Item = T>) -> Nesting<T> {
    match axis.parts() {
        None => match leaves.next() {
            Some(one) => Nesting::One(one),
            None => Nesting::Parts(Vec::new()),
        },
        Some(parts) => Nesting::Parts(parts.iter().map(|part| nested(part, leaves)).collect()),
    }
}
