//! The methods that give all modes new extents at once, defined once for [`Tensor`], [`View`] and [`ViewMut`].

use extents_static::__private::assert_sizes;

use super::rearranged::{Fallible, FallibleMut};
use super::{Operand, Rejected, Storage, Tensor, View, ViewMut};
use crate::layout::{IntoMapping, Layout, RowMajor, Strided, StridedLayout, TrustedLayout};
use crate::rearrange::{BroadcastTo, Like, List, Rearrange, Reshape};
use crate::{Extents, ShapeError, error::Quantity};

/// As in `rearranged`: the receiver and `self`, the constant that is evaluated, the type of the result and its lifetime.
macro_rules! reshapes {
    ([$($receiver:tt)+] $self:ident, $CHECK:ident, $Fallible:ident, $life:lifetime) => {
        /// Gives the elements, in row-major order, another shape with the same number of elements.
        ///
        /// The shape is that of a type ([`extents!`](crate::extents!)) or an array of numbers. A row-major view stays
        /// row-major under extents of a type, and its elements can have any shape; those of another layout only where the modes
        /// that become others follow each other in memory.
        ///
        /// # Errors
        /// Returns [`ShapeError::CountMismatch`]; where the types know that, it does not compile.
        /// [`ShapeError::NotMergeable`] where no strides give that shape: `to_tensor` copies the elements to a
        /// row-major tensor, which can have it. [`ShapeError::SizeOverflow`] of an array, [`ShapeError::Null`].
        ///
        /// ```
        /// use extents::{ShapeError, View, extents};
        /// let data: [i32; 12] = std::array::from_fn(|k| k as i32);
        /// let view = View::from_slice(extents![2, 6], &data)?;
        /// let Ok(cube) = view.reshape(extents![3, 2, 2]);
        /// assert_eq!(cube[[2, 0, 1]], 9);
        /// assert_eq!(view.reshape([4, 3])?[[3, 0]], 9);
        /// let columns = view.transpose();
        /// let error = columns.reshape(extents![12]).unwrap_err();
        /// assert_eq!(error, ShapeError::NotMergeable { mode: 0, stride: 1, expected: Some(12) });
        /// let copy = columns.to_tensor()?;
        /// let Ok(flat) = copy.reshape(extents![12]);
        /// assert_eq!(flat.as_slice()[..4], [0, 6, 1, 7]);
        /// # Ok::<(), ShapeError>(())
        /// ```
        #[inline]
        pub fn reshape<F: List>($($receiver)+, extents: F) -> $Fallible<$life, T, E, L, Reshape<F::As>>
        where
            Reshape<F::As>: Rearrange<E, L>,
        {
            const { <Reshape<F::As> as Rearrange<E, L>>::$CHECK };
            $self.rearrange(Reshape(extents.listed()))
        }

        /// Repeats modes of extent 1, and all modes together along further ones before them, so that the result has these
        /// extents: what NumPy does to a smaller operand by itself.
        ///
        /// The extents are those of a type ([`extents!`](crate::extents!)) or an array of numbers. Only views that read can
        /// be repeated.
        ///
        /// A mode with a name goes to the mode of that name, wherever it stands: `[Batch]` becomes `[Batch, Time]` by repeating
        /// along `Time`. A name that the result has not beside a name at its place does not compile.
        ///
        /// # Errors
        /// Returns [`ShapeError::ExtentMismatch`] where an extent is neither 1 nor that of the result, at the two modes that it names,
        /// and [`ShapeError::RankMismatch`]; where the types know one of these, it does not compile.
        /// [`ShapeError::SizeOverflow`] of an array, [`ShapeError::Null`].
        ///
        /// ```
        /// use extents::{Tensor, View, extents};
        /// let bias = View::from_slice(extents![3], &[10, 20, 30])?;
        /// let x = Tensor::from_vec(extents![2, 3], vec![1, 2, 3, 4, 5, 6])?;
        /// let Ok(rows) = bias.broadcast_to(extents![2, 3]);
        /// assert_eq!((&x + &rows).eval()?.as_slice(), [11, 22, 33, 14, 25, 36]);
        /// assert_eq!(bias.broadcast_to([2, 3])?[[1, 2]], 30);
        /// let error = bias.broadcast_to([3, 2]).unwrap_err();
        /// assert_eq!(error.to_string(), "mode 0 of extent 3 does not repeat to mode 1 of extent 2: only extent 1 repeats");
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        #[doc(alias = "expand")]
        #[inline]
        pub fn broadcast_to<F: List>(
            $($receiver)+,
            extents: F,
        ) -> $Fallible<$life, T, E, L, BroadcastTo<F::As>>
        where
            BroadcastTo<F::As>: Rearrange<E, L>,
        {
            const { <BroadcastTo<F::As> as Rearrange<E, L>>::$CHECK };
            $self.rearrange(BroadcastTo(extents.listed()))
        }
    };
}
#[cfg(feature = "device")]
pub(crate) use reshapes;

/// What [`View::broadcast_like`] returns.
type LikeView<'a, T, F> = View<'a, T, F, Strided<<F as Extents>::Strides>>;

