//! [`PyView`] and [`PyViewMut`]: arrays of NumPy as typed arguments.

#[cfg(feature = "half")]
use core::any::TypeId;
use core::fmt;

use bytemuck::checked::CheckedBitPattern;
#[cfg(feature = "half")]
use extents::DType;
use extents::error::DlpackError;
use extents::generic::AsView;
use extents::layout::Strided;
use extents::storage::placement::OnHeap;
use extents::{Extents, HasDType, Mapping, Operand, ShapeError, View, ViewMut};
use numpy::{
    BorrowError, Element, IxDyn, PyArrayDescr, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods,
    PyReadonlyArray, PyReadwriteArray, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyAnyMethods, PyTuple, PyTypeMethods};
use pyo3::{Borrowed, Bound, FromPyObject, IntoPyObject, PyAny, PyErr, PyResult, Python};

use crate::lease::Lease;
use crate::to_py_err;

/// The layout of an array: strides that are values, of any sign.
type ArrayLayout<E> = Strided<<E as Extents>::Strides>;

/// An array of NumPy as an argument that is read: elements `T` under extents `E`.
///
/// Another type of elements is a `TypeError`; other extents are a `ValueError`, which names the mode and both numbers. Any
/// strides of whole elements will do. As long as it exists, no [`PyViewMut`] of these elements does: to ask for one is a `ValueError`,
/// whatever arrays they are asked by. Borrows by other modules of Python are those that the crate `numpy` counts, of arrays with one base
/// object. Like all Rust code over arrays of NumPy, this takes that Python code of other threads does not write meanwhile.
///
/// It is an operand of `contract!` and of expressions.
///
/// ```
/// use extents::{StaticExtents, modes};
/// use extents_numpy::{PyTensor, PyView, to_py_err};
/// use pyo3::{PyResult, pyfunction};
/// #[pyfunction]
/// fn row_sums(a: PyView<'_, f32, StaticExtents![dyn, 8]>) -> PyResult<PyTensor<f32, StaticExtents![dyn]>> {
///     Ok(PyTensor(a.view().over(modes![1]).sum().map_err(to_py_err)?))
/// }
/// ```
pub struct PyView<'py, T: Element, E: Extents> {
    // INVARIANT: each index in bounds leads, by the mapping, from `first` to an element of the array, aligned and of a value of
    // `T`. The array lives, and is not borrowed mutably, as long as this.
    first: *const T,
    mapping: Mapping<E, ArrayLayout<E>>,
    _array: PyReadonlyArray<'py, T, IxDyn>,
    _lease: Lease,
}

/// An array of NumPy as an argument that is written: elements `T` under extents `E`.
///
/// Beside the errors of [`PyView`], an array that may not be written, one whose indices share elements, and one that
/// another argument borrows are a `ValueError`.
///
/// ```
/// use extents::DynRankExtents;
/// use extents_numpy::PyViewMut;
/// use pyo3::pyfunction;
/// #[pyfunction]
/// fn fill(mut a: PyViewMut<'_, f64, DynRankExtents>, value: f64) {
///     a.view_mut().fill(value);
/// }
/// ```
pub struct PyViewMut<'py, T: Element, E: Extents> {
    // INVARIANT: as of `PyView`; the mapping is unique, and the array is not borrowed otherwise.
    first: *mut T,
    mapping: Mapping<E, ArrayLayout<E>>,
    _array: PyReadwriteArray<'py, T, IxDyn>,
    _lease: Lease,
}

impl<'a, 'py, T, E> FromPyObject<'a, 'py> for PyView<'py, T, E>
where
    T: Element + HasDType + CheckedBitPattern + 'static,
    E: Extents,
{
    type Error = PyErr;
    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let array = array_of::<T>(&object)?;
        let lease =
            Lease::take(&array, false).ok_or_else(|| in_use(BorrowError::AlreadyBorrowed))?;
        let borrow = own_view(&array)?.try_readonly().map_err(in_use)?;
        let (mapping, first) = place(&array)?;
        Ok(PyView { first, mapping, _array: borrow, _lease: lease })
    }
}

