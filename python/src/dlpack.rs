//! Tensors of any library of Python that speaks DLPack: `jax`, `torch`, `numpy` and others.

use core::ffi::{CStr, c_void};

use extents::dlpack::Managed;
use pyo3::exceptions::{PyBufferError, PyTypeError};
use pyo3::sync::critical_section::with_critical_section;
use pyo3::types::{IntoPyDict, PyAnyMethods, PyCapsule};
use pyo3::{Bound, PyAny, PyResult, Python, ffi, pyclass, pymethods};

use crate::to_py_err;

const VERSIONED: &CStr = c"dltensor_versioned";
const USED_VERSIONED: &CStr = c"used_dltensor_versioned";
const UNVERSIONED: &CStr = c"dltensor";
const USED_UNVERSIONED: &CStr = c"used_dltensor";

/// Takes the tensor of an object that has a method `__dlpack__`, without a copy.
///
/// # Errors
/// What the method raises; `AttributeError` for an object without one, and `TypeError` where it gives no capsule;
/// [`DlpackError`](extents::error::DlpackError) as an error of Python.
///
/// # Safety
/// What [`Managed::from_versioned`] asks for: nobody writes to the elements until the tensor is dropped, and nobody reads them
/// while a mutable view is used. The library that the tensor comes from still has it, and cannot know of borrows in Rust; for
/// arrays of NumPy, [`PyView`](crate::PyView) does.
///
/// ```
/// use extents::StaticExtents;
/// use extents_numpy::{dlpack, to_py_err};
/// use pyo3::{Bound, PyAny, PyResult, pyfunction};
/// #[pyfunction]
/// fn sum(tensor: &Bound<'_, PyAny>) -> PyResult<f32> {
///     // SAFETY: arrays of `jax`, which this is for, are never written.
///     let managed = unsafe { dlpack::managed(tensor) }?;
///     let tensor = managed.typed::<f32, StaticExtents![dyn, 8]>().map_err(to_py_err)?;
///     Ok(tensor.view().sum())
/// }
/// ```
pub unsafe fn managed(object: &Bound<'_, PyAny>) -> PyResult<Managed> {
    let py = object.py();
    let version = [("max_version", (1, 1))].into_py_dict(py)?;
    let capsule = match object.call_method("__dlpack__", (), Some(&version)) {
        // Libraries that know no versions take no such argument.
        Err(error) if error.is_instance_of::<PyTypeError>(py) => {
            object.call_method0("__dlpack__")?
        }
        other => other?,
    };
    let capsule = capsule.cast_into::<PyCapsule>()?;
    // In a Python without the lock of the interpreter, two threads may have the same capsule.
    with_critical_section(&capsule, || {
        // SAFETY: a capsule of this name holds such a struct, by DLPack's specification for Python, and is renamed by who takes
        // it. The caller promises what it cannot say.
        let managed = unsafe {
            match () {
                () if is_named(&capsule, VERSIONED) => {
                    Managed::from_versioned(take(&capsule, VERSIONED, USED_VERSIONED)?)
                }
                () if is_named(&capsule, UNVERSIONED) => {
                    Managed::from_unversioned(take(&capsule, UNVERSIONED, USED_UNVERSIONED)?)
                }
                () => return Err(PyBufferError::new_err("the capsule holds no tensor of DLPack")),
            }
        };
        managed.map_err(to_py_err)
    })
}

fn is_named(capsule: &Bound<'_, PyCapsule>, name: &CStr) -> bool {
    // SAFETY: a capsule and a text.
    unsafe { ffi::PyCapsule_IsValid(capsule.as_ptr(), name.as_ptr()) != 0 }
}

/// Takes the pointer out of a capsule of this name. The other name says so to the capsule.
fn take(capsule: &Bound<'_, PyCapsule>, name: &CStr, used: &'static CStr) -> PyResult<*mut c_void> {
    // SAFETY: a capsule and a text.
    let pointer = unsafe { ffi::PyCapsule_GetPointer(capsule.as_ptr(), name.as_ptr()) };
    // SAFETY: a capsule, and a text that lives as long as the program.
    if pointer.is_null() || unsafe { ffi::PyCapsule_SetName(capsule.as_ptr(), used.as_ptr()) } != 0
    {
        return Err(pyo3::PyErr::fetch(capsule.py()));
    }
    Ok(pointer)
}

