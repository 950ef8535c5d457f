//! [`ContractBy`]: a contraction under text labels, and how it is carried out.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::marker::PhantomData;

use super::{Parallel, Plain, Sums};
use crate::elements::{AddsUp, DynOperand, How, JobParts, Part, update_each};
use crate::layout::{StridedLayout, TrustedLayout};
use crate::plan::{Path, Step};
use crate::run::{Job, Labels};
use crate::{Composition, DynRankExtents, Extents, Scalar, ShapeError, Tensor, ViewMut};

/// A contraction under text labels, with the options that follow `;` in [`contract!`](crate::contract!).
///
/// | [`contract!`](crate::contract!) | `ContractBy` |
/// |---|---|
/// | | [`new`](Self::new) of a [`Composition`] |
/// | `; path [(0, 1), (0, 1)]` | [`along`](Self::along) a [`Path`], which names its composition |
/// | `; sum in f64` | [`sum_in::<f64>()`](Self::sum_in) |
/// | `; par` | [`par()`](Self::par) |
/// | `a[i, j] * b[j, k] => [i, k]` | [`eval`](Self::eval) |
/// | `c[i, k] = ..` | [`assign_to`](Self::assign_to) |
/// | `c[i, k] += ..` | [`add_to`](Self::add_to) |
/// | | [`update`](Self::update): any function of an element and its new value |
/// | | [`eval_with`](Self::eval_with): a function that is called after each step |
///
/// [`einsum`](crate::einsum()) is the short form for text without options. `H` holds the options as types, and need
/// not be named.
///
/// ```
/// use extents::{Composition, ContractBy, Tensor, extents};
/// let a = Tensor::from_vec(extents![3], vec![1e8_f32, 1.0, -1e8])?;
/// let sum = Composition::einsum("i->")?;
/// // 1e8 + 1 is 1e8 in `f32`, but not in `f64`.
/// assert_eq!(ContractBy::new(&sum).sum_in::<f64>().par().eval(&[&a])?.as_slice(), [1.0]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[derive(Debug)]
#[must_use = "nothing is computed before `eval`, `assign_to` or `add_to`"]
pub struct ContractBy<'a, H = Plain> {
    order: Order<'a>,
    how: PhantomData<H>,
}

/// In which order operands contract.
#[derive(Clone, Copy, Debug)]
enum Order<'a> {
    /// That of least cost, where the order does not matter to the elements.
    Automatic(&'a Composition),
    /// That of a path, where the order does not matter to the elements.
    Given(&'a Path),
}

impl<'a> Order<'a> {
    /// The contraction of operands of these extents. What the composition is where `...` has modes is put into `expanded`.
    fn job<'c>(
        self,
        shapes: &[DynRankExtents],
        in_any_order: bool,
        expanded: &'c mut Option<Composition>,
    ) -> Result<Job<'c>, ShapeError>
    where
        'a: 'c,
    {
        let composition = match self {
            Order::Automatic(composition) => composition,
            Order::Given(path) => path.composition(),
        };
        let composition = match composition.expanded(shapes)? {
            Cow::Borrowed(composition) => composition,
            Cow::Owned(composition) => expanded.insert(composition),
        };
        let resolved = composition.resolve(shapes)?;
        let is_along = shapes.len() > 2 && in_any_order;
        let path = match self {
            Order::Given(path) if is_along => Some(Cow::Borrowed(path)),
            Order::Automatic(_) if is_along && !resolved.extents.contains(&0) => {
                Some(Cow::Owned(Path::automatic(composition, shapes)?))
            }
            _ => None,
        };
        // The kernels do not ask for names.
        let labels = Labels::without_names(composition.operands(), composition.result());
        Ok(Job { labels, resolved, path })
    }
}

