//! The functions by numbers of modes.

use alloc::borrow::Cow;

use super::check::{check_pairs, rank_of};
use super::{Multilinear, MultiplyAlong, Reorder, SumOver, Vector};
use crate::contract::Plain;
use crate::contract::by_text::evaluate;
use crate::elements::DynOperand;
use crate::elements::DynSource;
use crate::layout::{ModeSet, check_modes};
use crate::rearrange::ByValue;
use crate::run::{Job, Labels};
use crate::{DynRankExtents, ModeArray, Resolved, Scalar, ShapeError, Tensor};

/// What the functions give.
type Open<T> = Result<Tensor<T, DynRankExtents>, ShapeError>;

/// What an operand gave when it was asked, once: it might give something else the next time.
struct Given<'s, 'a, T>(&'s DynSource<'a, T>);

impl<T: Scalar> DynOperand<T> for Given<'_, '_, T> {
    fn source(&self) -> DynSource<'_, T> {
        self.0.clone()
    }
}

macro_rules! by_number {
    ($([$($generics:tt)*] $Left:ty, $Right:ty: |$left:ident, $right:ident, $of_left:ident, $of_right:ident| $value:expr;)*) => {$(
        impl<A, B, T, $($generics)*> Multilinear<SumOver<$Left, $Right>, T> for (&A, &B)
        where
            A: DynOperand<T> + ?Sized,
            B: DynOperand<T> + ?Sized,
            T: Scalar,
        {
            type Result = Open<T>;
            fn apply(self, SumOver($of_left, $of_right): SumOver<$Left, $Right>) -> Open<T> {
                let ($left, $right) = (&self.0.source(), &self.1.source());
                $value
            }
        }
    )*};
}
by_number! {
    [] usize, Vector: |tensor, vector, mode, _of_vector| ttv(tensor, vector, mode);
    [L: AsRef<[usize]>, R: AsRef<[usize]>] ByValue<L>, ByValue<R>: |left, right, of_left, of_right| {
        ttt(left, right, of_left.0.as_ref(), of_right.0.as_ref())
    };
}

impl<A, B, T> Multilinear<MultiplyAlong<usize>, T> for (&A, &B)
where
    A: DynOperand<T> + ?Sized,
    B: DynOperand<T> + ?Sized,
    T: Scalar,
{
    type Result = Open<T>;
    fn apply(self, MultiplyAlong(mode): MultiplyAlong<usize>) -> Open<T> {
        ttm(&self.0.source(), &self.1.source(), mode)
    }
}

impl<A, T, P> Multilinear<Reorder<ByValue<P>>, T> for &A
where
    A: DynOperand<T> + ?Sized,
    T: Scalar,
    P: AsRef<[usize]>,
{
    type Result = Open<T>;
    fn apply(self, Reorder(permutation): Reorder<ByValue<P>>) -> Open<T> {
        trans(&self.source(), permutation.0.as_ref())
    }
}

fn ttv<T: Scalar>(tensor: &DynSource<'_, T>, vector: &DynSource<'_, T>, mode: usize) -> Open<T> {
    check_rank(vector, 1)?;
    ttt(tensor, vector, &[mode], &[0])
}

fn ttm<T: Scalar>(tensor: &DynSource<'_, T>, matrix: &DynSource<'_, T>, mode: usize) -> Open<T> {
    check_rank(matrix, 2)?;
    check_pairs(tensor, matrix, &[mode], &[1])?;
    // Modes of the tensor are their own labels; the rows of the matrix have the next one.
    let row = rank_of(tensor)?;
    let result = (0..row).map(|other| if other == mode { row } else { other });
    run([(0..row).collect(), [row, mode].into_iter().collect()], result.collect(), [tensor, matrix])
}

pub(super) fn ttt<T: Scalar>(
    left: &DynSource<'_, T>,
    right: &DynSource<'_, T>,
    left_modes: &[usize],
    right_modes: &[usize],
) -> Open<T> {
    check_pairs(left, right, left_modes, right_modes)?;
    let (left_rank, right_rank) = (rank_of(left)?, rank_of(right)?);
    // Modes of the left are their own labels, as are those of the right that are summed; the others have the next ones.
    let mut partners = alloc::vec![None; right_rank];
    for (&left_mode, &right_mode) in left_modes.iter().zip(right_modes) {
        if let Some(partner) = partners.get_mut(right_mode) {
            *partner = Some(left_mode);
        }
    }
    let mut next = left_rank;
    let of_right = |partner: Option<usize>| {
        partner.unwrap_or_else(|| {
            next = next.saturating_add(1);
            next.saturating_sub(1)
        })
    };
    let of_right = partners.into_iter().map(of_right).collect();
    let summed = ModeSet::of(left_modes, left_rank);
    let left_free = (0..left_rank).filter(|mode| !summed.has(*mode));
    let right_free = left_rank..next;
    let labels = [(0..left_rank).collect(), of_right];
    run(labels, left_free.chain(right_free).collect(), [left, right])
}

fn trans<T: Scalar>(tensor: &DynSource<'_, T>, permutation: &[usize]) -> Open<T> {
    let rank = rank_of(tensor)?;
    let found = permutation.len();
    if found != rank {
        return Err(ShapeError::RankMismatch { expected: rank, found });
    }
    check_modes(permutation, rank)?;
    run([(0..rank).collect()], permutation.into(), [tensor])
}

/// Contracts tensors whose modes have numbers as labels, of which there is one a mode; extents under one label were found to
/// agree.
pub(super) fn run<T: Scalar, const N: usize>(
    labels: [Cow<'static, [usize]>; N],
    result: ModeArray<usize>,
    tensors: [&DynSource<'_, T>; N],
) -> Open<T> {
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
    let operands = tensors.map(Given);
    evaluate::<T, Plain>(
        job,
        &operands.each_ref().map(|each| each as &dyn DynOperand<T>),
        &mut |_| (),
    )
}

pub(super) fn check_rank<T>(operand: &DynSource<'_, T>, expected: usize) -> Result<(), ShapeError> {
    let found = rank_of(operand)?;
    if found == expected { Ok(()) } else { Err(ShapeError::RankMismatch { expected, found }) }
}
