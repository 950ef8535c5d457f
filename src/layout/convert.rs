//! Conversions between layouts, which keep the offset of every index: what cannot fail, and what may hold ([`LayoutInto`]).
//!
//! Which pairs compile is decided as the C++26 draft decides which mappings can be constructed from
//! which: the two orders have mappings in common only where there are less than two modes, a dense
//! layout can be padded and a padded one may be dense, and any of them has strides and may fit given ones.

mod few;
mod from;
mod pairs;
mod weaken;

use core::convert::Infallible;

use super::{
    Canonical, Layout, MinorToMajor, ModeList, Padded, Strided, StridedLayout, TypedLayout,
};
use crate::{
    Extents, Mapping, ShapeError, Stride, StrideList, TypedExtents, UnitesWith, WeakenedFrom,
};
use extents_static::__private::stop;
use sealed::Seal;

impl<E: Extents, L: StridedLayout<E>> Mapping<E, L> {
    /// Converts to extents and a layout in types that know at most as much, with the same offsets. Compiles only if
    /// it cannot fail.
    ///
    /// ```
    /// use extents::layout::{Canonical, ColMajor, Padded, Strided};
    /// use extents::layout::DynStride;
    /// use extents::{DynExtents, Mapping, extents};
    /// let columns = ColMajor.of(extents![2, 3]);
    /// let strided = columns.convert::<DynExtents<2>, Strided<[isize; 2]>>();
    /// assert_eq!(strided.strides(), [1, 2]);
    /// let padded = columns.convert::<DynExtents<2>, Padded<ColMajor, DynStride>>();
    /// assert_eq!(padded.strides(), [1, 2]);
    /// ```
    /// ```compile_fail,E0277
    /// use extents::layout::{Canonical, ColMajor, RowMajor};
    /// use extents::{StaticExtents, extents};
    /// let _ = ColMajor.of(extents![2, 3]).convert::<StaticExtents![2, 3], RowMajor>();
    /// ```
    #[inline]
    pub fn convert<F: WeakenedFrom<E>, M: StridedLayout<F>>(&self) -> Mapping<F, M>
    where
        L: LayoutInto<M, F>,
    {
        self.with_extents(self.extents().weaken())
    }

    /// The same offsets in a layout that cannot fail, under equal extents.
    #[inline]
    pub(crate) fn with_extents<F: Extents, M: StridedLayout<F>>(&self, extents: F) -> Mapping<F, M>
    where
        L: LayoutInto<M, F>,
    {
        let Ok(layout) = self.layout().layout_of(&extents, self.strides().as_ref(), Seal);
        Mapping::trusted(extents, layout)
    }

    /// Converts to extents and a layout in other types, with the same offsets, checked at run time. What can never
    /// hold does not compile.
    ///
    /// The stride of a mode of extent 1 is never used, so it may differ; if there are no elements, all strides may.
    ///
    /// # Errors
    /// As [`Extents::strengthen`]; [`ShapeError::StrideMismatch`] with the mode and both strides if the offsets would
    /// change; [`ShapeError::RankMismatch`] if a list has another length.
    ///
    /// ```
    /// use extents::layout::{RowMajor, Strided};
    /// use extents::{Mapping, ShapeError, StaticExtents, extents};
    /// let dense = Mapping::with_layout(extents![dyn 2, 3]?, Strided::new([3, 1]))?;
    /// let rows = dense.try_convert::<StaticExtents![2, 3], RowMajor>()?;
    /// assert_eq!(size_of_val(&rows), 0);
    /// let gaps = Mapping::with_layout(extents![2, 3], Strided::new([4, 1]))?;
    /// assert_eq!(
    ///     gaps.try_convert::<StaticExtents![2, 3], RowMajor>(),
    ///     Err(ShapeError::StrideMismatch { mode: 0, expected: 3, found: 4 }),
    /// );
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    /// ```compile_fail,E0277
    /// use extents::layout::{Canonical, ColMajor, RowMajor};
    /// use extents::{StaticExtents, extents};
    /// let _ = ColMajor.of(extents![2, 3]).try_convert::<StaticExtents![2, 3], RowMajor>();
    /// ```
    #[inline]
    pub fn try_convert<F: Extents, M: StridedLayout<F>>(&self) -> Result<Mapping<F, M>, ShapeError>
    where
        E: UnitesWith<F>,
        L: LayoutInto<M, F, ShapeError>,
    {
        let extents: F = self.extents().strengthen()?;
        let strides = self.strides();
        let layout = self.layout().layout_of(&extents, strides.as_ref(), Seal)?;
        let mapping = Mapping::with_layout(extents, layout)?;
        same_offsets(mapping.extents(), mapping.strides().as_ref(), strides.as_ref())?;
        Ok(mapping)
    }
}

