// Tiles of extent 0 never cover the columns.
use extents::extents;
use extents_shapes::TiledShape;

fn main() {
    let Ok(_) = TiledShape::uniform(extents![32, 64], extents![8, 0]);
}
