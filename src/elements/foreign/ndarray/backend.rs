//! [`NdArray`]: plans by the kernels of `ndarray`, on its arrays.

#![allow(
    clippy::arithmetic_side_effects,
    reason = "a kernel: the operators are those of the elements"
)]

use alloc::vec::Vec;
use core::marker::PhantomData;

use ::ndarray::linalg::general_mat_mul;
use ::ndarray::{ArrayD, ArrayRef, Ix2, IxDyn, LinalgScalar, Zip};

use super::convert::array_of;
use super::raw::{array_view, array_view_mut};
use crate::layout::RowMajor;
use crate::plan::{Class, Loop, Plan};
use crate::run::{Backend, Contraction};
use crate::{DynRankExtents, Extents, ModeArray, ShapeError, Tensor};

/// The kernels of `ndarray` on its arrays.
///
/// Where a plan sums, two operands go through `general_mat_mul`, matrix by matrix where it has more loops than those of
/// one product; elementwise and outer products go through `Zip`. Operands and targets are `&ArrayRef` and `&mut
/// ArrayRef` of run-time rank, which arrays and views of all kinds lend, with any strides; nothing is copied.
/// Arithmetic is that of the element's own operators: integers that overflow panic in debug builds, as they do in
/// `ndarray`.
///
/// ```
/// use extents::Composition;
/// use extents::backend::{NdArray, contract_on, contract_on_add};
/// use ndarray::array;
/// let a = array![[1.0, 2.0], [3.0, 4.0]].into_dyn();
/// let product = Composition::einsum("ij,jk->ik")?;
/// let mut c = contract_on(&mut NdArray::new(), &product, &[&a, &a.t()])?;
/// assert_eq!(c, array![[5.0, 11.0], [11.0, 25.0]].into_dyn());
/// contract_on_add(&mut NdArray::new(), &product, &[&a, &a], &mut c)?;
/// assert_eq!(c, array![[12.0, 21.0], [26.0, 47.0]].into_dyn());
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct NdArray<T>(PhantomData<T>);

impl<T> NdArray<T> {
    /// The backend for elements of a type.
    ///
    /// ```
    /// let _ = extents::backend::NdArray::<f64>::new();
    /// ```
    pub const fn new() -> Self {
        NdArray(PhantomData)
    }
}

impl<T: LinalgScalar> Backend for NdArray<T> {
    type Array = ArrayRef<T, IxDyn>;
    type Tensor = ArrayD<T>;
    type Error = ShapeError;

    fn extents(&self, array: &Self::Array) -> Result<DynRankExtents, ShapeError> {
        DynRankExtents::new(array.shape())
    }

    fn strides(&self, array: &Self::Array) -> ModeArray<isize> {
        array.strides().into()
    }

    fn zeros(&mut self, extents: &DynRankExtents) -> Result<ArrayD<T>, ShapeError> {
        if extents.is_null() {
            return Err(ShapeError::Null);
        }
        let zeros = Tensor::full(extents.clone(), T::zero())?;
        // SAFETY: the elements of a row-major tensor of these extents.
        Ok(unsafe { array_of::<T, IxDyn, RowMajor>(extents.as_slice(), zeros.into_storage()) })
    }

    fn contract(&mut self, mut task: Contraction<'_, Self>) -> Result<(), ShapeError> {
        let (plan, adds) = (task.plan().fused(), task.adds());
        if plan.kept().iter().any(|each| each.extent == 0) {
            return Ok(());
        }
        if plan.summed().iter().any(|each| each.extent == 0) {
            if !adds {
                task.target().fill(T::zero());
            }
            return Ok(());
        }
        let right = task.right().map_or(core::ptr::null(), |right| right.as_ptr());
        let at = At { left: task.left().as_ptr(), right, result: task.target().as_mut_ptr() };
        // SAFETY: the invariant of a contraction: the plan was made from the shapes, which agree, and the strides of
        // these arrays, so each index in bounds of its loops leads to an element of each. The target is borrowed
        // mutably, and no two of its indices lead to the same element.
        unsafe {
            match (plan.operands(), plan.summed()) {
                (2, []) => multiply(plan.kept(), at, adds),
                (2, _) => multiply_matrices(&plan, at, adds)?,
                _ => sum(&plan, at, adds)?,
            }
        }
        Ok(())
    }
}

/// Where the elements are at the index of zeros, or further on.
#[derive(Clone, Copy)]
struct At<T> {
    left: *const T,
    right: *const T,
    result: *mut T,
}

impl<T> At<T> {
    /// The places at an index of loops.
    fn moved(self, loops: &[Loop], index: &[usize]) -> Self {
        let by = |stride: fn(&Loop) -> isize| {
            let steps = loops.iter().zip(index);
            steps.fold(0_isize, |sum, (each, &count)| {
                sum.wrapping_add(stride(each).wrapping_mul(count.cast_signed()))
            })
        };
        At {
            left: self.left.wrapping_offset(by(|each| each.left)),
            right: self.right.wrapping_offset(by(|each| each.right)),
            result: self.result.wrapping_offset(by(|each| each.result)),
        }
    }
}

fn extents(loops: &[Loop]) -> Vec<usize> {
    loops.iter().map(|each| each.extent).collect()
}

fn strides(loops: &[Loop], stride: fn(&Loop) -> isize) -> Vec<isize> {
    loops.iter().map(stride).collect()
}

/// Each index of some loops, the last one fastest.
fn indices(loops: &[Loop]) -> Result<impl Iterator<Item = ModeArray<usize>>, ShapeError> {
    Ok(DynRankExtents::new(&extents(loops))?.indices())
}

