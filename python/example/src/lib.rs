//! A module of Python whose functions take and give arrays that have extents in their types. `tests/python` calls all of them.

// Functions of Python take their arguments by value.
#![allow(clippy::needless_pass_by_value, missing_docs)]

#[allow(dead_code, reason = "another program limits memory, too")]
#[path = "../../../tests/no_std/counting.rs"]
mod counting;

use core::sync::atomic::{AtomicUsize, Ordering};

use extents::dlpack::Managed;
use extents::label::{i, j, k};
use extents::layout::{Canonical, ColMajor};
use extents::storage::placement::OnHeap;
use extents::storage::{Storage, StorageMut};
use extents::{DynRankExtents, HasDType, StaticExtents, Tensor, contract, extents, modes};
use extents_numpy::dlpack::PyManaged;
use extents_numpy::{PyTensor, PyView, PyViewMut, dlpack, to_py_err};
use pyo3::prelude::*;

use counting::asked_by;

type Vector = StaticExtents![dyn];
type Matrix = StaticExtents![dyn, dyn];
type Rows = StaticExtents![dyn, 8];

/// How many of the tensors that went out by DLPack were freed.
static FREED: AtomicUsize = AtomicUsize::new(0);

/// Elements that count when they are freed.
struct Counted(Vec<f32>);

impl Drop for Counted {
    fn drop(&mut self) {
        FREED.fetch_add(1, Ordering::SeqCst);
    }
}

// SAFETY: nothing changes the length of the `Vec`.
unsafe impl Storage for Counted {
    type Elem = f32;
    type Placement = OnHeap;
    fn as_slice(&self) -> &[f32] {
        &self.0
    }
}

// SAFETY: the same elements.
unsafe impl StorageMut for Counted {
    fn as_mut_slice(&mut self) -> &mut [f32] {
        &mut self.0
    }
}

/// Rows of eight, 0, 1, 2 and so on.
fn rows(n: usize) -> PyResult<Tensor<f32, Rows, extents::layout::RowMajor, Counted>> {
    let extents = extents![dyn n, 8].map_err(to_py_err)?;
    let elements = (0..n.saturating_mul(8)).map(|element| element as f32).collect();
    Tensor::from_storage(extents, Counted(elements)).map_err(to_py_err)
}

#[pymodule]
mod extents_example {
    use super::*;

    /// The sum of each row of eight.
    #[pyfunction]
    fn row_sums(a: PyView<'_, f32, Rows>) -> PyResult<PyTensor<f32, Vector>> {
        Ok(PyTensor(a.view().over(modes![1]).sum().map_err(to_py_err)?))
    }

    /// The product of two matrices.
    #[pyfunction]
    fn product(
        a: PyView<'_, f64, Matrix>,
        b: PyView<'_, f64, Matrix>,
    ) -> PyResult<PyTensor<f64, Matrix>> {
        Ok(PyTensor(contract!(a[i, j] * b[j, k] => [i, k]).map_err(to_py_err)?))
    }

    /// Multiplies each element where it is.
    #[pyfunction]
    fn scale(mut a: PyViewMut<'_, f64, DynRankExtents>, factor: f64) {
        a.view_mut().map_inplace(|element| element * factor);
    }

    /// A multiple of the sum.
    #[pyfunction]
    fn scaled_sum(a: PyView<'_, f64, DynRankExtents>, factor: f64) -> f64 {
        a.view().sum() * factor
    }

    /// Writes one vector to another.
    #[pyfunction]
    fn write(from: PyView<'_, f64, Vector>, mut to: PyViewMut<'_, f64, Vector>) -> PyResult<()> {
        to.view_mut().assign(&from.view()).map_err(to_py_err)
    }

    /// Multiplies each complex number where it is by a real one.
    #[pyfunction]
    fn scale_each(
        mut a: PyViewMut<'_, num_complex::Complex<f64>, Vector>,
        factors: PyView<'_, f64, Vector>,
    ) -> PyResult<()> {
        for (a, factor) in a.view_mut().iter_mut().zip(factors.view().iter()) {
            *a = a.scale(*factor);
        }
        Ok(())
    }

    /// Where the elements are.
    #[pyfunction]
    fn address(a: PyView<'_, f32, DynRankExtents>) -> usize {
        a.view().as_ptr().addr()
    }

    /// A table, rows or columns first, and where its elements are.
    #[pyfunction]
    fn table(
        py: Python<'_>,
        rows: usize,
        columns: usize,
        by_columns: bool,
    ) -> PyResult<(Py<PyAny>, usize)> {
        let extents = extents![dyn rows, dyn columns].map_err(to_py_err)?;
        let element = |[row, column]: [usize; 2]| row.wrapping_mul(100).wrapping_add(column) as f32;
        if by_columns {
            let tensor = Tensor::from_fn(ColMajor.of(extents), element).map_err(to_py_err)?;
            let address = tensor.as_ptr().addr();
            return Ok((PyTensor(tensor).into_pyobject(py)?.into_any().unbind(), address));
        }
        let tensor = Tensor::from_fn(extents, element).map_err(to_py_err)?;
        let address = tensor.as_ptr().addr();
        Ok((PyTensor(tensor).into_pyobject(py)?.into_any().unbind(), address))
    }

    /// A scalar, an array without elements, or one of this rank.
    #[pyfunction]
    fn ones(extents: Vec<usize>) -> PyResult<PyTensor<f32, DynRankExtents>> {
        let extents = DynRankExtents::new(&extents).map_err(to_py_err)?;
        Ok(PyTensor(Tensor::full(extents, 1.0).map_err(to_py_err)?))
    }

    /// How many are true.
    #[pyfunction]
    fn count(a: PyView<'_, bool, DynRankExtents>) -> usize {
        a.view().iter().filter(|&&element| element).count()
    }