impl<'a> ContractBy<'a> {
    /// Creates a contraction under the labels of a composition.
    ///
    /// More than two operands contract two at a time along [`Path::automatic`], if the numbers that are summed [allow
    /// it](Scalar::CONTRACTS_IN_ANY_ORDER), else in one nest of loops. Finding a path takes microseconds.
    ///
    /// ```
    /// use extents::{Composition, ContractBy, Tensor, extents};
    /// let a = Tensor::from_vec(extents![2, 2], vec![1, 2, 3, 4])?;
    /// let row_sums = Composition::of_labels(&["row, column"], "row")?;
    /// assert_eq!(ContractBy::new(&row_sums).eval(&[&a])?.as_slice(), [3, 7]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn new(composition: &'a Composition) -> Self {
        ContractBy { order: Order::Automatic(composition), how: PhantomData }
    }

    /// Creates a contraction along a given path, under the labels of its [composition](Path::composition).
    ///
    /// The extents may differ from those that the path was made for, if the labels agree; its cost is then different.
    ///
    /// # Another order, another rounding
    /// Integers wrap around, so their result is the same along any path. Floating-point numbers round differently
    /// along each, but all paths keep this bound: an element of the result differs from its exact value by at most
    /// about `n * e` times the sum of the absolute values of its terms, where `e` is half the distance from 1 to the
    /// next number (2^-24 for `f32`, 2^-53 for `f64`), and `n` is the sum, over the steps, of the number of terms
    /// that a step adds for one element. For one nest of loops, `n` is the number of terms plus the number of
    /// operands. With [`ContractBy::sum_in`], `e` is that of the wider type, and the result is rounded once more. The
    /// bound holds as long as no temporary overflows or becomes subnormal: `1e200 * 1e200 * 1e-200` is infinite from
    /// left to right only.
    ///
    /// If a summed label has extent 0, the result is zeros, whatever the other operands hold, as in one nest of
    /// loops.
    ///
    /// Elements that do not contract [in any order](Scalar::CONTRACTS_IN_ANY_ORDER) are multiplied from left to right in one
    /// nest of loops, whatever the path of more than two operands says.
    ///
    /// ```
    /// use extents::plan::Path;
    /// use extents::{Composition, ContractBy, DynRankExtents, Tensor, extents};
    /// let a = Tensor::from_vec(extents![2, 2], vec![1, 2, 3, 4])?;
    /// let shapes = [DynRankExtents::new(&[2, 2])?, DynRankExtents::new(&[2, 2])?];
    /// let path = Path::given(&Composition::einsum("ij,jk->ik")?, &shapes, &[(0, 1)])?;
    /// assert_eq!(ContractBy::along(&path).eval(&[&a, &a])?.as_slice(), [7, 10, 15, 22]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn along(path: &'a Path) -> Self {
        ContractBy { order: Order::Given(path), how: PhantomData }
    }
}

impl<'a, H> ContractBy<'a, H> {
    /// Sums products in numbers of type `A`, see [`SumIn`](crate::generic::SumIn).
    ///
    /// Temporaries between the steps of a path are of type `A` as well: each element of the result, and each element
    /// that is added to, is rounded or truncated once. If several types are given, the last one counts.
    ///
    /// ```
    /// use extents::{Composition, ContractBy, Tensor, extents};
    /// let a = Tensor::from_vec(extents![1, 3], vec![1e8_f32, 1.0, -1e8])?;
    /// let (b, c) = (Tensor::full(extents![3, 1], 1.0)?, Tensor::full(extents![1, 2], 3.0)?);
    /// let product = Composition::einsum("ij,jk,kl->il")?;
    /// let exact = ContractBy::new(&product).sum_in::<f64>().eval(&[&a, &b, &c])?;
    /// assert_eq!(exact.as_slice(), [3.0, 3.0]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn sum_in<A: Scalar>(self) -> ContractBy<'a, Sums<A, H>> {
        ContractBy { order: self.order, how: PhantomData }
    }

    /// Runs large contractions on all processors, with the feature `rayon`; without it, on one.
    ///
    /// Sums are grouped by the number of threads, so that floating-point results may differ in their last bits
    /// between machines. Elements whose arithmetic depends on the order, and more than two operands in one nest of
    /// loops, run on one processor. Elements must be `Send` and `Sync`.
    ///
    /// ```
    /// use extents::{Composition, ContractBy, Tensor, extents};
    /// let a = Tensor::full(extents![300, 400], 2_i64)?;
    /// let product = Composition::einsum("ij,kj->ik")?;
    /// let squares = ContractBy::new(&product).par().eval(&[&a, &a])?;
    /// assert!(squares.iter().all(|&sum| sum == 1600));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn par(self) -> ContractBy<'a, Parallel<H>> {
        ContractBy { order: self.order, how: PhantomData }
    }
}