impl<'a, 'py, T, E> FromPyObject<'a, 'py> for PyViewMut<'py, T, E>
where
    T: Element + HasDType + CheckedBitPattern + 'static,
    E: Extents,
{
    type Error = PyErr;
    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let array = array_of::<T>(&object)?;
        let lease =
            Lease::take(&array, true).ok_or_else(|| in_use(BorrowError::AlreadyBorrowed))?;
        let borrow = own_view(&array)?.try_readwrite().map_err(in_use)?;
        let (mapping, first) = place(&array)?;
        if !mapping.is_unique() {
            return Err(to_py_err(ShapeError::NotUnique));
        }
        Ok(PyViewMut { first, mapping, _array: borrow, _lease: lease })
    }
}

impl<T: Element, E: Extents> PyView<'_, T, E> {
    /// Returns a view of the elements, which may be used without the lock of the interpreter.
    ///
    /// ```
    /// use extents::StaticExtents;
    /// use extents_numpy::PyView;
    /// use pyo3::{Python, pyfunction};
    /// #[pyfunction]
    /// fn sum(py: Python<'_>, a: PyView<'_, f64, StaticExtents![dyn]>) -> f64 {
    ///     let view = a.view();
    ///     py.detach(|| view.sum())
    /// }
    /// ```
    pub fn view(&self) -> View<'_, T, E, ArrayLayout<E>> {
        // SAFETY: by the invariant of `first` each index leads to an element; while it is borrowed as it is, safe code cannot write to the array.
        unsafe { View::from_ptr(self.mapping.clone(), self.first) }
    }
}

impl<T: Element, E: Extents> PyViewMut<'_, T, E> {
    /// Returns a view of the elements.
    ///
    /// ```
    /// use extents::DynExtents;
    /// use extents_numpy::PyViewMut;
    /// fn first(a: &PyViewMut<'_, f64, DynExtents<2>>) -> Option<f64> {
    ///     a.view().get([0, 0]).copied()
    /// }
    /// ```
    pub fn view(&self) -> View<'_, T, E, ArrayLayout<E>> {
        // SAFETY: by the invariant of `first` each index leads to an element; while it is borrowed as it is, nobody else uses the array.
        unsafe { View::from_ptr(self.mapping.clone(), self.first) }
    }

    /// Returns a mutable view of the elements, which may be used without the lock of the interpreter.
    ///
    /// ```
    /// use extents::DynExtents;
    /// use extents_numpy::PyViewMut;
    /// fn clear(a: &mut PyViewMut<'_, f64, DynExtents<2>>) {
    ///     a.view_mut().fill(0.0);
    /// }
    /// ```
    pub fn view_mut(&mut self) -> ViewMut<'_, T, E, ArrayLayout<E>> {
        // SAFETY: by the invariant of `first` each index leads to an element; while it is borrowed as it is, nobody else uses the array.
        let view = unsafe { ViewMut::from_ptr(self.mapping.clone(), self.first) };
        match view {
            Ok(view) => view,
            Err(error) => unreachable!("the mapping was looked at: {error}"),
        }
    }
}

/// The array, if its elements are of this type.
fn array_of<'py, T: Element + HasDType + 'static>(
    object: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let expected = dtype_of::<T>(object.py())?;
    let Ok(array) = object.cast::<PyUntypedArray>() else {
        let found = object.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "the argument should be an array of NumPy, but is `{found}`"
        )));
    };
    let found = array.dtype();
    if !found.is_equiv_to(&expected) {
        // With its byte order, which is what differs if the names are equal.
        let (expected, byte_order) = (T::DTYPE.numpy_name(), found.byteorder());
        let order = if byte_order == b'>' { " of the other byte order" } else { "" };
        return Err(PyTypeError::new_err(format!(
            "the elements should be {expected}, but are {found}{order}"
        )));
    }
    Ok(object.cast::<PyArrayDyn<T>>()?.clone())
}

