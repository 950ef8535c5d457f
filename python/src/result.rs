//! [`PyTensor`]: a tensor that becomes an array.

use core::any::TypeId;

use extents::layout::{Canonical, ColMajor, Layout, RowMajor};
use extents::{Extents, ShapeError, Tensor};
use numpy::npyffi::NPY_ORDER;
use numpy::{Element, IxDyn, PyArray, PyArrayDyn, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::{Bound, IntoPyObject, PyErr, PyResult, Python};

use crate::array::dtype_of;
use crate::to_py_err;

/// A result of a Python function: a tensor that becomes an array of NumPy without a copy. The array frees the `Vec`.
///
/// ```
/// use extents::{StaticExtents, Tensor};
/// use extents_numpy::{PyTensor, to_py_err};
/// use pyo3::{PyResult, pyfunction};
/// #[pyfunction]
/// fn eye() -> PyResult<PyTensor<f64, StaticExtents![3, 3]>> {
///     Ok(PyTensor(Tensor::eye(extents::extents![3, 3]).map_err(to_py_err)?))
/// }
/// ```
#[derive(Debug)]
pub struct PyTensor<T, E: Extents, L: Layout<E> = RowMajor>(pub Tensor<T, E, L, Vec<T>>);

impl<T, E: Extents, L: Layout<E>> From<Tensor<T, E, L, Vec<T>>> for PyTensor<T, E, L> {
    fn from(tensor: Tensor<T, E, L, Vec<T>>) -> Self {
        PyTensor(tensor)
    }
}

/// As many modes as the C interface of NumPy takes from this side; `numpy` would panic.
const MOST_MODES: usize = 32;

impl<'py, T, E, L> IntoPyObject<'py> for PyTensor<T, E, L>
where
    T: Element + 'static,
    E: Extents,
    L: Canonical + Layout<E> + 'static,
{
    type Target = PyArrayDyn<T>;
    type Output = Bound<'py, Self::Target>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        dtype_of::<T>(py)?;
        let extents = self.0.extents();
        if extents.is_null() {
            return Err(to_py_err(ShapeError::Null));
        }
        let shape = extents.with_slice(<[usize]>::to_vec);
        if shape.len() > MOST_MODES {
            let found = shape.len();
            return Err(PyValueError::new_err(format!(
                "an array has at most {MOST_MODES} modes, but the tensor has {found}"
            )));
        }
        let size = extents.size();
        let order = match TypeId::of::<L>() == TypeId::of::<ColMajor>() {
            true => NPY_ORDER::NPY_FORTRANORDER,
            false => NPY_ORDER::NPY_CORDER,
        };
        let mut elements = self.0.into_storage();
        // A storage may have more elements than its mapping spans.
        elements.truncate(size);
        PyArray::from_vec(py, elements).reshape_with_order(IxDyn(&shape), order)
    }
}
