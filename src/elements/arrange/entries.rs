//! The entries of one mode anew, defined once for [`Tensor`], [`View`] and [`ViewMut`]: padded, rolled, repeated, taken by
//! indices.

#[cfg(feature = "alloc")]
use extents_static::__private::assert_grown;
use extents_static::__private::{assert_joined, assert_mode};

use super::entry_number::EntryNumber;
use super::grown::{Width, check_target, grown};
use super::picked::{IndexList, Padding, Repeated, Taken, TakenAlong, padded, rolled};
use super::{assert_names, assert_target, check_indices, write};
#[allow(unused_imports, reason = "for the documentation")]
use crate::Dyn;
use crate::elements::{AsView, Storage, Target, Tensor, View, ViewMut};
use crate::layout::{StridedLayout, TrustedLayout};
use crate::rearrange::EntryCount;
use crate::{Extents, Mode, ShapeError};
#[cfg(feature = "alloc")]
use {
    super::created,
    super::grown::{Grown, PaddedBy, RepeatedEach, RepeatedWhole, assert_padded},
    super::parts::JoinsTo,
    crate::rearrange::Resize,
};

macro_rules! reads {
    () => {
        /// Returns a tensor with further entries before and after those of a mode, `Const::<MODE>` or a number.
        ///
        /// Of `Const::<MODE>` the caller states the mode of the result, `NamedOrExtent`: `Const<N>`, [`Dyn`], or
        /// [`Named`](crate::rearrange::Named) for what the types make of it, `1+Time+2`. The widths are numbers, `Const::<N>`, or
        /// `()` for no entries, of which a name says nothing: `Time+2`.
        ///
        /// # Errors
        /// Returns [`ShapeError::ExtentMismatch`] where the stated extent is another one; where the types know that, it does not
        /// compile. [`ShapeError::EntryOutOfBounds`] where entries are repeated and there is none;
        /// [`ShapeError::OutOfBounds`] of a mode, [`ShapeError::Null`], [`ShapeError::SizeOverflow`], [`ShapeError::Allocation`].
        ///
        /// ```
        /// use extents::arrange::Padding;
        /// use extents::{Const, Tensor, extents};
        /// let a = Tensor::from_vec(extents![2, 2], vec![1, 2, 3, 4])?;
        /// let wide = a.pad::<Const<4>, _, _, _>(Const::<1>, (Const::<0>, Const::<2>), Padding::Constant(0))?;
        /// assert_eq!(wide.extents(), &extents![2, 4]);
        /// assert_eq!(wide.as_slice(), [1, 2, 0, 0, 3, 4, 0, 0]);
        /// assert_eq!(a.pad(0, (1, 0), Padding::Edge)?.as_slice(), [1, 2, 1, 2, 3, 4]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[cfg(feature = "alloc")]
        #[allow(private_bounds, reason = "what is a width, the documentation says")]
        pub fn pad<NamedOrExtent, M: EntryCount, A: Width, B: Width>(
            &self,
            mode: M,
            (before, after): (A, B),
            padding: Padding<T>,
        ) -> Result<Tensor<T, Grown<E, M, NamedOrExtent, PaddedBy<E, A, B>>>, ShapeError>
        where
            T: Clone,
            PaddedBy<E, A, B>: JoinsTo<M, NamedOrExtent>,
            E: Resize<M, <PaddedBy<E, A, B> as JoinsTo<M, NamedOrExtent>>::Mode>,
        {
            const {
                assert_padded::<E, M, A, B, <PaddedBy<E, A, B> as JoinsTo<M, NamedOrExtent>>::Mode>(
                )
            };
            let (view, mode) = (self.view(), mode.mode().extent());
            let widths = (before.count(), after.count());
            let (extent, sum) = grown(view.extents(), mode, 1, widths)?;
            created(
                view.extents().resize(mode, sum)?,
                &padded(&view, (mode, extent), widths, &padding)?,
            )
        }

        /// Writes the result of [`pad`](Self::pad) to a target.
        ///
        /// # Errors
        /// Returns the errors of [`pad`](Self::pad), and [`ShapeError::ExtentMismatch`],
        /// [`ShapeError::RankMismatch`] where the target has other extents.
        ///
        /// ```
        /// use extents::arrange::Padding;
        /// use extents::{Tensor, extents};
        /// let a = Tensor::from_vec(extents![2], vec![1, 2])?;
        /// let mut wide = Tensor::full(extents![4], 0)?;
        /// a.pad_into(0, (1, 1), Padding::Constant(7), &mut wide)?;
        /// assert_eq!(wide.as_slice(), [7, 1, 2, 7]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[allow(private_bounds, reason = "as above")]
        pub fn pad_into<M: EntryCount, A: Width, B: Width, O>(
            &self,
            mode: M,
            (before, after): (A, B),
            padding: Padding<T>,
            target: &mut O,
        ) -> Result<(), ShapeError>
        where
            T: Clone,
            O: Target<Elem = T, Layout: StridedLayout<O::Extents>>,
        {
            const { assert_target::<M, E, O::Extents>() };
            let (view, mode, target) = (self.view(), mode.mode().extent(), target.target());
            let widths = (before.count(), after.count());
            let (extent, sum) = grown(view.extents(), mode, 1, widths)?;
            check_target(target.extents(), view.extents(), mode, sum)?;
            write(target, &padded(&view, (mode, extent), widths, &padding)?)
        }

        /// Returns a tensor whose entries along a mode, `Const::<MODE>` or a number, are moved by `shift`: those that pass
        /// the end come in at the beginning.
        ///
        /// # Errors
        /// Returns [`ShapeError::OutOfBounds`]; where the types know that, it does not compile. [`ShapeError::Null`],
        /// [`ShapeError::Allocation`].
        ///
        /// ```
        /// use extents::{Const, Tensor, extents};
        /// let a = Tensor::from_vec(extents![5], vec![0, 1, 2, 3, 4])?;
        /// assert_eq!(a.roll(Const::<0>, 2)?.as_slice(), [3, 4, 0, 1, 2]);
        /// assert_eq!(a.roll(0, -1)?.as_slice(), [1, 2, 3, 4, 0]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[cfg(feature = "alloc")]
        pub fn roll<M: EntryCount>(&self, mode: M, shift: isize) -> Result<Tensor<T, E>, ShapeError>
        where
            T: Clone,
        {
            const { assert_mode(M::Mode::EXTENT, E::STATIC_RANK) };
            let (view, mode) = (self.view(), mode.mode().extent());
            let (extent, _) = grown(view.extents(), mode, 1, (0, 0))?;
            created(view.extents().clone(), &rolled(&view, (mode, extent), shift))
        }

        /// Writes the result of [`roll`](Self::roll) to a target.
        ///
        /// # Errors
        /// Returns the errors of [`roll`](Self::roll), and [`ShapeError::ExtentMismatch`],
        /// [`ShapeError::RankMismatch`] where the target has other extents.
        ///
        /// ```
        /// use extents::{Const, Tensor, extents};
        /// let a = Tensor::from_vec(extents![3], vec![0, 1, 2])?;
        /// let mut b = Tensor::full(extents![3], 0)?;
        /// a.roll_into(Const::<0>, 1, &mut b)?;
        /// assert_eq!(b.as_slice(), [2, 0, 1]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        pub fn roll_into<M: EntryCount, O>(
            &self,
            mode: M,
            shift: isize,
            target: &mut O,
        ) -> Result<(), ShapeError>
        where
            T: Clone,
            O: Target<Elem = T, Layout: StridedLayout<O::Extents>>,
        {
            const {
                assert_mode(M::Mode::EXTENT, E::STATIC_RANK);
                // The mode keeps its entries, and its name.
                assert_target::<usize, E, O::Extents>();
            };
            let (view, mode, target) = (self.view(), mode.mode().extent(), target.target());
            let (extent, _) = grown(view.extents(), mode, 1, (0, 0))?;
            check_target(target.extents(), view.extents(), mode, extent)?;
            write(target, &rolled(&view, (mode, extent), shift))
        }

        /// Returns a tensor with each entry of a mode, `Const::<MODE>` or a number, `times` times in a row: NumPy's
        /// `repeat`.
        ///
        /// Of `Const::<MODE>` the caller states the mode of the result, `NamedOrExtent`: `Const<N>`, [`Dyn`], or
        /// [`Named`](crate::rearrange::Named), `Time*2`.
        ///
        /// # Errors
        /// Returns [`ShapeError::ExtentMismatch`] where the stated extent is another one; where the types know that, it does not
        /// compile. [`ShapeError::OutOfBounds`], [`ShapeError::Null`], [`ShapeError::SizeOverflow`],
        /// [`ShapeError::Allocation`].
        ///
        /// ```
        /// use extents::{Const, Tensor, extents};
        /// let a = Tensor::from_vec(extents![3], vec![1, 2, 3])?;
        /// let twice = a.repeat_each::<Const<6>, _, _>(Const::<0>, Const::<2>)?;
        /// assert_eq!(twice.as_slice(), [1, 1, 2, 2, 3, 3]);
        /// assert_eq!(a.repeat_each(0, 2)?.as_slice(), [1, 1, 2, 2, 3, 3]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[cfg(feature = "alloc")]
        pub fn repeat_each<NamedOrExtent, M: EntryCount, N: EntryCount>(
            &self,
            mode: M,
            times: N,
        ) -> Result<Tensor<T, Grown<E, M, NamedOrExtent, RepeatedEach<E, N>>>, ShapeError>
        where
            T: Clone,
            RepeatedEach<E, N>: JoinsTo<M, NamedOrExtent>,
            E: Resize<M, <RepeatedEach<E, N> as JoinsTo<M, NamedOrExtent>>::Mode>,
        {
            const {
                let times = N::Mode::EXTENT;
                let stated = <E as Resize<
                    M,
                    <RepeatedEach<E, N> as JoinsTo<M, NamedOrExtent>>::Mode,
                >>::STATED;
                assert_mode(M::Mode::EXTENT, E::STATIC_RANK);
                assert_grown(M::Mode::EXTENT, E::STATIC_EXTENTS, (times, Some(0)), stated);
            };
            let (view, mode, times) = (self.view(), mode.mode().extent(), times.mode().extent());
            let (_, extent) = grown(view.extents(), mode, times, (0, 0))?;
            created(
                view.extents().resize(mode, extent)?,
                &Repeated { view: &view, mode, times, each: true },
            )
        }

        /// Writes the result of [`repeat_each`](Self::repeat_each) to a target.
        ///
        /// # Errors
        /// Returns the errors of [`repeat_each`](Self::repeat_each), and [`ShapeError::ExtentMismatch`], [`ShapeError::RankMismatch`] where the target has other extents.
        ///
        /// ```
        /// use extents::{Const, Tensor, extents};
        /// let a = Tensor::from_vec(extents![2], vec![1, 2])?;
        /// let mut b = Tensor::full(extents![4], 0)?;
        /// a.repeat_each_into(Const::<0>, 2, &mut b)?;
        /// assert_eq!(b.as_slice(), [1, 1, 2, 2]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        pub fn repeat_each_into<M: EntryCount, N: EntryCount, O>(
            &self,
            mode: M,
            times: N,
            target: &mut O,
        ) -> Result<(), ShapeError>
        where
            T: Clone,
            O: Target<Elem = T, Layout: StridedLayout<O::Extents>>,
        {
            const { assert_target::<M, E, O::Extents>() };
            let (view, mode, target) = (self.view(), mode.mode().extent(), target.target());
            let times = times.mode().extent();
            let (_, extent) = grown(view.extents(), mode, times, (0, 0))?;
            check_target(target.extents(), view.extents(), mode, extent)?;
            write(target, &Repeated { view: &view, mode, times, each: true })
        }

        /// Returns a tensor with all entries of a mode, `Const::<MODE>` or a number, `times` times after each other: NumPy's
        /// `tile`.
        ///
        /// Of `Const::<MODE>` the caller states the mode of the result, `NamedOrExtent`: `Const<N>`, [`Dyn`], or
        /// [`Named`](crate::rearrange::Named), `2*Time`.
        ///
        /// # Errors
        /// Returns the errors of [`repeat_each`](Self::repeat_each).
        ///
        /// ```
        /// use extents::{Const, Tensor, extents};
        /// let a = Tensor::from_vec(extents![3], vec![1, 2, 3])?;
        /// let twice = a.repeat_whole::<Const<6>, _, _>(Const::<0>, Const::<2>)?;
        /// assert_eq!(twice.as_slice(), [1, 2, 3, 1, 2, 3]);
        /// assert_eq!(a.repeat_whole(0, 2)?.as_slice(), [1, 2, 3, 1, 2, 3]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[cfg(feature = "alloc")]
        pub fn repeat_whole<NamedOrExtent, M: EntryCount, N: EntryCount>(
            &self,
            mode: M,
            times: N,
        ) -> Result<Tensor<T, Grown<E, M, NamedOrExtent, RepeatedWhole<E, N>>>, ShapeError>
        where
            T: Clone,
            RepeatedWhole<E, N>: JoinsTo<M, NamedOrExtent>,
            E: Resize<M, <RepeatedWhole<E, N> as JoinsTo<M, NamedOrExtent>>::Mode>,
        {
            const {
                let times = N::Mode::EXTENT;
                let stated = <E as Resize<
                    M,
                    <RepeatedWhole<E, N> as JoinsTo<M, NamedOrExtent>>::Mode,
                >>::STATED;
                assert_mode(M::Mode::EXTENT, E::STATIC_RANK);
                assert_grown(M::Mode::EXTENT, E::STATIC_EXTENTS, (times, Some(0)), stated);
            };
            let (view, mode, times) = (self.view(), mode.mode().extent(), times.mode().extent());
            let (_, all) = grown(view.extents(), mode, times, (0, 0))?;
            created(
                view.extents().resize(mode, all)?,
                &Repeated { view: &view, mode, times, each: false },
            )
        }

        /// Writes the result of [`repeat_whole`](Self::repeat_whole) to a target.
        ///
        /// # Errors
        /// Returns the errors of [`repeat_each_into`](Self::repeat_each_into).
        ///
        /// ```
        /// use extents::{Const, Tensor, extents};
        /// let a = Tensor::from_vec(extents![2], vec![1, 2])?;
        /// let mut b = Tensor::full(extents![4], 0)?;
        /// a.repeat_whole_into(Const::<0>, 2, &mut b)?;
        /// assert_eq!(b.as_slice(), [1, 2, 1, 2]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        pub fn repeat_whole_into<M: EntryCount, N: EntryCount, O>(
            &self,
            mode: M,
            times: N,
            target: &mut O,
        ) -> Result<(), ShapeError>
        where
            T: Clone,
            O: Target<Elem = T, Layout: StridedLayout<O::Extents>>,
        {
            const { assert_target::<M, E, O::Extents>() };
            let (view, mode, target) = (self.view(), mode.mode().extent(), target.target());
            let times = times.mode().extent();
            let (_, all) = grown(view.extents(), mode, times, (0, 0))?;
            check_target(target.extents(), view.extents(), mode, all)?;
            write(target, &Repeated { view: &view, mode, times, each: false })
        }

        /// Returns a tensor of the entries of a mode, `Const::<MODE>` or a number, that a list of indices names: NumPy's
        /// `take`.
        ///
        /// The mode of the result has the number of indices: a static one of an array, where the mode is a constant.
        ///
        /// # Errors
        /// Returns [`ShapeError::EntryOutOfBounds`] of an index, [`ShapeError::OutOfBounds`] of a mode, [`ShapeError::Null`],
        /// [`ShapeError::SizeOverflow`], [`ShapeError::Allocation`].
        ///
        /// ```
        /// use extents::{Const, Tensor, extents};
        /// let a = Tensor::from_vec(extents![3, 2], vec![1, 2, 3, 4, 5, 6])?;
        /// let rows = a.take(Const::<0>, [2, 0, 0, 1])?;
        /// assert_eq!(rows.extents(), &extents![4, 2]);
        /// assert_eq!(rows.as_slice(), [5, 6, 1, 2, 1, 2, 3, 4]);
        /// assert_eq!(a.take(1, &vec![1])?.as_slice(), [2, 4, 6]);
        /// let error = a.take(Const::<0>, [2, 3]).unwrap_err();
        /// assert_eq!(error.to_string(), "index 3 at position 1 is out of bounds for mode 0 of extent 3");
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[doc(alias = "index_select")]
        #[cfg(feature = "alloc")]
        pub fn take<M: EntryCount, I: IndexList>(
            &self,
            mode: M,
            indices: I,
        ) -> Result<Tensor<T, <E as Resize<M, M::Stated<I::Count>>>::Extents>, ShapeError>
        where
            T: Clone,
            E: Resize<M, M::Stated<I::Count>>,
        {
            const { assert_mode(M::Mode::EXTENT, E::STATIC_RANK) };
            let (view, mode, indices) = (self.view(), mode.mode().extent(), indices.indices());
            let extent = grown(view.extents(), mode, 1, (0, 0))?.0;
            check_indices(mode, extent, indices)?;
            let taken = Taken { view: &view, mode, indices };
            created(view.extents().resize(mode, indices.len())?, &taken)
        }

        /// Writes the result of [`take`](Self::take) to a target.
        ///
        /// # Errors
        /// Returns the errors of [`take`](Self::take), and [`ShapeError::ExtentMismatch`], [`ShapeError::RankMismatch`] where the target has other extents.
        ///
        /// ```
        /// use extents::{Const, Tensor, extents};
        /// let a = Tensor::from_vec(extents![2], vec![1, 2])?;
        /// let mut b = Tensor::full(extents![3], 0)?;
        /// a.take_into(Const::<0>, [1, 0, 1], &mut b)?;
        /// assert_eq!(b.as_slice(), [2, 1, 2]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        pub fn take_into<M: EntryCount, I: IndexList, O>(
            &self,
            mode: M,
            indices: I,
            target: &mut O,
        ) -> Result<(), ShapeError>
        where
            T: Clone,
            O: Target<Elem = T, Layout: StridedLayout<O::Extents>>,
        {
            const { assert_target::<M, E, O::Extents>() };
            let (view, mode, target) = (self.view(), mode.mode().extent(), target.target());
            let indices = indices.indices();
            let extent = grown(view.extents(), mode, 1, (0, 0))?.0;
            check_indices(mode, extent, indices)?;
            let taken = Taken { view: &view, mode, indices };
            check_target(target.extents(), view.extents(), mode, indices.len())?;
            write(target, &taken)
        }

        /// Returns a tensor of the extents of `indices`, whose element at a place is the one at the same place but for a mode,
        /// `Const::<MODE>` or a number, where the index is that of `indices`, integers of any type up to 64 bits: NumPy's
        /// `take_along_axis`.
        ///
        /// # Errors
        /// Returns [`ShapeError::EntryOutOfBounds`] and [`ShapeError::NegativeEntry`], whose position is that in row-major order;
        /// [`ShapeError::ExtentMismatch`] and [`ShapeError::RankMismatch`] where the indices have other extents in the
        /// other modes; where the types know that, it does not compile. [`ShapeError::OutOfBounds`] of a mode,
        /// [`ShapeError::Null`], [`ShapeError::Allocation`].
        ///
        /// ```
        /// use extents::{Const, Tensor, extents};
        /// let a = Tensor::from_vec(extents![2, 3], vec![1, 2, 3, 4, 5, 6])?;
        /// let last_first = Tensor::from_vec(extents![2, 2], vec![2, 0, 1, 0])?;
        /// assert_eq!(a.take_along(Const::<1>, &last_first)?.as_slice(), [3, 1, 5, 4]);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        #[doc(alias = "gather")]
        #[cfg(feature = "alloc")]
        #[allow(private_bounds, reason = "the documentation says which integers")]
        pub fn take_along<M: EntryCount, B>(
            &self,
            mode: M,
            indices: &B,
        ) -> Result<Tensor<T, B::Extents>, ShapeError>
        where
            T: Clone,
            B: AsView<Elem: EntryNumber>,
            B::Layout: TrustedLayout<B::Extents> + StridedLayout<B::Extents>,
        {
            const {
                assert_mode(M::Mode::EXTENT, E::STATIC_RANK);
                let both = [E::STATIC_EXTENTS, <B::Extents as Extents>::STATIC_EXTENTS];
                if M::Mode::EXTENT.is_some() {
                    assert_joined(M::Mode::EXTENT, &both, false, None);
                }
                assert_names::<M, E, B::Extents>();
            };
            let (view, mode, indices) = (self.view(), mode.mode().extent(), indices.as_view());
            if view.extents().is_null() || indices.extents().is_null() {
                return Err(ShapeError::Null);
            }
            let extents = indices.extents().clone();
            created(extents, &TakenAlong { view: &view, mode, indices: &indices })
        }

        /// Writes the result of [`take_along`](Self::take_along) to a target.
        ///
        /// # Errors
        /// Returns the errors of [`take_along`](Self::take_along), and [`ShapeError::ExtentMismatch`],
        /// [`ShapeError::RankMismatch`] where the target has other extents than the indices. Nothing is written then.
        ///
        /// ```
        /// use extents::{Const, Tensor, extents};
        /// let a = Tensor::from_vec(extents![2, 2], vec![1, 2, 3, 4])?;
        /// let at = Tensor::from_vec(extents![2, 1], vec![1, 0])?;
        /// let mut taken = Tensor::full(extents![2, 1], 0)?;
        /// a.take_along_into(Const::<1>, &at, &mut taken)?;
        /// assert_eq!(taken.as_slice(), [2, 3]);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        #[allow(private_bounds, reason = "the documentation says which integers")]
        pub fn take_along_into<M: EntryCount, B, O>(
            &self,
            mode: M,
            indices: &B,
            target: &mut O,
        ) -> Result<(), ShapeError>
        where
            T: Clone,
            B: AsView<Elem: EntryNumber>,
            B::Layout: TrustedLayout<B::Extents> + StridedLayout<B::Extents>,
            O: Target<Elem = T, Layout: StridedLayout<O::Extents>>,
        {
            const {
                assert_mode(M::Mode::EXTENT, E::STATIC_RANK);
                let both = [E::STATIC_EXTENTS, <B::Extents as Extents>::STATIC_EXTENTS];
                if M::Mode::EXTENT.is_some() {
                    assert_joined(M::Mode::EXTENT, &both, false, None);
                }
                assert_names::<M, E, B::Extents>();
                // The result has the extents of the indices.
                assert_target::<usize, B::Extents, O::Extents>();
            };
            let (view, mode, indices) = (self.view(), mode.mode().extent(), indices.as_view());
            write(target.target(), &TakenAlong { view: &view, mode, indices: &indices })
        }
    };
}

impl<T, E: Extents, L: TrustedLayout<E> + StridedLayout<E>> View<'_, T, E, L> {
    reads!();
}

impl<T, E: Extents, L: TrustedLayout<E> + StridedLayout<E>> ViewMut<'_, T, E, L> {
    reads!();
}

impl<T, E: Extents, L: TrustedLayout<E> + StridedLayout<E>, S: Storage<Elem = T>>
    Tensor<T, E, L, S>
{
    reads!();
}