#[allow(private_bounds, reason = "how it is contracted is made by `sum_in` and `par` alone")]
impl<H: How> ContractBy<'_, H> {
    /// Contracts the operands into a new tensor.
    ///
    /// # Errors
    /// Those of [`Composition::resolve`]; [`ShapeError::Allocation`] and [`ShapeError::SizeOverflow`] if a temporary
    /// or the result is too large; [`ShapeError::LimitExceeded`].
    ///
    /// ```
    /// use extents::{Composition, ContractBy, ShapeError, error::Quantity, Tensor, extents};
    /// let a = Tensor::from_vec(extents![3], vec![100_i8, 100, 100])?;
    /// let cube = Composition::einsum("i,i,i->i")?;
    /// // 100 * 100 * 100, modulo 256.
    /// assert_eq!(ContractBy::new(&cube).sum_in::<i32>().eval(&[&a, &a, &a])?.as_slice(), [64; 3]);
    /// let error = ContractBy::new(&cube).eval(&[&a, &a]).unwrap_err();
    /// assert_eq!(error, ShapeError::CountMismatch { of: Quantity::Operands, expected: 3, found: 2 });
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn eval<T: Scalar + AddsUp<H>>(
        &self,
        operands: &[&dyn DynOperand<T>],
    ) -> Result<Tensor<T, DynRankExtents>, ShapeError> {
        self.eval_with(operands, |_| ())
    }

    /// Contracts the operands into a mutable view, which is not read.
    ///
    /// # Errors
    /// Those of [`eval`](Self::eval); [`ShapeError::RankMismatch`] and [`ShapeError::ExtentMismatch`] if the target
    /// does not have the extents of the result, and [`ShapeError::Null`]. The target is then unchanged.
    ///
    /// ```
    /// use extents::{Composition, ContractBy, Tensor, extents};
    /// let a = Tensor::from_vec(extents![2, 2], vec![1, 2, 3, 4])?;
    /// let mut sums = Tensor::full(extents![2], 100)?;
    /// let row_sums = Composition::einsum("ij->i")?;
    /// ContractBy::new(&row_sums).sum_in::<i64>().assign_to(&[&a], sums.view_mut())?;
    /// assert_eq!(sums.as_slice(), [3, 7]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn assign_to<T, E, L>(
        &self,
        operands: &[&dyn DynOperand<T>],
        target: ViewMut<'_, T, E, L>,
    ) -> Result<(), ShapeError>
    where
        T: Scalar + AddsUp<H>,
        E: Extents,
        L: TrustedLayout<E> + StridedLayout<E>,
    {
        self.write(operands, target, false)
    }

    /// Contracts the operands, and adds the result to a mutable view.
    ///
    /// # Errors
    /// As [`assign_to`](Self::assign_to).
    ///
    /// ```
    /// use extents::{Composition, ContractBy, Tensor, extents};
    /// let a = Tensor::from_vec(extents![2, 2], vec![1, 2, 3, 4])?;
    /// let mut sums = Tensor::full(extents![2], 100)?;
    /// let row_sums = Composition::einsum("ij->i")?;
    /// ContractBy::new(&row_sums).par().add_to(&[&a], sums.view_mut())?;
    /// assert_eq!(sums.as_slice(), [103, 107]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn add_to<T, E, L>(
        &self,
        operands: &[&dyn DynOperand<T>],
        target: ViewMut<'_, T, E, L>,
    ) -> Result<(), ShapeError>
    where
        T: Scalar + AddsUp<H>,
        E: Extents,
        L: TrustedLayout<E> + StridedLayout<E>,
    {
        self.write(operands, target, true)
    }

    /// Contracts the operands, then calls `update` with each element of a mutable view and its new value.
    ///
    /// # Errors
    /// Those of [`assign_to`](Self::assign_to); the target is then unchanged.
    ///
    /// ```
    /// use extents::{Composition, ContractBy, Tensor, extents};
    /// let a = Tensor::from_vec(extents![2, 2], vec![1, 2, 3, 4])?;
    /// let mut largest = Tensor::full(extents![2], 5)?;
    /// let row_sums = Composition::einsum("ij->i")?;
    /// ContractBy::new(&row_sums).update(&[&a], largest.view_mut(), |to, sum| *to = sum.max(*to))?;
    /// assert_eq!(largest.as_slice(), [5, 7]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn update<T, E, L>(
        &self,
        operands: &[&dyn DynOperand<T>],
        target: ViewMut<'_, T, E, L>,
        update: impl Fn(&mut T, T),
    ) -> Result<(), ShapeError>
    where
        T: Scalar + AddsUp<H>,
        E: Extents,
        L: TrustedLayout<E> + StridedLayout<E>,
    {
        let result = self.eval(operands)?;
        update_each(target, &result.view(), update)
    }

    /// Contracts the operands into a new tensor, and calls `done` after each step of a path, for example to report
    /// progress.
    ///
    /// If a label has extent 0, or more than two operands contract in one nest of loops, there are no steps, and `done` is
    /// not called.
    ///
    /// # Errors
    /// Those of [`eval`](Self::eval).
    ///
    /// ```
    /// use extents::plan::Path;
    /// use extents::{Composition, ContractBy, Tensor, composition::DynOperand, extents};
    /// let a = Tensor::full(extents![2, 2], 1)?;
    /// let operands: [&dyn DynOperand<i32>; 3] = [&a, &a, &a];
    /// let shapes: Vec<_> = operands.iter().map(|each| each.source().extents().clone()).collect();
    /// let path = Path::cheapest(&Composition::einsum("ij,jk,kl->il")?, &shapes)?;
    /// let mut shown = Vec::new();
    /// ContractBy::along(&path)
    ///     .eval_with(&operands, |step| shown.push(step.composition().to_string()))?;
    /// assert_eq!(shown, ["ij,jk->ik", "ik,kl->il"]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn eval_with<T: Scalar + AddsUp<H>>(
        &self,
        operands: &[&dyn DynOperand<T>],
        mut done: impl FnMut(&Step),
    ) -> Result<Tensor<T, DynRankExtents>, ShapeError> {
        let expanded = &mut None;
        evaluate::<T, H>(
            |shapes| self.order.job(shapes, T::Sum::CONTRACTS_IN_ANY_ORDER, expanded),
            operands,
            &mut done,
        )
    }

    fn write<T: Scalar + AddsUp<H>, E: Extents, L: TrustedLayout<E> + StridedLayout<E>>(
        &self,
        operands: &[&dyn DynOperand<T>],
        target: ViewMut<'_, T, E, L>,
        adds: bool,
    ) -> Result<(), ShapeError> {
        let (parts, shapes) = parts(operands);
        let mut expanded = None;
        let job = self.order.job(&shapes, T::Sum::CONTRACTS_IN_ANY_ORDER, &mut expanded)?;
        let (operands, target) = (&*parts, &mut Part::target(target)?);
        let parts = JobParts { job: &job, operands, target, adds, done: &mut |_| () };
        parts.run(<T as AddsUp<H>>::SHARED)
    }
}

