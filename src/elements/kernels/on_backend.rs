//! [`Native`]: the backend of this crate's own tensors.

use core::marker::PhantomData;

use super::Places;
use super::element_types::Same;
use super::general::{self, Loops};
use crate::run::{Backend, Contraction};
use crate::{DynRankExtents, ModeArray, Scalar, ShapeError, Tensor};

/// The backend of this crate's kernels, on tensors of run-time rank.
///
/// With the feature `device` it is a device too, of buffers that are `Vec`s. An empty one with capacity is room that nothing was written to
/// yet: results are made so. To read it or to add to it is an error; what writes a part of it fills the rest with zeros.
///
/// Code that is generic over a [`Backend`] runs on it as on any other. With tensors and views of this crate alone, no
/// backend is needed: [`contract!`](crate::contract!) and [`einsum`](crate::einsum()) take them in any layer and
/// layout.
///
/// ```
/// use extents::backend::{Backend, Native, contract_on};
/// use extents::{Composition, DynRankExtents, Tensor};
/// fn square<B: Backend>(backend: &mut B, matrix: &B::Array) -> Result<B::Tensor, B::Error> {
///     contract_on(backend, &Composition::einsum("ij,jk->ik")?, &[matrix, matrix])
/// }
/// let a = Tensor::from_vec(DynRankExtents::new(&[2, 2])?, vec![1, 2, 3, 4])?;
/// assert_eq!(square(&mut Native::new(), &a)?.as_slice(), [7, 10, 15, 22]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[derive(Debug)]
pub struct Native<T>(PhantomData<T>);

// Not derived: that would ask it of the elements.
impl<T> Clone for Native<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Native<T> {}

impl<T> Default for Native<T> {
    fn default() -> Self {
        Native::new()
    }
}

impl<T> Native<T> {
    /// Creates the backend for elements of type `T`.
    ///
    /// ```
    /// let _ = extents::backend::Native::<f64>::new();
    /// ```
    pub const fn new() -> Self {
        Native(PhantomData)
    }
}

impl<T: Scalar> Backend for Native<T> {
    type Array = Tensor<T, DynRankExtents>;
    type Tensor = Tensor<T, DynRankExtents>;
    type Error = ShapeError;
    const CONTRACTS_IN_ANY_ORDER: bool = T::CONTRACTS_IN_ANY_ORDER;

    fn extents(&self, array: &Self::Array) -> Result<DynRankExtents, ShapeError> {
        Ok(array.extents().clone())
    }

    fn strides(&self, array: &Self::Array) -> ModeArray<isize> {
        array.mapping().strides()
    }

    fn zeros(&mut self, extents: &DynRankExtents) -> Result<Self::Tensor, ShapeError> {
        Tensor::zeros(extents.clone())
    }

    fn contract(&mut self, mut task: Contraction<'_, Self>) -> Result<(), ShapeError> {
        let (plan, adds) = (task.plan(), task.adds());
        let left = task.left().view().origin();
        let right = task.right().map_or(core::ptr::null(), |right| right.view().origin());
        let result = task.target().view_mut().origin();
        let places: Places<Same<T>> = Places { left, right, result };
        // SAFETY: the invariant of a contraction: the plan was made from what `Native` says of these tensors, which are
        // their extents and strides, and the extents agree. So an index in bounds of the loops leads to an element of
        // each, by the invariant of a tensor. The target is borrowed mutably, so that nothing else reaches it.
        unsafe { general::run(Loops::of_plan(plan), places, adds, None) };
        Ok(())
    }
}
