//! Contraction on a backend: it holds the arrays and runs plans, and `contract` does the rest.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::borrow::BorrowMut;

use crate::error::Limit;
use crate::plan::Path;
use crate::run::{Backend, Job, Labels, OnBackend};
use crate::{Composition, ShapeError};

/// Contracts arrays of a backend under the labels of a [`Composition`], into a new tensor of the backend.
///
/// The rules are those of [`ContractBy`](crate::ContractBy). More than two operands contract two at a time, along the
/// cheapest [`Path`](crate::plan::Path); of elements whose arithmetic depends on the order, as
/// [`Backend::CONTRACTS_IN_ANY_ORDER`] says, they are an error.
///
/// # Errors
/// Those of [`Composition::resolve`]; [`ShapeError::RankMismatch`] where a backend gives an array another number of
/// strides than modes; [`ShapeError::LimitExceeded`] for too many loops, and for more than two operands whose order must be
/// kept; what the backend itself says.
///
/// ```
/// use extents::backend::{Native, contract_on};
/// use extents::{Composition, DynRankExtents, Tensor};
/// let a = Tensor::from_vec(DynRankExtents::new(&[2, 2])?, vec![1, 2, 3, 4])?;
/// let squared = contract_on(&mut Native::new(), &Composition::einsum("ij,jk->ik")?, &[&a, &a])?;
/// assert_eq!(squared.as_slice(), [7, 10, 15, 22]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub fn contract_on<B: Backend>(
    backend: &mut B,
    composition: &Composition,
    operands: &[&B::Array],
) -> Result<B::Tensor, B::Error> {
    let mut expanded = None;
    let job = job(backend, composition, operands, &mut expanded)?;
    let mut result = backend.room(&job.resolved.result)?;
    let machine = &mut OnBackend { backend, record: None };
    job.run(machine, operands, result.borrow_mut(), false, &mut |_| ())?;
    Ok(result)
}

/// Contracts arrays of a backend as [`contract_on`], into an existing array. Nothing is written before everything is
/// checked.
///
/// # Errors
/// As [`contract_on`]; [`ShapeError::RankMismatch`](crate::ShapeError::RankMismatch) and [`ShapeError::ExtentMismatch`](crate::ShapeError::ExtentMismatch) where the target has
/// other extents than the result. The target is then unchanged.
///
/// ```
/// use extents::backend::{Native, contract_on_assign};
/// use extents::{Composition, DynRankExtents, Tensor};
/// let a = Tensor::from_vec(DynRankExtents::new(&[2, 2])?, vec![1, 2, 3, 4])?;
/// let mut sums = Tensor::full(DynRankExtents::new(&[2])?, 100)?;
/// contract_on_assign(&mut Native::new(), &Composition::einsum("ij->i")?, &[&a], &mut sums)?;
/// assert_eq!(sums.as_slice(), [3, 7]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub fn contract_on_assign<B: Backend>(
    backend: &mut B,
    composition: &Composition,
    operands: &[&B::Array],
    target: &mut B::Array,
) -> Result<(), B::Error> {
    run_into(backend, composition, operands, target, false)
}

/// Contracts arrays of a backend as [`contract_on`], and adds the result to an existing array.
///
/// # Errors
/// As [`contract_on_assign`].
///
/// ```
/// use extents::backend::{Native, contract_on_add};
/// use extents::{Composition, DynRankExtents, Tensor};
/// let a = Tensor::from_vec(DynRankExtents::new(&[2, 2])?, vec![1, 2, 3, 4])?;
/// let mut sums = Tensor::full(DynRankExtents::new(&[2])?, 100)?;
/// contract_on_add(&mut Native::new(), &Composition::einsum("ij->i")?, &[&a], &mut sums)?;
/// assert_eq!(sums.as_slice(), [103, 107]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub fn contract_on_add<B: Backend>(
    backend: &mut B,
    composition: &Composition,
    operands: &[&B::Array],
    target: &mut B::Array,
) -> Result<(), B::Error> {
    run_into(backend, composition, operands, target, true)
}

fn run_into<B: Backend>(
    backend: &mut B,
    composition: &Composition,
    operands: &[&B::Array],
    target: &mut B::Array,
    adds: bool,
) -> Result<(), B::Error> {
    let mut expanded = None;
    let job = job(backend, composition, operands, &mut expanded)?;
    job.run(&mut OnBackend { backend, record: None }, operands, target, adds, &mut |_| ())
}

/// What is to be done, of operands whose extents agree.
pub(super) fn job<'c, B: Backend>(
    backend: &B,
    composition: &'c Composition,
    operands: &[&B::Array],
    expanded: &'c mut Option<Composition>,
) -> Result<Job<'c>, B::Error> {
    let shapes = operands.iter().map(|operand| backend.extents(operand));
    let shapes = shapes.collect::<Result<Vec<_>, _>>()?;
    let composition = match composition.expanded(&shapes)? {
        Cow::Borrowed(composition) => composition,
        Cow::Owned(composition) => expanded.insert(composition),
    };
    let resolved = composition.resolve(&shapes)?;
    if shapes.len() > 2 && !B::CONTRACTS_IN_ANY_ORDER {
        let (of, found) = (Limit::OrderedOperands, shapes.len());
        return Err(ShapeError::LimitExceeded { of, found, most: 2 }.into());
    }
    let path = match shapes.len() > 2 && !resolved.extents.contains(&0) {
        true => Some(Cow::Owned(Path::cheapest(composition, &shapes)?)),
        false => None,
    };
    Ok(Job { labels: Labels::of(composition), resolved, path })
}
