// One tile extent for a matrix.
use extents::extents;
use extents::shape::TiledShape;

fn main() {
    let Ok(_) = TiledShape::uniform(extents![32, 64], extents![8]);
}
