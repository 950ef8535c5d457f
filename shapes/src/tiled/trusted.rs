//! What views believe of [`ModeTilings`]: the unsafe code of this package.

use super::{ModeTiling, ModeTilings};
use extents::layout::{Block, Blocking};
use extents::{ShapeError, error::Place};

// SAFETY: `check` accepts the extents that the tilings were made of, each with its tiling; the tiles of a `ModeTiling` follow
// each other from 0 to its extent, and `block_of` looks among them. They are shared by clones, and never change.
#[allow(unsafe_code, reason = "the layout of these tiles is trusted")]
unsafe impl Blocking for ModeTilings {
    const STATIC_RANK: Option<usize> = None;

    fn check(&self, extents: &[usize]) -> Result<(), ShapeError> {
        let (expected, found) = (extents.len(), self.len());
        if expected != found {
            return Err(ShapeError::RankMismatch { expected, found });
        }
        for (mode, (tiling, &found)) in self.iter().zip(extents).enumerate() {
            let expected = tiling.extent();
            if expected != found {
                return Err(ShapeError::ExtentMismatch {
                    place: Place::Mode(mode),
                    expected,
                    found,
                });
            }
        }
        Ok(())
    }

    #[inline]
    fn count(&self, mode: usize, _: usize) -> usize {
        self.mode(mode).map_or(1, ModeTiling::tiles)
    }

    #[inline]
    fn block(&self, mode: usize, extent: usize, tile: usize) -> Block {
        let whole = Block { tile: 0, begin: 0, size: extent };
        self.mode(mode).map_or(whole, |tiling| tiling.block(tile))
    }

    #[inline]
    fn block_of(&self, mode: usize, extent: usize, entry: usize) -> Block {
        let whole = Block { tile: 0, begin: 0, size: extent };
        self.mode(mode).map_or(whole, |tiling| tiling.block_of(entry))
    }
}
