// The sizes of tiles are put into `ModeTilings` first.
use extents::extents;
use extents_shapes::TiledShape;

fn main() {
    let _ = TiledShape::new(extents![5, 5], [[2, 3], [4, 1]]);
}
