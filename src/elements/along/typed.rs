//! Chunks and halves whose extents along the mode are in the type.

use extents_static::__private::{assert_chunks, assert_split_at};

use super::PartView;
use super::iterators::{ChunkOf, Entries, chunk, distance};
use crate::elements::{View, ViewMut};
use crate::layout::TrustedLayout;
use crate::rearrange::{Chunked, Steps};
use crate::{Const, Mode, ShapeError, TypedExtents};

/// The chunks of `SIZE` entries of a view.
type ChunksOf<V, const MODE: usize, const SIZE: usize> = Result<
    Entries<ChunkOf<V, MODE, Const<SIZE>>>,
    <<V as PartView>::Layout as Chunked<<V as PartView>::Extents, MODE, Const<SIZE>>>::Error,
>;

/// The `AT` entries at the front of a mode of a view, and the `Rest`.
type HalvesOf<V, const MODE: usize, const AT: usize, Rest> = Result<
    (ChunkOf<V, MODE, Const<AT>>, ChunkOf<V, MODE, Rest>),
    <<V as PartView>::Layout as Chunked<<V as PartView>::Extents, MODE, Rest>>::Error,
>;

/// All chunks. The caller has evaluated [`assert_chunks`].
#[inline]
fn chunks<V, const MODE: usize, const SIZE: usize>(mut view: V) -> ChunksOf<V, MODE, SIZE>
where
    V: PartView<Extents: TypedExtents, Layout: Chunked<V::Extents, MODE, Const<SIZE>>>,
{
    let steps = V::Layout::steps(view.mapping());
    let extent = steps.count;
    V::Layout::settle(match extent.checked_div(SIZE) {
        Some(count) if extent.is_multiple_of(SIZE) => {
            let each = Steps { count, stride: distance(steps.stride, SIZE), ..steps };
            // SAFETY: the first `SIZE` entries, used only if there are any, and then every `SIZE` entries from
            // there on.
            Ok(unsafe { Entries::from(chunk(&mut view, steps, 0, SIZE), each) })
        }
        _ => Err(ShapeError::TileMismatch { mode: MODE, tile: SIZE, extent }),
    })
}

/// Both halves. The caller has evaluated [`assert_split_at`].
#[inline]
fn halves<V, const MODE: usize, const AT: usize, Rest>(mut view: V) -> HalvesOf<V, MODE, AT, Rest>
where
    V: PartView<
            Extents: TypedExtents,
            Layout: Chunked<V::Extents, MODE, Const<AT>> + Chunked<V::Extents, MODE, Rest>,
        >,
    Rest: Mode,
{
    let steps = <V::Layout as Chunked<V::Extents, MODE, Rest>>::steps(view.mapping());
    let (at, extent) = (AT, steps.count);
    let rest = match (extent.checked_sub(at), Rest::EXTENT) {
        (None, _) => Err(ShapeError::SliceOutOfBounds { mode: MODE, begin: 0, end: at, extent }),
        (Some(found), Some(expected)) if found != expected => {
            Err(ShapeError::ExtentMismatch { mode: MODE, expected, found })
        }
        (Some(found), _) => Ok(found),
    };
    <V::Layout as Chunked<V::Extents, MODE, Rest>>::settle(rest.map(|rest| {
        // SAFETY: the entries before `at`, and those from there on, which are `rest` and `Rest`.
        unsafe {
            let left = chunk::<_, MODE, Const<AT>>(&mut view, steps, 0, at);
            (left, chunk::<_, MODE, Rest>(&mut view, steps, at, rest))
        }
    }))
}

impl<'a, T, E: TypedExtents, L: TrustedLayout<E>> View<'a, T, E, L> {
    /// Views of `SIZE` neighboring entries of mode `MODE` each, one after the other, with `SIZE` in their type.
    ///
    /// `SIZE` divides the extent of the mode; where the type knows that extent and `SIZE` does not divide it, this
    /// does not compile. [`chunks`](Self::chunks) takes any run-time size.
    ///
    /// # Errors
    /// [`ShapeError::TileMismatch`] where `SIZE` does not divide a run-time extent; `Infallible` for an extent that
    /// the type knows.
    ///
    /// ```
    /// use extents::{StaticExtents, View, extents};
    /// let view = View::from_slice(extents![2, 4], &[1, 2, 3, 4, 5, 6, 7, 8])?;
    /// let Ok(mut chunks) = view.chunks_typed::<1, 2>();
    /// let first: View<'_, i32, StaticExtents![2, 2], _> = chunks.next().unwrap();
    /// assert_eq!((first[[1, 1]], chunks.len()), (6, 1));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    ///
    /// ```compile_fail,E0080
    /// # use extents::{View, extents};
    /// # let view = View::from_slice(extents![2, 4], &[1, 2, 3, 4, 5, 6, 7, 8]).unwrap();
    /// // tiles of extent 3 do not cover mode 1 of extent 4
    /// let Ok(chunks) = view.chunks_typed::<1, 3>();
    /// ```
    #[inline]
    pub fn chunks_typed<const MODE: usize, const SIZE: usize>(&self) -> ChunksOf<Self, MODE, SIZE>
    where
        L: Chunked<E, MODE, Const<SIZE>>,
    {
        const { assert_chunks(MODE, E::STATIC_EXTENTS, SIZE) };
        chunks::<_, MODE, SIZE>(self.clone())
    }

