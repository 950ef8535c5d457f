// 6 is no multiple of 4: where both cut, tiles have several sizes.
use extents::{StaticExtents, extents};
use extents_shapes::TiledShape;

fn main() {
    let Ok(a) = TiledShape::uniform(extents![24], extents![4]);
    let Ok(b) = TiledShape::uniform(extents![24], extents![6]);
    let _ = a.refine_typed::<_, _, StaticExtents![4]>(&b);
}
