//! Distributions of shapes that are tiled or in layers.

use extents::layout::ModeList;
use extents::{Extents, ShapeError};
use extents_shapes::{ModeTiling, Nested, SmoothShape, TiledShape, Tiling};

use crate::{DistError, Distribution, GridOwnership, Mesh, Ownership, Share};

impl Distribution {
    /// Creates the distribution of the tiles of a shape, with axis `n` of a mesh along mode `n`: tiles in blocks, dealt out, or
    /// owned as a function says.
    ///
    /// # Errors
    /// Returns [`ShapeError::RankMismatch`], and the errors of [`Share::new`].
    ///
    /// ```
    /// use extents::extents;
    /// use extents_mpi::{Distribution, GridOwnership, Ownership};
    /// use extents_shapes::TiledShape;
    /// let Ok(tiles) = TiledShape::uniform(extents![10, 6], extents![2, 3]);
    /// let owners = GridOwnership::new([Ownership::cyclic(5, 2)?, Ownership::by_fn(2, 2, |tile| 1 - tile)?])?;
    /// let scattered = Distribution::of_tiles(&tiles, &owners)?;
    /// assert_eq!(scattered.ranges(0), [vec![0..2, 4..6, 8..10], vec![3..6]]);
    /// # Ok::<(), extents_mpi::DistError>(())
    /// ```
    pub fn of_tiles<E: Extents, T: Tiling>(
        shape: &TiledShape<E, T>,
        owners: &GridOwnership,
    ) -> Result<Self, DistError> {
        let tilings = shape.tilings();
        let (expected, found) = (tilings.len(), owners.modes().len());
        if expected != found {
            return Err(ShapeError::RankMismatch { expected, found }.into());
        }
        let modes =
            tilings.iter().zip(owners.modes()).enumerate().map(|(mode, (tiling, owners))| {
                let share = Share::new(tiling.clone(), owners.clone(), [mode]);
                share.map_err(|error| match error {
                    DistError::Tiles { tiles, owned, .. } => {
                        DistError::Tiles { mode: Some(mode), tiles, owned }
                    }
                    error => error,
                })
            });
        Distribution::new(
            &Mesh::new(owners.processes().to_vec())?,
            modes.collect::<Result<Vec<_>, _>>()?,
        )
    }

    /// Creates the distribution that layers describe, such as nodes, the ranks of a node, and the tile of a rank. All layers but the
    /// last one are processes: the mesh has an axis for each of their modes, in order, so that the ranks of a node follow each other.
    /// The last layer is what a rank holds. Mode `n` of the tensor is mode `n` of each layer, cut by the layers one after the other,
    /// and its extent is the product of theirs.
    ///
    /// # Errors
    /// Returns [`ShapeError::RankMismatch`] where a layer has another rank than the last one, [`DistError::EmptyAxis`] for a layer of
    /// no processes; [`ShapeError::Null`].
    ///
    /// ```
    /// use extents::extents;
    /// use extents_mpi::Distribution;
    /// use extents_shapes::{Nested, Shape};
    /// // 2 x 1 nodes of 1 x 2 ranks, each with a tile of 3 x 4.
    /// let layers = Nested::new([2, 2, 2], Shape::new(extents![2, 1, 1, 2, 3, 4]))?;
    /// let tiles = Distribution::of_layers(&layers)?;
    /// assert_eq!(tiles.extents().as_ref(), [6, 8]);
    /// // Rank 3 is the second one of the second node.
    /// assert_eq!(tiles.ranges(3), [vec![3..6], vec![4..8]]);
    /// # Ok::<(), extents_mpi::DistError>(())
    /// ```
    pub fn of_layers<S: SmoothShape, L: ModeList>(
        nested: &Nested<S, L>,
    ) -> Result<Self, DistError> {
        if nested.shape().is_null() {
            return Err(ShapeError::Null.into());
        }
        let extents: Vec<usize> = nested.shape().extents().iter().collect();
        let ranks = nested.layers();
        let expected = ranks.last().copied().unwrap_or(0);
        if let Some(&found) = ranks.iter().find(|&&found| found != expected) {
            return Err(ShapeError::RankMismatch { expected, found }.into());
        }
        let layers = ranks.len().saturating_sub(1);
        let processes = layers.saturating_mul(expected);
        let lengths = extents.get(..processes).unwrap_or(&[]);
        let tile = extents.get(processes..).unwrap_or(&[]);
        let mesh = Mesh::new(lengths)?;
        let share = |(mode, &size): (usize, &usize)| {
            let axes: Vec<usize> = (0..layers)
                .map(|layer| layer.saturating_mul(expected).saturating_add(mode))
                .collect();
            // It fits, as all extents of the nested shape together do.
            let owners = mesh.along(&axes);
            let extent = owners.saturating_mul(size);
            let tiling = match size {
                // Tiles of nothing are as many, too.
                0 => ModeTiling::in_parts(0, owners)?,
                size => ModeTiling::uniform(extent, size)?,
            };
            Share::new(tiling, Ownership::block(owners, owners)?, axes)
        };
        let modes = tile.iter().enumerate().map(share).collect::<Result<Vec<_>, DistError>>()?;
        Distribution::new(&mesh, modes)
    }
}
