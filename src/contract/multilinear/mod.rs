//! Products of tensors by the numbers of modes (feature `multilinear`): uBLAS's functions, on the engine of
//! [`contract!`](crate::contract!) and [`einsum`](crate::einsum()).
//!
//! | function | what it sums | as einsum |
//! |---|---|---|
//! | [`ttv`] | a mode of a tensor against a vector | `ijk,j->ik` |
//! | [`ttm`] | a mode of a tensor against the second mode of a matrix | `ijk,lj->ilk` |
//! | [`ttt`] | modes of one tensor against modes of another | `ijk,lji->kl` |
//! | [`prod`] | the same modes of both | `ijk,ijl->kl` |
//! | [`inner`] | all modes of both | `ij,ij->` |
//! | [`outer`] | nothing | `ij,k->ijk` |
//! | [`trans`] | nothing: it reorders modes | `ijk->kij` |
//! | [`norm`] | the squares of all elements | |
//!
//! Operands are tensors and views of any layer and strided layout. Modes are numbers, arrays and slices of numbers, and then
//! results are row-major tensors of run-time rank; or they are types, `Const::<1>` and [`modes!`](crate::modes!): what is
//! static in the operands is then static in the result, inline operands give inline results, and wrong modes or extents do
//! not compile. With types the functions take extents without elements as well. With labels in the place of numbers,
//! [`contract!`](crate::contract!) does the same. [`inner`] and [`outer`] take no modes: with types they are
//! `prod(&a, &b, modes![0, 1])` of two matrices, and `ttt(&a, &b, modes![], modes![])`.
//!
//! # Coming from uBLAS
//!
//! **Modes count from zero here, and from one in uBLAS.** Its `prod` is overloaded: `prod(a, v, m)` is
//! `ttv(&a, &v, m - 1)`, `prod(a, b, m)` with a matrix is `ttm(&a, &b, m - 1)`, `prod(a, b, phi)` is [`prod`],
//! and `prod(a, b, phia, phib)` is [`ttt`]. `inner_prod` and `outer_prod` are [`inner`] and [`outer`].
//! `trans(a, tau)` of uBLAS sends mode `i` to place `tau[i]`; [`trans`] takes mode `i` from place
//! `permutation[i]`, as all permutations here do, so the one is the other with the inverse permutation. Lists of
//! modes that differ in length, name a mode twice, or name modes of unlike extents are an `Err` here.

mod by_number;
mod by_types;
mod check;
mod typed;

pub use typed::{Multilinear, MultiplyAlong, Reorder, ResultOn, SumOver};

#[cfg(feature = "std")]
use crate::elements::AsView;
use crate::elements::DynOperand;
use crate::rearrange::List;
use crate::{DynRankExtents, Scalar, ShapeError, Tensor, error::Place};
use by_number::{check_rank, run};
use check::rank_of;

/// The sum over the modes of two lists.
type SumOverLists<L, R> = SumOver<<L as List>::As, <R as List>::As>;

/// The second operand of [`ttv`], in the place of its modes.
#[derive(Clone, Copy, Debug)]
pub struct Vector;