    /// Views of the entries of mode `MODE` before entry `AT`, and of the others, which are `Rest`: [`Const`], or
    /// [`Dyn`](crate::Dyn) where their number is known at run time only.
    ///
    /// A number of entries that is wrong in the types does not compile. [`split_at`](Self::split_at) takes a
    /// run-time place.
    ///
    /// # Errors
    /// For a run-time extent, [`ShapeError::SliceOutOfBounds`] where there are fewer than `AT` entries,
    /// [`ShapeError::ExtentMismatch`] where others than `Rest` follow; `Infallible` for an extent that the type
    /// knows.
    ///
    /// ```
    /// use extents::{Const, StaticExtents, View, extents};
    /// let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6])?;
    /// let Ok((left, right)) = view.split_at_typed::<1, 1, Const<2>>();
    /// let left: View<'_, i32, StaticExtents![2, 1], _> = left;
    /// let right: View<'_, i32, StaticExtents![2, 2], _> = right;
    /// assert_eq!((left[[1, 0]], right[[1, 0]]), (4, 5));
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    ///
    /// ```compile_fail,E0080
    /// # use extents::{Const, View, extents};
    /// # let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6]).unwrap();
    /// // mode 1 should have extent 3, but has 2
    /// let Ok(halves) = view.split_at_typed::<1, 1, Const<3>>();
    /// ```
    #[inline]
    pub fn split_at_typed<const MODE: usize, const AT: usize, Rest: Mode>(
        &self,
    ) -> HalvesOf<Self, MODE, AT, Rest>
    where
        L: Chunked<E, MODE, Const<AT>> + Chunked<E, MODE, Rest>,
    {
        const { assert_split_at(MODE, E::STATIC_EXTENTS, AT, Rest::EXTENT) };
        halves::<_, MODE, AT, Rest>(self.clone())
    }
}

impl<T, E: TypedExtents, L: TrustedLayout<E>> ViewMut<'_, T, E, L> {
    /// Mutable views of `SIZE` neighboring entries of mode `MODE` each, with `SIZE` in their type: the mutable twin
    /// of [`View::chunks_typed`].
    ///
    /// # Errors
    /// [`ShapeError::TileMismatch`] where `SIZE` does not divide a run-time extent; `Infallible` for an extent that
    /// the type knows.
    ///
    /// ```
    /// use extents::{ViewMut, extents};
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let mut view = ViewMut::from_slice(extents![6], &mut data)?;
    /// let Ok(pairs) = view.chunks_typed_mut::<0, 2>();
    /// pairs.for_each(|mut pair| pair.as_mut_slice().reverse());
    /// assert_eq!(data, [2, 1, 4, 3, 6, 5]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn chunks_typed_mut<const MODE: usize, const SIZE: usize>(
        &mut self,
    ) -> ChunksOf<ViewMut<'_, T, E, L>, MODE, SIZE>
    where
        L: Chunked<E, MODE, Const<SIZE>>,
    {
        const { assert_chunks(MODE, E::STATIC_EXTENTS, SIZE) };
        chunks::<_, MODE, SIZE>(self.view_mut())
    }

    /// Mutable views of the entries of mode `MODE` before entry `AT`, and of the `Rest`: the mutable twin of
    /// [`View::split_at_typed`].
    ///
    /// # Errors
    /// For a run-time extent, [`ShapeError::SliceOutOfBounds`] where there are fewer than `AT` entries,
    /// [`ShapeError::ExtentMismatch`] where others than `Rest` follow; `Infallible` for an extent that the type
    /// knows.
    ///
    /// ```
    /// use extents::{Const, ViewMut, extents};
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let mut view = ViewMut::from_slice(extents![2, 3], &mut data)?;
    /// let Ok((mut left, mut right)) = view.split_at_typed_mut::<1, 1, Const<2>>();
    /// core::mem::swap(&mut left[[0, 0]], &mut right[[1, 1]]);
    /// assert_eq!(data, [6, 2, 3, 4, 5, 1]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn split_at_typed_mut<const MODE: usize, const AT: usize, Rest: Mode>(
        &mut self,
    ) -> HalvesOf<ViewMut<'_, T, E, L>, MODE, AT, Rest>
    where
        L: Chunked<E, MODE, Const<AT>> + Chunked<E, MODE, Rest>,
    {
        const { assert_split_at(MODE, E::STATIC_EXTENTS, AT, Rest::EXTENT) };
        halves::<_, MODE, AT, Rest>(self.view_mut())
    }
}
