// Of 60 entries, tiles of 16 leave a rest: the last one has 12.
use extents::extents;
use extents_shapes::TiledShape;

fn main() {
    let Ok(s) = TiledShape::uniform(extents![32, 60], extents![8, 16]);
    let _ = s.tile_typed([1, 2]);
}