/// A tensor times a vector along one mode, which the result does not have.
///
/// `Const::<MODE>` gives a tensor of the extents that the types know: inline operands give inline results, and wrong modes
/// or extents do not compile. A number gives a tensor of run-time rank.
///
/// # Errors
/// [`ShapeError::RankMismatch`] where the second operand is no vector, [`ShapeError::OutOfBounds`],
/// [`ShapeError::ExtentMismatch`] where the mode and the vector have other extents, [`ShapeError::Null`],
/// [`ShapeError::Allocation`], [`ShapeError::LimitExceeded`].
///
/// ```
/// use extents::multilinear::ttv;
/// use extents::{Const, StaticExtents, Tensor, TensorOf, extents};
/// let a = Tensor::from_vec(extents![2, 3], vec![1, 2, 3, 4, 5, 6])?;
/// let v = Tensor::from_vec(extents![2], vec![1, 10])?;
/// assert_eq!(ttv(&a, &v, 0)?.as_slice(), [41, 52, 63]);
/// let error = ttv(&a, &v, 1).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "mode 1 of the left operand has extent 3, but mode 0 of the right one has 2",
/// );
/// // Mixed extents stay mixed.
/// let b = Tensor::full(extents![4, dyn 3, 2]?, 1)?;
/// let c: TensorOf<StaticExtents![4, dyn], i32> = ttv(&b, &v, Const::<2>)?;
/// assert_eq!(c.as_slice(), [11; 12]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
///
/// ```compile_fail,E0277
/// # use extents::multilinear::ttv;
/// # use extents::{Const, extents};
/// // mode 1 of the left operand has extent `Const<3>`, but mode 0 of the right one has `Const<2>`
/// let _ = ttv(&extents![2, 3], &extents![2], Const::<1>);
/// ```
#[inline]
pub fn ttv<'a, 'b, A: ?Sized, V: ?Sized, M, T>(
    tensor: &'a A,
    vector: &'b V,
    mode: M,
) -> ResultOn<(&'a A, &'b V), SumOver<M, Vector>, T>
where
    (&'a A, &'b V): Multilinear<SumOver<M, Vector>, T>,
{
    (tensor, vector).apply(SumOver(mode, Vector))
}

/// A tensor times a matrix along one mode: the mode is summed against the columns of the matrix, and the rows of the
/// matrix stand in its place.
///
/// `Const::<MODE>` gives a tensor of the extents that the types know, a number one of run-time rank.
///
/// # Errors
/// [`ShapeError::RankMismatch`] where the second operand is no matrix, [`ShapeError::OutOfBounds`],
/// [`ShapeError::ExtentMismatch`] where the mode and a row of the matrix have other extents, [`ShapeError::Null`],
/// [`ShapeError::SizeOverflow`], [`ShapeError::Allocation`],
/// [`ShapeError::LimitExceeded`].
///
/// ```
/// use extents::multilinear::ttm;
/// use extents::{Const, StaticExtents, Tensor, TensorOf, extents};
/// let a = Tensor::from_vec(extents![2, 2], vec![1, 2, 3, 4])?;
/// let sum_and_difference = Tensor::from_vec(extents![2, 2], vec![1, 1, 1, -1])?;
/// assert_eq!(ttm(&a, &sum_and_difference, 0)?.as_slice(), [4, 6, -2, -2]);
/// let c: TensorOf<StaticExtents![2, 2], i32> = ttm(&a, &sum_and_difference, Const::<0>)?;
/// assert_eq!(c.as_slice(), [4, 6, -2, -2]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[inline]
pub fn ttm<'a, 'b, A: ?Sized, B: ?Sized, M, T>(
    tensor: &'a A,
    matrix: &'b B,
    mode: M,
) -> ResultOn<(&'a A, &'b B), MultiplyAlong<M>, T>
where
    (&'a A, &'b B): Multilinear<MultiplyAlong<M>, T>,
{
    (tensor, matrix).apply(MultiplyAlong(mode))
}

