//! Products of tensors by the numbers of modes: uBLAS's functions, on the engine of
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
//! Operands are tensors and views of any layer and strided layout; results are row-major tensors of run-time rank.
//!
//! The twins that end in `_typed` take modes in the type, which [`modes!`](crate::modes!) writes:
//! `ttv_typed(&a, &v, modes![1])`. What is static in the operands is static in the result, inline operands give inline
//! results, and wrong modes or extents do not compile. They take extents without elements as well. With labels in the
//! place of numbers, [`contract!`](crate::contract!) does the same.
//!
//! # Coming from uBLAS
//!
//! **Modes count from zero here, and from one in uBLAS.** Its `prod` is overloaded: `prod(a, v, m)` is
//! `ttv(&a, &v, m - 1)`, `prod(a, b, m)` with a matrix is `ttm(&a, &b, m - 1)`, `prod(a, b, phi)` is [`prod`],
//! and `prod(a, b, phia, phib)` is [`ttt`]. `inner_prod` and `outer_prod` are [`inner`] and [`outer`].
//! `trans(a, tau)` of uBLAS sends mode `i` to place `tau[i]`; [`trans`] takes mode `i` from place
//! `permutation[i]`, as all permutations here do, so the one is the other with the inverse permutation. Lists of
//! modes that differ in length, name a mode twice, or name modes of unlike extents are an `Err` here.

mod by_types;
mod check;
mod typed;

pub use typed::{
    MultipliesAlong, Reorders, SumsOver, inner_typed, outer_typed, prod_typed, trans_typed,
    ttm_typed, ttt_typed, ttv_typed,
};

#[cfg(feature = "std")]
use crate::AsView;
use crate::contract::Plain;
use crate::contract::by_text::evaluate;
use crate::run::{Job, Labels};
use crate::{DynOperand, DynRankExtents, ModeArray, Resolved, Scalar, ShapeError, Tensor};
use check::{check_modes, check_pairs, rank_of};

/// A tensor times a vector along one mode, which the result does not have.
///
/// # Errors
/// [`ShapeError::RankMismatch`] where the second operand is no vector, [`ShapeError::ModeOutOfRange`],
/// [`ShapeError::ModePairMismatch`] where the mode and the vector have other extents, [`ShapeError::Null`],
/// [`ShapeError::Allocation`].
///
/// ```
/// use extents::multilinear::ttv;
/// use extents::{Tensor, extents};
/// let a = Tensor::from_vec(extents![2, 3], vec![1, 2, 3, 4, 5, 6])?;
/// let v = Tensor::from_vec(extents![2], vec![1, 10])?;
/// assert_eq!(ttv(&a, &v, 0)?.as_slice(), [41, 52, 63]);
/// let error = ttv(&a, &v, 1).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "mode 1 of the left operand has extent 3, but mode 0 of the right one has 2",
/// );
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub fn ttv<T: Scalar>(
    tensor: &dyn DynOperand<T>,
    vector: &dyn DynOperand<T>,
    mode: usize,
) -> Result<Tensor<T, DynRankExtents>, ShapeError> {
    check_rank(vector, 1)?;
    ttt(tensor, vector, &[mode], &[0])
}

