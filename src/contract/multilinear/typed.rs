//! The functions on modes that are numbers in the type.

use extents_static::__private::{Select, ToTuple, assert_mode_lists, assert_permutation_of};

use super::by_types::{Lefts, MatrixProduct, ModesOf, Numbered, Outcome, Product, ResultOf};
use crate::Operand;
use crate::contract::Contract;
use crate::layout::RowMajor;
use crate::{Const, ModeTuple, Rank, StaticExtents, StaticModes, Storage, Tensor, TypedExtents};

/// Two operands that are summed over modes `L` of the left one against modes `R` of the right one: what
/// [`ttt_typed`] and its kin ask for.
///
/// ```
/// use extents::multilinear::{SumsOver, ttt_typed};
/// use extents::{Const, StaticExtents, Tensor, TensorOf, extents, modes};
/// fn twice<'a, A>(a: &'a A) -> <(&'a A, &'a A) as SumsOver<(Const<0>,), (Const<1>,)>>::Result
/// where
///     (&'a A, &'a A): SumsOver<(Const<0>,), (Const<1>,)>,
/// {
///     ttt_typed(a, a, modes![0], modes![1])
/// }
/// let square: TensorOf<StaticExtents![2, 2], _> = twice(&Tensor::full(extents![2, 2], 1)?)?;
/// assert_eq!(square.as_slice(), [2; 4]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
pub trait SumsOver<L, R> {
    /// What [`contract!`](crate::contract!) gives: a `Result` of a tensor, or of extents.
    type Result;
    /// Sums.
    ///
    /// # Errors
    /// As [`ttt_typed`].
    fn sum_over(self) -> Self::Result;
}

impl<'a, 'b, A, B, Ins, Out, L, R> SumsOver<L, R> for (&'a A, &'b B)
where
    A: Operand<Extents: TypedExtents>,
    B: Operand<Extents: TypedExtents>,
    L: ModeTuple + Product<R, ModesOf<A>, ModesOf<B>, Ins = Ins, Out = Out>,
    R: ModeTuple,
    (&'a A, &'b B): Contract<Ins, Out, Result: Outcome>,
{
    type Result = ResultOf<(&'a A, &'b B), Ins, Out>;

    #[inline]
    fn sum_over(self) -> Self::Result {
        const { assert_mode_lists(L::STATIC, R::STATIC) };
        self.contract().by_modes(L::STATIC, R::STATIC)
    }
}

/// A tensor and a matrix that multiply along mode `M`: what [`ttm_typed`] asks for.
///
/// ```
/// use extents::multilinear::{MultipliesAlong, ttm_typed};
/// use extents::{Const, extents, modes};
/// fn first<'a, A, B>(a: &'a A, b: &'a B) -> <(&'a A, &'a B) as MultipliesAlong<(Const<0>,)>>::Result
/// where
///     (&'a A, &'a B): MultipliesAlong<(Const<0>,)>,
/// {
///     ttm_typed(a, b, modes![0])
/// }
/// assert_eq!(first(&extents![2, 3], &extents![4, 2]), Ok(extents![4, 3]));
/// ```
pub trait MultipliesAlong<M> {
    /// What [`contract!`](crate::contract!) gives: a `Result` of a tensor, or of extents.
    type Result;
    /// Multiplies.
    ///
    /// # Errors
    /// As [`ttm_typed`].
    fn multiply_along(self) -> Self::Result;
}

impl<'a, 'b, A, B, Ins, Out, M> MultipliesAlong<M> for (&'a A, &'b B)
where
    A: Operand<Extents: TypedExtents>,
    B: Operand<Extents: TypedExtents + Rank<2>>,
    M: ModeTuple + MatrixProduct<ModesOf<A>, ModesOf<B>, Ins = Ins, Out = Out>,
    (&'a A, &'b B): Contract<Ins, Out, Result: Outcome>,
{
    type Result = ResultOf<(&'a A, &'b B), Ins, Out>;

    #[inline]
    fn multiply_along(self) -> Self::Result {
        self.contract().by_modes(M::STATIC, &[Some(1)])
    }
}

