//! Flattened axes: several as one, and one as its parts.

use alloc::vec::Vec;

use super::access::Access;
use super::error::{DescriptionError, short};
use super::index_map::IndexMap;
use super::tensor::TensorDescription;
use super::{Axes, Axis};

impl<A: Access> TensorDescription<A> {
    /// Merges neighboring axes: `axes` has the same plain axes in the same order, some of them in flattened ones.
    ///
    /// Lengths are taken from this tensor.
    ///
    /// # Errors
    /// Returns [`DescriptionError::OrderMismatch`], [`DescriptionError::MissingAxis`],
    /// [`DescriptionError::UnknownAxis`] where the plain axes are others or in another order;
    /// [`DescriptionError::LengthMismatch`] where they name another length;
    /// [`DescriptionError::NotMergeable`] where the layout is known and has no stride for a flattened axis.
    ///
    /// ```
    /// use extents_graph::{Axes, Axis, TensorDescription};
    /// use extents::DType;
    /// let (a, b, c) = (Axis::new("A", 2), Axis::new("B", 3), Axis::new("C", 4));
    /// let tensor = <TensorDescription>::new(DType::F32, Axes::new([a.clone(), b.clone(), c.clone()])?)?;
    /// let both = Axes::new([a, Axis::flattened(Axes::new([b, c])?)?])?;
    /// assert_eq!(tensor.row_major()?.flatten(&both)?.strides(), Some(vec![12, 1]));
    /// let error = tensor.column_major()?.flatten(&both).unwrap_err();
    /// assert_eq!(error.to_string(), "axis `B` of stride 2 cannot merge with the next: it needs stride 24");
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn flatten(&self, axes: &Axes) -> Result<Self, DescriptionError> {
        self.regroup(axes)
    }

    /// Splits flattened axes into their parts: `axes` has the same plain axes in the same order.
    ///
    /// # Errors
    /// Returns the errors of [`flatten`](Self::flatten).
    ///
    /// ```
    /// use extents_graph::{Axes, TensorDescription};
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[2, 3])?.row_major()?;
    /// let again = tensor.flatten_all()?.unflatten(&Axes::of_shape(&[2, 3]))?;
    /// assert_eq!(again, tensor);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn unflatten(&self, axes: &Axes) -> Result<Self, DescriptionError> {
        self.regroup(axes)
    }

    /// Merges all axes into one.
    ///
    /// # Errors
    /// Returns [`DescriptionError::NotMergeable`] where the layout is known and has no stride for all axes as one;
    /// [`DescriptionError::TooDeep`] where flattened axes lie 32 deep.
    ///
    /// ```
    /// use extents_graph::TensorDescription;
    /// use extents::DType;
    /// let flat = <TensorDescription>::of_shape(DType::F32, &[2, 3])?.row_major()?.flatten_all()?;
    /// assert_eq!((flat.shape(), flat.axes().to_string()), (vec![6], "[(0, 1)]".to_string()));
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn flatten_all(&self) -> Result<Self, DescriptionError> {
        self.regroup(&Axes::new([Axis::flattened(self.axes.clone())?])?)
    }

    /// Splits all flattened axes into their parts.
    ///
    /// # Errors
    /// Returns [`DescriptionError::DuplicateAxis`] where two flattened axes have parts of the same name.
    ///
    /// ```
    /// use extents_graph::TensorDescription;
    /// use extents::DType;
    /// let tensor = <TensorDescription>::of_shape(DType::F32, &[2, 3])?.row_major()?;
    /// assert_eq!(tensor.flatten_all()?.unflatten_all()?, tensor);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn unflatten_all(&self) -> Result<Self, DescriptionError> {
        self.regroup(&Axes::new(self.axes.leaves().into_iter().cloned())?)
    }

    fn regroup(&self, axes: &Axes) -> Result<Self, DescriptionError> {
        let (own, new) = (self.axes.leaves(), axes.leaves());
        for (place, (expected, found)) in own.iter().zip(&new).enumerate() {
            if expected != found {
                let (expected, found) = (short(*expected), short(*found));
                return Err(DescriptionError::OrderMismatch { place, expected, found });
            }
            if let (expected, Some(found)) = (expected.known()?, found.length())
                && expected != found
            {
                let axis = short(*new.get(place).unwrap_or(&&Axis::unknown("")));
                return Err(DescriptionError::LengthMismatch { axis, expected, found });
            }
        }
        if let Some(axis) = own.get(new.len()) {
            return Err(DescriptionError::MissingAxis { axis: short(*axis) });
        }
        if let Some(axis) = new.get(own.len()) {
            return Err(DescriptionError::UnknownAxis { axis: short(*axis) });
        }
        let mut leaves = own.iter().copied();
        let axes = axes.iter().map(|axis| axis.with_leaves(&mut leaves));
        let axes = Axes::new(axes.collect::<Result<Vec<_>, _>>()?)?;
        let map = IndexMap::reshape(&self.shape(), &axes.lengths()?)?.then(&self.map)?;
        // The places of the elements stay as they are; `checked` looks whether the new axes merge.
        TensorDescription { axes, map, ..self.clone() }.checked()
    }
}
