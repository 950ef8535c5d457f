// Tiles of 4, cut as tiles of 8 are, stay tiles of 4.
use extents::{StaticExtents, extents};
use extents_shapes::TiledShape;

fn main() {
    let Ok(a) = TiledShape::uniform(extents![24], extents![4]);
    let Ok(b) = TiledShape::uniform(extents![24], extents![8]);
    let _ = a.refine_typed::<_, _, StaticExtents![8]>(&b);
}
