//! [`contract_along`]: more than two operands contract two at a time, along a path.

use alloc::vec::Vec;
use core::marker::PhantomData;

use extents_static::__private::agree;

use super::by_text::{ContractBy, Order};
use super::einsum::DynOperand;
use super::how::{AddsUp, How};
use crate::elements::{Labelled, Taken, update_each};
use crate::layout::{StridedLayout, TrustedLayout};
use crate::plan::{Path, Source, Step};
use crate::{DynRankExtents, Extents, Scalar, ShapeError, Tensor, ViewMut};

/// Contracts tensors of any layer along a [`Path`]: short for [`ContractBy::along`] and
/// [`eval`](ContractBy::eval).
///
/// The extents may be others than those that the path was made for, as long as the labels agree:
/// then it costs something else.
///
/// # Another order, another rounding
/// Integers wrap around, so their result is the same along any path. Floating-point numbers round
/// differently along each, and all paths keep this bound: an element of the result is off its exact
/// value by at most about `n * e` times the sum of the absolute values of its terms, where `e` is half
/// the distance from 1 to the next number (2^-24 for `f32`, 2^-53 for `f64`), and `n` the sum, over the
/// steps, of how many terms a step adds up for one element. For one nest of loops `n` is the number of
/// terms plus that of operands. With [`ContractBy::sum_in`] `e` is that of the wider type, and the result is
/// rounded once more. That holds as long as no temporary overflows or becomes subnormal:
/// `1e200 * 1e200 * 1e-200` is infinite from left to right only.
///
/// Where a label that is summed has extent 0, the result is zeros, whatever other operands hold, as
/// in one nest of loops.
///
/// # Errors
/// Those of [`Composition::resolve`](crate::Composition::resolve), and [`ShapeError::Allocation`] and [`ShapeError::SizeOverflow`]
/// where a temporary or the result is too large.
///
/// ```
/// use extents::plan::Path;
/// use extents::{Composition, DynOperand, Tensor, contract_along, extents};
/// let a = Tensor::from_vec(extents![2, 2], vec![1, 2, 3, 4])?;
/// let x = Tensor::from_vec(extents![2], vec![1, 10])?;
/// let operands: [&dyn DynOperand<i32>; 3] = [&a, &a, &x];
/// let shapes: Vec<_> = operands.iter().map(|each| each.source().extents().clone()).collect();
/// let path = Path::given(&Composition::einsum("ij,jk,k->i")?, &shapes, &[(1, 2), (0, 1)])?;
/// // First a * x, which is [21, 43].
/// assert_eq!(contract_along(&path, &operands)?.as_slice(), [107, 235]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub fn contract_along<T: Scalar>(
    path: &Path,
    operands: &[&dyn DynOperand<T>],
) -> Result<Tensor<T, DynRankExtents>, ShapeError> {
    ContractBy::along(path).eval(operands)
}

/// As [`contract_along`], and calls `done` after each step, to report progress for instance.
///
/// Where a label has extent 0 no step is made, and `done` is not called.
///
/// # Errors
/// As [`contract_along`].
///
/// ```
/// use extents::plan::Path;
/// use extents::{Composition, DynOperand, Tensor, contract_along_with, extents};
/// let a = Tensor::full(extents![2, 2], 1)?;
/// let operands: [&dyn DynOperand<i32>; 3] = [&a, &a, &a];
/// let shapes: Vec<_> = operands.iter().map(|each| each.source().extents().clone()).collect();
/// let path = Path::cheapest(&Composition::einsum("ij,jk,kl->il")?, &shapes)?;
/// let mut shown = Vec::new();
/// contract_along_with(&path, &operands, |step| shown.push(step.composition().to_string()))?;
/// assert_eq!(shown, ["ij,jk->ik", "ik,kl->il"]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub fn contract_along_with<T: Scalar>(
    path: &Path,
    operands: &[&dyn DynOperand<T>],
    mut done: impl FnMut(&Step),
) -> Result<Tensor<T, DynRankExtents>, ShapeError> {
    ContractBy::along(path).eval_with(operands, &mut done)
}

/// As [`contract_along`], but gives each element of a mutable view and its new value to `update`.
///
/// # Errors
/// As [`contract_along`]; [`ShapeError::RankMismatch`] and [`ShapeError::ExtentMismatch`] where the
/// target has other extents than the result. The target is then unchanged.
///
/// ```
/// use extents::plan::Path;
/// use extents::{Composition, DynOperand, Tensor, contract_along_into, extents};
/// let a = Tensor::full(extents![2, 2], 1)?;
/// let operands: [&dyn DynOperand<i32>; 3] = [&a, &a, &a];
/// let shapes: Vec<_> = operands.iter().map(|each| each.source().extents().clone()).collect();
/// let path = Path::cheapest(&Composition::einsum("ij,jk,kl->il")?, &shapes)?;
/// let mut sums = Tensor::full(extents![2, 2], 100)?;
/// contract_along_into(&path, &operands, sums.view_mut(), |to, value| *to += value)?;
/// assert_eq!(sums.as_slice(), [104, 104, 104, 104]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub fn contract_along_into<T: Scalar, E: Extents, L: TrustedLayout<E> + StridedLayout<E>>(
    path: &Path,
    operands: &[&dyn DynOperand<T>],
    target: ViewMut<'_, T, E, L>,
    update: impl Fn(&mut T, T),
) -> Result<(), ShapeError> {
    update_each(target, &contract_along(path, operands)?.view(), update)
}

