//! [`contract_along`]: more than two operands contract two at a time, along a path.

use alloc::vec::Vec;

use super::einsum::{contract_directly, run, shapes, sources};
use crate::elements::update_each;
use crate::layout::{StridedLayout, TrustedLayout};
use crate::plan::{Path, Source, Step};
use crate::{DynOperand, DynRankExtents, DynSource, Extents, Scalar, ShapeError, Tensor, ViewMut};

/// Contracts tensors of any layer along a [`Path`].
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
/// terms plus that of operands. That holds as long as no temporary overflows or becomes subnormal:
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
    contract_along_with(path, operands, |_| ())
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
    let resolved = path.composition().resolve(&shapes(&sources(operands)))?;
    if resolved.extents.contains(&0) {
        return contract_directly(path.composition(), operands);
    }
    // Before the work for temporaries begins.
    let mut result = Tensor::zeros(resolved.result)?;
    let (last, temporaries) = run_temporaries(path, operands, &mut done)?;
    let taken = taken(last, operands, &temporaries);
    run(last.composition(), &taken, result.view_mut(), false)?;
    done(last);
    Ok(result)
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

/// Writes the result along a path into `target`, or `adds` it to what is there.
pub(super) fn run_along<T: Scalar, E: Extents, L: TrustedLayout<E> + StridedLayout<E>>(
    path: &Path,
    operands: &[&dyn DynOperand<T>],
    target: ViewMut<'_, T, E, L>,
    adds: bool,
) -> Result<(), ShapeError> {
    let sources = sources(operands);
    let resolved = path.composition().resolve(&shapes(&sources))?;
    // Along the path, zeros that a step makes of nothing could meet an infinity.
    if resolved.extents.contains(&0) {
        return run(path.composition(), &sources, target, adds);
    }
    // Before the work for temporaries begins.
    check_target(&resolved.result, target.extents())?;
    let (last, temporaries) = run_temporaries(path, operands, &mut |_| ())?;
    run(last.composition(), &taken(last, operands, &temporaries), target, adds)
}

type Temporaries<T> = Vec<Option<Tensor<T, DynRankExtents>>>;

/// Runs all steps but the last. A temporary lives until the step that takes it is done.
fn run_temporaries<'p, T: Scalar>(
    path: &'p Path,
    operands: &[&dyn DynOperand<T>],
    done: &mut dyn FnMut(&Step),
) -> Result<(&'p Step, Temporaries<T>), ShapeError> {
    let Some((last, steps)) = path.steps().split_last() else {
        // No composition is without operands.
        return Err(ShapeError::OperandCount { expected: 1, found: 0 });
    };
    let mut temporaries: Temporaries<T> = Vec::new();
    for step in steps {
        let made = {
            let taken = taken(step, operands, &temporaries);
            let extents = step.composition().resolve(&shapes(&taken))?.result;
            let mut made = Tensor::zeros(extents)?;
            run(step.composition(), &taken, made.view_mut(), false)?;
            made
        };
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
    Ok((last, temporaries))
}

/// What a step takes: a path names only operands of its composition, and temporaries of earlier steps
/// that no other step takes.
fn taken<'a, T: Scalar>(
    step: &Step,
    operands: &[&'a dyn DynOperand<T>],
    temporaries: &'a Temporaries<T>,
) -> Vec<DynSource<'a, T>> {
    let find = |source: &Source| match *source {
        Source::Operand(position) => operands.get(position).map(|operand| operand.source()),
        Source::Temporary(number) => {
            temporaries.get(number).and_then(Option::as_ref).map(DynOperand::source)
        }
    };
    step.sources().iter().filter_map(find).collect()
}

fn check_target<E: Extents>(result: &DynRankExtents, target: &E) -> Result<(), ShapeError> {
    if target.is_null() {
        return Err(ShapeError::Null);
    }
    let (expected, found) = (result.rank(), target.rank());
    if expected != found {
        return Err(ShapeError::RankMismatch { expected, found });
    }
    for (mode, (expected, found)) in result.iter().zip(target.iter()).enumerate() {
        if expected != found {
            return Err(ShapeError::ExtentMismatch { mode, expected, found });
        }
    }
    Ok(())
}
