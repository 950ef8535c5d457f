//! Evaluation: what a description of an r-tensor says, as a lazy expression, and the other way round.

use super::attributes::Attributes;
use super::axes::Axes;
use super::error::DescriptionError;
use super::tensor::{ElementSource, TensorDescription};
use super::{Access, TensorKind};
use extents::expression::{Computed, Expression, Node, Uniform, computed, uniform_of};
use extents::{DynRankExtents, Extents, HasDType, ModeArray, ShapeError};

impl<A: Access> TensorDescription<A> {
    /// Returns the expression of a [computed](ElementSource::Computed) tensor, whose elements are a function of their index.
    ///
    /// Of a view the function gets the indices of the view; [`index_map`](Self::index_map) leads from them to those of the base.
    ///
    /// # Errors
    /// Returns [`DescriptionError::OtherSource`] where the elements are stored, or all one value;
    /// [`DescriptionError::DTypeMismatch`].
    ///
    /// ```
    /// use extents_graph::{Axes, TensorDescription};
    /// use extents::DType;
    /// let sum = TensorDescription::computed(DType::F32, Axes::of_shape(&[2, 3]))?;
    /// let values = sum.computed_by(|index| (10 * index[0] + index[1]) as f32)?;
    /// assert_eq!(values.eval()?.as_slice(), [0.0, 1.0, 2.0, 10.0, 11.0, 12.0]);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn computed_by<T: HasDType, F: Fn(ModeArray<usize>) -> T>(
        &self,
        value: F,
    ) -> Result<Expression<Computed<DynRankExtents, F>>, DescriptionError> {
        Ok(computed(self.extents_of::<T>(ElementSource::Computed)?, value))
    }

    /// Returns the expression of a [uniform](ElementSource::Uniform) tensor, whose elements are all this value.
    ///
    /// # Errors
    /// Returns [`DescriptionError::OtherSource`] where the elements are stored or computed;
    /// [`DescriptionError::DTypeMismatch`].
    ///
    /// ```
    /// use extents_graph::{Axes, TensorDescription};
    /// use extents::DType;
    /// let halves = TensorDescription::uniform(DType::F32, Axes::of_shape(&[2, 3]))?;
    /// assert_eq!(halves.uniformly(0.5_f32)?.sum(), Ok(3.0));
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn uniformly<T: HasDType>(
        &self,
        value: T,
    ) -> Result<Expression<Uniform<T, DynRankExtents>>, DescriptionError> {
        Ok(uniform_of(self.extents_of::<T>(ElementSource::Uniform)?, value))
    }

    /// The extents, if elements of `T` come from where they should.
    fn extents_of<T: HasDType>(
        &self,
        expected: ElementSource,
    ) -> Result<DynRankExtents, DescriptionError> {
        let found = self.source();
        if expected != found {
            return Err(DescriptionError::OtherSource { expected, found });
        }
        if self.dtype() != T::DTYPE {
            let (expected, found) = (self.dtype(), T::DTYPE);
            return Err(DescriptionError::DTypeMismatch { expected, found });
        }
        Ok(DynRankExtents::new(&self.shape())?)
    }
}

impl TensorDescription {
    /// Returns the description of the values of an expression: an r-tensor, computed, or uniform where all operands are.
    ///
    /// # Errors
    /// Returns [`DescriptionError::Shape`] where the extents of the operands differ, or are null; those of
    /// [`computed`](Self::computed).
    ///
    /// ```
    /// use extents_graph::{ElementSource, TensorDescription};
    /// use extents::{DType, Tensor, extents};
    /// let x = Tensor::full(extents![2, 3], 1.0_f32)?;
    /// let description = TensorDescription::of_expression(&(&x + 1.0))?;
    /// assert_eq!((description.source(), description.dtype()), (ElementSource::Computed, DType::F32));
    /// assert_eq!(description.shape(), [2, 3]);
    /// # Ok::<(), extents_graph::DescriptionError>(())
    /// ```
    pub fn of_expression<N: Node<Elem: HasDType, Extents: Extents>>(
        expression: &Expression<N>,
    ) -> Result<Self, DescriptionError> {
        let extents = expression.extents()?;
        if extents.is_null() {
            return Err(ShapeError::Null.into());
        }
        let axes = Axes::of_shape(extents.extents().as_ref());
        let (attributes, source) = if expression.is_uniform() {
            (TensorKind::Constant.attributes(), ElementSource::Uniform)
        } else {
            (Attributes::default(), ElementSource::Computed)
        };
        TensorDescription::from_source(N::Elem::DTYPE, axes, attributes, source)
    }
}