/// A contraction of these operands, carried out as `H` says.
pub(super) struct Call<'c, 'o, T, H> {
    order: Order<'c>,
    operands: &'c [&'o dyn DynOperand<T>],
    how: PhantomData<H>,
}

impl<'c, 'o, T: Scalar + AddsUp<H>, H: How> Call<'c, 'o, T, H> {
    pub(super) fn new(order: Order<'c>, operands: &'c [&'o dyn DynOperand<T>]) -> Self {
        Call { order, operands, how: PhantomData }
    }

    /// The result as a new tensor. Calls `done` after each step of a path.
    pub(super) fn into_new(
        self,
        done: &mut dyn FnMut(&Step),
    ) -> Result<Tensor<T, DynRankExtents>, ShapeError> {
        let labelled = self.labelled()?;
        // Before the work for temporaries begins.
        let mut result = Tensor::zeros(labelled.resolved().result.clone())?;
        self.run(&labelled, result.view_mut(), false, done)?;
        Ok(result)
    }

    /// Writes the result into `target`, or `adds` it to what is there.
    pub(super) fn into_target<E: Extents, L: TrustedLayout<E> + StridedLayout<E>>(
        self,
        target: ViewMut<'_, T, E, L>,
        adds: bool,
    ) -> Result<(), ShapeError> {
        let labelled = self.labelled()?;
        // Before the work for temporaries begins.
        agree(&labelled.resolved().result, target.extents())?;
        self.run(&labelled, target, adds, &mut |_| ())
    }

    fn labelled(&self) -> Result<Labelled<'c, 'o, T, T::Sum>, ShapeError> {
        let composition = match self.order {
            Order::Automatic(composition) => composition,
            Order::Given(path) => path.composition(),
        };
        let sources = self.operands.iter().map(|operand| Taken::Elements(operand.source()));
        Labelled::new(composition, sources.collect())
    }

    fn run<E: Extents, L: TrustedLayout<E> + StridedLayout<E>>(
        &self,
        labelled: &Labelled<'c, 'o, T, T::Sum>,
        target: ViewMut<'_, T, E, L>,
        adds: bool,
        done: &mut dyn FnMut(&Step),
    ) -> Result<(), ShapeError> {
        let found;
        let path = match self.order {
            // Along a path, zeros that a step makes of nothing could meet an infinity.
            _ if labelled.resolved().extents.contains(&0) => None,
            Order::Given(path) => Some(path),
            Order::Automatic(composition)
                if self.operands.len() > 2 && T::Sum::CONTRACTS_IN_ANY_ORDER =>
            {
                let sources = self.operands.iter().map(|operand| operand.source());
                let shapes: Vec<_> = sources.map(|source| source.extents().clone()).collect();
                found = Path::automatic(composition, &shapes)?;
                Some(&found)
            }
            Order::Automatic(_) => None,
        };
        let Some((last, steps)) = path.and_then(|path| path.steps().split_last()) else {
            return labelled.run::<H, _, _>(target, adds);
        };
        let temporaries = self.temporaries(steps, done)?;
        self.taken(last, &temporaries)?.run::<H, _, _>(target, adds)?;
        done(last);
        Ok(())
    }

    /// What these steps leave for the last one. A temporary lives until the step that takes it is done.
    fn temporaries(
        &self,
        steps: &[Step],
        done: &mut dyn FnMut(&Step),
    ) -> Result<Temporaries<T::Sum>, ShapeError> {
        let mut temporaries: Temporaries<T::Sum> = Vec::new();
        for step in steps {
            let made = self.taken(step, &temporaries)?.sums::<H>()?;
            for source in step.sources() {
                if let Source::Temporary(number) = *source
                    && let Some(temporary) = temporaries.get_mut(number)
                {
                    *temporary = None;
                }
            }
            temporaries.push(Some(made));
            done(step);
        }
        Ok(temporaries)
    }

    /// What a step takes: a path names only operands of its composition, and temporaries of earlier steps
    /// that no other step takes.
    fn taken<'p, 't>(
        &self,
        step: &'p Step,
        temporaries: &'t Temporaries<T::Sum>,
    ) -> Result<Labelled<'p, 't, T, T::Sum>, ShapeError>
    where
        'o: 't,
    {
        let find = |source: &Source| match *source {
            Source::Operand(position) => {
                self.operands.get(position).map(|operand| Taken::Elements(operand.source()))
            }
            Source::Temporary(number) => {
                let made = temporaries.get(number).and_then(Option::as_ref);
                made.map(|made| Taken::Sums(made.source()))
            }
        };
        Labelled::new(step.composition(), step.sources().iter().filter_map(find).collect())
    }
}

/// Sums, which no rounding to elements has touched.
type Temporaries<A> = Vec<Option<Tensor<A, DynRankExtents>>>;