/// A tensor for any library of Python that takes them by DLPack: `numpy.from_dlpack(x)`, without a copy. It is taken once.
///
/// ```
/// use extents::dlpack::Managed;
/// use extents::{StaticExtents, Tensor, extents};
/// use extents_numpy::dlpack::PyManaged;
/// use extents_numpy::to_py_err;
/// use pyo3::{PyResult, pyfunction};
/// #[pyfunction]
/// fn zeros(n: usize) -> PyResult<PyManaged> {
///     let tensor = Tensor::full(extents![dyn n, 8].map_err(to_py_err)?, 0.0_f32).map_err(to_py_err)?;
///     Ok(PyManaged::new(Managed::new(tensor).map_err(to_py_err)?))
/// }
/// ```
#[pyclass(name = "Managed", module = "extents")]
#[derive(Debug)]
pub struct PyManaged {
    managed: Option<Managed>,
    device: (i32, i32),
}

impl PyManaged {
    /// Creates the object.
    ///
    /// ```
    /// use extents::dlpack::Managed;
    /// use extents::{Tensor, extents};
    /// use extents_numpy::dlpack::PyManaged;
    /// let object = PyManaged::new(Managed::new(Tensor::full(extents![2], 7)?)?);
    /// # Ok::<(), extents::error::DlpackError>(())
    /// ```
    pub fn new(managed: Managed) -> Self {
        let device = managed.device();
        PyManaged { managed: Some(managed), device: (device.kind, device.number) }
    }
}

#[pymethods]
impl PyManaged {
    #[pyo3(signature = (*, stream = None, max_version = None, dl_device = None, copy = None))]
    fn __dlpack__<'py>(
        &mut self,
        py: Python<'py>,
        stream: Option<Bound<'py, PyAny>>,
        max_version: Option<(u32, u32)>,
        dl_device: Option<(i32, i32)>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        if stream.is_some() {
            return Err(PyBufferError::new_err(
                "the tensor is given without waiting for a stream: `stream` should be None",
            ));
        }
        if dl_device.is_some_and(|device| device != self.device) {
            return Err(PyBufferError::new_err("the tensor is not copied to another device"));
        }
        if copy == Some(true) {
            return Err(PyBufferError::new_err("the tensor is given away, not copied"));
        }
        let is_versioned = max_version.is_some_and(|(major, _)| major >= 1);
        let Some(managed) = self.managed.take() else {
            return Err(PyBufferError::new_err("the tensor was taken before"));
        };
        let (pointer, name) = match is_versioned {
            true => (managed.into_versioned(), VERSIONED),
            false => match managed.into_unversioned() {
                Ok(pointer) => (pointer, UNVERSIONED),
                Err(rejected) => {
                    self.managed = Some(rejected.value);
                    return Err(to_py_err(rejected.error));
                }
            },
        };
        // SAFETY: the pointer is that of a struct that was given away, as a capsule of this name holds it; the destructor is that
        // of such capsules.
        let capsule =
            unsafe { PyCapsule::new_with_pointer_and_destructor(py, pointer, name, Some(free)) };
        if capsule.is_err() {
            // SAFETY: the pointer was given away, and no capsule has it.
            let managed = unsafe {
                match is_versioned {
                    true => Managed::from_versioned(pointer.as_ptr()),
                    false => Managed::from_unversioned(pointer.as_ptr()),
                }
            };
            self.managed = managed.ok();
        }
        capsule
    }

    fn __dlpack_device__(&self) -> (i32, i32) {
        self.device
    }
}

/// Frees what nobody took out of a capsule.
///
/// # Safety
/// It is called by a capsule that `__dlpack__` made, when it ends.
unsafe extern "C" fn free(capsule: *mut ffi::PyObject) {
    // SAFETY: the capsule has the pointer as long as it has the name; whoever took it renamed it.
    unsafe {
        for (name, is_versioned) in [(VERSIONED, true), (UNVERSIONED, false)] {
            if ffi::PyCapsule_IsValid(capsule, name.as_ptr()) == 0 {
                continue;
            }
            let pointer = ffi::PyCapsule_GetPointer(capsule, name.as_ptr());
            drop(match is_versioned {
                true => Managed::from_versioned(pointer),
                false => Managed::from_unversioned(pointer),
            });
        }
    }
}
