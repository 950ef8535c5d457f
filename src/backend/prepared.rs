//! [`Prepared`]: a contraction on a backend that is planned once.

use core::borrow::BorrowMut;

use super::drive::job;
use crate::Composition;
use crate::run::{Backend, Kept};

/// A contraction on a backend, which keeps its plans for the next operands.
///
/// [`contract_on`](super::contract_on) reads labels, compares extents, looks for a path and plans, each time. This does so when it
/// is first called, and again where operands, a target or a temporary have other extents or strides than last time. Else the
/// backend is asked for extents and strides, of an operand before the first step and of a temporary when it is made and when it is
/// read, and gets the plans that are there.
///
/// ```
/// use extents::backend::{Native, Prepared};
/// use extents::{Composition, DynRankExtents, Tensor};
/// let mut product = Prepared::new(Composition::einsum("ij,jk->ik")?);
/// let a = Tensor::from_vec(DynRankExtents::new(&[2, 2])?, vec![1, 2, 3, 4])?;
/// for factor in 1..4 {
///     let b = Tensor::from_vec(DynRankExtents::new(&[2, 1])?, vec![factor, 0])?;
///     let c = product.eval(&mut Native::new(), &[&a, &b])?;
///     assert_eq!(c.as_slice(), [factor, 3 * factor]);
/// }
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Prepared {
    composition: Composition,
    kept: Option<Kept>,
}

impl Prepared {
    /// Keeps a composition. Nothing is planned yet. That of typed labels, [`Composition::of_types`], is a constant.
    pub const fn new(composition: Composition) -> Self {
        Prepared { composition, kept: None }
    }

    /// Returns the composition.
    pub fn composition(&self) -> &Composition {
        &self.composition
    }

    /// Contracts arrays into a new tensor, as [`contract_on`](super::contract_on).
    ///
    /// # Errors
    /// Those of [`contract_on`](super::contract_on).
    pub fn eval<B: Backend>(
        &mut self,
        backend: &mut B,
        operands: &[&B::Array],
    ) -> Result<B::Tensor, B::Error> {
        if let Some(kept) = &self.kept
            && let Some(extents) = kept.result()
            && kept.fits(backend, operands)?
        {
            let mut result = backend.room(extents)?;
            if kept.run(backend, operands, result.borrow_mut(), false)? {
                return Ok(result);
            }
        }
        self.kept = None;
        let mut expanded = None;
        let job = job(backend, &self.composition, operands, &mut expanded)?;
        let mut result = backend.room(&job.resolved.result)?;
        self.kept = Kept::recorded(&job, backend, operands, result.borrow_mut(), false)?;
        Ok(result)
    }

    /// Contracts arrays into an existing array, as [`contract_on_assign`](super::contract_on_assign).
    ///
    /// # Errors
    /// Those of [`contract_on_assign`](super::contract_on_assign).
    pub fn assign_to<B: Backend>(
        &mut self,
        backend: &mut B,
        operands: &[&B::Array],
        target: &mut B::Array,
    ) -> Result<(), B::Error> {
        self.write(backend, operands, target, false)
    }

    /// Contracts arrays, and adds the result to an existing array, as [`contract_on_add`](super::contract_on_add).
    ///
    /// # Errors
    /// Those of [`contract_on_add`](super::contract_on_add).
    pub fn add_to<B: Backend>(
        &mut self,
        backend: &mut B,
        operands: &[&B::Array],
        target: &mut B::Array,
    ) -> Result<(), B::Error> {
        self.write(backend, operands, target, true)
    }

    fn write<B: Backend>(
        &mut self,
        backend: &mut B,
        operands: &[&B::Array],
        target: &mut B::Array,
        adds: bool,
    ) -> Result<(), B::Error> {
        if let Some(kept) = &self.kept
            && kept.fits(backend, operands)?
            && kept.run(backend, operands, target, adds)?
        {
            return Ok(());
        }
        self.kept = None;
        let mut expanded = None;
        let job = job(backend, &self.composition, operands, &mut expanded)?;
        self.kept = Kept::recorded(&job, backend, operands, target, adds)?;
        Ok(())
    }
}