impl<E: TypedExtents, L: TypedLayout<E>> Mapping<E, L> {
    /// Converts to a layout with one stride per mode, with the same offsets. A stride that the types know is in the
    /// type of the list, and takes no space.
    ///
    /// ```
    /// use extents::{Mapping, extents};
    /// let n = 3;
    /// let batch = Mapping::new(extents![dyn n, 8, 8]?);
    /// let strided = batch.to_strided();
    /// assert_eq!(strided.strides(), [64, 8, 1]);
    /// assert_eq!(size_of_val(&strided), size_of::<usize>());
    /// # Ok::<(), extents::ShapeError>(())
    /// ```
    #[inline]
    pub fn to_strided(&self) -> Mapping<E, Strided<L::Strides>> {
        // The strides that are in the type are those of the layout.
        let strides = L::Strides::from_strides(self.strides().as_ref());
        Mapping::trusted(self.extents().clone(), Strided::new(strides))
    }

    /// The same offsets in a layout of another name, which the compiler knows to have the same strides.
    #[inline]
    pub(crate) fn renamed<M: TypedLayout<E>>(&self) -> Mapping<E, M>
    where
        L: LayoutInto<M, E, ShapeError>,
    {
        const { assert_same_strides::<E, L, M>() };
        match self.layout().layout_of(self.extents(), self.strides().as_ref(), Seal) {
            Ok(layout) => Mapping::trusted(self.extents().clone(), layout),
            Err(error) => unreachable!("the strides were compared by the compiler: {error}"),
        }
    }
}

/// Fails to compile where the types do not know that two layouts have the same strides.
#[track_caller]
pub(crate) const fn assert_same_strides<E, L, M>()
where
    E: TypedExtents,
    L: TypedLayout<E> + LayoutInto<M, E, ShapeError>,
    M: TypedLayout<E>,
{
    // A list of another rank says nothing of the strides.
    let () = <M as Layout<E>>::CHECK;
    let are_the_same = are_the_same(
        E::STATIC_EXTENTS,
        <L::Strides as StrideList>::STATIC,
        <M::Strides as StrideList>::STATIC,
        <L as LayoutInto<M, E, ShapeError>>::IS_OPEN,
    );
    if !are_the_same {
        stop(
            "the compiler does not know the two layouts to have the same strides: `try_convert::<_, _>()` compares them at run time",
        )
    }
}

/// Whether all strides that move something are known to be the same, or are open in a type that takes any.
pub(super) const fn are_the_same(
    extents: &[Option<usize>],
    from: &[Option<isize>],
    to: &[Option<isize>],
    is_open: bool,
) -> bool {
    if from.len() != extents.len() || to.len() != extents.len() {
        return false;
    }
    let mut mode = 0;
    #[allow(
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects,
        reason = "const functions have no iterators; `mode` counts below the three lengths"
    )]
    while mode < extents.len() {
        let is_same = match (from[mode], to[mode]) {
            (Some(from), Some(to)) => from == to,
            (_, None) => is_open,
            (None, Some(_)) => false,
        };
        if !is_same && !matches!(extents[mode], Some(0 | 1)) {
            return false;
        }
        mode += 1;
    }
    true
}

