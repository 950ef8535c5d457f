//! [`Listed`]: tiles whose owners stand in a list.

use extents_shapes::StructureError;
use extents_shapes::error::Item;

use super::weights::room_for;

/// The owner of each tile, and the tiles of each owner. It takes room for the tiles, whatever the number of processes.
#[derive(Clone, Debug)]
pub(super) struct Listed {
    /// Of each tile its owner, and its number among the tiles of the owner.
    places: Vec<(usize, usize)>,
    /// The tiles by their owners, each owner's in order.
    tiles: Vec<usize>,
}

impl Listed {
    pub(super) fn new(
        tiles: usize,
        processes: usize,
        owner: &mut dyn FnMut(usize) -> usize,
    ) -> Result<Self, StructureError> {
        let mut places = room_for(tiles)?;
        for tile in 0..tiles {
            let owner = owner(tile);
            if owner >= processes {
                let of = Item::Process;
                return Err(StructureError::OutOfRange { of, number: owner, count: processes });
            }
            places.push((owner, 0));
        }
        let mut by_owner = room_for(tiles)?;
        by_owner.extend(0..tiles);
        let owner_of = |places: &[(usize, usize)], tile: usize| places.get(tile).map(|it| it.0);
        by_owner.sort_by_key(|&tile| owner_of(&places, tile));
        let (mut last, mut local) = (None, 0_usize);
        for &tile in &by_owner {
            let owner = owner_of(&places, tile);
            local = if owner == last { local.saturating_add(1) } else { 0 };
            last = owner;
            if let Some(place) = places.get_mut(tile) {
                place.1 = local;
            }
        }
        Ok(Listed { places, tiles: by_owner })
    }

    /// The most tiles that one owner has.
    pub(super) fn largest(&self) -> usize {
        self.places.iter().map(|(_, number)| number.saturating_add(1)).max().unwrap_or(0)
    }

    /// The owner of a tile, and its number among the tiles of the owner.
    pub(super) fn place(&self, tile: usize) -> (usize, usize) {
        self.places.get(tile).copied().unwrap_or_default()
    }

    /// The tiles of an owner, in order.
    pub(super) fn tiles_of(&self, owner: usize) -> &[usize] {
        let begin = self.tiles.partition_point(|&tile| self.place(tile).0 < owner);
        let rest = self.tiles.get(begin..).unwrap_or(&[]);
        let count = rest.partition_point(|&tile| self.place(tile).0 == owner);
        rest.get(..count).unwrap_or(&[])
    }

    /// The owner of each tile.
    #[cfg(feature = "serde")]
    pub(super) fn owners(&self) -> Vec<usize> {
        self.places.iter().map(|(owner, _)| *owner).collect()
    }
}
