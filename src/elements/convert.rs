//! Views in another layout: the same elements at the same indices, under another type.

use super::{Rejected, View, ViewMut};
use crate::layout::convert::assert_same_strides;
use crate::layout::{LayoutInto, StridedLayout, TrustedLayout, TypedLayout};
#[cfg(all(feature = "alloc", feature = "einops"))]
use crate::layout::{StrideList, Strided};
use crate::{Extents, Mapping, ShapeError, TypedExtents, UnitesWith, WeakenedFrom};

#[cfg(all(feature = "alloc", feature = "einops"))]
impl<'a, T, E: Extents> View<'a, T, E> {
    /// The same elements, by strides as a list.
    #[inline]
    pub(crate) fn by_strides(&self) -> View<'a, T, E, Strided<E::Strides>> {
        let mapping = self.mapping();
        match E::Strides::from_list(mapping.strides().as_ref()) {
            // SAFETY: the strides are those of the mapping, so that each index keeps its offset.
            Ok(strides) => unsafe {
                self.part(0, Mapping::trusted(mapping.extents().clone(), Strided::new(strides)))
            },
            // They are a list of the type that is asked for.
            Err(error) => unreachable!("strides are as many as extents: {error}"),
        }
    }
}

impl<'a, T, E: Extents, L: TrustedLayout<E> + StridedLayout<E>> View<'a, T, E, L> {
    /// Converts to extents and a layout in types that know at most as much. Compiles only where this cannot fail.
    ///
    /// ```
    /// use extents::layout::Strided;
    /// use extents::{DynExtents, View, extents};
    /// let view = View::from_slice(extents![2, 2], &[1, 2, 3, 4])?;
    /// let open = view.convert::<DynExtents<2>, Strided<[isize; 2]>>();
    /// assert_eq!(open[[1, 0]], 3);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn convert<F: WeakenedFrom<E>, M: TrustedLayout<F> + StridedLayout<F>>(
        &self,
    ) -> View<'a, T, F, M>
    where
        L: LayoutInto<M, F>,
    {
        // SAFETY: a conversion keeps the offset of each index.
        unsafe { self.part(0, self.mapping().convert()) }
    }

    /// Converts to extents and a layout in other types, checked at run time. A conversion that can never succeed does
    /// not compile.
    ///
    /// # Errors
    /// Returns the errors of [`Mapping::try_convert`].
    ///
    /// ```
    /// use extents::layout::{RowMajor, Strided};
    /// use extents::{Mapping, StaticExtents, View, extents};
    /// let mapping = Mapping::with_layout(extents![dyn 2, 2]?, Strided::new([2, 1]))?;
    /// let view = View::from_slice(mapping, &[1, 2, 3, 4])?;
    /// let dense = view.try_convert::<StaticExtents![2, 2], RowMajor>()?;
    /// assert_eq!(dense.as_slice(), [1, 2, 3, 4]);
    /// assert_eq!(size_of_val(&dense), size_of::<usize>());
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn try_convert<F: Extents, M>(&self) -> Result<View<'a, T, F, M>, ShapeError>
    where
        E: UnitesWith<F>,
        L: LayoutInto<M, F, ShapeError>,
        M: TrustedLayout<F> + StridedLayout<F>,
    {
        let mapping = self.mapping().try_convert()?;
        // SAFETY: a conversion keeps the offset of each index.
        Ok(unsafe { self.part(0, mapping) })
    }
}

impl<'a, T, E: TypedExtents, L: TypedLayout<E>> View<'a, T, E, L> {
    /// Converts to a layout that the compiler knows to have the same strides; a run-time stride of
    /// [`Strided`](crate::layout::Strided) accepts any. Others do not compile.
    ///
    /// ```
    /// use extents::layout::{RowMajor, Strided};
    /// use extents::{Const, Mapping, View, extents, strides};
    /// let mapping = Mapping::with_layout(extents![2, 3], Strided::new(strides![3, 1]))?;
    /// let view = View::from_slice(mapping, &[1, 2, 3, 4, 5, 6])?;
    /// let rows = view.with_layout::<RowMajor>();
    /// assert_eq!(rows.as_slice(), [1, 2, 3, 4, 5, 6]);
    /// let named = rows.with_layout::<Strided<(Const<3>, Const<1>)>>();
    /// assert_eq!(named[[1, 0]], 4);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    /// ```compile_fail
    /// use extents::layout::Strided;
    /// use extents::{Const, View, extents};
    /// let view = View::from_slice(extents![2, 3], &[1, 2, 3, 4, 5, 6]).unwrap();
    /// let _ = view.with_layout::<Strided<(Const<4>, Const<1>)>>();
    /// ```
    #[inline]
    pub fn with_layout<M: TypedLayout<E>>(&self) -> View<'a, T, E, M>
    where
        L: LayoutInto<M, E, ShapeError>,
    {
        const { assert_same_strides::<E, L, M>() };
        // SAFETY: the strides that move something are the same, so each index has the same offset.
        unsafe { self.part(0, self.mapping().renamed()) }
    }
}

