//! The entries of a mode that a tensor of indices names, whose modes stand in the place of that mode: read, written and added to.

use alloc::vec::Vec;
use extents_static::__private::{assert_joined, assert_joined_names, assert_mode};

use super::entry_number::EntryNumber;
use super::picked::Taken;
use super::scatter::{entry_of, scatters};
use super::{Flat, Walk, check_others, created, each};
use crate::elements::vec_tensor::reserved;
use crate::elements::{AsView, Storage, StorageMut, Tensor, View, ViewMut};
use crate::layout::{StridedLayout, TrustedLayout};
use crate::nest::{Strided, Way};
use crate::rearrange::{EntryCount, ModesAt, Resize, equal};
use crate::{DynRankExtents, Extents, Mapping, Mode, Scalar, ShapeError};

/// The indices of entries of a mode, in row-major order, each of which is below the extent.
fn in_order<X: EntryNumber, F: Extents, K: TrustedLayout<F>>(
    mode: usize,
    extent: usize,
    indices: &View<'_, X, F, K>,
) -> Result<Vec<usize>, ShapeError> {
    let mut list = reserved(indices.extents().size())?;
    for (position, index) in indices.iter().enumerate() {
        list.push(entry_of(mode, extent, position, index)?);
    }
    Ok(list)
}

/// The entries of a mode at some indices, each below its extent, in the place of that mode under the extents of the indices: `create` makes those of
/// the result of their numbers.
fn taken<T: Clone, E, L, F: Extents>(
    view: &View<'_, T, E, L>,
    mode: usize,
    indices: &[usize],
    of_indices: &[usize],
    create: impl FnOnce(&[usize]) -> Result<F, ShapeError>,
) -> Result<Tensor<T, F>, ShapeError>
where
    E: Extents,
    L: TrustedLayout<E> + StridedLayout<E>,
{
    let (as_list, extents) = view.extents().with_slice(|extents| {
        let (before, after) = (&extents[..mode], &extents[mode + 1..]);
        let as_list = [before, &[indices.len()], after].concat();
        let extents = [before, of_indices, after].concat();
        let created = create(&extents)?;
        // Of extents that are not of this workspace, `Resize` may be told anything.
        created.with_slice(|found| equal(&extents, found))?;
        Ok::<_, ShapeError>((DynRankExtents::new(&as_list)?, created))
    })?;
    let entries = created(as_list, &Taken { view, mode, indices })?;
    // As many elements: there are as many indices as places under their extents, in the same order.
    Ok(Tensor::from_parts(entries.into_storage(), Mapping::of(extents)))
}

/// The extents of entries of a mode of `E` at indices of the extents `F`.
type TakenBy<E, M, F> = <E as Resize<ModesAt<M>, F>>::Extents;

/// Fails to compile where the types know that a source `B` has not the extents of the entries `R` of a target `E` at indices.
#[track_caller]
const fn assert_entries<M: EntryCount, E: Extents, R: Extents, B: Extents>() {
    assert_mode(M::Mode::EXTENT, E::STATIC_RANK);
    // The source is operand 2.
    let (of_entries, of_source) = (R::STATIC_EXTENTS, B::STATIC_EXTENTS);
    assert_joined(None, &[of_entries, of_entries, of_source], false, None);
    let (names, ids) = (R::NAMES, R::LABELS);
    assert_joined_names(None, &[names, names, B::NAMES], &[ids, ids, B::LABELS]);
}