fn numpy_is_there(py: Python<'_>) -> PyResult<()> {
    static IS_THERE: PyOnceLock<()> = PyOnceLock::new();
    IS_THERE.get_or_try_init(py, || py.import("numpy").map(drop)).copied()
}

/// What NumPy calls the type; an error where there is no NumPy, or no package brings the type: `numpy` panics then.
pub(crate) fn dtype_of<T: Element + 'static>(py: Python<'_>) -> PyResult<Bound<'_, PyArrayDescr>> {
    numpy_is_there(py)?;
    #[cfg(feature = "half")]
    if TypeId::of::<T>() == TypeId::of::<half::bf16>() {
        return PyArrayDescr::new(py, DType::Bf16.numpy_name());
    }
    Ok(numpy::dtype::<T>(py))
}

/// A view of the array that no code of Python has, and so none gives another shape while it is borrowed. One of its strides is not 0:
/// `numpy` divides by them, and takes what has no modes for no bytes.
fn own_view<'py, T: Element>(
    array: &Bound<'py, PyArrayDyn<T>>,
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let py = array.py();
    let class = py.get_type::<PyUntypedArray>();
    let view = class.call_method1("view", (array, &class))?;
    if array.shape().contains(&0) || array.strides().iter().any(|&stride| stride != 0) {
        return Ok(view.cast_into()?);
    }
    // The only element.
    let mut index = vec![0_usize.into_pyobject(py)?.into_any(); array.ndim()];
    index.push(py.Ellipsis().into_bound(py));
    let element = view.get_item(PyTuple::new(py, index)?)?;
    Ok(element.call_method1("reshape", (1,))?.cast_into()?)
}

/// The mapping of an array, and its element at the index of zeros.
fn place<T, E>(array: &Bound<'_, PyArrayDyn<T>>) -> PyResult<(Mapping<E, ArrayLayout<E>>, *mut T)>
where
    T: Element + HasDType + CheckedBitPattern + 'static,
    E: Extents,
{
    let width = size_of::<T>() as i64;
    let extents: Vec<i64> = array.shape().iter().map(|&extent| extent as i64).collect();
    // Where nothing moves, NumPy allows any stride.
    let has_elements = !extents.contains(&0);
    let mut strides = Vec::with_capacity(extents.len());
    for (mode, (&stride, &extent)) in array.strides().iter().zip(&extents).enumerate() {
        let stride = stride as i64;
        if has_elements && extent > 1 && stride.checked_rem(width) != Some(0) {
            return Err(PyValueError::new_err(format!(
                "mode {mode} has a stride of {stride} bytes, which is not a multiple of the {width} bytes of an element: copy the array"
            )));
        }
        strides.push(stride.checked_div(width).unwrap_or(0));
    }
    // SAFETY: an array has elements, all of one allocation, where its strides lead from its data; whoever calls borrows it,
    // so that safe code does not write to it meanwhile.
    unsafe { extents::__private::check_memory(array.data().cast(), &extents, &strides) }
        .map_err(|error: DlpackError| to_py_err(error))
}

fn in_use(error: BorrowError) -> PyErr {
    PyValueError::new_err(match error {
        BorrowError::AlreadyBorrowed => "the array shares elements with one that is in use",
        BorrowError::NotWriteable => "the array may be read, but not written",
        _ => "the array cannot be borrowed",
    })
}

macro_rules! operand {
    ($($PyView:ident)*) => {$(
        impl<T: Element, E: Extents> Operand for $PyView<'_, T, E> {
            type Extents = E;
            type Placement = OnHeap;
            fn operand_extents(&self) -> E {
                self.mapping.extents().clone()
            }
        }

        impl<T: Element, E: Extents> AsView for $PyView<'_, T, E> {
            type Elem = T;
            type Layout = ArrayLayout<E>;
            fn as_view(&self) -> View<'_, T, E, ArrayLayout<E>> {
                self.view()
            }
        }

        impl<T: Element, E: Extents> fmt::Debug for $PyView<'_, T, E> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($PyView)).field("mapping", &self.mapping).finish_non_exhaustive()
            }
        }
    )*};
}
operand! { PyView PyViewMut }