/// A tensor times a tensor: each mode of the left one in the list is summed against that of the right one at the same
/// place of its list. The result has the other modes of the left one, then those of the right one, in order.
///
/// All modes of both give a scalar, no modes the outer product.
///
/// [`modes!`](crate::modes!) gives a tensor of the extents that the types know, an array or a slice one of run-time rank.
/// Lists of types that are wrong do not compile.
///
/// # Errors
/// [`ShapeError::CountMismatch`] where the lists have other lengths, [`ShapeError::OutOfBounds`],
/// [`ShapeError::Repeated`], [`ShapeError::ExtentMismatch`] where two modes that are summed together have
/// other extents, [`ShapeError::Null`], [`ShapeError::SizeOverflow`], [`ShapeError::Allocation`],
/// [`ShapeError::LimitExceeded`].
///
/// ```
/// use extents::multilinear::ttt;
/// use extents::{StaticExtents, Tensor, TensorOf, extents, modes};
/// let a = Tensor::from_vec(extents![2, 3], vec![1, 2, 3, 4, 5, 6])?;
/// // A product of matrices, one of them transposed; the sum of all products; the outer product.
/// assert_eq!(ttt(&a, &a, &[1], &[1])?.as_slice(), [14, 32, 32, 77]);
/// assert_eq!(ttt(&a, &a, &[0, 1], &[0, 1])?.as_slice(), [91]);
/// assert_eq!(ttt(&a, &a, &[], &[])?.extents(), &extents![2, 3, 2, 3]);
/// let c: TensorOf<StaticExtents![2, 2], i32> = ttt(&a, &a, modes![1], modes![1])?;
/// assert_eq!(c.as_slice(), [14, 32, 32, 77]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
///
/// ```compile_fail,E0080
/// # use extents::multilinear::ttt;
/// # use extents::{extents, modes};
/// // 2 modes of the left operand cannot be contracted with 1 of the right one
/// let _ = ttt(&extents![2, 3], &extents![2, 3], modes![0, 1], modes![0]);
/// ```
#[inline]
pub fn ttt<'a, 'b, A: ?Sized, B: ?Sized, L: List, R: List, T>(
    left: &'a A,
    right: &'b B,
    left_modes: L,
    right_modes: R,
) -> ResultOn<(&'a A, &'b B), SumOverLists<L, R>, T>
where
    (&'a A, &'b B): Multilinear<SumOverLists<L, R>, T>,
{
    const { <(&A, &B) as Multilinear<SumOverLists<L, R>, T>>::CHECK };
    (left, right).apply(SumOver(left_modes.listed(), right_modes.listed()))
}

/// A tensor times a tensor, summed over the same modes of both: [`ttt`] with one list.
///
/// # Errors
/// As [`ttt`].
///
/// ```
/// use extents::multilinear::prod;
/// use extents::{StaticExtents, Tensor, TensorOf, extents, modes};
/// let a = Tensor::from_vec(extents![2, 3], vec![1, 2, 3, 4, 5, 6])?;
/// let b = Tensor::from_vec(extents![2, 1], vec![1, 10])?;
/// assert_eq!(prod(&a, &b, &[0])?.as_slice(), [41, 52, 63]);
/// let c: TensorOf<StaticExtents![3, 1], i32> = prod(&a, &b, modes![0])?;
/// assert_eq!(c.as_slice(), [41, 52, 63]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[inline]
pub fn prod<'a, 'b, A: ?Sized, B: ?Sized, M: List<As: Copy>, T>(
    left: &'a A,
    right: &'b B,
    modes: M,
) -> ResultOn<(&'a A, &'b B), SumOverLists<M, M>, T>
where
    (&'a A, &'b B): Multilinear<SumOverLists<M, M>, T>,
{
    const { <(&A, &B) as Multilinear<SumOverLists<M, M>, T>>::CHECK };
    let modes = modes.listed();
    (left, right).apply(SumOver(modes, modes))
}

/// The sum of the products of all elements of two tensors of equal extents. Nothing is conjugated.
///
/// # Errors
/// [`ShapeError::RankMismatch`], [`ShapeError::ExtentMismatch`], [`ShapeError::Null`], [`ShapeError::LimitExceeded`].
///
/// ```
/// use extents::multilinear::inner;
/// use extents::{Tensor, extents};
/// let a = Tensor::from_vec(extents![2, 2], vec![1, 2, 3, 4])?;
/// assert_eq!(inner(&a, &a)?, 30);
/// let error = inner(&a, &Tensor::full(extents![2, 3], 1)?).unwrap_err();
/// assert_eq!(error.to_string(), "mode 1 should have extent 2, but has 3");
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub fn inner<T: Scalar>(
    left: &dyn DynOperand<T>,
    right: &dyn DynOperand<T>,
) -> Result<T, ShapeError> {
    let (left, right) = (&left.source(), &right.source());
    let rank = rank_of(left)?;
    check_rank(right, rank)?;
    for (mode, (expected, found)) in left.extents().into_iter().zip(right.extents()).enumerate() {
        if expected != found {
            return Err(ShapeError::ExtentMismatch { place: Place::Mode(mode), expected, found });
        }
    }
    let sum = run([0, 0].map(|_| (0..rank).collect()), [][..].into(), [left, right])?;
    Ok(sum.as_slice().first().copied().unwrap_or(T::ZERO))
}

