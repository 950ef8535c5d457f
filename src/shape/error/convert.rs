//! What becomes a [`StructureError`] by `?`.

use super::StructureError;
use crate::ShapeError;

impl core::error::Error for StructureError {}

impl From<ShapeError> for StructureError {
    fn from(error: ShapeError) -> Self {
        Self::Shape(error)
    }
}

impl<V> From<crate::Rejected<V>> for StructureError {
    fn from(rejected: crate::Rejected<V>) -> Self {
        Self::Shape(rejected.error)
    }
}

impl From<core::convert::Infallible> for StructureError {
    fn from(never: core::convert::Infallible) -> Self {
        match never {}
    }
}
