//! Errors of shapes as those of Python.

use extents::ShapeError;
use extents::error::DlpackError;
use pyo3::PyErr;
use pyo3::exceptions::{PyBufferError, PyTypeError, PyValueError};

/// Returns the error of Python for an error of `extents`: `TypeError` for another type of elements, `ValueError` for shapes,
/// `MemoryError` where there is no memory, `BufferError` for what cannot be exchanged.
///
/// ```
/// use extents::Tensor;
/// use extents_numpy::{PyTensor, to_py_err};
/// use pyo3::PyResult;
/// fn ones(n: usize) -> PyResult<PyTensor<f32, extents::StaticExtents![dyn]>> {
///     let extents = extents::extents![dyn n].map_err(to_py_err)?;
///     Ok(PyTensor(Tensor::full(extents, 1.0).map_err(to_py_err)?))
/// }
/// ```
pub fn to_py_err(error: impl Into<DlpackError>) -> PyErr {
    let error = error.into();
    let text = error.to_string();
    match error {
        DlpackError::ElementType { .. } | DlpackError::Width { .. } => PyTypeError::new_err(text),
        DlpackError::Shape(ShapeError::Allocation { .. }) => {
            pyo3::exceptions::PyMemoryError::new_err(text)
        }
        DlpackError::Shape(_)
        | DlpackError::Bytes(_)
        | DlpackError::Extent { .. }
        | DlpackError::Stride { .. } => PyValueError::new_err(text),
        _ => PyBufferError::new_err(text),
    }
}