/// A tensor times a matrix along one mode: the mode is summed against the columns of the matrix, and the rows of the
/// matrix stand in its place.
///
/// # Errors
/// [`ShapeError::RankMismatch`] where the second operand is no matrix, [`ShapeError::ModeOutOfRange`],
/// [`ShapeError::ModePairMismatch`] where the mode and a row of the matrix have other extents, [`ShapeError::Null`],
/// [`ShapeError::SizeOverflow`], [`ShapeError::Allocation`].
///
/// ```
/// use extents::multilinear::ttm;
/// use extents::{Tensor, extents};
/// let a = Tensor::from_vec(extents![2, 2], vec![1, 2, 3, 4])?;
/// let sum_and_difference = Tensor::from_vec(extents![2, 2], vec![1, 1, 1, -1])?;
/// assert_eq!(ttm(&a, &sum_and_difference, 0)?.as_slice(), [4, 6, -2, -2]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub fn ttm<T: Scalar>(
    tensor: &dyn DynOperand<T>,
    matrix: &dyn DynOperand<T>,
    mode: usize,
) -> Result<Tensor<T, DynRankExtents>, ShapeError> {
    check_rank(matrix, 2)?;
    check_pairs(&tensor.source(), &matrix.source(), &[mode], &[1])?;
    // Modes of the tensor are their own labels; the rows of the matrix have the next one.
    let row = rank_of(tensor)?;
    let result = (0..row).map(|other| if other == mode { row } else { other });
    run([(0..row).collect(), [row, mode].into_iter().collect()], result.collect(), [tensor, matrix])
}

/// A tensor times a tensor: each mode of the left one in the list is summed against that of the right one at the same
/// place of its list. The result has the other modes of the left one, then those of the right one, in order.
///
/// All modes of both give a scalar, no modes the outer product.
///
/// # Errors
/// [`ShapeError::ModeCount`] where the lists have other lengths, [`ShapeError::ModeOutOfRange`],
/// [`ShapeError::RepeatedMode`], [`ShapeError::ModePairMismatch`] where two modes that are summed together have
/// other extents, [`ShapeError::Null`], [`ShapeError::SizeOverflow`], [`ShapeError::Allocation`].
///
/// ```
/// use extents::multilinear::ttt;
/// use extents::{Tensor, extents};
/// let a = Tensor::from_vec(extents![2, 3], vec![1, 2, 3, 4, 5, 6])?;
/// // A product of matrices, one of them transposed; the sum of all products; the outer product.
/// assert_eq!(ttt(&a, &a, &[1], &[1])?.as_slice(), [14, 32, 32, 77]);
/// assert_eq!(ttt(&a, &a, &[0, 1], &[0, 1])?.as_slice(), [91]);
/// assert_eq!(ttt(&a, &a, &[], &[])?.extents(), &extents![2, 3, 2, 3]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub fn ttt<T: Scalar>(
    left: &dyn DynOperand<T>,
    right: &dyn DynOperand<T>,
    left_modes: &[usize],
    right_modes: &[usize],
) -> Result<Tensor<T, DynRankExtents>, ShapeError> {
    check_pairs(&left.source(), &right.source(), left_modes, right_modes)?;
    let (left_rank, right_rank) = (rank_of(left)?, rank_of(right)?);
    // Modes of the left are their own labels, as are those of the right that are summed; the others have the next ones.
    let mut next = left_rank;
    let of_right = |mode: usize| {
        let place = right_modes.iter().position(|&other| other == mode);
        let partner = place.and_then(|place| left_modes.get(place)).copied();
        partner.unwrap_or_else(|| {
            next = next.saturating_add(1);
            next.saturating_sub(1)
        })
    };
    let of_right: ModeArray<usize> = (0..right_rank).map(of_right).collect();
    let left_free = (0..left_rank).filter(|mode| !left_modes.contains(mode));
    let right_free = left_rank..next;
    let labels = [(0..left_rank).collect(), of_right];
    run(labels, left_free.chain(right_free).collect(), [left, right])
}

/// A tensor times a tensor, summed over the same modes of both: [`ttt`] with one list.
///
/// # Errors
/// As [`ttt`].
///
/// ```
/// use extents::multilinear::prod;
/// use extents::{Tensor, extents};
/// let a = Tensor::from_vec(extents![2, 3], vec![1, 2, 3, 4, 5, 6])?;
/// let b = Tensor::from_vec(extents![2, 1], vec![1, 10])?;
/// assert_eq!(prod(&a, &b, &[0])?.as_slice(), [41, 52, 63]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub fn prod<T: Scalar>(
    left: &dyn DynOperand<T>,
    right: &dyn DynOperand<T>,
    modes: &[usize],
) -> Result<Tensor<T, DynRankExtents>, ShapeError> {
    ttt(left, right, modes, modes)
}