/// Calls a function with the place of an element of the target and that of the element of the source that goes there: of the entry
/// that each index names, in row-major order of the indices. The extents are compared before.
///
/// # Safety
/// Each index is that of an entry of the mode. The function may be called with such places: one of an element that is borrowed
/// mutably, one of another that is borrowed shared.
unsafe fn scatter_entries<T, X: EntryNumber, U>(
    mode: usize,
    to: Flat<'_, '_, T>,
    at: Flat<'_, '_, X>,
    from: Flat<'_, '_, U>,
    mut f: impl FnMut(*mut T, *mut U),
) -> Result<(), ShapeError> {
    let (before, after) = (&to.extents[..mode], &to.extents[mode + 1..]);
    check_others(2, None, &[before, at.extents, after].concat(), from.extents)?;
    // An entry, of which an index says where it begins.
    let of_entry = [before, after].concat();
    let to_steps = [&to.strides[..mode], &to.strides[mode + 1..]].concat();
    let (by_index, end) = from.strides[mode..].split_at(at.extents.len());
    let from_steps = [&from.strides[..mode], end].concat();
    let stride = to.strides[mode];
    let entry_steps = (Strided::<T, _>::new(&*to_steps), Strided::<U, _>::new(&*from_steps));
    let entry = Walk::new(&of_entry, &entry_steps, Way::Free);
    let steps = (Strided::<X, _>::new(&*at.strides), Strided::<U, _>::new(by_index));
    let mut put = |(index, from): (*mut X, *mut U)| {
        // SAFETY: a place of an index, which is borrowed shared.
        let index = unsafe { *index }.in_bounds();
        let place = (to.origin.wrapping_offset(stride.wrapping_mul(index)), from);
        // SAFETY: each index of an entry leads to an element of the target, whose other extents it has, and so to one of the
        // source, with which the function may be called.
        unsafe { entry.each(place, &mut |(to, from)| f(to, from)) };
    };
    // In order, so that of equal indices the last one stays, and sums are those of that order.
    // SAFETY: by the invariants all places are of elements: the extents of the source are those of the indices between those of the
    // target, and each index is that of an entry.
    unsafe { each(at.extents, &steps, (at.origin, from.origin), Way::Kept, &mut put) };
    Ok(())
}

macro_rules! reads {
    () => {
        /// Returns a tensor of the entries of a mode, `Const::<MODE>` or a number, that a tensor or view of indices names, of
        /// integers of any type up to 64 bits. Its modes stand in the place of that mode: NumPy's `take` by an array, the lookup
        /// of embeddings.
        ///
        /// # Errors
        /// Returns [`ShapeError::EntryOutOfBounds`] and [`ShapeError::NegativeEntry`] of an index, whose position is that in
        /// row-major order;
        /// [`ShapeError::OutOfBounds`] of a mode, which by `Const::<MODE>` does not compile; [`ShapeError::Null`],
        /// [`ShapeError::SizeOverflow`], [`ShapeError::Allocation`].
        ///
        /// ```
        /// use extents::{Const, StaticExtents, Tensor, TensorOf, extents};
        /// let words = Tensor::from_vec(extents![3, 2], vec![1, 2, 3, 4, 5, 6])?;
        /// let text = Tensor::from_vec(extents![2, 1], vec![2, 0])?;
        /// let taken: TensorOf<StaticExtents![2, 1, 2], i32> = words.take_by(Const::<0>, &text)?;
        /// assert_eq!(taken.as_slice(), [5, 6, 1, 2]);
        /// assert_eq!(words.take_by(1, &text.map(|at| at / 2)?)?.as_slice(), [2, 1, 4, 3, 6, 5]);
        /// # Ok::<(), extents::ShapeError>(())
        /// ```
        #[allow(private_bounds, reason = "the documentation says which integers")]
        pub fn take_by<M: EntryCount, I>(
            &self,
            mode: M,
            indices: &I,
        ) -> Result<Tensor<T, TakenBy<E, M, I::Extents>>, ShapeError>
        where
            T: Clone,
            I: AsView<Elem: EntryNumber, Layout: TrustedLayout<I::Extents>>,
            E: Resize<ModesAt<M>, I::Extents>,
        {
            const { assert_mode(M::Mode::EXTENT, E::STATIC_RANK) };
            let (view, mode, indices) = (self.view(), mode.mode().extent(), indices.as_view());
            if view.extents().is_null() || indices.extents().is_null() {
                return Err(ShapeError::Null);
            }
            let list = in_order(mode, view.extents().extent(mode)?, &indices)?;
            let create = |numbers: &[usize]| view.extents().replaced(indices.extents(), numbers);
            indices.extents().with_slice(|extents| taken(&view, mode, &list, extents, create))
        }
    };
}

