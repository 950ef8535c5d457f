// Two modes never become three.
use extents::{Extents, ShapeError, StaticExtents, extents};

fn main() -> Result<(), ShapeError> {
    let images = std::env::args().count();
    let shape = extents![dyn images, 64]?;
    shape.strengthen::<StaticExtents![dyn, 8, 8]>()?;
    Ok(())
}
