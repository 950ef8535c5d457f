//! [`Tensor::into_rearranged`]: the tensor itself under other extents, its elements where they are.

use super::{Rejected, Storage, Tensor};
use crate::Extents;
use crate::layout::{ColMajor, Layout, MinorToMajor, Padded, RowMajor, Strided};
#[allow(unused_imports, reason = "for the documentation")]
use crate::rearrange::List;
use crate::rearrange::{Rearrange, Seal};

/// A layout whose mappings begin with the first element in memory, as those of this crate do. One of another crate may have a gap
/// there, which a tensor could not keep.
#[diagnostic::on_unimplemented(
    message = "a tensor in layout `{Self}` is not rearranged in place: the layout may leave a gap in front of its elements",
    label = "layouts of `extents` leave none",
    note = "`rearrange` lends a view, and `to_tensor` of it makes a row-major tensor"
)]
trait WithoutGap {}
impl WithoutGap for RowMajor {}
impl WithoutGap for ColMajor {}
impl<L, P> WithoutGap for Padded<L, P> {}
impl<S> WithoutGap for Strided<S> {}
impl<P> WithoutGap for MinorToMajor<P> {}

/// What an operation gives of a tensor, or its error with the tensor.
type Owned<T, E, L, S, O> = Result<
    Tensor<T, <O as Rearrange<E, L>>::Extents, <O as Rearrange<E, L>>::Layout, S>,
    Rejected<Tensor<T, E, L, S>, <O as Rearrange<E, L>>::Error>,
>;

impl<T, E: Extents, L: Layout<E>, S: Storage<Elem = T>> Tensor<T, E, L, S> {
    /// Converts to the tensor that an operation of [`rearrange`](crate::rearrange) gives, whose elements stay where they are: a
    /// function returns it where [`rearrange`](Self::rearrange) lends a view. Of operations that leave elements out, as slices do,
    /// or repeat them, it does not compile.
    ///
    /// Numbers are listed, as in `Permute([1, 0].listed())` with [`List`], and `ByValue(Transpose)` is the transposition of run-time rank.
    /// Most results are [`Strided`]: to be written, they give a view by [`try_view_mut`](Self::try_view_mut) where the types do not know
    /// that each index has an element of its own.
    ///
    /// Layouts of other crates may leave a gap in front of their elements, so a tensor in one is not converted.
    ///
    /// # Errors
    /// The error of the operation, with the tensor.
    ///
    /// ```
    /// use extents::rearrange::{DropMode, Transpose};
    /// use extents::{Const, ShapeError, StaticExtents, Tensor, TensorOf, extents, layout::ColMajor};
    /// type Matrix<L> = TensorOf<StaticExtents![2, 3], i32, L>;
    /// fn counted() -> Result<Matrix<ColMajor>, ShapeError> {
    ///     let rows = Tensor::from_vec(extents![3, 2], vec![1, 2, 3, 4, 5, 6])?;
    ///     let Ok(columns) = rows.into_rearranged(Transpose);
    ///     Ok(columns)
    /// }
    /// assert_eq!(counted()?[[0, 2]], 5);
    /// let one = Tensor::full(extents![dyn 3, dyn 1]?, 7)?;
    /// let list = one.into_rearranged(DropMode(Const::<1>))?;
    /// assert_eq!(list.as_slice(), [7, 7, 7]);
    /// assert_eq!(list.into_rearranged(DropMode(Const::<0>)).unwrap_err().value.len(), 3);
    /// # Ok::<(), ShapeError>(())
    /// ```
    #[doc(alias = "permuted_axes")]
    #[doc(alias = "reversed_axes")]
    #[doc(alias = "remove_axis")]
    #[doc(alias = "insert_axis")]
    #[allow(private_bounds, reason = "the documentation says which layouts")]
    pub fn into_rearranged<O: Rearrange<E, L>>(self, operation: O) -> Owned<T, E, L, S, O>
    where
        L: WithoutGap,
    {
        const { O::CHECK_ALL };
        match operation.rearrange(self.mapping(), Seal) {
            // By the invariant of `Part` the mapping leads to elements of this one. It leads to all, so that it begins with the first
            // in memory, which this one leads to, and spans no more.
            Ok(part) => Ok(Tensor::from_parts(self.into_storage(), part.into_parts().1)),
            Err(error) => Err(Rejected { value: self, error }),
        }
    }
}