macro_rules! writes {
    () => {
        scatters! {
            where E: Resize<ModesAt<M>, I::Extents>;
            assert_entries::<M, E, TakenBy<E, M, I::Extents>, B::Extents>, scatter_entries;
            /// Writes entries of a mode, `Const::<MODE>` or a number, that a tensor or view of indices names, of integers of any
            /// type up to 64 bits: what [`take_by`](Self::take_by) reads. The source has the modes of the indices in the place of
            /// that mode; of a mode by number their names are not compared. Where an index occurs twice, the later entry in
            /// row-major order stays.
            ///
            /// # Errors
            /// Returns [`ShapeError::EntryOutOfBounds`] and [`ShapeError::NegativeEntry`] of an index, whose position is that in
            /// row-major order;
            /// [`ShapeError::ExtentMismatch`] and [`ShapeError::RankMismatch`] where the source has other extents; where the types
            /// know that, it does not compile. [`ShapeError::OutOfBounds`] of a mode, [`ShapeError::Null`]. Nothing is written then.
            ///
            /// ```
            /// use extents::{Const, Tensor, extents};
            /// let mut a = Tensor::full(extents![3, 2], 0)?;
            /// let at = Tensor::from_vec(extents![2], vec![2, 0])?;
            /// a.put_by(Const::<0>, &at, &Tensor::from_vec(extents![2, 2], vec![1, 2, 3, 4])?)?;
            /// assert_eq!(a.as_slice(), [3, 4, 0, 0, 1, 2]);
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            put_by() where T: Clone = T, |to, from| to.clone_from(from);
            /// Adds to entries of a mode, as [`put_by`](Self::put_by) writes them, in row-major order of the indices: the gradient
            /// of a table of embeddings. Where an index occurs twice, both are added. Integers wrap around.
            ///
            /// # Errors
            /// Returns the errors of [`put_by`](Self::put_by).
            ///
            /// ```
            /// use extents::{Const, Tensor, extents};
            /// let mut gradient = Tensor::full(extents![3, 2], 0.0)?;
            /// let words = Tensor::from_vec(extents![2, 2], vec![2, 0, 2, 2])?;
            /// gradient.add_by(Const::<0>, &words, &Tensor::full(extents![2, 2, 2], 0.5)?)?;
            /// assert_eq!(gradient.as_slice(), [0.5, 0.5, 0.0, 0.0, 1.5, 1.5]);
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            add_by() where T: Scalar = T, |to, from| *to = to.plus(*from);
            /// Calls a function with each element of the entries that the indices name, to be changed, and the element of the
            /// source that [`put_by`](Self::put_by) would write there, the entries in row-major order of the indices. An
            /// entry is changed once for each time that its index occurs, as by NumPy's `ufunc.at`.
            ///
            /// # Errors
            /// Returns the errors of [`put_by`](Self::put_by). The function is not called then.
            ///
            /// ```
            /// use extents::{Const, Tensor, extents};
            /// let mut lowest = Tensor::full(extents![2, 2], f64::INFINITY)?;
            /// let classes = Tensor::from_vec(extents![3], vec![1, 0, 1])?;
            /// let points = Tensor::from_vec(extents![3, 2], vec![3.0, 5.0, 1.0, 1.0, 4.0, 2.0])?;
            /// lowest.apply_by(Const::<0>, &classes, &points, |to, value| *to = to.min(*value))?;
            /// assert_eq!(lowest.as_slice(), [1.0, 1.0, 3.0, 2.0]);
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            apply_by(f: impl FnMut(&mut T, &B::Elem)) where T: Sized, |to, from| f(to, from);
        }
    };
}

impl<T, E: Extents, L: TrustedLayout<E> + StridedLayout<E>> View<'_, T, E, L> {
    reads!();
}

impl<T, E: Extents, L: TrustedLayout<E> + StridedLayout<E>> ViewMut<'_, T, E, L> {
    reads!();
    writes!();
}

impl<T, E: Extents, L: TrustedLayout<E> + StridedLayout<E>, S: Storage<Elem = T>>
    Tensor<T, E, L, S>
{
    reads!();
}

impl<T, E: Extents, L: TrustedLayout<E> + StridedLayout<E>, S: StorageMut<Elem = T>>
    Tensor<T, E, L, S>
{
    writes!();
}