macro_rules! likes {
    ($life:lifetime) => {
        /// Returns a view with the extents of another operand, in which modes of extent 1 repeat, and further modes stand
        /// first, or where the names say it: [`broadcast_to`](Self::broadcast_to) where the extents are those of a tensor, a
        /// view or extents that there are. Generic code needs no bound for it.
        ///
        /// # Errors
        /// Returns [`ShapeError::ExtentMismatch`] of a mode of another extent that is not 1, [`ShapeError::RankMismatch`]
        /// where there are more modes; where the types know one of these, it does not compile. [`ShapeError::Null`].
        ///
        /// ```
        /// use extents::{Extents, ShapeError, Tensor, TensorOf, extents, modes, over::Modes};
        ///
        /// /// Softmax along some modes.
        /// fn softmax<E: Extents, M: Modes<E>>(x: &TensorOf<E, f64>, modes: M) -> Result<TensorOf<E, f64>, ShapeError> {
        ///     let max = x.over(modes).keep().max()?;
        ///     let powers = (x - max.broadcast_like(x)?).exp().eval()?;
        ///     let sums = powers.over(modes).keep().sum()?;
        ///     (&powers / sums.broadcast_like(x)?).eval()
        /// }
        /// let x = Tensor::from_vec(extents![2, 2], vec![0.0, 0.0, 1.0, 1.0])?;
        /// assert_eq!(softmax(&x, modes![1])?.as_slice(), [0.5; 4]);
        /// # Ok::<(), ShapeError>(())
        /// ```
        #[doc(alias = "expand_as")]
        #[inline]
        pub fn broadcast_like<B: Operand + ?Sized>(
            &self,
            other: &B,
        ) -> Result<LikeView<$life, T, B::Extents>, ShapeError>
        where
            L: TrustedLayout<E> + StridedLayout<E>,
        {
            const { <BroadcastTo<Like<B::Extents>> as Rearrange<E, L>>::CHECK };
            self.view().rearrange(BroadcastTo(Like(other.operand_extents())))
        }
    };
}
#[cfg(feature = "device")]
pub(crate) use likes;

impl<'a, T, E: Extents, L: Layout<E>> View<'a, T, E, L> {
    reshapes!([&self] self, CHECK, Fallible, 'a);
    likes!('a);
}

impl<'a, T, E: Extents, L: Layout<E>> ViewMut<'a, T, E, L> {
    reshapes!([self] self, CHECK_UNIQUE, FallibleMut, 'a);
    likes!('_);
}

impl<T, E: Extents, L: Layout<E>, S: Storage<Elem = T>> Tensor<T, E, L, S> {
    reshapes!([&self] self, CHECK, Fallible, '_);
    likes!('_);
}

impl<T, E: Extents, S: Storage<Elem = T>> Tensor<T, E, RowMajor, S> {
    /// Converts to extents with the same number of elements, which stay where they are, in row-major order: extents, or an
    /// array of numbers, such as `[3, 2]`, which become [`DynExtents`](crate::DynExtents).
    ///
    /// [`reshape`](Self::reshape) lends a view; this keeps the tensor.
    ///
    /// # Errors
    /// Returns [`ShapeError::CountMismatch`] with the tensor; where the types know that, it does not compile.
    /// [`ShapeError::Null`], [`ShapeError::SizeOverflow`] of numbers.
    ///
    /// ```
    /// use extents::{DynExtents, Tensor, extents};
    /// let a = Tensor::from_vec(extents![2, 3], vec![1, 2, 3, 4, 5, 6])?;
    /// let b = a.into_shape(extents![3, 2])?;
    /// assert_eq!(b[[2, 0]], 5);
    /// let b: Tensor<_, DynExtents<1>> = b.into_shape([6])?;
    /// assert_eq!(b[[4]], 5);
    /// let b = b.into_shape(extents![3, 2])?;
    /// let rejected = b.into_shape([4]).unwrap_err();
    /// assert_eq!(rejected.to_string(), "the shape needs 4 elements, but 6 were given");
    /// assert_eq!(rejected.value[[2, 0]], 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn into_shape<F, K>(
        self,
        extents: F,
    ) -> Result<Tensor<T, F::Extents, RowMajor, S>, Rejected<Self>>
    where
        F: IntoMapping<K, Layout = RowMajor>,
    {
        const { assert_sizes(E::STATIC_SIZE, <F::Extents as Extents>::STATIC_SIZE) };
        let mapping = match extents.into_mapping() {
            Ok(mapping) => mapping,
            Err(error) => return Err(Rejected { value: self, error: error.into() }),
        };
        let extents = mapping.extents();
        let (expected, found) = (extents.size(), self.extents().size());
        let error = if self.extents().is_null() || extents.is_null() {
            ShapeError::Null
        } else if expected != found {
            ShapeError::CountMismatch { of: Quantity::Elements, expected, found }
        } else {
            // The mapping spans as many elements as it has, which are as many as before.
            return Ok(Tensor::from_parts(self.into_storage(), mapping));
        };
        Err(Rejected { value: self, error })
    }
}