/// Passes where strides give each index the same offset. The offset of the index of zeros follows from
/// the extents and the strides that move something, so it is the same then, too.
#[inline]
fn same_offsets<E: Extents>(
    extents: &E,
    expected: &[isize],
    found: &[isize],
) -> Result<(), ShapeError> {
    extents.with_slice(|extents| {
        if extents.contains(&0) {
            return Ok(());
        }
        for (mode, (&extent, (&expected, &found))) in
            extents.iter().zip(expected.iter().zip(found)).enumerate()
        {
            if extent > 1 && expected != found {
                return Err(ShapeError::StrideMismatch { mode, expected, found });
            }
        }
        Ok(())
    })
}

/// A layout whose mappings have the offsets of a layout `M` for extents `F`: always, so that [`Mapping::convert`] compiles, or, where
/// `Error` is [`ShapeError`], depending on values, as [`Mapping::try_convert`] asks. Sealed.
///
/// ```
/// use extents::layout::{ColMajor, LayoutInto, RowMajor, Strided};
/// use extents::{DynExtents, Extents, Mapping, ShapeError};
/// fn forget<E: Extents, L>(mapping: &Mapping<E, L>) -> Mapping<E, Strided<E::Strides>>
/// where
///     E: extents::generic::WeakenedFrom<E>,
///     L: extents::layout::StridedLayout<E> + LayoutInto<Strided<E::Strides>, E>,
/// {
///     mapping.convert()
/// }
/// let mapping = Mapping::with_layout(DynExtents::new([2, 3])?, ColMajor)?;
/// assert_eq!(forget(&mapping).strides(), [1, 2]);
///
/// fn dense<S>(mapping: &Mapping<DynExtents<2>, Strided<S>>) -> Result<Mapping<DynExtents<2>>, ShapeError>
/// where
///     S: extents::layout::StrideList,
///     Strided<S>: LayoutInto<RowMajor, DynExtents<2>, ShapeError>,
/// {
///     mapping.try_convert()
/// }
/// let mapping = Mapping::with_layout(DynExtents::new([2, 3])?, Strided::new([3, 1]))?;
/// assert_eq!(dense(&mapping)?.strides(), [3, 1]);
/// # Ok::<(), ShapeError>(())
/// ```
pub trait LayoutInto<M, F: Extents, Error = Infallible> {
    /// Whether what the type of `M` leaves open takes any strides, each mode by itself.
    #[doc(hidden)]
    const IS_OPEN: bool;
    /// The layout `M` that has these strides if any has: what its type leaves open comes from them.
    #[doc(hidden)]
    fn layout_of(&self, extents: &F, strides: &[isize], seal: Seal) -> Result<M, Error>;
}

/// A layout that layout `L` may be for extents `F`. It is asked of the target, since the compiler words an error about the type
/// that has the bound, `LayoutInto`, by that bound.
#[diagnostic::on_unimplemented(
    message = "layout `{L}` can never become layout `{Self}`",
    label = "no mapping in the one layout converts to the other",
    note = "layouts of opposite orders share no mapping of two modes or more; `Strided<_>` takes any"
)]
trait MayComeFrom<L, F: Extents>: Sized {
    /// As that of [`LayoutInto`].
    const IS_OPEN: bool = false;
    /// As [`LayoutInto::layout_of`].
    fn candidate(from: &L, extents: &F, strides: &[isize]) -> Result<Self, ShapeError>;
}

/// A layout that layout `L` always is for extents `F`.
#[diagnostic::on_unimplemented(
    message = "layout `{L}` does not become layout `{Self}` without a check",
    label = "this needs a check at run time, or is never possible",
    note = "`try_convert::<_, _>()` makes the check and gives a `Result`"
)]
trait ComesFrom<L, F: Extents>: MayComeFrom<L, F> {}