/// An operand whose modes can be copied in the order `P`: what [`trans_typed`] asks for.
///
/// ```
/// use extents::multilinear::{Reorders, trans_typed};
/// use extents::{Const, extents, modes};
/// fn swapped<'a, A>(a: &'a A) -> <&'a A as Reorders<(Const<1>, Const<0>)>>::Result
/// where
///     &'a A: Reorders<(Const<1>, Const<0>)>,
/// {
///     trans_typed(a, modes![1, 0])
/// }
/// assert_eq!(swapped(&extents![2, 3]), Ok(extents![3, 2]));
/// ```
pub trait Reorders<P> {
    /// What [`contract!`](crate::contract!) gives: a `Result` of a tensor, or of extents.
    type Result;
    /// Copies.
    ///
    /// # Errors
    /// As [`trans_typed`].
    fn reorder(self) -> Self::Result;
}

impl<'a, A, Left, P> Reorders<P> for &'a A
where
    A: Operand<Extents: TypedExtents>,
    P: StaticModes,
    ModesOf<A>: Select<P::List> + Numbered<Labels = Left>,
    Lefts: Select<P::List, Output: ToTuple>,
    (&'a A,): Contract<(Left,), <<Lefts as Select<P::List>>::Output as ToTuple>::Tuple>,
{
    type Result =
        ResultOf<(&'a A,), (Left,), <<Lefts as Select<P::List>>::Output as ToTuple>::Tuple>;

    #[inline]
    fn reorder(self) -> Self::Result {
        const { assert_permutation_of(P::STATIC, <ModesOf<A> as ModeTuple>::STATIC.len()) };
        (self,).contract()
    }
}

/// [`ttv`](super::ttv) along a mode that is in the type: the result has the extents of the tensor without that mode, and
/// what is static stays static.
///
/// A mode that is not there, and extents that differ in the types, do not compile.
///
/// # Errors
/// [`ShapeError::ModePairMismatch`](crate::ShapeError::ModePairMismatch) where the mode and the vector have other run-time
/// extents, [`ShapeError::Allocation`](crate::ShapeError::Allocation); `Infallible` for inline tensors.
///
/// ```
/// use extents::multilinear::ttv_typed;
/// use extents::{InlineTensor, StaticExtents, Tensor, TensorOf, extents, modes};
/// let a = InlineTensor::<i32, StaticExtents![2, 3]>::from_array([[1, 2, 3], [4, 5, 6]]);
/// let v = InlineTensor::<i32, StaticExtents![2]>::from_array([1, 10]);
/// let Ok(sums) = ttv_typed(&a, &v, modes![0]);
/// assert_eq!(sums.into_array(), [41, 52, 63]);
/// // Mixed extents stay mixed.
/// let b = Tensor::full(extents![4, dyn 3, 2]?, 1)?;
/// let c: TensorOf<StaticExtents![4, dyn], i32> = ttv_typed(&b, &v, modes![2])?;
/// assert_eq!(c.as_slice(), [11; 12]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
///
/// ```compile_fail,E0277
/// # use extents::multilinear::ttv_typed;
/// # use extents::{extents, modes};
/// // mode 1 of the left operand has extent `Const<3>`, but mode 0 of the right one has `Const<2>`
/// let _ = ttv_typed(&extents![2, 3], &extents![2], modes![1]);
/// ```
#[inline]
pub fn ttv_typed<'a, 'b, A, V, const MODE: usize>(
    tensor: &'a A,
    vector: &'b V,
    _mode: (Const<MODE>,),
) -> <(&'a A, &'b V) as SumsOver<(Const<MODE>,), (Const<0>,)>>::Result
where
    V: Operand<Extents: Rank<1>>,
    (&'a A, &'b V): SumsOver<(Const<MODE>,), (Const<0>,)>,
{
    (tensor, vector).sum_over()
}

/// [`ttm`](super::ttm) along a mode that is in the type: the rows of the matrix stand in its place, and what is static
/// stays static.
///
/// A mode that is not there, and extents that differ in the types, do not compile.
///
/// # Errors
/// [`ShapeError::ModePairMismatch`](crate::ShapeError::ModePairMismatch) where the mode and a row of the matrix have other
/// run-time extents, [`ShapeError::SizeOverflow`](crate::ShapeError::SizeOverflow),
/// [`ShapeError::Allocation`](crate::ShapeError::Allocation); `Infallible` for inline tensors.
///
/// ```
/// use extents::multilinear::ttm_typed;
/// use extents::{StaticExtents, Tensor, TensorOf, extents, modes};
/// let a = Tensor::from_vec(extents![2, 2], vec![1, 2, 3, 4])?;
/// let sum_and_difference = Tensor::from_vec(extents![2, 2], vec![1, 1, 1, -1])?;
/// let c: TensorOf<StaticExtents![2, 2], i32> = ttm_typed(&a, &sum_and_difference, modes![0])?;
/// assert_eq!(c.as_slice(), [4, 6, -2, -2]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[inline]
pub fn ttm_typed<'a, 'b, A, B, const MODE: usize>(
    tensor: &'a A,
    matrix: &'b B,
    _mode: (Const<MODE>,),
) -> <(&'a A, &'b B) as MultipliesAlong<(Const<MODE>,)>>::Result
where
    (&'a A, &'b B): MultipliesAlong<(Const<MODE>,)>,
{
    (tensor, matrix).multiply_along()
}

/// [`ttt`](super::ttt) over lists of modes that are in the type; [`modes!`](crate::modes!) writes them.
///
/// The result has the other modes of the left operand, then those of the right one, and what is static stays static.
/// Lists that differ in length or name a mode twice, modes that are not there, and extents that differ in the types, do
/// not compile.
///
/// # Errors
/// [`ShapeError::ModePairMismatch`](crate::ShapeError::ModePairMismatch) where two modes that are summed together have
/// other run-time extents, [`ShapeError::SizeOverflow`](crate::ShapeError::SizeOverflow),
/// [`ShapeError::Allocation`](crate::ShapeError::Allocation); `Infallible` for inline tensors.
///
/// ```
/// use extents::multilinear::ttt_typed;
/// use extents::{StaticExtents, Tensor, TensorOf, extents, modes};
/// let a = Tensor::from_vec(extents![2, 3], vec![1, 2, 3, 4, 5, 6])?;
/// let c: TensorOf<StaticExtents![2, 2], i32> = ttt_typed(&a, &a, modes![1], modes![1])?;
/// assert_eq!(c.as_slice(), [14, 32, 32, 77]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
///
/// ```compile_fail,E0080
/// # use extents::multilinear::ttt_typed;
/// # use extents::{extents, modes};
/// // 2 modes of the left operand cannot be summed against 1 of the right one
/// let _ = ttt_typed(&extents![2, 3], &extents![2, 3], modes![0, 1], modes![0]);
/// ```
#[inline]
pub fn ttt_typed<'a, 'b, A, B, L, R>(
    left: &'a A,
    right: &'b B,
    _left_modes: L,
    _right_modes: R,
) -> <(&'a A, &'b B) as SumsOver<L, R>>::Result
where
    (&'a A, &'b B): SumsOver<L, R>,
{
    (left, right).sum_over()
}

/// [`prod`](super::prod) over a list of modes that is in the type: [`ttt_typed`] with one list.
///
/// # Errors
/// As [`ttt_typed`].
///
/// ```
/// use extents::multilinear::prod_typed;
/// use extents::{StaticExtents, Tensor, TensorOf, extents, modes};
/// let a = Tensor::from_vec(extents![2, 3], vec![1, 2, 3, 4, 5, 6])?;
/// let b = Tensor::from_vec(extents![2, 1], vec![1, 10])?;
/// let c: TensorOf<StaticExtents![3, 1], i32> = prod_typed(&a, &b, modes![0])?;
/// assert_eq!(c.as_slice(), [41, 52, 63]);
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[inline]
pub fn prod_typed<'a, 'b, A, B, M>(
    left: &'a A,
    right: &'b B,
    _modes: M,
) -> <(&'a A, &'b B) as SumsOver<M, M>>::Result
where
    (&'a A, &'b B): SumsOver<M, M>,
{
    SumsOver::<M, M>::sum_over((left, right))
}

/// The numbers of all modes of an operand.
type All<A> = <ModesOf<A> as Numbered>::Numbers;

/// [`inner`](super::inner) of two tensors of equal rank: extents that differ in the types do not compile.
///
/// # Errors
/// [`ShapeError::ModePairMismatch`](crate::ShapeError::ModePairMismatch) where run-time extents differ; `Infallible` for
/// inline tensors.
///
/// ```
/// use extents::multilinear::inner_typed;
/// use extents::{InlineTensor, StaticExtents};
/// let a = InlineTensor::<i32, StaticExtents![2, 2]>::from_array([[1, 2], [3, 4]]);
/// let Ok(sum) = inner_typed(&a, &a);
/// assert_eq!(sum, 30);
/// ```
#[inline]
#[allow(clippy::indexing_slicing, reason = "a tensor of rank 0 has the one element")]
pub fn inner_typed<'a, 'b, A, B, T, S, E, const R: usize>(left: &'a A, right: &'b B) -> Result<T, E>
where
    A: Operand<Extents: TypedExtents + Rank<R>>,
    ModesOf<A>: Numbered,
    B: Operand<Extents: Rank<R>>,
    T: Copy,
    S: Storage<Elem = T>,
    (&'a A, &'b B):
        SumsOver<All<A>, All<A>, Result = Result<Tensor<T, StaticExtents<()>, RowMajor, S>, E>>,
{
    (left, right).sum_over().map(|sum| sum[[]])
}

/// [`outer`](super::outer) of two operands whose ranks are in the type: the result has the extents of the left one, then
/// those of the right one.
///
/// # Errors
/// [`ShapeError::SizeOverflow`](crate::ShapeError::SizeOverflow),
/// [`ShapeError::Allocation`](crate::ShapeError::Allocation); `Infallible` for inline tensors.
///
/// ```
/// use extents::multilinear::outer_typed;
/// use extents::{InlineTensor, StaticExtents};
/// let v = InlineTensor::<i32, StaticExtents![3]>::from_array([1, 2, 3]);
/// let w = InlineTensor::<i32, StaticExtents![2]>::from_array([1, 10]);
/// let Ok(c) = outer_typed(&v, &w);
/// assert_eq!(c.into_array(), [[1, 10], [2, 20], [3, 30]]);
/// ```
#[inline]
pub fn outer_typed<'a, 'b, A, B>(
    left: &'a A,
    right: &'b B,
) -> <(&'a A, &'b B) as SumsOver<(), ()>>::Result
where
    (&'a A, &'b B): SumsOver<(), ()>,
{
    (left, right).sum_over()
}

/// [`trans`](super::trans) by a permutation that is in the type: mode `i` of the result is mode `permutation[i]` of the
/// operand, and what is static stays static.
///
/// A list that does not name each mode once does not compile.
///
/// # Errors
/// [`ShapeError::Allocation`](crate::ShapeError::Allocation); `Infallible` for inline tensors.
///
/// ```
/// use extents::multilinear::trans_typed;
/// use extents::{StaticExtents, Tensor, TensorOf, extents, modes};
/// let a = Tensor::from_fn(extents![2, 3, 4], |[i, j, k]| 100 * i + 10 * j + k)?;
/// let b: TensorOf<StaticExtents![4, 2, 3], usize> = trans_typed(&a, modes![2, 0, 1])?;
/// assert_eq!(b[[3, 1, 2]], 123);
/// # Ok::<(), extents::ShapeError>(())
/// ```
#[inline]
pub fn trans_typed<'a, A, P>(tensor: &'a A, _permutation: P) -> <&'a A as Reorders<P>>::Result
where
    &'a A: Reorders<P>,
{
    tensor.reorder()
}
