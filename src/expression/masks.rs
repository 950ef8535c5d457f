//! What a mask chooses, defined once for [`Tensor`], [`View`] and [`ViewMut`]: how many that is, the values of the mask say.

#![allow(private_bounds, reason = "`Definite` is `Extents` with a message of its own")]

use alloc::vec::Vec;

use extents_static::__private::{AlignsWith, assert_joined, assert_joined_names, assert_mode};

use super::reduce::Definite;
use super::whole::index_of;
use super::{Expression, Node, Term};
use crate::elements::{Storage, by_ref, chosen};
use crate::error::Place;
use crate::layout::{Layout, RowMajor, StridedLayout, TrustedLayout};
use crate::rearrange::{EntryCount, Resize};
use crate::{
    Dyn, Extents, Mapping, Mode, ShapeError, StaticExtents, Tensor, TensorOf, View, ViewMut,
};

/// The extents of a list.
type List = StaticExtents<(Dyn,)>;

/// Fails to compile where the types know that a mask is longer or shorter than a mode.
#[track_caller]
#[allow(clippy::indexing_slicing, reason = "a mode that is there")]
const fn assert_as_long<M: EntryCount, E: Extents, F: Extents>() {
    assert_mode(M::Mode::EXTENT, E::STATIC_RANK);
    if let Some(mode) = M::Mode::EXTENT
        && mode < E::STATIC_EXTENTS.len()
    {
        // The mask is operand 1.
        assert_joined(None, &[&[E::STATIC_EXTENTS[mode]], F::STATIC_EXTENTS], false, None);
        let name = if mode < E::NAMES.len() { E::NAMES[mode] } else { None };
        let id = if mode < E::LABELS.len() { E::LABELS[mode] } else { 0 };
        assert_joined_names(None, &[&[name], F::NAMES], &[&[id], F::LABELS]);
    }
}

/// The entries of a mode of this extent that a mask names.
fn entries<N>(mask: &N, extent: usize) -> Result<Vec<usize>, ShapeError>
where
    N: Node<Elem = bool, Extents: Definite>,
{
    let extents = mask.united()?;
    let found = extents.rank();
    if found != 1 {
        return Err(ShapeError::RankMismatch { expected: 1, found });
    }
    let found = extents.size();
    if found != extent {
        let place = Place::Joined { operand: 1, mode: 0 };
        return Err(ShapeError::ExtentMismatch { place, expected: extent, found });
    }
    chosen(mask, |is| *is, |at, _| at)
}

impl<N: Node<Extents: Definite>> Expression<N> {
    /// Returns the indices of the values that satisfy the predicate, in row-major order: NumPy's `argwhere`. The values are read
    /// twice.
    ///
    /// # Errors
    /// Returns [`ShapeError::ExtentMismatch`], `RankMismatch` and `Null` where the extents of operands differ,
    /// [`ShapeError::Allocation`].
    ///
    /// ```
    /// use extents::{Tensor, extents};
    /// let a = Tensor::from_vec(extents![2, 2], vec![1.0, -2.0, 3.0, -4.0])?;
    /// assert_eq!((&a * 2.0).argwhere(|x| x < 0.0)?, [[0, 1], [1, 1]]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[doc(alias = "nonzero")]
    #[inline]
    #[track_caller]
    pub fn argwhere(
        &self,
        is: impl Fn(N::Elem) -> bool,
    ) -> Result<Vec<<N::Extents as Extents>::Index>, ShapeError> {
        let extents = self.node.united()?;
        let values = Expression::new(&self.node).map(is);
        chosen(&values.node, |is| *is, |number, _| index_of(&extents, number))
    }
}