impl<L, M: MayComeFrom<L, F>, F: Extents> LayoutInto<M, F, ShapeError> for L {
    const IS_OPEN: bool = M::IS_OPEN;
    #[inline]
    fn layout_of(&self, extents: &F, strides: &[isize], _: Seal) -> Result<M, ShapeError> {
        M::candidate(self, extents, strides)
    }
}

impl<L, M: ComesFrom<L, F>, F: Extents> LayoutInto<M, F> for L {
    const IS_OPEN: bool = M::IS_OPEN;
    #[inline]
    fn layout_of(&self, extents: &F, strides: &[isize], _: Seal) -> Result<M, Infallible> {
        match M::candidate(self, extents, strides) {
            Ok(layout) => Ok(layout),
            // The types leave nothing to check.
            Err(error) => unreachable!("the conversion was checked by the compiler: {error}"),
        }
    }
}

mod sealed {
    /// Only this crate can name it, so only this crate can implement a method that takes it.
    #[derive(Clone, Copy, Debug)]
    pub struct Seal;
}

/// A layout made for strides.
#[diagnostic::on_unimplemented(
    message = "layout `{Self}` takes no strides",
    label = "only a strided layout of this crate can be the target of a conversion"
)]
trait FromStrides<F: Extents>: Sized {
    /// Whether what the type leaves open takes any strides, each mode by itself.
    const IS_OPEN: bool = false;
    /// The layout that has these strides if any has.
    fn from_strides(extents: &F, strides: &[isize]) -> Result<Self, ShapeError>;
}

impl<F: Extents, L: Canonical> FromStrides<F> for L {
    #[inline]
    fn from_strides(_: &F, _: &[isize]) -> Result<Self, ShapeError> {
        Ok(L::VALUE)
    }
}

impl<F: Extents, S: StrideList> FromStrides<F> for Strided<S> {
    const IS_OPEN: bool = true;
    #[inline]
    fn from_strides(_: &F, strides: &[isize]) -> Result<Self, ShapeError> {
        S::from_list(strides).map(Strided::new)
    }
}

impl<F: Extents, L: Canonical, P: Stride> FromStrides<F> for Padded<L, P> {
    /// The room is how far the first mode goes that is slower than the fastest and has more than one
    /// entry. Where there is none, no room is best.
    #[inline]
    fn from_strides(extents: &F, strides: &[isize]) -> Result<Self, ShapeError> {
        extents.with_slice(|extents| {
            let fastest = L::ORDER.fastest(extents.len());
            let extent = fastest.and_then(|mode| extents.get(mode)).copied().unwrap_or(1);
            let mut slower = extents
                .iter()
                .zip(strides)
                .enumerate()
                .filter(|&(mode, (&extent, _))| Some(mode) != fastest && extent > 1)
                .map(|(_, (_, &stride))| stride);
            let room = if extents.contains(&0) {
                None
            } else if fastest == Some(0) {
                slower.next()
            } else {
                slower.next_back()
            };
            let room = room.unwrap_or(extent.cast_signed());
            Ok(Padded::of(P::from_stride(room)))
        })
    }
}

impl<F: Extents, P: ModeList> FromStrides<F> for MinorToMajor<P> {
    /// The modes by their strides; of equal ones, those of one entry first.
    #[inline]
    fn from_strides(extents: &F, strides: &[isize]) -> Result<Self, ShapeError> {
        let modes = extents.with_slice(|extents| {
            let key = |mode: usize| {
                let stride = strides.get(mode).copied().unwrap_or(0);
                (stride, extents.get(mode).is_some_and(|extent| *extent > 1), mode)
            };
            let () = P::CHECK;
            P::build(extents.len(), |modes| {
                for (mode, entry) in modes.iter_mut().enumerate() {
                    *entry = mode;
                }
                modes.sort_unstable_by_key(|&mode| key(mode));
            })
        });
        modes.map(MinorToMajor::new)
    }
}