/// What the kernels read of operands, and their extents.
fn parts<'a, T, A>(
    operands: &[&'a dyn DynOperand<T>],
) -> (Vec<Part<'a, T, A>>, Vec<DynRankExtents>) {
    let parts: Vec<Part<'a, T, A>> =
        operands.iter().map(|operand| Part::Elements(operand.source())).collect();
    let shapes = parts.iter().map(|part| part.extents().clone()).collect();
    (parts, shapes)
}

/// The result of a job as a new tensor.
pub(super) fn evaluate<'c, T: Scalar + AddsUp<H>, H: How>(
    job: impl FnOnce(&[DynRankExtents]) -> Result<Job<'c>, ShapeError>,
    operands: &[&dyn DynOperand<T>],
    done: &mut dyn FnMut(&Step),
) -> Result<Tensor<T, DynRankExtents>, ShapeError> {
    let (parts, shapes) = parts(operands);
    let job = job(&shapes)?;
    // Before the work for temporaries begins.
    let mut result = Tensor::zeros(job.resolved.result.clone())?;
    let (operands, target) = (&*parts, &mut Part::target(result.view_mut())?);
    let parts = JobParts { job: &job, operands, target, adds: false, done };
    parts.run(<T as AddsUp<H>>::SHARED)?;
    Ok(result)
}