macro_rules! masked {
    () => {
        /// Returns the indices of the elements that satisfy the predicate, in row-major order: NumPy's `argwhere`. The elements
        /// are read twice.
        ///
        /// # Errors
        /// Returns [`ShapeError::Allocation`].
        ///
        /// ```
        /// use extents::{Tensor, extents};
        /// let a = Tensor::from_vec(extents![2, 2], vec![1, -2, 3, -4])?;
        /// let negative = a.argwhere(|x| *x < 0)?;
        /// assert_eq!(negative, [[0, 1], [1, 1]]);
        /// assert!(negative.iter().all(|index| a[*index] < 0));
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[doc(alias = "nonzero")]
        #[inline]
        #[track_caller]
        pub fn argwhere(&self, is: impl Fn(&T) -> bool) -> Result<Vec<E::Index>, ShapeError> {
            let view = self.view();
            Expression::new(by_ref(&view)).argwhere(is)
        }

        /// Returns the elements where a mask is true, in row-major order: NumPy's `a[mask]`. The mask is a tensor, a view or
        /// an expression of the same extents, whose values are read twice.
        ///
        /// # Errors
        /// Returns [`ShapeError::ExtentMismatch`] and [`ShapeError::RankMismatch`] where the mask has other extents; where the
        /// types know that, it does not compile. [`ShapeError::Null`] where one of the two is null, [`ShapeError::Allocation`].
        ///
        /// ```
        /// use extents::{Tensor, extents};
        /// let a = Tensor::from_vec(extents![2, 3], vec![5, -1, 4, -2, -3, 6])?;
        /// let positive = a.masked_select(a.lazy().greater(0))?;
        /// assert_eq!(positive.as_slice(), [5, 4, 6]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[doc(alias = "filter")]
        #[doc(alias = "boolean indexing")]
        #[track_caller]
        pub fn masked_select<B: Term<bool>>(&self, mask: B) -> Result<TensorOf<List, T>, ShapeError>
        where
            T: Clone,
            <B::Node as Node>::Extents: AlignsWith<E, Aligned: Definite>,
        {
            let view = self.view();
            let pairs = Expression::new(by_ref(&view)).zip(mask, |element, is| (element, is));
            let all =
                chosen(&pairs.node, |(_, is)| *is, |_, (element, _): (&T, bool)| element.clone())?;
            let extents = List::from_extents(&[all.len()])?;
            Ok(Tensor::from_vec(Mapping::<_, RowMajor>::of(extents), all)?)
        }
    };
}

macro_rules! compressed {
    () => {
        /// Returns a tensor of the entries of a mode, `Const::<MODE>` or a number, where a mask is true: NumPy's `compress`.
        /// The mask has one mode: a tensor, a view or an expression, whose values are read twice.
        ///
        /// # Errors
        /// Returns [`ShapeError::ExtentMismatch`] where the mask, operand 1, is longer or shorter than the mode, and
        /// [`ShapeError::RankMismatch`] where it has not one mode; where the types know that, it does not compile.
        /// [`ShapeError::OutOfBounds`] of a mode, [`ShapeError::Null`], [`ShapeError::Allocation`].
        ///
        /// ```
        /// use extents::{Const, StaticExtents, Tensor, TensorOf, extents, modes};
        /// let a = Tensor::from_vec(extents![3, 2], vec![1, 2, -3, 4, 5, 6])?;
        /// let is_positive = a.over(modes![1]).all(|x| *x > 0)?;
        /// let rows: TensorOf<StaticExtents![dyn, 2], i32> = a.compress(Const::<0>, &is_positive)?;
        /// assert_eq!(rows.as_slice(), [1, 2, 5, 6]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        /// ```compile_fail,E0080
        /// use extents::{Const, Tensor, extents};
        /// let (a, mask) = (Tensor::full(extents![3, 2], 1).unwrap(), Tensor::full(extents![2], true).unwrap());
        /// let _ = a.compress(Const::<0>, &mask); // the extent should be 3, but is 2
        /// ```
        #[track_caller]
        pub fn compress<M: EntryCount, B: Term<bool>>(
            &self,
            mode: M,
            mask: B,
        ) -> Result<Tensor<T, <E as Resize<M, M::Stated<Dyn>>>::Extents>, ShapeError>
        where
            T: Clone,
            E: Resize<M, M::Stated<Dyn>>,
            <B::Node as Node>::Extents: AlignsWith<List> + Definite,
        {
            const { assert_as_long::<M, E, <B::Node as Node>::Extents>() };
            if self.extents().is_null() {
                return Err(ShapeError::Null);
            }
            let extent = self.extents().extent(mode.mode().extent())?;
            self.take(mode, entries(&mask.term().node, extent)?)
        }
    };
}

/// Elements that a mask chooses.
///
/// # Panics
/// As [`eval`](crate::expression::Expression::eval).
impl<T, E: Extents, L: Layout<E>> View<'_, T, E, L> {
    masked!();
}

/// Elements that a mask chooses, as of a [`View`].
impl<T, E: Extents, L: Layout<E>> ViewMut<'_, T, E, L> {
    masked!();
}

/// Elements that a mask chooses, as of a [`View`].
impl<T, E: Extents, L: Layout<E>, S: Storage<Elem = T>> Tensor<T, E, L, S> {
    masked!();
}

/// Entries that a mask chooses.
///
/// # Panics
/// As [`eval`](crate::expression::Expression::eval).
impl<T, E: Extents, L: TrustedLayout<E> + StridedLayout<E>> View<'_, T, E, L> {
    compressed!();
}

/// Entries that a mask chooses, as of a [`View`].
impl<T, E: Extents, L: TrustedLayout<E> + StridedLayout<E>> ViewMut<'_, T, E, L> {
    compressed!();
}

/// Entries that a mask chooses, as of a [`View`].
impl<T, E: Extents, L: TrustedLayout<E> + StridedLayout<E>, S: Storage<Elem = T>>
    Tensor<T, E, L, S>
{
    compressed!();
}