impl<'a, T, E: Extents, L: TrustedLayout<E> + StridedLayout<E>> ViewMut<'a, T, E, L> {
    /// Converts to extents and a layout in types that know at most as much. Compiles only where this cannot fail.
    ///
    /// ```
    /// use extents::layout::Strided;
    /// use extents::{DynExtents, ViewMut, extents};
    /// let mut data = [1, 2, 3, 4];
    /// let view = ViewMut::from_slice(extents![2, 2], &mut data)?;
    /// view.convert::<DynExtents<2>, Strided<[isize; 2]>>()[[1, 0]] = 7;
    /// assert_eq!(data, [1, 2, 7, 4]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn convert<F: WeakenedFrom<E>, M: TrustedLayout<F> + StridedLayout<F>>(
        self,
    ) -> ViewMut<'a, T, F, M>
    where
        L: LayoutInto<M, F>,
    {
        let mapping = self.mapping().convert();
        self.under(mapping)
    }

    /// Converts to extents and a layout in other types, checked at run time. A conversion that can never succeed does
    /// not compile.
    ///
    /// # Errors
    /// Returns the errors of [`Mapping::try_convert`], with the view.
    ///
    /// ```
    /// use extents::layout::{RowMajor, Strided};
    /// use extents::{Mapping, StaticExtents, ViewMut, extents};
    /// let mut data = [1, 2, 3];
    /// let mapping = Mapping::with_layout(extents![dyn 2]?, Strided::new([2]))?;
    /// let view = ViewMut::from_slice(mapping, &mut data)?;
    /// let mut view = view.try_convert::<StaticExtents![2], RowMajor>().unwrap_err().value;
    /// view[[1]] = 7;
    /// assert_eq!(data, [1, 2, 7]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn try_convert<F: Extents, M>(self) -> Result<ViewMut<'a, T, F, M>, Rejected<Self>>
    where
        E: UnitesWith<F>,
        L: LayoutInto<M, F, ShapeError>,
        M: TrustedLayout<F> + StridedLayout<F>,
    {
        match self.mapping().try_convert() {
            Ok(mapping) => Ok(self.under(mapping)),
            Err(error) => Err(Rejected { value: self, error }),
        }
    }

    /// The same elements under a conversion of the mapping.
    #[inline]
    fn under<F: Extents, M: TrustedLayout<F>>(
        self,
        mapping: Mapping<F, M>,
    ) -> ViewMut<'a, T, F, M> {
        let mut all = self;
        // SAFETY: a conversion keeps the offset of each index, so the mapping is as unique.
        unsafe { all.part(0, mapping) }
    }
}

impl<'a, T, E: TypedExtents, L: TypedLayout<E>> ViewMut<'a, T, E, L> {
    /// Converts to a layout that the compiler knows to have the same strides; a run-time stride of
    /// [`Strided`](crate::layout::Strided) accepts any. Others do not compile.
    ///
    /// ```
    /// use extents::layout::{RowMajor, Strided};
    /// use extents::{Mapping, ViewMut, extents, strides};
    /// let mut data = [1, 2];
    /// let mapping = Mapping::with_layout(extents![2], Strided::new(strides![1]))?;
    /// let view = ViewMut::from_slice(mapping, &mut data)?;
    /// view.with_layout::<RowMajor>().as_mut_slice()[1] = 7;
    /// assert_eq!(data, [1, 7]);
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn with_layout<M: TypedLayout<E>>(self) -> ViewMut<'a, T, E, M>
    where
        L: LayoutInto<M, E, ShapeError>,
    {
        const { assert_same_strides::<E, L, M>() };
        let mapping = self.mapping().renamed();
        self.under(mapping)
    }
}