/// The sum of the products of all elements of two tensors of equal extents. Nothing is conjugated.
///
/// # Errors
/// [`ShapeError::RankMismatch`], [`ShapeError::ExtentMismatch`], [`ShapeError::Null`].
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
    let rank = rank_of(left)?;
    check_rank(right, rank)?;
    for (mode, (expected, found)) in
        left.source().extents().into_iter().zip(right.source().extents()).enumerate()
    {
        if expected != found {
            return Err(ShapeError::ExtentMismatch { mode, expected, found });
        }
    }
    let sum = run([0, 0].map(|_| (0..rank).collect()), [][..].into(), [left, right])?;
    Ok(sum.as_slice().first().copied().unwrap_or(T::ZERO))
}

/// Each element of the left tensor times each of the right one: [`ttt`] over no modes.
///
/// # Errors
/// [`ShapeError::Null`], [`ShapeError::SizeOverflow`], [`ShapeError::Allocation`].
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
    ttt(left, right, &[], &[])
}

/// A copy with the modes in another order: mode `i` of the result is mode `permutation[i]` of the tensor.
///
/// [`View::permute`](crate::View::permute) does it without a copy. uBLAS's permutation is the inverse of this
/// one: see [the module](self).
///
/// # Errors
/// [`ShapeError::RankMismatch`] unless the permutation has an entry for each mode, [`ShapeError::ModeOutOfRange`],
/// [`ShapeError::RepeatedMode`], [`ShapeError::Null`], [`ShapeError::Allocation`].
///
/// ```
/// use extents::multilinear::trans;
/// use extents::{Tensor, extents};
/// let a = Tensor::from_fn(extents![2, 3, 4], |[i, j, k]| 100 * i + 10 * j + k)?;
/// let b = trans(&a, &[2, 0, 1])?;
/// assert_eq!(b.extents(), &extents![4, 2, 3]);
/// assert_eq!(b[&[3, 1, 2]], 123);
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub fn trans<T: Scalar>(
    tensor: &dyn DynOperand<T>,
    permutation: &[usize],
) -> Result<Tensor<T, DynRankExtents>, ShapeError> {
    let rank = rank_of(tensor)?;
    let found = permutation.len();
    if found != rank {
        return Err(ShapeError::RankMismatch { expected: rank, found });
    }
    check_modes(permutation, rank)?;
    run([(0..rank).collect()], permutation.into(), [tensor])
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

/// Contracts tensors whose modes have numbers as labels; extents under one label are known to agree.
fn run<T: Scalar, const N: usize>(
    labels: [ModeArray<usize>; N],
    result: ModeArray<usize>,
    tensors: [&dyn DynOperand<T>; N],
) -> Result<Tensor<T, DynRankExtents>, ShapeError> {
    let job = |shapes: &[DynRankExtents]| {
        let count = labels
            .iter()
            .flat_map(|labels| labels.iter())
            .max()
            .map_or(0, |most| most.saturating_add(1));
        let mut extents = alloc::vec![1; count];
        for (&label, extent) in
            labels.iter().zip(shapes).flat_map(|(labels, shape)| labels.iter().zip(shape))
        {
            if let Some(entry) = extents.get_mut(label) {
                *entry = extent;
            }
        }
        let kept: ModeArray<usize> =
            result.iter().filter_map(|&label| extents.get(label).copied()).collect();
        let resolved = Resolved { result: DynRankExtents::new(&kept)?, extents };
        Ok(Job { labels: Labels::without_names(&labels, &result), resolved, path: None })
    };
    evaluate::<T, Plain>(job, &tensors, &mut |_| ())
}

fn check_rank<T>(operand: &dyn DynOperand<T>, expected: usize) -> Result<(), ShapeError> {
    let found = rank_of(operand)?;
    if found == expected { Ok(()) } else { Err(ShapeError::RankMismatch { expected, found }) }
}
