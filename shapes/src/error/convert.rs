//! What becomes a [`StructureError`] by `?`.

use super::StructureError;
use extents::ShapeError;

impl core::error::Error for StructureError {}

impl From<ShapeError> for StructureError {
    fn from(error: ShapeError) -> Self {
        Self::Shape(error)
    }
}

impl<V> From<extents::error::Rejected<V>> for StructureError {
    fn from(rejected: extents::error::Rejected<V>) -> Self {
        Self::Shape(rejected.error)
    }
}

impl From<core::convert::Infallible> for StructureError {
    fn from(never: core::convert::Infallible) -> Self {
        match never {}
    }
}