    /// Whether an array may be an argument for elements of this name; the answer is what it holds, as text.
    #[pyfunction]
    fn read(a: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<String>> {
        macro_rules! by_name {
            ($($T:ty),*) => {
                match name {
                    $(_ if name == <$T>::DTYPE.numpy_name() => {
                        let a: PyView<'_, $T, DynRankExtents> = a.extract()?;
                        Ok(a.view().iter().map(|element| element.to_string()).collect())
                    })*
                    _ => Err(pyo3::exceptions::PyKeyError::new_err(name.to_owned())),
                }
            };
        }
        by_name!(
            bool,
            i8,
            i16,
            i32,
            i64,
            u8,
            u16,
            u32,
            u64,
            f32,
            f64,
            half::f16,
            num_complex::Complex<f32>,
            num_complex::Complex<f64>
        )
    }

    /// Two elements of a type that NumPy has from another package.
    #[pyfunction]
    fn brain_floats() -> PyResult<PyTensor<half::bf16, StaticExtents![2]>> {
        let numbers = Tensor::from_fn(extents![2], |[i]| half::bf16::from_f32(i as f32 + 0.5));
        Ok(PyTensor(numbers.map_err(to_py_err)?))
    }

    /// The sum of a tensor of any library.
    #[pyfunction]
    fn sum_of_tensor(tensor: &Bound<'_, PyAny>) -> PyResult<f32> {
        // SAFETY: the tests do not write to it meanwhile.
        let tensor = unsafe { dlpack::managed(tensor) }?.typed::<f32, Rows>().map_err(to_py_err)?;
        Ok(tensor.view().sum())
    }

    /// Where the elements of a tensor of any library are, its strides, and whether it may be written.
    #[pyfunction]
    fn place_of_tensor(tensor: &Bound<'_, PyAny>) -> PyResult<(usize, Vec<isize>, bool)> {
        // SAFETY: the tests do not write to it meanwhile.
        let managed = unsafe { dlpack::managed(tensor) }?;
        let is_read_only = managed.is_read_only();
        let tensor = managed.typed::<f32, DynRankExtents>().map_err(to_py_err)?;
        let view = tensor.view();
        let first = view.iter().next().map_or(0, |first| core::ptr::from_ref(first).addr());
        Ok((first, view.strides().to_vec(), is_read_only))
    }

    /// Writes a value to all elements of a tensor of any library.
    #[pyfunction]
    fn fill_tensor(tensor: &Bound<'_, PyAny>, value: f32) -> PyResult<()> {
        // SAFETY: the tests do not use it meanwhile.
        let managed = unsafe { dlpack::managed(tensor) }?;
        let mut tensor = managed.typed::<f32, DynRankExtents>().map_err(to_py_err)?;
        tensor.view_mut().map_err(to_py_err)?.fill(value);
        Ok(())
    }

    /// Rows of eight for any library, and where their elements are.
    #[pyfunction]
    fn tensor(n: usize, is_read_only: bool) -> PyResult<(PyManaged, usize)> {
        let tensor = rows(n)?;
        let address = tensor.as_ptr().addr();
        let managed = match is_read_only {
            true => Managed::new_read_only(tensor).map_err(to_py_err)?,
            false => Managed::new(tensor).map_err(to_py_err)?,
        };
        Ok((PyManaged::new(managed), address))
    }

    /// Takes a tensor of any library, and gives it away again.
    #[pyfunction]
    fn pass_on(tensor: &Bound<'_, PyAny>) -> PyResult<PyManaged> {
        // SAFETY: nothing is done with its elements.
        Ok(PyManaged::new(unsafe { dlpack::managed(tensor) }?))
    }

    /// How often Rust's allocator is asked, and for how many bytes, while an array becomes a view; and the last element.
    #[pyfunction]
    fn cost_of_view(a: &Bound<'_, PyAny>) -> PyResult<(usize, usize, f32)> {
        let (asked, view) = asked_by(|| a.extract::<PyView<'_, f32, StaticExtents![dyn, 1024]>>());
        let view = view?;
        let last = view.view().reverse(extents::Const::<0>).get([0, 1023]).copied();
        Ok((asked.times, asked.bytes, last.unwrap_or(f32::NAN)))
    }

    /// The same while a tensor of any library becomes a view.
    #[pyfunction]
    fn cost_of_tensor(a: &Bound<'_, PyAny>) -> PyResult<(usize, usize, f32)> {
        // SAFETY: the tests do not write to it meanwhile.
        let (asked, managed) = asked_by(|| unsafe { dlpack::managed(a) });
        let tensor = managed?.typed::<f32, StaticExtents![dyn, 1024]>().map_err(to_py_err)?;
        let last = tensor.view().reverse(extents::Const::<0>).get([0, 1023]).copied();
        Ok((asked.times, asked.bytes, last.unwrap_or(f32::NAN)))
    }

    /// The same while a tensor of so many rows of 1024 becomes an array; and the array.
    #[pyfunction]
    fn cost_of_result(py: Python<'_>, rows: usize) -> PyResult<(usize, usize, Py<PyAny>)> {
        let extents = extents![dyn rows, 1024].map_err(to_py_err)?;
        let tensor = Tensor::from_vec(extents, vec![0_f32; rows.saturating_mul(1024)])
            .map_err(|rejected| to_py_err(rejected.error))?;
        let (asked, array) = asked_by(|| PyTensor(tensor).into_pyobject(py));
        Ok((asked.times, asked.bytes, array?.into_any().unbind()))
    }

    /// How many tensors that went out were freed.
    #[pyfunction]
    fn freed() -> usize {
        FREED.load(Ordering::SeqCst)
    }
}