/// Elementwise and outer products: a product for each element of the result.
///
/// # Safety
/// Each index in bounds of the loops leads to elements of both operands, and to one of the result that nothing else
/// reaches, and no other index.
unsafe fn multiply<T: LinalgScalar>(loops: &[Loop], at: At<T>, adds: bool) {
    let shape = extents(loops);
    // SAFETY: each index in bounds leads to an element of each array, and of the result to one that no other index
    // leads to and nothing else reaches. There are as many products as elements of the result, and strides stay in the
    // arrays.
    let (left, right, result) = unsafe {
        (
            array_view::<T, IxDyn>(at.left, &shape, &strides(loops, |each| each.left)),
            array_view::<T, IxDyn>(at.right, &shape, &strides(loops, |each| each.right)),
            array_view_mut::<T, IxDyn>(at.result, &shape, &strides(loops, |each| each.result)),
        )
    };
    let all = Zip::from(result).and(left).and(right);
    if adds {
        all.for_each(|to, &left, &right| *to = *to + left * right);
    } else {
        all.for_each(|to, &left, &right| *to = left * right);
    }
}

/// Products that are summed: of matrices over the longest loops, for each index of the others.
///
/// # Safety
/// As [`multiply`], of the loops of the plan; those of the sums move nothing in the result.
unsafe fn multiply_matrices<T: LinalgScalar>(
    plan: &Plan,
    at: At<T>,
    adds: bool,
) -> Result<(), ShapeError> {
    let numbered = || plan.loops().iter().enumerate();
    let longest = |class: Class| {
        let of_class = numbered().filter(|(_, each)| each.class == class);
        of_class.max_by_key(|(_, each)| each.extent).map(|(number, each)| (number, *each))
    };
    let taken = [longest(Class::LeftFree), longest(Class::RightFree), longest(Class::Contracted)];
    let others = |is_kept: bool| -> Vec<Loop> {
        let is_taken = |number| taken.iter().flatten().any(|(taken, _)| *taken == number);
        let others = numbered().filter(|(number, _)| !is_taken(*number)).map(|(_, each)| *each);
        others.filter(|each| each.class.is_kept() == is_kept).collect()
    };
    let (kept, summed) = (others(true), others(false));
    let [rows, columns, depth] = taken.map(|of| of.map(|(_, each)| each));
    // A matrix that lacks a loop has one row or column.
    let side = |of: Option<Loop>, stride: fn(&Loop) -> isize| {
        of.map_or((1, 0), |each| (each.extent, stride(&each)))
    };
    let sides =
        |first: (usize, isize), second: (usize, isize)| ([first.0, second.0], [first.1, second.1]);
    let left = sides(side(rows, |each| each.left), side(depth, |each| each.left));
    let right = sides(side(depth, |each| each.right), side(columns, |each| each.right));
    let result = sides(side(rows, |each| each.result), side(columns, |each| each.result));
    for index in indices(&kept)? {
        let at = at.moved(&kept, &index);
        let mut so_far = if adds { T::one() } else { T::zero() };
        for index in indices(&summed)? {
            let at = at.moved(&summed, &index);
            // SAFETY: an index of the loops that the matrices have and one of the others are one of all loops, which
            // leads to elements of both operands and one of the result. The matrix of the result is gone before the
            // next one is made.
            let (left, right, mut result) = unsafe {
                (
                    array_view::<T, Ix2>(at.left, &left.0, &left.1),
                    array_view::<T, Ix2>(at.right, &right.0, &right.1),
                    array_view_mut::<T, Ix2>(at.result, &result.0, &result.1),
                )
            };
            general_mat_mul(T::one(), &left, &right, so_far, &mut result);
            so_far = T::one();
        }
    }
    Ok(())
}

/// Sums and copies of one operand.
///
/// # Safety
/// As [`multiply_matrices`], of the left operand and the result.
unsafe fn sum<T: LinalgScalar>(plan: &Plan, at: At<T>, adds: bool) -> Result<(), ShapeError> {
    let (kept, summed) = (plan.kept(), plan.summed());
    let nearest = |loops: &[Loop]| loops.iter().map(|each| each.left.unsigned_abs()).min();
    let sums_neighbours = match (nearest(summed), nearest(kept)) {
        (Some(summed), Some(kept)) => summed < kept,
        (summed, _) => summed.is_some(),
    };
    if sums_neighbours {
        let (shape, steps) = (extents(summed), strides(summed, |each| each.left));
        for index in indices(kept)? {
            let at = at.moved(kept, &index);
            // SAFETY: an index of the sums and one of the kept loops are one of all loops, which leads to an element of
            // the operand; the kept one leads to one of the result that nothing else reaches.
            unsafe {
                let sum = array_view::<T, IxDyn>(at.left, &shape, &steps).sum();
                at.result.write(if adds { *at.result + sum } else { sum });
            }
        }
        return Ok(());
    }
    let shape = extents(kept);
    let (from, to) = (strides(kept, |each| each.left), strides(kept, |each| each.result));
    let mut adds = adds;
    for index in indices(summed)? {
        let at = at.moved(summed, &index);
        // SAFETY: an index of the kept loops and one of the sums are one of all loops, which leads to an element of the
        // operand and to one of the result that no other index of the kept loops leads to.
        let (from, to) = unsafe {
            (
                array_view::<T, IxDyn>(at.left, &shape, &from),
                array_view_mut::<T, IxDyn>(at.result, &shape, &to),
            )
        };
        if adds {
            Zip::from(to).and(from).for_each(|to, &from| *to = *to + from);
        } else {
            Zip::from(to).and(from).for_each(|to, &from| *to = from);
        }
        adds = true;
    }
    Ok(())
}
