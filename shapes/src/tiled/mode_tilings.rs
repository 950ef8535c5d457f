//! [`ModeTilings`]: a tiling for each mode; and [`Tiling`], what a shape can be tiled by.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::{self, Debug};
use core::ops::Deref;

use super::at_mode;
use super::mode_tiling::ModeTiling;
use crate::StructureError;
use extents::layout::{Blocking, UniformTiles};
use extents::{Extents, ShapeError};

/// The tiling of a shape: [`UniformTiles`], whose tiles may be in the type, or [`ModeTilings`]. Sealed.
///
/// ```
/// use extents::extents;
/// use extents_shapes::{ModeTiling, TiledShape, Tiling};
/// fn first<T: Tiling>(tiling: &T, extent: usize) -> ModeTiling {
///     tiling.tiling(0, extent)
/// }
/// let Ok(shape) = TiledShape::uniform(extents![10, 8], extents![4, 8]);
/// assert_eq!(first(shape.tiling(), 10), ModeTiling::from_sizes([4, 4, 2])?);
/// # Ok::<(), extents_shapes::StructureError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "a shape cannot be tiled by `{Self}`",
    label = "expected `UniformTiles` or `ModeTilings`"
)]
pub trait Tiling: Blocking {
    /// Returns the tiling of one mode of this extent: one tile for a mode that the list does not have.
    fn tiling(&self, mode: usize, extent: usize) -> ModeTiling;

    /// Checks that there is a tiling for each mode, and that it covers the extent.
    #[doc(hidden)]
    fn check_cover(&self, extents: &[usize]) -> Result<(), StructureError>;
}

impl<X: Extents> Tiling for UniformTiles<X> {
    fn tiling(&self, mode: usize, extent: usize) -> ModeTiling {
        let tile = self.tile().extent(mode).unwrap_or(extent).max(1);
        // An extent that no shape has is the one reason to fail.
        ModeTiling::uniform(extent, tile).unwrap_or_else(|_| ModeTiling::whole(extent))
    }

    #[inline]
    fn check_cover(&self, extents: &[usize]) -> Result<(), StructureError> {
        Ok(self.check(extents)?)
    }
}

/// A tiling for each mode, with any sizes of tiles. Clones share them.
///
/// ```
/// use extents_shapes::{ModeTiling, ModeTilings};
/// let tilings = ModeTilings::from_sizes([[5, 15, 10], [5, 15, 10]])?;
/// assert_eq!(tilings.len(), 2);
/// assert_eq!(tilings, ModeTilings::from_boundaries([[0, 5, 20, 30], [0, 5, 20, 30]])?);
/// let mixed: ModeTilings = [tilings[0].clone(), ModeTiling::uniform(64, 8)?].into();
/// assert_eq!(format!("{mixed:?}"), "[[5, 15, 10], [8 * 8]]");
/// # Ok::<(), extents_shapes::StructureError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ModeTilings {
    modes: Arc<[ModeTiling]>,
}

impl ModeTilings {
    /// Creates the tilings from the sizes of the tiles of each mode.
    ///
    /// # Errors
    /// Returns the errors of [`ModeTiling::from_sizes`], with the mode.
    ///
    /// ```
    /// use extents_shapes::{ModeTilings, StructureError, error::Pieces};
    /// let error = ModeTilings::from_sizes([[2, 3], [usize::MAX, 1]]).unwrap_err();
    /// let size = usize::MAX;
    /// assert_eq!(error, StructureError::SumOverflow { of: Pieces::Tiles, mode: 1, piece: 0, before: 0, size });
    /// ```
    pub fn from_sizes<S: AsRef<[usize]>>(
        modes: impl IntoIterator<Item = S>,
    ) -> Result<Self, StructureError> {
        Self::collect(modes, |sizes| ModeTiling::from_sizes(sizes))
    }

    /// Creates the tilings from the boundaries of the tiles of each mode, from 0 to the extent.
    ///
    /// # Errors
    /// Returns the errors of [`ModeTiling::from_boundaries`], with the mode.
    ///
    /// ```
    /// use extents_shapes::{ModeTilings, StructureError, error::Pieces};
    /// let error = ModeTilings::from_boundaries([[0, 3], [1, 3]]).unwrap_err();
    /// assert_eq!(error, StructureError::FirstBoundary { of: Pieces::Tiles, mode: 1, found: 1 });
    /// ```
    pub fn from_boundaries<S: AsRef<[usize]>>(
        modes: impl IntoIterator<Item = S>,
    ) -> Result<Self, StructureError> {
        Self::collect(modes, |boundaries| ModeTiling::from_boundaries(boundaries))
    }

    fn collect<S>(
        modes: impl IntoIterator<Item = S>,
        tile: impl Fn(S) -> Result<ModeTiling, StructureError>,
    ) -> Result<Self, StructureError> {
        let modes = modes.into_iter().enumerate();
        let modes = modes.map(|(mode, list)| tile(list).map_err(|error| at_mode(error, mode)));
        Ok(modes.collect::<Result<Vec<_>, _>>()?.into_iter().collect())
    }

    #[inline]
    pub(super) fn mode(&self, mode: usize) -> Option<&ModeTiling> {
        self.modes.get(mode)
    }
}

impl FromIterator<ModeTiling> for ModeTilings {
    fn from_iter<I: IntoIterator<Item = ModeTiling>>(modes: I) -> Self {
        ModeTilings { modes: modes.into_iter().collect() }
    }
}

impl<const N: usize> From<[ModeTiling; N]> for ModeTilings {
    fn from(modes: [ModeTiling; N]) -> Self {
        modes.into_iter().collect()
    }
}

impl AsRef<[ModeTiling]> for ModeTilings {
    #[inline]
    fn as_ref(&self) -> &[ModeTiling] {
        &self.modes
    }
}

impl Deref for ModeTilings {
    type Target = [ModeTiling];
    #[inline]
    fn deref(&self) -> &[ModeTiling] {
        &self.modes
    }
}

impl Debug for ModeTilings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&*self.modes).finish()
    }
}

impl Tiling for ModeTilings {
    fn tiling(&self, mode: usize, extent: usize) -> ModeTiling {
        self.mode(mode).cloned().unwrap_or_else(|| ModeTiling::whole(extent))
    }

    fn check_cover(&self, extents: &[usize]) -> Result<(), StructureError> {
        let (expected, found) = (extents.len(), self.modes.len());
        if expected != found {
            return Err(ShapeError::RankMismatch { expected, found }.into());
        }
        for (mode, (tiling, &extent)) in self.modes.iter().zip(extents).enumerate() {
            tiling.covers(extent).map_err(|error| at_mode(error, mode))?;
        }
        Ok(())
    }
}
