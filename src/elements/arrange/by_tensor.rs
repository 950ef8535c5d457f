//! The entries of a mode that a tensor of indices names, whose modes stand in the place of that mode.

use alloc::vec::Vec;
use extents_static::__private::assert_mode;

use super::picked::Taken;
use super::{check_indices, created, extent_of};
use crate::elements::vec_tensor::reserved;
use crate::elements::{AsView, Storage, Tensor, View, ViewMut};
use crate::layout::{StridedLayout, TrustedLayout};
use crate::rearrange::{EntryCount, ModesAt, Resize, equal};
use crate::{DynRankExtents, Extents, Mapping, Mode, ShapeError};

/// The indices in row-major order.
fn in_order<F: Extents, K: TrustedLayout<F>>(
    indices: &View<'_, usize, F, K>,
) -> Result<Vec<usize>, ShapeError> {
    let mut list = reserved(indices.extents().size())?;
    list.extend(indices.iter().copied());
    Ok(list)
}

/// The entries of a mode at some indices, in the place of that mode under the extents of the indices: `create` makes those of
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
        check_indices(mode, extent_of(extents, mode)?, indices)?;
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

macro_rules! reads {
    () => {
        /// Returns a tensor of the entries of a mode, `Const::<MODE>` or a number, that a tensor or view of indices names. Its
        /// modes stand in the place of that mode: NumPy's `take` by an array, the lookup of embeddings.
        ///
        /// # Errors
        /// Returns [`ShapeError::EntryOutOfBounds`] of an index, whose position is that in row-major order;
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
        pub fn take_by<M: EntryCount, I>(
            &self,
            mode: M,
            indices: &I,
        ) -> Result<Tensor<T, <E as Resize<ModesAt<M>, I::Extents>>::Extents>, ShapeError>
        where
            T: Clone,
            I: AsView<Elem = usize, Layout: TrustedLayout<I::Extents>>,
            E: Resize<ModesAt<M>, I::Extents>,
        {
            const { assert_mode(M::Mode::EXTENT, E::STATIC_RANK) };
            let (view, mode, indices) = (self.view(), mode.mode().extent(), indices.as_view());
            if view.extents().is_null() || indices.extents().is_null() {
                return Err(ShapeError::Null);
            }
            let list = in_order(&indices)?;
            let create = |numbers: &[usize]| view.extents().replaced(indices.extents(), numbers);
            indices.extents().with_slice(|extents| taken(&view, mode, &list, extents, create))
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
