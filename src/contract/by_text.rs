//! [`ContractBy`]: a contraction under text labels, and how it is carried out.

use core::marker::PhantomData;

use super::along::Call;
use super::einsum::DynOperand;
use super::how::{AddsUp, How, Parallel, Plain, Sums};
use crate::layout::{StridedLayout, TrustedLayout};
use crate::plan::{Path, Step};
use crate::{Composition, DynRankExtents, Extents, Scalar, ShapeError, Tensor, ViewMut};

/// A contraction under text labels, and how to carry it out: what stands behind `;` in
/// [`contract!`](crate::contract!).
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
///
/// [`einsum`](crate::einsum()), [`contract_by`](crate::contract_by), [`contract_along`](crate::contract_along) and their
/// kin are short forms of it. `H` holds the options, and no value: it need not be named.
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
pub(super) enum Order<'a> {
    /// That of least cost, where the order does not matter to the elements.
    Automatic(&'a Composition),
    Given(&'a Path),
}

impl<'a> ContractBy<'a> {
    /// A contraction under the labels of a composition.
    ///
    /// More than two operands contract two at a time, along [`Path::automatic`], where the numbers that are summed
    /// [allow it](Scalar::CONTRACTS_IN_ANY_ORDER), else in one nest of loops. To look for the path takes some
    /// microseconds.
    ///
    /// ```
    /// use extents::{Composition, ContractBy, Tensor, extents};
    /// let a = Tensor::from_vec(extents![2, 2], vec![1, 2, 3, 4])?;
    /// let row_sums = Composition::labelled(&["row, column"], "row")?;
    /// assert_eq!(ContractBy::new(&row_sums).eval(&[&a])?.as_slice(), [3, 7]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn new(composition: &'a Composition) -> Self {
        ContractBy { order: Order::Automatic(composition), how: PhantomData }
    }

    /// A contraction along a path, as it is given, under the labels of its
    /// [composition](Path::composition).
    ///
    /// The extents may be others than those that the path was made for, as long as the labels agree: then it
    /// costs something else.
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
    /// Adds products up in numbers of type `A`, see [`SumIn`](crate::SumIn).
    ///
    /// Temporaries between the steps of a path are of type `A` as well: each element of the result is rounded,
    /// or cut to its bits, once. So are elements that are added to. Of several such types the last one counts.
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

    /// Runs large contractions on all processors, with the feature `rayon`. Without it there is one.
    ///
    /// Sums are then grouped by the number of threads, so that floating-point results may differ in their last
    /// bits between machines. What depends on the order, and more than two operands in one nest of loops, runs on
    /// one processor. Elements must be `Send` and `Sync`.
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

impl<H: How> ContractBy<'_, H> {
    /// The result of these operands as a new tensor.
    ///
    /// # Errors
    /// Those of [`Composition::resolve`]; [`ShapeError::Allocation`] and [`ShapeError::SizeOverflow`] where a
    /// temporary or the result is too large; [`ShapeError::TooManyLoops`].
    ///
    /// ```
    /// use extents::{Composition, ContractBy, ShapeError, Tensor, extents};
    /// let a = Tensor::from_vec(extents![3], vec![100_i8, 100, 100])?;
    /// let cube = Composition::einsum("i,i,i->i")?;
    /// // 100 * 100 * 100, modulo 256.
    /// assert_eq!(ContractBy::new(&cube).sum_in::<i32>().eval(&[&a, &a, &a])?.as_slice(), [64; 3]);
    /// let error = ContractBy::new(&cube).eval(&[&a, &a]).unwrap_err();
    /// assert_eq!(error, ShapeError::OperandCount { expected: 3, found: 2 });
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    pub fn eval<T: Scalar + AddsUp<H>>(
        &self,
        operands: &[&dyn DynOperand<T>],
    ) -> Result<Tensor<T, DynRankExtents>, ShapeError> {
        self.eval_with(operands, &mut |_| ())
    }

    /// Writes the result of these operands into a mutable view, which is not read.
    ///
    /// # Errors
    /// Those of [`eval`](Self::eval); [`ShapeError::RankMismatch`] and [`ShapeError::ExtentMismatch`] where the
    /// target has other extents than the result, and [`ShapeError::Null`]. The target is then unchanged.
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
        Call::<T, H>::new(self.order, operands).into_target(target, false)
    }

    /// As [`assign_to`](Self::assign_to), but adds the result to what is there.
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
        Call::<T, H>::new(self.order, operands).into_target(target, true)
    }

    /// As [`eval`](Self::eval), and calls `done` after each step of a path.
    pub(super) fn eval_with<T: Scalar + AddsUp<H>>(
        &self,
        operands: &[&dyn DynOperand<T>],
        done: &mut dyn FnMut(&Step),
    ) -> Result<Tensor<T, DynRankExtents>, ShapeError> {
        Call::<T, H>::new(self.order, operands).into_new(done)
    }
}