/// Each element of the left tensor times each of the right one: [`ttt`] over no modes.
///
/// # Errors
/// [`ShapeError::Null`], [`ShapeError::SizeOverflow`], [`ShapeError::Allocation`],
/// [`ShapeError::LimitExceeded`].
///
/// ```
/// use extents::multilinear::outer;
/// use extents::{Tensor, extents};
/// let v = Tensor::from_vec(extents![3], vec![1, 2, 3])?;
/// let w = Tensor::from_vec(extents![2], vec![1, 10])?;
/// assert_eq!(outer(&v, &w)?.as_slice(), [1, 10, 2, 20, 3, 30]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub fn outer<T: Scalar>(
    left: &dyn DynOperand<T>,
    right: &dyn DynOperand<T>,
) -> Result<Tensor<T, DynRankExtents>, ShapeError> {
    by_number::ttt(&left.source(), &right.source(), &[], &[])
}

/// A copy with the modes in another order: mode `i` of the result is mode `permutation[i]` of the tensor.
///
/// [`View::permute`](crate::View::permute) does it without a copy. uBLAS's permutation is the inverse of this
/// one: see [the module](self).
///
/// [`modes!`](crate::modes!) gives a tensor of the extents that the types know, an array or a slice one of run-time rank.
/// A list of types that does not name each mode once does not compile.
///
/// # Errors
/// [`ShapeError::RankMismatch`] unless the permutation has an entry for each mode, [`ShapeError::OutOfBounds`],
/// [`ShapeError::Repeated`], [`ShapeError::Null`], [`ShapeError::Allocation`], [`ShapeError::LimitExceeded`].
///
/// ```
/// use extents::multilinear::trans;
/// use extents::{StaticExtents, Tensor, TensorOf, extents, modes};
/// let a = Tensor::from_fn(extents![2, 3, 4], |[i, j, k]| 100 * i + 10 * j + k)?;
/// let b = trans(&a, &[2, 0, 1])?;
/// assert_eq!(b.extents(), &extents![4, 2, 3]);
/// assert_eq!(b[&[3, 1, 2]], 123);
/// let b: TensorOf<StaticExtents![4, 2, 3], usize> = trans(&a, modes![2, 0, 1])?;
/// assert_eq!(b[[3, 1, 2]], 123);
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[inline]
pub fn trans<'a, A: ?Sized, P: List, T>(
    tensor: &'a A,
    permutation: P,
) -> ResultOn<&'a A, Reorder<P::As>, T>
where
    &'a A: Multilinear<Reorder<P::As>, T>,
{
    const { <&A as Multilinear<Reorder<P::As>, T>>::CHECK };
    tensor.apply(Reorder(permutation.listed()))
}

/// The root of the sum of the squares of all elements, which are taken as `f64`; 0 without elements.
///
/// Squares that are too large or too small for `f64` do no harm: then all elements are scaled.
///
/// ```
/// use extents::multilinear::norm;
/// use extents::{Tensor, extents};
/// assert_eq!(norm(&Tensor::from_vec(extents![2, 1], vec![3_i32, -4])?), 5.0);
/// let large = norm(&Tensor::from_vec(extents![2], vec![3e200, 4e200])?);
/// assert!((large / 5e200 - 1.0).abs() < 1e-15);
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[cfg(feature = "std")]
pub fn norm<A: AsView<Elem: Copy + Into<f64>>>(tensor: &A) -> f64 {
    let view = tensor.as_view();
    let scaled = |scale: f64| {
        view.fold(0.0_f64, |sum, &element| {
            let element = element.into() * scale;
            sum + element * element
        })
    };
    // By a power of two, so that nothing is rounded.
    const SCALE: f64 = (1_u128 << 100) as f64;
    let scale = match scaled(1.0) {
        sum if sum.is_infinite() => SCALE.powi(-6),
        // Below this, squares that count may have been rounded to numbers of few bits.
        sum if sum < 1e-280 => SCALE.powi(6),
        sum => return sum.sqrt(),
    };
    scaled(scale).sqrt() / scale
}
