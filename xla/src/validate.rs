//! Whether a shape is one that memory can be laid out for.

use super::{ArrayShape, Dimension, Shape, XlaError};
use crate::error::Required;

impl Shape {
    /// Checks what XLA's `ValidateShape` checks: each array that is no scalar, also within tuples, has a layout, and its
    /// elements and bytes can be counted.
    ///
    /// A layout by itself, and whether it suits its array, is checked when it is made.
    ///
    /// # Errors
    /// Returns [`XlaError::Requires`]; [`XlaError::TooLarge`]; [`XlaError::PhysicalShape`].
    ///
    /// ```
    /// use extents_xla::error::Required;
    /// use extents_xla::{Shape, XlaError};
    /// assert!("(f32[2]{0}, (token[], s8[3,4]{0,1}))".parse::<Shape>()?.validate().is_ok());
    /// let bare: Shape = "(f32[2]{0}, s8[3,4])".parse()?;
    /// assert_eq!(bare.validate(), Err(XlaError::Requires(Required::Layout)));
    /// assert!(bare.validate_with_optional_layout().is_ok());
    /// # Ok::<(), XlaError>(())
    /// ```
    pub fn validate(&self) -> Result<(), XlaError> {
        self.subshapes().try_for_each(|(_, part)| match part {
            Shape::Array(array) if array.layout().is_none() && array.rank() > 0 => {
                Err(XlaError::Requires(Required::Layout))
            }
            Shape::Array(array) => array.validate_with_optional_layout(),
            _ => Ok(()),
        })
    }

    /// Checks what [`validate`](Self::validate) checks, except that arrays need no layout.
    ///
    /// # Errors
    /// Returns [`XlaError::TooLarge`]; [`XlaError::PhysicalShape`].
    ///
    /// ```
    /// use extents_xla::Shape;
    /// assert!("f32[4611686018427387904]".parse::<Shape>()?.validate_with_optional_layout().is_err());
    /// # Ok::<(), extents_xla::XlaError>(())
    /// ```
    pub fn validate_with_optional_layout(&self) -> Result<(), XlaError> {
        self.subshapes().try_for_each(|(_, part)| match part {
            Shape::Array(array) => array.validate_with_optional_layout(),
            _ => Ok(()),
        })
    }
}

impl ArrayShape {
    fn validate_with_optional_layout(&self) -> Result<(), XlaError> {
        let is_sparse = self.layout().is_some_and(|layout| layout.is_sparse());
        if !self.dimensions().contains(&Dimension::Unbounded) {
            self.unpadded_bytes()?;
            if !is_sparse {
                self.buffer_bytes()?;
            }
        }
        let Some(physical) = self.layout().and_then(|layout| layout.physical_shape()) else {
            return Ok(());
        };
        let has_another = |part: &Shape| match part {
            Shape::Array(array) => {
                array.layout().is_some_and(|layout| layout.physical_shape().is_some())
            }
            _ => false,
        };
        if !is_sparse || physical.subshapes().any(|(_, part)| has_another(part)) {
            return Err(XlaError::PhysicalShape);
        }
        physical.validate_with_optional_layout()
    }
}
